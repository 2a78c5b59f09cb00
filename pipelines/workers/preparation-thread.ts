/**
 * Preparation thread: reads payloads, has their blocks checked by the pool, and writes roots and report of each to `<data>/prepared/`. Work
 * that may take long or crash is done in the threads of the pool, so several payloads are prepared in parallel.
 * Not here: the checks (prepare/), deciding the roots (state/decide/apply.ts).
 */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CRSS, parseCrsUri } from '../../schemas/crs.ts';
import type { Finding, Report } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import { readTarget } from '../../schemas/target.ts';
import { geometryTexts } from '../coordinates/current-geometry.ts';
import { forbiddenTexts } from '../prepare/check/index.ts';
import type { DeliveryOptions, LinkSuggestions, PreparedText } from '../prepare/delivery/index.ts';
import { isMerge, namesParentInBody, notPrepared, type CurrentDocument, type PreparationJob, type PreparationResult } from '../prepare/preparation-job.ts';
import { prepare } from '../prepare/prepare.ts';
import type { Delivery } from '../prepare/read/index.ts';
import { assembled, withBodyPointers, asCollectionReport, type Documents } from '../requests/assembled.ts';
import { withCollectionRules } from '../requests/collection-rules.ts';
import { parentNamedIn } from '../requests/feature-body.ts';
import { bringsBack, merged, needsCurrent, unmergeable } from '../requests/merged.ts';
import { defaultsFor } from '../requests/new-feature.ts';
import { farTooMany, holdsFarTooMany, refusedFirst, unread, withFinding, withRequestRules } from '../requests/request-rules.ts';
import { mayBeAsPublished, refusesAtOnce } from '../state/decide/levels.ts';
import { isIntact } from '../state/inbox/payload.ts';
import { PreparedWriter } from '../state/inbox/prepared.ts';
import { yieldToServing } from './background.ts';
import { CheckPool } from './check-pool.ts';
import { answerParent } from './line.ts';

export interface PreparationData {
  /** Path of DuckDB's spatial extension (setup.ts). */
  readonly spatialPath: string;
  /** Number of checking threads. */
  readonly threads: number;
}

const { spatialPath, threads } = workerData as PreparationData;
yieldToServing();
const pool = new CheckPool({ threads, spatialPath: () => Promise.resolve(spatialPath) });
pool.warmUp(1);

answerParent(parentPort, (job: PreparationJob) => run(job));

async function run(job: PreparationJob): Promise<PreparationResult> {
  const { data, uuid, payload } = job;
  try {
    if ('path' in payload && !await isIntact(payload)) return { kind: 'damaged' };
    const writer = new PreparedWriter(data, uuid, { isStored: !job.wantsReport });
    try {
      return await prepareInto(writer, job);
    } catch (error) {
      writer.abandon();
      throw error;
    }
  } catch (error) {
    throw notPrepared(error);
  }
}

async function prepareInto(writer: PreparedWriter, job: PreparationJob): Promise<PreparationResult> {
  const { payload, target, model, strict, now } = job;
  const defaults = defaultsFor(job);
  const body = 'path' in payload ? { path: payload.path } : { bytes: Buffer.from(payload.bytes) };
  const isMerged = isMerge(job) || (job.method === 'PUT' && dependsOnCurrent(await bytesOf(body), job));
  const isPlaced = isMerged && job.current === undefined && namesParentInBody(job);
  const parent = isPlaced ? parentNamedIn(await bytesOf(body), readTarget(target)!, defaults) : undefined;
  if (isMerged && job.current === undefined) {
    const findings = parent !== undefined && 'findings' in parent ? parent.findings : unmergeable(await bytesOf(body), { ...job, defaults });
    if (findings.length > 0) return await refused(writer, job, findings);
    writer.abandon();
    return { kind: 'waits', ...(parent === undefined || 'findings' in parent ? {} : { parent: parent.id }) };
  }
  const isRequest = job.method !== 'LEVERING';
  const startedMs = performance.now();
  let read = 0;
  const add = (root: PreparedText, toBody?: ToBody): void => (
    writer.add(toBody === undefined ? root : { ...root, text: withBodyPointers(root.text, toBody) })
  );
  const check: Check = (bytes, inCrs, { as = model, toBody, currentGeometries } = {}) => prepare(
    bytes, {
      source: target, crs: inCrs, model: as, strict, now, isAsServed: job.method === 'PUT' || job.method === 'PATCH', ...currentIn(job),
      readsTexts: isRequest && readTarget(target)?.form === 'feature',
      ...(currentGeometries === undefined ? {} : { currentGeometries }), ...(defaults === undefined ? {} : { defaults }),
    },
    {
      checker: pool.checker({ kind: isRequest ? 'request' : 'delivery', holder: job.holder }), sink: (root) => add(root, toBody),
      onOpenLinks: (suggestions) => writer.suggest(toBody === undefined ? suggestions : mapped(suggestions, toBody)),
      onProgress: ({ readSeconds }) => { read = readSeconds; },
    },
  );
  const { current } = job;
  const report = await (isMerged && current ? checkMerged({ job, current, body }, check) : checkBody({ job, body }, check));
  const seconds = { read, check: (performance.now() - startedMs) / 1000 - read };
  if (job.wantsReport && refusesAtOnce(report)) {
    writer.abandon();
    return job.method === 'PUT' && mayBeAsPublished(report) ? { kind: 'waits' } : { kind: 'prepared', report, seconds };
  }
  // Roots of a strict delivery that were written before an error was found are not accepted.
  if (report.counts.accepted === 0) writer.clear();
  await writer.finish(report);
  return { kind: 'prepared', report: job.wantsReport ? report : null, seconds, isMerged };
}

/** Whether the result of a PUT depends on the current document, when there is one. */
function dependsOnCurrent(body: Buffer, { current, crs, target }: PreparationJob): boolean {
  return needsCurrent(body, target) || (current !== undefined && current !== null && bringsBack(body, current, crs ?? CRSS.CRS84.uri));
}

/** Returns texts and geometries of the current document that are accepted when the request leaves them unchanged. */
function currentIn({ current, crs }: PreparationJob): Pick<DeliveryOptions, 'currentTexts' | 'currentGeometries'> {
  if (!current) return {};
  const isInCrs = parseCrsUri(crs ?? CRSS.CRS84.uri)?.code === current.crs;
  const currentGeometries = isInCrs ? geometryTexts(JSON.parse(current.body) as JsonObject) : undefined;
  return { currentTexts: forbiddenTexts(current.body), ...(currentGeometries === undefined ? {} : { currentGeometries }) };
}

/** Finishes the preparation of a request that is refused whatever the register has. */
async function refused(
  writer: PreparedWriter, { target, crs, wantsReport }: PreparationJob, findings: readonly Finding[],
): Promise<PreparationResult> {
  const report = unread({ source: target, crs: crs ?? CRSS.CRS84.uri }, findings);
  if (wantsReport) writer.abandon();
  else await writer.finish(report);
  return { kind: 'prepared', report: wantsReport ? report : null, seconds: {} };
}

type ToBody = Documents['toBody'];
/** Maps the pointers of suggestions to the request body. */
function mapped(suggestions: LinkSuggestions, toBody: ToBody): LinkSuggestions {
  return new Map([...suggestions].map(([pointer, links]) => [toBody(pointer), links]));
}

type BodySource = { readonly path: string } | { readonly bytes: Buffer };
/** Checks bytes. `as`: the model, when it differs from the job's; `toBody`: maps a pointer into the bytes to one into the request body. */
type Check = (
  bytes: Delivery, crs: string | null,
  how?: { readonly as?: ModelVersion | null; readonly toBody?: ToBody; readonly currentGeometries?: ReadonlySet<string> },
) => Promise<Report>;

function bytesOf(body: BodySource): Buffer | Promise<Buffer> {
  return 'bytes' in body ? body.bytes : readFile(body.path);
}

async function checkBody({ job: { method, target, crs }, body }: { job: PreparationJob; body: BodySource }, check: Check): Promise<Report> {
  if (method === 'LEVERING') return await check({ ...body, plain: false }, crs);
  const isFarTooMany = 'bytes' in body && holdsFarTooMany(body.bytes);
  if (isFarTooMany) return farTooMany(target, crs ?? CRSS.CRS84.uri);
  if (readTarget(target)?.form === 'collection') return await checkCollection({ target, crs, body }, check);
  return withRequestRules(await check({ ...body, plain: true }, crs), target);
}

/** Checks a FeatureCollection. Features nested in others are assembled to documents first, and those are checked. */
async function checkCollection(
  { target, crs, body }: Pick<PreparationJob, 'target' | 'crs'> & { readonly body: BodySource }, check: Check,
): Promise<Report> {
  const made = assembled(await bytesOf(body), parseCrsUri(crs ?? CRSS.CRS84.uri)?.code);
  if (made === undefined) return withCollectionRules(await check({ ...body, plain: true }, crs));
  if (!('documents' in made)) return unread({ source: target, crs: crs ?? CRSS.CRS84.uri }, made.findings);
  const { documents, toBody } = made;
  const found = await check({ bytes: Buffer.from(JSON.stringify(documents)), plain: true }, crs, { toBody });
  return withCollectionRules(made.findings.reduce(withFinding, asCollectionReport(found, made)));
}

/** Checks the document that a request and the current document make together, in the model of the current document. */
async function checkMerged(
  { job, current, body }: { job: PreparationJob; current: CurrentDocument; body: BodySource }, check: Check,
): Promise<Report> {
  const { method, target, crs } = job;
  const inCrs = crs ?? CRSS.CRS84.uri;
  const made = merged(await bytesOf(body), current, { method, target, crs: inCrs, defaults: defaultsFor(job) });
  if (!('bytes' in made)) return unread({ source: target, crs: inCrs }, made.findings);
  const found = await check({ bytes: made.bytes, plain: true }, made.crs, { as: '4.0', currentGeometries: made.currentGeometries });
  const { part } = made;
  const amended = made.findings.reduce((report, one) => (one.rule === 'verzoek.ander-type' ? refusedFirst : withFinding)(report, one), found);
  if (part === undefined) return withRequestRules(amended, target, { isPatch: method === 'PATCH' });
  return { ...amended, objects: amended.objects.map((object) => ({ ...object, part })) };
}
