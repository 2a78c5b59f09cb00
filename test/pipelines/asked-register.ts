/**
 * Questions to the editions that a real conductor made of a random history, beside what the naive register knows of the same writes. Every
 * edition is asked, not only the newest, each against the writes and the moment that it stands for.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { hasManifest, numbersOf, readHead } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Activated, Edition, Editions } from '../../publisher/read/types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { ROOTS, seriesOf } from '../../schemas/names.ts';
import { inUtc, type Moment } from '../../schemas/time.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { modelRows, type ModelRow } from '../publisher/model.ts';
import { expectNaive, questionsOf, withEnd } from '../publisher/naive-answer.ts';
import { CONFIGURATION } from '../publisher/registry.ts';
import { naiveChange, publicStates, type NaiveVersion } from './naive-register.ts';
import { BEGINS, ENDS, play, type History } from './random-histories.ts';

const SERIES_ASKED = ['kwetsbare-gebouwen', 'locatie-activiteiten', 'windturbines', 'ev-activiteiten'] as const;
const TIMES = [...new Set(['2018-01-01T00:00:00Z', ...BEGINS, ...ENDS.filter((end) => end !== null)])].map((text) => Date.parse(text));

const ids = fc.tuple(fc.constantFrom('b', 'l', 'm'), fc.nat(15)).map(([letter, n]) => `${letter}${n}`);
const moments = fc.constantFrom(...TIMES);
const questions = questionsOf({
  series: ['kwetsbare-gebouwen', 'kwetsbare-gebouwen', ...SERIES_ASKED],
  values: {
    id: ids, 'identificatie.lokaalID': ids, populatie: fc.nat(4), bronhoudercode: fc.constantFrom('AB12', 'CD34'), bedrijfsnaam: fc.constantFrom('Test', 'test'),
    ashoogte: fc.constantFrom(79, 80), beginGeldigheid: moments, eindGeldigheid: moments, categorieKwetsbaarheid: fc.constantFrom('kwetsbaar gebouw', 'x'),
  },
  often: ['populatie', 'populatie', 'id', 'eindGeldigheid'],
  like: [['id', 'b1%'], ['id', '_2'], ['bedrijfsnaam', 'T%'], ['identificatie.lokaalID', 'n%-3']],
  lists: { fields: ['gebruiksdoeleindenDetail', 'kvkNummerExploitant'], texts: ['x', '12345678'], scalars: ['bedrijfsnaam'] },
  words: ['test', '*', 'b?', 'te*t', 'x'],
  moment: fc.tuple(moments, fc.constantFrom(-1, 0, 1, 1_000)).map(([moment, more]) => (moment + more) as Moment),
});

/** Facts of one head: its moment, and the rows of the writes that it covers. */
interface HeadFacts {
  readonly head: number;
  readonly rows: readonly ModelRow[];
  readonly moment: Moment;
  /** Versions of all visible roots. */
  readonly versions: readonly NaiveVersion[];
}

/** Throws where an edition answers otherwise than the writes that it stands for say. */
export async function askRegister(history: History, { count, seed }: { readonly count: number; readonly seed: number }): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'ev-asked-'));
  try {
    await play(history, data, CONFIGURATION.baseUrl);
    const editions = openEditions(foldersOf(data).editions, 'public');
    const standings = standingsOf(history, data);
    for (const standing of standings) {
      await askEveryMoment(editions, standing);
      askVersions(editions, standing, standings);
      await askIntervals(editions, standing, seed);
    }
    for (const [n, { series, question }] of fc.sample(questions, { numRuns: count, seed }).entries()) {
      const { head, rows, moment } = standings[n % standings.length]!;
      await expectNaive(editions.firstFrom(head)!.edition.series.get(series)!, { question, rows: rows.filter((row) => row.series === series), moment });
    }
    editions.close();
  } finally {
    rmSync(data, { recursive: true });
  }
}

function standingsOf(history: History, data: string): readonly HeadFacts[] {
  const { editions: folder, register } = foldersOf(data);
  const db = new DatabaseSync(register, { readOnly: true });
  const published = db.prepare("SELECT decision, moment FROM published WHERE audience = 'public' AND edition = ?");
  const of = { folder, audience: 'public' } as const;
  const decided = db.prepare('SELECT seq FROM decision ORDER BY n').all() as { seq: number }[];
  const states = publicStates(history, decided.map(({ seq }) => seq - 1));
  const points = (db.prepare('SELECT decision FROM batch ORDER BY n').all() as { decision: number }[]).map(({ decision }) => decision);
  const standings = numbersOf(of, 'heads').flatMap((head): readonly HeadFacts[] => {
    const { decision, moment } = published.get(readHead(of, head).edition) as { decision: number; moment: Moment };
    const { roots, versions, sensitive } = states[decision]!;
    const named = roots.filter(({ id }) => !sensitive.has(id));
    // An edition is gone when it showed an object that became secret later, or the names of one that became sensitive later.
    const isGone = points.some((point) => point >= decision && ([...roots, ...versions].some(({ id }) => states[point]!.secret.has(id))
      || named.some(({ id }) => states[point]!.sensitive.has(id))));
    expect({ head, isThere: hasManifest(of, readHead(of, head).edition) }).toEqual({ head, isThere: !isGone });
    return isGone ? [] : [{ head, rows: modelRows(roots), moment, versions }];
  });
  db.close();
  return standings;
}

/** Every answer to (valid at, available at): all features of what was available when this head was, at each moment of note. */
async function askEveryMoment(editions: Editions, { head, rows, moment }: HeadFacts): Promise<void> {
  const activated = editions.firstFrom(head)!;
  const { edition } = editions.at(activated.activated.getTime() as Moment) as Activated;
  expect(edition.number).toBe(activated.edition.number);
  for (const at of new Set([...TIMES, moment].flatMap((time) => [time - 1, time]))) {
    for (const series of SERIES_ASKED) {
      const wanted = rows.filter((row) => row.series === series && row.from <= at && at < row.until);
      const found = await featuresAt(edition, series, at as Moment);
      expect({ head, at, features: byId(found) }, series).toEqual({ head, at, features: byId(wanted.map(withEnd)) });
      expectListedEnds(edition, found, at);
    }
  }
}

/** Each root ends when the list of its versions says that the one valid then does, in the list of features and alone. */
function expectListedEnds(edition: Edition, features: readonly JsonObject[], at: number): void {
  for (const feature of features) {
    const { id, properties } = feature as unknown as { id: string; properties: Record<'entityType' | 'eindGeldigheid', string | null> };
    if (!Object.hasOwn(ROOTS, properties.entityType!)) continue;
    const valid = edition.versions(id).filter((one) => one.recorded.until === null && one.valid.from <= at && at < (one.valid.until ?? Infinity));
    expect(valid.map(({ valid: { until } }) => (until === null ? null : inUtc(until))), id).toEqual([properties.eindGeldigheid]);
    const alone = edition.feature(seriesOf(properties.entityType!), id, '28992', at as Moment)!;
    expect(JSON.parse(alone.bytes.toString())).toEqual(feature);
  }
}

/** The versions that an edition lists of every root, and for each the first edition that shows it. */
function askVersions(editions: Editions, { head, versions }: HeadFacts, standings: readonly HeadFacts[]): void {
  const { edition } = editions.firstFrom(head)!;
  const byRoot = Map.groupBy(versions, ({ id }) => id);
  for (const id of ROOTS_ASKED) {
    const known = byRoot.get(id) ?? [];
    const listed = edition.versions(id);
    expect({ head, id, periods: listed.map(({ type, valid, recorded, holder }) => ({ type, valid, recorded, holder })) })
      .toEqual({ head, id, periods: known.map(({ type, valid, recorded, known: { document } }) => ({ type, valid, recorded, holder: document['bronhoudercode'] })) });
    if (id.startsWith('b')) {
      expect(listed.map(({ comparedWith, changed }) => ({ comparedWith, changed })))
        .toEqual(known.map((version) => naiveChange(version, known) ?? { comparedWith: null, changed: [] }));
    }
    const showing = known.map((version) => standings.find((one) => one.versions.some((other) => other.id === id && isShown(other, version)))?.head);
    const found = editions.showing(id, listed).map((one) => one?.activated.getTime());
    expect({ head, id, found }).toEqual({ head, id, found: showing.map((one) => (one === undefined ? undefined : editions.firstFrom(one)!.activated.getTime())) });
  }
}

const INTERVALS = 20;
const ends = fc.tuple(moments, fc.constantFrom(-1, 0, 1, 1_000)).map(([moment, more]) => moment + more);
const intervals = fc.tuple(fc.oneof({ weight: 4, arbitrary: ends }, fc.constant(-Infinity)), fc.oneof({ weight: 4, arbitrary: ends }, fc.constant(Infinity)))
  .map(([one, other]) => ({ from: Math.min(one, other), until: Math.max(one, other) }));

/** Intervals, beside what the lists of versions of all roots say: of each the last version that was valid at some time in it. */
async function askIntervals(editions: Editions, { head }: HeadFacts, seed: number): Promise<void> {
  const { edition } = editions.firstFrom(head)!;
  const current = ROOTS_ASKED.map((id) => ({ id, versions: edition.versions(id).filter(({ recorded }) => recorded.until === null) }));
  for (const during of fc.sample(intervals, { numRuns: INTERVALS, seed })) {
    for (const [series, letter] of [['kwetsbare-gebouwen', 'b'], ['locatie-activiteiten', 'l']] as const) {
      const wanted = current.filter(({ id }) => id.startsWith(letter)).flatMap(({ id, versions }) => {
        const valid = versions.filter(({ valid: { from, until } }) => from <= during.until && (until ?? Infinity) > during.from);
        const last = valid.toSorted((one, other) => one.valid.from - other.valid.from).at(-1)?.valid;
        return last === undefined ? [] : [`${id} ${last.from} ${last.until === null ? null : inUtc(last.until)}`];
      });
      const { slices, numberMatched } = await edition.series.get(series)!.answer({ ...EVERYTHING, during, showsEnd: true });
      const found = (JSON.parse(`[${Buffer.concat(slices).toString()}]`) as { id: string; properties: { beginGeldigheid: string; eindGeldigheid: string | null } }[])
        .map(({ id, properties: { beginGeldigheid, eindGeldigheid } }) => `${id} ${Date.parse(beginGeldigheid)} ${eindGeldigheid}`);
      expect({ head, during, found: found.toSorted() }, series).toEqual({ head, during, found: wanted.toSorted() });
      expect(numberMatched).toBe(wanted.length);
    }
  }
}

function isShown(other: NaiveVersion, { valid, recorded }: NaiveVersion): boolean {
  return other.recorded.until === null && other.recorded.from === recorded.from && other.valid.from === valid.from;
}

const ROOTS_ASKED = ['b', 'l'].flatMap((letter) => Array.from({ length: 16 }, (_, n) => `${letter}${n}`));

async function featuresAt(edition: Edition, series: string, at: Moment): Promise<JsonObject[]> {
  const { slices } = await edition.series.get(series)!.answer({ ...EVERYTHING, at, showsEnd: true });
  return JSON.parse(`[${Buffer.concat(slices).toString()}]`) as JsonObject[];
}

const EVERYTHING: SeriesQuery = { crs: '28992', at: null, during: null, box: null, filter: null, words: [], order: [], position: 0, limit: 1_000 };

function byId(features: readonly JsonObject[]): readonly JsonObject[] {
  return [...features].sort((left, right) => ((left['id'] as string) < (right['id'] as string) ? -1 : 1));
}
