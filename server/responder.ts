/**
 * Responder: sends responses to clients. This is the only place where problems become responses and responses reach the socket.
 *
 * Invariants:
 * - Every response has the common headers, those of the client's quota, and the announcement of the end of this version.
 * - The response to a write is never refused for lack of memory, because the write has happened.
 * Not here: which request gets which response (app.ts, admission.ts, handlers/).
 */
import type { FastifyError, FastifyReply } from 'fastify';
import { RIGHTS } from '../schemas/roles.ts';
import { LIMITS } from '../schemas/limits.ts';
import { awaitsContinue } from './connection/expectation.ts';
import type { UnsentBytes } from './connection/unsent-bytes.ts';
import { problemPageRequest } from './handlers/page-response.ts';
import { problemResponse } from './handlers/problem.ts';
import { crossOriginHeaders, preflightHeaders } from './request/cross-origin.ts';
import { wantsPage } from './request/form.ts';
import { withLegacyContentCrs } from './request/legacy-crs.ts';
import { quotaHeaders } from './request/quota.ts';
import { codingFor, NO_ACCEPTABLE_CODING, type Coding } from './response/coding.ts';
import { Retirement } from './response/deprecation.ts';
import { notAllowed, outsideBaseUrl, problemOfError, TOO_MANY_UNSENT, UNEXPECTED } from './response/general-problems.ts';
import { Gzip, type Compressible } from './response/gzip.ts';
import { sendLong } from './response/long-response.ts';
import { ABSENT, SLASH_AT_END, type Problem } from './response/problem.ts';
import { bytesOf, commonHeaders, emptyResponse, joinHeaders, send, type LongBody, type SentFile, type ServiceResponse } from './response/response.ts';
import { allowedOn, takesAnyId, type Route } from './routes.ts';
import { isProblem, type HandlerResult, type Service, type ServiceRequest } from './service.ts';

/** Responses up to this size are never refused for lack of memory. Each connection has one, so they are few at once. */
const UNCOUNTED_BYTES_MAX = 64 * 1024;

/** Headers that @fastify/static judges by itself (RFC 9110, 13.1). The response has its validators already. */
const PRECONDITIONS = ['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'] as const;

export interface ResponderParts {
  readonly routes: readonly Route[];
  readonly origins: readonly string[];
  readonly onFault: (error: Error, request: string) => void;
  readonly unsent: UnsentBytes;
}

/** A request with its reply, and the content coding of the response. */
interface CodedReply {
  readonly coding: Coding | undefined;
  readonly request: ServiceRequest;
  readonly reply: FastifyReply;
}

export class Responder {
  /** Path of the base URL, `/v1`. */
  readonly base: string;
  readonly #baseUrl: string;
  readonly #takesDeliveries: boolean;
  readonly #clock: () => Date;
  readonly #parts: ResponderParts;
  readonly #gzip = new Gzip();
  readonly #common: (origin: string | undefined) => readonly string[];
  /** Paths of the routes as written. */
  readonly #written: ReadonlySet<string>;
  readonly #retirement: Retirement | null;
  #isClosing = false;

  constructor({ baseUrl, deprecation, clock, desk }: Service, parts: ResponderParts) {
    this.base = new URL(baseUrl).pathname;
    this.#baseUrl = baseUrl;
    this.#takesDeliveries = desk !== null;
    this.#clock = clock;
    this.#parts = parts;
    this.#common = crossOriginHeaders(parts.origins, commonHeaders(baseUrl));
    this.#written = new Set(parts.routes.map(({ path }) => path));
    this.#retirement = deprecation === null ? null : new Retirement(deprecation, baseUrl);
  }

  /** From now on each response closes its connection. */
  close(): void {
    this.#isClosing = true;
  }

  respond(result: HandlerResult, request: ServiceRequest, reply: FastifyReply): void {
    if (isProblem(result)) request.problem = result.problem;
    const response = isProblem(result) ? this.#problemResponse(result, request) : result;
    const bytes = bytesOf(response);
    const isUncoded = bytes === 0 || response.file?.part !== undefined || response.long?.isLive === true;
    const coding = isUncoded ? 'identity' : codingFor(request.headers['accept-encoding'], bytes);
    if (coding === undefined && response.status === 200) this.respond(NO_ACCEPTABLE_CODING, request, reply);
    else if (bytes > UNCOUNTED_BYTES_MAX && !this.#hasRoom(response, bytes, request)) this.respond(TOO_MANY_UNSENT, request, reply);
    else if (response.file !== undefined) this.#respondFile(response, response.file, { coding, request, reply });
    else if (response.long !== undefined) void this.#respondLong(response, response.long, { coding, request, reply });
    else if (coding === 'gzip') this.#respondCompressed(response, request, reply);
    else this.#write(response, request, reply);
  }

  /** Responds to a request whose body the framework does not read and whose errors it does not catch. */
  async respondLater(result: HandlerResult | Promise<HandlerResult>, request: ServiceRequest, reply: FastifyReply): Promise<void> {
    try {
      this.respond(await result, request, reply);
    } catch (error) {
      this.#parts.onFault(error as Error, request.id);
      this.respond(problemOfError(error as FastifyError), request, reply);
    }
  }

  /** Responds to a request without a route: another method of a path that exists, its OPTIONS, or nothing. */
  unknown(request: ServiceRequest, reply: FastifyReply): void {
    const { routes, origins } = this.#parts;
    const path = pathOf(request);
    if (path !== this.base && !path.startsWith(`${this.base}/`)) return this.respond(outsideBaseUrl(path, this.#baseUrl), request, reply);
    const allowed = allowedOn(this.#below(path), routes);
    if (allowed === undefined) return this.respond(ABSENT, request, reply);
    const allow = ['Allow', allowed.join(', ')];
    if (request.method !== 'OPTIONS') return this.respond(notAllowed(request.method, allow), request, reply);
    const reading = allowedOn(this.#below(path), routes.filter(({ right = 'read' }) => RIGHTS[right].roles === null)) ?? [];
    return this.respond(emptyResponse(204, [...allow, ...preflightHeaders(request, { origins, allowed, reading })]), request, reply);
  }

  /** Whether the id in the path is a name that a route of another method has: `_zoek`, `eigen-gegevens`. */
  isOperation(request: ServiceRequest): boolean {
    return this.#written.has(this.#below(pathOf(request))) && takesAnyId(request.routeOptions.url ?? '');
  }

  /** Returns the problem of a request after the end of this version, or undefined. */
  withdrawn(request: ServiceRequest): Problem | undefined {
    return this.#retirement?.problemAt(this.#clock().getTime(), this.#below(pathOf(request)));
  }

  /** Returns the headers of every response that announce the end of this version; none without an end. */
  announcement(): readonly string[] {
    return this.#retirement?.headersAt(this.#clock().getTime()) ?? [];
  }

  #below(path: string): string {
    return path.slice(this.base.length);
  }

  #problemResponse(problem: Problem, request: ServiceRequest): ServiceResponse {
    const [baseUrl, takesDeliveries] = [this.#baseUrl, this.#takesDeliveries];
    return problemResponse(problem === ABSENT && pathOf(request).endsWith('/') ? SLASH_AT_END : problem, {
      baseUrl, id: request.id, context: wantsPage(request) ? problemPageRequest(request, { baseUrl, takesDeliveries }) : undefined,
      isOfWrite: request.routeOptions.config.right === 'write',
    });
  }

  /** Whether memory allows the response. The response to a write is never refused. */
  #hasRoom({ long, file }: ServiceResponse, bytes: number, { method }: ServiceRequest): boolean {
    if (method === 'HEAD' || (long === undefined && method !== 'GET')) return true;
    return this.#parts.unsent.hasRoom(long === undefined && file === undefined ? bytes : LIMITS.chunkBytes);
  }

  async #respondLong(response: ServiceResponse, { bytes, chunks }: LongBody, { coding, request, reply }: CodedReply): Promise<void> {
    const { onFault, unsent } = this.#parts;
    reply.hijack();
    const length = bytes === undefined || coding === 'gzip' ? [] : ['Content-Length', String(bytes)];
    const coded = coding === 'gzip' ? [...response.headers, 'Content-Encoding', 'gzip'] : [...response.headers, ...length];
    const writeHead = (): void => {
      reply.raw.writeHead(response.status, [...this.#headersFor({ ...response, headers: coded }, request)]);
    };
    if (request.method === 'HEAD') {
      writeHead();
      reply.raw.end();
      return;
    }
    try {
      await sendLong(reply.raw, coding === 'gzip' ? this.#gzip.compressLong(chunks()) : plain(chunks()), { writeHead, unsent });
    } catch (error) {
      onFault(error as Error, request.id);
      if (reply.raw.headersSent) reply.raw.destroy();
      else this.respond(problemOfError(error as FastifyError), request, reply);
    }
  }

  /** Streams a file. A client that does not read holds one chunk of it in memory. */
  #respondFile(response: ServiceResponse, { root, name, bytes, part }: SentFile, { coding, request, reply }: CodedReply): void {
    const length = part === undefined ? bytes : part.end - part.start + 1;
    const coded = coding === 'gzip' ? ['Content-Encoding', 'gzip'] : ['Content-Length', String(length)];
    const headers = this.#headersFor({ ...response, headers: [...response.headers, ...coded] }, request);
    if (request.method === 'HEAD') {
      reply.hijack();
      reply.raw.writeHead(response.status, [...headers]).end();
      return;
    }
    // A file never changes at its address, so a precondition on its state always holds; @fastify/static would see no ETag and refuse.
    for (const precondition of PRECONDITIONS) delete request.headers[precondition];
    for (let at = 0; at < headers.length; at += 2) reply.raw.appendHeader(headers[at]!, headers[at + 1]!);
    // The types of @fastify/static lack `start` and `end`, which it hands on to @fastify/send.
    const options: object = part ?? {};
    reply.code(response.status).sendFile(name, root, options);
  }

  #respondCompressed(response: ServiceResponse, request: ServiceRequest, reply: FastifyReply): void {
    const { onFault, unsent } = this.#parts;
    const name = response.tag === undefined ? undefined : `${request.url} ${response.tag}`;
    const compressed = this.#gzip.compress({ ...response, blocksFrom: response.body[0]?.length ?? 0, name });
    const headers = [...response.headers, 'Content-Encoding', 'gzip'];
    if (!(compressed instanceof Promise)) return this.#write({ ...response, headers, body: compressed }, request, reply);
    reply.hijack();
    unsent.reserve(reply.raw, bytesOf(response));
    compressed.then((body) => { this.#write({ ...response, headers, body }, request, reply); }).catch((error: Error) => {
      onFault(error, request.id);
      if (reply.raw.headersSent) reply.raw.destroy();
      else this.#write(problemResponse(UNEXPECTED, { baseUrl: this.#baseUrl, id: request.id, context: undefined }), request, reply);
    });
  }

  #write(response: ServiceResponse, request: ServiceRequest, reply: FastifyReply): void {
    send(reply, response, { headers: this.#headersFor(response, request), headOnly: request.method === 'HEAD' });
    if (reply.raw.writableLength > 0) this.#parts.unsent.hold(reply.raw, response.body);
    else response.release?.();
  }

  /** Returns all headers except Content-Length. */
  #headersFor(response: ServiceResponse, request: ServiceRequest): readonly string[] {
    const shared = this.#common(request.headers.origin);
    const { quotaFrame = null } = request;
    const counted = quotaFrame === null ? shared : [...shared, ...quotaHeaders(quotaFrame)];
    const known = this.#retirement === null ? counted : [...counted, ...this.announcement()];
    const acceptCrs = request.headers['accept-crs'];
    const own = acceptCrs === undefined ? response.headers : withLegacyContentCrs(response.headers, String(acceptCrs));
    return joinHeaders(this.#closes(response, request) ? [...known, 'Connection', 'close'] : known, own);
  }

  /** Whether the connection must close after a response that does not say so itself. */
  #closes({ headers }: ServiceResponse, { raw }: ServiceRequest): boolean {
    return (this.#isClosing || awaitsContinue(raw)) && !headers.includes('Connection');
  }
}

function pathOf({ url }: ServiceRequest): string {
  return url.split('?', 1)[0] ?? '';
}

/** Yields chunks without compression. */
async function* plain(chunks: AsyncGenerator<Compressible, void>): AsyncGenerator<readonly Buffer[], void> {
  for await (const { body } of chunks) yield body;
}
