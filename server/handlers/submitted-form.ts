/**
 * Submitted form: response to the form of a list page: 303 to the address that its inputs mean (parameters/filter-form.ts), or the problem
 * with an input. The address is checked when it is requested.
 */
import { queryOfForm } from '../parameters/filter-form.ts';
import { parameterProblem } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import { emptyResponse, NO_STORE } from '../response/response.ts';
import type { HandlerResult, ServiceRequest } from '../service.ts';

/**
 * `url`: absolute URL of the list, without a query. The response leads to a path, so that it stays on the host under which the reader found
 * the form: the policy of pages (web/page.ts) stops a form that leaves its host.
 */
export function submittedForm(
  { query }: ServiceRequest, { collection, url }: { readonly collection: string; readonly url: string },
): HandlerResult {
  const { query: context, faults } = queryOfForm(query, collection);
  if (faults.length > 0) return parameterProblem(faults, { text: context }, url);
  return emptyResponse(303, ['Location', withQuery(new URL(url).pathname, context), ...NO_STORE]);
}
