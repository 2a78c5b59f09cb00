/**
 * The report of a submission after the register had its say: what preparation reported, with the verdicts
 * and findings of apply.ts added. Invariant: counts are exact, also when findings above the limit are left out.
 */
import type { Finding, ObjectVerdict, Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { countsOf, withFindings } from '../prepare/counts.ts';
import { CUT_SHORT, cutRules } from '../prepare/findings.ts';
import { textOf, type Submission } from './inbox.ts';

/** Preparation's remark that it could not look beyond the delivery: the register has looked since. */
const NOT_CHECKED = 'verwijzing.niet-gecontroleerd';

/** By pointer of the root; `hidden` findings do not refuse. */
export interface RegisterVerdicts {
  readonly refused: ReadonlyMap<string, readonly Finding[]>;
  readonly unchanged: ReadonlySet<string>;
  readonly hidden: ReadonlyMap<string, Finding>;
}

export function amendReport(report: Report, verdicts: RegisterVerdicts, submission: Submission): Report {
  const objects = report.objects.map((object) => amendVerdict(object, verdicts));
  const added = [...[...verdicts.refused.values()].flat(), ...verdicts.hidden.values()];
  const checked = report.counts.rules.filter(({ rule }) => rule !== NOT_CHECKED);
  const rules = withFindings(checked, added);
  const isLeft = ({ rule, found }: Finding): boolean =>
    rule !== NOT_CHECKED && !(rule === CUT_SHORT && found === NOT_CHECKED);
  return {
    ...report,
    holder: submission.holder,
    uuid: submission.uuid,
    received: textOf(submission.received),
    objects,
    findings: [...report.findings.filter(isLeft), ...capped(added), ...cutRules(withFindings([], added))],
    counts: countsOf(objects, rules),
  };
}

function amendVerdict(object: ObjectVerdict, { refused, unchanged, hidden }: RegisterVerdicts): ObjectVerdict {
  if (refused.has(object.pointer)) return { ...object, verdict: 'refused' };
  const shown = hidden.has(object.pointer) ? { published: false } : {};
  return unchanged.has(object.pointer) ? { ...object, verdict: 'unchanged', ...shown } : { ...object, ...shown };
}

function capped(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return findings.filter(({ rule }) => {
    const count = (seen.get(rule) ?? 0) + 1;
    seen.set(rule, count);
    return count <= LIMITS.findingsPerRuleMax;
  });
}
