/**
 * Account of an object: what it is, where it stands, why it is not on the public map, its versions with their provenance, its findings,
 * its parts and the documents that link to it. Moments are ISO 8601 in UTC, so that an account is written as JSON as it is.
 * Not here: making it (pipelines/state/explain/account.ts).
 */
import type { Finding, FirstError, Text } from './finding.ts';
import type { SeenSubmission, SubmissionProvenance } from './provenance.ts';
import type { SubmissionMethod, SubmissionState } from './submission.ts';
import { formatMoment, momentOf, type Period, type Received } from './time.ts';

/**
 * current: valid now · future: begins later · ended: its validity ended · withdrawn: its recorded period ended · secret: kept from the
 * public · waiting: only in a submission without a decision · refused: only in refused submissions · unknown: in no submission.
 */
export const OBJECT_STATES = ['current', 'future', 'ended', 'withdrawn', 'secret', 'waiting', 'refused', 'unknown'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

export interface NamedObject {
  readonly id: string;
  readonly entityType: string;
}

interface PeriodText {
  readonly from: string;
  readonly until: string | null;
}

/** A recorded version with the submissions that made and ended it. */
export interface AccountVersion<Submission> {
  readonly valid: PeriodText;
  readonly recorded: PeriodText;
  /** The bronhoudercode in the document. */
  readonly bronhoudercode: string;
  /** Why the document is not public; null when it is. */
  readonly hidden: string | null;
  readonly madeBy: Submission;
  /** The submission that replaced, cut or withdrew the version; null while the version is current. */
  readonly endedBy: Submission | null;
  /** The public edition that showed the version first; null when none did, or when those that did were withdrawn. */
  readonly firstEdition: number | null;
}

/** A submission that names an object and was refused, or that waits. */
export interface Attempt {
  readonly uuid: string;
  readonly received: string;
  readonly holder: string;
  readonly method: SubmissionMethod;
  readonly state: SubmissionState;
  /** Why the operator refused it, or why it was set aside; null when neither. */
  readonly reason: string | null;
  /** The type of the object in its report; null when the report does not have it. */
  readonly entityType: string | null;
  /** The error that refused the object, or the document that contains it; null while undecided, or when the report does not have it. */
  readonly error: FirstError | null;
  /** Findings about the object. */
  readonly findings: readonly Finding[];
}

export interface ObjectAccount<Submission extends SeenSubmission = SubmissionProvenance> {
  /** The id as the register has it; as given when the register has none. */
  readonly id: string;
  /** Null when the register does not have the object. */
  readonly entityType: string | null;
  /** The root that contains a nested object; null for a root. */
  readonly root: NamedObject | null;
  readonly bronhoudercode: string | null;
  readonly state: ObjectState;
  /** Why it is not on the public map; null when it is there. */
  readonly notOnMap: Text | null;
  /** Oldest first. */
  readonly versions: readonly AccountVersion<Submission>[];
  /** Findings about its document by the submission that made the version that counts now, and the submission. */
  readonly findings: readonly Finding[];
  readonly foundBy: Submission | null;
  readonly refused: Attempt | null;
  /** Newest first. */
  readonly waiting: readonly Attempt[];
  readonly parts: readonly NamedObject[];
  readonly linkedFrom: readonly (NamedObject & { readonly bronhoudercode: string })[];
}

/** An account for the source holder of the object. Submissions of other holders have only their holder, moment and method. */
export type OwnAccount = ObjectAccount<SeenSubmission>;

/** The periods of a version. */
interface Periods {
  readonly valid: Period;
  readonly recorded: { readonly from: Received; readonly until: Received | null };
}

/** Returns the periods of a version as an account has them. */
export function periodTexts({ valid, recorded }: Periods): Pick<AccountVersion<never>, 'valid' | 'recorded'> {
  const { from, until } = recorded;
  return { valid: periodText(valid), recorded: periodText({ from: momentOf(from), until: until === null ? null : momentOf(until) }) };
}

function periodText({ from, until }: Period): PeriodText {
  return { from: formatMoment(from), until: until === null ? null : formatMoment(until) };
}
