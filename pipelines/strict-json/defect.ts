/** Defect: what is wrong in a JSON text, in words, and where. */
import type { Finding } from '../../schemas/finding.ts';

/** One thing that is wrong in a JSON text; `offset` counts UTF-16 units from its start. */
export interface JsonDefect extends Pick<Finding, 'rule' | 'pointer' | 'message' | 'mend' | 'found' | 'expected' | 'suggestions'> {
  readonly offset: number;
  /** Offset of the first of two the same. */
  readonly earlier?: number;
  /** Offset of the end of the value behind which a comma or bracket is missing. */
  readonly behind?: number;
  /** The text ends where more of it must come. */
  readonly isAtEnd?: true;
}

/** The defect in English, without any value of the text: a file of settings may hold secrets. */
export function withoutFound({ rule, pointer, message }: JsonDefect): string {
  return rule === 'json.dubbele-sleutel' ? `This member name occurs before in the same object: ${pointer}.` : message.en;
}
