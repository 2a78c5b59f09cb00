/** Defect: one mistake in a JSON text, with its location and its words. */
import type { Finding } from '../../schemas/finding.ts';
import type { RefusingRule } from '../../schemas/rules.ts';

/** A mistake in a JSON text; `offset` counts UTF-16 units from the start of the text. */
export interface JsonDefect extends Pick<Finding, 'pointer' | 'message' | 'mend' | 'found' | 'expected' | 'suggestions'> {
  readonly rule: RefusingRule;
  readonly offset: number;
  /** Offset of the first of two equal member names. */
  readonly earlier?: number;
  /** Offset of the end of the value behind which a comma or bracket is missing. */
  readonly behind?: number;
  /** The text ends inside a value. */
  readonly isAtEnd?: true;
}

/** The defect in English, without any value of the text, because a settings file may hold secrets. */
export function withoutFound({ rule, pointer, message }: JsonDefect): string {
  return rule === 'json.dubbele-sleutel' ? `This member name occurs before in the same object: ${pointer}.` : message.en;
}
