/**
 * App: joins routes, problems and Fastify. It builds the server; main.ts listens.
 *
 * Invariants:
 * - Every response leaves through `send`, including responses to errors that the framework finds.
 * - A body is raw bytes, at most `LIMITS.requestBodyBytesMax`. It is read only when the head of the request is in order.
 * - A delivery streams its own body (upload.ts).
 * - Fastify gets no serializer, no schema and no body parser of its own.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { RIGHTS } from '../schemas/roles.ts';
import { readBaseUrl } from '../schemas/base-url.ts';
import { Fault, isOutOfFiles } from '../schemas/fault.ts';
import { LIMITS } from '../schemas/limits.ts';
import { NOT_ACCEPTING, type NotAccepting } from '../schemas/not-accepting.ts';
import { NO_TERMS, type Terms } from '../schemas/terms.ts';
import { principalOf, withoutRight } from './request/access.ts';
import { bytesOf, commonHeaders, empty, send, type Answer, type LongBody } from './response/response.ts';
import { problemAnswer } from './handlers/problem.ts';
import { answerClientError } from './connection/client-error.ts';
import { codingFor, NOT_CODED, type Coding } from './response/coding.ts';
import { crossOriginHeaders, preflightHeaders } from './request/cross-origin.ts';
import { saidInOldNames } from './request/legacy-crs.ts';
import { askForBody, holdBodies, isBodyHeld } from './connection/expectation.ts';
import { wantsPage } from './request/form.ts';
import { Gzip, type Packable } from './response/gzip.ts';
import { sendLong } from './response/long-response.ts';
import type { Query } from './parameters/query.ts';
import { whenFirst } from './connection/pipelining.ts';
import { ABSENT, SLASH_AT_END, type Problem } from './response/problem.ts';
import { faultOfHead } from './request/request-head.ts';
import { allowedOn, routesOf, type Route } from './routes.ts';
import { isProblem, type Asked, type Said, type Service } from './service.ts';
import { closeSilentSockets } from './connection/idle-sockets.ts';
import { serviceTag } from './response/etags.ts';
import { UnderWay, type Answered } from './connection/pending-requests.ts';
import { Unsent, type UnsentFigures } from './connection/unsent-bytes.ts';
import { isHeardByUpload } from './connection/upload.ts';

export interface AppOptions extends Omit<Service, 'memory' | 'tag' | 'terms' | 'requireIfMatch'> {
  /** Terms of the data; absent: none are declared. */
  readonly terms?: Terms;
  /** Whether a PUT or PATCH without If-Match is refused; absent: accepted. */
  readonly requireIfMatch?: boolean;
  /** Origins whose pages may read responses in a browser: `https://kaart.example`. */
  readonly origins?: readonly string[];
  /** Milliseconds that closing waits for pending requests. After that their connections are closed. */
  readonly drainMs?: number;
  /** Called with each error on our side (500) and the id of its request. Clients get no details. */
  readonly onFault?: (error: Error, request: string) => void;
  /** Called for each request when it is answered or abandoned. It is called often and must be quick. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Called when the memory of unsent responses grows or shrinks. */
  readonly onUnsent?: (figures: UnsentFigures) => void;
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
    onFault = () => {}, onAnswered = () => {}, onUnsent = () => {}, origins = [], terms = NO_TERMS, requireIfMatch = false,
    drainMs = DRAIN_MS, ...given
  } = options;
  const baseUrl = readBaseUrl(given.baseUrl);
  const service: Service = { ...given, baseUrl, terms, requireIfMatch, tag: serviceTag(baseUrl, given.profile) };
  const routes = routesOf(service);
  const speaker = speakerOf(service, { routes, origins, onFault, unsent: new Unsent(onUnsent) });
  const underWay = new UnderWay(onAnswered);
  const app = fastify({
    ...TIMES,
    http: { ...SOCKETS, ...HOST, maxHeaderSize: LIMITS.addressBytesMax + LIMITS.headerBytesMax },
    genReqId: () => randomUUID(),
    bodyLimit: LIMITS.requestBodyBytesMax,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Draining has its own limit; the framework's limit for plugins would leave the server half closed.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: PARAM_CHARS_MAX, querystringParser: (text) => ({ text }) },
    clientErrorHandler: (error, socket) => { if (!isHeardByUpload(error, socket)) answerClientError(error, socket, baseUrl); },
    frameworkErrors: (error, request, reply) => (
      speaker.say(problemOfError(error), request as unknown as Asked, reply)
    ),
  });
  app.decorateRequest('submission', null).decorateRequest('problem', null).decorateRequest('principal', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => { done(null, body); });
  app.addHook('onRequest', (request, reply, done) => {
    whenFirst(reply.raw, () => {
      const isTaken = underWay.begin(request, reply);
      const fault = isTaken ? faultOfHead(request.raw) : CLOSING;
      if (fault !== undefined) speaker.say(fault, request as unknown as Asked, reply);
      else if (request.is404 || speaker.isOperation(request as unknown as Asked)) speaker.unknown(request as unknown as Asked, reply);
      else done();
    });
  });
  // The server still listens while it drains, so new requests get a 503 and not a refused connection.
  app.addHook('preClose', async () => {
    speaker.close();
    await underWay.end(drainMs);
    cutWhatStays(app.server);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if ((error.statusCode ?? 500) >= 500) onFault(error, request.id);
    speaker.say(problemOfError(error), request as unknown as Asked, reply);
  });
  app.server.on('connect', (_request, socket) => { answerClientError({}, socket as Socket, baseUrl); });
  holdBodies(app.server);
  closeSilentSockets(app.server, baseUrl);
  for (const route of routes) {
    addRoute(app, route, { service, speaker, base: speaker.base });
    if (route.isOfHost === true) addRoute(app, route, { service, speaker, base: '' });
  }
  return app;
}

/** Closes connections that are still open shortly after the drain: slow readers, and clients that never finish their request. */
function cutWhatStays(server: FastifyInstance['server']): void {
  const timer = setTimeout(() => { server.closeAllConnections(); }, LAST_BYTES_MS);
  server.once('close', () => { clearTimeout(timer); });
}

/** Yields chunks without compression. */
async function* plain(chunks: AsyncGenerator<Packable, void>): AsyncGenerator<readonly Buffer[], void> {
  for await (const { body } of chunks) yield body;
}

type Speaker = ReturnType<typeof speakerOf>;

/** Sends responses to clients. This is the only place where problems become responses and responses reach the socket. */
function speakerOf({ baseUrl }: Service, { routes, origins, onFault, unsent }: {
  routes: readonly Route[]; origins: readonly string[]; onFault: (error: Error, request: string) => void; unsent: Unsent;
}) {
  const gzip = new Gzip();
  const common = crossOriginHeaders(origins, commonHeaders(baseUrl));
  const written = new Set(routes.map(({ path }) => path));
  let closing = false;
  const base = new URL(baseUrl).pathname;

  function say(said: Said, asked: Asked, reply: FastifyReply): void {
    if (isProblem(said)) asked.problem = said.problem;
    const answer = isProblem(said)
      ? problemAnswer(said === ABSENT && pathOf(asked).endsWith('/') ? SLASH_AT_END : said, {
        baseUrl, id: asked.id, html: wantsPage(asked), isOfWrite: asked.routeOptions.config.right === 'write',
      }) : said;
    const bytes = bytesOf(answer);
    const coding = bytes === 0 ? 'identity' : codingFor(asked.headers['accept-encoding'], bytes);
    if (coding === undefined && answer.status === 200) say(NOT_CODED, asked, reply);
    else if (bytes > UNCOUNTED_BYTES_MAX && !hasRoom(answer, bytes, asked)) say(CROWDED, asked, reply);
    else if (answer.long !== undefined) void sayLong(answer, answer.long, { coding, asked, reply });
    else if (coding === 'gzip') sayPacked(answer, asked, reply);
    else write(answer, asked, reply);
  }

  /** Whether memory allows the response. The response to a write is never refused, because the write has happened. */
  function hasRoom({ long }: Answer, bytes: number, { method }: Asked): boolean {
    if (method === 'HEAD' || (long === undefined && method !== 'GET')) return true;
    return unsent.hasRoom(long === undefined ? bytes : LIMITS.chunkBytes);
  }

  async function sayLong(answer: Answer, { bytes, chunks }: LongBody, { coding, asked, reply }: {
    coding: Coding | undefined; asked: Asked; reply: FastifyReply;
  }): Promise<void> {
    reply.hijack();
    const length = bytes === undefined || coding === 'gzip' ? [] : ['Content-Length', String(bytes)];
    const coded = coding === 'gzip' ? [...answer.headers, 'Content-Encoding', 'gzip'] : [...answer.headers, ...length];
    const writeHead = (): void => { reply.raw.writeHead(answer.status, [...headersFor({ ...answer, headers: coded }, asked)]); };
    if (asked.method === 'HEAD') {
      writeHead();
      reply.raw.end();
      return;
    }
    try {
      await sendLong(reply.raw, coding === 'gzip' ? gzip.packLong(chunks()) : plain(chunks()), { writeHead, unsent });
    } catch (error) {
      onFault(error as Error, asked.id);
      if (reply.raw.headersSent) reply.raw.destroy();
      else say(problemOfError(error as FastifyError), asked, reply);
    }
  }

  function sayPacked(answer: Answer, asked: Asked, reply: FastifyReply): void {
    const name = answer.tag === undefined ? undefined : `${asked.url} ${answer.tag}`;
    const packed = gzip.pack({ ...answer, blocksFrom: answer.body[0]?.length ?? 0, name });
    const headers = [...answer.headers, 'Content-Encoding', 'gzip'];
    if (!(packed instanceof Promise)) return write({ ...answer, headers, body: packed }, asked, reply);
    reply.hijack();
    unsent.reserve(reply.raw, bytesOf(answer));
    packed.then((body) => { write({ ...answer, headers, body }, asked, reply); }).catch((error: Error) => {
      onFault(error, asked.id);
      if (reply.raw.headersSent) reply.raw.destroy();
      else write(problemAnswer(UNEXPECTED, { baseUrl, id: asked.id, html: false }), asked, reply);
    });
  }

  function write(answer: Answer, asked: Asked, reply: FastifyReply): void {
    send(reply, answer, { headers: headersFor(answer, asked), headOnly: asked.method === 'HEAD' });
    if (reply.raw.writableLength > 0) unsent.hold(reply.raw, answer.body);
  }

  /** Returns all headers except Content-Length. */
  function headersFor(answer: Answer, asked: Asked): readonly string[] {
    const known = common(asked.headers.origin);
    const acceptCrs = asked.headers['accept-crs'];
    const own = acceptCrs === undefined ? answer.headers : saidInOldNames(answer.headers, String(acceptCrs));
    return closes(answer, asked) ? [...known, 'Connection', 'close', ...own] : [...known, ...own];
  }

  /** Whether the connection must close after a response that does not say so itself. */
  function closes({ headers }: Answer, { raw }: Asked): boolean {
    return (closing || isBodyHeld(raw)) && !headers.includes('Connection');
  }

  /** Whether the id in the path is the name of an operation that another method has: `_zoek`. */
  function isOperation(asked: Asked): boolean {
    return asked.params['id']?.startsWith('_') === true && written.has(pathOf(asked).slice(base.length));
  }

  function unknown(asked: Asked, reply: FastifyReply): void {
    const path = pathOf(asked);
    if (path !== base && !path.startsWith(`${base}/`)) return say(elsewhere(path, baseUrl), asked, reply);
    const allowed = allowedOn(path.slice(base.length), routes);
    if (allowed === undefined) return say(ABSENT, asked, reply);
    const allow = ['Allow', allowed.join(', ')];
    if (asked.method !== 'OPTIONS') return say(notAllowed(asked.method, allow), asked, reply);
    const reading = allowedOn(path.slice(base.length), routes.filter(({ right = 'read' }) => RIGHTS[right].roles === null)) ?? [];
    return say(empty(204, [...allow, ...preflightHeaders(asked, { origins, allowed, reading })]), asked, reply);
  }

  /** Responds to a request whose body the framework does not read and whose errors it does not catch. */
  async function sayLater(said: Said | Promise<Said>, asked: Asked, reply: FastifyReply): Promise<void> {
    try {
      say(await said, asked, reply);
    } catch (error) {
      onFault(error as Error, asked.id);
      say(problemOfError(error as FastifyError), asked, reply);
    }
  }

  return { say, sayLater, unknown, isOperation, base, close: () => { closing = true; } };
}

function addRoute(app: FastifyInstance, route: Route, { service, speaker, base }: {
  service: Service; speaker: Speaker; base: string;
}): void {
  const { method, path, handle, right = 'read', takesBody } = route;
  const handled = (asked: Asked): Said | Promise<Said> => (
    method === 'GET' ? service.editions.whenRead(() => handle(asked, service)) : handle(asked, service)
  );
  app.route<{ Querystring: Query; Params: Readonly<Record<string, string>> }>({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: base + path,
    config: { right },
    onRequest: (request, reply, done) => {
      const refused = refusedByHead(route, request, service);
      if (refused === undefined && hasBody(request)) askForBody(request.raw, reply.raw);
      if (refused !== undefined) speaker.say(refused, request, reply);
      else if (takesBody === true) void speaker.sayLater(handled(request), request, reply);
      else done();
    },
    handler: (request, reply) => {
      const acceptCrs = request.headers['accept-crs'];
      if (acceptCrs !== undefined) request.query = { text: request.query.text, acceptCrs: String(acceptCrs) };
      const said = handled(request);
      if (!(said instanceof Promise)) return speaker.say(said, request, reply);
      return said.then((settled) => { speaker.say(settled, request, reply); });
    },
  });
}

/** Problem of a request that is refused before its body is read, by its token, role or other headers; or undefined. */
function refusedByHead({ method, right = 'read', isThere, head, takesBody }: Route, asked: Asked, service: Service): Problem | undefined {
  const principal = principalOf(asked.headers.authorization, service);
  if (principal !== null && 'problem' in principal) return principal;
  asked.principal = principal;
  return withoutRight(principal, right, () => isThere?.(asked, service) ?? true) ?? head?.(asked, service)
    ?? (takesBody !== true && method !== 'GET' && lengthOf(asked) > LIMITS.requestBodyBytesMax ? TOO_LARGE : undefined);
}

/** Content-Length of the request; 0 without the header. */
function lengthOf({ headers }: Asked): number {
  return Number(headers['content-length'] ?? 0);
}

/** Whether the request has a body that is read. */
function hasBody(asked: Asked): boolean {
  return asked.method !== 'GET' && asked.method !== 'HEAD' && (lengthOf(asked) > 0 || asked.headers['transfer-encoding'] !== undefined);
}

function problemOfError(error: { readonly code?: string; readonly statusCode?: number }): Problem {
  if (error instanceof Fault && error.detail.forClients !== undefined) return notAccepting(error.detail.forClients);
  if (error instanceof Fault || isOutOfFiles(error)) return TROUBLED;
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

function pathOf({ url }: Asked): string {
  return url.split('?', 1)[0] ?? '';
}

const SHOWN_PATH_CHARS_MAX = 200;

/**
 * Problem of a path outside the base URL. It names the path that arrived, because a proxy may have stripped a prefix from the client's
 * path.
 */
function elsewhere(path: string, baseUrl: string): Problem {
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
    en: `A message may have at most ${LIMITS.requestBodyBytesMax} bytes; hand in larger files as a delivery.`,
  },
  headers: ['Connection', 'close'],
};

const MALFORMED: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: { nl: 'De aanvraag is onvolledig of onjuist gevormd.', en: 'The request is incomplete or malformed.' },
};

/** Problem of a Fault (disk, clock, a damaged file), and of running out of file descriptors. */
const TROUBLED: Problem = {
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
const CROWDED: Problem = {
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
