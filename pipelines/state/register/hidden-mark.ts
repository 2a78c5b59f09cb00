/**
 * Hidden marks: the value of `doc.hidden`, which says why a document, or a part of it, is not public.
 *
 * `informatieGeheim`: the root is secret. `onderdeelGeheim`: an object in it is secret. `privacyGevoelig`: its personal data are withheld;
 * a root may have both. Most documents have none, so that reading them costs nothing more.
 */
import type { HiddenMark } from '../../../schemas/submission.ts';

const SENSITIVE: readonly HiddenMark[] = ['privacyGevoelig', 'onderdeelGeheim,privacyGevoelig'];
const SECRET: readonly HiddenMark[] = ['informatieGeheim', 'onderdeelGeheim', 'onderdeelGeheim,privacyGevoelig'];

/** SQL condition: the document `d` hides its root. */
export const HIDES = "d.hidden = 'informatieGeheim'";

/** SQL condition: an object of the document `d`, or its root, is secret. */
export const HAS_SECRET = inList(SECRET);

/** SQL condition: the personal data of the document `d` are withheld. */
export const IS_SENSITIVE = inList(SENSITIVE);

function inList(marks: readonly HiddenMark[]): string {
  return `d.hidden IN (${marks.map((mark) => `'${mark}'`).join(', ')})`;
}

/** Whether the whole root is secret. */
export function hidesRoot(mark: string | null): boolean {
  return mark === 'informatieGeheim';
}

/** Whether the root, or an object in it, is secret. */
export function hasSecret(mark: string | null): boolean {
  return mark !== null && (SECRET as readonly string[]).includes(mark);
}

/** Whether personal data are withheld. */
export function isSensitiveMark(mark: string | null): boolean {
  return mark !== null && (SENSITIVE as readonly string[]).includes(mark);
}
