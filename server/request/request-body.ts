/**
 * Request body: media types of writes and deliveries, and whether the headers promise a readable body: right media type, UTF-8, not
 * compressed (Interface Rules, General 8; 415). A write is never decompressed, so it cannot be a zip bomb. A delivery may be compressed;
 * the pipelines decompress it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Text } from '../../schemas/finding.ts';
import type { Target } from '../../schemas/target.ts';
import { MEDIA_TYPES } from './negotiate.ts';
import type { Problem } from '../response/problem.ts';

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A write that the service accepts: its method, resource and form. */
export interface Write {
  readonly method: WriteMethod;
  readonly resource: string;
  readonly form: Target['form'];
  /** Resource of the roots; only for a sub-resource. */
  readonly below?: string;
}

const MERGE_PATCH = 'application/merge-patch+json';

/** Media types of the body of a write. A merge patch may also be sent as plain JSON. */
export function typesOf({ method, form }: Pick<Write, 'method' | 'form'>): readonly string[] {
  if (method === 'PATCH') return [MERGE_PATCH, MEDIA_TYPES.json];
  return [form === 'document' ? MEDIA_TYPES.json : MEDIA_TYPES.geojson];
}

/** Media types of a delivery: those of the files of `ev submit`, compressed or not. */
export const DELIVERY_TYPES = [MEDIA_TYPES.json, MEDIA_TYPES.geojson, MEDIA_TYPES.ndjson, 'application/gzip'] as const;

/** Problem of a body that cannot be a delivery, else undefined. The first bytes of the body decide whether it is compressed. */
export function unreadableDelivery(headers: IncomingHttpHeaders): Problem | undefined {
  return ofOtherType(headers, DELIVERY_TYPES) ?? (isCodedIn(headers, ['', 'identity', 'gzip', 'x-gzip']) ? undefined : OTHERWISE_CODED);
}

/** Problem of a body that is not one of `expected`, in UTF-8 and uncompressed; else undefined. */
export function unreadableBody(headers: IncomingHttpHeaders, ...expected: readonly string[]): Problem | undefined {
  const refused = ofOtherType(headers, expected);
  if (refused !== undefined || isCodedIn(headers, ['', 'identity'])) return refused;
  const detail: Text = { nl: 'Stuur het bericht zonder Content-Encoding, niet ingepakt.', en: 'Send the message without Content-Encoding, not compressed.' };
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

/** Whether the body is compressed at most once, with one of these codings. */
function isCodedIn(headers: IncomingHttpHeaders, known: readonly string[]): boolean {
  const codings = (headers['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.every((coding) => known.includes(coding)) && codings.filter((coding) => coding.endsWith('gzip')).length <= 1;
}

/** Returns the media type in lower case, without parameters. */
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
    en: 'Send the delivery uncompressed, or compressed once with Content-Encoding: gzip.',
  }),
  headers: ['Accept-Encoding', 'gzip, identity'],
};
