/**
 * Shown ends: `eindGeldigheid` of features in a request for a moment or an interval is the end of the version, as in the list of versions.
 * The bytes of the edition have the delivered end, so a version that was or will be superseded would seem to have no end.
 * Filters and order use the shown end.
 *
 * The member occurs once in a row, before its links: no other field has its name, and quotes in texts have a backslash.
 * Invariant: lengths are known before bytes are read, from the periods and the delivered ends of a page.
 * Not here: which queries show it (series-query.ts).
 */
import { inUtc, type Moment } from '../../../schemas/time.ts';
import { Damage } from '../../format/damage.ts';
import { PARTS } from '../../format/page-directory.ts';
import { UNTIL_FIELD } from '../../format/page-parts.ts';
import type { Page } from './page.ts';
import type { Filter, SeriesQuery } from '../series-query.ts';

const FIELD = 'eindGeldigheid';
const MEMBER = `"${FIELD}":`;

/** Parts of a page from which the ends are computed. */
export const END_PARTS: readonly string[] = [PARTS.periods, PARTS.field(FIELD)];

/** The end of a row that differs from the one in its bytes. Both are values in JSON. */
export interface ShownEnd {
  readonly row: number;
  readonly stored: string;
  readonly shown: string;
}

/** Returns the ends of the rows [from, to) of a page that differ from those in its bytes. Reads END_PARTS. */
export function shownEnds(page: Page, from: number, to: number): readonly ShownEnd[] {
  const { untils } = page.periods();
  const column = page.column(FIELD);
  const ends: ShownEnd[] = [];
  // Ends of neighbours are often alike.
  let last = { until: Infinity, shown: valueOf(Infinity) };
  for (let row = from; row < to; row += 1) {
    const delivered = (column?.value(row) ?? Infinity) as number;
    const until = untils[row]!;
    if (delivered === until) continue;
    if (until !== last.until) last = { until, shown: valueOf(until) };
    const [stored, { shown }] = [valueOf(delivered), last];
    if (stored !== shown) ends.push({ row, stored, shown });
  }
  return ends;
}

/** Returns the query with filter and order on the shown ends. */
export function withShownEndConditions(query: SeriesQuery): SeriesQuery {
  const { filter, order } = query;
  return {
    ...query, filter: filter === null ? null : filterByShownEnds(filter),
    order: order.map((by) => ({ ...by, field: shownName(by.field) })),
  };
}

function filterByShownEnds(filter: Filter): Filter {
  switch (filter.kind) {
    case 'and': case 'or': return { ...filter, of: filter.of.map(filterByShownEnds) };
    case 'not': return { ...filter, of: filterByShownEnds(filter.of) };
    case 'compare': case 'in': case 'like': case 'isNull': return { ...filter, field: shownName(filter.field) };
    case 'fields': {
      const { left, right } = filter;
      return { ...filter, left: { ...left, field: shownName(left.field) }, right: { ...right, field: shownName(right.field) } };
    }
    default: return filter;
  }
}

function shownName(field: string): string {
  return field === FIELD ? UNTIL_FIELD : field;
}

/** Returns how many bytes longer a row is with its shown end. */
export function growthOf({ stored, shown }: ShownEnd): number {
  return shown.length - stored.length;
}

/** Replaces the ends in rows. `starts`: the start of each end's row in the bytes. */
export function withShownEnds(bytes: Buffer, ends: readonly ShownEnd[], starts: readonly number[]): Buffer {
  const target = Buffer.allocUnsafe(bytes.length + ends.reduce((sum, end) => sum + growthOf(end), 0));
  let [from, to] = [0, 0];
  for (const [index, { stored, shown }] of ends.entries()) {
    const value = bytes.indexOf(MEMBER, starts[index]) + MEMBER.length;
    const next = bytes[value + stored.length];
    if (next !== COMMA && next !== CLOSE) {
      const actual = bytes.toString('latin1', value, value + stored.length + 1);
      throw new Damage(`${FIELD} of a row is not the one among the values of its page`, { step: 'Page:Read', expected: stored, actual });
    }
    to += bytes.copy(target, to, from, value);
    to += target.write(shown, to, 'latin1');
    from = value + stored.length;
  }
  bytes.copy(target, to, from);
  return target;
}

const [COMMA, CLOSE] = [0x2c, 0x7d];

function valueOf(moment: number): string {
  return moment === Infinity ? 'null' : `"${inUtc(moment as Moment)}"`;
}
