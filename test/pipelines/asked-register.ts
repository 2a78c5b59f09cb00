/**
 * Random questions to the editions that a real conductor made of a random history, beside a naive evaluation of its register:
 * corrections, validity that begins or ends later, versions inserted before others, and what becomes secret or open again.
 * Every edition is asked, not only the newest, each against the prefix and the moment that it stands for.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { numbersOf, readHead } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions.ts';
import type { RootState, VersionState } from '../../publisher/write/input.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import type { Moment, Received } from '../../schemas/time.ts';
import { foldersOf, openInbox } from '../../pipelines/state/database.ts';
import { insertEntries } from '../../pipelines/state/inbox.ts';
import { sha256Of } from '../../pipelines/state/payload.ts';
import { openConductor } from '../../pipelines/workers/wiring.ts';
import { modelRows, type ModelRow } from '../publisher/model.ts';
import { expectNaive, questionsOf } from '../publisher/naive-answer.ts';
import { projected } from '../publisher/registry.ts';
import { START_US } from './state/register-bench.ts';
import { building, location, payloadOf, prepareSmall } from './state/small-roots.ts';

const SECOND_US = 1_000_000;
/** In the midst of the deliveries, and some minutes after the last. */
const BEGINS = ['2019-01-01T00:00:00Z', '2023-01-01T00:00:00Z', '2026-01-01T00:00:03Z', '2026-01-01T00:01:00Z', '2026-01-01T00:03:00Z'] as const;
const ENDS = [null, null, '2026-01-01T00:00:05Z', '2026-01-01T00:02:00Z', '2030-01-01T00:00:00Z'] as const;

const root = fc.record({
  id: fc.nat(15), kind: fc.nat(3), populatie: fc.nat(5), secret: fc.nat(9), from: fc.constantFrom(...BEGINS), end: fc.constantFrom(...ENDS),
}).map(({ id, kind, populatie, secret, from, end }): JsonObject => {
  const options = { from, populatie, secret: secret === 0, ...(end === null || end <= from ? {} : { until: end }) };
  return kind === 0 ? location(`l${id}`, [`m${id}`, `n${id}-${populatie}`], options) : building(`b${id}`, options);
});

/** Deliveries, each of some versions of roots; and whether it is published before the next comes. */
export const histories = fc.array(fc.record({
  documents: fc.uniqueArray(root, { minLength: 1, maxLength: 8, selector: ({ id }) => id }), isPublished: fc.boolean(),
}), { minLength: 3, maxLength: 8 });
type History = (typeof histories) extends fc.Arbitrary<infer Value> ? Value : never;

const ids = fc.tuple(fc.constantFrom('b', 'l', 'm'), fc.nat(15)).map(([letter, n]) => `${letter}${n}`);
const moments = fc.constantFrom(...BEGINS, ...ENDS.filter((end) => end !== null), '2018-01-01T00:00:00Z').map((text) => Date.parse(text));
const questions = questionsOf({
  series: ['kwetsbare-gebouwen', 'kwetsbare-gebouwen', 'kwetsbare-gebouwen', 'locatie-activiteiten', 'windturbines', 'ev-activiteiten'],
  values: {
    id: ids, 'identificatie.lokaalID': ids, populatie: fc.nat(6), bronhoudercode: fc.constantFrom('AB12', 'CD34'), bedrijfsnaam: fc.constantFrom('Test', 'test'),
    ashoogte: fc.constantFrom(79, 80), beginGeldigheid: moments, eindGeldigheid: moments, categorieKwetsbaarheid: fc.constantFrom('kwetsbaar gebouw', 'x'),
  },
  often: ['populatie', 'populatie', 'id', 'eindGeldigheid'],
  like: [['id', 'b1%'], ['id', '_2'], ['bedrijfsnaam', 'T%'], ['identificatie.lokaalID', 'n%-3']],
  words: ['test', '*', 'b?', 'te*t', 'x'],
  moment: fc.tuple(moments, fc.constantFrom(-1, 0, 1, 1_000)).map(([moment, more]) => (moment + more) as Moment),
});

/** Throws where an edition answers otherwise than the register says. */
export async function askRegister(history: History, { count, seed }: { readonly count: number; readonly seed: number }): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'ev-asked-'));
  try {
    await play(history, data);
    const { editions: folder, register } = foldersOf(data);
    const editions = openEditions(folder, 'public');
    const db = new DatabaseSync(register, { readOnly: true });
    const heads = numbersOf({ folder, audience: 'public' }, 'heads');
    const evaluated = new Map(heads.map((head) => [head, evaluate(db, readHead({ folder, audience: 'public' }, head).edition)]));
    for (const [n, { series, question }] of fc.sample(questions, { numRuns: count, seed }).entries()) {
      const head = heads[n % heads.length]!;
      const { rows, moment } = evaluated.get(head)!;
      await expectNaive(editions.byHead(head)!.edition.series.get(series)!, { question, rows: rows.filter((row) => row.series === series), moment });
    }
    db.close();
    editions.close();
  } finally {
    rmSync(data, { recursive: true });
  }
}

async function play(history: History, data: string): Promise<void> {
  let us = START_US;
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1:8080/v1', clock: () => new Date(us / 1000), prepare: prepareSmall,
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const entrance = openInbox(data);
  for (const { documents, isPublished } of history) {
    us += SECOND_US;
    const payload = payloadOf(...documents);
    insertEntries(entrance, [{
      uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
      input: { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null },
    }], () => us as Received);
    if (isPublished) await opened.conductor.drain();
  }
  // Validities begin and end after the last delivery too.
  for (const seconds of [0, 90, 300]) {
    us = START_US + seconds * SECOND_US + SECOND_US * 20;
    await opened.conductor.drain();
  }
  entrance.close();
  opened.close();
}

interface VersionRow {
  readonly id: string;
  readonly type: RootType;
  readonly val_from: Moment;
  readonly val_to: Moment | null;
  readonly hidden: string | null;
  readonly body: string;
}

/** All rows of what was recorded when an edition was made, and its moment. A root of which any version is hidden is not there. */
function evaluate(db: DatabaseSync, edition: number): { readonly rows: readonly ModelRow[]; readonly moment: number } {
  const { decision, moment } = db.prepare("SELECT decision, moment FROM published WHERE audience = 'public' AND edition = ?").get(edition) as { decision: number; moment: number };
  const recorded = db.prepare(`SELECT r.id, r.type, val_from, val_to, hidden, body FROM version v JOIN doc d ON d.n = v.doc JOIN root r ON r.n = v.root
    WHERE decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1)`).all(decision) as unknown as VersionRow[];
  const roots = [...Map.groupBy(recorded, ({ id }) => id).values()].filter((versions) => versions.every(({ hidden }) => hidden === null));
  return { rows: modelRows(roots.map(stateOf)), moment };
}

function stateOf(versions: readonly VersionRow[]): RootState {
  return {
    id: versions[0]!.id, type: versions[0]!.type,
    versions: versions.map(({ val_from: from, val_to: until, body }): VersionState => {
      const document = JSON.parse(body) as JsonObject;
      return { valid: { from, until }, document, geometries: new Map(geometriesIn(document)), registered: {}, targets: {} };
    }),
  };
}

function* geometriesIn(object: JsonObject): Generator<readonly [string, ReturnType<typeof projected>]> {
  if (object['geometrie'] !== undefined) yield [object['id'] as string, projected(object['geometrie'] as unknown as Geometry)];
  for (const value of Object.values(object)) for (const child of Array.isArray(value) ? value as readonly Json[] : []) if (isObject(child)) yield* geometriesIn(child);
}
