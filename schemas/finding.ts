/**
 * Findings: what a check says about a delivery, in words its holder understands.
 * A finding is data, never thrown; only severity `error` refuses the root it lies in.
 */
import type { ModelVersion } from './names.ts';
import type { RuleId } from './rules.ts';

export type Severity = 'error' | 'warning' | 'info';

export interface Text {
  readonly nl: string;
  readonly en: string;
}

export const LANGUAGES = ['nl', 'en'] as const satisfies readonly (keyof Text)[];
export type Language = (typeof LANGUAGES)[number];

/** What is wrong, and what to do about it. */
export interface Words {
  readonly message: Text;
  readonly mend: Text;
}

export interface Place {
  /** URI of the CRS in which the coordinates are given: that of the delivery. */
  readonly crs: string;
  readonly coordinates: readonly number[];
}

export interface Finding extends Words {
  /** Name of the rule, stable, as in the ledger: `geometrie.ring-open`. */
  readonly rule: RuleId;
  readonly severity: Severity;
  /**
   * JSON Pointer (RFC 6901) into the delivery; for newline-delimited deliveries the first token is the line index from 0, for
   * other objects one after the other their number, as if they were an array.
   */
  readonly pointer: string;
  /** Name of the field that the object of the pointer lacks, when that is what is wrong. */
  readonly missing?: string;
  /** Line in the file, from 1. */
  readonly line?: number;
  /** `id` of the innermost object that holds the pointer, and of its root, when they have one. */
  readonly objectId?: string;
  readonly rootId?: string;
  /** `entityType` of the object of `objectId`, when the model knows it. */
  readonly objectType?: string;
  /** The field in which the pointer lies, or that is missing there, by its type and names: `PRContour.afstand`. */
  readonly field?: string;
  readonly place?: Place;
  /** Without a place of its own: the first position of the object that holds it, to find it on a map. */
  readonly near?: Place;
  /** The value as found, shortened, and what was expected. */
  readonly found?: string;
  readonly expected?: string;
  /** Nearest allowed values, best first. */
  readonly suggestions?: readonly string[];
  /** Of what must not be there twice: where it stands first. */
  readonly earlier?: Earlier;
}

/** Where an object stands; also a member of the object that holds the finding. */
export interface Earlier extends Pick<Finding, 'line' | 'objectId' | 'rootId'> {
  /** Of the member, or of the root in which the object stands. */
  readonly pointer: string;
}

/**
 * A finding that is named at once and put into words when asked: a report keeps the first findings of each rule and the
 * count of all, so in a large delivery most issues are only counted. The finding has the rule and the severity of the issue.
 */
export interface Issue extends Pick<Finding, 'rule' | 'severity'> {
  /** JSON Pointer of what is wrong: as that of the finding, but of a missing field its own, and never below a geometry. */
  readonly at: string;
  readonly finding: () => Finding;
  /** Ids from which it follows when another object of the delivery has one of them too: then that is told, and this is not. */
  readonly follows?: readonly string[];
}

/** The issue of a finding that is in words already. */
export function issueOf(finding: Finding): Issue {
  const { rule, severity, pointer } = finding;
  return { rule, severity, at: pointer, finding: () => finding };
}

export const VERDICTS = ['accepted', 'refused', 'unchanged'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** In `nested`: stands for every type that the model does not know. */
export const UNKNOWN_TYPE = 'onbekend';

/** The first of the errors that refuse a root: there for each, also where the report has no room for the finding. */
export type FirstError = Pick<Finding, 'rule' | 'pointer' | 'line' | 'objectId'>;

/** A finding as the first error of its root. */
export function firstErrorOf({ rule, pointer, line, objectId }: FirstError): FirstError {
  return { rule, pointer, ...(line === undefined ? {} : { line }), ...(objectId === undefined ? {} : { objectId }) };
}

/** A write to an object that a root nests, by which its root was written. */
export interface PartVerdict {
  readonly id: string;
  readonly entityType: string;
  readonly change: 'made' | 'changed' | 'removed';
  /** JSON Pointer in the document of its root; of one that was removed there is none. */
  readonly pointer?: string;
}

export interface ObjectVerdict {
  /** `id` of a root, or null when it has none that can be read. */
  readonly id: string | null;
  readonly entityType: string | null;
  readonly pointer: string;
  /** Of one of several versions of an object in a delivery: when it begins. */
  readonly beginGeldigheid?: string;
  readonly verdict: Verdict;
  /** Of a root that is refused, and of no other. A missing field is named by the pointer that it would have. */
  readonly firstError?: FirstError;
  /** True when it came as a GeoJSON Feature. */
  readonly isFeature?: boolean;
  /** Of a root that came as several Features, each of an object in it: how many. */
  readonly features?: number;
  /** How many objects of each type are nested in it. */
  readonly nested?: Readonly<Record<string, number>>;
  /** False when the object is accepted but kept out of everything public. */
  readonly published?: boolean;
  /** Of a write to an object nested in it: that object. */
  readonly part?: PartVerdict;
}

/** One value that an upgrade of the model changed, added or left out. */
export interface Change {
  readonly pointer: string;
  readonly objectId?: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: Text;
}

/** How often a rule was found broken in one severity, also where the report keeps only the first findings. */
export interface RuleCount {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly count: number;
}

/** What became of the objects of one type; a nested object shares the verdict of its root. */
export interface TypeCount {
  /** Null: a type that the model does not know, or none. */
  readonly entityType: string | null;
  readonly nested: boolean;
  readonly objects: number;
  readonly accepted: number;
  readonly refused: number;
  readonly unchanged: number;
}

/** Line and column (in bytes) in a file, from 1. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
}

/** The program that checks, and its rules: schema, code lists and rules as `VERSION+HASH`. */
export interface CheckedBy {
  readonly program: string;
  readonly version: string;
  readonly ruleSet: string;
}

/** What a holder hears of a delivery. */
export interface Report {
  /** File name or path of the request; never a machine path. */
  readonly source: string;
  readonly holder?: string;
  readonly uuid?: string;
  readonly received?: string;
  /** SHA-256 (hex) of the delivery as it came; absent when it was not read to its end. */
  readonly sha256?: string;
  /** Absent, as is the next, in reports of programs before 0.4.0. */
  readonly checkedBy?: CheckedBy;
  /** The moment as of which it was checked: when it was received, or when `ev validate` ran. */
  readonly checkedAt?: string;
  /** Each root replaces the newest version of its object with all of its period. */
  readonly correction?: true;
  /** Where in the file that begins which was not read, when the reading stopped before the end; line and column from 1. */
  readonly unreadFrom?: FilePlace;
  readonly model: ModelVersion | 'mixed' | null;
  /** URI of the CRS in which the delivery was read. */
  readonly crs: string;
  readonly objects: readonly ObjectVerdict[];
  readonly findings: readonly Finding[];
  readonly changes: readonly Change[];
  /** Of roots, but for `types`, which counts nested objects too. */
  readonly counts: {
    readonly objects: number;
    readonly accepted: number;
    readonly refused: number;
    readonly unchanged: number;
    /** Number of roots that end. This and the next three are absent when no register was asked. */
    readonly ended?: number;
    /** Number of nested objects that roots leave out which the register has them in. */
    readonly endedParts?: number;
    /** Number of roots that had ended and are valid again. */
    readonly revived?: number;
    /** Number of versions that change the past only. */
    readonly onlyPast?: number;
    readonly errors: number;
    readonly warnings: number;
    readonly rules: readonly RuleCount[];
    readonly types: readonly TypeCount[];
  };
}
