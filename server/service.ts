/**
 * Service: what every handler is given, and what a handler says.
 *
 * A handler is a function from a request to an `Answer` (bytes with their headers) or a `Problem` (what is
 * wrong, as data). It never touches the socket; app.ts does. Not here: routes, Fastify options.
 */
import type { FastifyRequest } from 'fastify';
import type { Editions } from '../publisher/read/types.ts';
import type { Desk } from '../schemas/desk.ts';
import type { Text } from '../schemas/finding.ts';
import type { ProblemName } from '../schemas/problems.ts';
import type { Profile } from '../schemas/profile.ts';
import type { Query } from './parameters/query.ts';
import type { SeriesMemory } from './series-memory.ts';

export interface Service {
  readonly editions: Editions;
  /** Null: a service that only reads. */
  readonly desk: Desk | null;
  /** Absolute, without a slash at its end, `http://127.0.0.1:8080/v1`: every link starts with it, its path is the base. */
  readonly baseUrl: string;
  readonly profile: Profile;
  /** The holder code a token stands for, or undefined. Compares digests, not texts. */
  readonly tokens: (token: string) => string | undefined;
  readonly clock: () => Date;
  /** What lists remember of the series that came by. */
  readonly memory: SeriesMemory;
  /** Part of every ETag: changes when the same edition would give other bytes. */
  readonly tag: string;
}

export type Asked = FastifyRequest<{ Querystring: Query; Params: Readonly<Record<string, string>> }>;

export interface Answer {
  readonly status: number;
  /** Flat: name, value, name, value; beside those that every answer bears. */
  readonly headers: readonly string[];
  readonly body: readonly Buffer[];
}

export interface InvalidParam {
  /** Rule or problem path; becomes a URI below the error base. */
  readonly type: string;
  /** Parameter name, field, or JSON Pointer. */
  readonly name: string;
  readonly reason: Text;
  readonly allowed?: readonly string[];
  /** A corrected request, absolute. */
  readonly example?: string;
}

export interface Problem {
  readonly problem: ProblemName;
  readonly detail: Text;
  readonly params?: readonly InvalidParam[];
  readonly headers?: readonly string[];
}

/** A problem as sent (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly 'invalid-params'?: readonly {
    readonly type: string; readonly name: string; readonly reason: string;
    readonly allowed?: readonly string[]; readonly example?: string;
  }[];
}

export type Said = Answer | Problem;
export type Handler = (asked: Asked, service: Service) => Said | Promise<Said>;

export function isProblem(said: Said): said is Problem {
  return 'problem' in said;
}
