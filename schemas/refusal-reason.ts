/** Refusal reason: the operator's reason to refuse a submission, for its holder. */
import { LIMITS } from './limits.ts';

/** Line breaks, control characters of terminals, characters that turn the direction of text, and lone surrogates. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Returns the mistake in a reason; null when there is none. */
export function reasonFault(reason: string): string | null {
  if (reason.trim() === '') return 'the reason is empty: its holder is to read why';
  if (reason.length > LIMITS.refusalReasonCharsMax) return `the reason has ${reason.length} characters: at most ${LIMITS.refusalReasonCharsMax}`;
  const at = reason.search(UNREADABLE);
  return at < 0 ? null : `the reason has a line break or a control character as its character ${at + 1}: give one line of plain text`;
}
