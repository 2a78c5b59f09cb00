/** `ev ask`: the answer of `/omgeving` to the same question, for every kind of place, and what it says of other editions and mistakes. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askCommand, type AskArguments } from '../../../pipelines/commands/ask.ts';
import type { World } from '../../../pipelines/commands/world.ts';
import { NO_PROGRESS } from '../../../pipelines/commands/terminal.ts';
import { positionInRd } from '../../../pipelines/coordinates/position-in-rd.ts';
import { openStore } from '../../../publisher/store.ts';
import { Collector } from '../../../publisher/write/collect.ts';
import { CRSS } from '../../../schemas/crs.ts';
import { Fault } from '../../../schemas/fault.ts';
import { answerQuestion } from '../../../server/question-source.ts';
import { SOUND } from '../../always-sound.ts';
import { buildingRoot, createAll, DAY, day } from '../../publisher/registry.ts';
import { NOW, RD } from '../../server/harness.ts';
import { realServer, type RealServer } from '../../server/real-server.ts';

const named = (id: string, metres: number) => buildingRoot(id, { x: 100_000 + metres, y: 400_000, name: id });
const source: World['answerQuestion'] = async (question, from) => await answerQuestion(question, { ...from, clock: () => NOW, toRd: positionInRd });

let server: RealServer;
let data: string;
beforeAll(async () => {
  server = await realServer({ changes: createAll([named('a', 0), named('b', 500)]), on: 10 });
  server.publish({ changes: createAll([named('c', 40)]), on: 10.2 });
  server.publish({ changes: createAll([named('e', 10)]), on: 12 });
  server.editions.refresh();
  data = mkdtempSync(join(tmpdir(), 'ev-ask-'));
  symlinkSync(server.folder, join(data, 'editions'));
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true });
});

async function asked(parameters: string, more: Partial<AskArguments> = {}) {
  const lines: string[] = [];
  let answer: unknown;
  const terminal = {
    json: true, colour: false, isWatched: false, note: () => {}, log: () => {}, progress: () => NO_PROGRESS,
    print: (line: string) => { lines.push(line); }, printJson: (value: unknown) => { answer = JSON.parse(JSON.stringify(value)); },
  };
  const code = await askCommand({ data, parameters, geometry: null, crs: null, ...more }, source, terminal);
  return { code, lines, answer: answer as { readonly numberMatched: number; readonly links: readonly { readonly href: string; readonly rel: string }[] } };
}

const AREA = '99000,399000,101000,399000,101000,401000,99000,401000';

test.each([
  'plaats=100005,400005&straal=60', 'plaats=100005,400005&straal=0', `plaats=${AREA}&collecties=kwetsbare-gebouwen`, `plaats=${AREA}&relatie=binnen&toon=aantallen`,
  'plaats=LINESTRING(99990%20400005,100100%20400005)&straal=5', `plaats=${AREA}&collecties=kwetsbare-gebouwen&dan=kwetsbare-gebouwen&daarna=kwetsbare-gebouwen,wegen`,
  `plaats=${AREA}&beschikbaarOp=${new Date(day(10.1)).toISOString()}`, `plaats=${AREA}&geldigOp=2020-01-01`, 'plaats=POINT(4.9%2051.6)&plaatsCrs=http://www.opengis.net/def/crs/OGC/1.3/CRS84&straal=5000',
])('OPEN-ask: %s has the answer of /omgeving', async (parameters) => {
  const { code, answer, lines } = await asked(parameters);
  const reply = await server.ask(`/v1/omgeving?${parameters}`);
  expect([code, reply.status]).toEqual([0, 200]);
  const there = reply.json() as unknown as { readonly nagekeken: { readonly en: string } };
  expect(answer).toEqual(there);
  expect(lines[0]).toBe(there.nagekeken.en);
  const [self] = answer.links.filter(({ rel }) => rel === 'self');
  expect(lines.at(-1)).toBe(`The same over HTTP: GET ${self!.href}`);
  expect((await server.ask(self!.href.slice(self!.href.indexOf('/v1')))).json()).toEqual(there);
});

test('OPEN-ask: nothing found names edition, day and place; objects are named with what they were found by', async () => {
  const nothing = await asked('plaats=50000,400000&straal=7');
  expect([nothing.code, nothing.lines[0]]).toEqual([0, expect.stringMatching(/^Looked in all 37 kinds, in edition \d+ \(published .*\), valid on 21 November 2026, within 7 m of x 50000, y 400000 \(RD\): nothing\.$/)]);
  const { lines } = await asked(`plaats=${AREA}&collecties=kwetsbare-gebouwen&dan=kwetsbare-gebouwen`);
  expect(lines).toContain('  kwetsbare-gebouwen: 4');
  expect(lines.filter((line) => line.startsWith('    kwetsbare-gebouwen  c')).map((line) => /found by (.*)$/.exec(line)?.[1])).toEqual([undefined, expect.stringMatching(/\bc\b/)]);
});

test('OPEN-ask: a geometry of a file, in RD and in CRS84, is asked as a body asks it', async () => {
  const file = join(data, 'contour.json');
  const ring = [[99_000, 399_000], [101_000, 399_000], [101_000, 401_000], [99_000, 399_000]];
  writeFileSync(file, `${JSON.stringify({ type: 'Polygon', coordinates: [ring] }, null, 2)}\n`);
  const { answer } = await asked('collecties=kwetsbare-gebouwen', { geometry: file });
  const headers = { 'content-type': 'application/json', 'content-crs': `<${RD}>` };
  const body = JSON.stringify({ plaats: { type: 'Polygon', coordinates: [ring] }, collecties: ['kwetsbare-gebouwen'] });
  const posted = (await server.ask('/v1/omgeving/_zoek', { method: 'POST', headers, body })).json();
  const isOther = ({ rel }: { readonly rel: string }): boolean => rel !== 'self';
  expect({ ...answer, links: answer.links.filter(isOther) }).toEqual({ ...posted, links: (posted['links'] as { rel: string }[]).filter(isOther) });
  expect(answer.numberMatched).toBeGreaterThan(0);
  writeFileSync(file, 'POINT(4.6 51.6)');
  expect((await asked('', { geometry: file, crs: CRSS.CRS84.uri })).answer).toMatchObject({ crs: CRSS.CRS84.uri, geometrie: { type: 'Point' } });
});

test.each([
  ['', /plaats: Give a place/], ['plaats=1', /plaats: /], ['straal=9999999&plaats=1,2', /straal: .* plaats: /], ['plaats=155000,463000&collectie=wegen', /collectie: /],
  ['plaats=POINT(5.4%2052)&straal=5', /plaats: /],
])('OPEN-ask: %s is wrong usage, with each mistake', async (parameters, why) => {
  await expect(asked(parameters)).rejects.toThrow(why);
});

test('OPEN-ask: without an edition, and for one that is not kept, no other answers in its place', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'ev-ask-empty-'));
  await expect(asked('plaats=155000,463000', { data: empty })).rejects.toThrow(Fault);
  rmSync(empty, { recursive: true });
  new Collector(openStore(server.folder, SOUND), 'public').collect(new Date(day(12) + DAY / 2), { allDays: 0 });
  const { code, lines, answer } = await asked(`plaats=${AREA}&beschikbaarOp=${new Date(day(10.1)).toISOString()}`);
  expect([code, answer]).toEqual([1, expect.objectContaining({ gone: true })]);
  expect(lines).toEqual([expect.stringContaining('is no longer kept')]);
});
