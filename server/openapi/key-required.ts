/**
 * Key required: the operations of the document when reading needs an API key or a token (setting `keyRequired`). Each operation that is
 * open to everybody otherwise names both, and the 403 of a request without either.
 */
import { isOpenPath } from '../request/open-paths.ts';
import { problems } from './responses.ts';
import type { ApiObject } from './components.ts';

/** Returns the paths with the credentials that reading needs. */
export function withKeyRequired(paths: ApiObject, writable: boolean): ApiObject {
  const security = [{ apiKey: [] }, ...(writable ? [{ bearer: [] }] : [])];
  const closed = (operation: ApiObject): ApiObject => (
    isOpenToAll(operation) ? { ...operation, security, responses: { ...operation['responses'] as ApiObject, ...problems([403]) } } : operation
  );
  return Object.fromEntries(Object.entries(paths as Record<string, Record<string, ApiObject>>).map(([path, item]) => (
    [path, isOpenPath(path) ? item : Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, closed(operation)]))]
  )));
}

/** Whether an operation has a form that needs no credential. */
function isOpenToAll({ security }: ApiObject): boolean {
  return security === undefined || (security as readonly ApiObject[]).some((one) => Object.keys(one).length === 0);
}
