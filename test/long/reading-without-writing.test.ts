/** `ev serve` on a folder that can be read and not written: readers are answered, writers are told why, and it goes on by itself. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync, cpSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync, writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../demo-process.ts';
import { foldersOf, openState } from '../../pipelines/state/database/database.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { takeLock } from '../../pipelines/state/folder/lock.ts';
import { addToken } from '../../pipelines/state/access/tokens.ts';
import { ev, EXAMPLE, RD, said, start } from '../pipelines/ev-process.ts';
import { PROJECT } from '../shared-data.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const OIN = 'OIN:00000001003214345000';
const template = mkdtempSync(join(tmpdir(), 'ev-reading-'));
const whole = join(template, 'data');
let token = '';
const PATHS = ['/kwetsbare-gebouwen', '/collections/kwetsbare-gebouwen/items', '/edities', '/kwetsbare-gebouwen/NL.IMEV.AB12.gebouw-0001/versies'];

beforeAll(async () => {
  expect((await ev(['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', whole, '--create', '--wait'])).code).toBe(0);
  addOrganisation(whole, { id: OIN, name: 'Gemeente Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  const first = await serving(whole);
  first.child.kill('SIGTERM');
  await once(first.child, 'exit');
  token = addToken(whole, { organisation: OIN, holders: [], days: 1 }, new Date()).token;
});
const processes: ChildProcessWithoutNullStreams[] = [];
afterEach(() => { for (const child of processes.splice(0)) child.kill('SIGKILL'); });
afterAll(() => rmSync(template, { recursive: true, force: true }));

function copyOfWhole(): string {
  const data = join(temporaryFolder(), 'data');
  cpSync(whole, data, { recursive: true });
  return data;
}

interface Serving {
  readonly port: number;
  readonly opsPort: number;
  readonly child: ChildProcessWithoutNullStreams;
}

async function serving(data: string, wrap: (command: readonly string[]) => ChildProcessWithoutNullStreams = (args) => start(args)): Promise<Serving> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = wrap(['serve', '--data', data, '--port', String(port), '--ops-port', String(opsPort), '--base-url', 'http://127.0.0.1/v1']);
  processes.push(child);
  await said(child, 'Serving');
  return { port, opsPort, child };
}

async function read({ port }: Serving): Promise<readonly string[]> {
  return await Promise.all(PATHS.map(async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, { headers: { accept: 'application/json' } });
    return `${response.status} ${await response.text()}`;
  }));
}

interface Written {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly type: string | null;
  readonly detail: string;
}

async function write({ port }: Serving, id: string): Promise<Written> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/kwetsbare-gebouwen`, {
    method: 'POST', body: readFileSync(EXAMPLE, 'utf8').replace(/gebouw-\d+/g, id),
    headers: { 'content-type': 'application/json', 'content-crs': `<${RD}>`, 'authorization': `Bearer ${token}` },
  });
  const { detail = '' } = await response.json() as { detail?: string };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), type: response.headers.get('content-type'), detail };
}

async function readiness({ opsPort }: Serving): Promise<{ status: number; ready: boolean; writable: boolean; reasons: string }> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`);
  const { ready, writable, reasons } = await response.json() as { ready: boolean; writable: boolean; reasons: string[] };
  return { status: response.status, ready, writable, reasons: reasons.join('\n') };
}

let right: readonly string[] | undefined;

/** The answers of the whole folder. */
async function rightAnswers(): Promise<readonly string[]> {
  if (right !== undefined) return right;
  const server = await serving(copyOfWhole());
  right = await read(server);
  for (const answer of right) expect(answer).toMatch(/^200 /);
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  return right;
}

async function expectReadOnly(server: Serving, words: RegExp, reason: RegExp): Promise<void> {
  expect(await read(server)).toEqual(await rightAnswers());
  const written = await write(server, 'a');
  expect(written).toMatchObject({ status: 503, retryAfter: '30', type: 'application/problem+json', detail: expect.stringMatching(words) });
  expect(written.detail).not.toContain(tmpdir());
  expect(await readiness(server)).toMatchObject({ status: 200, ready: true, writable: false, reasons: expect.stringMatching(reason) });
}

/** Resolves when a write is accepted and shown. */
async function expectMended(server: Serving): Promise<void> {
  await expect.poll(async () => (await readiness(server)).writable, { timeout: 60_000, interval: 500 }).toBe(true);
  expect((await write(server, 'mended')).status).toBe(201);
}

type Lose = (data: string) => (() => void);

function aside(path: string, put: (path: string) => void): () => void {
  const endings = ['', '-wal', '-shm'];
  for (const ending of endings) if (existsSync(path + ending)) renameSync(path + ending, `${path}.kept${ending}`);
  put(path);
  return () => {
    for (const ending of endings) {
      rmSync(path + ending, { recursive: true, force: true });
      if (existsSync(`${path}.kept${ending}`)) renameSync(`${path}.kept${ending}`, path + ending);
    }
  };
}

function overwrite(path: string, at: (size: number) => number, bytes: Buffer): (() => void) {
  return aside(path, (target) => {
    cpSync(`${path}.kept`, target);
    const file = openSync(target, 'r+');
    writeSync(file, bytes, 0, bytes.length, at(statSync(target).size));
    closeSync(file);
  });
}

const CAUSES: Readonly<Record<string, { readonly lose: Lose; readonly words: RegExp; readonly reason: RegExp }>> = {
  'holders.json has a typing mistake': {
    lose: (data) => aside(join(data, 'holders.json'), (path) => writeFileSync(path, '{"organisations": [}')),
    words: /wie toegang heeft/, reason: /no token is accepted.*holders\.json/,
  },
  'tokens.json is a link to /dev/zero': {
    lose: (data) => aside(join(data, 'tokens.json'), (path) => symlinkSync('/dev/zero', path)), words: /wie toegang heeft/, reason: /tokens\.json.*no ordinary file/,
  },
  'register.db is garbage': {
    lose: (data) => aside(foldersOf(data).register, (path) => writeFileSync(path, 'x'.repeat(9_000))), words: /het register is beschadigd/, reason: /register\.db/,
  },
  'register.db is cut off': {
    lose: (data) => aside(foldersOf(data).register, (path) => {
      cpSync(`${path}.kept`, path);
      truncateSync(path, 5_000);
    }),
    words: /het register is beschadigd/, reason: /register\.db/,
  },
  'a page of register.db is overwritten': {
    lose: (data) => overwrite(foldersOf(data).register, () => 100, Buffer.alloc(3_000, 0xff)), words: /het register is beschadigd/, reason: /register\.db/,
  },
  'inbox.db is gone': { lose: (data) => aside(foldersOf(data).inbox, () => {}), words: /een deel van het register ontbreekt/, reason: /inbox\.db/ },
  'both databases are gone': {
    lose: (data) => {
      const mends = [foldersOf(data).inbox, foldersOf(data).register].map((path) => aside(path, () => {}));
      return () => { for (const mend of mends) mend(); };
    },
    words: /een deel van het register ontbreekt/, reason: /inbox\.db and register\.db/,
  },
  'register.db is that of another folder': {
    lose: (data) => aside(foldersOf(data).register, (path) => {
      const other = temporaryFolder();
      openState(other).close();
      cpSync(foldersOf(other).register, path);
    }),
    words: /hoort niet bij/, reason: /does not know the newest edition|lacks submissions/,
  },
  'another process has the lock': {
    lose(data) {
      const lock = takeLock(data);
      return () => lock.release();
    },
    words: /een ander proces/, reason: /another process/,
  },
  'conductor.lock holds something else': {
    lose: (data) => aside(foldersOf(data).lock, (path) => writeFileSync(path, 'x'.repeat(5_000))), words: /kan nu even niet/, reason: /conductor\.lock/,
  },
};

test('readers get responses while the desk is starting: a write waits for it, and /readyz reports it', async () => {
  const server = await serving(copyOfWhole());
  const [written, ready] = await Promise.all([write(server, 'at-once'), readiness(server)]);
  expect(written.status).toBe(201);
  expect(ready).toMatchObject({ status: 200, ready: true });
  if (!ready.writable) expect(ready.reasons).toBe('nothing can be accepted: the service is still starting');
  await expect.poll(async () => (await readiness(server)).writable, { timeout: 60_000 }).toBe(true);
});

test('a stop while the desk is starting ends the service with 0', async () => {
  for (const afterMs of [0, 50, 200, 600]) {
    const { child } = await serving(copyOfWhole());
    await sleep(afterMs);
    child.kill('SIGTERM');
    expect(await once(child, 'exit'), `after ${afterMs} ms`).toEqual([0, null]);
  }
});

test.each(Object.entries(CAUSES))('%s: what is published is read, a write is 503 with the reason, and it goes on once that is mended', async (_, { lose, words, reason }) => {
  const data = copyOfWhole();
  const mend = lose(data);
  const server = await serving(data);
  await expectReadOnly(server, words, reason);
  mend();
  await expectMended(server);
});

test.each(Object.entries(CAUSES).filter(([name]) => !name.includes('lock')))('the same while it serves: %s', async (_, { lose, words, reason }) => {
  const data = copyOfWhole();
  const server = await serving(data);
  const mend = lose(data);
  await expect.poll(async () => (await readiness(server)).writable, { timeout: 60_000, interval: 500 }).toBe(false);
  await expect.poll(async () => (await readiness(server)).reasons, { timeout: 60_000, interval: 500 }).toMatch(reason);
  await expectReadOnly(server, words, reason);
  mend();
  await expectMended(server);
});

/** `ev` in a mount namespace of its own, in which a folder is mounted read-only until the file `go` is there. */
function mounted(folder: string): (args: readonly string[]) => ChildProcessWithoutNullStreams {
  const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && (while [ ! -e "$2" ]; do sleep 0.2; done; mount -o remount,bind,rw "$1") & '
    + 'sleep 1; shift 2; exec "$@"';
  return (args) => spawn('unshare', ['-rm', 'sh', '-c', script, 'sh', folder, join(folder, '..', 'go'), process.execPath, join(PROJECT, 'pipelines/cli.ts'), ...args]);
}

test('a read-only mount: what is published is read, and a write is accepted once it is mounted for writing', async () => {
  const data = copyOfWhole();
  const server = await serving(data, mounted(data));
  await expectReadOnly(server, /op de schijf kan niet worden geschreven/, /EROFS/);
  writeFileSync(join(data, '..', 'go'), '');
  await expectMended(server);
  expect(existsSync(join(data, 'conductor.lock'))).toBe(true);
});

test('a folder without an edition that cannot be conducted is refused, with the reason', async () => {
  const data = temporaryFolder();
  writeFileSync(foldersOf(data).register, 'x'.repeat(9_000));
  const { code, err } = await ev(['serve', '--data', data, '--port', String(await freePort())]);
  expect([code, err]).toEqual([3, expect.stringContaining('register.db')]);
});
