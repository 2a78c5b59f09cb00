/**
 * Publication event: what a reader is told of a publication, in the JSON form of CloudEvents 1.0. The id is the number of the publication,
 * so ids increase. Not here: making events (server/edition/publications.ts), sending them (server/handlers/publicaties.ts,
 * pipelines/subscriptions/).
 */
import type { JsonObject } from './json.ts';

export const PUBLISHED = 'nl.rev.editie-gepubliceerd';
/** Publications whose changes are not known any more. */
export const MISSED = 'nl.rev.edities-gemist';

export interface PublicationEvent {
  readonly specversion: '1.0';
  readonly id: string;
  /** The base URL of the service. */
  readonly source: string;
  readonly type: typeof PUBLISHED | typeof MISSED;
  readonly subject?: string;
  readonly time?: string;
  readonly datacontenttype: 'application/json';
  readonly data: JsonObject;
}

export interface Publications {
  readonly events: readonly PublicationEvent[];
  /** Number of the last publication that these events tell of: the next ones come after it. */
  readonly last: number;
}

/**
 * Returns the events of the first publications after a number, oldest first. `filters`: a query with the filters of `/verschillen`; empty:
 * all. Throws a Fault when the filters are wrong.
 */
export type PublicationSource = (filters: string, after: number) => Promise<Publications>;
