/**
 * Spatial extension: downloads DuckDB's spatial extension once, into a cache folder.
 *
 * Order: the cached file; DuckDB's own INSTALL; the wheel from PyPI through `python3 -m pip download`.
 * Invariants:
 *  - Every returned file was verified, a cached one too: by its SHA-256, or on a platform without a known one by DuckDB's signature.
 *    DuckDB checks the signature before it loads a file.
 *  - The cache is filled by one rename, so concurrent runs do no harm.
 * Not here: loading the extension for use (prepare/geometry/spatial.ts). Node and the packages are verified by npm (package-lock.json).
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameDurably, syncFile } from '../../publisher/durable-file.ts';
import { sumOf } from '../../publisher/file-sum.ts';
import { Fault } from '../../schemas/fault.ts';
import { withoutUserInfo } from '../../schemas/masked.ts';

/** Version of DuckDB, as package.json pins it. An extension loads only in the DuckDB that it was built for. */
const VERSION = '1.5.5';
const WHEEL = `duckdb-extension-spatial==${VERSION}`;
const FILE = 'spatial.duckdb_extension';
const WAIT_MS_MAX = 600_000;

/** SHA-256 of the extension by DuckDB platform. Each of these files has a valid signature of DuckDB. */
const PINS: Readonly<Record<string, string>> = {
  linux_amd64: '03cbb687fbb1583af6154266dc17b9c99e11fdcc1cd4a43cec19f38ef272d4de',
  linux_arm64: 'b9129a7da7fde8eb7fb951d99a115cbf2e6fa34c8d41671086169174a1f5725d',
  osx_amd64: 'f17b5d54548d6b5a2adc6bd1ebe2a6a8f1f23d8f2e084f0e3bc2d83dc699e2d1',
  osx_arm64: '81b73514ef95301f0e8b3229bdbdf7946827600dfd63a42d3b3193fa322c4c5a',
  windows_amd64: 'd91563a6c570d5d854ef3d31d9de6b84eac3721cd9fb9c441146e88051a9c425',
};

export interface SetupOptions {
  /** Folder for this program only, for example `~/.cache/ev-register`; made when absent. */
  readonly cacheFolder: string;
  /** Receives one line for each step that takes time or fails; none when the file is in the cache. */
  readonly log: (line: string) => void;
}

/** One way to get the file. `fetch` puts it in the folder `work`, under the name by which DuckDB loads it, and returns its path. */
export interface Way {
  readonly name: string;
  readonly fetch: (work: string) => Promise<string>;
}

/** The extension for this machine, and how it was verified. */
export interface VerifiedSpatial {
  readonly path: string;
  /** DuckDB's name of the platform. */
  readonly platform: string;
  readonly by: 'checksum' | 'signature';
}

/**
 * The verified spatial extension for this machine; fetched when the cache has none. `pins` has checksums by platform.
 * When every way fails, throws a Fault that explains how to install the file by hand.
 */
export async function verifiedSpatial({ cacheFolder, log }: SetupOptions, ways = WAYS, pins = PINS): Promise<VerifiedSpatial> {
  const { target, platform, pin } = expectedIn(cacheFolder, pins);
  const verified = { path: target, platform, by: pin === undefined ? 'signature' : 'checksum' } as const;
  if (existsSync(target)) {
    const wrong = await whatIsWrong(target, pin);
    if (wrong === null) return verified;
    log(`spatial: ${target} is not the file we expect (${wrong}); fetching it again`);
  }
  await fetchInto({ target, pin, ways, log });
  log(`spatial: ready, ${target}`);
  return verified;
}

/** The path of the verified extension; fetched when the cache has none. */
export async function provideSpatial(options: SetupOptions, ways = WAYS): Promise<string> {
  return (await verifiedSpatial(options, ways)).path;
}

/** The path of the verified extension in the cache. Fetches nothing; when it is missing or wrong, throws a Fault that names `ev setup`. */
export async function cachedSpatial(cacheFolder: string, pins = PINS): Promise<string> {
  const { target, pin } = expectedIn(cacheFolder, pins);
  const wrong = existsSync(target) ? await whatIsWrong(target, pin) : 'it is not there';
  if (wrong === null) return target;
  throw new Fault('the spatial extension is not there, or is another file than expected', {
    step: 'Setup:Check', path: target, actual: wrong, hint: '`ev setup` provides it.',
  });
}

interface Expected {
  readonly target: string;
  readonly platform: string;
  /** SHA-256; undefined when none is known for this platform. */
  readonly pin: string | undefined;
}

function expectedIn(cacheFolder: string, pins: Readonly<Record<string, string>>): Expected {
  const platform = duckdbPlatform();
  return { target: join(cacheFolder, `duckdb-v${VERSION}`, platform, FILE), platform, pin: pins[platform] };
}

/** The reason why a file is not the extension; null when it is. */
async function whatIsWrong(path: string, pin: string | undefined): Promise<string | null> {
  if (pin === undefined) return await signatureFault(path);
  const { sha256 } = await sumOf(path);
  return sha256 === pin ? null : `SHA-256 is ${sha256}, expected ${pin}`;
}

/** DuckDB's reason to refuse a file; null when its signature, version and platform are right. */
async function signatureFault(path: string): Promise<string | null> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' });
  try {
    const connection = await instance.connect();
    await connection.run(`LOAD '${path.replaceAll("'", "''")}'`);
    connection.closeSync();
    return null;
  } catch (error) {
    return firstLine(error);
  } finally {
    instance.closeSync();
  }
}

interface Fetching {
  readonly target: string;
  readonly pin: string | undefined;
  readonly ways: readonly Way[];
  readonly log: (line: string) => void;
}

async function fetchInto({ target, pin, ways, log }: Fetching): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(join(dirname(target), '.fetch-'));
  const reasons: string[] = [];
  try {
    for (const { name, fetch } of ways) {
      log(`spatial: trying ${name} …`);
      try {
        const file = await fetch(work);
        const wrong = await whatIsWrong(file, pin);
        if (wrong !== null) throw new Error(wrong);
        syncFile(file);
        renameDurably(file, target);
        return;
      } catch (error) {
        reasons.push(`${name}: ${firstLine(error)}`);
        log(`spatial: ${name} did not work: ${firstLine(error)}`);
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  throw new Fault('no way to get the spatial extension of DuckDB worked', {
    step: 'Setup:Spatial', path: target, expected: pin === undefined ? 'a file with a valid signature of DuckDB' : `SHA-256 ${pin}`, actual: reasons.join('; '),
    hint: byHand(target), forClients: 'setup',
  });
}

const WAYS: readonly Way[] = [
  { name: "DuckDB's own INSTALL", fetch: installByDuckdb },
  { name: `python3 -m pip download ${WHEEL}`, fetch: downloadWheel },
];

async function installByDuckdb(work: string): Promise<string> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { extension_directory: work });
  try {
    const connection = await instance.connect();
    await connection.run('INSTALL spatial');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  return findFile(work);
}

async function downloadWheel(work: string): Promise<string> {
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', '--dest', work];
  await run('python3', ['-m', 'pip', 'download', ...options, WHEEL]);
  const wheel = (await readdir(work)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('pip wrote no wheel');
  const unpacked = join(work, 'wheel');
  await run('python3', ['-m', 'zipfile', '-e', join(work, wheel), unpacked]);
  return findFile(unpacked);
}

async function findFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true });
  const found = entries.find((entry) => entry.endsWith(FILE));
  if (found === undefined) throw new Error(`no ${FILE} in what was fetched`);
  return join(folder, found);
}

/**
 * The platform as DuckDB names it, for example linux_amd64, linux_arm64_musl, osx_arm64. Derived from Node's names: loading DuckDB to ask
 * costs each start CPU time and memory.
 */
export function duckdbPlatform(): string {
  const system = new Map<string, string>([['darwin', 'osx'], ['win32', 'windows']]).get(process.platform) ?? process.platform;
  const isMusl = process.platform === 'linux' && !hasGlibc();
  return `${system}_${process.arch === 'x64' ? 'amd64' : process.arch}${isMusl ? '_musl' : ''}`;
}

/** Asks Node's diagnostic report, without its network part: that part looks up the host name of each open connection. */
function hasGlibc(): boolean {
  const report = process.report as NodeJS.ProcessReport & { excludeNetwork: boolean };
  const { excludeNetwork } = report;
  report.excludeNetwork = true;
  try {
    const { header } = report.getReport() as { readonly header: object };
    return 'glibcVersionRuntime' in header;
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}

/** Runs a program to its end. The last line of its stderr becomes the error. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: WAIT_MS_MAX });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr = (stderr + text).slice(-2_000); });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('close', (code, signal) => {
    if (code === 0) resolve();
    else reject(new Error(stderr.trim().split('\n').at(-1) ?? `${program} ended with ${code ?? signal}`));
  });
  await promise;
}

function byHand(target: string): string {
  return `Without a network: on a machine that has one, take ${FILE} out of the wheel ${WHEEL} for this platform `
    + `(a wheel is a zip file) and put it at ${target}.`;
}

function firstLine(error: unknown): string {
  return withoutUserInfo((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '');
}
