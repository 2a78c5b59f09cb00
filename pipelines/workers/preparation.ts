/**
 * Preparation thread: reads payloads, has their blocks checked by the pool, and leaves roots and report of each in
 * `<data>/prepared/`. What may take long or crash is done in the threads of the pool, so several payloads are prepared side by side.
 * Not here: the checks (prepare/), what happens with the roots (state/apply.ts).
 */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CRSS } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Report } from '../../schemas/finding.ts';
import { readTarget, targetPath } from '../../schemas/target.ts';
import type { HeldDocument, PreparationJob, PreparationResult } from '../preparation.ts';
import { prepare } from '../prepare/prepare.ts';
import type { Delivery } from '../prepare/read/index.ts';
import { refusesAtOnce } from '../state/levels.ts';
import { isIntact } from '../state/payload.ts';
import { PreparedWriter } from '../state/prepared.ts';
import { CheckPool } from './check-pool.ts';
import { withCollectionRules } from './collection-rules.ts';
import { answerParent } from './line.ts';
import { merged } from './merged.ts';
import { farTooMany, holdsFarTooMany, unread, withRequestRules } from './request-rules.ts';

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
  const { payload, target, model, strict, now } = job;
  const where = 'path' in payload ? { path: payload.path } : { bytes: Buffer.from(payload.bytes) };
  const isRequest = job.method !== 'LEVERING';
  const startedMs = performance.now();
  let read = 0;
  const check = (bytes: Delivery, inCrs: string | null): Promise<Report> => prepare(
    bytes, { source: target, crs: inCrs, model, strict, now, isAsServed: job.method === 'PUT' || job.method === 'PATCH' },
    {
      checker: pool.checker(isRequest ? 'request' : 'delivery'), sink: (root) => writer.add(root),
      onProgress: ({ readSeconds }) => { read = readSeconds; },
    },
  );
  const found = await (job.held === undefined ? checkBody({ job, where }, check) : checkMerged({ job, held: job.held, where }, check));
  const seconds = { read, check: (performance.now() - startedMs) / 1000 - read };
  const report = isRequest ? withRulesOf(job, found) : found;
  if (job.wantsReport && refusesAtOnce(report)) {
    writer.abandon();
    return { kind: 'prepared', report, seconds };
  }
  // What a strict delivery handed over before its error was found is not accepted after all.
  if (report.counts.accepted === 0) writer.clear();
  await writer.finish(report);
  return { kind: 'prepared', report: job.wantsReport ? report : null, seconds };
}

type Where = { readonly path: string } | { readonly bytes: Buffer };
type Check = (bytes: Delivery, crs: string | null) => Promise<Report>;

async function checkBody({ job: { method, target, crs }, where }: { job: PreparationJob; where: Where }, check: Check): Promise<Report> {
  const isRequest = method !== 'LEVERING';
  const isFarTooMany = isRequest && 'bytes' in where && holdsFarTooMany(where.bytes);
  return isFarTooMany ? farTooMany(target, crs ?? CRSS.CRS84.uri) : await check({ ...where, plain: isRequest }, crs);
}

/** Of a PATCH the document that it makes is checked, as if that had been sent. */
async function checkMerged(
  { job: { target, crs }, held, where }: { job: PreparationJob; held: HeldDocument; where: Where }, check: Check,
): Promise<Report> {
  const patch = 'bytes' in where ? where.bytes : await readFile(where.path);
  const inCrs = crs ?? CRSS.CRS84.uri;
  const made = merged(patch, held, { target, crs: inCrs });
  return 'findings' in made ? unread({ source: target, crs: inCrs }, made.findings) : await check({ bytes: made.bytes, plain: true }, made.crs);
}

function withRulesOf({ method, target }: PreparationJob, found: Report): Report {
  if (readTarget(target)?.form === 'collection') return withCollectionRules(found);
  return withRequestRules(found, method === 'PATCH' ? asDocument(target) : target);
}

function asDocument(path: string): string {
  const target = readTarget(path);
  return target === undefined ? path : targetPath({ ...target, form: 'document' });
}

/** Comes from the disk or the system, not from the delivery. */
function isOfTheWorld(error: unknown): boolean {
  return !(error instanceof Fault) && (error as NodeJS.ErrnoException).syscall !== undefined;
}
