/**
 * Responses: successes, problems and headers of operations. Every success has API-Version; every error is a problem (Dutch API design
 * rules).
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { PROBLEMS, type ProblemKind } from '../../schemas/problems.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { QUOTA_HEADERS } from '../request/quota.ts';
import { DEPRECATION_HEADERS } from '../response/deprecation.ts';
import { ref, type ApiObject } from './components.ts';

const ADDRESS_TOO_LONG = 414;
const TOO_MANY_REQUESTS = 429;
const JSON_TYPE = 'application/json';
const PAGE = { schema: { type: 'string' } };
/** Headers of every response. */
export const SHARED_HEADERS = Object.fromEntries(['API-Version', ...DEPRECATION_HEADERS, ...QUOTA_HEADERS].map((name) => [name, ref('headers', name)]));

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
    description: { nl: 'Gelukt', en: 'success' },
    headers: { ...SHARED_HEADERS, ...more },
    content: {
      [mediaType]: body, [JSON_TYPE]: body, ...(page ? { 'text/html': PAGE } : {}),
      ...(hal === undefined ? {} : { 'application/hal+json': { schema: ref('schemas', hal) } }),
    },
  };
}

/** Adds the further forms of features to a success. `schema`: that of JSON-FG. */
export function inFeatureForms({ content, ...success }: ApiObject, schema: string): ApiObject {
  const more = { [MEDIA_TYPES.jsonfg]: { schema: ref('schemas', schema) }, [MEDIA_TYPES.gmlsf0]: PAGE, 'text/csv': PAGE };
  return { ...success, content: { ...content as ApiObject, ...more } };
}

/** Returns a success that is XML only. */
export function xmlContent(): ApiObject {
  const headers = { ...SHARED_HEADERS, ETag: ref('headers', 'ETag') };
  return { description: { nl: 'Gelukt', en: 'success' }, headers, content: { 'application/xml': PAGE } };
}

/** Takes the ETag from a success that clients never cache. */
export function uncached({ headers, ...success }: ApiObject): ApiObject {
  const { ETag: _, ...others } = headers as ApiObject;
  return { ...success, headers: others };
}

/** Returns a success that is a page only. */
export function pageContent(): ApiObject {
  const headers = { ...SHARED_HEADERS, ...Object.fromEntries(['ETag', 'Content-Language'].map((name) => [name, ref('headers', name)])) };
  return { description: { nl: 'Gelukt', en: 'success' }, headers, content: { 'text/html': PAGE } };
}

/** Returns the response to a write, with the address of the new object or of the outcome. */
export function created(description: Text): ApiObject {
  return { ...changed(description), headers: { ...SHARED_HEADERS, Location: ref('headers', 'Location') } };
}

/** Returns the response to a change: its outcome, with unused fields of the message. */
export function changed(description: Text): ApiObject {
  return { description, headers: SHARED_HEADERS, content: { [JSON_TYPE]: { schema: ref('schemas', 'Indiening') } } };
}

/** Returns the problems of an operation. Every operation can be refused for the length of its address and by its rate limit. */
export function problems(statuses: readonly number[]): ApiObject {
  return Object.fromEntries([...statuses, ADDRESS_TOO_LONG, TOO_MANY_REQUESTS].map((status) => [status, ref('responses', `Fout${status}`)]));
}

const text = (description: Text) => ({ description, schema: { type: 'string' } });

const count = (description: Text) => ({ description, schema: { type: 'integer', minimum: 0 } });

export const headers: ApiObject = {
  'API-Version': text({ nl: 'Volledige versie van de interface', en: 'full version of the interface' }),
  Warning: text({
    nl: '299, het adres van deze versie, en tekst met de dag waarop zij vervalt; ontbreekt zolang er geen einde is aangekondigd',
    en: '299, the address of this version, and a text with the day of its end; absent while no end is announced',
  }),
  Deprecation: text({ nl: 'Sinds wanneer deze versie verouderd is (RFC 9745); ontbreekt anders', en: 'since when this version is deprecated (RFC 9745); else absent' }),
  Sunset: text({ nl: 'Wanneer deze versie vervalt (RFC 8594); ontbreekt anders', en: 'when this version is withdrawn (RFC 8594); else absent' }),
  'Content-Language': text({ nl: 'Taal van titels, omschrijvingen en trefwoorden: nl of en', en: 'language of titles, descriptions and keywords' }),
  'Content-Crs': text({ nl: 'URI van het CRS, tussen < en >', en: 'URI of the CRS, between < and >' }),
  'Accept-Ranges': text({ nl: 'bytes: een deel van het bestand kan worden gevraagd', en: 'bytes: a part of the file may be requested' }),
  'Content-Range': text({ nl: 'Welke bytes dit zijn, en hoeveel het bestand er heeft', en: 'which bytes these are, and how many the file has' }),
  'Repr-Digest': text({ nl: 'SHA-256 van het hele bestand (RFC 9530)', en: 'SHA-256 of the whole file (RFC 9530)' }),
  ETag: text({ nl: 'Kenmerk van deze inhoud', en: 'tag of this content' }),
  'Last-Modified': text({ nl: 'Sindsdien niet gewijzigd', en: 'not modified since' }),
  Link: text({
    nl: 'Links: self, next, alternate; van documenten ook first, prev, last; van één object ook original, timemap, version-history, predecessor-version, '
      + 'successor-version en latest-version (ontwerp Versioned Features van OGC)',
    en: 'links: self, next, alternate; of documents also first, prev, last; of one object also original, timemap, version-history, predecessor-version, '
      + 'successor-version and latest-version (draft Versioned Features of OGC)',
  }),
  'Memento-Datetime': text({ nl: 'Begin van de geldigheid van deze versie (RFC 7089)', en: 'begin of the validity of this version (RFC 7089)' }),
  'X-Total-Count': count({ nl: 'Aantal gevonden documenten', en: 'documents found' }),
  'X-Pagination-Count': count({ nl: 'Aantal bladzijden', en: 'pages' }),
  'X-Pagination-Page': count({ nl: 'Nummer van deze bladzijde', en: 'number of this page' }),
  'X-Pagination-Limit': count({ nl: 'Documenten op een bladzijde', en: 'documents on a page' }),
  'X-Rate-Limit-Limit': count({ nl: 'Aanvragen die u in deze periode mag doen; ontbreekt zonder grens', en: 'requests allowed in this time frame; absent without a limit' }),
  'X-Rate-Limit-Remaining': count({ nl: 'Aanvragen die u in deze periode nog mag doen', en: 'requests left in this time frame' }),
  'X-Rate-Limit-Reset': count({ nl: 'Seconden tot deze periode eindigt', en: 'seconds left in this time frame' }),
  Location: text({ nl: 'Adres van het nieuwe object of de indiening', en: 'address of the result' }),
};

function kindsOf(status: number): readonly ProblemKind[] {
  return Object.values(PROBLEMS).filter((kind) => kind.status === status);
}

/** Returns the codes of problems with their titles. */
function problemsText(kinds: readonly ProblemKind[]): Text {
  const inLanguage = (language: Language) => kinds.map(({ path, title }) => `ev/${path}: ${title[language]}`).join('; ');
  return { nl: inLanguage('nl'), en: inLanguage('en') };
}

const STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))];

export const responses: ApiObject = {
  NietGewijzigd: { description: { nl: 'Niet gewijzigd', en: 'not modified' }, headers: SHARED_HEADERS },
  ...Object.fromEntries(STATUSES.map((status) => [`Fout${status}`, {
    description: problemsText(kindsOf(status)),
    headers: SHARED_HEADERS,
    content: { 'application/problem+json': { schema: ref('schemas', 'Problem') }, 'text/html': PAGE },
  }])),
};
