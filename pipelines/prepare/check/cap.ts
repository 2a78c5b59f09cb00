/**
 * Cap: limits the findings in a report to the first thousand of each rule and field, and to a readable total.
 *
 * Warnings and notes take half of the room at most, so that room is left for errors.
 * Field names are as delivered, so only the first hundred of a rule are counted apart; all others share one count.
 * Memory: a number for each rule and field with a finding in the report.
 */
import type { Finding, Severity } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';

/** The counts so far, as plain data for another thread. */
export interface CapState {
  /** Keys of rules and fields that are full. */
  readonly full: readonly string[];
  readonly kept: number;
  /** Number of kept findings that are not errors. */
  readonly remarks: number;
}

type Capped = Pick<Finding, 'rule' | 'severity' | 'field'>;

/** Decides whether the report keeps a finding. */
export class Cap {
  /** Number of kept findings, by rule and field. */
  readonly #seen: Map<string, number>;
  /** Number of fields of each rule with their own count. */
  readonly #fields = new Map<string, number>();
  #kept: number;
  #remarks: number;

  constructor({ full, kept, remarks }: CapState = { full: [], kept: 0, remarks: 0 }) {
    this.#seen = new Map(full.map((key) => [key, LIMITS.findingsPerRuleMax]));
    this.#kept = kept;
    this.#remarks = remarks;
  }

  /** Whether one more finding would be kept. If not, its line and words need not be made. */
  wants(finding: Capped): boolean {
    return this.hasRoom(finding.severity) && (this.#seen.get(this.#keyOf(finding)) ?? 0) < LIMITS.findingsPerRuleMax;
  }

  /** Whether one more finding might be kept, whatever its field. */
  hasRoom(severity: Severity): boolean {
    return this.#kept < LIMITS.findingsMax && (severity === 'error' || this.#remarks < LIMITS.findingsMax / 2);
  }

  /** Counts a finding if the report has room for it, and returns whether it has. */
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
