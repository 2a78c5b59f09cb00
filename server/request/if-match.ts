/**
 * If-Match (RFC 9110 13.1.1): the state of an object that a write expects. Tags come from an edition, so a tag is compared with the
 * current edition, then with the object as its holder sees it.
 * The register checks that the object has not changed since.
 * Only the hash in a tag counts, so a client may write back a document that it read in any CRS or form. A weak tag never matches.
 */
import type { Edition } from '../../publisher/read/types.ts';
import { unchangedSince } from '../../schemas/submission.ts';
import type { Target } from '../../schemas/target.ts';
import type { Problem } from '../response/problem.ts';
import type { Write } from './request-body.ts';
import type { ServiceRequest, Service } from '../service.ts';
import { withOwnView } from './own-object.ts';

/** Returns the condition for the register (`ifMatch` in schemas/submission.ts). */
export async function ifMatchState(target: Target, request: ServiceRequest, service: Service): Promise<string | null> {
  const header = request.headers['if-match'];
  if (header === undefined) return null;
  if (header.trim() === '*') return '*';
  const hashes = hashesIn(header);
  const edition = service.editions.current()?.edition;
  if (edition !== undefined && isAmong(hashes, target, edition)) return String(edition.number);
  return await withOwnView(target, { request, service }, ({ editions, changed }) => {
    const own = editions.current()?.edition;
    return own !== undefined && isAmong(hashes, target, own) ? unchangedSince(changed) : undefined;
  }) ?? NO_EDITION;
}

/** Whether one of the hashes is that of the object in the edition. A nested object has the tag of its root's document. */
function isAmong(hashes: readonly string[], { resource, form, id, within }: Target, edition: Edition): boolean {
  const document = within?.id ?? id;
  if (document === null) return false;
  const found = form === 'feature' ? edition.feature(resource, document, 'CRS84') : edition.document(document, 'CRS84');
  return found !== undefined && hashes.includes(found.hash);
}

/** 428 for a PUT or PATCH without the header where the service requires If-Match (RFC 6585, 3); else undefined. */
export function missingIfMatch(
  { method }: Pick<Write, 'method'>, { headers }: Pick<ServiceRequest, 'headers'>, { requireIfMatch }: Pick<Service, 'requireIfMatch'>,
): Problem | undefined {
  const isOverwrite = method === 'PUT' || method === 'PATCH';
  return requireIfMatch && isOverwrite && headers['if-match'] === undefined ? IF_MATCH_REQUIRED : undefined;
}

/** 412 for a header without any strong tag, which can never match; undefined without a header, and for any other header. */
export function unmatchableIfMatch({ headers }: Pick<ServiceRequest, 'headers'>): Problem | undefined {
  const header = headers['if-match'];
  if (header === undefined || header.trim() === '*' || tagsIn(header).some(({ isWeak }) => !isWeak)) return undefined;
  const { nl, en } = tagsIn(header).length > 0 ? WEAK : header.trim() === '' ? EMPTY : UNQUOTED;
  return {
    problem: 'TagOngeldig',
    detail: { nl: `${nl} ${REMEDY.nl}`, en: `${en} ${REMEDY.en}` },
    params: [{ type: 'TagOngeldig', name: 'If-Match', reason: { nl, en } }],
  };
}

const IF_MATCH_REQUIRED: Problem = {
  problem: 'VoorwaardeVereist',
  detail: {
    nl: 'Deze dienst neemt een PUT of PATCH alleen aan met If-Match: zo overschrijft niemand een wijziging die hij niet zag. '
      + 'Vraag het object op en stuur zijn ETag mee; een nieuw object voegt u toe met POST.',
    en: 'This service takes a PUT or PATCH with If-Match only, so that nobody overwrites a change that they did not see. '
      + 'Get the object and send its ETag along; add a new object by POST.',
  },
  params: [{
    type: 'VoorwaardeVereist', name: 'If-Match', reason: { nl: 'Deze kop ontbreekt.', en: 'This header is missing.' },
  }],
};

const NO_EDITION = '0';

const WEAK = {
  nl: 'If-Match geeft alleen zwakke tags (W/"…"), en die zijn nooit gelijk. Een proxy die antwoorden inpakt (nginx met gzip) maakt een ETag zwak.',
  en: 'If-Match gives weak tags only (W/"…"), which never match. A proxy that compresses responses (nginx with gzip) makes an ETag weak.',
};
const UNQUOTED = {
  nl: 'If-Match geeft een tag zonder aanhalingstekens, en die is nooit gelijk.', en: 'If-Match gives a tag without quotes, which never matches.',
};
const EMPTY = { nl: 'If-Match is leeg, en is dus nooit gelijk.', en: 'If-Match is empty, and so never matches.' };
const REMEDY = {
  nl: 'Stuur de tag met zijn dubbele aanhalingstekens en zonder W/, zoals "3f…": de kop ETag van het object, of `etag` in zijn HAL-document (_links.self) of bij /versies.',
  en: 'Send the tag with its double quotes and without W/, such as "3f…": the header ETag of the object, or `etag` in its HAL document (_links.self) or at /versies.',
};

interface Tag {
  readonly isWeak: boolean;
  /** The tag up to its first dot: the hash of the object's state. */
  readonly hash: string;
}

/** Returns the quoted tags of a list. */
function tagsIn(header: string): readonly Tag[] {
  return [...header.matchAll(/(W\/)?"([^".]*)(?:\.[^"]*)?"/g)].map(([, weak, hash = '']) => ({ isWeak: weak !== undefined, hash }));
}

/** Returns the hashes of the strong tags of a list. */
function hashesIn(header: string): readonly string[] {
  return tagsIn(header).flatMap(({ isWeak, hash }) => (isWeak ? [] : hash));
}
