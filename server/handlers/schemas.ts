/**
 * Schemas: `/schemas` and `/schemas/{type}`, the published JSON Schemas of any root document, of each type, and of a report. Each is made
 * at its first request and cached; the cache is bounded by the number of types.
 *
 * Not here: the schemas themselves (schemas/derived/all-schemas.ts).
 */
import { SCHEMA_NAMES, schemaNamed } from '../../schemas/derived/all-schemas.ts';
import { jsonBytes } from '../response/response.ts';
import { SCHEMA_FORMS } from '../request/negotiate.ts';
import { ABSENT } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { schemaPage, schemasPage } from '../web/schema-pages.ts';
import { fixed, fixedList } from './fixed.ts';

const KNOWN: ReadonlySet<string> = new Set(SCHEMA_NAMES);

export function isSchema(name: string): boolean {
  return KNOWN.has(name);
}

/** GET /schemas */
export function schemas({ baseUrl }: Service): Handler {
  const url = `${baseUrl}/schemas`;
  const items = SCHEMA_NAMES.map((naam) => ({ naam, _links: { self: { href: `${url}/${naam}` } } }));
  return fixedList(url, { name: 'schemas', items, html: schemasPage });
}

/** GET /schemas/{type} */
export function schema({ baseUrl }: Service): Handler {
  const made = new Map<string, Handler>();
  return (request, service) => {
    const name = request.params['type'] ?? '';
    const known = made.get(name);
    if (known !== undefined) return known(request, service);
    const body = schemaNamed(name, `${baseUrl}/schemas`);
    if (body === undefined) return ABSENT;
    const bytes = jsonBytes(body);
    const handler = fixed(SCHEMA_FORMS, `${baseUrl}/schemas/${name}`, {
      schema: bytes, json: bytes, html: (context) => schemaPage(name, context),
    });
    made.set(name, handler);
    return handler(request, service);
  };
}
