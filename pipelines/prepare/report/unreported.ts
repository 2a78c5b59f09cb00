/**
 * Unreported: the refused roots whose errors had no room in the report. Their verdicts name their first error.
 */
import type { FirstError, Report, Text } from '../../../schemas/finding.ts';
import { RULE_TITLES } from '../../../schemas/rules.ts';
import type { Group } from './groups.ts';

export interface UnreportedRoots {
  readonly count: number;
  readonly first: readonly UnreportedRoot[];
}

export interface UnreportedRoot extends FirstError {
  /** Title of the rule; undefined when the rule has no title, nor a finding in the report. */
  readonly title: Text | undefined;
}

/** The heading of their list. */
export const UNREPORTED: Text = {
  nl: 'Ook geweigerd, om een fout waarvoor hierboven geen plaats was', en: 'also refused, for an error that had no room above',
};

/** The first `max` roots that are refused for their own errors but have none in the report, and the number of such roots. */
export function unreportedRoots(report: Report, groups: readonly Pick<Group, 'rule' | 'title'>[], max: number): UnreportedRoots {
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  const first: UnreportedRoot[] = [];
  if (errors.length === report.counts.errors) return { count: 0, first };
  const reported = new Set(errors.flatMap(({ pointer }) => [...withAncestors(pointer)]));
  const titles = new Map(groups.map(({ rule, title }) => [rule, title]));
  let count = 0;
  for (const { firstError, pointer } of report.objects) {
    const isOwn = firstError !== undefined && (firstError.pointer === pointer || firstError.pointer.startsWith(`${pointer}/`));
    if (!isOwn || reported.has(pointer)) continue;
    count++;
    if (first.length < max) first.push({ ...firstError, title: titles.get(firstError.rule) ?? RULE_TITLES.get(firstError.rule) });
  }
  return { count, first };
}

/** A JSON Pointer and those of all its ancestors. */
function* withAncestors(pointer: string): Iterable<string> {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) yield at;
  yield '';
}
