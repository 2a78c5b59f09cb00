/**
 * Cursor: where a walk over a list goes on. Opaque to clients.
 *
 * It names the edition, by the head that first had this content, and the position in it, so a walk survives later
 * publications; the content too, for an edition that is rebuilt without what became secret has another. It carries a checksum
 * of the collection and of all other parameters but `limit`, so it cannot be used with another question.
 */
import { shortHash } from '../tags.ts';
import type { ParameterFault } from './query.ts';

export interface Cursor {
  readonly head: number;
  readonly position: number;
  /** `contentOf` the list. */
  readonly content: string;
}

/** Tells contents of one head apart; `tag`: what its tags say of it (series-facts.ts). */
export function contentOf(tag: string): string {
  return shortHash(tag);
}

/** How a cursor looks. */
export const CURSOR_FORM = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{8})-([0-9a-f]{8})$/;

/** `question` is the canonical text of everything that selects and orders, without `limit`. */
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
  faults.push({
    problem: 'CursorOngeldig',
    name: 'cursor',
    reason: {
      nl: 'Deze cursor hoort niet bij deze vraag. Volg de link next zoals hij is; alleen limit mag anders.',
      en: 'This cursor does not belong to this question. Follow the next link as it is; only limit may differ.',
    },
    correct: null,
  });
  return undefined;
}
