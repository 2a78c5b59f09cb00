/**
 * If-Match (RFC 9110 13.1.1): which state of an object a write is meant for. A tag is given by an edition, so it is held against the
 * edition that is read now; that nothing has changed the object since that edition, the register says where it decides (design 11).
 * Only the hash in a tag counts, so that a document asked for in any CRS or form can be written back. A weak tag never matches.
 */
import type { Target } from '../schemas/target.ts';
import type { Asked, Service } from './service.ts';

/** What the submission asks of the register (schemas/submission.ts). */
export function askedState(target: Target, asked: Asked, { editions }: Pick<Service, 'editions'>): string | null {
  const header = asked.headers['if-match'];
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const edition = editions.current()?.edition;
  const { resource, form, id, within } = target;
  // What a root nests has the tag of the document of that.
  const document = within?.id ?? id;
  if (edition === undefined || document === null) return NO_EDITION;
  const found = form === 'feature' ? edition.feature(resource, document, 'CRS84') : edition.document(document, 'CRS84');
  return found !== undefined && hashesIn(header).includes(found.hash) ? String(edition.number) : NO_EDITION;
}

const NO_EDITION = '0';

/** The hashes in the strong tags of a list. */
function hashesIn(header: string): readonly string[] {
  return [...header.matchAll(/(W\/)?"([^".]*)[^"]*"/g)].flatMap(([, weak, hash = '']) => (weak === undefined ? hash : []));
}
