/** Older editions: reads heads and manifests of an older format. Withdrawn editions are left out: their manifests have another name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Damage } from '../../publisher/format/damage.ts';
import type { Head } from '../../publisher/format/head.ts';
import { fileOf, numberOf, type AudienceFolder } from '../../publisher/format/layout.ts';
import { decodeAnyHead, decodeOlderManifest, type OlderManifest } from '../../publisher/format/older.ts';
import { numbersOf } from '../../publisher/read/heads.ts';
import type { State } from '../state/database/database.ts';
import { notePoint } from '../state/register/edition-points.ts';

export interface OlderEditions {
  /** Ascending. */
  readonly heads: readonly Head[];
  /** Numbers of the kept editions, ascending: those that a head names, and the newest. */
  readonly kept: readonly number[];
  /** Manifests by number, without damaged ones, whose editions are made again all the same. */
  readonly manifests: ReadonlyMap<number, OlderManifest>;
}

/** Reads the editions. Throws a Fault when a head cannot be read: only the head knows when its edition was active. */
export function readOlderEditions(of: AudienceFolder): OlderEditions {
  const { audience } = of;
  const heads = numbersOf(of, 'heads').map((number) => {
    const path = fileOf(of, 'heads', number);
    return decodeAnyHead(readFileSync(path), { path, audience, number });
  });
  const numbers = numbersOf(of, 'manifests');
  const manifests = new Map(numbers.flatMap((number) => {
    const path = fileOf(of, 'manifests', number);
    const manifest = unlessDamaged(() => decodeOlderManifest(readFileSync(path), { path, audience, number }));
    return manifest === undefined ? [] : [[number, manifest] as const];
  }));
  const named = new Set([...heads.map(({ edition }) => edition), heads.at(-1)?.newest]);
  return { heads, manifests, kept: numbers.filter((number) => named.has(number)) };
}

/** Records in the register the point of each edition, which format 1 has in its manifests. The newest edition has the last known point. */
export function notePoints(db: State, { kept, manifests }: OlderEditions, audience: AudienceFolder['audience']): void {
  const unchanged = [...manifests.values()].filter(({ isUnchanged, number }) => isUnchanged && number > (kept.at(-1) ?? 0));
  for (const edition of kept) {
    const own = manifests.get(edition)?.point ?? null;
    const point = (edition === kept.at(-1) ? unchanged.at(-1)?.point : undefined) ?? own;
    if (point !== null) notePoint(db, { audience, edition, shown: null }, point);
  }
}

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

/**
 * Returns when the first head in the folders `public.old` was activated, which earlier programs moved aside; null: there is none.
 * The register does not know their points.
 */
export function firstMovedAside({ folder, audience }: AudienceFolder): string | null {
  const names = readdirSync(folder).filter((name) => new RegExp(`^${audience}\\.old(-\\d+)?$`).test(name));
  const activated = names.flatMap((name) => headsIn(join(folder, name, 'heads'), audience).map((head) => head.activated));
  return activated.sort()[0] ?? null;
}

function headsIn(folder: string, audience: AudienceFolder['audience']): readonly Head[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const [path, number] = [join(folder, name), numberOf('heads', name)];
    return number === undefined ? [] : unlessDamaged(() => decodeAnyHead(readFileSync(path), { path, audience, number })) ?? [];
  });
}
