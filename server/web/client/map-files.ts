/**
 * Map files: reads the contents of the map from the files of a static site, which answer no questions. The counts of a kind are one file
 * for each size of cell. The objects of a kind are the pages of its list; they are read once, when they are few enough, and chosen here.
 * Not here: reading from a service (map-load.ts).
 */
import type { MapState } from './map-address.ts';
import type { MapPageData, ShownEdition } from './map-page-data.ts';
import {
  cellSizeFor, DRAWN_MAX, type CountedCell, type Extent, type GeoJsonFeature, type Loaded, type MapLoader, type Shown, type View,
} from './map-load.ts';

/** Objects of one kind that are read. A kind with more is shown as numbers only. */
const READ_MAX = 5_000;

interface Counts {
  readonly numberMatched: number;
  readonly zonderGeometrie: number;
  readonly cellen: readonly CountedCell[];
}

interface Link {
  readonly rel: string;
  readonly href: string;
}

interface ListedFeature extends GeoJsonFeature {
  readonly links: readonly Link[];
}

interface ListPage {
  readonly features: readonly ListedFeature[];
  readonly links: readonly Link[];
}

/** An object with its box in RD. */
interface Placed {
  readonly feature: GeoJsonFeature;
  readonly box: Extent;
}

export class FileLoader implements MapLoader {
  readonly #cellSizes: MapPageData['cellSizes'];
  readonly #edition: ShownEdition | undefined;
  readonly #read = new Map<string, Promise<unknown>>();
  #loads = 0;

  constructor({ cellSizes, edition }: Pick<MapPageData, 'cellSizes' | 'edition'>) {
    this.#cellSizes = cellSizes;
    this.#edition = edition;
  }

  async load(kinds: readonly string[], _state: MapState, view: View): Promise<Loaded | undefined> {
    this.#loads += 1;
    const own = this.#loads;
    const shown = await Promise.all(kinds.map((kind) => this.#shown(kind, view).catch((error: unknown): Shown => {
      const refusal = error instanceof Error ? error.message : String(error);
      return { kind, total: 0, withoutGeometry: 0, features: [], cells: [], cellSize: 0, refusal };
    })));
    return own === this.#loads ? { kinds: shown, edition: this.#edition, isNewEdition: false } : undefined;
  }

  async #shown(kind: string, view: View): Promise<Shown> {
    const { numberMatched: total, zonderGeometrie: withoutGeometry } = await this.#counts(kind, this.#cellSizes.at(-1)!);
    const whole = { kind, total, withoutGeometry };
    if (total - withoutGeometry <= READ_MAX) {
      const all = total === withoutGeometry ? [] : await this.#once(`items ${kind}`, () => placedIn(kind));
      const inView = all.length <= DRAWN_MAX ? all : all.filter(({ box }) => touches(box, view.extent));
      if (inView.length <= DRAWN_MAX) return { ...whole, features: inView.map(({ feature }) => feature), cells: [], cellSize: 0 };
    }
    const size = cellSizeFor(view.resolution, this.#cellSizes);
    const { cellen } = await this.#counts(kind, size);
    const cells = cellen.filter(([x, y]) => touches([x, y, x + size, y + size], view.extent));
    return { ...whole, features: null, cells, cellSize: size };
  }

  #counts(kind: string, size: number): Promise<Counts> {
    return this.#once(`counts ${kind} ${size}`, () => read<Counts>(new URL(`../collections/${kind}/tellingen/${size}.json`, document.baseURI)));
  }

  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#read.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#read.set(key, made);
    made.catch(() => this.#read.delete(key));
    return made;
  }
}

/** Reads all pages of a list in RD. Objects without geometry come last. */
async function placedIn(kind: string): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  for (let url: URL | undefined = new URL(`../collections/${kind}/crs/28992/items/index.geojson`, document.baseURI); url !== undefined;) {
    const page: ListPage = await read<ListPage>(url);
    for (const feature of page.features) {
      if (feature.geometry === null) return placed;
      const self = feature.links.find(({ rel }) => rel === 'self')?.href ?? '';
      const address = new URL(self, url).href.replace(/\.geojson$/, '.html');
      placed.push({ feature: { ...feature, address }, box: boxOf(feature.geometry) });
    }
    const next = page.links.find(({ rel }) => rel === 'next')?.href;
    url = next === undefined ? undefined : new URL(next, url);
  }
  return placed;
}

async function read<Body>(url: URL): Promise<Body> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(String(reply.status));
  return await reply.json() as Body;
}

function boxOf(geometry: object): Extent {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const [x, y] = Array.isArray(value) ? value as readonly unknown[] : [];
    if (typeof x === 'number' && typeof y === 'number') {
      [west, east, south, north] = [Math.min(west, x), Math.max(east, x), Math.min(south, y), Math.max(north, y)];
    } else Object.values(value).forEach(visit);
  };
  visit(geometry);
  return [west, south, east, north];
}

function touches(box: Extent, view: Extent): boolean {
  return box[0] <= view[2] && box[2] >= view[0] && box[1] <= view[3] && box[3] >= view[1];
}
