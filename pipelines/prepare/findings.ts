/**
 * Findings: collects what the checks say of one delivery into the parts of its report.
 *
 * Invariant: counts are exact; of each rule at most LIMITS.findingsPerRuleMax findings are kept, and of changes
 * CHANGES_MAX, and where more were found the report says how many.
 */
import { oneLine } from '../../schemas/check/describe.ts';
import type { Change, Finding, RuleCount, Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { Totals } from './counts.ts';
import { FindingList } from './written.ts';
import type { Written } from './written.ts';

/** Of values left out, and of other changes: what was made from the nesting must not crowd out what is nowhere else. */
const CHANGES_MAX = 100_000;
/** Says that not everything that was found is in the report. */
export const CUT_SHORT = 'rapport.ingekort';

export class Findings {
  readonly #kept = new FindingList();
  readonly #found = new Map<string, number>();
  readonly #totals = new Totals();
  readonly #changes: Change[] = [];
  #leftOut = 0;
  #made = 0;
  #errors = 0;

  add(finding: Finding): void {
    if (this.wants(finding.rule)) this.#kept.add(finding);
    this.count(finding, 1);
  }

  /** Adds one that is written, by its number. */
  addWritten(written: Written, index: number): void {
    const broken = written.broken[written.kinds[index]!]!;
    if (this.wants(broken.rule)) this.#kept.addWritten(written, index);
    this.count(broken, 1);
  }

  /** Counts findings of a rule that need not be kept. */
  count({ rule, severity }: Pick<Finding, 'rule' | 'severity'>, more: number): void {
    if (severity === 'error') this.#errors += more;
    this.#found.set(rule, (this.#found.get(rule) ?? 0) + more);
    this.#totals.add({ rule, severity }, more);
  }

  addChange(change: Change): void {
    const count = change.after === null ? ++this.#leftOut : ++this.#made;
    if (count <= CHANGES_MAX) this.#changes.push(change);
  }

  /** Whether one more finding of this rule will be kept: else its line and its reason need not be sought. */
  wants(rule: string): boolean {
    return (this.#found.get(rule) ?? 0) < LIMITS.findingsPerRuleMax;
  }

  /** The rules of which no more will be kept. */
  get full(): readonly string[] {
    return [...this.#found.keys()].filter((rule) => !this.wants(rule));
  }

  get errors(): number {
    return this.#errors;
  }

  /** Exact totals, also of what is not kept; a rule that is broken in two severities has two. */
  get rules(): readonly RuleCount[] {
    return this.#totals.all();
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** All that is kept, and then what was left out; nothing can be added any more. */
  close(): FindingList {
    for (const cut of cutRules(this.rules)) this.#kept.add(cut);
    const changed = this.#leftOut + this.#made;
    if (changed > this.#changes.length) {
      this.#kept.add(cutShort({
        nl: `Er zijn ${changed} waarden aangepast, ${this.#leftOut} daarvan weggelaten; van beide staan de eerste ${CHANGES_MAX} in dit rapport.`,
        en: `${changed} values were changed, ${this.#leftOut} of them left out; the first ${CHANGES_MAX} of both are in this report.`,
      }));
    }
    return this.#kept;
  }
}

/** Says of each finding whether a report keeps it: of each rule the first so many. */
export class Cap {
  readonly #seen: Map<string, number>;

  /** `full`: rules of which no more are kept. */
  constructor(full: readonly string[] = []) {
    this.#seen = new Map(full.map((rule) => [rule, LIMITS.findingsPerRuleMax]));
  }

  /** Whether one more finding of this rule would be kept. */
  wants({ rule }: Pick<Finding, 'rule'>): boolean {
    return (this.#seen.get(rule) ?? 0) < LIMITS.findingsPerRuleMax;
  }

  keeps({ rule }: Pick<Finding, 'rule'>): boolean {
    const count = (this.#seen.get(rule) ?? 0) + 1;
    this.#seen.set(rule, count);
    return count <= LIMITS.findingsPerRuleMax;
  }
}

/** Says of each rule of which not all findings are kept how many there were; `found` names the rule. */
export function cutRules(rules: readonly RuleCount[]): readonly Finding[] {
  const found = new Map<string, number>();
  for (const { rule, count } of rules) found.set(rule, (found.get(rule) ?? 0) + count);
  return [...found].filter(([, count]) => count > LIMITS.findingsPerRuleMax).map(([rule, count]) => ({
    ...cutShort({
      nl: `${rule}: ${count} keer gevonden; de eerste ${LIMITS.findingsPerRuleMax} staan in dit rapport.`,
      en: `${rule}: found ${count} times; the first ${LIMITS.findingsPerRuleMax} are in this report.`,
    }), found: rule,
  }));
}

function cutShort(message: Text): Finding {
  return {
    rule: CUT_SHORT, severity: 'info', pointer: '', message,
    mend: { nl: 'Herstel deze en controleer opnieuw.', en: 'Mend these and check again.' },
  };
}

/** A value as shown in a finding: a text without quotes, anything else as JSON; short, on one line. */
export function shown(value: unknown): string {
  return oneLine((typeof value === 'string' ? value : JSON.stringify(value)) ?? '');
}

/** An id as a report names it, a thousand times perhaps: whole when it can be one, else only its beginning. */
export function shownId(id: string): string {
  return id.length <= 2 * LIMITS.idCharsMax ? id : `${id.slice(0, LIMITS.idCharsMax).toWellFormed()}…`;
}

/** A text with a remark before its last full stop. */
export function withRemark({ nl, en }: Text, remark: Text): Text {
  return { nl: nl.replace(/\.$/, `${remark.nl}.`), en: en.replace(/\.$/, `${remark.en}.`) };
}
