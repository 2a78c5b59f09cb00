/**
 * Pyramid: one file with the vector tiles of an edition, from level 0 to the level at which all collections have features, at least
 * `DETAILED_LEVEL`. A tile has the layers of all collections: the bytes that the service gives for each of them, one after the other.
 *
 * Invariants:
 *  - Equal content gives equal bytes, whether tiles are copied from the file of an earlier edition or made.
 *  - A tile is made again only when a feature that touches it is new, changed or gone, or when a collection has features from another
 *    level on.
 *  - Memory is bounded by the tiles of one level, without their bytes.
 * Not here: the bytes of a tile (tile-content.ts) and of the file (publisher/format/pmtiles.ts).
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { CRSS } from '../../schemas/crs.ts';
import type { Box } from '../../schemas/geometry.ts';
import { isObject, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { sha256Text } from '../format/hash.ts';
import { decodeHead, encodeHead, tileNumber, type DecodedHead, type PmtilesHead, type TileRun } from '../format/pmtiles.ts';
import type { Packs } from '../read/bytes/index.ts';
import type { EditionReader } from '../read/edition-reader.ts';
import type { SeriesQuery } from '../read/series-query.ts';
import type { SeriesReader } from '../read/series-reader.ts';
import { inTurns } from '../read/turns.ts';
import { boxAt, changedAreas, touches } from './changed-areas.ts';
import { COUNT_FIELDS, COUNTS_LAYER, layerFields } from './layers.ts';
import { areaOf, MATRIX_SETS, type Tile } from './matrix-sets.ts';
import { firstLevelOf, makeTile } from './tile-content.ts';

const SET = MATRIX_SETS[0]!;

/** A unit of a tile at this level is less than a metre. */
const DETAILED_LEVEL = 14;

/** Rules that tiles are made by. Raise `version` when the bytes of a tile change for another reason than its content. */
const RECIPE: JsonObject = { version: 1, features: LIMITS.tileFeaturesMax, touches: LIMITS.tileTouchesMax };

/** The name of the part of the metadata that is ours. */
const OURS = 'ev-register';

const ALL_NOW: SeriesQuery = {
  crs: SET.crs, at: null, during: null, box: null, filter: null, words: [], order: [], position: 0, limit: 0,
};

export interface PyramidContent {
  readonly edition: EditionReader;
  /** The packs of this and the earlier edition. */
  readonly packs: Packs;
  /** The file of an earlier edition to copy from; null: all tiles are made. */
  readonly earlier: { readonly edition: EditionReader; readonly path: string } | null;
}

/** Numbers of tiles with features or counts. */
export interface PyramidCounts {
  readonly made: number;
  readonly copied: number;
}

/** Writes a new file. `path` with `.data` behind it is free too. The caller makes the bytes durable. */
export async function writePyramid(content: PyramidContent, path: string): Promise<PyramidCounts> {
  const layers = await layersOf(content.edition);
  const earlier = openEarlier(content);
  const data = `${path}.data`;
  try {
    const changed = await changesOf(content, layers, earlier);
    const lastLevel = Math.max(DETAILED_LEVEL, ...layers.map(({ firstLevel }) => firstLevel));
    const { counts, ...tiles } = await tilesOf(data, { layers, earlier, lastLevel, changed });
    const [west, south, east, north] = CRSS.CRS84.area;
    const metadata = metadataOf(content.edition, layers, lastLevel);
    join(path, encodeHead({ ...tiles, lastLevel, metadata, bounds: [west, south, east, north] }), data);
    return counts;
  } finally {
    rmSync(data, { force: true });
    if (earlier !== null) closeSync(earlier.file);
  }
}

interface Layer {
  readonly collection: string;
  readonly series: SeriesReader;
  readonly firstLevel: number;
}

async function layersOf({ series }: EditionReader): Promise<readonly Layer[]> {
  const layers: Layer[] = [];
  for (const [collection, one] of series) {
    if (one.count === 0) continue;
    layers.push({ collection, series: one, firstLevel: await firstLevelOf(SET, { series: one, question: ALL_NOW }) });
  }
  return layers;
}

function metadataOf({ number, contentId }: EditionReader, layers: readonly Layer[], maxzoom: number): JsonObject {
  return {
    name: OURS, type: 'overlay', format: 'pbf',
    vector_layers: layers.flatMap(({ collection, firstLevel }) => [
      { id: collection, fields: layerFields(collection), minzoom: firstLevel, maxzoom },
      { id: `${collection}${COUNTS_LAYER}`, fields: COUNT_FIELDS, minzoom: 0, maxzoom },
    ]),
    [OURS]: { edition: number, contentId, recipe: RECIPE, firstLevels: firstLevelsOf(layers) },
  };
}

function firstLevelsOf(layers: readonly Layer[]): JsonObject {
  return Object.fromEntries(layers.map(({ collection, firstLevel }) => [collection, firstLevel]));
}

interface Earlier extends DecodedHead {
  readonly file: number;
  readonly firstLevels: JsonObject;
}

/** Opens the earlier file; null when its tiles may differ for another reason than their content. */
function openEarlier({ edition, earlier }: PyramidContent): Earlier | null {
  if (earlier === null || earlier.edition.configurationHash !== edition.configurationHash) return null;
  const file = openSync(earlier.path, 'r');
  try {
    const head = decodeHead((start, end) => readAt(file, start, end), earlier.path);
    const ours = head.metadata[OURS];
    const isSame = isObject(ours) && ours['contentId'] === earlier.edition.contentId && isDeepStrictEqual(ours['recipe'], RECIPE);
    if (isSame) return { ...head, file, firstLevels: ours['firstLevels'] as JsonObject };
    closeSync(file);
    return null;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Returns the areas in which a layer changed; null: everywhere. */
async function changesOf(
  { packs, earlier }: PyramidContent, layers: readonly Layer[], opened: Earlier | null,
): Promise<readonly Box[] | null> {
  if (earlier === null || opened === null) return null;
  const names = new Set([...layers.map(({ collection }) => collection), ...Object.keys(opened.firstLevels)]);
  const changed: Box[] = [];
  for (const name of names) {
    const after = layers.find(({ collection }) => collection === name);
    if (after !== undefined && opened.firstLevels[name] !== undefined && opened.firstLevels[name] !== after.firstLevel) return null;
    const before = earlier.edition.series.get(name);
    const areas = await inTurns(changedAreas(before?.root ?? null, after?.series.root ?? null, { packs, crs: SET.crs }));
    if (areas === null) return null;
    for (const area of areas) changed.push(area);
  }
  return changed;
}

/** A tile that may have content. */
interface Candidate extends Tile {
  readonly number: number;
  /** Indexes of the layers that may have content in it. */
  readonly layers: readonly number[];
  /** The changed areas that touch it; null: all of it may have changed. */
  readonly changed: readonly Box[] | null;
}

interface PyramidPlan {
  readonly layers: readonly Layer[];
  readonly earlier: Earlier | null;
  readonly lastLevel: number;
  readonly changed: readonly Box[] | null;
}

interface WrittenTiles extends Pick<PmtilesHead, 'runs' | 'dataBytes'> {
  readonly counts: PyramidCounts;
}

/** Writes the data of a file, and returns where its tiles are. */
async function tilesOf(path: string, plan: PyramidPlan): Promise<WrittenTiles> {
  const data = openSync(path, 'wx');
  try {
    return await new Pyramid(data, plan).write();
  } finally {
    closeSync(data);
  }
}

class Pyramid {
  readonly #plan: PyramidPlan;
  readonly #layers: readonly Layer[];
  readonly #earlier: Earlier | null;
  readonly #data: number;
  readonly #runs: TileRun[] = [];
  readonly #offsets = new Map<string, number>();
  #dataBytes = 0;
  /** Index of the run of the earlier file at which the next tile is looked up; tiles come in order. */
  #at = 0;
  #made = 0;
  #copied = 0;

  constructor(data: number, plan: PyramidPlan) {
    [this.#data, this.#plan, this.#layers, this.#earlier] = [data, plan, plan.layers, plan.earlier];
  }

  async write(): Promise<WrittenTiles> {
    const { lastLevel, changed } = this.#plan;
    let level: Candidate[] = [{ set: SET, level: 0, column: 0, row: 0, number: 0, layers: this.#layers.map((_, index) => index), changed }];
    while (level.length > 0) {
      const next: Candidate[] = [];
      for (const candidate of level.sort((one, other) => one.number - other.number)) {
        const layers = await this.#take(candidate);
        if (candidate.level < lastLevel && layers.length > 0) next.push(...childrenOf(candidate, layers));
      }
      level = next;
    }
    return { runs: this.#runs, dataBytes: this.#dataBytes, counts: { made: this.#made, copied: this.#copied } };
  }

  /** Adds a tile, and returns the layers that its children may have. */
  async #take(candidate: Candidate): Promise<readonly number[]> {
    const { level, changed, number } = candidate;
    const present = candidate.layers.filter((index) => this.#mayTouch(candidate, index));
    if (changed?.length === 0 && level <= this.#earlier!.lastLevel) {
      const packed = this.#earlierTile(number);
      if (packed !== undefined) this.#add(number, packed);
      this.#copied += Number(packed !== undefined);
      return packed === undefined ? present.filter((index) => level < this.#layers[index]!.firstLevel) : present;
    }
    const pieces: Buffer[] = [];
    const followed: number[] = [];
    for (const index of present) {
      const { collection, series, firstLevel } = this.#layers[index]!;
      const bytes = await makeTile({ series, collection, question: ALL_NOW }, candidate, firstLevel);
      pieces.push(bytes);
      if (bytes.length > 0 || level < firstLevel) followed.push(index);
    }
    const bytes = Buffer.concat(pieces);
    if (bytes.length > 0) {
      this.#add(number, gzipSync(bytes));
      this.#made += 1;
    }
    return followed;
  }

  /** Whether a layer may have a feature that touches a tile. Counts lie where centres are, so a tile without counts may still have features. */
  #mayTouch(tile: Tile, index: number): boolean {
    const { series: { root }, firstLevel } = this.#layers[index]!;
    if (tile.level >= firstLevel && tile.level > 0) return true;
    const area = areaOf(tile);
    return Array.from({ length: root?.pages ?? 0 }, (_, page) => page).some((page) => touches(boxAt(root!.boxes[SET.crs], page), area));
  }

  #earlierTile(number: number): Buffer | undefined {
    const { runs, file, data } = this.#earlier!;
    while (this.#at < runs.length && runs[this.#at]!.first + runs[this.#at]!.count <= number) this.#at += 1;
    const run = runs[this.#at];
    if (run === undefined || number < run.first) return undefined;
    return readAt(file, data + run.offset, data + run.offset + run.length);
  }

  #add(number: number, packed: Buffer): void {
    const hash = sha256Text(packed.toString('latin1'));
    const known = this.#offsets.get(hash);
    const offset = known ?? this.#dataBytes;
    const last = this.#runs.at(-1);
    if (last !== undefined && last.offset === offset && last.first + last.count === number) last.count += 1;
    else this.#runs.push({ first: number, count: 1, offset, length: packed.length });
    if (known !== undefined) return;
    writeAll(this.#data, packed);
    this.#offsets.set(hash, offset);
    this.#dataBytes += packed.length;
  }
}

function childrenOf({ set, level, column, row, changed }: Candidate, layers: readonly number[]): readonly Candidate[] {
  return [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, lower]): Candidate => {
    const tile = { set, level: level + 1, column: column * 2 + right!, row: row * 2 + lower! };
    const area = areaOf(tile);
    return {
      ...tile, layers, number: tileNumber(tile.level, tile.column, tile.row),
      changed: changed === null ? null : changed.filter((box) => touches(box, area)),
    };
  });
}

function readAt(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  let done = 0;
  for (let read = -1; read !== 0 && done < bytes.length; done += read) {
    read = readSync(file, bytes, done, bytes.length - done, start + done);
  }
  return bytes.subarray(0, done);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

const PIECE_BYTES = 1024 * 1024;

/** Writes the head and the data of a file as one. */
function join(path: string, head: Buffer, data: string): void {
  const [file, from] = [openSync(path, 'wx'), openSync(data, 'r')];
  try {
    writeAll(file, head);
    for (let at = 0; ; at += PIECE_BYTES) {
      const piece = readAt(from, at, at + PIECE_BYTES);
      writeAll(file, piece);
      if (piece.length < PIECE_BYTES) return;
    }
  } finally {
    closeSync(from);
    closeSync(file);
  }
}
