/**
 * Service: the context of every handler, and the types of a request and of a handler's result.
 *
 * A handler is a function from a request to a response (bytes with their headers) or a `Problem` (the error, as data). It never touches
 * the socket; responder.ts does. Not here: routes, Fastify options.
 */
import type { FastifyRequest } from 'fastify';
import type { Editions, OwnViews } from '../publisher/read/types.ts';
import type { Principal, Right } from '../schemas/roles.ts';
import type { ApiKey, ApiKeys, Credentials } from '../schemas/credentials.ts';
import type { ToRd } from '../schemas/crs.ts';
import type { Basemap } from '../schemas/basemap.ts';
import type { Deprecation } from '../schemas/deprecation.ts';
import type { Desk } from '../schemas/desk.ts';
import type { ProblemName } from '../schemas/problems.ts';
import type { Profile } from '../schemas/profile.ts';
import type { RateLimits } from '../schemas/rate-limits.ts';
import type { Terms } from '../schemas/terms.ts';
import type { LiveStreams } from './connection/live-streams.ts';
import type { RequestedFiles } from './files/requested-files.ts';
import type { ClientCertificates } from './request/client-certificate.ts';
import type { QuotaFrame } from './request/quota.ts';
import type { ServiceResponse } from './response/response.ts';
import type { Query } from './parameters/query.ts';
import type { Problem } from './response/problem.ts';

export interface Service {
  readonly editions: Editions;
  /** Reads the whole of a root for its holder. */
  readonly ownViews: OwnViews;
  /** Accepts writes; null: the service is read-only. */
  readonly desk: Desk | null;
  /** Absolute URL without a trailing slash, `http://127.0.0.1:8080/v1`. Every link starts with this URL, and its path is the base path. */
  readonly baseUrl: string;
  readonly profile: Profile;
  /** Transforms the point of a question to RD; null: a question with a radius has its point in RD. */
  readonly toRd: ToRd | null;
  /** Whether the responses become files of a static site (site/), which answers no parameters and no forms. */
  readonly isSite: boolean;
  /** Terms of use and contact that the operator declares. */
  readonly terms: Terms;
  /** The map under the map page; null: the outline of the country. */
  readonly basemap: Basemap | null;
  readonly credentials: Credentials;
  readonly apiKeys: ApiKeys;
  /** Reads the certificates of clients; null: none is accepted. */
  readonly clientCertificates: ClientCertificates | null;
  /** Whether a PUT or PATCH without If-Match is refused. */
  readonly requireIfMatch: boolean;
  /** Whether reading needs an API key or a token, except what open-paths.ts names. */
  readonly keyRequired: boolean;
  /** The end of this major version; null: none is set. */
  readonly deprecation: Deprecation | null;
  /** Requests that a client may send. */
  readonly rateLimits: RateLimits;
  /** The responses that stay open. */
  readonly streams: LiveStreams;
  /** The files that readers ask for; null: none are made. */
  readonly files: RequestedFiles | null;
  readonly clock: () => Date;
  /** Part of every ETag. Changes when the same edition would give other bytes. */
  readonly tag: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that the route needs; absent where a request has no route. */
    readonly right?: Right;
  }

  /** Principal and outcome of the request, for the log (pending-requests.ts). */
  interface FastifyRequest {
    /** uuid of the submission that the request became; null: none was stored. */
    submission: string | null;
    problem: ProblemName | null;
    /** The principal of the token or certificate; null without one. */
    principal: Principal | null;
    /** The API key, also when it is refused; null without one, and when it was never made here. */
    apiKey: ApiKey | null;
    /** The client's quota after this request; null while it is not counted, absent when fastify refuses the address. */
    quotaFrame?: QuotaFrame | null;
  }
}

export type ServiceRequest = FastifyRequest<{ Querystring: Query; Params: Readonly<Record<string, string>> }>;

export type HandlerResult = ServiceResponse | Problem;
export type Handler = (request: ServiceRequest, service: Service) => HandlerResult | Promise<HandlerResult>;

export function isProblem(result: HandlerResult): result is Problem {
  return 'problem' in result;
}
