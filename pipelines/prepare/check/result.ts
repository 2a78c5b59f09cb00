/**
 * Result: what is found of one record, as plain data: findings in words as far as the report keeps them, and what the
 * delivery and the register need of its root.
 */
import type { CrsCode } from '../../../schemas/crs.ts';
import { UNKNOWN_TYPE } from '../../../schemas/finding.ts';
import type { Change, Finding, Issue, ObjectVerdict, RuleCount } from '../../../schemas/finding.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { kindOf } from '../../../schemas/names.ts';
import type { ModelVersion } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown.ts';
import { withLines } from '../read/index.ts';
import type { ReadRecord } from '../read/index.ts';
import type { Cap } from './cap.ts';
import { hasError } from './check.ts';
import type { CheckedRoot } from './check.ts';
import { identitiesOf } from './identities.ts';
import type { Identity } from './identities.ts';
import { placed } from './placed.ts';
import { hiddenBy, preparedRoot } from './prepared-root.ts';
import { shapesOf } from './shapes.ts';
import type { Shape } from './shapes.ts';
import { HIDDEN, LINK, MODEL_30, NOT_CHECKED } from './texts.ts';

export interface CheckedRecord {
  readonly findings: readonly Finding[];
  /** How many more there were that the report does not keep. */
  readonly leftOut: readonly RuleCount[];
  /** Told unless the delivery finds that other objects have ids of these too; absent when there are none. */
  readonly unlessRepeated?: readonly Conditional[];
  readonly isRefused: boolean;
  /** Undefined when the record is no root that can be read. */
  readonly root: RootResult | undefined;
}

/** What follows from an id if that is another object's too; the finding, if the report keeps it. */
export interface Conditional extends Pick<Finding, 'rule' | 'severity'> {
  readonly ids: readonly string[];
  readonly finding: Finding | undefined;
}

export interface RootResult {
  readonly verdict: Omit<ObjectVerdict, 'id' | 'verdict' | 'published'>;
  /** Says that it will be accepted but not be public. */
  readonly hidden: Finding | undefined;
  readonly model: ModelVersion;
  readonly crs: CrsCode;
  /** Says that the root was taken for model 3.0. */
  readonly recognised: Finding | undefined;
  readonly changes: readonly Change[];
  /** The id of each of its objects, itself first; null for none, and in a copy of which the schema says that it is one. */
  readonly ids: readonly (string | null)[];
  /** Of the objects whose id is not their name. */
  readonly identities: readonly Identity[];
  /** Of the geometries that are compared with others. */
  readonly shapes: readonly Shape[];
  /** Whether it links to ids outside it. */
  readonly hasLinks: boolean;
  /** Links to ids outside it of which nothing is said yet, each with the finding if the delivery lacks that id. */
  readonly links: readonly { readonly id: string; readonly finding: Finding }[];
  /** JSON text of the PreparedRoot, when it was asked for and nothing refuses the root. */
  readonly prepared: string | undefined;
}

/** One record with the issues of its root; those of the domain rules come last. */
export interface Entry {
  readonly read: ReadRecord;
  readonly checked: CheckedRoot | undefined;
  readonly issues: Issue[];
  readonly ruleIssues: readonly Issue[];
}

/** What the report, and the register, need of a record; `prepares`: whether the register takes it. */
export function resultOf({ read, checked, ...entry }: Entry, cap: Cap, { prepares }: { readonly prepares: boolean }): CheckedRecord {
  const issues = [...entry.issues, ...entry.ruleIssues];
  const isRefused = checked === undefined || hasError(read.issues) || hasError(issues);
  const leftOut: RuleCount[] = [];
  const kept = (among: readonly Issue[]): readonly Finding[] => among.flatMap((issue) => {
    if (cap.keeps(issue)) return [issue.finding()];
    leftOut.push({ rule: issue.rule, severity: issue.severity, count: 1 });
    return [];
  });
  const certain = issues.filter(({ follows }) => follows === undefined);
  const findings = [...kept(read.issues), ...(checked === undefined ? [] : placed(kept(certain), checked))];
  return {
    findings: read.root === undefined ? findings : withLines(read.root, findings), leftOut, isRefused,
    ...(certain.length === issues.length ? {} : { unlessRepeated: conditionals(issues, checked!, cap) }),
    root: checked === undefined ? undefined : rootResult(checked, { prepares, isRefused, copies: copiesIn(issues) }),
  };
}

/** Those of the issues that may follow from an id; in words as far as the report keeps them. */
function conditionals(issues: readonly Issue[], checked: CheckedRoot, cap: Cap): readonly Conditional[] {
  const conditional = issues.filter(({ follows }) => follows !== undefined)
    .map((issue) => ({ ...issue, isKept: cap.keeps(issue) }));
  const findings = placed(conditional.filter(({ isKept }) => isKept).map(({ finding }) => finding()), checked);
  const placedFindings = withLines(checked.root, findings).values();
  return conditional.map(({ rule, severity, follows = [], isKept }) =>
    ({ rule, severity, ids: follows, finding: isKept ? placedFindings.next().value : undefined }));
}

/** Where the schema found an item of a list that is there twice. */
function copiesIn(issues: readonly Issue[]): ReadonlySet<string> {
  return new Set(issues.filter(({ rule }) => rule === 'schema.uniek').map(({ finding }) => finding().pointer));
}

interface Judged {
  readonly prepares: boolean;
  readonly isRefused: boolean;
  /** Pointers in the document. */
  readonly copies: ReadonlySet<string>;
}

function rootResult(checked: CheckedRoot, { prepares, isRefused, copies }: Judged): RootResult {
  const { document, objects, model, crs, root, why30 } = checked;
  const nested = nestedTypesOf(objects);
  const hidden = isRefused ? null : hiddenBy(document, objects);
  return {
    verdict: {
      entityType: textOf(document, 'entityType') ?? null, pointer: root.inFile(''),
      ...(root.isFeature ? { isFeature: true } : {}), ...(nested === undefined ? {} : { nested }),
    },
    hidden: hidden === null
      ? undefined : onRootLine([{ rule: `openbaarheid.${hidden}`, severity: 'info', pointer: '', ...HIDDEN }], checked)[0],
    model, crs: crs.code, changes: checked.changes,
    recognised: model === '3.0' ? onRootLine([{
      rule: 'model.3.0', severity: 'info', pointer: '', ...(why30 === undefined ? {} : { found: why30 }), ...MODEL_30,
    }], checked)[0] : undefined,
    ids: objects.map((object) => (isIn(copies, object) ? null : object.id ?? null)), identities: identitiesOf(objects),
    shapes: isRefused ? [] : shapesOf(checked.geometries),
    hasLinks: !isRefused && checked.links.length > 0, links: isRefused ? [] : unansweredLinks(checked),
    prepared: prepares && !isRefused ? JSON.stringify(preparedRoot(checked)) : undefined,
  };
}

/** Whether an object is one of these, or in one. */
function isIn(pointers: ReadonlySet<string>, object: ModelObject): boolean {
  if (pointers.size === 0) return false;
  for (let at: ModelObject | undefined = object; at !== undefined; at = at.parent) if (pointers.has(at.pointer)) return true;
  return false;
}

/** How many objects of each type are nested in a root; undefined when there are none. */
function nestedTypesOf(objects: readonly { readonly type: string }[]): ObjectVerdict['nested'] {
  if (objects.length <= 1) return undefined;
  const counts: Record<string, number> = {};
  for (const { type } of objects.slice(1)) {
    const name = kindOf(type) === undefined ? UNKNOWN_TYPE : type;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The finding of each link to outside the root if nothing in the delivery answers it. Placed together: each placing finds all objects. */
function unansweredLinks(checked: CheckedRoot): RootResult['links'] {
  const links = checked.links.filter(({ expected }) => expected === undefined);
  const findings = onRootLine(links.map(({ id, pointer }) => ({ ...NOT_CHECKED, pointer, found: shown(id), ...LINK })), checked);
  return findings.map((finding, index) => ({ id: links[index]!.id, finding }));
}

/** Findings about places in the root, on the line of the root. */
function onRootLine(findings: readonly Finding[], checked: CheckedRoot): readonly Finding[] {
  const { line } = checked.root.record;
  return placed(findings.map((finding) => ({ ...finding, line })), checked);
}
