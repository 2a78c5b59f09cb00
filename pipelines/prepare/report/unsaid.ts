/**
 * Unsaid: the roots that are refused though the report has no finding that says why, for lack of room. Their verdicts
 * name the first of their errors.
 */
import type { FirstError, Report, Text } from '../../../schemas/finding.ts';
import { RULE_TITLES } from '../../../schemas/rules.ts';
import type { Group } from './groups.ts';

export interface UnsaidRoots {
  readonly count: number;
  readonly first: readonly UnsaidRoot[];
}

export interface UnsaidRoot extends FirstError {
  /** What the rule is about; absent when the report has no finding of the rule at all. */
  readonly title: Text | undefined;
}

/** What a list of them is called. */
export const UNSAID: Text = {
  nl: 'Ook geweigerd, om een fout waarvoor hierboven geen plaats was', en: 'also refused, for an error that had no room above',
};

/** The roots that errors of their own refuse, none of them in the report: the first `max`, and how many there are. */
export function unsaidOf(report: Report, groups: readonly Pick<Group, 'rule' | 'title'>[], max: number): UnsaidRoots {
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  const first: UnsaidRoot[] = [];
  if (errors.length === report.counts.errors) return { count: 0, first };
  const said = new Set(errors.flatMap(({ pointer }) => [...around(pointer)]));
  const titles = new Map(groups.map(({ rule, title }) => [rule, title]));
  let count = 0;
  for (const { firstError, pointer } of report.objects) {
    const isOwn = firstError !== undefined && (firstError.pointer === pointer || firstError.pointer.startsWith(`${pointer}/`));
    if (!isOwn || said.has(pointer)) continue;
    count++;
    if (first.length < max) first.push({ ...firstError, title: titles.get(firstError.rule) ?? RULE_TITLES.get(firstError.rule) });
  }
  return { count, first };
}

/** A JSON Pointer and those of all that is around it. */
function* around(pointer: string): Iterable<string> {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) yield at;
  yield '';
}
