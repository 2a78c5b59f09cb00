/**
 * Quality: measures what an edition has of each source holder, by reading each feature once.
 *
 * Invariant: in memory are counts, two moments of each object, and a hash of each id and geometry.
 * Not here: the findings of rules (pipelines/editions/quality.ts), the files (format/quality.ts).
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { holderCodeOf } from '../../schemas/model/base.ts';
import { ROOTS } from '../../schemas/names.ts';
import {
  TWIN_IDS_MAX, TWINS_MAX, type CollectionQuality, type FieldQuality, type HolderQuality, type Twins,
} from '../../schemas/quality.ts';
import { DAY_MS, parseRfc3339, type Moment } from '../../schemas/time.ts';
import { sha256Text } from '../format/hash.ts';
import type { EditionReader } from '../read/edition-reader.ts';

const ROOT_PATHS: ReadonlySet<string> = new Set(Object.values(ROOTS).map(({ path }) => path));
/** Fields that every object has, and the register gives. */
const GIVEN: ReadonlySet<string> = new Set(['entityType', 'id', 'tijdstipRegistratie', 'eindRegistratie']);
/** Characters of a hash: enough that two of a million objects never share one by chance. */
const HASH_CHARS = 24;

/** Returns the quality of each holder, by code, without findings. `onRoot` gets the id of each root with its holder. */
export function measureQuality(
  edition: EditionReader, { now, onRoot }: { readonly now: Moment; readonly onRoot: (holder: string, id: string) => void },
): readonly HolderQuality[] {
  const holders = new Map<string, HolderMeasure>();
  const ids = new Groups();
  for (const [collection, series] of edition.series) {
    const geometries = new Groups();
    for (const bytes of series.features('28992')) {
      const feature = JSON.parse(bytes.toString()) as { readonly id: string; readonly properties: JsonObject; readonly geometry: Json };
      const holder = holderCodeOf(feature.properties) ?? '';
      let measure = holders.get(holder);
      if (measure === undefined) holders.set(holder, measure = new HolderMeasure(holder));
      measure.in(collection).add(feature.properties, feature.geometry, now);
      const member = { id: feature.id, holder };
      ids.add(feature.id.normalize('NFC').toLowerCase(), member);
      if (feature.geometry !== null) geometries.add(JSON.stringify(feature.geometry), member);
      if (ROOT_PATHS.has(collection)) onRoot(holder, feature.id);
    }
    for (const group of geometries.several()) {
      for (const holder of holdersIn(group)) holders.get(holder)!.geometryTwins.push(twinsOf(collection, group));
    }
  }
  for (const group of ids.several()) {
    for (const holder of holdersIn(group)) holders.get(holder)!.idTwins.push(twinsOf('', group));
  }
  return [...holders.values()].map((measure) => measure.quality()).sort((one, other) => (one.holder < other.holder ? -1 : 1));
}

interface Member {
  readonly id: string;
  readonly holder: string;
}

function holdersIn(group: readonly Member[]): ReadonlySet<string> {
  return new Set(group.map(({ holder }) => holder));
}

function twinsOf(collection: string, group: readonly Member[]): Twins {
  return { collection, ids: group.slice(0, TWIN_IDS_MAX).map(({ id }) => id) };
}

/** Members by a text, of which a hash is kept. */
class Groups {
  readonly #first = new Map<string, Member>();
  readonly #several = new Map<string, Member[]>();

  add(text: string, member: Member): void {
    const key = sha256Text(text).slice(0, HASH_CHARS);
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, member);
      return;
    }
    const group = this.#several.get(key);
    if (group === undefined) this.#several.set(key, [first, member]);
    else group.push(member);
  }

  /** Returns the groups of more than one. */
  several(): Iterable<readonly Member[]> {
    return this.#several.values();
  }
}

class HolderMeasure {
  readonly idTwins: Twins[] = [];
  readonly geometryTwins: Twins[] = [];
  readonly #holder: string;
  readonly #collections = new Map<string, CollectionMeasure>();

  constructor(holder: string) {
    this.#holder = holder;
  }

  in(collection: string): CollectionMeasure {
    let measure = this.#collections.get(collection);
    if (measure === undefined) this.#collections.set(collection, measure = new CollectionMeasure(collection));
    return measure;
  }

  quality(): HolderQuality {
    const { idTwins, geometryTwins } = this;
    return {
      holder: this.#holder, collections: [...this.#collections.values()].map((measure) => measure.quality()), findings: [],
      idTwins: idTwins.slice(0, TWINS_MAX), geometryTwins: geometryTwins.slice(0, TWINS_MAX),
      twins: { ids: idTwins.length, geometries: geometryTwins.length },
    };
  }
}

class CollectionMeasure {
  readonly #collection: string;
  readonly #fields = new Map<string, { filled: number; unknown: number }>();
  readonly #ages: number[] = [];
  #objects = 0;
  #withoutGeometry = 0;
  #emptyGeometry = 0;
  #expired = 0;
  #oldest: string | null = null;
  #newest: string | null = null;

  constructor(collection: string) {
    this.#collection = collection;
  }

  add(properties: JsonObject, geometry: Json, now: Moment): void {
    this.#objects += 1;
    if (geometry === null) this.#withoutGeometry += 1;
    else if (isObject(geometry) && Array.isArray(geometry['coordinates']) && geometry['coordinates'].length === 0) this.#emptyGeometry += 1;
    for (const [name, value] of Object.entries(properties)) if (!GIVEN.has(name)) this.#count(name, value);
    const end = momentIn(properties['eindGeldigheid']);
    if (end !== undefined && end < now) this.#expired += 1;
    const begin = properties['beginGeldigheid'];
    if (typeof begin === 'string') {
      if (this.#oldest === null || begin < this.#oldest) this.#oldest = begin;
      if (this.#newest === null || begin > this.#newest) this.#newest = begin;
    }
    const registered = momentIn(properties['tijdstipRegistratie']);
    if (registered !== undefined) this.#ages.push(Math.max(0, now - registered) / DAY_MS);
  }

  #count(name: string, value: Json | undefined): void {
    let field = this.#fields.get(name);
    if (field === undefined) this.#fields.set(name, field = { filled: 0, unknown: 0 });
    if (value === null || value === undefined) return;
    if (isObject(value) && value['waarde'] === null) field.unknown += 1;
    else field.filled += 1;
  }

  quality(): CollectionQuality {
    const ages = this.#ages.sort((one, other) => one - other);
    const fields = [...this.#fields].map(([field, counts]): FieldQuality => ({ field, ...counts }));
    return {
      collection: this.#collection, objects: this.#objects, withoutGeometry: this.#withoutGeometry, emptyGeometry: this.#emptyGeometry,
      expired: this.#expired, oldest: this.#oldest, newest: this.#newest, fields,
      ageDays: ages.length === 0 ? null : Math.floor(ages[ages.length >> 1]!),
    };
  }
}

function momentIn(value: Json | undefined): Moment | undefined {
  return typeof value === 'string' ? parseRfc3339(value) : undefined;
}
