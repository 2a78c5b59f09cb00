/** Meaning: what a person meant by a value that its field does not take (meant.ts). */
import type { Text } from '../finding.ts';

export interface Meant {
  /** The value as it stands in a list of suggestions: a text without its quotes. */
  readonly suggestion: string;
  /** The same as JSON. */
  readonly json: string;
  /** What else may be meant, as JSON. */
  readonly or?: string;
  /** How the value is to be written, in a sentence. */
  readonly how: Text;
}
