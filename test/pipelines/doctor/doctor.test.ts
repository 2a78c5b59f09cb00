/** `ev doctor`, check by check: what it says of a sound folder, and of one in which something is wrong, and what to do. */
import {
  chmodSync, closeSync, cpSync, existsSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync, writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConductor } from '../../../pipelines/conductor/wiring.ts';
import { resultOf, type CheckResult, type DoctorContext } from '../../../pipelines/doctor/check.ts';
import { CHECKS } from '../../../pipelines/doctor/checks.ts';
import { addOrganisation } from '../../../pipelines/state/access/holders.ts';
import { addKey } from '../../../pipelines/state/access/keys.ts';
import { addToken } from '../../../pipelines/state/access/tokens.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { submit } from '../../../pipelines/state/outcomes/submit.ts';
import { beginRun, endRun, openRuns, seenUpTo } from '../../../pipelines/state/runs/runs.ts';
import { fileOf, type AudienceFolder } from '../../../publisher/format/layout.ts';
import { numbersOf } from '../../../publisher/read/heads.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { CACHE_FOLDER } from '../prepare/spatial-for-tests.ts';
import { NIGHTLY } from '../schedule/scheduled.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { building, payloadOf, prepareSmall } from '../state/small-roots.ts';

const DAY_MS = 86_400_000;
const clock = (): Date => new Date();
const input = { holder: 'AB12', method: 'LEVERING', target: 'a.json', crs: null, mediaType: '', ifMatch: null } as const;

const template = mkdtempSync(join(tmpdir(), 'ev-doctor-'));
beforeAll(() => fill(template));
afterAll(() => rmSync(template, { recursive: true }));

/** A data folder with a register, editions, and a payload file. */
function folder(): string {
  const data = temporaryFolder();
  cpSync(template, data, { recursive: true });
  return data;
}

async function fill(data: string): Promise<void> {
  for (const id of ['b1', 'b2']) await submitted(data, building(id), id === 'b2' ? LIMITS.inlinePayloadBytesMax : 0);
}

/** Records a root, whatever is wrong with it, from a payload with so many spaces behind it. */
async function submitted(data: string, root: JsonObject, spaces = 0, holder = input.holder as string): Promise<void> {
  const payload = Buffer.concat([payloadOf(root), Buffer.alloc(spaces, ' ')]);
  await submit(data, { input: { ...input, holder }, payload: { bytes: payload } }, clock);
  const opened = openConductor({
    threads: 1, data, baseUrl: 'http://127.0.0.1/v1', clock, prepare: prepareSmall, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  await opened.conductor.drain();
  opened.close();
}

async function look(name: string, data: string, more: Partial<DoctorContext> = {}): Promise<CheckResult> {
  const check = CHECKS.find((one) => one.name === name);
  if (check === undefined) throw new Error(`no check ${name}`);
  return await resultOf(check, { data, pipelines: join(data, 'pipelines.json'), cacheFolder: CACHE_FOLDER, nodeVersion: process.versions.node, clock, sleep: () => Promise.resolve(), progress: () => {}, ...more });
}

const faults = ({ remarks }: CheckResult): readonly string[] => remarks.filter(({ severity }) => severity === 'fault').map(({ what }) => what);
const notes = ({ remarks }: CheckResult): readonly string[] => remarks.filter(({ severity }) => severity === 'note').map(({ what }) => what);

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test('a sound folder has no faults; the only note is who may read it', async () => {
  const data = folder();
  chmodSync(data, 0o700);
  for (const { name } of CHECKS.filter((check) => check.name !== 'schedule')) {
    expect(await look(name, data), name).toMatchObject({ ok: true, detail: expect.not.stringMatching(/none yet/) as string, remarks: [] });
  }
});

test('of a folder that is not there nothing is wrong, and it is not made', async () => {
  const data = join(temporaryFolder(), 'afwezig');
  for (const { name } of CHECKS.filter(({ about }) => about === 'data')) expect(await look(name, data), name).toMatchObject({ ok: true });
  expect(existsSync(data)).toBe(false);
});

describe('the machine', () => {
  test('Node is too old', async () => {
    const result = await look('Node', temporaryFolder(), { nodeVersion: '22.1.0' });
    expect([result.ok, faults(result)]).toEqual([false, ['Node 22.1.0 is too old: expected >=24']]);
  });

  test('without the spatial extension the fault names the command that provides it', async () => {
    const result = await look('DuckDB with spatial', temporaryFolder(), { cacheFolder: temporaryFolder() });
    expect([result.ok, result.remarks[0]?.mend]).toEqual([false, expect.stringContaining('ev setup')]);
  });

  test('a clock that leapt ahead, or fell behind what the register saw', async () => {
    const data = folder();
    const at = (ms: number) => (): Date => new Date(Date.now() + ms);
    const ahead = await look('clock', data, { clock: at(3 * DAY_MS) });
    expect([ahead.ok, ahead.remarks[0]?.mend]).toEqual([false, expect.stringContaining('ev doctor --accept-clock')]);
    expect(faults(await look('clock', data, { clock: at(-3_600_000) }))).toEqual([expect.stringContaining('the clock is behind')]);
    expect((await look('clock', data, { clock: at(3_600_000) })).ok).toBe(true);
  });
});

describe('access', () => {
  test('a proxy that ends TLS and is not named is a note: its readers share one quota', async () => {
    const { ok, remarks } = await look('certificate', folder(), { sharesOneQuota: true });
    expect([ok, remarks]).toEqual([true, [{ severity: 'note', what: expect.stringContaining('readers behind the proxy share one quota') as string, mend: expect.stringContaining('Set trustedProxy') as string }]]);
  });

  test('tokens and API keys that every user may read are a fault, unless the folder is closed to others', async () => {
    const data = folder();
    const id = 'OIN:00000001003214345000';
    addOrganisation(data, { id, name: 'Gemeente Voorbeeld', codes: ['AB12'], roles: ['writer'] });
    addToken(data, { organisation: id, holders: [], days: 10 }, clock());
    addKey(data, { name: 'Kaarten', accepted: '2026-01-01', days: 100 }, clock());
    chmodSync(data, 0o755);
    expect(faults(await look('permissions', data)), 'they are written so that others cannot').toEqual([]);
    expect(notes(await look('organisations and tokens', data))).toEqual(['1 tokens end within 30 days']);
    expect(notes(await look('organisations and tokens', data, { keyRequired: true }))).toEqual(['1 tokens end within 30 days']);
    expect(notes(await look('organisations and tokens', folder(), { keyRequired: true }))).toEqual(['reading needs an API key or a token (keyRequired), and none holds: nobody can read']);
    addOrganisation(data, { id: 'KVK:12345678', name: 'Lezer', codes: [], roles: ['reader'] });
    expect(notes(await look('organisations and tokens', data))).toEqual([
      '1 organisations have the role reader, and read no more than the public: fullAudience is off', '1 tokens end within 30 days',
    ]);
    expect(notes(await look('organisations and tokens', data, { fullAudience: true }))).toEqual(['1 tokens end within 30 days']);
    chmodSync(join(data, 'tokens.json'), 0o644);
    const open = await look('permissions', data);
    expect(faults(open)).toEqual([`${join(data, 'tokens.json')} can be read by everybody on this machine`]);
    chmodSync(join(data, 'keys.json'), 0o644);
    expect(faults(await look('permissions', data))).toEqual(['tokens.json', 'keys.json'].map((name) => `${join(data, name)} can be read by everybody on this machine`));
    expect(open.remarks[0]?.mend).toBe(`Run \`chmod o-rwx ${data}\`.`);
    chmodSync(data, 0o750);
    expect((await look('permissions', data)).remarks).toEqual([]);
  });
});

test('the issuer of JWTs: its keys are read, none and unreadable ones are a fault, and an issuer without clients is a note', async () => {
  const data = folder();
  const file = join(data, 'jwks.json');
  const jwt = { issuer: 'https://uitgever.example', audience: 'a', keys: { file }, clientClaim: 'client_id', organisationClaim: null, skewSeconds: 30, ageSecondsMax: 600 };
  expect((await look('token issuer', data)).ok).toBe(true);
  expect(faults(await look('token issuer', data, { jwt }))).toEqual([expect.stringContaining('the keys of the token issuer cannot be read')]);
  writeFileSync(file, '{"keys": []}');
  expect(faults(await look('token issuer', data, { jwt }))).toEqual(['the issuer has no keys: no JWT is accepted']);
  writeFileSync(file, JSON.stringify({ keys: [{ kty: 'RSA', n: 'a', e: 'AQAB' }] }));
  expect(notes(await look('token issuer', data, { jwt }))).toEqual(['no organisation has a client: no JWT is accepted']);
});

describe('the register', () => {
  test('a table that SQLite finds damaged', async () => {
    const data = folder();
    const { register } = foldersOf(data);
    change(register, 'PRAGMA wal_checkpoint(TRUNCATE)');
    const db = new DatabaseSync(register);
    const { page } = db.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'version'").get() as { page: number };
    db.close();
    const file = openSync(register, 'r+');
    writeSync(file, Buffer.alloc(200, 0xff), 0, 200, (page - 1) * 4_096);
    closeSync(file);
    const result = await look('inbox and register', data);
    expect([result.ok, result.remarks[0]?.mend]).toEqual([false, expect.stringContaining('restore')]);
  });

  test('payload files that are gone or cut, and files that no submission names', async () => {
    const data = folder();
    const { payloads } = foldersOf(data);
    const [name = ''] = readdirSync(payloads);
    writeFileSync(join(payloads, 'los.tmp'), '');
    truncateSync(join(payloads, name), 10);
    const result = await look('payloads', data);
    expect([faults(result), notes(result)]).toEqual([[`not there, or not whole: ${name}`], ['named by no submission: los.tmp']]);
  });

  test('a document, and a derived row', async () => {
    const data = folder();
    change(foldersOf(data).register, "UPDATE doc SET body = body || ' ' WHERE n = 1; UPDATE object SET gone = 1 WHERE id = 'b2'");
    expect(faults(await look('documents', data))).toEqual(['the register is not as it was recorded: document 1 is not what was recorded']);
    expect(faults(await look('derived tables', data))).toEqual([expect.stringContaining('object lacks b2 of b2')]);
  });
});

test('ids of several holders are a note with these holders and which object is secret', async () => {
  const data = folder();
  await submitted(data, building('b3', { secret: true }));
  await submitted(data, building('b3', { holder: 'CD34' }), 0, 'CD34');
  const result = await look('shared ids', data);
  expect([result.ok, notes(result)]).toEqual([true, ['objects of several holders with one id, of which at most one is public: b3 (AB12, secret; CD34, public)']]);
});

describe('geometries of an older register', () => {
  test('geometries that are published repaired or invalid are notes with their ids, and no faults', async () => {
    const data = folder();
    const [x, y] = [100_000, 450_000];
    const ring = (width: number, height: number): number[][] => [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]];
    const hole = [[x + 1_000, y + 2_000], [x + 2_000, y + 2_000], [x + 2_000, y + 2_999.995], [x + 1_000, y + 2_999.995], [x + 1_000, y + 2_000]];
    const thin = { ...building('thin'), geometrie: { type: 'Polygon', coordinates: [ring(10, 0.0003)] } };
    const bent = { ...building('bent'), geometrie: { type: 'Polygon', coordinates: [ring(4_000, 3_000), hole] } };
    for (const root of [thin, bent]) await submitted(data, root);
    const found = await look('geometries', data);
    expect(found).toMatchObject({ ok: true, detail: '1 published repaired in RD, 1 published invalid' });
    expect(notes(found)).toEqual([
      'invalid at 1 mm in RD as delivered, and published with positions moved by 2 mm at most: thin',
      expect.stringMatching(/^invalid at the decimals in which they are published, and no small move mends that: bent \(WGS 84 lon-lat/),
    ]);
    expect(await look('geometries', folder())).toMatchObject({ ok: true, detail: '0 published repaired in RD, 0 published invalid', remarks: [] });
  });
});

describe('editions', () => {
  const ofPublic = (data: string): AudienceFolder => ({ folder: foldersOf(data).editions, audience: 'public' });

  test('the newest head is gone, or all are', async () => {
    const data = folder();
    rmSync(fileOf(ofPublic(data), 'heads', 3));
    expect(faults(await look('head and register', data))).toEqual(['the register published edition 3, but the newest head goes up to edition 2']);
    for (const number of [1, 2]) rmSync(fileOf(ofPublic(data), 'heads', number));
    expect(faults(await look('head and register', data))).toEqual(['the register published edition 3, but no head is there']);
  });

  test('a register of other editions; answers that were given of what no edition shows', async () => {
    const data = folder();
    change(foldersOf(data).register, 'UPDATE published SET decision = 1 WHERE edition = 3');
    expect(faults(await look('head and register', data))).toEqual(['decisions up to 2 were told as visible, but the newest edition stands for those up to 1']);
    change(foldersOf(data).register, 'DELETE FROM published WHERE edition >= 3');
    expect(faults(await look('head and register', data))).toEqual(['the register is not the one that edition 3 was published from']);
  });

  test('a pack that is gone, and files that none needs', async () => {
    const data = folder();
    const pack = fileOf(ofPublic(data), 'packs', numbersOf(ofPublic(data), 'packs')[0]!);
    writeFileSync(join(foldersOf(data).editions, 'public/packs/.new-1-1'), '');
    expect(await look('files of editions', data)).toMatchObject({ ok: true, remarks: [{ severity: 'note', what: 'other files: packs/.new-1-1' }] });
    renameSync(pack, `${pack}.weg`);
    const lost = await look('files of editions', data);
    expect([lost.ok, faults(lost)]).toEqual([false, [expect.stringMatching(/^not there: pack \d+ of edition \d/)]]);
    expect((await look('newest edition', data)).ok).toBe(false);
  });
});

describe('the schedule', () => {
  const DUE = '2026-11-20T01:30:00.000Z';
  const SHOWN = '2026-11-20T02:30:00+01:00';
  const at = (text: string) => ({ clock: (): Date => new Date(text) });
  const night = (data: string): void => writeFileSync(join(data, 'pipelines.json'), JSON.stringify({ pipelines: [{ ...NIGHTLY, name: 'night' }] }));

  test('a file with mistakes names them; one that no schedule runs is a note with its next times', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'pipelines.json'), '{"pipelines": [{"name": "night", "cron": "61 2 * * *", "missed": "once", "steps": [{"step": "batch"}]}]}');
    expect(faults(await look('schedule', data))).toEqual([expect.stringContaining('minute 61')]);
    night(data);
    const result = await look('schedule', data, at('2026-11-19T12:00:00Z'));
    expect([result.ok, notes(result), result.detail]).toEqual([true, ['nobody runs it yet'], expect.stringContaining(`night next at ${SHOWN}`)]);
  });

  test('a time that passed while nothing ran, and a run that failed', async () => {
    const data = temporaryFolder();
    night(data);
    const runs = openRuns(data);
    seenUpTo(runs, { name: 'night', cron: NIGHTLY.cron }, new Date('2026-11-19T12:00:00Z'));
    expect((await look('schedule', data, at('2026-11-20T02:00:00Z'))).remarks, 'it may wait for another').toEqual([]);
    expect(faults(await look('schedule', data, at('2026-11-20T08:00:00Z')))).toEqual([`night should have run at ${SHOWN}, and nothing did`]);
    const id = beginRun(runs, { pipeline: 'night', origin: 'missed', due: new Date(DUE) }, new Date('2026-11-20T08:00:00Z'));
    expect((await look('schedule', data, at('2026-11-20T08:00:01Z'))).remarks).toEqual([]);
    endRun(runs, id, { state: 'failed', cause: 'disk', message: 'the disk is full\nmake room' }, new Date('2026-11-20T08:01:00Z'));
    runs.close();
    const failed = await look('schedule', data, at('2026-11-20T09:00:00Z'));
    expect([failed.ok, faults(failed)]).toEqual([false, [`the last run of night, ${id}, failed: the disk is full; make room`]]);
    expect(failed.remarks[0]?.mend).toContain(`ev runs show ${id}`);
  });
});
