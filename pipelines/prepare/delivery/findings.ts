/**
 * Findings: collects what the checks say of one delivery into the parts of its report.
 *
 * Invariant: counts are exact; findings are kept as far as check/cap.ts has room, and of changes CHANGES_MAX, and where
 * more were found the report says how many.
 */
import type { Change, Finding, RuleCount, Text } from '../../../schemas/finding.ts';
import { Cap } from '../check/index.ts';
import { Totals } from './counts.ts';

/** Of values left out, and of other changes: what was made from the nesting must not crowd out what is nowhere else. */
const CHANGES_MAX = 100_000;
/** Says that not everything that was found is in the report. */
export const CUT_SHORT = 'rapport.ingekort';

export class Findings {
  /** What is kept so far. */
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

  /** Adds what is said of the delivery as a whole: for that there is always room. */
  addOfDelivery(finding: Finding): void {
    this.#kept.push(finding);
    this.count(finding, 1);
  }

  /** Counts findings of a rule that need not be kept. */
  count({ rule, severity }: Pick<Finding, 'rule' | 'severity'>, more: number): void {
    if (severity === 'error') this.errors += more;
    this.#totals.add({ rule, severity }, more);
  }

  addChange(change: Change): void {
    const count = change.after === null ? ++this.#leftOut : ++this.#made;
    if (count <= CHANGES_MAX) this.changes.push(change);
  }

  /** Exact totals, also of what is not kept; a rule that is broken in two severities has two. */
  get rules(): readonly RuleCount[] {
    return this.#totals.all();
  }

  /** Tells all that is kept in other words. */
  reword(told: (finding: Finding) => Finding): void {
    for (const [index, finding] of this.#kept.entries()) this.#kept[index] = told(finding);
  }

  /** All that is kept, and then what was left out; nothing can be added any more. */
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

/** Says of each rule of which not all findings are kept how many there were; `found` names the rule. */
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
    rule: CUT_SHORT, severity: 'info', pointer: '', message,
    mend: { nl: 'Herstel deze en controleer opnieuw.', en: 'Mend these and check again.' },
  };
}
