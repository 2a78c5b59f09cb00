/**
 * Derive: the rows of roots at one moment. Pure: the same root gives the same bytes whenever it is derived.
 *
 * Each object of each version gives one row in the series of its type. The row is valid in the object's own period, cut with the periods
 * of its parents and of the version. An empty cut gives no row. A row lies in *now* when its period contains the moment, else in *other*.
 * It has the begin of the next row of its object, so that a query for an interval finds the last row in it without looking up ids.
 * Several roots go through each step together, so that the code and tables of a step stay in the processor's caches.
 * Not here: sorting, cutting and writing (merge.ts, series-writer.ts), the JSON text (feature-text.ts).
 */
import { CRSS, editionCrssFor, planeOf, PUBLISHED_CRSS, type EditionCrss, type HeightCrs } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { searchedWords } from '../../schemas/derived/searched-words.ts';
import { nestsObjects } from '../../schemas/model/model.ts';
import { SERIES, kindOf, isRootType, ROOT_TYPES, seriesOf } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { differencesText } from '../format/delivered.ts';
import { printGeometry, type PrintedGeometry } from '../format/geometry-text.ts';
import { curveKey, NO_GEOMETRY_KEY } from '../format/hilbert.ts';
import { orient, orientHeights, type ProjectedHeights } from '../format/orientation.ts';
import { madeMembers, missingMembers } from './feature-members.ts';
import type { DerivedRow, ProjectedGeometry, RootChange, RootState, RowChange, VersionState } from './input.ts';
import { addressOf, featureLinks, nestedIn } from './published-links.ts';
import { readMoment } from './moment-cache.ts';
import { encodeRow, type NewRow } from './row.ts';
import { differencesIn, documentPieces, membersText, propertiesOf, type TextContext } from './feature-text.ts';
import { valuesOf } from './field-values.ts';

/** Roots whose document is made from their row. */
const WITHOUT_NESTING: ReadonlySet<string> = new Set(ROOT_TYPES.filter((type) => !nestsObjects(type)));
const TARGETS: ReadonlyMap<string, number> = new Map(SERIES.map((name, index) => [name, index * 2]));
const RD = PUBLISHED_CRSS.indexOf('28992');

/** Returns the rows of each root; null: the root does not exist. */
function deriveRows(roots: readonly (RootState | null)[], of: DeriveFor): readonly (readonly DerivedRow[])[] {
  const all = roots.map((root) => (root?.versions ?? []).map((version) => new Version(root!.id, version, of)));
  for (const version of all.flat()) version.print();
  for (const version of all.flat()) version.write();
  return all.map(encoded);
}

/**
 * Returns the rows of all versions of a root. They are made from the last version back, so that each row has the begin of its object's
 * next row.
 */
function encoded(versions: readonly Version[]): readonly DerivedRow[] {
  const nexts = new Map<string, number>();
  return versions.toReversed().map((version) => version.encode(nexts)).reverse().flat();
}

/** The moment of an edition, and the part of its configuration that shapes rows. */
export interface DeriveFor {
  readonly moment: Moment;
  readonly baseUrl: string;
  /** As in Configuration. */
  readonly epoch?: number | undefined;
}

/** Returns the rows that changes of roots remove and add, from a parent of this moment or from nothing (input.ts). */
export function rowsOf(changes: Iterable<RootChange>, of: DeriveFor): (parent: Moment | null) => Iterable<RowChange> {
  return function* rows(parent) {
    for (const group of groupsOf(changes)) {
      const current = parent === null ? [] : deriveRows(group.map(({ before }) => before), { ...of, moment: parent });
      const wanted = deriveRows(group.map(({ after }) => after), of);
      for (const [index, { at, hidden }] of group.entries()) {
        const [removed, added] = [current[index] ?? [], wanted[index]!];
        const unchanged = unchangedRows(removed, added);
        const isHidden = ({ order: { id } }: DerivedRow): boolean => hidden?.has(id) === true;
        for (const row of removed) if (!unchanged.has(row)) yield { isRemoval: true, row, at, isHidden: isHidden(row) };
        for (const row of added) if (!unchanged.has(row)) yield { isRemoval: false, row, at, isHidden: isHidden(row) };
      }
    }
  };
}

/** Number of roots derived together, and of vertices at which a group ends: all results of a group are in memory at once. */
const ROOTS_TOGETHER = 32;
const VERTICES_TOGETHER = 100_000;

function* groupsOf(changes: Iterable<RootChange>): Generator<readonly RootChange[]> {
  let [group, vertices]: [RootChange[], number] = [[], 0];
  for (const change of changes) {
    group.push(change);
    vertices += verticesOf(change.before) + verticesOf(change.after);
    if (group.length < ROOTS_TOGETHER && vertices < VERTICES_TOGETHER) continue;
    yield group;
    [group, vertices] = [[], 0];
  }
  if (group.length > 0) yield group;
}

function verticesOf(root: RootState | null): number {
  let count = 0;
  for (const { geometries } of root?.versions ?? []) {
    for (const { shape } of geometries.values()) count += shape.pathEnds.at(-1) ?? 0;
  }
  return count;
}

const NO_ROWS: ReadonlySet<DerivedRow> = new Set();

/** Returns the rows that both lists have with the same bytes, series and period. */
function unchangedRows(current: readonly DerivedRow[], wanted: readonly DerivedRow[]): ReadonlySet<DerivedRow> {
  if (current.length === 0) return NO_ROWS;
  const name = ({ target, order: { key, id, begin } }: DerivedRow): string => `${target} ${key} ${begin} ${id}`;
  const known = new Map(current.map((row) => [name(row), row]));
  const unchanged = new Set<DerivedRow>();
  for (const row of wanted) {
    const same = known.get(name(row));
    if (same?.record.equals(row.record) === true) unchanged.add(row).add(same);
  }
  return unchanged;
}

/** An object of the document, in its cut period; `until` Infinity: without end. */
interface ObjectRow {
  readonly object: JsonObject;
  readonly id: string;
  readonly type: string;
  /** The type of the activity that the object is or nests in. */
  readonly activity: string | null;
  readonly from: number;
  readonly until: number;
}

/** The texts of a row, and the values of its queryable fields. */
interface WrittenRow extends Pick<NewRow, 'propertiesStart' | 'propertiesEnd' | 'prefix' | 'prefixBytes' | 'values' | 'documents' | 'delivered' | 'words'> {
  readonly found: ObjectRow;
}

/** One version of a root on its way to rows: first `print`, then `write`, then `encode`. */
class Version {
  readonly #version: VersionState;
  readonly #rootId: string;
  readonly #moment: Moment;
  readonly #crss: EditionCrss;
  readonly #context: TextContext;
  readonly #found: ObjectRow[] = [];
  /** By object id: one geometry per CRS with two axes, then one per CRS with heights when it has heights. */
  readonly #printed = new Map<string, readonly PrintedGeometry[]>();
  #written: readonly WrittenRow[] = [];

  constructor(rootId: string, version: VersionState, { moment, baseUrl, epoch }: DeriveFor) {
    this.#crss = editionCrssFor(epoch ?? null);
    this.#rootId = rootId;
    this.#version = version;
    this.#moment = moment;
    const { from, until } = version.valid;
    this.#collect(version.document, { from, until: until ?? Infinity }, null);
    const own = new Map(this.#found.map(({ id, type }) => [id, type]));
    this.#context = { baseUrl, own, targets: version.targets, registered: version.registered };
  }

  /** Prints the geometries of its objects in every CRS. */
  print(): void {
    for (const [id, projected] of this.#version.geometries) this.#printed.set(id, printed(projected, this.#crss));
  }

  /** Writes the texts of its rows. */
  write(): void {
    this.#written = this.#found.filter(({ from, until }) => from < until).map((found) => this.#textsOf(found));
  }

  /** `nexts` has, by object id, the begin of its first row in the later versions; `encode` adds this version. */
  encode(nexts: Map<string, number>): readonly DerivedRow[] {
    const rows = this.#written.map((row) => this.#row(row, nexts.get(row.found.id) ?? Infinity));
    for (const { found: { id, from } } of this.#written) nexts.set(id, from);
    return rows;
  }

  #collect(object: JsonObject, period: { from: number; until: number }, around: string | null): void {
    const { id, entityType } = object;
    if (typeof id !== 'string' || typeof entityType !== 'string' || kindOf(entityType) === undefined) {
      throw new Fault('an object without id or known entityType is to be published', {
        step: 'Edition:Row', actual: `${JSON.stringify(entityType)} ${JSON.stringify(id)} in ${this.#rootId}`,
      });
    }
    const activity = kindOf(entityType) === 'activity' ? entityType : around;
    this.#found.push({ object, id, type: entityType, activity, ...period });
    for (const [name, value] of Object.entries(object)) {
      for (const child of nestedIn(name, value) ?? []) {
        this.#collect(child, {
          from: Math.max(period.from, momentOf(child, 'beginGeldigheid') ?? period.from),
          until: Math.min(period.until, momentOf(child, 'eindGeldigheid') ?? Infinity),
        }, activity);
      }
    }
  }

  #textsOf(found: ObjectRow): WrittenRow {
    const { object, id, type, activity } = found;
    const { baseUrl } = this.#context;
    const collection = seriesOf(type);
    const head = `{"type":"Feature","id":${JSON.stringify(id)},"properties":{`;
    const properties = propertiesOf(object, this.#context);
    const isDerived = this.#version.geometries.get(this.#shownAt(found))?.isDerived === true;
    const made = madeMembers({ object, type, root: this.#version.document, activity, isDerived });
    const shown = [...properties, ...made];
    const inside = membersText(properties);
    const rest = membersText([...made, ...missingMembers(collection, shown)]);
    const links = featureLinks(baseUrl, { id, type }, { id: this.#rootId, type: this.#found[0]!.type });
    const tail = `${rest === '' ? '' : `,${rest}`}},"links":${JSON.stringify(links)},"geometry":`;
    const isWhole = isRootType(type) && !WITHOUT_NESTING.has(type);
    const propertiesStart = Buffer.byteLength(head);
    const propertiesEnd = propertiesStart + Buffer.byteLength(inside);
    return {
      found, propertiesStart, propertiesEnd, prefix: head + inside + tail, prefixBytes: propertiesEnd + Buffer.byteLength(tail),
      documents: isWhole ? this.#documents() : null,
      delivered: WITHOUT_NESTING.has(type) ? differencesText(differencesIn(properties, object)) : '',
      values: valuesOf(shown, collection), words: [...searchedWords(shown, type)].join(' '),
    };
  }

  /** Returns the id of the object whose geometry a feature has. An activity without pipelines is shown at its location. */
  #shownAt({ id, type }: ObjectRow): string {
    return kindOf(type) === 'activity' && !this.#version.geometries.has(id) ? this.#rootId : id;
  }

  #row({ found, ...texts }: WrittenRow, next: number): DerivedRow {
    const { id, type, from, until } = found;
    const geometries = this.#printed.get(this.#shownAt(found)) ?? null;
    const isNow = from <= this.#moment && this.#moment < until;
    const order = { key: geometries === null ? NO_GEOMETRY_KEY : curveKey(geometries[RD]!.box), id, begin: from };
    const target = (TARGETS.get(seriesOf(type)) ?? 0) + (isNow ? 0 : 1);
    return { order, target, record: encodeRow({ order, until, next, geometries, crss: this.#crss, ...texts }) };
  }

  #documents(): readonly Buffer[] {
    const { document } = this.#version;
    const self = addressOf(this.#context.baseUrl, this.#found[0]!.type, this.#rootId);
    const pieces = documentPieces(document, self, this.#context);
    const texts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : this.#printedOf(piece.geometryOf)));
    const geometries = texts.filter((piece) => !Buffer.isBuffer(piece));
    const all = this.#crss.planes.length + this.#crss.heights.length;
    const hasHeights = geometries.length > 0 && geometries.every(({ length }) => length === all);
    return Array.from({ length: hasHeights ? all : this.#crss.planes.length }, (_, crs) => (
      Buffer.concat(texts.map((piece) => (Buffer.isBuffer(piece) ? piece : piece[crs]!.bytes)))
    ));
  }

  #printedOf(id: string): readonly PrintedGeometry[] {
    const printed = this.#printed.get(id);
    if (printed !== undefined) return printed;
    throw new Fault('an object with geometry has no coordinates', { step: 'Edition:Row', actual: id });
  }
}

/** Prints a geometry in every CRS with two axes and, with heights, in every CRS with heights. */
function printed({ shape, coordinates: given, heights }: ProjectedGeometry, crss: EditionCrss): readonly PrintedGeometry[] {
  const coordinates = orient(shape, given);
  const planes = crss.planes.map((crs) => printGeometry(shape, coordinates[crs]!, CRSS[crs].decimals));
  if (heights === undefined) return planes;
  const oriented = orientHeights(shape, given, heights);
  return [...planes, ...crss.heights.map((crs) => (
    printGeometry(shape, coordinates[planeOf(crs)]!, CRSS[crs].decimals, heightsIn(crs, oriented))
  ))];
}

function heightsIn(crs: HeightCrs, heights: ProjectedHeights): Float64Array {
  const found = heights[HEIGHTS_IN[crs]];
  if (found !== undefined) return found;
  throw new Fault('a geometry has no heights in a CRS of its edition', { step: 'Edition:Row', actual: crs });
}

/** The heights that each CRS has. */
const HEIGHTS_IN: Readonly<Record<HeightCrs, keyof ProjectedHeights>> = {
  7415: 'nap', 4937: 'ellipsoidal', CRS84h: 'ellipsoidal', 7912: 'itrf2014',
};

function momentOf(object: JsonObject, field: 'beginGeldigheid' | 'eindGeldigheid'): number | undefined {
  const text = object[field];
  if (text === undefined || text === null) return undefined;
  const moment = typeof text === 'string' ? readMoment(text) : undefined;
  if (moment !== undefined) return moment;
  throw new Fault(`${field} of a published object is no date-time`, { step: 'Edition:Row', actual: JSON.stringify(text) });
}
