/**
 * Comparison: the findings of a delivery beside those of the previous delivery of its holder: new, gone and left.
 *
 * Two findings are the same when they have the same rule, root, innermost object and field. Their words, values and lines may differ.
 * Invariants:
 *  - Only roots in this delivery are compared. A full delivery is also compared over the roots of its types that it leaves out.
 *  - Findings on decisions of the register, and on the delivery as a file, are not compared: they are about one delivery.
 *  - A rule of which one of the two reports leaves findings out is named, and not compared.
 * Not here: comparing (pipelines/state/notes/comparison.ts), words (comparison-words.ts).
 */
import type { Severity } from './rules.ts';

/** One finding, or several with the same rule, object and field. */
export interface ComparedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly rootId: string;
  /** `id` of the innermost object, when it is not the root. */
  readonly objectId?: string;
  /** The field by its type and names, when the finding has one. */
  readonly field?: string;
  readonly count: number;
}

export interface RuleComparison {
  readonly rule: string;
  readonly severity: Severity;
  readonly new: number;
  readonly gone: number;
  readonly left: number;
}

/** first: the holder had no delivery with objects before · older: an older program decided the previous one, and kept no findings. */
export type Comparison = { readonly kind: 'first' } | { readonly kind: 'older' } | {
  readonly kind: 'compared';
  /** The previous delivery. */
  readonly with: { readonly uuid: string; readonly received: string };
  /** Number of roots in this delivery. */
  readonly objects: number;
  /** Types whose roots are also compared when this delivery leaves them out; absent for a delivery that is not full. */
  readonly full?: readonly string[];
  readonly counts: { readonly new: number; readonly gone: number; readonly left: number };
  readonly rules: readonly RuleComparison[];
  /** The first new findings, and the first ones that are gone. */
  readonly new: readonly ComparedFinding[];
  readonly gone: readonly ComparedFinding[];
  /** Rules that are not compared, because one of the reports leaves out findings of theirs. */
  readonly notCompared?: readonly string[];
};
