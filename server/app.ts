/**
 * App: joins routes, problems and Fastify. It builds the server; main.ts listens.
 *
 * Invariants:
 * - Every response leaves through `send`, including responses to errors that the framework finds. A file (web/assets.ts, a download) is
 *   streamed by @fastify/static, with the headers of every response.
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
import type { ApiKeys, CertifiedOrganisations } from '../schemas/credentials.ts';
import type { ToRd } from '../schemas/crs.ts';
import type { Deprecation } from '../schemas/deprecation.ts';
import type { Basemap } from '../schemas/basemap.ts';
import { readBaseUrl } from '../schemas/base-url.ts';
import { LIMITS } from '../schemas/limits.ts';
import type { FileMaker } from '../schemas/requested-files.ts';
import { NO_RATE_LIMITS, type MonthStore, type RateLimits } from '../schemas/rate-limits.ts';
import { inRanges } from '../schemas/address-range.ts';
import { TRANSPORT, type TransportCertificate } from '../schemas/transport.ts';
import { NO_TERMS, type Terms } from '../schemas/terms.ts';
import { Admission, hasBody } from './admission.ts';
import { RequestedFiles } from './files/requested-files.ts';
import { ClientCertificates } from './request/client-certificate.ts';
import { readObject } from './request/own-object.ts';
import { readWhole, seesAll, type WholeRoute } from './request/full-audience.ts';
import { answerClientError } from './connection/client-error.ts';
import { sendContinue, deferContinue } from './connection/expectation.ts';
import { problemOfError } from './response/general-problems.ts';
import type { Query } from './parameters/query.ts';
import { ABSENT } from './response/problem.ts';
import { clientOf, Quota } from './request/quota.ts';
import { Responder } from './responder.ts';
import { routesOf, type Route } from './routes.ts';
import type { ServiceRequest, HandlerResult, Service } from './service.ts';
import { ASSETS_HASH } from './web/assets.ts';
import { closeIdleSockets } from './connection/idle-sockets.ts';
import { serviceTag } from './response/etags.ts';
import { Overload } from './connection/overload.ts';
import { PendingRequests, type FinishedRequest } from './connection/pending-requests.ts';
import { UnsentBytes, type UnsentFigures } from './connection/unsent-bytes.ts';
import { LiveStreams } from './connection/live-streams.ts';
import { isHandledByUpload } from './connection/upload.ts';

type Defaulted = 'isSite' | 'terms' | 'basemap' | 'requireIfMatch' | 'keyRequired' | 'apiKeys' | 'clientCertificates' | 'rateLimits' | 'deprecation' | 'ownViews' | 'toRd';

export interface AppOptions extends Omit<Service, 'memory' | 'tag' | 'streams' | 'files' | Defaulted> {
  /** Editions of the full audience, for clients with the role `reader`; default: none. */
  readonly full?: Editions | null;
  /** Default: no holder sees more than the public. */
  readonly ownViews?: OwnViews;
  /** Transforms the point of a question to RD; absent: such points must be in RD. */
  readonly toRd?: ToRd;
  /** Whether pages are those of a static site; absent: they are not. */
  readonly isSite?: boolean;
  /** Makes the files that readers ask for; absent: none are made. */
  readonly fileMaker?: FileMaker | null;
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
const TIMEOUTS_MS = { requestTimeout: 10_000, connectionTimeout: 15_000, keepAliveTimeout: 5_000 } as const;
const SOCKETS = { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 } as const;
/** Default drain time; the setting `drainSeconds` has the same default. */
const DRAIN_MS = 60_000;
/** Time for the last responses to reach their clients before connections are closed. */
const LAST_BYTES_MS = 1_000;
/** Node's own response to a request without Host is no problem document, so request-head.ts checks Host. */
const HOST = { requireHostHeader: false } as const;
/** Longer than any id with every character percent-encoded. A longer path parameter is not an id. */
const PARAM_CHARS_MAX = 4_096;

/** Builds the service without listening. Throws an Error when the base URL is invalid (schemas/base-url.ts). */
export function buildApp(options: AppOptions): FastifyInstance {
  const {
    onFault = () => {}, onRequestFinished = () => {}, onUnsentChange = () => {}, origins = [], terms = NO_TERMS, basemap = null,
    certificate = null, isSite = false, requireIfMatch = false, keyRequired = false, apiKeys = () => undefined, rateLimits = NO_RATE_LIMITS,
    months = null, trustedProxies = [], ownViews = () => Promise.resolve(undefined), full = null, deprecation = null, fileMaker = null,
    clientCa = null, toRd = null, certifiedOrganisations = () => undefined, overloadMs = LIMITS.overloadMs, drainMs = DRAIN_MS, ...given
  } = options;
  const baseUrl = readBaseUrl(given.baseUrl);
  const tag = serviceTag(baseUrl, given.profile, ASSETS_HASH);
  const isTrustedProxy = inRanges(trustedProxies);
  const clientCertificates = clientCa === null ? null : new ClientCertificates({
    ca: clientCa, isTrustedProxy, organisations: certifiedOrganisations, clock: given.clock,
  });
  const streams = new LiveStreams();
  const files = fileMaker === null ? null : new RequestedFiles({
    maker: fileMaker, clientOf: (request) => clientOf(request, isTrustedProxy).name, clock: given.clock, onFault,
  });
  const service: Service = {
    ...given, streams, files, baseUrl, isSite, terms, basemap, requireIfMatch, keyRequired, apiKeys, clientCertificates, rateLimits,
    deprecation, ownViews, toRd, tag,
  };
  const routes = routesOf(service);
  const wholeService = full === null ? null : { ...service, editions: full, tag: `${tag}-full` };
  const wholeRoutes = wholeService === null ? [] : routesOf(wholeService);
  const responder = new Responder(service, { routes, origins, onFault, unsent: new UnsentBytes(onUnsentChange) });
  const overload = new Overload(overloadMs);
  const quota = new Quota({ limits: rateLimits, isTrustedProxy, months, clock: service.clock, onFault });
  const pendingRequests = new PendingRequests(onRequestFinished, isTrustedProxy);
  const admission = new Admission(service, { responder, quota, overload, pendingRequests, onFault });
  const clientErrors = { baseUrl, announcement: () => responder.announcement() };
  const app = fastify({
    ...TIMEOUTS_MS,
    ...transportOf(certificate, clientCa),
    genReqId: () => randomUUID(),
    bodyLimit: LIMITS.requestBodyBytesMax,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Draining has its own limit; the framework's limit for plugins would leave the server half closed.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX, querystringParser: (text) => ({ text }) },
    clientErrorHandler: (error, socket) => { if (!isHandledByUpload(error, socket)) answerClientError(error, socket, clientErrors); },
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
  app.addHook('onRequest', (request, reply, done) => { admission.begin(request, reply, done); });
  // The server still listens while it drains, so new requests get a 503 and not a refused connection.
  app.addHook('preClose', async () => {
    responder.close();
    streams.stop();
    await pendingRequests.end(drainMs);
    await files?.close();
    await quota.close();
    overload.close();
    closeRemaining(app.server);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error.statusCode ?? 500) >= 500) onFault(error, request.id);
    responder.respond(problemOfError(error), request as unknown as ServiceRequest, reply);
  });
  app.server.on('connect', (_request, socket) => { answerClientError({}, socket as Socket, clientErrors); });
  deferContinue(app.server);
  closeIdleSockets(app.server, clientErrors);
  for (const [index, route] of routes.entries()) {
    const whole = wholeService === null ? null : { route: wholeRoutes[index]!, service: wholeService };
    addRoute(app, route, { service, whole, responder, admission, base: responder.base });
    if (route.isAtHostRoot === true) addRoute(app, route, { service, whole, responder, admission, base: '' });
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

/** Settings of @fastify/static: it only streams; the table of assets has the routes, and conditional.ts the validators. */
const STREAMED = {
  serve: false, cacheControl: false, etag: false, lastModified: false, acceptRanges: false, contentType: false,
} as const;

/** Compresses a streamed file whose headers announce gzip. No other response reaches this hook. */
function compressFile(
  _request: FastifyRequest, reply: FastifyReply, payload: unknown, done: (error: Error | null, payload: unknown) => void,
): void {
  if (reply.getHeader('content-encoding') !== 'gzip') return done(null, payload);
  reply.removeHeader('content-length');
  // The framework destroys the response when the stream fails.
  done(null, pipeline(payload as Readable, createGzip(), () => {}));
}

function addRoute(app: FastifyInstance, route: Route, { service, whole, responder, admission, base }: {
  service: Service; whole: WholeRoute | null; responder: Responder; admission: Admission; base: string;
}): void {
  const { method, path, handle, objectOf, right = 'read', takesBody, isPublic } = route;
  const handled = (request: ServiceRequest): HandlerResult | Promise<HandlerResult> => {
    if (whole !== null && isPublic !== true && right === 'read' && seesAll(request)) return readWhole(whole, request);
    if (method !== 'GET') return handle(request, service);
    if (objectOf !== undefined) return readObject(objectOf(request), handle, { request, service });
    return service.editions.whenRead(() => handle(request, service));
  };
  app.route<{ Querystring: Query; Params: Readonly<Record<string, string>> }>({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: base + path,
    config: { right },
    onRequest: (request, reply, done) => {
      admission.enter(route, { request, reply, fail: done }, () => {
        if (hasBody(request)) sendContinue(request.raw, reply.raw);
        if (takesBody === true) void responder.respondLater(handled(request), request, reply);
        else done();
      });
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
