/**
 * Findings: collects the findings and changes of one delivery for its report.
 *
 * Invariant: counts are exact. The cap (check/cap.ts) limits the findings and CHANGES_MAX the changes in the report, which says how many
 * there were.
 */
import type { Change, Finding, RuleCount, Text } from '../../../schemas/finding.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { Cap } from '../check/index.ts';
import { Totals } from './counts.ts';

/** Maximum number of left-out values, and of other changes. They are limited apart, because left-out values are nowhere else. */
const CHANGES_MAX = 100_000;
/** The rule that the report does not have all findings. */
export const CUT_SHORT = 'rapport.ingekort';

export class Findings {
  /** The findings in the report so far, by rule. */
  readonly cap = new Cap();
  readonly changes: Change[] = [];
  errors = 0;
  readonly #kept: Finding[] = [];
  readonly #totals = new Totals();
  #leftOut = 0;
  #made = 0;

  add(finding: Finding): void {
    if (this.cap.keeps(finding)) this.#kept.push(finding);
    this.count(finding, 1);
  }

  /** Adds a finding on the delivery as a whole, which always has room. */
  addOfDelivery(finding: Finding): void {
    this.#kept.push(finding);
    this.count(finding, 1);
  }

  /** Counts findings of a rule without adding them. */
  count({ rule, severity }: Pick<Finding, 'rule' | 'severity'>, more: number): void {
    if (severity === 'error') this.errors += more;
    this.#totals.add({ rule, severity }, more);
  }

  addChange(change: Change): void {
    const count = change.after === null ? ++this.#leftOut : ++this.#made;
    if (count <= CHANGES_MAX) this.changes.push(change);
  }

  /** Exact totals of all findings. A rule with findings of two severities has two totals. */
  get rules(): readonly RuleCount[] {
    return this.#totals.all();
  }

  /** Replaces each finding in the report. */
  reword(reworded: (finding: Finding) => Finding): void {
    for (const [index, finding] of this.#kept.entries()) this.#kept[index] = reworded(finding);
  }

  /** Returns the findings, followed by notes on those left out. Call it once, at the end. */
  close(): readonly Finding[] {
    for (const cut of cutRules(this.rules, this.#kept)) this.#kept.push(cut);
    const changed = this.#leftOut + this.#made;
    if (changed > this.changes.length) {
      this.#kept.push(cutShort({
        nl: `Er zijn ${changed} waarden aangepast, ${this.#leftOut} daarvan weggelaten; van beide staan de eerste ${CHANGES_MAX} in dit rapport.`,
        en: `${changed} values were changed, ${this.#leftOut} of them left out; the first ${CHANGES_MAX} of both are in this report.`,
      }));
    }
    return this.#kept;
  }
}

/** A note for each rule with findings that are not in the report, with their number; `found` names the rule. */
export function cutRules(rules: readonly RuleCount[], kept: readonly Finding[]): readonly Finding[] {
  const keptOf = new Map<string, number>();
  for (const { rule } of kept) keptOf.set(rule, (keptOf.get(rule) ?? 0) + 1);
  return [...Map.groupBy(rules, ({ rule }) => rule)].flatMap(([rule, totals]) => {
    const [all, some] = [totals.reduce((sum, { count }) => sum + count, 0), keptOf.get(rule) ?? 0];
    const message = {
      nl: `${rule}: ${all} keer gevonden; ${some} daarvan staan in dit rapport.`,
      en: `${rule}: found ${all} times; ${some} of these are in this report.`,
    };
    return all <= some ? [] : { ...cutShort(message), found: rule };
  });
}

function cutShort(message: Text): Finding {
  return {
    ...ofRule(CUT_SHORT), pointer: '', message,
    mend: { nl: 'Herstel deze en controleer opnieuw.', en: 'Fix these and check again.' },
  };
}
