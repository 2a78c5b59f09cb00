/**
 * Responses: successes, problems and headers of operations. Every success has API-Version; every error is a problem (Dutch API design
 * rules).
 */
import { PROBLEMS, type ProblemKind } from '../../schemas/problems.ts';
import { ref, type ApiObject } from './components.ts';

const JSON_TYPE = 'application/json';
const PAGE = { schema: { type: 'string' } };
export const VERSION_HEADER = { 'API-Version': ref('headers', 'API-Version') };

/**
 * Returns a success in this media type, as plain JSON, and with `page` as a web page. `extra`: headers beside ETag; `hal`: the schema in
 * HAL.
 */
export function jsonContent(
  schema: string, { mediaType = JSON_TYPE, extra = [], hal, page = true }: {
    mediaType?: string; extra?: readonly string[]; hal?: string; page?: boolean;
  } = {},
): ApiObject {
  const more = Object.fromEntries(['ETag', ...extra].map((name) => [name, ref('headers', name)]));
  const body = { schema: ref('schemas', schema) };
  return {
    description: 'Gelukt / success',
    headers: { ...VERSION_HEADER, ...more },
    content: {
      [mediaType]: body, [JSON_TYPE]: body, ...(page ? { 'text/html': PAGE } : {}),
      ...(hal === undefined ? {} : { 'application/hal+json': { schema: ref('schemas', hal) } }),
    },
  };
}

/** Returns the response to a write, with the address of the new object or of the outcome. */
export function created(description: string): ApiObject {
  return { ...changed(description), headers: { ...VERSION_HEADER, Location: ref('headers', 'Location') } };
}

/** Returns the response to a change: its outcome, with unused fields of the message. */
export function changed(description: string): ApiObject {
  return { description, headers: VERSION_HEADER, content: { [JSON_TYPE]: { schema: ref('schemas', 'Indiening') } } };
}

export function problems(statuses: readonly number[]): ApiObject {
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', `Fout${status}`)]));
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

export const headers: ApiObject = {
  'API-Version': text('Volledige versie van de interface / full version of the interface'),
  'Content-Language': text('Taal van titels, omschrijvingen en trefwoorden: nl of en / language of titles, descriptions and keywords'),
  'Content-Crs': text('URI van het CRS, tussen < en > / URI of the CRS, between < and >'),
  ETag: text('Kenmerk van deze inhoud / tag of this content'),
  'Last-Modified': text('Sindsdien niet gewijzigd / not modified since'),
  Link: text('Links: self, next, alternate; van documenten ook first, prev, last / of documents first, prev and last too'),
  'X-Total-Count': count('Aantal gevonden documenten / documents found'),
  'X-Pagination-Count': count('Aantal bladzijden / pages'),
  'X-Pagination-Page': count('Nummer van deze bladzijde / number of this page'),
  'X-Pagination-Limit': count('Documenten op een bladzijde / documents on a page'),
  Location: text('Adres van het nieuwe object of de indiening / address of the result'),
};

function kindsOf(status: number): readonly ProblemKind[] {
  return Object.values(PROBLEMS).filter((kind) => kind.status === status);
}

const STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))];

export const responses: ApiObject = {
  NietGewijzigd: { description: 'Niet gewijzigd / not modified', headers: VERSION_HEADER },
  ...Object.fromEntries(STATUSES.map((status) => [`Fout${status}`, {
    description: kindsOf(status).map(({ path, title }) => `ev/${path}: ${title}`).join('; '),
    headers: VERSION_HEADER,
    content: { 'application/problem+json': { schema: ref('schemas', 'Problem') }, 'text/html': PAGE },
  }])),
};
