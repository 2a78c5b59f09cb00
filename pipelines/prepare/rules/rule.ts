/** What a domain rule is (level 5): a name, a severity, words, and a check of one root that never throws. */
import type { Severity, Text } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/objects.ts';

/** A place in the document where a rule does not hold. */
export interface Breach {
  readonly pointer: string;
  readonly found?: string;
  readonly expected?: string;
}

export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly message: Text;
  readonly mend: Text;
  /** The objects of one root, itself first; they may break the schema in any way. */
  readonly check: (objects: readonly ModelObject[]) => readonly Breach[];
}
