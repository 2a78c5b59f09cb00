/**
 * Every kind of file of a data folder, with a flipped bit, cut off, emptied and gone, and every folder gone: what readers get, what `ev
 * doctor` finds, what a start answers and what `ev doctor --mend` makes again.
 *
 * For each: an answer is that of before or says that it cannot be given; the doctor finds a fault whenever one is not that of before, or a
 * start is refused. Not here: the server and its threads on such a folder (reading-without-writing.test.ts).
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mend } from '../../pipelines/doctor/mend.ts';
import { resultOf } from '../../pipelines/doctor/check.ts';
import { CHECKS } from '../../pipelines/doctor/checks.ts';
import { openRuns } from '../../pipelines/state/runs/runs.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { addToken } from '../../pipelines/state/access/tokens.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf, readHead } from '../../publisher/read/heads.ts';
import { fileOf, type FileKind } from '../../publisher/format/layout.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { buildApp } from '../../server/app.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

const BASE_URL = 'http://127.0.0.1/v1';
const ORGANISATION = 'OIN:00000001003214345000';
const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;
const template = mkdtempSync(join(tmpdir(), 'ev-damaged-'));
const before = new Map<string, string>();
let paths: readonly string[] = [];

function clock(): Date {
  return new Date();
}

/** Runs one conductor. `meanwhile`: called while the conductor has the folder open. */
async function live(data: string, meanwhile: () => void = () => {}): Promise<void> {
  const opened = openConductor({
    threads: 1, data, baseUrl: BASE_URL, clock, prepare: prepareSmall, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    await opened.conductor.drain();
    meanwhile();
  } finally {
    opened.close();
  }
}

async function deliver(data: string, populatie: number, spaces = 0): Promise<void> {
  const bytes = Buffer.concat([payloadOf(building('b1', { populatie }), building(`own${populatie}`)), Buffer.alloc(spaces, ' ')]);
  await submit(data, { input, payload: { bytes } }, clock);
}

/** Editions whose first ones are lost, with logs of databases that a process left that was killed. */
beforeAll(async () => {
  const data = join(template, 'made');
  await deliver(data, 1, LIMITS.inlinePayloadBytesMax);
  await live(data);
  rmSync(foldersOf(data).editions, { recursive: true });
  for (const populatie of [2, 3, 4]) {
    await live(data);
    await deliver(data, populatie);
  }
  addOrganisation(data, { id: ORGANISATION, name: 'Gemeente Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  addToken(data, { organisation: ORGANISATION, holders: [], days: 90 }, clock());
  writeFileSync(join(data, 'pipelines.json'), JSON.stringify({ pipelines: [] }));
  openRuns(data).close();
  await live(data, () => cpSync(data, join(template, 'data'), { recursive: true }));
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  const moments = numbersOf(of, 'heads').map((number) => readHead(of, number).activated);
  paths = ['/v1/kwetsbare-gebouwen', '/v1/kwetsbare-gebouwen/b1',
    ...moments.flatMap((moment) => [`/v1/kwetsbare-gebouwen?beschikbaarOp=${moment}`, `/v1/kwetsbare-gebouwen/b1?beschikbaarOp=${moment}`])];
  for (const [path, answer] of (await answersOf(copy())).answers) before.set(path, answer);
});
afterAll(() => rmSync(template, { recursive: true }));

function copy(): string {
  const data = join(mkdtempSync(join(template, 'copy-')), 'data');
  cpSync(join(template, 'data'), data, { recursive: true });
  return data;
}

/** The answers of a process that only reads, and whether it knows that it does not have the newest edition. */
async function answersOf(data: string): Promise<{ readonly answers: ReadonlyMap<string, string>; readonly isTold: boolean }> {
  const editions = openEditions(foldersOf(data).editions, 'public');
  const app = buildApp({ editions, desk: null, baseUrl: BASE_URL, profile: 'default', credentials: () => undefined, clock });
  try {
    const answers = await Promise.all(paths.map(async (path) => {
      const { statusCode, body } = await app.inject(path);
      return [path, statusCode === 200 ? body : String(statusCode)] as const;
    }));
    return { answers: new Map(answers), isTold: editions.isBehind };
  } finally {
    await app.close();
    editions.close();
  }
}

async function faultsOf(data: string): Promise<readonly string[]> {
  const context = { data, cacheFolder: '', pipelines: join(data, 'pipelines.json'), nodeVersion: '24.0.0', clock, sleep: () => Promise.resolve(), progress: () => {} };
  const results = [];
  for (const check of CHECKS.filter(({ about }) => about === 'data')) results.push(await resultOf(check, context));
  return results.flatMap(({ name, remarks }) => remarks.filter(({ severity }) => severity === 'fault').map(({ what }) => `${name}: ${what}`));
}

const HOWS = {
  'flipped bit'(path: string) {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  },
  'cut off': (path: string) => truncateSync(path, statSync(path).size >> 1),
  emptied: (path: string) => truncateSync(path, 0),
  gone: (path: string) => rmSync(path, { recursive: true }),
} as const;
type How = keyof typeof HOWS;

const numbered = (kind: FileKind, at: number) => (data: string): string => {
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  return fileOf(of, kind, numbersOf(of, kind).at(at)!);
};
const named = (name: string) => (data: string): string => join(data, name);

interface Kind {
  readonly path: (data: string) => string;
  /** Whether the doctor finds a fault, and whether `--mend` repairs it, by kind of damage where that differs. Null: it depends on the file. */
  readonly fails: boolean | Partial<Record<How, boolean | null>>;
  readonly mends?: boolean | Partial<Record<How, boolean>>;
}
function isSo<Value>(value: boolean | Partial<Record<How, Value>> | undefined, how: How, otherwise: boolean): boolean | Value {
  return typeof value !== 'object' ? value ?? otherwise : how in value ? value[how]! : otherwise;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'the newest head': { path: numbered('heads', -1), fails: true, mends: true },
  'an old head': { path: numbered('heads', -2), fails: true, mends: true },
  'the first head': { path: numbered('heads', 0), fails: true, mends: true },
  'the newest manifest': { path: numbered('manifests', -1), fails: true },
  'an old manifest': { path: numbered('manifests', -2), fails: { gone: false } },
  'the newest pack': { path: numbered('packs', -1), fails: true },
  'an old pack': { path: numbered('packs', -2), fails: true },
  'earlier.json': { path: named('editions/public/earlier.json'), fails: { gone: false }, mends: true },
  'register.db': { path: named('register.db'), fails: { 'flipped bit': null } },
  'the log of register.db': { path: named('register.db-wal'), fails: true },
  'inbox.db': { path: named('inbox.db'), fails: { 'flipped bit': null } },
  'the index of the log of register.db': { path: named('register.db-shm'), fails: false },
  'runs.db': { path: named('runs.db'), fails: { 'flipped bit': null, gone: false, emptied: false } },
  'conductor.lock': { path: named('conductor.lock'), fails: false },
  'holders.json': { path: named('holders.json'), fails: { 'flipped bit': false } },
  'tokens.json': { path: named('tokens.json'), fails: { gone: false } },
  'pipelines.json': { path: named('pipelines.json'), fails: { gone: false } },
  'a payload': { path: (data) => join(foldersOf(data).payloads, readdirSync(foldersOf(data).payloads)[0]!), fails: { 'flipped bit': false } },
};
const FOLDERS: Readonly<Record<string, { readonly fails: boolean; readonly mends?: boolean }>> = {
  'editions': { fails: true }, 'editions/public/heads': { fails: true, mends: true }, 'editions/public/manifests': { fails: true },
  'editions/public/packs': { fails: true }, 'payloads': { fails: true }, 'prepared': { fails: false }, 'warm-up': { fails: false },
};

interface Case {
  readonly damage: (data: string) => void;
  readonly fails: boolean | null;
  readonly mends: boolean;
  /** Whether a head is absent, which a process that only reads cannot notice; a start restores it. */
  readonly isUntold: boolean;
}
const CASES: readonly (readonly [string, Case])[] = [
  ...Object.entries(KINDS).flatMap(([name, { path, fails, mends }]) => (Object.keys(HOWS) as How[]).map((how) => [`${name}, ${how}`, {
    damage: (data: string) => HOWS[how](path(data)), fails: isSo(fails, how, true), mends: isSo(mends, how, false), isUntold: how === 'gone' && name.includes('head'),
  }] as const)),
  ...Object.entries(FOLDERS).map(([name, { fails, mends = false }]) => [`the folder ${name}, gone`, {
    damage: (data: string) => rmSync(join(data, name), { recursive: true, force: true }), fails, mends, isUntold: name.endsWith('heads'),
  }] as const),
];

/** Paths whose answer is another one than before, those that say that there is none aside. */
function silentlyOther(answers: ReadonlyMap<string, string>, isTold: boolean): readonly string[] {
  return paths.filter((path) => {
    const answer = answers.get(path)!;
    const isCurrent = !path.includes('beschikbaarOp');
    return answer !== before.get(path) && !/^(?:410|503)$/.test(answer) && !(isCurrent && isTold);
  });
}

test.each(CASES)('%s', async (_, { damage, fails, mends, isUntold }) => {
  const data = copy();
  damage(data);
  const started = join(temporaryFolder(), 'data');
  cpSync(data, started, { recursive: true });

  const { answers, isTold } = await answersOf(data);
  if (!isUntold) expect(silentlyOther(answers, isTold), 'before a start').toEqual([]);
  const isWhole = paths.every((path) => answers.get(path) === before.get(path) || answers.get(path) === '410');
  const found = await faultsOf(data);
  if (fails !== null) expect(found.length > 0, found.join('\n')).toBe(fails);

  const refusal = await live(started).then(() => null, (error: Error) => error.message);
  if (refusal !== null || !isWhole) expect(found, refusal ?? 'answered otherwise').not.toEqual([]);
  const after = await answersOf(started);
  expect(silentlyOther(after.answers, after.isTold), 'after a start').toEqual([]);
  for (const path of paths.slice(0, 2)) expect([path, refusal ?? after.answers.get(path)]).toEqual([path, refusal ?? before.get(path)]);

  try {
    mend(data);
  } catch (error) {
    expect(error).toMatchObject({ detail: expect.anything() as unknown });
  }
  const left = await faultsOf(data);
  if (fails !== null) expect(left.length === 0, left.join('\n')).toBe(!fails || mends);
  if (mends) for (const [path, answer] of (await answersOf(data)).answers) expect([path, answer]).toEqual([path, before.get(path)]);
  expect(existsSync(data)).toBe(true);
});
