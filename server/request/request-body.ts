/**
 * Request body: which media types a write or a delivery takes, and whether a body can be read at all, by what its headers say it is:
 * its media type, in UTF-8, not packed (Interface Rules, General 8; 415). What is not inflated cannot be a bomb; a delivery may be
 * packed, and is unpacked behind the desk.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Text } from '../../schemas/finding.ts';
import type { Target } from '../../schemas/target.ts';
import { MEDIA_TYPES } from './negotiate.ts';
import type { Problem } from '../response/problem.ts';

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A write that the service takes: of which resource, in which form. */
export interface Write {
  readonly method: WriteMethod;
  readonly resource: string;
  readonly form: Target['form'];
  /** Of a sub-resource: the resource of its roots. */
  readonly below?: string;
}

const MERGE_PATCH = 'application/merge-patch+json';

/** Media types of the body; a patch is no Feature, but looks like one. */
export function typesOf({ method, form }: Pick<Write, 'method' | 'form'>): readonly string[] {
  if (method === 'PATCH') return [MERGE_PATCH, MEDIA_TYPES.json];
  return [form === 'document' ? MEDIA_TYPES.json : MEDIA_TYPES.geojson];
}

/** Media types of a delivery: what a file may hold, packed or not (`ev submit`). */
export const DELIVERY_TYPES = [MEDIA_TYPES.json, MEDIA_TYPES.geojson, 'application/x-ndjson', 'application/gzip'] as const;

/** The problem of a body that can be no delivery, else undefined. It may be packed: whether it is, its first bytes tell. */
export function unreadableDelivery(headers: IncomingHttpHeaders): Problem | undefined {
  return ofOtherType(headers, DELIVERY_TYPES) ?? (isCodedIn(headers, ['', 'identity', 'gzip', 'x-gzip']) ? undefined : OTHERWISE_CODED);
}

/** The problem of a body that is none of `expected`, such as `application/json`, in UTF-8 and as it is; else undefined. */
export function unreadableBody(headers: IncomingHttpHeaders, ...expected: readonly string[]): Problem | undefined {
  const refused = ofOtherType(headers, expected);
  if (refused !== undefined || isCodedIn(headers, ['', 'identity'])) return refused;
  const detail: Text = { nl: 'Stuur het bericht zonder Content-Encoding, niet ingepakt.', en: 'Send the message without Content-Encoding, not packed.' };
  return { ...unsupported(detail), headers: ['Accept-Encoding', 'identity'] };
}

function ofOtherType(headers: IncomingHttpHeaders, expected: readonly string[]): Problem | undefined {
  if (!expected.includes(mediaTypeOf(headers))) {
    return unsupported({ nl: `Stuur hier ${expected.join(' of ')}.`, en: `Send ${expected.join(' or ')} here.` });
  }
  if (charsetsOf(headers).some((charset) => charset !== 'utf-8' && charset !== 'utf8')) {
    return unsupported({ nl: 'JSON is hier UTF-8: laat charset weg of geef utf-8.', en: 'JSON is UTF-8 here: leave out charset or give utf-8.' });
  }
  return undefined;
}

/** Packed at most once, in one of these. */
function isCodedIn(headers: IncomingHttpHeaders, known: readonly string[]): boolean {
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => known.includes(coding)) && codings.filter((coding) => coding.endsWith('gzip')).length <= 1;
}

/** In lower case, without parameters. */
export function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function charsetsOf(headers: IncomingHttpHeaders): readonly string[] {
  const [, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';').map((part) => part.trim());
  return parameters.filter((part) => /^charset\s*=/.test(part)).map((part) => part.slice(part.indexOf('=') + 1).trim().replace(/^"(.*)"$/, '$1'));
}

function unsupported(detail: Text): Problem {
  return { problem: 'MediatypeNietOndersteund', detail };
}

const OTHERWISE_CODED: Problem = {
  ...unsupported({
    nl: 'Stuur de levering niet ingepakt, of één keer ingepakt met Content-Encoding: gzip.',
    en: 'Send the delivery not packed, or packed once with Content-Encoding: gzip.',
  }),
  headers: ['Accept-Encoding', 'gzip, identity'],
};
