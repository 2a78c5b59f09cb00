/**
 * Findings: the results of the checks of a delivery, in words that its holder understands.
 * A finding is data, never thrown. Only severity `error` refuses the root that contains it.
 */
import type { Comparison } from './comparison.ts';
import type { Effects } from './effects.ts';
import type { ModelVersion } from './names.ts';
import type { RuleId, Severity } from './rules.ts';
import type { OrderMethod } from './order-methods.ts';

export type { Severity };

export interface Text {
  readonly nl: string;
  readonly en: string;
}

export const LANGUAGES = ['nl', 'en'] as const satisfies readonly (keyof Text)[];
export type Language = (typeof LANGUAGES)[number];

/** The texts of a finding: the mistake, and the fix. */
export interface FindingText {
  readonly message: Text;
  readonly mend: Text;
}

export interface GeoLocation {
  /** URI of the CRS in which the coordinates are given: that of the delivery. */
  readonly crs: string;
  readonly coordinates: readonly number[];
}

/** Position of a finding on a map. */
export interface FindingPosition {
  /** Index of the finding in its report. */
  readonly at: number;
  /** x, y in metres (EPSG:28992). */
  readonly rd: readonly [number, number];
}

export interface Finding extends FindingText {
  /** Stable name of the rule, as in the ledger: `geometrie.ring-open`. */
  readonly rule: RuleId;
  readonly severity: Severity;
  /**
   * JSON Pointer (RFC 6901) into the delivery. In a newline-delimited or concatenated delivery the first token is the index of the record,
   * from 0.
   */
  readonly pointer: string;
  /** Name of the missing field, when the object of the pointer lacks one. */
  readonly missing?: string;
  /** Line in the file, from 1. */
  readonly line?: number;
  /** `id` of the innermost object that contains the pointer, and of its root, if any. */
  readonly objectId?: string;
  readonly rootId?: string;
  /** `entityType` of the object of `objectId`, when the model has it. */
  readonly objectType?: string;
  /** The wrong or missing field, by its type and names: `PRContour.afstand`. */
  readonly field?: string;
  readonly place?: GeoLocation;
  /** Without an own location: the first position of the object, to find it on a map. */
  readonly near?: GeoLocation;
  /** The found value, shortened, and the expected one. */
  readonly found?: string;
  readonly expected?: string;
  /** Nearest allowed values, best first. */
  readonly suggestions?: readonly string[];
  /** Location of the first occurrence, for a finding about a duplicate. */
  readonly earlier?: EarlierObject;
}

/** Location of an object, or of a member of the object of the finding. */
export interface EarlierObject extends Pick<Finding, 'line' | 'objectId' | 'rootId'> {
  /** JSON Pointer of the member, or of the root of the object. */
  readonly pointer: string;
}

/**
 * A finding whose texts are made on request. A report keeps the first findings of each rule and the count of all, so most issues in a
 * large delivery are only counted. The issue has the rule and the severity of its finding.
 */
export interface Issue extends Pick<Finding, 'rule' | 'severity'> {
  /** JSON Pointer of the mistake, as in the finding; but that of the missing field itself, and never below a geometry. */
  readonly at: string;
  readonly finding: () => Finding;
  /** Ids of objects. If another object of the delivery has one of them too, only that duplicate is reported, not this consequence. */
  readonly follows?: readonly string[];
}

/** Makes the issue of an existing finding. */
export function issueOf(finding: Finding): Issue {
  const { rule, severity, pointer } = finding;
  return { rule, severity, at: pointer, finding: () => finding };
}

export const VERDICTS = ['accepted', 'refused', 'unchanged'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Key in `nested` for all types that the model does not have. */
export const UNKNOWN_TYPE = 'onbekend';

/** The first error of a refused root. Every refused root has one, even where the report has no room for the finding. */
export type FirstError = Pick<Finding, 'rule' | 'pointer' | 'line' | 'objectId'>;

/** Makes the first error of a root from a finding. */
export function firstErrorOf({ rule, pointer, line, objectId }: FirstError): FirstError {
  return { rule, pointer, ...(line === undefined ? {} : { line }), ...(objectId === undefined ? {} : { objectId }) };
}

/** A write to a nested object, by which its root was written. */
export interface NestedVerdict {
  readonly id: string;
  readonly entityType: string;
  readonly change: 'made' | 'changed' | 'removed';
  /** JSON Pointer in the document of its root; absent for a removed object. */
  readonly pointer?: string;
}

export interface ObjectVerdict {
  /** `id` of a root; null when it has no readable one. */
  readonly id: string | null;
  readonly entityType: string | null;
  readonly pointer: string;
  /** Begin of a version, in a delivery with several versions of its object. */
  readonly beginGeldigheid?: string;
  readonly verdict: Verdict;
  /** Present for refused roots only. A missing field has the pointer that it would have. */
  readonly firstError?: FirstError;
  /** True when the root was delivered as a GeoJSON Feature. */
  readonly isFeature?: boolean;
  /** Number of Features, when the root was delivered as several, one per object. */
  readonly features?: number;
  /** Number of nested objects of each type. */
  readonly nested?: Readonly<Record<string, number>>;
  /** False when the object is accepted but excluded from everything public. */
  readonly published?: boolean;
  /** The nested object, when the request was a write to one. */
  readonly part?: NestedVerdict;
}

/** One value that an upgrade of the model changed, added or left out. */
export interface Change {
  readonly pointer: string;
  readonly objectId?: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: Text;
}

/** Number of findings of a rule in one severity, including those that the report leaves out. */
export interface RuleCount {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly count: number;
}

/** Verdicts of the objects of one type. A nested object has the verdict of its root. */
export interface TypeCount {
  /** Null for an absent or unknown type. */
  readonly entityType: string | null;
  readonly nested: boolean;
  readonly objects: number;
  readonly accepted: number;
  readonly refused: number;
  readonly unchanged: number;
}

/** Line and column (in bytes) in a file, from 1. */
export interface FileLocation {
  readonly line: number;
  readonly column: number;
}

/** The program that checks, and its rules: schema, code lists and rules as `VERSION+HASH`. */
export interface CheckedBy {
  readonly program: string;
  readonly version: string;
  readonly ruleSet: string;
}

/** The result of checking a delivery, for its holder. */
export interface Report {
  /** File name or path of the request; never a machine path. */
  readonly source: string;
  readonly holder?: string;
  readonly uuid?: string;
  readonly received?: string;
  /** SHA-256 (hex) of the delivery as received; absent when it was not read to its end. */
  readonly sha256?: string;
  /** Absent, like `checkedAt`, in reports of programs before 0.4.0. */
  readonly checkedBy?: CheckedBy;
  /** The moment of the check: when the delivery was received, or when `ev validate` ran. */
  readonly checkedAt?: string;
  /** Each root replaces the newest version of its object and its whole period. */
  readonly correction?: true;
  /** The kind of order; absent for a delivery and a request. */
  readonly order?: OrderMethod;
  /** uuid of the submission that this one undoes. */
  readonly undoes?: string;
  /** Location of the first unread byte, when reading stopped before the end; line and column from 1. */
  readonly unreadFrom?: FileLocation;
  readonly model: ModelVersion | 'mixed' | null;
  /** URI of the CRS in which the delivery was read. */
  readonly crs: string;
  readonly objects: readonly ObjectVerdict[];
  readonly findings: readonly Finding[];
  readonly changes: readonly Change[];
  /** Numbers of roots; `types` counts nested objects too. */
  readonly counts: {
    readonly objects: number;
    readonly accepted: number;
    readonly refused: number;
    readonly unchanged: number;
    /** Number of roots that end. Absent without a register, like the next three. */
    readonly ended?: number;
    /** Number of current nested objects that roots leave out. */
    readonly endedParts?: number;
    /** Number of ended roots that are valid again. */
    readonly revived?: number;
    /** Number of versions that change only the past. */
    readonly onlyPast?: number;
    readonly errors: number;
    readonly warnings: number;
    readonly rules: readonly RuleCount[];
    readonly types: readonly TypeCount[];
  };
  /** Changes that the delivery makes. Absent without a register, for a request, and in reports of programs before 0.4.0. */
  readonly effects?: Effects;
  /** The findings beside those of the previous delivery of the holder. Absent where `effects` is, and without objects. */
  readonly comparison?: Comparison;
}
