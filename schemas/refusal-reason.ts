/** Reason: why the operator refuses a submission, as its holder is to read it. */
import { LIMITS } from './limits.ts';

/** Line breaks and what else steers a terminal or turns text around, and halves of characters. */
const UNREADABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** What is wrong with a reason that a holder is to read, or null. */
export function reasonFault(reason: string): string | null {
  if (reason.trim() === '') return 'the reason is empty: its holder is to read why';
  if (reason.length > LIMITS.refusalReasonCharsMax) return `the reason has ${reason.length} characters: at most ${LIMITS.refusalReasonCharsMax}`;
  const at = reason.search(UNREADABLE);
  return at < 0 ? null : `the reason has a line break or a control character as its character ${at + 1}: give one line of plain text`;
}
