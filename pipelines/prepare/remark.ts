/**
 * Remark: what a check has to say, named at once and made a finding when asked. Of each rule a report keeps the first
 * findings and the count of all, so in a large delivery most remarks are only counted.
 * Invariant: the finding has the rule and the severity of the remark.
 */
import type { Finding } from '../../schemas/finding.ts';

export interface Remark extends Pick<Finding, 'rule' | 'severity'> {
  readonly say: () => Finding;
}

/** A finding that is there already. */
export function remark(finding: Finding): Remark {
  return { rule: finding.rule, severity: finding.severity, say: () => finding };
}
