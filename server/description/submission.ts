/** Submission: description of a write or a delivery, equal in the response to a write, at its own address and on its page. */
import { ROOTS } from '../../schemas/names.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { formatMoment } from '../../schemas/time.ts';
import type { Service } from '../service.ts';

/** Path of submissions. */
export const SUBMISSIONS = '/indieningen';

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
    _links: { self: { href: `${baseUrl}${SUBMISSIONS}/${receipt.uuid}` } },
  };
}
