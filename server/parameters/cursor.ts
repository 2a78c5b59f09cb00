/**
 * Cursor: the position at which a walk over a list continues. Opaque to clients.
 *
 * A cursor has the head that first had this content, and the position in it, so a walk survives later publications. It also has the
 * content, because an edition that is rebuilt without secret objects has other content. Its checksum covers the collection and all other
 * parameters except `limit`, so a cursor is valid for its own query only.
 */
import { shortHash } from '../response/etags.ts';
import type { ParameterFault } from './query.ts';

export interface Cursor {
  readonly head: number;
  readonly position: number;
  /** contentOf the list. */
  readonly content: string;
}

/** Returns a hash that distinguishes contents of one head; `tag`: their tag (series-facts.ts). */
export function contentOf(tag: string): string {
  return shortHash(tag);
}

/** Syntax of a cursor. */
export const CURSOR_FORM = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{8})-([0-9a-f]{8})$/;

/** Returns the text of a cursor. `question`: canonical text of everything that selects and sorts, without `limit`. */
export function writeCursor({ head, position, content }: Cursor, question: string): string {
  const place = `${head.toString(36)}-${position.toString(36)}-${content}`;
  return `${place}-${shortHash(`${place}|${question}`)}`;
}

export function readCursor(text: string | undefined, question: string, faults: ParameterFault[]): Cursor | undefined {
  if (text === undefined) return undefined;
  const [, head, position, content, checksum] = CURSOR_FORM.exec(text) ?? [];
  const expected = shortHash(`${head}-${position}-${content}|${question}`);
  if (head !== undefined && position !== undefined && content !== undefined && checksum === expected) {
    return { head: Number.parseInt(head, 36), position: Number.parseInt(position, 36), content };
  }
  faults.push(INVALID_CURSOR);
  return undefined;
}

/** Fault of a cursor that its query did not give. */
export const INVALID_CURSOR: ParameterFault = {
  problem: 'CursorOngeldig',
  name: 'cursor',
  reason: {
    nl: 'Deze cursor hoort niet bij deze vraag. Volg de link next zoals hij is; alleen limit mag anders.',
    en: 'This cursor does not belong to this question. Follow the next link as it is; only limit may differ.',
  },
  correct: null,
};
