/** Cap: of each rule a report keeps the first so many findings. */
import type { Issue } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';

/** Says of each issue whether the report keeps its finding: of each rule the first so many. */
export class Cap {
  readonly #seen: Map<string, number>;

  /** `full`: rules of which no more are kept. */
  constructor(full: readonly string[] = []) {
    this.#seen = new Map(full.map((rule) => [rule, LIMITS.findingsPerRuleMax]));
  }

  /** Counts an issue; whether the report keeps its finding. */
  keeps({ rule }: Pick<Issue, 'rule'>): boolean {
    const count = (this.#seen.get(rule) ?? 0) + 1;
    this.#seen.set(rule, count);
    return count <= LIMITS.findingsPerRuleMax;
  }

  /** Whether one more finding of this rule would be kept: else its line and its words need not be sought. */
  wants(rule: string): boolean {
    return (this.#seen.get(rule) ?? 0) < LIMITS.findingsPerRuleMax;
  }

  /** The rules of which no more are kept. */
  get full(): readonly string[] {
    return [...this.#seen.keys()].filter((rule) => !this.wants(rule));
  }
}
