/**
 * Submissions: the input of a submission, its receipt and its outcome.
 * Types shared by the port `Desk` (desk.ts) and the pipelines behind it.
 */
import type { CheckedBy, Report } from './finding.ts';
import type { ModelVersion, RootType } from './names.ts';
import { ORDER_METHODS, type OrderMethod } from './order-methods.ts';
import type { Moment, Received } from './time.ts';

/** Methods of requests. A request is accepted or refused as a whole. */
const REQUEST_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

type RequestMethod = (typeof REQUEST_METHODS)[number];
/** LEVERING: a delivery, which is stored as received and whose valid roots are accepted. */
export type SubmissionMethod = 'LEVERING' | RequestMethod | OrderMethod;

export function isRequest(method: SubmissionMethod): method is RequestMethod {
  return (REQUEST_METHODS as readonly SubmissionMethod[]).includes(method);
}

const SINCE = /^since (\d+)$/;

/** Returns the condition of If-Match that an object is unchanged since this recorded time. */
export function unchangedSince(time: Received): string {
  return `since ${time}`;
}

/** Returns the recorded time in a condition of If-Match; undefined in any other condition. */
export function timeInCondition(ifMatch: string): Received | undefined {
  const time = SINCE.exec(ifMatch)?.[1];
  return time === undefined ? undefined : Number(time) as Received;
}

export function isOrder(method: SubmissionMethod): method is OrderMethod {
  return (ORDER_METHODS as readonly SubmissionMethod[]).includes(method);
}

export interface SubmissionInput {
  readonly holder: string;
  readonly method: SubmissionMethod;
  /** Path of the request, relative to the base URL; the file name for a delivery; the path of the undone submission for an undo. */
  readonly target: string;
  /** URI of the CRS of the geometry; null for the default of the model. */
  readonly crs: string | null;
  readonly mediaType: string;
  /**
   * The condition of If-Match. `*`: the object exists. A number: it is unchanged since that edition, or 0 for an edition without content.
   * A text of `unchangedSince`: it is unchanged since that recorded time. Null: none.
   */
  readonly ifMatch: string | null;
  /** Model of the delivery; absent or null: detected per root. */
  readonly model?: ModelVersion | null;
  /** One refused root refuses the whole delivery or order. A request is always strict. */
  readonly strict?: boolean;
  /** Types that a delivery contains completely: other roots of its holder end. */
  readonly full?: readonly RootType[];
  /** For a delivery, PUT or PATCH: each root replaces the newest version of its object and its whole period. */
  readonly correct?: boolean;
  /** The source of the geometry that the organisation draws, for a new feature without one; absent or null when it has named none. */
  readonly bronregistratie?: string | null;
  /** The organisation that submits; absent or null when it is not known. */
  readonly organisation?: string | null;
  /** The last characters of its token; absent or null for a file, which has none. */
  readonly tokenEnd?: string | null;
}

/** The writer of a submission or a proposal: the bronhoudercode, the organisation and the last characters of its token. */
export type Writer = Required<Pick<SubmissionInput, 'holder' | 'organisation' | 'tokenEnd'>>;

export interface Receipt {
  readonly uuid: string;
  /** Recorded time, `YYYY-MM-DDThh:mm:ss.sZ`. */
  readonly received: string;
  readonly holder: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Its roots replace the newest versions of their objects. */
  readonly correction?: true;
}

/**
 * pending: not yet decided · parked: waiting for the operator, because it would end too much · settled: decided and visible · aside: its
 * preparation crashed twice · retried: set aside, then retried as another submission · refused: parked or set aside, then refused by the
 * operator.
 */
export const SUBMISSION_STATES = ['pending', 'parked', 'settled', 'aside', 'retried', 'refused'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** The counts of a report that a list of submissions has. */
export const SUBMISSION_FIGURES = ['objects', 'accepted', 'refused', 'unchanged', 'errors', 'warnings'] as const;

/** A submission in a list, without its report. */
export interface ListedSubmission {
  readonly uuid: string;
  readonly received: string;
  readonly holder: string;
  readonly method: SubmissionMethod;
  readonly target: string;
  readonly bytes: number;
  readonly state: SubmissionState;
  /** Figures of the report; absent while there is no report. */
  readonly counts?: Pick<Report['counts'], (typeof SUBMISSION_FIGURES)[number]>;
  /** For a parked submission: number of roots that it would end, of roots of the holder, and of later submissions of the holder that wait. */
  readonly parked?: { readonly ended: number; readonly standing: number; readonly waiting: number };
  /** Why the submission was set aside. */
  readonly aside?: string;
  /** Why the operator refused the submission. */
  readonly refusal?: string;
  /** uuid of the parked submission that this one waits for. */
  readonly waitsFor?: string;
  /** uuid of the retry. */
  readonly retriedAs?: string;
}

/** A selection of submissions, newest first. */
export interface Listing {
  /** All states when absent. */
  readonly states?: readonly SubmissionState[];
  /** All holders when absent or null. */
  readonly holders?: readonly string[] | null;
  /** uuid of the submission behind which the list continues; from the newest one when absent or null. */
  readonly before?: string | null;
  readonly limit: number;
}

export interface Outcome {
  readonly receipt: Receipt;
  readonly state: SubmissionState;
  /** HTTP status of the response once settled: 201, 200, 400, 409, 422 …; null while pending. */
  readonly status: number | null;
  /** Roots that the submission created or changed, in the order of the delivery. */
  readonly roots: readonly { readonly id: string; readonly type: RootType }[];
  readonly report: Report | null;
  /** The program and rules of the check; for an undecided submission those of the running program. */
  readonly checkedBy?: CheckedBy | undefined;
  /** While pending: the uuid of the parked submission of its holder for which it waits. */
  readonly waitsFor?: string;
  /** While pending in mode scheduled: the time of the planned batch; null when none is planned. */
  readonly nextBatch?: Moment | null | undefined;
  /** uuid of the retry, when the operator retried it. */
  readonly retriedAs?: string;
}

/** One object of a prepared root. Objects are in document order, the root first. */
export interface PreparedObject {
  readonly id: string;
  readonly type: string;
  readonly parent: string | null;
  /** SHA-256 (hex) of its own fields without nested objects; equal for an unchanged object. */
  readonly ownHash: string;
  /** Location in the delivery: JSON Pointer, and line from 1. */
  readonly pointer: string;
  readonly line: number;
}

/** A link of a root to an id outside it, with its location in the delivery. */
export interface PreparedLink {
  readonly id: string;
  readonly pointer: string;
  readonly line: number;
  /** Index of the object with the link among those of the root. */
  readonly object: number;
  /** The field of the link. */
  readonly field: string;
  /** The id of the parent, when the link should name the parent but names another object. That gives a warning. */
  readonly expected?: string;
}

/** The property by which two objects may be the same real object. */
export type MatchReason = 'geometry' | 'name' | 'building' | 'address';

/** A number that is equal for objects that may be the same, the index of the object in the root, and the equal property. */
export type MatchKey = readonly [key: number, object: number, sameness: MatchReason];

/** One valid root, ready for the register: the result of preparing and the input of deciding. */
export interface PreparedRoot {
  readonly pointer: string;
  readonly id: string;
  readonly type: RootType;
  readonly bronhoudercode: string;
  /** Code of the CRS of its geometry (schemas/crs.ts). */
  readonly crs: string;
  /** JSON text of the whole document in model 4.0.0, geometry as delivered. */
  readonly body: string;
  readonly validFrom: Moment;
  readonly validUntil: Moment | null;
  readonly objects: readonly PreparedObject[];
  /** Links of the root to ids outside it. */
  readonly links: readonly PreparedLink[];
  /** Every begin and end of validity inside, sorted, without duplicates: moments at which the current state may change. */
  readonly boundaries: readonly Moment[];
  readonly matchKeys: readonly MatchKey[];
  /** Why the root, a part of it, or its personal data are not public; null when all of it is public. */
  readonly hidden: HiddenMark | null;
}

/** `informatieGeheim`: the root is secret; `onderdeelGeheim`: an object in it is; `privacyGevoelig`: its personal data are withheld. */
export type HiddenMark = 'informatieGeheim' | 'onderdeelGeheim' | 'privacyGevoelig' | 'onderdeelGeheim,privacyGevoelig';

/** Writes a prepared root as one line of text. The body follows unescaped, because escaping a JSON text in JSON is slow. */
export function preparedLine({ body, ...others }: PreparedRoot): string {
  return JSON.stringify(others) + BEFORE_BODY + body;
}

/** Reads a line of `preparedLine`. */
export function parsePreparedLine(line: string): PreparedRoot {
  const end = line.indexOf(BEFORE_BODY);
  return { ...JSON.parse(line.slice(0, end)) as Omit<PreparedRoot, 'body'>, body: line.slice(end + BEFORE_BODY.length) };
}

/** A tab: JSON.stringify never writes one, nor a line break. */
const BEFORE_BODY = '\t';
