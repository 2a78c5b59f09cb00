/**
 * Admission: whether a request is answered at all, and as whose. A request that is not admitted gets its problem here, before its body is
 * read.
 *
 * The order: the server stops, it is overloaded, the head of the request is wrong, the version is withdrawn, no route; then the
 * credentials, the quota of the client, its right, and what the route asks of the head.
 * Not here: the response (responder.ts), the counting (request/quota.ts).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../schemas/limits.ts';
import { Overload, OVERLOADED } from './connection/overload.ts';
import type { PendingRequests } from './connection/pending-requests.ts';
import { whenFirstInPipeline } from './connection/pipelining.ts';
import { principalOf, withoutRight } from './request/access.ts';
import { readApiKey, refusedKey, withoutCredential } from './request/api-key.ts';
import type { Authenticated } from './request/authenticated.ts';
import { agreed } from './request/client-certificate.ts';
import { isOpenPath } from './request/open-paths.ts';
import { tooManyRequests, type Quota } from './request/quota.ts';
import { problemOfHead } from './request/request-head.ts';
import { CLOSING, TOO_LARGE, UNEXPECTED } from './response/general-problems.ts';
import type { Problem } from './response/problem.ts';
import type { Responder } from './responder.ts';
import type { Route } from './routes.ts';
import type { Service, ServiceRequest } from './service.ts';

export interface AdmissionParts {
  readonly responder: Responder;
  readonly quota: Quota;
  readonly overload: Overload;
  readonly pendingRequests: PendingRequests;
  readonly onFault: (error: Error, request: string) => void;
}

export class Admission {
  readonly #service: Service;
  readonly #parts: AdmissionParts;
  /** Whether any limit counts. */
  readonly #isCounting: boolean;

  constructor(service: Service, parts: AdmissionParts) {
    this.#service = service;
    this.#parts = parts;
    const { perFrame, perMonth } = service.rateLimits;
    this.#isCounting = perFrame !== null || perMonth !== null;
  }

  /** Calls `next` for a request that has a route and a head in order; responds to every other. */
  begin(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
    const { responder, overload, pendingRequests } = this.#parts;
    whenFirstInPipeline(reply.raw, () => {
      const isAccepted = pendingRequests.begin(request, reply);
      const serviceRequest = request as unknown as ServiceRequest;
      const problem = problemOfHead(request.raw) ?? responder.withdrawn(serviceRequest);
      if (!isAccepted) responder.respond(CLOSING, serviceRequest, reply);
      else if (overload.isOverloaded) responder.respond(OVERLOADED, serviceRequest, reply);
      else if (problem !== undefined) this.#count(serviceRequest, reply, () => { responder.respond(problem, serviceRequest, reply); });
      else if (request.is404 || responder.isOperation(serviceRequest)) {
        this.#count(serviceRequest, reply, () => { responder.unknown(serviceRequest, reply); });
      } else next();
    });
  }

  /** Calls `next` for a request that may use its route; responds to every other. `fail`: called with an error of reading a credential. */
  enter(route: Route, { request, reply, fail }: {
    request: ServiceRequest; reply: FastifyReply; fail: (error: Error) => void;
  }, next: () => void): void {
    const service = this.#service;
    const certified = service.clientCertificates?.principalOf(request.raw) ?? null;
    const proceed = (authenticated: Authenticated): void => {
      const unidentified = identify(request, agreed(authenticated, certified), service);
      this.#count(request, reply, () => {
        const refused = unidentified ?? refusedByHead(route, request, service);
        if (refused === undefined) next();
        else this.#parts.responder.respond(refused, request, reply);
      });
    };
    const authenticated = principalOf(request.headers.authorization, service);
    if (authenticated instanceof Promise) authenticated.then(proceed).catch(fail);
    else proceed(authenticated);
  }

  /**
   * Counts a request and then calls `next`, or refuses the request when its quota is used up. OPTIONS does not count: browsers send it on
   * their own, without the client's key.
   */
  #count(request: ServiceRequest, reply: FastifyReply, next: () => void): void {
    if (!this.#isCounting || request.method === 'OPTIONS') next();
    else void this.#take(request, reply, next);
  }

  async #take(request: ServiceRequest, reply: FastifyReply, next: () => void): Promise<void> {
    const { responder, quota, onFault } = this.#parts;
    try {
      const frame = await quota.take(request);
      request.quotaFrame = frame ?? null;
      if (frame?.isExceeded === true) responder.respond(tooManyRequests(frame), request, reply);
      else next();
    } catch (error) {
      onFault(error as Error, request.id);
      if (!reply.sent) responder.respond(UNEXPECTED, request, reply);
    }
  }
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
export function hasBody(request: ServiceRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && (lengthOf(request) > 0 || request.headers['transfer-encoding'] !== undefined);
}
