/**
 * Conditional requests: 304 responses, and the validators of a response (Interface Rules, Headers).
 *
 * If-None-Match wins over If-Modified-Since (RFC 9110 13.2.2). Last-Modified counts whole seconds, so it is sent only after its second is
 * over;
 * otherwise two states within one second would look equal. Each content coding has its own ETag. Not here: making ETags (etags.ts).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { bytesOf, emptyResponse, REVALIDATE, type ServiceResponse } from './response.ts';
import { codingFor } from './coding.ts';
import type { Problem } from './problem.ts';
import { codedTag } from './etags.ts';

/** Validators of a response (RFC 9110, 8.8). */
export interface Validators {
  /** ETag of the body without content coding. */
  readonly tag: string;
  /** Value of Last-Modified. */
  readonly modified?: string | undefined;
  /** Request header by which the response varies, beside the common ones. */
  readonly vary?: string;
  /** Cache-Control of the response; absent: caches ask again each time. */
  readonly cache?: readonly string[];
}

interface HasHeaders {
  readonly headers: IncomingHttpHeaders;
}

/** Returns the validators of a response with geometry. `since`: time of its last possible change, null when unknown. */
export function validatorsOf(tag: string, since: Date | null, now: Date): Validators {
  if (since === null) return { tag, vary: 'Accept-Crs' };
  const isOver = Math.floor(since.getTime() / 1000) < Math.floor(now.getTime() / 1000);
  return { tag, modified: isOver ? since.toUTCString() : undefined, vary: 'Accept-Crs' };
}

/** Date format of RFC 1123 (Interface Rules, Headers). A malformed date is ignored (RFC 9110 13.1.3). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A response, or a problem that appears while the response is made. Problems have no validators. */
type Result = ServiceResponse | Problem;

/**
 * Returns the response with its validators, or 304 when the client has the same response. The coding depends on the length, so usually the
 * response is made before its ETag is known. A client with the gzip ETag got equal bytes, long enough for gzip, so then nothing is made.
 */
export function withValidators(request: HasHeaders, validators: Validators, make: () => ServiceResponse): ServiceResponse;
export function withValidators(
  request: HasHeaders, validators: Validators, make: () => ServiceResponse | Promise<ServiceResponse>,
): ServiceResponse | Promise<ServiceResponse>;
export function withValidators(request: HasHeaders, validators: Validators, make: () => Result | Promise<Result>): Result | Promise<Result>;
export function withValidators(
  { headers }: HasHeaders, { tag, modified, vary, cache = REVALIDATE }: Validators, make: () => Result | Promise<Result>,
): Result | Promise<Result> {
  const varied = vary === undefined ? cache : [...cache, 'Vary', vary];
  const dated = modified === undefined ? varied : [...varied, 'Last-Modified', modified];
  const inCoding = (bytes: number): string => codedTag(tag, codingFor(headers['accept-encoding'], bytes) ?? 'identity');
  const likely = inCoding(Infinity);
  const isCertain = likely === tag || isListed(headers['if-none-match'], likely);
  if (isCertain && isNotModified(headers, { tag: likely, modified })) return emptyResponse(304, ['ETag', likely, ...dated]);
  const validated = (response: Result): Result => {
    if ('problem' in response) return response;
    const coded = inCoding(bytesOf(response));
    const validators = ['ETag', coded, ...dated];
    if (isNotModified(headers, { tag: coded, modified })) return emptyResponse(304, validators);
    return { ...response, headers: [...response.headers, ...validators], tag: coded };
  };
  const made = make();
  return made instanceof Promise ? made.then(validated) : validated(made);
}

function isNotModified(headers: IncomingHttpHeaders, { tag, modified }: Validators): boolean {
  const given = headers['if-none-match'];
  if (given !== undefined) return isListed(given, tag) || given.trim() === '*';
  const since = headers['if-modified-since'];
  if (since === undefined || modified === undefined) return false;
  if (since === modified) return true;
  const sinceMs = HTTP_DATE.test(since) ? Date.parse(since) : Number.NaN;
  return !Number.isNaN(sinceMs) && Date.parse(modified) <= sinceMs;
}

/** Whether the list has the tag, by weak comparison. */
function isListed(list: string | undefined, tag: string): boolean {
  return list === tag || list !== undefined && list.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
}
