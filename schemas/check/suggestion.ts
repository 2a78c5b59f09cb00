/** Suggestion: the value that a person probably meant by one that its field does not allow (suggest.ts). */
import type { Text } from '../finding.ts';

export interface Suggestion {
  /** The value as listed among suggestions: a text without quotes. */
  readonly text: string;
  /** The value as JSON. */
  readonly json: string;
  /** Another likely value, as JSON. */
  readonly alternative?: string;
  /** How to write the value, as a sentence. */
  readonly hint: Text;
}
