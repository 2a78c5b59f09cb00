/**
 * Writing: single objects over HTTP to a register of 100,000, each answered when it can be read, by 64 writers beside each other, with the
 * same writers storing their bodies in SQLite as the comparison; reads meanwhile; what is acknowledged while a delivery as large as the
 * register is decided; a start; and a server with nothing to do.
 * As a program: `node writing.ts [OBJECTS]`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CRSS } from '../../schemas/crs.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { BASE_URL } from './edition.ts';
import { writeRegister } from '../generate/register-file.ts';
import { CLI, run } from './run.ts';
import { givenNumber, printRows, type Row } from './table.ts';
import { percentile99, quantile, WRITER, Written, type Timed } from './writers.ts';

const SERVER = 'writing-server.ts';
const WRITERS = 64;
const WRITES = 2_000;
const ROUNDS = 3;
const STARTS = 3;
const IDLE_MS = 30_000;
const OTHER = 'CD34';
const ITEM = '/v1/collections/kwetsbare-gebouwen/items?limit=10';

export async function writingRows(objects: number): Promise<readonly Row[]> {
  process.stderr.write(`writing to ${objects} objects\n`);
  const folder = mkdtempSync(join(tmpdir(), 'ev-bench-'));
  try {
    const register = join(folder, 'register.ndjson');
    const data = join(folder, 'data');
    await writeRegister(register, { objects, seed: 1 });
    await run([CLI, 'submit', register, '--crs', CRSS['28992'].uri, '--holder', WRITER, '--data', data, '--create'], join(folder, 'receipt.txt'));
    await run([CLI, 'batch', '--data', data, '--base-url', BASE_URL], join(folder, 'report.txt'));
    return [
      await startRow(data), await idleRow(data), ...await writersRows(data, { folder, objects }), await deliveryRow(data, { register, objects }),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function startRow(data: string): Promise<Row> {
  const ratios: { readonly first: number; readonly tenth: number }[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const server = await Written.start(SERVER, data);
    const times: number[] = [];
    while (times.length < 20) times.push((await server.post()).ms);
    ratios.push({ first: times[0]!, tenth: quantile(times.slice(9), 0.5) });
    await server.stop();
  }
  const { first, tenth } = ratios.sort((one, other) => one.first / one.tenth - other.first / other.tenth)[STARTS >> 1]!;
  return {
    what: 'the first write after a start', ours: `${first.toFixed(0)} ms`, beside: `from the tenth on: ${tenth.toFixed(0)} ms`,
    ratio: `${(first / tenth).toFixed(1)}× the time`, bar: { value: first / tenth, atMost: 3, unit: '×' },
  };
}

async function idleRow(data: string): Promise<Row> {
  const server = await Written.start(SERVER, data);
  await sleep(10_000);
  const before = await server.cpuMicroseconds();
  await sleep(IDLE_MS);
  const share = (await server.cpuMicroseconds() - before) / (IDLE_MS * 1000);
  await server.stop();
  return {
    what: 'a server with nothing to do', ours: `${(share * 100).toFixed(3)} % of a core`, beside: '', ratio: '', bar: { value: share * 100, atMost: 0.1, unit: ' %' },
  };
}

async function writersRows(data: string, { folder, objects }: { folder: string; objects: number }): Promise<readonly Row[]> {
  const ours = await Written.start(SERVER, data);
  const plain = await Written.start('baseline-inserts.ts', folder);
  try {
    await writeAll(ours, WRITES / 4);
    await writeAll(plain, WRITES / 4);
    const idle = await readWhile(ours, sleep(5_000));
    const rounds = [];
    const busy: Timed[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const writing = writeAll(ours, WRITES);
      busy.push(...await readWhile(ours, writing));
      rounds.push({ ours: await writing, plain: await writeAll(plain, WRITES) });
    }
    const middle = rounds.sort((one, other) => one.ours / one.plain - other.ours / other.plain)[ROUNDS >> 1]!;
    return [{
      what: `writes of single objects by ${WRITERS} writers to ${objects}, acknowledged and visible`,
      ours: `${middle.ours.toFixed(0)} writes/s`, beside: `one synced SQLite transaction each: ${middle.plain.toFixed(0)} writes/s`,
      ratio: (middle.ours / middle.plain).toFixed(2),
    }, {
      what: 'reads meanwhile, p99', ours: `${percentile99(busy).toFixed(1)} ms`, beside: `idle: ${percentile99(idle).toFixed(1)} ms`,
      ratio: `${(percentile99(busy) / percentile99(idle)).toFixed(1)}× the time`, bar: { value: percentile99(busy), atMost: 20, unit: ' ms' },
    }];
  } finally {
    await ours.stop();
    await plain.stop();
  }
}

/** Writes a second. */
async function writeAll(server: Written, writes: number): Promise<number> {
  let left = writes;
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, async () => {
    while (left-- > 0) await server.post();
  }));
  return writes / (performance.now() - startedMs) * 1000;
}

/** A read every few milliseconds until the work is done. */
async function readWhile(server: Written, work: Promise<unknown>): Promise<readonly Timed[]> {
  const end = work.then(() => 'over' as const);
  const reads: Timed[] = [];
  do reads.push(await server.get(ITEM));
  while (await Promise.race([end, sleep(5)]) !== 'over');
  return reads;
}

/** Receipts that a holder gets while the delivery of another is decided. */
async function deliveryRow(data: string, { register, objects }: { register: string; objects: number }): Promise<Row> {
  const server = await Written.start(SERVER, data);
  try {
    const acknowledge = async (isOver: (already: readonly Timed[]) => boolean): Promise<readonly Timed[]> => {
      const receipts: Timed[] = [];
      while (!isOver(receipts)) {
        receipts.push(await server.post({ isWaiting: false }));
        await sleep(10);
      }
      return receipts;
    };
    const idle = await acknowledge(({ length }) => length >= 300);
    const path = `${register}.other`;
    writeFileSync(path, readFileSync(register, 'utf8').replaceAll(WRITER, OTHER));
    const input = { holder: OTHER, method: 'LEVERING', target: 'large', crs: CRSS['28992'].uri, mediaType: 'application/json', ifMatch: null } as const;
    await submit(data, { input, payload: { path } }, () => new Date());
    const submittedMs = performance.now();
    const isLong = ({ atMs, decidedSeconds }: Written['told'][number]): boolean => atMs > submittedMs && decidedSeconds > objects / 50_000;
    const all = await acknowledge(() => server.told.some(isLong));
    const { atMs, decidedSeconds } = server.told.find(isLong)!;
    const meanwhile = all.filter((receipt) => receipt.atMs >= atMs - decidedSeconds * 1000);
    return {
      what: `a receipt while a delivery of ${objects} is decided, p99`, ours: `${percentile99(meanwhile).toFixed(1)} ms`,
      beside: `idle: ${percentile99(idle).toFixed(1)} ms`, ratio: `${(percentile99(meanwhile) / percentile99(idle)).toFixed(1)}× the time`,
      bar: { value: percentile99(meanwhile), atMost: 50, unit: ' ms' },
    };
  } finally {
    await server.stop();
  }
}

if (import.meta.main) await printRows(() => writingRows(givenNumber(100_000)));
