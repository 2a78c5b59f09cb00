/** Example edition: a real edition of the examples of `ev demo`, in its own folder, with the coordinates of the publisher's tests. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Editions } from '../../publisher/read/types.ts';
import { openStore } from '../../publisher/store.ts';
import type { RootState } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { ROOTS, type RootType } from '../../schemas/names.ts';
import { createAll, day, openedAt, request, state } from '../publisher/registry.ts';
import { PROJECT } from '../shared-data.ts';
import { ACTIVATED } from './harness.ts';
import { SOUND } from '../always-sound.ts';

const FOLDER = join(PROJECT, 'data/examples');

/** Returns the examples as an edition, and a function that removes it. */
export function exampleEditions(): { readonly folder: string; readonly editions: Editions; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'ev-examples-'));
  const states = roots().map(stateOf);
  publish({ ...request(createAll(states), { moment: day(300) }), versions: () => openedAt(states, day(300)) }, openStore(folder, SOUND), ACTIVATED);
  const editions = openEditions(folder, 'public');
  return { folder, editions, remove: () => { editions.close(); rmSync(folder, { recursive: true }); } };
}

function roots(): readonly JsonObject[] {
  const files = Object.keys(JSON.parse(readFileSync(join(FOLDER, 'holders.json'), 'utf8')) as object).filter((file) => !file.startsWith('fout-'));
  return readdirSync(FOLDER).filter((file) => files.includes(file)).flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const documents = file.endsWith('.ndjson') ? text.trim().split('\n').map((line) => JSON.parse(line) as Json) : [JSON.parse(text) as Json];
    return documents.flatMap(rootsIn);
  }).filter((root) => root['informatieGeheim'] !== true);
}

/** Returns the roots of a delivery: one, an array, or arrays by plural name. */
function rootsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(rootsIn);
  if (!isObject(value)) return [];
  return typeof value['entityType'] === 'string' && value['entityType'] in ROOTS ? [value] : Object.values(value).flatMap(rootsIn);
}

function stateOf(root: JsonObject): RootState {
  const geometries = Object.fromEntries(geometriesIn(root));
  return state(root['entityType'] as RootType, root['id'] as string, [{ from: 0, until: null, document: root, geometries }]);
}

function geometriesIn(value: Json | undefined): readonly (readonly [string, Geometry])[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(geometriesIn);
  if (!isObject(value) || typeof value['id'] !== 'string') return [];
  const inContour = isObject(value['afstandOfGeometrie']) ? value['afstandOfGeometrie']['geometrie'] : undefined;
  const own = value['geometrie'] ?? inContour;
  const nested = ['voertUit', 'heeft', 'resulteertIn'].flatMap((field) => geometriesIn(value[field]));
  return own === undefined ? nested : [[value['id'], own as unknown as Geometry], ...nested];
}
