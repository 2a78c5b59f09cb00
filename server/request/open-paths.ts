/**
 * Open paths: what everybody reads without a key, also with the setting `keyRequired`. They describe the service and the model, so that a
 * reader learns how to get a key and what to ask. The start page is among them, with its counts of objects.
 * Not here: the check (api-key.ts).
 */
import { OVERVIEW } from '../../schemas/target.ts';

const OPEN: ReadonlySet<string> = new Set([
  '', 'openapi.json', 'api', 'documentatie', 'conformance', 'functions', 'crss', 'beheren', 'aanleveren', 'catalogus', 'sitemap.xml', 'robots.txt', 'assets',
  'waardelijsten', 'schemas', 'fouten',
]);

/** Whether a path below the base URL, `/crss/:code` or `/crss/{code}`, is readable without a key. */
export function isOpenPath(path: string): boolean {
  return path !== OVERVIEW && OPEN.has(path.split('/', 2)[1] ?? '');
}
