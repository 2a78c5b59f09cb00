/**
 * Cap: which findings a report keeps: of each rule and field the first thousand, and so many in all that it stays readable.
 *
 * What is no error takes half of the room at most, or remarks about good objects could leave none for what refuses others.
 * Field names are as delivered, so of one rule only the first hundred are told apart; all others share the room of one.
 * Memory: a number for each rule and field of which something is kept.
 */
import type { Finding, Severity } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';

/** What is kept already, for somebody else to go on with: plain data. */
export interface CapState {
  /** Rules with their fields of which no more are kept. */
  readonly full: readonly string[];
  readonly kept: number;
  /** Of these, how many are no errors. */
  readonly remarks: number;
}

type Capped = Pick<Finding, 'rule' | 'severity' | 'field'>;

/** Says of each finding whether the report keeps it. */
export class Cap {
  /** How many are kept, by rule and field. */
  readonly #seen: Map<string, number>;
  /** How many fields of each rule have their own number. */
  readonly #fields = new Map<string, number>();
  #kept: number;
  #remarks: number;

  constructor({ full, kept, remarks }: CapState = { full: [], kept: 0, remarks: 0 }) {
    this.#seen = new Map(full.map((key) => [key, LIMITS.findingsPerRuleMax]));
    this.#kept = kept;
    this.#remarks = remarks;
  }

  /** Whether one more finding would be kept: else its line and its words need not be sought. */
  wants(finding: Capped): boolean {
    return this.hasRoom(finding.severity) && (this.#seen.get(this.#keyOf(finding)) ?? 0) < LIMITS.findingsPerRuleMax;
  }

  /** Whether one more finding might be kept, whatever its field is. */
  hasRoom(severity: Severity): boolean {
    return this.#kept < LIMITS.findingsMax && (severity === 'error' || this.#remarks < LIMITS.findingsMax / 2);
  }

  /** Whether the report keeps this finding; if so it is counted. */
  keeps(finding: Capped): boolean {
    if (!this.wants(finding)) return false;
    const key = this.#keyOf(finding);
    const count = this.#seen.get(key);
    if (count === undefined) this.#fields.set(finding.rule, (this.#fields.get(finding.rule) ?? 0) + 1);
    this.#seen.set(key, (count ?? 0) + 1);
    this.#kept++;
    if (finding.severity !== 'error') this.#remarks++;
    return true;
  }

  get state(): CapState {
    const full = [...this.#seen].filter(([, count]) => count >= LIMITS.findingsPerRuleMax).map(([key]) => key);
    return { full, kept: this.#kept, remarks: this.#remarks };
  }

  #keyOf({ rule, field }: Capped): string {
    const key = `${rule} ${field ?? ''}`;
    return this.#seen.has(key) || (this.#fields.get(rule) ?? 0) < LIMITS.fieldsPerRuleMax ? key : `${rule} *`;
  }
}
