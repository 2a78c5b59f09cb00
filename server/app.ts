/**
 * App: joins routes, problems and Fastify. It builds the server; main.ts listens.
 *
 * Invariants:
 * - Every response leaves through `send`, including responses to errors that the framework finds. A file of the program (web/assets.ts)
 *   is streamed by @fastify/static, with the headers of every response.
 * - A body is raw bytes, at most `LIMITS.requestBodyBytesMax`. It is read only when the head of the request is in order.
 * - A delivery streams its own body (upload.ts).
 * - Fastify gets no serializer, no schema and no body parser of its own.
 */
import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Editions, OwnViews } from '../publisher/read/types.ts';
import { RIGHTS } from '../schemas/roles.ts';
import type { ApiKeys, CertifiedOrganisations } from '../schemas/credentials.ts';
import type { Deprecation } from '../schemas/deprecation.ts';
import type { Basemap } from '../schemas/basemap.ts';
import { readBaseUrl } from '../schemas/base-url.ts';
import { Fault, isOutOfFiles } from '../schemas/fault.ts';
import { LIMITS } from '../schemas/limits.ts';
import { NO_RATE_LIMITS, type MonthStore, type RateLimits } from '../schemas/rate-limits.ts';
import { inRanges } from '../schemas/address-range.ts';
import { TRANSPORT, type TransportCertificate } from '../schemas/transport.ts';
import { NOT_ACCEPTING, type NotAccepting } from '../schemas/not-accepting.ts';
import { NO_TERMS, type Terms } from '../schemas/terms.ts';
import { principalOf, withoutRight } from './request/access.ts';
import type { Authenticated } from './request/authenticated.ts';
import { agreed, ClientCertificates } from './request/client-certificate.ts';
import { readApiKey, refusedKey, withoutCredential } from './request/api-key.ts';
import { isOpenPath } from './request/open-paths.ts';
import { readObject } from './request/own-object.ts';
import { readWhole, seesAll, type WholeRoute } from './request/whole.ts';
import { bytesOf, commonHeaders, emptyResponse, send, type ServiceResponse, type LongBody, type SentFile } from './response/response.ts';
import { problemPageRequest } from './handlers/page-response.ts';
import { problemResponse } from './handlers/problem.ts';
import { answerClientError } from './connection/client-error.ts';
import { codingFor, NO_ACCEPTABLE_CODING, type Coding } from './response/coding.ts';
import { crossOriginHeaders, preflightHeaders } from './request/cross-origin.ts';
import { withLegacyContentCrs } from './request/legacy-crs.ts';
import { sendContinue, deferContinue, awaitsContinue } from './connection/expectation.ts';
import { wantsPage } from './request/form.ts';
import { Gzip, type Compressible } from './response/gzip.ts';
import { sendLong } from './response/long-response.ts';
import type { Query } from './parameters/query.ts';
import { whenFirstInPipeline } from './connection/pipelining.ts';
import { Retirement } from './response/deprecation.ts';
import { ABSENT, SLASH_AT_END, type Problem } from './response/problem.ts';
import { Quota, quotaHeaders, tooManyRequests } from './request/quota.ts';
import { problemOfHead } from './request/request-head.ts';
import { allowedOn, routesOf, takesAnyId, type Route } from './routes.ts';
import { isProblem, type ServiceRequest, type HandlerResult, type Service } from './service.ts';
import { ASSETS_HASH } from './web/assets.ts';
import { closeIdleSockets } from './connection/idle-sockets.ts';
import { serviceTag } from './response/etags.ts';
import { Overload, OVERLOADED } from './connection/overload.ts';
import { PendingRequests, type FinishedRequest } from './connection/pending-requests.ts';
import { UnsentBytes, type UnsentFigures } from './connection/unsent-bytes.ts';
import { isHandledByUpload } from './connection/upload.ts';

type Defaulted = 'terms' | 'basemap' | 'requireIfMatch' | 'keyRequired' | 'apiKeys' | 'clientCertificates' | 'rateLimits' | 'deprecation' | 'ownViews';

export interface AppOptions extends Omit<Service, 'memory' | 'tag' | Defaulted> {
  /** Editions of the full audience, for clients with the role `reader`; default: none. */
  readonly full?: Editions | null;
  /** Default: no holder sees more than the public. */
  readonly ownViews?: OwnViews;
  /** Terms of the data; absent: none are declared. */
  readonly terms?: Terms;
  /** The map under the map page; absent: the outline of the country. */
  readonly basemap?: Basemap | null;
  /** Whether a PUT or PATCH without If-Match is refused; absent: accepted. */
  readonly requireIfMatch?: boolean;
  /** Whether reading needs an API key or a token; absent: it does not. */
  readonly keyRequired?: boolean;
  /** Default: no key was made. */
  readonly apiKeys?: ApiKeys;
  /** The end of this major version; absent: none is set. */
  readonly deprecation?: Deprecation | null;
  /** Default: no limits. */
  readonly rateLimits?: RateLimits;
  /** Stores the requests of this month; absent: they are counted while the process lives. */
  readonly months?: MonthStore;
  /** Address ranges of proxies whose headers `Forwarded` and `Client-Cert` name the client. */
  readonly trustedProxies?: readonly string[];
  /** Delay of the event loop above which new requests get 503. */
  readonly overloadMs?: number;
  /** The certificate of a server that ends TLS itself; absent: HTTP. */
  readonly certificate?: TransportCertificate | null;
  /** The certificates of the authorities whose client certificates count, PEM; absent: none counts. */
  readonly clientCa?: Buffer | null;
  /** Default: no certificate names an organisation. */
  readonly certifiedOrganisations?: CertifiedOrganisations;
  /** Origins whose pages may read responses in a browser: `https://kaart.example`. */
  readonly origins?: readonly string[];
  /** Milliseconds that closing waits for pending requests. After that their connections are closed. */
  readonly drainMs?: number;
  /** Called with each error on our side, and with the id of its request if it has one. Clients get no details. */
  readonly onFault?: (error: Error, request?: string) => void;
  /** Called for each request when it is answered or abandoned. It is called often and must be quick. */
  readonly onRequestFinished?: (answered: FinishedRequest) => void;
  /** Called when the memory of unsent responses grows or shrinks. */
  readonly onUnsentChange?: (figures: UnsentFigures) => void;
}

/** Limits for slow clients. Fastify's own defaults would keep their connections open for ever. */
const TIMES = { requestTimeout: 10_000, connectionTimeout: 15_000, keepAliveTimeout: 5_000 } as const;
const SOCKETS = { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 } as const;
/** Default drain time; the setting `drainSeconds` has the same default. */
const DRAIN_MS = 60_000;
/** Time for the last responses to reach their clients before connections are closed. */
const LAST_BYTES_MS = 1_000;
/** Node's own response to a request without Host is no problem document, so request-head.ts checks Host. */
const HOST = { requireHostHeader: false } as const;
/** Responses up to this size are never refused for lack of memory. Each connection has one, so they are few at once. */
const UNCOUNTED_BYTES_MAX = 64 * 1024;
/** Longer than any id with every character percent-encoded. A longer path parameter is not an id. */
const PARAM_CHARS_MAX = 4_096;

/** Builds the service without listening. Throws an Error when the base URL is invalid (schemas/base-url.ts). */
export function buildApp(options: AppOptions): FastifyInstance {
  const {
    onFault = () => {}, onRequestFinished = () => {}, onUnsentChange = () => {}, origins = [], terms = NO_TERMS, basemap = null,
    certificate = null, requireIfMatch = false, keyRequired = false, apiKeys = () => undefined, rateLimits = NO_RATE_LIMITS, months = null,
    trustedProxies = [], ownViews = () => Promise.resolve(undefined), full = null, deprecation = null,
    clientCa = null, certifiedOrganisations = () => undefined, overloadMs = LIMITS.overloadMs, drainMs = DRAIN_MS, ...given
  } = options;
  const baseUrl = readBaseUrl(given.baseUrl);
  const tag = serviceTag(baseUrl, given.profile, ASSETS_HASH);
  const isTrustedProxy = inRanges(trustedProxies);
  const clientCertificates = clientCa === null ? null : new ClientCertificates({
    ca: clientCa, isTrustedProxy, organisations: certifiedOrganisations, clock: given.clock,
  });
  const service: Service = {
    ...given, baseUrl, terms, basemap, requireIfMatch, keyRequired, apiKeys, clientCertificates, rateLimits, deprecation, ownViews, tag,
  };
  const routes = routesOf(service);
  const wholeService = full === null ? null : { ...service, editions: full, tag: `${tag}-full` };
  const wholeRoutes = wholeService === null ? [] : routesOf(wholeService);
  const responder = responderOf(service, { routes, origins, onFault, unsent: new UnsentBytes(onUnsentChange) });
  const overload = new Overload(overloadMs);
  const quota = new Quota({ limits: rateLimits, isTrustedProxy, months, clock: service.clock, onFault });
  const counted = countedBy(service, { quota, responder, onFault });
  const pendingRequests = new PendingRequests(onRequestFinished);
  const app = fastify({
    ...TIMES,
    ...transportOf(certificate, clientCa),
    genReqId: () => randomUUID(),
    bodyLimit: LIMITS.requestBodyBytesMax,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Draining has its own limit; the framework's limit for plugins would leave the server half closed.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX, querystringParser: (text) => ({ text }) },
    clientErrorHandler: (error, socket) => { if (!isHandledByUpload(error, socket)) answerClientError(error, socket, baseUrl); },
    frameworkErrors: (error, request, reply) => (
      responder.respond(problemOfError(error), request as unknown as ServiceRequest, reply)
    ),
  });
  app.decorateRequest('submission', null).decorateRequest('problem', null).decorateRequest('principal', null)
    .decorateRequest('apiKey', null).decorateRequest('quotaFrame', null);
  app.register(fastifyStatic, STREAMED);
  app.addHook('onSend', compressFile);
  app.setNotFoundHandler((request, reply) => { responder.respond(ABSENT, request as unknown as ServiceRequest, reply); });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => { done(null, body); });
  app.addHook('onRequest', (request, reply, done) => {
    whenFirstInPipeline(reply.raw, () => {
      const isAccepted = pendingRequests.begin(request, reply);
      const serviceRequest = request as unknown as ServiceRequest;
      const problem = problemOfHead(request.raw) ?? responder.withdrawn(serviceRequest);
      if (!isAccepted) responder.respond(CLOSING, serviceRequest, reply);
      else if (overload.isOverloaded) responder.respond(OVERLOADED, serviceRequest, reply);
      else if (problem !== undefined) counted(serviceRequest, reply, () => { responder.respond(problem, serviceRequest, reply); });
      else if (request.is404 || responder.isOperation(serviceRequest)) {
        counted(serviceRequest, reply, () => { responder.unknown(serviceRequest, reply); });
      } else done();
    });
  });
  // The server still listens while it drains, so new requests get a 503 and not a refused connection.
  app.addHook('preClose', async () => {
    responder.close();
    await pendingRequests.end(drainMs);
    await quota.close();
    overload.close();
    closeRemaining(app.server);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error.statusCode ?? 500) >= 500) onFault(error, request.id);
    responder.respond(problemOfError(error), request as unknown as ServiceRequest, reply);
  });
  app.server.on('connect', (_request, socket) => { answerClientError({}, socket as Socket, baseUrl); });
  deferContinue(app.server);
  closeIdleSockets(app.server, baseUrl);
  for (const [index, route] of routes.entries()) {
    const whole = wholeService === null ? null : { route: wholeRoutes[index]!, service: wholeService };
    addRoute(app, route, { service, whole, responder, counted, base: responder.base });
    if (route.isAtHostRoot === true) addRoute(app, route, { service, whole, responder, counted, base: '' });
  }
  return app;
}

/** Returns the options of the server. Its type is that of HTTP in both cases: TLS changes nothing above the socket. */
function transportOf(certificate: TransportCertificate | null, clientCa: Buffer | null): { readonly http: ServerOptions } {
  const options = { ...SOCKETS, ...HOST, maxHeaderSize: LIMITS.addressBytesMax + LIMITS.headerBytesMax };
  if (certificate === null) return { http: options };
  // A certificate that does not verify is answered in words (client-certificate.ts), not by a broken handshake.
  const asking = clientCa === null ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: false };
  return { https: { ...options, ...TRANSPORT, ...certificate, ...asking } } as unknown as { readonly http: ServerOptions };
}

/** Closes connections that are still open shortly after the drain: slow readers, and clients that never finish their request. */
function closeRemaining(server: FastifyInstance['server']): void {
  const timer = setTimeout(() => { server.closeAllConnections(); }, LAST_BYTES_MS);
  server.once('close', () => { clearTimeout(timer); });
}

/** Yields chunks without compression. */
async function* plain(chunks: AsyncGenerator<Compressible, void>): AsyncGenerator<readonly Buffer[], void> {
  for await (const { body } of chunks) yield body;
}

/** Settings of @fastify/static: it only streams; the table of assets has the routes, and conditional.ts the validators. */
const STREAMED = {
  serve: false, cacheControl: false, etag: false, lastModified: false, acceptRanges: false, contentType: false,
} as const;

/** Headers that @fastify/static judges by itself (RFC 9110, 13.1). The response has its validators already. */
const PRECONDITIONS = ['if-match', 'if-unmodified-since', 'if-none-match', 'if-modified-since'] as const;

/** Compresses a streamed file whose headers announce gzip. No other response reaches this hook. */
function compressFile(
  _request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: Error | null, payload: unknown) => void,
): void {
  if (reply.getHeader('content-encoding') !== 'gzip') return done(null, payload);
  reply.removeHeader('content-length');
  // The framework destroys the response when the stream fails.
  done(null, pipeline(payload as Readable, createGzip(), () => {}));
}

type Responder = ReturnType<typeof responderOf>;

/** Sends responses to clients. This is the only place where problems become responses and responses reach the socket. */
function responderOf({ baseUrl, deprecation, clock }: Service, { routes, origins, onFault, unsent }: {
  routes: readonly Route[]; origins: readonly string[]; onFault: (error: Error, request: string) => void; unsent: UnsentBytes;
}) {
  const gzip = new Gzip();
  const common = crossOriginHeaders(origins, commonHeaders(baseUrl));
  const written = new Set(routes.map(({ path }) => path));
  const retirement = deprecation === null ? null : new Retirement(deprecation, baseUrl);
  let closing = false;
  const base = new URL(baseUrl).pathname;

  function respond(result: HandlerResult, request: ServiceRequest, reply: FastifyReply): void {
    if (isProblem(result)) request.problem = result.problem;
    const response = isProblem(result)
      ? problemResponse(result === ABSENT && pathOf(request).endsWith('/') ? SLASH_AT_END : result, {
        baseUrl, id: request.id, context: wantsPage(request) ? problemPageRequest(request, baseUrl) : undefined,
        isOfWrite: request.routeOptions.config.right === 'write',
      }) : result;
    const bytes = bytesOf(response);
    const coding = bytes === 0 ? 'identity' : codingFor(request.headers['accept-encoding'], bytes);
    if (coding === undefined && response.status === 200) respond(NO_ACCEPTABLE_CODING, request, reply);
    else if (bytes > UNCOUNTED_BYTES_MAX && !hasRoom(response, bytes, request)) respond(TOO_MANY_UNSENT, request, reply);
    else if (response.file !== undefined) respondFile(response, response.file, { coding, request, reply });
    else if (response.long !== undefined) void respondLong(response, response.long, { coding, request, reply });
    else if (coding === 'gzip') respondCompressed(response, request, reply);
    else write(response, request, reply);
  }

  /** Whether memory allows the response. The response to a write is never refused, because the write has happened. */
  function hasRoom({ long }: ServiceResponse, bytes: number, { method }: ServiceRequest): boolean {
    if (method === 'HEAD' || (long === undefined && method !== 'GET')) return true;
    return unsent.hasRoom(long === undefined ? bytes : LIMITS.chunkBytes);
  }

  async function respondLong(response: ServiceResponse, { bytes, chunks }: LongBody, { coding, request, reply }: {
    coding: Coding | undefined; request: ServiceRequest; reply: FastifyReply;
  }): Promise<void> {
    reply.hijack();
    const length = bytes === undefined || coding === 'gzip' ? [] : ['Content-Length', String(bytes)];
    const coded = coding === 'gzip' ? [...response.headers, 'Content-Encoding', 'gzip'] : [...response.headers, ...length];
    const writeHead = (): void => { reply.raw.writeHead(response.status, [...headersFor({ ...response, headers: coded }, request)]); };
    if (request.method === 'HEAD') {
      writeHead();
      reply.raw.end();
      return;
    }
    try {
      await sendLong(reply.raw, coding === 'gzip' ? gzip.compressLong(chunks()) : plain(chunks()), { writeHead, unsent });
    } catch (error) {
      onFault(error as Error, request.id);
      if (reply.raw.headersSent) reply.raw.destroy();
      else respond(problemOfError(error as FastifyError), request, reply);
    }
  }

  /** Streams a file. A client that does not read holds one chunk of it in memory. */
  function respondFile(response: ServiceResponse, { root, name, bytes }: SentFile, { coding, request, reply }: {
    coding: Coding | undefined; request: ServiceRequest; reply: FastifyReply;
  }): void {
    const coded = coding === 'gzip' ? ['Content-Encoding', 'gzip'] : ['Content-Length', String(bytes)];
    const headers = headersFor({ ...response, headers: [...response.headers, ...coded] }, request);
    if (request.method === 'HEAD') {
      reply.hijack();
      reply.raw.writeHead(response.status, [...headers]).end();
      return;
    }
    // An asset never changes at its address, so a precondition on its state always holds; @fastify/static would see no ETag and refuse.
    for (const name of PRECONDITIONS) delete request.headers[name];
    for (let at = 0; at < headers.length; at += 2) reply.raw.appendHeader(headers[at]!, headers[at + 1]!);
    reply.sendFile(name, root);
  }

  function respondCompressed(response: ServiceResponse, request: ServiceRequest, reply: FastifyReply): void {
    const name = response.tag === undefined ? undefined : `${request.url} ${response.tag}`;
    const compressed = gzip.compress({ ...response, blocksFrom: response.body[0]?.length ?? 0, name });
    const headers = [...response.headers, 'Content-Encoding', 'gzip'];
    if (!(compressed instanceof Promise)) return write({ ...response, headers, body: compressed }, request, reply);
    reply.hijack();
    unsent.reserve(reply.raw, bytesOf(response));
    compressed.then((body) => { write({ ...response, headers, body }, request, reply); }).catch((error: Error) => {
      onFault(error, request.id);
      if (reply.raw.headersSent) reply.raw.destroy();
      else write(problemResponse(UNEXPECTED, { baseUrl, id: request.id, context: undefined }), request, reply);
    });
  }

  function write(response: ServiceResponse, request: ServiceRequest, reply: FastifyReply): void {
    send(reply, response, { headers: headersFor(response, request), headOnly: request.method === 'HEAD' });
    if (reply.raw.writableLength > 0) unsent.hold(reply.raw, response.body);
    else response.release?.();
  }

  /** Returns all headers except Content-Length. */
  function headersFor(response: ServiceResponse, request: ServiceRequest): readonly string[] {
    const shared = common(request.headers.origin);
    const { quotaFrame = null } = request;
    const counted = quotaFrame === null ? shared : [...shared, ...quotaHeaders(quotaFrame)];
    const known = retirement === null ? counted : [...counted, ...retirement.headersAt(clock().getTime())];
    const acceptCrs = request.headers['accept-crs'];
    const own = acceptCrs === undefined ? response.headers : withLegacyContentCrs(response.headers, String(acceptCrs));
    return closes(response, request) ? [...known, 'Connection', 'close', ...own] : [...known, ...own];
  }

  /** Whether the connection must close after a response that does not say so itself. */
  function closes({ headers }: ServiceResponse, { raw }: ServiceRequest): boolean {
    return (closing || awaitsContinue(raw)) && !headers.includes('Connection');
  }

  /** Whether the id in the path is a name that a route of another method has: `_zoek`, `eigen-gegevens`. */
  function isOperation(request: ServiceRequest): boolean {
    return written.has(pathOf(request).slice(base.length)) && takesAnyId(request.routeOptions.url ?? '');
  }

  function unknown(request: ServiceRequest, reply: FastifyReply): void {
    const path = pathOf(request);
    if (path !== base && !path.startsWith(`${base}/`)) return respond(outsideBaseUrl(path, baseUrl), request, reply);
    const allowed = allowedOn(path.slice(base.length), routes);
    if (allowed === undefined) return respond(ABSENT, request, reply);
    const allow = ['Allow', allowed.join(', ')];
    if (request.method !== 'OPTIONS') return respond(notAllowed(request.method, allow), request, reply);
    const reading = allowedOn(path.slice(base.length), routes.filter(({ right = 'read' }) => RIGHTS[right].roles === null)) ?? [];
    return respond(emptyResponse(204, [...allow, ...preflightHeaders(request, { origins, allowed, reading })]), request, reply);
  }

  /** Responds to a request whose body the framework does not read and whose errors it does not catch. */
  async function respondLater(result: HandlerResult | Promise<HandlerResult>, request: ServiceRequest, reply: FastifyReply): Promise<void> {
    try {
      respond(await result, request, reply);
    } catch (error) {
      onFault(error as Error, request.id);
      respond(problemOfError(error as FastifyError), request, reply);
    }
  }

  /** Returns the problem of a request after the end of this version, or undefined. */
  function withdrawn(request: ServiceRequest): Problem | undefined {
    return retirement?.problemAt(clock().getTime(), pathOf(request).slice(base.length));
  }

  return { respond, respondLater, unknown, isOperation, withdrawn, base, close: () => { closing = true; } };
}

type Counted = (request: ServiceRequest, reply: FastifyReply, next: () => void) => void;

/**
 * Returns a function that counts a request and then calls `next`, or refuses the request when its quota is used up. OPTIONS does not
 * count: browsers send it on their own, without the client's key.
 */
function countedBy({ rateLimits }: Service, { quota, responder, onFault }: {
  quota: Quota; responder: Responder; onFault: (error: Error, request: string) => void;
}): Counted {
  if (rateLimits.perFrame === null && rateLimits.perMonth === null) return (_request, _reply, next) => { next(); };
  const count = async (request: ServiceRequest, reply: FastifyReply, next: () => void): Promise<void> => {
    try {
      const frame = await quota.take(request);
      request.quotaFrame = frame ?? null;
      if (frame?.isExceeded === true) responder.respond(tooManyRequests(frame), request, reply);
      else next();
    } catch (error) {
      onFault(error as Error, request.id);
      if (!reply.sent) responder.respond(UNEXPECTED, request, reply);
    }
  };
  return (request, reply, next) => {
    if (request.method === 'OPTIONS') next();
    else void count(request, reply, next);
  };
}

function addRoute(app: FastifyInstance, route: Route, { service, whole, responder, counted, base }: {
  service: Service; whole: WholeRoute | null; responder: Responder; counted: Counted; base: string;
}): void {
  const { method, path, handle, objectOf, right = 'read', takesBody } = route;
  const handled = (request: ServiceRequest): HandlerResult | Promise<HandlerResult> => {
    if (whole !== null && right === 'read' && seesAll(request)) return readWhole(whole, request);
    if (method !== 'GET') return handle(request, service);
    if (objectOf !== undefined) return readObject(objectOf(request), handle, { request, service });
    return service.editions.whenRead(() => handle(request, service));
  };
  app.route<{ Querystring: Query; Params: Readonly<Record<string, string>> }>({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: base + path,
    config: { right },
    onRequest: (request, reply, done) => {
      const certified = service.clientCertificates?.principalOf(request.raw) ?? null;
      const proceed = (authenticated: Authenticated): void => {
        const unidentified = identify(request, agreed(authenticated, certified), service);
        counted(request, reply, () => {
          const refused = unidentified ?? refusedByHead(route, request, service);
          if (refused === undefined && hasBody(request)) sendContinue(request.raw, reply.raw);
          if (refused !== undefined) responder.respond(refused, request, reply);
          else if (takesBody === true) void responder.respondLater(handled(request), request, reply);
          else done();
        });
      };
      const fail = (error: Error): void => { done(error); };
      const authenticated = principalOf(request.headers.authorization, service);
      if (authenticated instanceof Promise) authenticated.then(proceed).catch(fail);
      else proceed(authenticated);
    },
    handler: (request, reply) => {
      const acceptCrs = request.headers['accept-crs'];
      if (acceptCrs !== undefined) request.query = { text: request.query.text, acceptCrs: String(acceptCrs) };
      const result = handled(request);
      if (!(result instanceof Promise)) return responder.respond(result, request, reply);
      return result.then((settled) => { responder.respond(settled, request, reply); });
    },
  });
}

/** Reads the key of a request beside its token and certificate. Returns the problem of an invalid one. */
function identify(request: ServiceRequest, principal: Authenticated, service: Service): Problem | undefined {
  if (principal !== null && 'problem' in principal) return principal;
  request.principal = principal;
  request.apiKey = readApiKey(request, service);
  return refusedKey(request);
}

/** Problem of a request that is refused before its body is read, by its role or other headers; or undefined. */
function refusedByHead(
  { method, path, right = 'read', rightByQuery, isThere, head, takesBody }: Route, request: ServiceRequest, service: Service,
): Problem | undefined {
  const { principal } = request;
  return (service.keyRequired && !isOpenPath(path) ? withoutCredential(request) : undefined)
    ?? withoutRight(principal, right, () => isThere?.(request, service) ?? true)
    ?? (rightByQuery === undefined ? undefined : withoutRight(principal, rightByQuery(request) ?? 'read', () => true))
    ?? head?.(request, service)
    ?? (takesBody !== true && method !== 'GET' && lengthOf(request) > LIMITS.requestBodyBytesMax ? TOO_LARGE : undefined);
}

/** Content-Length of the request; 0 without the header. */
function lengthOf({ headers }: ServiceRequest): number {
  return Number(headers['content-length'] ?? 0);
}

/** Whether the request has a body that is read. */
function hasBody(request: ServiceRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && (lengthOf(request) > 0 || request.headers['transfer-encoding'] !== undefined);
}

function problemOfError(error: { readonly code?: string; readonly statusCode?: number }): Problem {
  if (error instanceof Fault && error.detail.forClients !== undefined) return notAccepting(error.detail.forClients);
  if (error instanceof Fault || isOutOfFiles(error)) return NOT_AVAILABLE_NOW;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return TOO_LARGE;
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return ABSENT;
  return (error.statusCode ?? 500) < 500 ? MALFORMED : UNEXPECTED;
}

function notAllowed(method: string, headers: readonly string[]): Problem {
  return {
    problem: 'MethodeNietToegestaan',
    detail: {
      nl: `${method} kan hier niet; wel: ${headers[1]}.`,
      en: `${method} is not possible here; possible: ${headers[1]}.`,
    },
    headers,
  };
}

function pathOf({ url }: ServiceRequest): string {
  return url.split('?', 1)[0] ?? '';
}

const SHOWN_PATH_CHARS_MAX = 200;

/**
 * Problem of a path outside the base URL. It names the path that arrived, because a proxy may have stripped a prefix from the client's
 * path.
 */
function outsideBaseUrl(path: string, baseUrl: string): Problem {
  const arrived = path.slice(0, SHOWN_PATH_CHARS_MAX);
  const { pathname } = new URL(baseUrl);
  return {
    problem: 'BestaatNiet',
    detail: {
      nl: `Hier is niets: het pad ${arrived} kwam aan, en de dienst staat op ${baseUrl}. Een proxy ervoor moet het pad met ${pathname} doorgeven.`,
      en: `Nothing is here: the path ${arrived} arrived, and the service is at ${baseUrl}. A proxy before it must pass on the path with ${pathname}.`,
    },
  };
}

const TOO_LARGE: Problem = {
  problem: 'TeGroot',
  detail: {
    nl: `Een bericht mag hoogstens ${LIMITS.requestBodyBytesMax} bytes zijn; lever grotere bestanden aan als levering.`,
    en: `A message may have at most ${LIMITS.requestBodyBytesMax} bytes; send larger files as a delivery.`,
  },
  headers: ['Connection', 'close'],
};

const MALFORMED: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: { nl: 'De aanvraag is onvolledig of onjuist gevormd.', en: 'The request is incomplete or malformed.' },
};

/** Problem of a Fault (disk, clock, a damaged file), and of running out of file descriptors. */
const NOT_AVAILABLE_NOW: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'Dit kan nu even niet. De beheerder weet ervan; probeer het later weer.',
    en: 'This is not possible just now. The operator knows; try again later.',
  },
  headers: ['Retry-After', '30'],
};

/** Problem of a write that is not accepted now. Reading needs only an edition and continues. */
function notAccepting(reason: NotAccepting): Problem {
  const { nl, en } = NOT_ACCEPTING[reason];
  return {
    problem: 'NietBeschikbaar',
    detail: {
      nl: `Dit kan nu niet: ${nl}. Wat gepubliceerd is, is wel te lezen, zonder token. De beheerder weet ervan; probeer het later weer.`,
      en: `This is not possible just now: ${en}. What is published can be read, without a token. The operator knows; try again later.`,
    },
    headers: RETRY_LATER,
  };
}

const RETRY_LATER = ['Retry-After', '30'];

/**
 * Problem of a request that arrives while the server stops. Pending requests are still answered; a restarted or other process takes new
 * ones.
 */
const CLOSING: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'De dienst wordt gestopt en neemt niets meer aan; probeer het zo weer.',
    en: 'The service is being stopped and takes nothing more; try again shortly.',
  },
  headers: ['Retry-After', '5'],
};

/** Problem of a request when unsent responses use all the memory allowed for them. */
const TOO_MANY_UNSENT: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'Te veel lange antwoorden wachten nu op lezers. Probeer het zo weer, of vraag een kleinere bladzijde (limit).',
    en: 'Too many long answers wait for their readers now. Try again shortly, or ask for a smaller page (limit).',
  },
  headers: ['Retry-After', '5'],
};

const UNEXPECTED: Problem = {
  problem: 'OnverwachteFout',
  detail: {
    nl: 'Er ging iets mis bij ons. Noem bij navraag het kenmerk hieronder.',
    en: 'Something went wrong on our side. Mention the instance below when you ask.',
  },
};
