/**
 * Conditional requests: when an answer is 304, and its validators (Interface Rules, Headers).
 *
 * Tags are made in tags.ts. If-None-Match wins over
 * If-Modified-Since (RFC 9110 13.2.2). Last-Modified has whole seconds only, so it is sent once its second is
 * over: two states within one second can never be taken for one another. A tag is that of the coding that is sent.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { bytesOf, empty, REVALIDATE, type Answer } from './answer.ts';
import { codingFor } from './coding.ts';
import type { Problem } from './problem.ts';
import { codedTag } from '../tags.ts';

/** By what a client knows whether it has an answer already. */
export interface Validators {
  /** Of the bytes as they are, not coded. */
  readonly tag: string;
  /** In the form of Last-Modified. */
  readonly modified?: string | undefined;
  /** A header by which the answer differs, beside those of every answer. */
  readonly vary?: string;
}

interface Headed {
  readonly headers: IncomingHttpHeaders;
}

/** Of an answer with geometry; `since`: when it last may have changed, null when no date says that. */
export function validatorsOf(tag: string, since: Date | null, now: Date): Validators {
  if (since === null) return { tag, vary: 'Accept-Crs' };
  const isOver = Math.floor(since.getTime() / 1000) < Math.floor(now.getTime() / 1000);
  return { tag, modified: isOver ? since.toUTCString() : undefined, vary: 'Accept-Crs' };
}

/** The form of RFC 1123 (Interface Rules, Headers); what is no such date asks nothing (RFC 9110 13.1.3). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** A problem that shows only while the answer is made has no validators. */
type Made = Answer | Problem;

/**
 * The answer with its validators, or 304 when the client has it. Which coding it gets depends on its length, so that it
 * must be made to know its tag; but who has the tag of gzip was given it with equal bytes, long enough for it.
 */
export function unlessHeld(asked: Headed, validators: Validators, make: () => Answer): Answer;
export function unlessHeld(asked: Headed, validators: Validators, make: () => Answer | Promise<Answer>): Answer | Promise<Answer>;
export function unlessHeld(asked: Headed, validators: Validators, make: () => Made | Promise<Made>): Made | Promise<Made>;
export function unlessHeld(
  { headers }: Headed, { tag, modified, vary }: Validators, make: () => Made | Promise<Made>,
): Made | Promise<Made> {
  const varied = vary === undefined ? REVALIDATE : [...REVALIDATE, 'Vary', vary];
  const dated = modified === undefined ? varied : [...varied, 'Last-Modified', modified];
  const inCoding = (bytes: number): string => codedTag(tag, codingFor(headers['accept-encoding'], bytes) ?? 'identity');
  const likely = inCoding(Infinity);
  const isCertain = likely === tag || isListed(headers['if-none-match'], likely);
  if (isCertain && isNotModified(headers, { tag: likely, modified })) return empty(304, ['ETag', likely, ...dated]);
  const validated = (answer: Made): Made => {
    if ('problem' in answer) return answer;
    const coded = inCoding(bytesOf(answer));
    const validators = ['ETag', coded, ...dated];
    if (isNotModified(headers, { tag: coded, modified })) return empty(304, validators);
    return { ...answer, headers: [...answer.headers, ...validators], tag: coded };
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

/** Weak comparison against a list of tags. */
function isListed(list: string | undefined, tag: string): boolean {
  return list === tag || list !== undefined && list.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag);
}
