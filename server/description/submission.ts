/** Submission: description of a write or a delivery, equal in the response to a write, at its own address, on its page and as a job. */
import type { Report, Text } from '../../schemas/finding.ts';
import { ROOTS } from '../../schemas/names.ts';
import type { Outcome, SubmissionState } from '../../schemas/submission.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { formatMoment } from '../../schemas/time.ts';
import type { Service } from '../service.ts';

/** Path of submissions in the form of jobs. */
export const JOBS = '/jobs';

export type SubmissionBody = ReturnType<typeof submissionBody>;

/** Returns the body of a submission. A stored but unpublished root has no readable address, so it gets no link. */
export function submissionBody(outcome: Outcome, { baseUrl }: Service) {
  const { receipt, state, status, roots, report, waitsFor, nextBatch, retriedAs, checkedBy } = outcome;
  const unread = new Set(report?.objects.filter(({ published }) => published === false).map(({ id }) => id));
  return {
    ...receipt,
    ...(checkedBy === undefined ? {} : { checkedBy }),
    state,
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(nextBatch === undefined ? {} : { nextBatch: nextBatch === null ? null : formatMoment(nextBatch) }),
    ...(retriedAs === undefined ? {} : { retriedAs }),
    status,
    roots: roots.map(({ id, type }) => ({
      id, type, ...(unread.has(id) ? {} : { href: `${baseUrl}/${ROOTS[type].path}/${encodeURIComponent(id)}` }),
    })),
    report,
    _links: submissionLinks(receipt.uuid, baseUrl),
  };
}

/** Returns the addresses of a submission: its outcome, and its status as a job. */
export function submissionLinks(uuid: string, baseUrl: string) {
  return { self: { href: `${baseUrl}${SUBMISSIONS}/${uuid}` }, job: { href: `${baseUrl}${JOBS}/${uuid}` } };
}

const STATES = {
  pending: { nl: 'Wordt verwerkt.', en: 'Being processed.' },
  planned: { nl: 'Ontvangen: wordt verwerkt in de volgende ronde.', en: 'Received: will be processed in the next batch.' },
  parked: {
    nl: 'Geparkeerd: er is nog niets van verwerkt. De beheerder kan de indiening vrijgeven.',
    en: 'Parked: nothing of it was processed yet. The operator can release it.',
  },
  settled: { nl: 'Verwerkt.', en: 'Processed.' },
  aside: { nl: 'Apart gezet: de verwerking lukte niet.', en: 'Set aside: processing failed.' },
  retried: {
    nl: 'Apart gezet: de verwerking lukte niet. Zij wordt opnieuw geprobeerd als een andere indiening.',
    en: 'Set aside: processing failed. It is tried again as another submission.',
  },
  refused: { nl: 'Geweigerd door de beheerder: er is niets van verwerkt.', en: 'Refused by the operator: nothing of it was processed.' },
  partly: {
    nl: 'Verwerkt, maar niet alles is aanvaard: verbeter de fouten in het rapport en lever opnieuw.',
    en: 'Processed, but not all was accepted: fix the errors in the report and deliver again.',
  },
  none: {
    nl: 'Verwerkt, maar niets is aanvaard: verbeter de fouten in het rapport en lever opnieuw.',
    en: 'Processed, but nothing was accepted: fix the errors in the report and deliver again.',
  },
} as const;

interface Shown {
  readonly state: SubmissionState;
  readonly report: Report | null;
  readonly nextBatch?: unknown;
}

/** Returns the state of a submission in a sentence or two. */
export function stateText(submission: Shown): Text {
  return STATES[shownState(submission)];
}

/** Whether nothing of a submission had an effect, because of errors. A delivery is then settled all the same. */
export function isRefused({ counts: { accepted, unchanged, ended = 0, errors } }: Pick<Report, 'counts'>): boolean {
  return errors > 0 && accepted + unchanged + ended === 0;
}

function shownState({ state, report, nextBatch }: Shown): keyof typeof STATES {
  if (state === 'settled' && report !== null && report.counts.errors > 0) return isRefused(report) ? 'none' : 'partly';
  return nextBatch === undefined ? state : 'planned';
}
