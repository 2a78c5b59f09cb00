/**
 * Answer: makes answers out of ready bytes and writes them to the socket.
 *
 * Invariants: every answer bears API-Version and the security headers (Interface Rules, Versioning 2); small
 * bodies leave in one copy, large ones as corked slices without copying; headers
 * go out as one flat array. Not here: what the bytes say, how they are coded (coding.ts, gzip.ts), bodies that are made while they are
 * sent (long-answer.ts).
 */
import type { FastifyReply } from 'fastify';
import type { BlockPart } from '../../publisher/read/types.ts';
import { API_VERSION } from '../../schemas/base-url.ts';
import type { Packable } from './gzip.ts';

/** A body that is made in chunks while it is sent. */
export interface LongBody {
  /** Length of the body as it is, not packed; undefined: it is known at the end only. */
  readonly bytes: number | undefined;
  readonly chunks: () => AsyncGenerator<Packable, void>;
}

export interface Answer {
  readonly status: number;
  /** The words behind the status in the status line; absent: the usual ones of the status. */
  readonly phrase?: string | undefined;
  /** Flat: name, value, name, value; beside those that every answer bears. */
  readonly headers: readonly string[];
  readonly body: readonly Buffer[];
  /** What of an edition's blocks is in the body, in order; places count from the end of its first slice. */
  readonly blocks?: readonly BlockPart[] | undefined;
  /** Of the body as it will be coded; among the headers too. */
  readonly tag?: string;
  /** The body, when it is too long to be made at once; `body` is empty then. */
  readonly long?: LongBody;
}

/** Each header by which any request gets another answer at the same address; one with geometry by Accept-Crs too (conditional.ts). */
const VARY = 'Accept, Accept-Encoding, API-Version, Authorization, X-Api-Key';
/** What node's pool of buffers holds: above it a copy costs an allocation of its own, more than another slice does. */
const ONE_COPY_BYTES_MAX = 4 * 1024;

/** Headers of every answer. HSTS only where the base URL is https: elsewhere it would be a lie. */
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

const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers that name the content; machine-readable content may load nothing at all. */
export function contentHeaders(mediaType: string, policy: string = CLOSED_POLICY): readonly string[] {
  return ['Content-Type', mediaType, 'Content-Security-Policy', policy];
}

export const REVALIDATE = ['Cache-Control', 'public, no-cache'] as const;
export const NO_STORE = ['Cache-Control', 'no-store'] as const;

export function ready(headers: readonly string[], ...body: readonly Buffer[]): Answer {
  return { status: 200, headers, body };
}

export function empty(status: number, headers: readonly string[]): Answer {
  return { status, headers, body: [] };
}

/** Length of the body as it is; Infinity when it is long and not known yet. */
export function bytesOf({ body, long }: Answer): number {
  if (long !== undefined) return long.bytes ?? Infinity;
  let bytes = 0;
  for (const slice of body) bytes += slice.length;
  return bytes;
}

export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Writes an answer with these headers; `headOnly` sends the headers of the body without the body. */
export function send(
  reply: FastifyReply, answer: Answer, { headers, headOnly }: { headers: readonly string[]; headOnly: boolean },
): void {
  reply.hijack();
  const response = reply.raw;
  if (response.destroyed) return;
  const { status, phrase, body } = answer;
  const bytes = bytesOf(answer);
  const bodiless = status === 204 || status === 304;
  const length = bodiless ? [] : ['Content-Length', String(bytes)];
  response.writeHead(status, phrase, [...headers, ...length]);
  if (headOnly || bodiless || bytes === 0) response.end();
  else if (body.length === 1) response.end(body[0]);
  else if (bytes < ONE_COPY_BYTES_MAX) response.end(joined(body));
  else {
    response.cork();
    for (const slice of body) response.write(slice);
    response.end();
  }
}

/** Slices in memory of their own. */
export function joined(slices: readonly Buffer[]): Buffer {
  const whole = Buffer.allocUnsafe(slices.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const slice of slices) at += slice.copy(whole, at);
  return whole;
}
