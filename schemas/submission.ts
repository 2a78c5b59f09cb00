/**
 * Submissions: what enters, the receipt for it, and what became of it.
 * Words shared by the port `Desk` (desk.ts) and the pipelines behind it.
 */
import type { CheckedBy, Report } from './finding.ts';
import type { ModelVersion, RootType } from './names.ts';
import type { Moment } from './time.ts';

/** A delivery is stored as received and its valid roots survive; a request is accepted or refused whole. */
export type SubmissionMethod = 'LEVERING' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface SubmissionInput {
  readonly holder: string;
  readonly method: SubmissionMethod;
  /** Path the request was sent to, relative to the base URL; the file name for a delivery. */
  readonly target: string;
  /** CRS of the geometry, a URI; null: the default of the model. */
  readonly crs: string | null;
  readonly mediaType: string;
  /**
   * What If-Match asks: `*` that the object exists, or the number of an edition that nobody has changed it since, 0 for one that
   * nothing is in; null: nothing.
   */
  readonly ifMatch: string | null;
  /** Model of the delivery; absent or null: recognised per root. */
  readonly model?: ModelVersion | null;
  /** One refused root refuses the whole delivery. A request is always strict. */
  readonly strict?: boolean;
  /** Of a delivery: types of which it holds all roots of its holder; those that it leaves out are ended. */
  readonly full?: readonly RootType[];
  /** Of a delivery, PUT or PATCH: each root replaces the newest version of its object with all of its period. */
  readonly correct?: boolean;
  /** The source of what the organisation draws, for a new feature that names none; absent or null: the organisation has named none. */
  readonly bronregistratie?: string | null;
}

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
 * pending: not yet decided · parked: not decided until the operator releases it, because it would end too much · settled: decided and
 * visible · aside: its preparation crashed twice · retried: it was set aside, and is tried again as another submission · refused: it was
 * parked or set aside, and the operator ended it.
 */
export const SUBMISSION_STATES = ['pending', 'parked', 'settled', 'aside', 'retried', 'refused'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

export interface Outcome {
  readonly receipt: Receipt;
  readonly state: SubmissionState;
  /** HTTP status of the answer once settled: 201, 200, 400, 409, 422 …; null while pending. */
  readonly status: number | null;
  /** Roots this submission made or changed, in the order of the delivery. */
  readonly roots: readonly { readonly id: string; readonly type: RootType }[];
  readonly report: Report | null;
  /** By which program and rules it was checked or, while nothing is decided, will be if the program stays. */
  readonly checkedBy?: CheckedBy | undefined;
  /** While pending: the uuid of the parked submission of its holder that it waits for. */
  readonly waitsFor?: string;
  /** While pending in mode scheduled: when the batch is planned in which it takes effect; null when none is planned. */
  readonly nextBatch?: Moment | null | undefined;
  /** Of one that is tried again: the uuid of the submission as which it is. */
  readonly retriedAs?: string;
}

/** One object of a prepared root, document order, the root itself first. */
export interface PreparedObject {
  readonly id: string;
  readonly type: string;
  readonly parent: string | null;
  /** SHA-256 (hex) of its own fields without nested objects: equal means this object did not change. */
  readonly ownHash: string;
  /** Where it stands in the delivery: JSON Pointer, and line from 1. */
  readonly pointer: string;
  readonly line: number;
}

/** A link of a root to an id outside it, and where it stands in the delivery. */
export interface PreparedLink {
  readonly id: string;
  readonly pointer: string;
  readonly line: number;
  /** Place of the object that holds it among those of the root. */
  readonly object: number;
  /** The field it stands in. */
  readonly field: string;
  /** What it should name by its place, when it names something else: of that there is a warning. */
  readonly expected?: string;
}

/** Why two objects may be one object of the real world. */
export type Sameness = 'geometry' | 'name' | 'building' | 'address';

/** A number that is equal for objects that may be one, the place of the object among those of the root, and what is the same. */
export type MatchKey = readonly [key: number, object: number, sameness: Sameness];

/** One valid root, ready for the register: the one type on the arrow prepare → decide. */
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
  /** Its links to ids outside it. */
  readonly links: readonly PreparedLink[];
  /** Every begin and end of validity inside, sorted, without duplicates: moments at which *now* may change. */
  readonly boundaries: readonly Moment[];
  readonly matchKeys: readonly MatchKey[];
  /** Why it stays out of the public audience, or null. */
  readonly hidden: 'informatieGeheim' | 'privacyGevoelig' | null;
}

/** A prepared root as one line of text. Its body stands behind all else as it is: in quotes, and those in quotes again, it takes long to write and read. */
export function preparedLine({ body, ...others }: PreparedRoot): string {
  return JSON.stringify(others) + BEFORE_BODY + body;
}

/** The root in a line that `preparedLine` made. */
export function preparedIn(line: string): PreparedRoot {
  const end = line.indexOf(BEFORE_BODY);
  return { ...JSON.parse(line.slice(0, end)) as Omit<PreparedRoot, 'body'>, body: line.slice(end + BEFORE_BODY.length) };
}

/** Stands in no JSON text as JSON.stringify writes it, nor does the end of a line. */
const BEFORE_BODY = '\t';
