/**
 * Preparation thread: reads payloads, has their blocks checked by the pool, and leaves roots and report of each in
 * `<data>/prepared/`. What may take long or crash is done in the threads of the pool, so several payloads are prepared side by side.
 * Not here: the checks (prepare/), what happens with the roots (state/apply.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { CRSS } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { PreparationJob, PreparationResult } from '../preparation.ts';
import { prepare } from '../prepare/prepare.ts';
import { refusesAtOnce } from '../state/levels.ts';
import { isIntact } from '../state/payload.ts';
import { PreparedWriter } from '../state/prepared.ts';
import { CheckPool } from './check-pool.ts';
import { answerParent } from './line.ts';
import { farTooMany, holdsFarTooMany, withRequestRules } from './request-rules.ts';

export interface PreparationData {
  /** Path of DuckDB's spatial extension (setup.ts). */
  readonly spatialPath: string;
  /** Threads that check. */
  readonly threads: number;
}

const { spatialPath, threads } = workerData as PreparationData;
const pool = new CheckPool({ threads, spatialPath: () => Promise.resolve(spatialPath) });
pool.warmUp(1);

answerParent(parentPort, (job: PreparationJob) => run(job));

async function run(job: PreparationJob): Promise<PreparationResult> {
  const { data, uuid, payload } = job;
  try {
    if ('path' in payload && !await isIntact(payload)) return { kind: 'damaged' };
    const writer = new PreparedWriter(data, uuid);
    try {
      return await prepareInto(writer, job);
    } catch (error) {
      writer.abandon();
      throw error;
    }
  } catch (error) {
    throw isOfTheWorld(error) ? new Fault('the prepared form cannot be written', {
      step: 'Delivery:Prepare', actual: String(error), hint: 'Check the disk; it is tried again.', cause: error,
    }) : error;
  }
}

async function prepareInto(writer: PreparedWriter, job: PreparationJob): Promise<PreparationResult> {
  const { payload, target, crs, model, strict, now } = job;
  const where = 'path' in payload ? { path: payload.path } : { bytes: Buffer.from(payload.bytes) };
  const isRequest = job.method !== 'LEVERING';
  const startedMs = performance.now();
  let read = 0;
  const unread = isRequest && 'bytes' in where && holdsFarTooMany(where.bytes);
  const found = unread ? farTooMany(target, crs ?? CRSS.CRS84.uri) : await prepare(
    { ...where, plain: isRequest }, { source: target, crs, model, strict, now, isAsServed: job.method === 'PUT' },
    {
      checker: pool.checker(isRequest ? 'request' : 'delivery'), sink: (root) => writer.add(root),
      onProgress: ({ readSeconds }) => { read = readSeconds; },
    },
  );
  const seconds = { read, check: (performance.now() - startedMs) / 1000 - read };
  const report = isRequest ? withRequestRules(found, target) : found;
  if (job.wantsReport && refusesAtOnce(report)) {
    writer.abandon();
    return { kind: 'prepared', report, seconds };
  }
  // What a strict delivery handed over before its error was found is not accepted after all.
  if (report.counts.accepted === 0) writer.clear();
  await writer.finish(report);
  return { kind: 'prepared', report: job.wantsReport ? report : null, seconds };
}

/** Comes from the disk or the system, not from the delivery. */
function isOfTheWorld(error: unknown): boolean {
  return !(error instanceof Fault) && (error as NodeJS.ErrnoException).syscall !== undefined;
}
