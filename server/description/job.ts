/**
 * Job: a submission as status of a job (OGC API Processes, part 1, 7.12; draft part 11 of OGC API Features, asynchronous transactions).
 *
 * The register has no clock of its own work, so only `created` is known: the moment at which the submission was received. The moments
 * `started`, `finished` and `updated` are left out.
 */
import { unreachable } from '../../schemas/fault.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { both } from '../response/problem.ts';
import type { Service } from '../service.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { isRefused, JOBS, stateText } from './submission.ts';

export const JOB_STATUSES = ['accepted', 'running', 'successful', 'failed', 'dismissed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Returns the status of a job. A parked submission waits for the operator, so it is accepted. One that the operator refused is dismissed. */
export function jobStatus({ state, status, report, waitsFor, nextBatch }: Outcome): JobStatus {
  switch (state) {
    case 'pending': return waitsFor === undefined && nextBatch === undefined ? 'running' : 'accepted';
    case 'parked': return 'accepted';
    case 'settled': return status === null || status >= 400 || report !== null && isRefused(report) ? 'failed' : 'successful';
    case 'aside': case 'retried': return 'failed';
    case 'refused': return 'dismissed';
    default: return unreachable(state);
  }
}

/** Whether the job is over, so that nothing changes any more. */
export function isOver(status: JobStatus): boolean {
  return status !== 'accepted' && status !== 'running';
}

/** Returns the body of a job. */
export function jobBody(outcome: Outcome, { baseUrl }: Pick<Service, 'baseUrl'>) {
  const { receipt: { uuid, received }, report, retriedAs } = outcome;
  const status = jobStatus(outcome);
  const job = `${baseUrl}${JOBS}/${uuid}`;
  const link = (rel: string, href: string, title: Text) => ({ href, rel, type: MEDIA_TYPES.json, title: both(title) });
  return {
    jobID: uuid, type: 'process', processID: PROCESS, processingEntityType: 'ogc-api-features', status, message: both(messageOf(outcome)),
    created: received, progress: isOver(status) ? 100 : 0,
    links: [
      link('self', job, { nl: 'Deze taak', en: 'This job' }),
      ...(isOver(status) && report !== null ? [link(RESULTS, `${job}/results`, { nl: 'Het rapport', en: 'The report' })] : []),
      link('related', `${baseUrl}${SUBMISSIONS}/${uuid}`, { nl: 'De indiening', en: 'The submission' }),
      ...(retriedAs === undefined ? [] : [link('related', `${baseUrl}${JOBS}/${retriedAs}`, { nl: 'De nieuwe poging', en: 'The retry' })]),
    ],
  };
}

/** Name of the only process: checking, deciding and publishing a submission. */
const PROCESS = 'indiening';
/** Link relation of the results of a job. */
const RESULTS = 'http://www.opengis.net/def/rel/ogc/1.0/results';

/** Returns the state in words, with the submission for which this one waits. */
export function messageOf(outcome: Outcome): Text {
  const { waitsFor, state } = outcome;
  const { nl, en } = stateText(outcome);
  if (state !== 'pending' || waitsFor === undefined) return { nl, en };
  return {
    nl: `Ontvangen: wacht op de geparkeerde indiening ${waitsFor}.`, en: `Received: waits for the parked submission ${waitsFor}.`,
  };
}
