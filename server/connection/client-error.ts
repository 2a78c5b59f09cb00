/**
 * Client errors: bytes that are not an HTTP request, or that arrive too slowly. There is no request object yet, so the problem is written
 * to the socket by hand, and the connection closes: after the responses to requests that came whole before those bytes.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../schemas/limits.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { commonHeaders, contentHeaders, NO_STORE } from '../response/response.ts';
import { problemBody, type Problem } from '../response/problem.ts';
import { ADDRESS_TOO_LONG, HEADERS_TOO_LARGE } from '../request/request-head.ts';

/** Length of the longest method, a space and the first `/`, with some margin. */
const METHOD_CHARS = 16;

interface ClientError {
  readonly code?: string;
  /** The bytes in which the parser stopped. */
  readonly rawPacket?: unknown;
}

export interface ClientErrorParts {
  readonly baseUrl: string;
  /** Returns the headers that announce the end of this version, at this moment. */
  readonly announcement: () => readonly string[];
}

export function answerClientError(error: ClientError, socket: Socket, parts: ClientErrorParts): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // A failed handshake: nothing that is written would be read.
  if (error.code !== undefined && /^(?:ERR_SSL|ERR_TLS|EPROTO)/.test(error.code)) {
    socket.destroy();
    return;
  }
  const earlier = pendingResponse(socket);
  if (earlier !== undefined && isAwaited(earlier)) return closeAfterResponses(socket);
  if (socket.writable && earlier?.headersSent !== true && earlier?.req.complete !== true) socket.write(textOf(problemOf(error), parts));
  socket.destroySoon();
}

type RespondingSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Returns the response that comes next on this socket. A problem would end up inside it, or be read as it. */
function pendingResponse({ _httpMessage: response }: RespondingSocket): ServerResponse | undefined {
  return response ?? undefined;
}

/** Whether a response belongs to a whole request, which may change something, and is not made yet. */
function isAwaited({ req, writableEnded }: ServerResponse): boolean {
  return req.complete && !writableEnded;
}

/** Sockets that close after the responses to the whole requests that came before bytes that are no request. */
const closing = new WeakSet<Socket>();

function closeAfterResponses(socket: Socket): void {
  if (closing.has(socket)) return;
  closing.add(socket);
  const closeOrWait = (): void => {
    const response = pendingResponse(socket);
    if (response !== undefined && isAwaited(response)) response.once('close', closeOrWait);
    else socket.destroySoon();
  };
  closeOrWait();
}

function textOf(problem: Problem, { baseUrl, announcement }: ClientErrorParts): string {
  const body = JSON.stringify(problemBody(problem, { baseUrl, id: randomUUID() }));
  const headers = [
    ...commonHeaders(baseUrl), ...announcement(), ...contentHeaders('application/problem+json'), ...NO_STORE,
    'Content-Language', 'nl', 'Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close',
  ];
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1] ?? ''}`] : []));
  const { status } = PROBLEMS[problem.problem];
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}

function problemOf({ code, rawPacket }: ClientError): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return TOO_SLOW;
  if (code === 'HPE_UNEXPECTED_CONTENT_LENGTH') return TWO_LENGTHS;
  if (code === 'HPE_INVALID_EOF_STATE') return CUT_OFF;
  if (code !== 'HPE_HEADER_OVERFLOW') return NO_REQUEST;
  return isOneLongLine(rawPacket) ? ADDRESS_TOO_LONG : HEADERS_TOO_LARGE;
}

/** Whether the request line is too long: an address far beyond the limit. */
function isOneLongLine(bytes: unknown): boolean {
  if (!Buffer.isBuffer(bytes) || !/^[A-Z]+ \//.test(bytes.toString('latin1', 0, METHOD_CHARS))) return false;
  const end = bytes.indexOf('\r\n');
  return end === -1 || end > LIMITS.addressBytesMax;
}

const TOO_SLOW: Problem = {
  problem: 'TeLangzaam',
  detail: { nl: 'De aanvraag kwam te langzaam.', en: 'The request came too slowly.' },
};

/** Problem of two Content-Length headers, or Content-Length with Transfer-Encoding. */
const TWO_LENGTHS: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: {
    nl: 'De kop Content-Length mag er één keer zijn, en niet naast Transfer-Encoding.',
    en: 'The header Content-Length may be there once, and not beside Transfer-Encoding.',
  },
};

const CUT_OFF: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: {
    nl: 'De aanvraag hield op voordat hij heel was; er is niets van bewaard.',
    en: 'The request ended before it was whole; nothing of it was stored.',
  },
};

const NO_REQUEST: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: { nl: 'Dit is geen geldige HTTP-aanvraag.', en: 'This is no valid HTTP request.' },
};
