/**
 * Response: builds responses from bytes and writes them to the socket.
 *
 * Invariants: every response has API-Version and the security headers (Interface Rules, Versioning 2). Small bodies leave in one copy,
 * large ones as corked slices without copying. Headers go out as one flat array.
 * Not here: content of the bytes, content coding (coding.ts, gzip.ts), bodies that are made while they are sent (long-response.ts).
 */
import type { FastifyReply } from 'fastify';
import type { BlockPart } from '../../publisher/read/types.ts';
import { API_VERSION } from '../../schemas/interface-versions.ts';
import type { ByteRange } from '../request/byte-range.ts';
import type { Compressible } from './gzip.ts';

/** A body that is made in chunks while it is sent. */
export interface LongBody {
  /** Uncompressed length of the body; undefined: known only at the end. */
  readonly bytes: number | undefined;
  readonly chunks: () => AsyncGenerator<Compressible, void>;
  /** Whether each chunk is for the client at once; absent: the chunks may be compressed together. */
  readonly isLive?: true;
}

export interface ServiceResponse {
  readonly status: number;
  /** Reason phrase of the status line; absent: the usual phrase of the status. */
  readonly phrase?: string | undefined;
  /** Headers of this response beside the common ones, flat: name, value, name, value. */
  readonly headers: readonly string[];
  readonly body: readonly Buffer[];
  /** Parts of the edition's blocks in the body, in order. Offsets count from the end of the first slice. */
  readonly blocks?: readonly BlockPart[] | undefined;
  /** Frees memory of the edition's bytes in the body, once these are sent or copied. */
  readonly release?: (() => void) | undefined;
  /** ETag of the body in its content coding; also among the headers. */
  readonly tag?: string;
  /** Body that is too long to be made at once; `body` is then empty. */
  readonly long?: LongBody;
  /** File that is streamed; `body` is then empty. */
  readonly file?: SentFile;
}

/** A file in a folder, with its size in bytes. */
export interface SentFile {
  readonly root: string;
  readonly name: string;
  readonly bytes: number;
  /** The bytes to send, in no content coding; absent: all, in the coding of the request. */
  readonly part?: ByteRange;
}

/** Request headers by which any response varies. Responses with geometry also vary by Accept-Crs (conditional.ts). */
const VARY = 'Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key';
/** Size of Node's buffer pool. Copying a longer body costs an allocation, more than a second slice does. */
const ONE_COPY_BYTES_MAX = 4 * 1024;

/** Returns the headers of every response. HSTS is sent only when the base URL is https. */
export function commonHeaders(baseUrl: string): readonly string[] {
  const transport = baseUrl.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=31536000'] : [];
  return [
    'API-Version', API_VERSION,
    'Vary', VARY,
    'X-Content-Type-Options', 'nosniff',
    'X-Frame-Options', 'DENY',
    'Referrer-Policy', 'no-referrer',
    ...transport,
  ];
}

/**
 * Returns all headers, with one `Vary` for both lists of it. With two lines of it, nginx before 1.23 reads the last alone, and its cache
 * gives one form for another.
 */
export function joinHeaders(common: readonly string[], own: readonly string[]): readonly string[] {
  const at = own.indexOf('Vary');
  if (at === -1) return [...common, ...own];
  const varied = common.indexOf('Vary') + 1;
  return [...common.with(varied, `${common[varied]}, ${own[at + 1]}`), ...own.slice(0, at), ...own.slice(at + 2)];
}

const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Returns the headers of the content. Machine-readable content may load nothing. */
export function contentHeaders(mediaType: string, policy: string = CLOSED_POLICY): readonly string[] {
  return ['Content-Type', mediaType, 'Content-Security-Policy', policy];
}

export const REVALIDATE = ['Cache-Control', 'public, no-cache'] as const;
export const NO_STORE = ['Cache-Control', 'no-store'] as const;

export function okResponse(headers: readonly string[], ...body: readonly Buffer[]): ServiceResponse {
  return { status: 200, headers, body };
}

export function emptyResponse(status: number, headers: readonly string[]): ServiceResponse {
  return { status, headers, body: [] };
}

/** Returns the uncompressed length of the body; Infinity when the body is long and its length unknown. */
export function bytesOf({ body, long, file }: ServiceResponse): number {
  if (long !== undefined) return long.bytes ?? Infinity;
  if (file !== undefined) return file.bytes;
  let bytes = 0;
  for (const slice of body) bytes += slice.length;
  return bytes;
}

export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Writes a response with these headers; `headOnly` leaves out the body. */
export function send(
  reply: FastifyReply, response: ServiceResponse, { headers, headOnly }: { headers: readonly string[]; headOnly: boolean },
): void {
  reply.hijack();
  const raw = reply.raw;
  if (raw.destroyed) return;
  const { status, phrase, body } = response;
  const bytes = bytesOf(response);
  const bodiless = status === 204 || status === 304;
  const length = bodiless ? [] : ['Content-Length', String(bytes)];
  raw.writeHead(status, phrase, [...headers, ...length]);
  if (headOnly || bodiless || bytes === 0) raw.end();
  else if (body.length === 1) raw.end(body[0]);
  else if (bytes < ONE_COPY_BYTES_MAX) raw.end(concatSlices(body));
  else {
    raw.cork();
    for (const slice of body) raw.write(slice);
    raw.end();
  }
}

/** Joins slices into a new buffer. */
export function concatSlices(slices: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafe(slices.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const slice of slices) at += slice.copy(whole, at);
  return whole;
}
