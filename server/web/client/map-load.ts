/**
 * Map load: reads the contents of the map, for each kind: the objects themselves while they are few, else their number in each cell.
 * Nothing is left out silently: each result says how many objects it counted.
 *
 * A kind with few objects is read once, for every view. Requests of an earlier view are stopped. Lists and counts do not name their
 * edition, so the active edition is asked beside them, before what is cached is requested again.
 */
import { queryOf, conditionPairs, type MapState, type Pairs } from './map-address.ts';
import type { MapPageData, ShownEdition } from './map-page-data.ts';
import { publishedText, type Language } from './map-texts.ts';

/** Objects of one kind that are drawn; more are counted in cells. */
export const DRAWN_MAX = 500;
/** Pixels of a cell with a count, at least. */
const CELL_PIXELS = 56;
/** Time after which cached responses are requested again, because another edition may have been published. */
const KNOWN_MS = 60_000;
export const RD_URI = 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992';

export type Extent = readonly [west: number, south: number, east: number, north: number];
export type CountedCell = readonly [x: number, y: number, count: number];

export interface GeoJsonFeature {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string } | null;
  /** Address of its page; absent: that of the service. */
  readonly address?: string;
}

interface Counts {
  readonly cel: number;
  readonly numberMatched: number;
  readonly zonderGeometrie: number;
  readonly cellen: readonly CountedCell[];
}

/** Objects without geometry come last. The service ends a page early when its objects are large. */
interface Features {
  readonly numberMatched: number;
  readonly features: readonly GeoJsonFeature[];
}

/** The list of publications, newest first. A damaged one has no number. */
interface Publications {
  readonly edities: readonly { readonly nummer?: number; readonly beschikbaarVanaf?: string }[];
}

/** The contents of the map for one kind. */
export interface Shown {
  readonly kind: string;
  /** Objects that match the conditions, in the whole country. */
  readonly total: number;
  /** Objects among these without geometry. */
  readonly withoutGeometry: number;
  /** Objects that are drawn; null: they are counted. */
  readonly features: readonly GeoJsonFeature[] | null;
  readonly cells: readonly CountedCell[];
  readonly cellSize: number;
  /** Reason why the kind is not shown; absent: it is shown. */
  readonly refusal?: string;
}

/** The size of the cells for a view: the smallest of these sizes, which ascend, that is wide enough to read; else the largest. */
export function cellSizeFor(resolution: number, sizes: readonly number[]): number {
  return sizes.find((size) => size / resolution >= CELL_PIXELS) ?? sizes.at(-1)!;
}

/** Widens a box to whole cells, within the box that the service accepts, so that small moves send the same request. */
export function snapped([west, south, east, north]: Extent, size: number, within: Extent): Extent {
  const [down, up] = [(value: number) => Math.floor(value / size) * size, (value: number) => Math.ceil(value / size) * size];
  return [
    Math.max(down(west), Math.ceil(within[0])), Math.max(down(south), Math.ceil(within[1])),
    Math.min(up(east), Math.floor(within[2])), Math.min(up(north), Math.floor(within[3])),
  ];
}

/** Objects of the counted kinds that touch a view, and those among these whose cells lie outside it. */
export interface InCells {
  readonly counted: number;
  readonly outside: number;
}

/**
 * Counts the objects of counted kinds. The cells of a view count every object that touches it, each in the cell of its centre: the cell
 * of a long line or a large area may lie elsewhere.
 */
export function countsIn(all: readonly Pick<Shown, 'cells' | 'cellSize'>[], [west, south, east, north]: Extent): InCells {
  let counted = 0;
  let outside = 0;
  for (const { cells, cellSize } of all) {
    for (const [x, y, count] of cells) {
      counted += count;
      if (x > east || x + cellSize < west || y > north || y + cellSize < south) outside += count;
    }
  }
  return { counted, outside };
}

export interface View {
  readonly extent: Extent;
  readonly resolution: number;
}

type LoaderOptions = Pick<MapPageData, 'base' | 'extent' | 'cellSizes' | 'language' | 'edition'>;

/** The contents of the map for a view. */
export interface Loaded {
  readonly kinds: readonly Shown[];
  /** The active edition. Undefined: none exists, the service does not name it now, or the view is of another moment. */
  readonly edition: ShownEdition | undefined;
  /** Whether the view before showed another edition. */
  readonly isNewEdition: boolean;
}

/** Reads what a view shows. */
export interface MapLoader {
  /** Reads the kinds for a view; undefined when another view was requested meanwhile. */
  load(kinds: readonly string[], state: MapState, view: View): Promise<Loaded | undefined>;
}

export class Loader implements MapLoader {
  readonly #base: string;
  readonly #within: Extent;
  readonly #cellSizes: MapPageData['cellSizes'];
  readonly #language: Language;
  readonly #known = new Map<string, Promise<unknown>>();
  #since = performance.now();
  #running: AbortController | undefined;
  /** The reply about the active edition; undefined: it must be asked. */
  #active: Promise<ShownEdition | undefined> | undefined;
  /** The number of the edition that the last view showed. */
  #shownNumber: number | undefined;

  constructor({ base, extent, cellSizes, language, edition }: LoaderOptions) {
    this.#base = base;
    this.#within = extent;
    this.#cellSizes = cellSizes;
    this.#language = language;
    this.#active = Promise.resolve(edition);
    this.#shownNumber = edition?.number;
  }

  async load(kinds: readonly string[], state: MapState, view: View): Promise<Loaded | undefined> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const edition = state.availableAt === '' ? await this.#activeEdition() : undefined;
    const shown = await Promise.all(kinds.map((kind) => this.#shown(kind, { state, view, signal: running.signal })));
    if (running.signal.aborted) return undefined;
    const isNewEdition = edition !== undefined && edition.number !== this.#shownNumber;
    if (isNewEdition) this.#shownNumber = edition.number;
    return { kinds: shown, edition, isNewEdition };
  }

  /** Returns the active edition, which is asked once a minute at most. */
  async #activeEdition(): Promise<ShownEdition | undefined> {
    this.#forgetOld();
    return await (this.#active ??= this.#askEdition());
  }

  /** Asks for the newest publication. A failure is no reason to hide the map: the map then names no edition, and the next view asks again. */
  async #askEdition(): Promise<ShownEdition | undefined> {
    try {
      const { edities: [newest] } = await this.#get<Publications>('edities', { pairs: [['paginaGrootte', '1']] });
      if (newest?.nummer === undefined || newest.beschikbaarVanaf === undefined) return undefined;
      return { number: newest.nummer, published: publishedText(new Date(newest.beschikbaarVanaf), this.#language) };
    } catch {
      this.#active = undefined;
      return undefined;
    }
  }

  /** Drops replies of more than a minute ago. */
  #forgetOld(): void {
    if (performance.now() - this.#since <= KNOWN_MS) return;
    this.#known.clear();
    this.#active = undefined;
    this.#since = performance.now();
  }

  async #shown(kind: string, { state, view, signal }: { state: MapState; view: View; signal: AbortSignal }): Promise<Shown> {
    try {
      return await this.#read(kind, { state, view, signal });
    } catch (error) {
      const refusal = error instanceof Error ? error.message : String(error);
      return { kind, total: 0, withoutGeometry: 0, features: [], cells: [], cellSize: 0, refusal };
    }
  }

  async #read(kind: string, { state, view, signal }: { state: MapState; view: View; signal: AbortSignal }): Promise<Shown> {
    const conditions = conditionPairs(state);
    const whole = await this.#once<Counts>(kind, 'tellingen', [['cel', String(this.#cellSizes.at(-1))], ...conditions]);
    const counted = { kind, total: whole.numberMatched, withoutGeometry: whole.zonderGeometrie };
    const isFew = whole.numberMatched - whole.zonderGeometrie <= DRAWN_MAX;
    if (isFew) {
      const all = await this.#once<Features>(kind, 'items', itemsOf(conditions));
      if (hasAllPlaced(all)) return { ...counted, features: placed(all), cells: [], cellSize: 0 };
    }
    const size = cellSizeFor(view.resolution, this.#cellSizes);
    const box = snapped(view.extent, size, this.#within);
    if (box[0] >= box[2] || box[1] >= box[3]) return { ...counted, features: [], cells: [], cellSize: 0 };
    const inBox: Pairs = [['bbox', box.join(',')], ['bbox-crs', RD_URI], ...conditions];
    const counts = await this.#get<Counts>(`collections/${kind}/tellingen`, { pairs: [['cel', String(size)], ...inBox], signal });
    const isMany = counts.numberMatched - counts.zonderGeometrie > DRAWN_MAX;
    const inCells = { ...counted, features: null, cells: counts.cellen, cellSize: counts.cel };
    if (isMany) return inCells;
    const inView = await this.#get<Features>(`collections/${kind}/items`, { pairs: itemsOf(inBox), signal });
    // A part of the objects would look like all of them, so these are counted instead.
    return hasAllPlaced(inView) ? { ...counted, features: placed(inView), cells: [], cellSize: 0 } : inCells;
  }

  /** The same request is sent once a minute at most. */
  #once<Body>(kind: string, path: string, pairs: Pairs): Promise<Body> {
    this.#forgetOld();
    const key = `${kind} ${path} ${queryOf(pairs)}`;
    const known = this.#known.get(key) as Promise<Body> | undefined;
    if (known !== undefined) return known;
    const found = this.#get<Body>(`collections/${kind}/${path}`, { pairs });
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return found;
  }

  async #get<Body>(path: string, { pairs, signal }: {
    pairs: Pairs; signal?: AbortSignal;
  }): Promise<Body> {
    const reply = await fetch(`${this.#base}/${path}?${queryOf(pairs)}`, {
      headers: { accept: 'application/geo+json, application/json' }, ...signal === undefined ? {} : { signal },
    });
    if (reply.ok) return await reply.json() as Body;
    throw new Error(await reasonOf(reply, this.#language));
  }
}

interface ProblemBody {
  readonly detail?: string;
  readonly 'invalid-params'?: readonly { readonly reason: string }[];
}

/** Returns the first reason of a problem document in the language of the page, or the status of the response. */
async function reasonOf(reply: Response, language: Language): Promise<string> {
  const problem = await reply.json().catch(() => ({})) as ProblemBody;
  return inLanguage(problem['invalid-params']?.[0]?.reason ?? problem.detail ?? String(reply.status), language);
}

/** Returns the part in one language of a text with both (Dutch / English); the whole text when the border between them is unclear. */
function inLanguage(text: string, language: Language): string {
  const [nl, en, ...more] = text.split(' / ');
  return nl === undefined || en === undefined || more.length > 0 ? text : { nl, en }[language];
}

/** Parameters of a list. The limit is above the count, so that an object added since is not cut off. */
function itemsOf(pairs: Pairs): Pairs {
  return [['limit', String(DRAWN_MAX * 2)], ['crs', RD_URI], ...pairs];
}

/** Returns whether a page has every object with a geometry. */
function hasAllPlaced({ numberMatched, features }: Features): boolean {
  return features.length >= numberMatched || features.at(-1)?.geometry === null;
}

function placed({ features }: Features): readonly GeoJsonFeature[] {
  return features.filter(({ geometry }) => geometry !== null);
}
