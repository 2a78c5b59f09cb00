/**
 * Shown ends: `eindGeldigheid` of features that are asked for by a moment or an interval: the end of the version, as the
 * list of versions has it. Bytes of the edition have the end that was delivered, so that a version which was superseded since, or will
 * be, reads as one without an end. Filters and order go by the end that is shown.
 *
 * The member stands once in a row, before its links: no other field has its name, and in a text its quotes have a backslash.
 * Invariant: lengths are known before bytes are read, from the periods and the delivered ends of a page.
 * Not here: which questions show it (question.ts).
 */
import { inUtc, type Moment } from '../../../schemas/time.ts';
import { Damage } from '../../format/damage.ts';
import { PARTS } from '../../format/page.ts';
import { UNTIL_FIELD } from '../../format/parts.ts';
import type { Page } from './page.ts';
import type { Filter, Question } from '../question.ts';

const FIELD = 'eindGeldigheid';
const MEMBER = `"${FIELD}":`;

/** Parts of a page that tell the ends. */
export const END_PARTS: readonly string[] = [PARTS.periods, PARTS.field(FIELD)];

/** The end of a row where it is not the one in its bytes. Both are values in JSON. */
export interface ShownEnd {
  readonly row: number;
  readonly held: string;
  readonly shown: string;
}

/** The ends of the rows [from, to) of a page that differ from those in its bytes. Reads END_PARTS. */
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
    const [held, { shown }] = [valueOf(delivered), last];
    if (held !== shown) ends.push({ row, held, shown });
  }
  return ends;
}

/** The question with filter and order by the ends that are shown. */
export function byShownEnds(question: Question): Question {
  const { filter, order } = question;
  return {
    ...question, filter: filter === null ? null : filterByShownEnds(filter),
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

/** How much longer a row is with its own end. */
export function growthOf({ held, shown }: ShownEnd): number {
  return shown.length - held.length;
}

/** Rows with their ends. `starts`: where the row of each end begins in the bytes. */
export function withShownEnds(bytes: Buffer, ends: readonly ShownEnd[], starts: readonly number[]): Buffer {
  const target = Buffer.allocUnsafe(bytes.length + ends.reduce((sum, end) => sum + growthOf(end), 0));
  let [from, to] = [0, 0];
  for (const [index, { held, shown }] of ends.entries()) {
    const value = bytes.indexOf(MEMBER, starts[index]) + MEMBER.length;
    const next = bytes[value + held.length];
    if (next !== COMMA && next !== CLOSE) {
      const actual = bytes.toString('latin1', value, value + held.length + 1);
      throw new Damage(`${FIELD} of a row is not the one among the values of its page`, { step: 'Page:Read', expected: held, actual });
    }
    to += bytes.copy(target, to, from, value);
    to += target.write(shown, to, 'latin1');
    from = value + held.length;
  }
  bytes.copy(target, to, from);
  return target;
}

const [COMMA, CLOSE] = [0x2c, 0x7d];

function valueOf(moment: number): string {
  return moment === Infinity ? 'null' : `"${inUtc(moment as Moment)}"`;
}
