/**
 * Data folders that older programs made (test/data/formats/README.md), and what those programs answered, to be compared by meaning: equal
 * values, equal instants. What this program says beside that is not compared.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMoment, type Moment } from '../../../schemas/time.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { isObject } from '../../../schemas/json.ts';
import { openEditions } from '../../../publisher/read/editions-reader.ts';
import type { Edition } from '../../../publisher/read/types.ts';
import { PROJECT } from '../../shared-data.ts';
import { temporaryFolder } from '../state/register-bench.ts';

export const OLDER_FOLDERS = ['format-1', 'format-2-one-state-file', 'format-2', 'format-3'] as const;
export type OlderFolder = (typeof OLDER_FOLDERS)[number];

/** It became secret at last: what older programs answered of it is not answered any more. */
const SECRET_NOW = 'NL.IMEV.AB12.gebouw-4';
const FORMATS = join(PROJECT, 'test/data/formats');

/** Content of an edition. Numbers are indexes in `objects`. */
export interface Answer {
  readonly head: number;
  readonly edition: number;
  readonly activated: string;
  /** Whether the older program kept the edition. */
  readonly kept: boolean;
  readonly features: Readonly<Record<string, readonly number[]>>;
  readonly documents: Readonly<Record<string, number | null>>;
  /** By moment of validity. */
  readonly validAt: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly versions: Readonly<Record<string, readonly number[]>>;
}

export interface Recorded {
  readonly format: number;
  readonly answers: readonly Answer[];
  readonly objects: readonly JsonObject[];
}

/** A copy of the folder that the test may change. */
export function olderFolder(name: OlderFolder): string {
  const folder = temporaryFolder();
  execFileSync('tar', ['-xzf', join(FORMATS, `${name}.tar.gz`), '-C', folder]);
  return join(folder, 'data');
}

export function recorded(name: OlderFolder): Recorded {
  return JSON.parse(readFileSync(join(FORMATS, `${name}.json`), 'utf8')) as Recorded;
}

/** Differences between what an edition says and what the older program said in its place; empty when they mean the same. */
export function differences(edition: Edition, { features, documents, validAt, versions }: Answer, objects: Recorded['objects']): readonly string[] {
  const found: string[] = [];
  const compare = (where: string, now: Json | undefined, then: Json | undefined): void => {
    const less = lessThan(now, then, where);
    if (less !== null) found.push(less);
  };
  for (const [name, series] of edition.series) {
    const { slices } = series.page({ crs: 'CRS84', position: 0, limit: 100 });
    const now = (JSON.parse(`[${Buffer.concat(slices).toString()}]`) as JsonObject[]).map(withoutDerived);
    const then = (features[name] ?? []).map((place) => objects[place]!).filter(({ id }) => id !== SECRET_NOW);
    compare(name, byId(now), byId(then));
    if (now.length !== then.length) found.push(`${name}: ${now.length} in place of ${then.length}`);
  }
  const parsed = (id: string, at?: Moment): Json => {
    const document = edition.document(id, '28992', at);
    return document === undefined ? null : JSON.parse(Buffer.concat(document.slices).toString()) as Json;
  };
  const then = (id: string, place: number | null): Json => (place === null || id === SECRET_NOW ? null : objects[place]!);
  for (const [id, place] of Object.entries(documents)) compare(id, parsed(id), then(id, place));
  for (const [at, all] of Object.entries(validAt)) {
    for (const [id, place] of Object.entries(all)) compare(`${id} valid at ${at}`, parsed(id, Number(at) as Moment), then(id, place));
  }
  for (const [id, places] of Object.entries(versions)) {
    compare(`versions of ${id}`, edition.versions(id) as unknown as Json, id === SECRET_NOW ? [] : places.map((place) => objects[place]!));
  }
  return found;
}

/** The edition that was active at a moment, opened anew; `gone`, `nothing`, or what is different in it. */
export function saidAt(folder: string, answer: Answer, objects: Recorded['objects']): 'gone' | 'nothing' | { readonly edition: number; readonly activated: string; readonly differences: readonly string[] } {
  const editions = openEditions(folder, 'public');
  try {
    const found = editions.at(Date.parse(answer.activated) as Moment);
    if (found === 'nothing') return found;
    if (!('edition' in found)) return 'gone';
    return { edition: found.edition.number, activated: found.activated.toISOString(), differences: differences(found.edition, answer, objects) };
  } finally {
    editions.close();
  }
}

/** A feature as the older program showed it, which made no geometry of a distance. */
function withoutDerived(feature: JsonObject): JsonObject {
  return (feature['properties'] as JsonObject)['geometrieAfgeleid'] === true ? { ...feature, geometry: null } : feature;
}

function byId(features: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(features.map((feature) => [feature['id'] as string, feature]));
}

/** Returns what `now` lacks of `then`, in words; null: nothing. Links are not compared, because they come from the program. */
function lessThan(now: Json | undefined, then: Json | undefined, where: string): string | null {
  if (isObject(then ?? null)) {
    if (!isObject(now ?? null)) return `${where}: ${JSON.stringify(now)} in place of an object`;
    for (const [name, value] of Object.entries(then as JsonObject)) {
      if (name === 'links' || name === '_links') continue;
      const less = lessThan((now as JsonObject)[name], value, `${where}/${name}`);
      if (less !== null) return less;
    }
    return null;
  }
  if (Array.isArray(then)) {
    if (!Array.isArray(now) || now.length !== then.length) return `${where}: ${JSON.stringify(now)} in place of a list of ${then.length}`;
    for (const [place, value] of then.entries()) {
      const less = lessThan(now[place], value, `${where}/${place}`);
      if (less !== null) return less;
    }
    return null;
  }
  return isSame(now, then) ? null : `${where}: ${JSON.stringify(now)} in place of ${JSON.stringify(then)}`;
}

function isSame(now: Json | undefined, then: Json | undefined): boolean {
  if (now === then) return true;
  const [one, other] = [now, then].map((value) => (typeof value === 'string' ? parseMoment(value) : undefined));
  return one !== undefined && one === other;
}
