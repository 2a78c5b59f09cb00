/**
 * Preparation worker: checks one payload at a time and leaves its roots and report in `<data>/prepared/`.
 * A thread of its own, because a delivery may take minutes and a hostile one may crash it.
 * Not here: the checks (prepare/), what happens with the roots (state/apply.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { CRSS } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import { judgesHere } from '../prepare/judge.ts';
import { prepare } from '../prepare/prepare.ts';
import { openSpatial, type Spatial } from '../prepare/spatial.ts';
import { withLists } from '../prepare/prepared-report.ts';
import { isIntact } from '../state/payload.ts';
import { PreparedWriter } from '../state/prepared.ts';
import { answerParent } from './line.ts';
import type { PreparationJob, PreparationResult } from './preparation-job.ts';
import { farTooMany, holdsFarTooMany, refusesAtOnce, withRequestRules } from './request-rules.ts';

/** Path of DuckDB's spatial extension (setup.ts). */
const { spatialPath } = workerData as { readonly spatialPath: string };
const spatial: Promise<Spatial> = openSpatial(spatialPath);
spatial.catch(() => undefined);

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
  const { payload, target, crs, model, strict } = job;
  const where = 'path' in payload ? { path: payload.path } : { bytes: Buffer.from(payload.bytes) };
  const isRequest = job.method !== 'LEVERING';
  const unread = isRequest && 'bytes' in where && holdsFarTooMany(where.bytes);
  const found = unread ? farTooMany(target, crs ?? CRSS.CRS84.uri) : withLists(await prepare(
    { ...where, plain: isRequest }, { source: target, crs, model, strict },
    { judges: judgesHere(await spatial), sink: (root) => writer.add(root) },
  ));
  const report = isRequest ? withRequestRules(found, target) : found;
  if (job.wantsReport && refusesAtOnce(report)) {
    writer.abandon();
    return { kind: 'prepared', report };
  }
  // What a strict delivery handed over before its error was found is not accepted after all.
  if (report.counts.accepted === 0) writer.clear();
  writer.finish(report);
  return { kind: 'prepared', report: job.wantsReport ? report : null };
}

/** Comes from the disk or the system, not from the delivery. */
function isOfTheWorld(error: unknown): boolean {
  return !(error instanceof Fault) && (error as NodeJS.ErrnoException).syscall !== undefined;
}
