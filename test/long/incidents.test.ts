/**
 * Incidents of the runbook, from what went wrong to the state in which it is over, by the very commands of its sections. Each test runs
 * every command of its section. Not here: a full disk (test/faults/disk-full.test.ts).
 */
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { Receipt } from '../../schemas/submission.ts';
import { freePort } from '../demo-process.ts';
import { ev, RD, said, start, type Ran } from '../pipelines/ev-process.ts';
import { olderFolder } from '../pipelines/upgrade/older-folders.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { PROJECT } from '../shared-data.ts';
import { RunbookSection } from './runbook-section.ts';

interface Building { readonly n: number; readonly populatie?: number; readonly code?: string }

const idOf = (n: number): string => `NL.IMEV.AB12.${n}`;

/** A building of AB12 of 10 by 10 metres at x = 155000 + 20 n. `code`: the bronhoudercode when the file has a wrong one. */
function building({ n, populatie = 1, code = 'AB12' }: Building): JsonObject {
  const [x, y] = [155_000 + 20 * n, 463_000];
  return {
    entityType: 'KwetsbaarGebouw', id: idOf(n), identificatie: { namespace: 'NL.IMEV', lokaalID: `AB12.${n}` }, bronhoudercode: code,
    beginGeldigheid: '2026-01-01T00:00:00Z', categorieKwetsbaarheid: 'kwetsbaar', populatie, geometrieMetagegevens: { bronregistratie: 'BAG' },
    geometrie: { type: 'Polygon', coordinates: [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10], [x, y]]] },
  };
}

const numbers = (first: number, last: number): readonly number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);

/** Buildings with these numbers. */
const all = (of: readonly number[], more: Omit<Building, 'n'> = {}): readonly JsonObject[] => of.map((n) => building({ n, ...more }));

/** The uuid that a command printed, other than that of `not`. */
function uuidIn({ out }: Ran, not?: string): string {
  return [...out.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([uuid]) => uuid).find((uuid) => uuid !== not)!;
}

/** A register in which AB12, CD34 and EF567 deliver. */
class Incident {
  readonly data = temporaryFolder();
  readonly section: RunbookSection;
  readonly #deliveries = temporaryFolder();

  private constructor(title: string) {
    this.section = new RunbookSection(title, this.data);
  }

  static async of(title: string): Promise<Incident> {
    const incident = new Incident(title);
    for (const [n, code] of ['AB12', 'CD34', 'EF567'].entries()) {
      await incident.ok('holders', 'add', `KVK:1234567${n}`, '--name', `Gemeente ${code}`, '--holder', code);
    }
    return incident;
  }

  /** Runs a command that is not of the page. Returns what it printed. */
  async ok(...args: readonly string[]): Promise<string> {
    const { code, out, err } = await ev([...args, '--data', this.data]);
    expect(code, `ev ${args.join(' ')}\n${out}${err}`).toBe(0);
    return out;
  }

  /** Delivers and returns the uuid. */
  async deliver(documents: readonly JsonObject[], holder = 'AB12'): Promise<string> {
    const file = this.file('delivery.json', JSON.stringify(documents));
    const out = await this.ok('submit', file, '--holder', holder, '--crs', RD, '--create', '--json');
    return (JSON.parse(out) as Receipt).uuid;
  }

  /** The `populatie` of each of these buildings in the newest edition; undefined when it is not there. */
  populaties(...numbers: readonly number[]): readonly unknown[] {
    return numbers.map((n) => this.#published(n)?.['populatie']);
  }

  /** The bronhoudercode of building `n` in the newest edition. */
  code(n: number): unknown {
    return this.#published(n)?.['bronhoudercode'];
  }

  /** The newest delivered file. */
  get delivered(): string {
    return join(this.#deliveries, 'delivery.json');
  }

  /** Writes a file beside the deliveries and returns its path. */
  file(name: string, content: string): string {
    const path = join(this.#deliveries, name);
    writeFileSync(path, content);
    return path;
  }

  /** Runs `work` beside a server on the folder. */
  async served<Result>(work: (base: string) => Promise<Result>): Promise<Result> {
    const port = await freePort();
    const serving = start(['serve', '--data', this.data, '--port', String(port)]);
    const ended = once(serving, 'exit');
    try {
      await said(serving, 'Serving ');
      return await work(`http://127.0.0.1:${port}/v1`);
    } finally {
      serving.kill('SIGTERM');
      await ended;
    }
  }

  #published(n: number): JsonObject | undefined {
    const editions = openEditions(foldersOf(this.data).editions, 'public');
    try {
      const document = editions.current()!.edition.document(idOf(n), '28992');
      return document && JSON.parse(Buffer.concat(document.slices).toString()) as JsonObject;
    } finally {
      editions.close();
    }
  }
}

test('a holder delivered the wrong file: tried, undone, the right one delivered, and what was changed since undone by force', async () => {
  const incident = await Incident.of('A holder delivered the wrong file');
  const { section } = incident;
  const batch = async (code = 0): Promise<void> => { expect(await section.run('ev batch')).toMatchObject({ code }); };
  await incident.deliver(all([1, 2]));
  await batch();
  const UUID = await incident.deliver(all(numbers(2, 31), { populatie: 9 }));
  expect(await section.run('ev submissions undo UUID --dry-run', { UUID })).toMatchObject({ code: 2, err: expect.stringContaining('not processed yet') as string });
  await batch();
  expect((await section.run('ev submissions list --state all --holder CODE', { CODE: 'AB12' })).out).toContain(UUID);
  expect(await section.run('ev submissions undo UUID --dry-run', { UUID })).toMatchObject({ code: 0, out: expect.stringContaining('29 van de 31 objecten') as string });
  expect(incident.populaties(1, 2, 31)).toEqual([1, 9, 9]);

  const UNDO = uuidIn(await section.run('ev submissions undo UUID', { UUID }), UUID);
  await batch(1);
  expect(incident.populaties(1, 2, 31)).toEqual([1, 9, 9]);
  expect(await section.run('ev submissions release UNDO', { UNDO })).toMatchObject({ code: 0 });
  await batch();
  expect(incident.populaties(1, 2, 31)).toEqual([1, 1, undefined]);

  await incident.deliver(all([2, 3], { populatie: 3 }));
  await batch();
  expect(await section.run('ev submissions undo UUID', { UUID: UNDO })).toMatchObject({ code: 0 });
  await batch(1);
  expect(incident.populaties(2, 3, 31)).toEqual([3, 3, 9]);
  expect((await section.run('ev submissions undo UUID --force', { UUID: UNDO })).code).toBe(0);
  await batch();
  expect(incident.populaties(2, 3, 31)).toEqual([9, 9, 9]);
  expect(section.notRun).toEqual([]);
});

test('a delivery was handed in under the wrong bronhoudercode', async () => {
  const incident = await Incident.of('A delivery was handed in under the wrong bronhoudercode');
  const { section } = incident;
  const uuid = await incident.deliver(all([1, 2], { code: 'CD34' }), 'CD34');
  await incident.ok('batch');
  expect((await section.run('ev submissions list --state all --holder WRONG', { WRONG: 'CD34' })).out).toContain(uuid);
  expect((await section.run('ev show ID', { ID: idOf(1) })).out).toContain('of source holder CD34');
  const values = { WRONG: 'CD34', RIGHT: 'AB12', FILE: incident.delivered, TEXT: 'Under the wrong code' };
  const transfer = 'ev transfer --from WRONG --to RIGHT --ids FILE --at 2026-01-01 --reason TEXT';
  expect(await section.run(`${transfer} --dry-run`, values)).toMatchObject({ code: 0 });
  expect(await section.run(`${transfer} --wait`, values)).toMatchObject({ code: 0 });
  expect([1, 2].map((n) => incident.code(n))).toEqual(['AB12', 'AB12']);
  const again = await incident.deliver(all([1], { populatie: 5 }));
  await incident.ok('batch');
  expect(incident.populaties(1, 2)).toEqual([5, 1]);
  expect((await section.run('ev log --holder RIGHT', { RIGHT: 'AB12' })).out).toContain(again);
  expect((await section.run('ev show ID', { ID: idOf(2) })).out).toContain('of source holder AB12');
  await incident.deliver(all([2], { code: 'CD34', populatie: 7 }), 'CD34');
  expect((await ev(['batch', '--data', incident.data])).out).toContain('AB12');
  expect(incident.populaties(2)).toEqual([1]);
  expect(section.notRun).toEqual([]);
});

test('a token leaked: it ends, what it wrote is found and undone', async () => {
  const incident = await Incident.of('A token leaked');
  const { section } = incident;
  const ID = 'KVK:12345670';
  await incident.deliver(all([1]));
  const leaked = (await incident.ok('tokens', 'add', '--organisation', ID)).trim();
  const post = await incident.served(async (base) => {
    const put = async (token: string, n: number): Promise<number> => (await fetch(`${base}/kwetsbare-gebouwen/${idOf(n)}`, {
      method: 'PUT', body: JSON.stringify(building({ n, populatie: 9 })),
      headers: { 'content-type': 'application/json', 'content-crs': `<${RD}>`, authorization: `Bearer ${token}` },
    })).status;
    const LAST8 = leaked.slice(-8);
    expect(await put(leaked, 1)).toBe(200);
    expect((await section.run('ev tokens list')).out).toContain(LAST8);
    expect(await section.run('ev tokens revoke LAST8', { LAST8 })).toMatchObject({ code: 0 });
    expect(await put(leaked, 1)).toBe(401);
    const { code, out } = await section.run('ev tokens add --organisation ID', { ID });
    expect(code).toBe(0);
    expect((await put(out.trim(), 1))).toBe(200);
    return (await section.run('ev log --token LAST8', { LAST8 })).out;
  });
  const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(post)![0];
  const wrongFile = new RunbookSection('A holder delivered the wrong file', incident.data);
  expect(await wrongFile.run('ev submissions undo UUID', { UUID })).toMatchObject({ code: 0 });
  expect(await wrongFile.run('ev batch')).toMatchObject({ code: 0 });
  expect(incident.populaties(1)).toEqual([1]);
  expect((await section.run('ev show ID', { ID: idOf(1) })).out).toContain(UUID);
  expect(section.notRun).toEqual([]);
});

test('a part of the data folder is lost: it is restored, checked, and serves what it had', async () => {
  const incident = await Incident.of('A part of the data folder is lost');
  const { section, data: DATA } = incident;
  await incident.deliver(all([1, 2]));
  await incident.ok('batch');
  const BACKUPS = temporaryFolder();
  await incident.ok('backup', BACKUPS);
  rmSync(join(DATA, 'register.db'));
  expect(await ev(['batch', '--data', DATA])).toMatchObject({ code: 3, err: expect.stringContaining('register.db') as string });
  expect(await section.run('ev restore BACKUPS --data DATA --replaces DATA', { BACKUPS, DATA })).toMatchObject({ code: 0 });
  expect(await section.run('ev doctor')).toMatchObject({ code: 0 });
  expect(incident.populaties(1, 2)).toEqual([1, 1]);
  rmSync(join(DATA, 'editions'), { recursive: true });
  await incident.ok('batch');
  expect(incident.populaties(1, 2)).toEqual([1, 1]);
  expect(section.notRun).toEqual([]);
});

test('the night failed: the run is found, and the next one ends the incident', async () => {
  const incident = await Incident.of('The night failed');
  const { section, data } = incident;
  const folder = join(data, 'in');
  writeFileSync(join(data, 'pipelines.json'), JSON.stringify({
    pipelines: [{ name: 'nightly', cron: '30 2 * * *', missed: 'skip', steps: [{ step: 'collect', folder: 'in', crs: 'RD' }, { step: 'batch' }] }],
  }));
  expect((await ev(['schedule', 'run', 'nightly', '--data', data])).code).toBe(1);
  expect((await section.run('ev runs list --state failed')).out).toContain('nightly');
  for (const state of ['cut-off', 'skipped']) expect(await section.run(`ev runs list --state ${state}`)).toMatchObject({ code: 0 });
  mkdirSync(join(folder, 'AB12'), { recursive: true });
  const file = join(folder, 'AB12', 'delivery.json');
  writeFileSync(file, JSON.stringify(all([1])));
  utimesSync(file, 0, 0);
  const alert = new RunbookSection('EvPipelineFailed', data);
  expect((await alert.run('ev runs list --pipeline NAME', { NAME: 'nightly' })).out).toContain('nightly');
  expect((await alert.run('ev runs show ID', { ID: '1' })).out).toContain('collect: failed');
  expect(await alert.run('ev schedule run NAME', { NAME: 'nightly' })).toMatchObject({ code: 0 });
  expect((await section.run('ev runs list')).out).toMatch(/nightly.*done/);
  expect((await section.run('ev editions list')).out).toContain('*');
  expect(incident.populaties(1)).toEqual([1]);
  expect([section.notRun, alert.notRun]).toEqual([[], []]);
});

test('a question from a lawyer: what was shown there and then, by a kept edition and by one that is made again', async () => {
  const incident = await Incident.of('A question from a lawyer: what did the service show there, at that moment');
  const { section } = incident;
  const first = await incident.deliver(all([1]));
  await incident.ok('batch');
  const MOMENT = new Date().toISOString();
  await incident.deliver(all([1], { populatie: 9 }));
  await incident.ok('batch', '--keep-days', '0');
  const asked = 'ev as-of MOMENT --at-point X,Y';
  const values = { MOMENT, 'X,Y': '155025,463005' };
  expect(await section.run(asked, values)).toMatchObject({ code: 1, out: expect.stringContaining('is not kept any more') as string });
  expect(await section.run('ev editions rebuild --at MOMENT', values)).toMatchObject({ code: 0 });
  expect(await section.run(asked, values)).toMatchObject({ code: 0, out: expect.stringContaining(idOf(1)) as string });
  expect((await section.run(asked, { ...values, 'X,Y': '100000,400000' })).out).toContain('(RD): nothing.');
  expect((await section.run('ev show ID', { ID: idOf(1) })).out).toContain(first);
  expect(section.notRun).toEqual([]);
});

test('source holders merge: a dry run, one object forgotten, the rest, and back', async () => {
  const incident = await Incident.of('Source holders merge, or objects go to another one');
  const { section } = incident;
  await incident.deliver(all([1, 2, 3]));
  await incident.ok('batch');
  const values = { OLD: 'AB12', NEW: 'GH89', TEXT: 'Merger' };
  expect(await section.run('ev holders add ID --name NAME --holder NEW', { ...values, ID: 'KVK:87654321', NAME: 'Gemeente Nieuw' })).toMatchObject({ code: 0 });
  const transfer = 'ev transfer --from OLD --to NEW --at 2026-01-01 --reason TEXT';
  expect(await section.run(`${transfer} --dry-run`, values)).toMatchObject({ code: 0 });
  const FILE = incident.file('ids.txt', `${idOf(1)}\n${idOf(2)}\n`);
  const some = await section.run('ev transfer --from OLD --to NEW --ids FILE --at 2026-01-01 --reason TEXT --wait', { ...values, FILE });
  expect(some).toMatchObject({ code: 0 });
  expect([1, 2, 3].map((n) => incident.code(n))).toEqual(['GH89', 'GH89', 'AB12']);
  const rest = await section.run(`${transfer} --wait`, values);
  expect([1, 2, 3].map((n) => incident.code(n))).toEqual(['GH89', 'GH89', 'GH89']);
  expect(await section.run('ev submissions undo UUID', { UUID: uuidIn(rest) })).toMatchObject({ code: 0 });
  await incident.ok('batch');
  expect([1, 2, 3].map((n) => incident.code(n))).toEqual(['GH89', 'GH89', 'AB12']);
  const LAST8 = (await incident.ok('tokens', 'add', '--organisation', 'KVK:12345670')).trim().slice(-8);
  expect(await section.run('ev tokens revoke LAST8', { LAST8 })).toMatchObject({ code: 0 });
  expect(section.notRun).toEqual([]);
});

test('an upgrade must be undone: what came in since is listed, and the files of before are there again, byte for byte', async () => {
  const data = olderFolder('format-3');
  const section = new RunbookSection('An upgrade must be undone', data);
  const before = filesIn(data);
  expect(await section.run('ev rules try --data FOLDER', { FOLDER: data })).toMatchObject({ code: 0 });
  expect(filesIn(data)).toEqual(before);
  expect((await section.run('ev upgrade')).code).toBe(0);
  expect((await ev(['doctor', '--accept-clock', '--data', data])).code).toBe(0);

  const MOMENT = new Date().toISOString();
  const file = join(temporaryFolder(), 'delivery.json');
  writeFileSync(file, JSON.stringify([building({ n: 99 })]));
  const { uuid } = JSON.parse((await ev(['submit', file, '--holder', 'AB12', '--crs', RD, '--json', '--data', data])).out) as Receipt;
  expect((await ev(['batch', '--data', data])).code).toBe(0);
  expect((await section.run('ev log --since MOMENT', { MOMENT })).out).toContain(uuid);
  expect((await section.run('ev doctor')).code).toBe(0);

  goBack(data);
  expect(existsSync(join(data, 'before-format-4'))).toBe(false);
  const after = filesIn(data);
  for (const [name, bytes] of before) expect(after.get(name)?.equals(bytes), name).toBe(true);
  expect((await ev(['log', '--data', data])).err).toContain('ev upgrade');
  expect(section.notRun).toEqual([]);
});

/** Every file in a folder but locks and the shared memory of databases, by its path. */
function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/\.lock$|-shm$/.test(entry.name));
  return new Map(entries.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length), readFileSync(join(parentPath, name))]));
}

/** Goes back as the page about upgrades says: removes what it names, and moves everything in the folder of before. */
function goBack(data: string): void {
  const page = readFileSync(join(PROJECT, 'pipelines/operations/OPERATING.md'), 'utf8');
  const [, removed, kept] = /To go back, stop the service, remove ([^]*?), move everything in `([^`]+)`/.exec(page)!;
  for (const [, pattern] of removed!.matchAll(/`([a-z][^`]*)`/g)) {
    for (const name of globSync(pattern!, { cwd: data })) rmSync(join(data, name), { recursive: true });
  }
  for (const name of readdirSync(join(data, kept!))) renameSync(join(data, kept!, name), join(data, name));
  rmSync(join(data, kept!), { recursive: true });
}
