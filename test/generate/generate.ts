/**
 * Generate: registers to try the service on, model 4.0.0, RD (EPSG:28992), newline-delimited roots.
 *
 * *Objects* are roots and nested objects together. The mix scales what is known of the real register: of every 1,000 objects about 150
 * belong to locations, activities, references and contours (1 : 1.2 : 1.8 : 4), the other 850 are vulnerable buildings and locations. Rare
 * roots come at fixed turns, so a small register has them too.
 * Invariants:
 *  - The same options give the same bytes: nothing but the seed is drawn from, no clock, no Math.random.
 *  - Memory does not grow with `objects`: each root is written and forgotten.
 * Not here: what a root looks like (locations.ts, networks.ts, vulnerable.ts), how objects are broken (broken/).
 */
import type { TypeOf } from './document-types.ts';
import type { RootType } from '../../schemas/names.ts';
import { Breaker, WAYS } from './broken/break.ts';
import { locatieActiviteit } from './locations.ts';
import { buisleidingStelsel, locatieBasisnet, wegen } from './networks.ts';
import { draft, type Draft } from './objects.ts';
import { openRandom } from './random.ts';
import { kwetsbaarGebouw, kwetsbareLocatie } from './vulnerable.ts';

export interface GenerateOptions {
  /** Whole number: roots and nested objects together. The last root may bring a few more when no building may fill up. */
  readonly objects: number;
  /** Whole number, 0 to 2^32 - 1. */
  readonly seed: number;
  /** Only roots of these types; all without it. */
  readonly types?: readonly RootType[];
  /** Share of the objects to break, 0 to 1. */
  readonly broken?: number;
  /** Names of the ways in which they are broken; all fifty without it. */
  readonly ways?: readonly string[];
  /** Told of each object that was broken, before its line is written. */
  readonly onBroken?: (what: BrokenAt) => void;
  readonly write: (chunk: Buffer) => Promise<void> | void;
}

export interface BrokenAt {
  /** Line in the file, from 1. */
  readonly line: number;
  /** JSON Pointer in the file, as findings have it. */
  readonly pointer: string;
  readonly id: string;
  /** Name of the way in which it was broken. */
  readonly way: string;
}

export interface GenerateCounts {
  readonly roots: number;
  readonly objects: number;
  readonly bytes: number;
  readonly broken: number;
  /** Roots by type. */
  readonly types: Readonly<Partial<Record<RootType, number>>>;
}

const MAKERS: { readonly [Type in RootType]: (of: Draft) => TypeOf[Type] } = {
  LocatieActiviteit: locatieActiviteit, LocatieBasisnet: locatieBasisnet, Wegen: wegen,
  BuisleidingStelsel: buisleidingStelsel, KwetsbaarGebouw: kwetsbaarGebouw, KwetsbareLocatie: kwetsbareLocatie,
};

/** One turn of the two wheels from which the next root's type is taken. */
const SOURCES: readonly RootType[] = [
  'LocatieActiviteit', 'LocatieBasisnet', 'Wegen', 'BuisleidingStelsel',
  ...Array<RootType>(46).fill('LocatieActiviteit'),
];
const VULNERABLE: readonly RootType[] = [
  'KwetsbaarGebouw', 'KwetsbareLocatie', ...Array<RootType>(38).fill('KwetsbaarGebouw'),
];
const SOURCE_SHARE = 0.15;
/** Objects in the largest root a source can make: a company with two LPG stations. */
const LARGEST_SOURCE = 27;
const CHUNK_CHARS = 256 * 1024;

/** Writes the register in chunks of about 256 KB. Throws RangeError when a number is not as described above. */
export async function generate(options: GenerateOptions): Promise<GenerateCounts> {
  const { objects, seed, types, broken: share = 0, ways, onBroken, write } = options;
  assertWhole('objects', objects, Number.MAX_SAFE_INTEGER);
  assertWhole('seed', seed, 0xffff_ffff);
  if (!(share >= 0 && share <= 1)) throw new RangeError(`broken must be a share from 0 to 1, was ${share}`);
  const wheels = openWheels(types);
  const breaker = new Breaker({ share, ways: WAYS.filter(({ name }) => ways?.includes(name) ?? true) });
  const chunks = openChunks(write);
  const made: Partial<Record<RootType, number>> = {};
  let [roots, total, spoiled] = [0, 0, 0];
  while (total < objects) {
    const type = wheels.next(total, objects - total);
    const of = draft(openRandom(seed, roots), `s${seed}-${roots}`);
    const { line, broken } = breaker.root(MAKERS[type](of));
    for (const { pointer, id, way } of broken) {
      onBroken?.({ line: roots + 1, pointer: `/${roots}${pointer}`, id, way: way.name });
    }
    await chunks.add(line);
    wheels.made(type, of.objects);
    made[type] = (made[type] ?? 0) + 1;
    roots += 1;
    total += of.objects;
    spoiled += broken.length;
  }
  await chunks.flush();
  return { roots, objects: total, bytes: chunks.bytes(), broken: spoiled, types: made };
}

/** Collects lines into chunks: text as long as it is text, bytes that are no UTF-8 between them. */
function openChunks(write: GenerateOptions['write']) {
  let [text, bytes] = ['', 0];
  const send = async (chunk: Buffer): Promise<void> => {
    bytes += chunk.length;
    if (chunk.length > 0) await write(chunk);
  };
  const flush = async (): Promise<void> => {
    const chunk = Buffer.from(text);
    text = '';
    await send(chunk);
  };
  return {
    flush,
    bytes: () => bytes,
    async add(line: string | Buffer): Promise<void> {
      if (typeof line === 'string') text += `${line}\n`;
      else {
        await flush();
        await send(Buffer.concat([line, Buffer.from('\n')]));
      }
      if (text.length >= CHUNK_CHARS) await flush();
    },
  };
}

function assertWhole(name: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  throw new RangeError(`${name} must be a whole number from 0 to ${max}, was ${value}`);
}

/** Chooses the types: keeps the share of sources while objects come in, and ends on roots of one object. */
function openWheels(types: readonly RootType[] | undefined) {
  const allowed = (type: RootType): boolean => types === undefined || types.includes(type);
  const [sources, vulnerable] = [SOURCES.filter(allowed), VULNERABLE.filter(allowed)];
  const share = vulnerable.length === 0 ? 1 : SOURCE_SHARE;
  let [sourceObjects, sourceTurn, vulnerableTurn] = [0, 0, 0];
  return {
    next(total: number, left: number): RootType {
      const due = share === 1 || (left >= LARGEST_SOURCE && sourceObjects <= total * share);
      const type = sources.length > 0 && due
        ? sources[sourceTurn++ % sources.length]
        : vulnerable[vulnerableTurn++ % vulnerable.length];
      return type ?? 'KwetsbaarGebouw';
    },
    made(type: RootType, objects: number): void {
      if (SOURCES.includes(type)) sourceObjects += objects;
    },
  };
}
