/**
 * An edition to measure: generated vulnerable buildings, transformed and published with the product's own code.
 * Not here: preparation and register, which have figures of their own.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../generate/generate.ts';
import { loadGrids, type Grids } from '../../pipelines/coordinates/grids.ts';
import { reproject } from '../../pipelines/coordinates/reproject.ts';
import { openStore, type EditionStore } from '../../publisher/store.ts';
import type { PublishRequest, RootChange, RootState } from '../../publisher/write/input.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import { publish } from '../../publisher/write/publish.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Row } from './table.ts';
import { SOUND } from '../always-sound.ts';

export const BASE_URL = 'http://127.0.0.1:8080/v1';
export const MOMENT = Date.parse('2026-06-01T00:00:00Z') as Moment;
const CHANGES = 31;
export const REGISTERED = '2026-06-01T00:00:00.0Z';

export interface MeasuredPublication {
  readonly folder: string;
  readonly objects: number;
  readonly fullSeconds: number;
  /** Median of the publications with one changed object. */
  readonly oneChangeSeconds: number;
}

/** For the table. */
export function publicationRows({ objects, fullSeconds, oneChangeSeconds }: MeasuredPublication): readonly Row[] {
  return [
    {
      what: `publication of ${objects} buildings, full`, ours: `${Math.round(objects / fullSeconds)} objects/s`,
      beside: '', ratio: '',
    },
    {
      what: 'publication of one changed building', ours: `${(oneChangeSeconds * 1000).toFixed(1)} ms`,
      beside: `full: ${fullSeconds.toFixed(1)} s`, ratio: `${Math.round(fullSeconds / oneChangeSeconds)}×`,
    },
  ];
}

/** Publishes `objects` buildings in a new temporary folder, then changes one of them some times. */
export async function publishBuildings(objects: number): Promise<MeasuredPublication> {
  process.stderr.write(`publishing ${objects} buildings in 4 CRSs\n`);
  const documents = await buildings(objects);
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  const store = openStore(folder, SOUND);
  const grids = loadGrids();
  const fullSeconds = timed(() => publishChanges(store, 1, changesOf(documents, grids)));
  const one = documents[Math.floor(documents.length / 2)];
  if (one === undefined) throw new Error('nothing was generated');
  const seconds: number[] = [];
  for (let n = 1; n <= CHANGES; n += 1) {
    const change = {
      before: stateOf(n === 1 ? one : { ...one, populatie: n - 1 }, grids),
      after: stateOf({ ...one, populatie: n }, grids),
      at: (MOMENT + n + 1) as Moment,
    };
    seconds.push(timed(() => publishChanges(store, n + 1, [change])));
  }
  return { folder, objects, fullSeconds, oneChangeSeconds: median(seconds) };
}

async function buildings(objects: number): Promise<readonly JsonObject[]> {
  const chunks: Buffer[] = [];
  await generate({ objects, seed: 1, types: ['KwetsbaarGebouw'], write: (chunk) => { chunks.push(chunk); } });
  return Buffer.concat(chunks).toString().split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as JsonObject);
}

function* changesOf(documents: readonly JsonObject[], grids: Grids): Generator<RootChange> {
  for (const document of documents) yield { before: null, after: stateOf(document, grids), at: MOMENT };
}

function stateOf(document: JsonObject, grids: Grids): RootState {
  const id = document['id'] as string;
  return {
    id,
    type: 'KwetsbaarGebouw',
    versions: [{
      valid: { from: Date.parse('2020-01-01T00:00:00Z') as Moment, until: null },
      document, geometries: reproject(document, '28992', { grids }), registered: { [id]: REGISTERED }, targets: {},
    }],
  };
}

/** Publishes changes as edition `seq`, a few milliseconds after the one before. */
export function publishChanges(store: EditionStore, seq: number, changes: Iterable<RootChange>): void {
  const moment = (MOMENT + seq) as Moment;
  const request: PublishRequest = {
    audience: 'public', moment, rows: rowsOf(changes, { moment, baseUrl: BASE_URL }), versions: () => [],
    configuration: { baseUrl: BASE_URL, grids: 'bench', model: 'bench', codeLists: 'bench' },
  };
  publish(request, store, new Date(MOMENT + seq));
}

function timed(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
