/** Reads the parameters of a list as the service does, and the corrected request of a problem. */
import { FEATURES, readListQuery, type ListKind, type ListQuery } from '../../../server/parameters/list-query.ts';
import { parameterProblem, type Query } from '../../../server/parameters/query.ts';
import type { Problem } from '../../../server/response/problem.ts';
import { expect } from 'vitest';

/** Noon in Amsterdam, 13:00. */
export const NOW = new Date('2026-11-21T12:00:00.000Z');
const ADDRESS = 'http://127.0.0.1:8080/v1/x';

export interface Reading {
  readonly kind?: ListKind;
  readonly collection?: string;
  readonly now?: Date;
}

/** Returns the parameters as a query string. */
export function queryOf(parameters: Readonly<Record<string, string>> | readonly (readonly [string, string])[]): Query {
  const pairs = Array.isArray(parameters) ? parameters as readonly (readonly [string, string])[] : Object.entries(parameters);
  return { text: pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&') };
}

function read(query: Query, { kind = FEATURES, collection = 'ev-activiteiten', now = NOW }: Reading) {
  return readListQuery(query, { kind, collection, profile: 'default', now });
}

/** Returns the query of a valid request. */
export function asked(parameters: Parameters<typeof queryOf>[0], reading: Reading = {}): ListQuery {
  const { query, faults } = read(queryOf(parameters), reading);
  expect(faults).toEqual([]);
  return query;
}

/** Returns the problem of a request. Its example must be a valid request. */
export function problemOf(parameters: Parameters<typeof queryOf>[0], reading: Reading = {}): Problem {
  const query = queryOf(parameters);
  const { faults } = read(query, reading);
  expect(faults.length, query.text.slice(0, 200)).toBeGreaterThan(0);
  const problem = parameterProblem(faults, query, ADDRESS);
  const example = new URL(problem.params![0]!.example!);
  expect(read({ text: example.search.slice(1) }, reading).faults, example.search).toEqual([]);
  return problem;
}
