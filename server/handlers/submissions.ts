/**
 * Submissions: the submissions of a holder, newest first, with the counts of their reports. The operator lists those of all holders.
 * Not here: one submission with its report (submission.ts).
 */
import { csvText, type CsvCell } from '../../schemas/csv.ts';
import type { Desk } from '../../schemas/desk.ts';
import { SUBMISSION_FIGURES, type ListedSubmission } from '../../schemas/submission.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { submissionLinks } from '../description/submission.ts';
import { FORM_PARAMETER, formatQuery, joinQueries, parameterProblem, rawParameters, type ParameterFault } from '../parameters/query.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { readSubmissionsQuery, writeSubmissionCursor } from '../parameters/submissions-query.ts';
import { formOf, mediaTypeAt } from '../request/form.ts';
import { MEDIA_TYPES, SUBMISSION_LIST_FORMS } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { submissionsPage } from '../web/submissions-page.ts';
import { pageHeaders, pageRequest } from './page-response.ts';

/** GET /indieningen */
export async function submissions(request: ServiceRequest, { desk, service }: { desk: Desk; service: Service }): Promise<HandlerResult> {
  const { query, principal } = request;
  if (principal === null) throw new Error('a request without a token reached a list of submissions');
  const url = `${service.baseUrl}${SUBMISSIONS}`;
  const form = formOf(request, SUBMISSION_LIST_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const { listing, question, lang } = readSubmissionsQuery(query, principal, faults);
  if (faults.length > 0) return parameterProblem(faults, query, url);
  // One more submission than the page has shows whether there is a next page.
  const found = await desk.list({ ...listing, limit: listing.limit + 1 });
  const page = found.slice(0, listing.limit);
  const self = withQuery(url, query.text);
  const last = found.length > page.length ? page.at(-1) : undefined;
  const carried = rawParameters(query, ['staat', 'bronhoudercode', 'limit', 'lang', FORM_PARAMETER]);
  const next = last === undefined ? undefined
    : withQuery(url, joinQueries(carried, formatQuery([['cursor', writeSubmissionCursor(last.uuid, question)]])));
  const links = [['self', self] as const, ...next === undefined ? [] : [['next', next] as const]];
  const linkHeader = links.map(([rel, href]) => `<${href}>; rel="${rel}"; type="${mediaTypeAt(href, form)}"`).join(', ');
  const linked = ['Link', linkHeader, ...NO_STORE];
  if (form === 'html') {
    const context = pageRequest(request, service, { url, passedOn: withLanguage(lang) });
    return okResponse([...pageHeaders(context), ...linked], submissionsPage(page, { context, principal, next }));
  }
  const headers = [...contentHeaders(MEDIA_TYPES[form]), ...linked];
  if (form === 'csv') return okResponse(headers, Buffer.from(csvText(rowsOf(page, service))));
  return okResponse(headers, jsonBytes({
    indieningen: page.map((one) => itemOf(one, service)), _links: Object.fromEntries(links.map(([rel, href]) => [rel, { href }])),
  }));
}

/** Returns a submission as JSON. Why it was set aside is for the operator of the machine, so it is left out. */
function itemOf(listed: ListedSubmission, { baseUrl }: Service) {
  const { aside: _, ...submission } = listed;
  return { ...submission, _links: submissionLinks(submission.uuid, baseUrl) };
}

function rowsOf(page: readonly ListedSubmission[], { baseUrl }: Service): readonly (readonly CsvCell[])[] {
  return [
    ['uuid', 'received', 'holder', 'method', 'target', 'bytes', 'state', ...SUBMISSION_FIGURES, 'href'],
    ...page.map(({ uuid, received, holder, method, target, bytes, state, counts }) => [
      uuid, received, holder, method, target, bytes, state, ...SUBMISSION_FIGURES.map((name) => counts?.[name]),
      submissionLinks(uuid, baseUrl).self.href,
    ]),
  ];
}
