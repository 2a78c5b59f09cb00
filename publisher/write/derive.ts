/**
 * Derive: the rows of one root at one moment. Pure; the same root gives the same bytes whenever it is derived.
 *
 * Each object of each version gives one row in the series of its type, valid in its own period cut with those of the
 * objects around it and of the version. An empty cut gives none. A row lies in *now* when its period contains the
 * moment, else in *other*.
 * Not here: sorting, cutting and writing (merge.ts, pages.ts), the JSON text (text.ts).
 */
import { CRSS, PUBLISHED_CRSS } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { SERIES, kindOf, isRootType, seriesOf } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { printGeometry, type PrintedGeometry } from '../format/geometry-text.ts';
import { curveKey, NO_GEOMETRY_KEY } from '../format/hilbert.ts';
import { orient } from '../format/orientation.ts';
import type { DerivedRow, RootChange, RootState, RowChange, VersionState } from './input.ts';
import { addressOf, featureLinks, nestedIn } from './links.ts';
import { readMoment } from './moments.ts';
import { encodeRow } from './row.ts';
import { documentPieces, membersText, propertiesOf, type TextContext } from './text.ts';
import { valuesOf } from './values.ts';

/** Roots whose document is made from their row. */
const WITHOUT_NESTING: ReadonlySet<string> = new Set(['KwetsbaarGebouw', 'KwetsbareLocatie']);
const TARGETS: ReadonlyMap<string, number> = new Map(SERIES.map((name, index) => [name, index * 2]));
const RD = PUBLISHED_CRSS.indexOf('28992');

export function deriveRows(root: RootState, { moment, baseUrl }: DeriveFor): DerivedRow[] {
  return root.versions.flatMap((version) => new Version(root.id, version, baseUrl).rows(moment));
}

/** What an edition is derived for. */
export interface DeriveFor {
  readonly moment: Moment;
  readonly baseUrl: string;
}

/** The rows that some changes of roots remove and add, from a parent of this moment or from nothing (input.ts). */
export function rowsOf(changes: Iterable<RootChange>, { moment, baseUrl }: DeriveFor): (parent: Moment | null) => Iterable<RowChange> {
  return function* rows(parent) {
    for (const { before, after, at, isHidden = false } of changes) {
      const held = before === null || parent === null ? [] : deriveRows(before, { moment: parent, baseUrl });
      const wanted = after === null ? [] : deriveRows(after, { moment, baseUrl });
      const unchanged = unchangedRows(held, wanted);
      for (const row of held) if (!unchanged.has(row)) yield { isRemoval: true, row, at, isHidden };
      for (const row of wanted) if (!unchanged.has(row)) yield { isRemoval: false, row, at, isHidden };
    }
  };
}

const NO_ROWS: ReadonlySet<DerivedRow> = new Set();

/** Rows of both lists that are there with the same bytes, in the same series, with the same period. */
function unchangedRows(held: readonly DerivedRow[], wanted: readonly DerivedRow[]): ReadonlySet<DerivedRow> {
  if (held.length === 0) return NO_ROWS;
  const name = ({ target, order: { key, id, begin } }: DerivedRow): string => `${target} ${key} ${begin} ${id}`;
  const known = new Map(held.map((row) => [name(row), row]));
  const unchanged = new Set<DerivedRow>();
  for (const row of wanted) {
    const same = known.get(name(row));
    if (same?.record.equals(row.record) === true) unchanged.add(row).add(same);
  }
  return unchanged;
}

/** An object of the document, in its cut period; `until` Infinity: without end. */
interface Found {
  readonly object: JsonObject;
  readonly id: string;
  readonly type: string;
  readonly from: number;
  readonly until: number;
}

class Version {
  private readonly version: VersionState;
  private readonly rootId: string;
  private readonly context: TextContext;
  private readonly found: Found[] = [];
  private readonly printed = new Map<string, readonly PrintedGeometry[] | null>();

  constructor(rootId: string, version: VersionState, baseUrl: string) {
    this.rootId = rootId;
    this.version = version;
    const { from, until } = version.valid;
    this.collect(version.document, { from, until: until ?? Infinity });
    const own = new Map(this.found.map(({ id, type }) => [id, type]));
    this.context = { baseUrl, own, targets: version.targets, registered: version.registered };
  }

  rows(moment: Moment): DerivedRow[] {
    const rows: DerivedRow[] = [];
    for (const found of this.found) {
      if (found.from >= found.until) continue;
      const isNow = found.from <= moment && moment < found.until;
      rows.push(this.row(found, (TARGETS.get(seriesOf(found.type)) ?? 0) + (isNow ? 0 : 1)));
    }
    return rows;
  }

  private collect(object: JsonObject, period: { from: number; until: number }): void {
    const { id, entityType } = object;
    if (typeof id !== 'string' || typeof entityType !== 'string' || kindOf(entityType) === undefined) {
      throw new Fault('an object without id or known entityType is to be published', {
        step: 'Edition:Row', actual: `${JSON.stringify(entityType)} ${JSON.stringify(id)} in ${this.rootId}`,
      });
    }
    this.found.push({ object, id, type: entityType, ...period });
    for (const [name, value] of Object.entries(object)) {
      for (const child of nestedIn(name, value) ?? []) {
        this.collect(child, {
          from: Math.max(period.from, momentOf(child, 'beginGeldigheid') ?? period.from),
          until: Math.min(period.until, momentOf(child, 'eindGeldigheid') ?? Infinity),
        });
      }
    }
  }

  private row({ object, id, type, from, until }: Found, target: number): DerivedRow {
    const { baseUrl } = this.context;
    const series = seriesOf(type);
    // An activity has no geometry of its own: it is shown where its location is.
    const geometries = this.geometries(kindOf(type) === 'activity' ? this.rootId : id);
    const head = `{"type":"Feature","id":${JSON.stringify(id)},"properties":{`;
    const properties = propertiesOf(object, this.context);
    const inside = membersText(properties);
    const links = featureLinks(baseUrl, { id, type }, { id: this.rootId, type: this.found[0]!.type });
    const tail = `},"links":${JSON.stringify(links)},"geometry":`;
    const propertiesStart = Buffer.byteLength(head);
    const propertiesEnd = propertiesStart + Buffer.byteLength(inside);
    const order = { key: geometries === null ? NO_GEOMETRY_KEY : curveKey(geometries[RD]!.box), id, begin: from };
    const record = encodeRow({
      order, until, propertiesStart, propertiesEnd, prefix: head + inside + tail,
      prefixBytes: propertiesEnd + Buffer.byteLength(tail), geometries,
      documents: isRootType(type) && !WITHOUT_NESTING.has(type) ? this.documents() : null,
      values: valuesOf(properties, series),
    });
    return { order, target, record };
  }

  private documents(): readonly Buffer[] {
    const { document } = this.version;
    const self = addressOf(this.context.baseUrl, this.found[0]!.type, this.rootId);
    const pieces = documentPieces(document, self, this.context);
    const texts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    return PUBLISHED_CRSS.map((_, crs) => Buffer.concat(texts.map((piece) => {
      if (Buffer.isBuffer(piece)) return piece;
      const geometry = this.geometries(piece.geometryOf)?.[crs];
      if (geometry !== undefined) return geometry.bytes;
      throw new Fault('an object with geometry has no coordinates', { step: 'Edition:Row', actual: piece.geometryOf });
    })));
  }

  /** Printed in every CRS, once per object; null without geometry. */
  private geometries(id: string): readonly PrintedGeometry[] | null {
    const known = this.printed.get(id);
    if (known !== undefined) return known;
    const projected = this.version.geometries.get(id);
    let printed: readonly PrintedGeometry[] | null = null;
    if (projected !== undefined) {
      const coordinates = orient(projected.shape, projected.coordinates);
      printed = PUBLISHED_CRSS.map((crs) => printGeometry(projected.shape, coordinates[crs], CRSS[crs].decimals));
    }
    this.printed.set(id, printed);
    return printed;
  }
}

function momentOf(object: JsonObject, field: 'beginGeldigheid' | 'eindGeldigheid'): number | undefined {
  const text = object[field];
  if (text === undefined || text === null) return undefined;
  const moment = typeof text === 'string' ? readMoment(text) : undefined;
  if (moment !== undefined) return moment;
  throw new Fault(`${field} of a published object is no date-time`, { step: 'Edition:Row', actual: JSON.stringify(text) });
}
