/**
 * Resources: a page of a list of whole documents (Interface Rules, GET /{resources}). Its parameters are RESOURCES (parameters/list.ts).
 *
 * Documents are bytes of the edition, not parsed (`fields`: picked-fields.ts). A long page is read and sent in chunks. Pages have numbers, so
 * each must have exactly the requested number of documents. A page that would be too large is refused, with the size that fits. A page
 * beyond the last is empty. Not here: the HTML form (web/resources-page.ts).
 */
import type { Counts, DocumentBytes, DocumentRange, LongDocuments } from '../../publisher/read/types.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { arrayNameOf } from '../../schemas/names.ts';
import { okResponse, type ServiceResponse } from '../response/response.ts';
import { withValidators, validatorsOf } from '../response/conditional.ts';
import { listTag } from '../response/etags.ts';
import { formOf } from '../request/form.ts';
import { isLong } from '../../publisher/read/chunks-of-range.ts';
import { listingOf, readDocuments, resourcePages, type Listing } from '../edition/listing.ts';
import { longList } from '../response/long-response.ts';
import { DOCUMENT_FORMS } from '../request/negotiate.ts';
import { pagedFrame } from '../response/paged-response.ts';
import { isSubmitted } from '../parameters/filter-form.ts';
import { RESOURCES } from '../parameters/list-query.ts';
import { parameterProblem, wrongValue } from '../parameters/query.ts';
import { pickedDocuments } from '../response/picked-fields.ts';
import type { Problem } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { resourcesPage } from '../web/resources-page.ts';
import { freshPage, pageRequest } from './page-response.ts';
import { submittedForm } from './submitted-form.ts';

/** GET /{resources}; `path` names the resources. */
export function resources(path: string, request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const form = formOf(request, DOCUMENT_FORMS, `${service.baseUrl}/${path}`);
  if (typeof form === 'object') return form;
  if (form === 'html' && isSubmitted(request.query)) return submittedForm(request, { collection: path, url: `${service.baseUrl}/${path}` });
  const listing = listingOf(request, service, { collection: path, kind: RESOURCES, path: `/${path}` });
  if ('problem' in listing) return listing;
  const { query, facts } = listing;
  if (form === 'html') {
    const context = pageRequest(request, service, { url: listing.url, passedOn: query.passedOn });
    return freshPage(request, context, resourcesPage(listing, context, service.clock()));
  }
  const tag = listTag({ series: facts.tag, question: query.hash, form, service: service.tag });
  return withValidators(request, validatorsOf(tag, facts.modified, service.clock()), () => listOf(listing, form, request));
}

/** Returns the documents of a listing, in a form for programs. */
export function listOf(listing: Listing, form: 'json' | 'hal', request: ServiceRequest): HandlerResult | Promise<HandlerResult> {
  const result = (range: DocumentRange | LongDocuments): HandlerResult => (
    tooLargeOf(range, listing, request) ?? listResponse(range, { form, listing })
  );
  const found = readDocuments(listing);
  return found instanceof Promise ? found.then(result) : result(found);
}

function listResponse(range: DocumentRange | LongDocuments, { form, listing }: { form: 'json' | 'hal'; listing: Listing }): ServiceResponse {
  const { collection, query: { question: { limit }, crs, fields } } = listing;
  const { headers, start, end } = pagedFrame(form, {
    name: arrayNameOf(collection), pages: resourcePages(listing, range), total: range.numberMatched, limit,
    more: ['Content-Crs', `<${crs.uri}>`],
  });
  const made = (documents: DocumentBytes): readonly Buffer[] => (
    fields === undefined ? documents.slices : pickedDocuments(documents, fields)
  );
  if (!isLong(range)) return okResponse(headers, start, ...made(range), end);
  return longList(headers, range, { start, end, isWhole: fields === undefined, made: (documents) => ({ body: made(documents) }) });
}

/** Problem of a page that is too large for the requested number of documents. */
function tooLargeOf({ numberReturned, numberMatched }: Counts, { query, url }: Listing, request: ServiceRequest): Problem | undefined {
  const { position, limit } = query.question;
  if (numberReturned >= Math.min(limit, numberMatched - position)) return undefined;
  const mebibytes = LIMITS.pageBytesMax / 2 ** 20;
  const fault = wrongValue('paginaGrootte', String(limit), {
    expected: {
      nl: `hoogstens ${numberReturned}: meer documenten zijn hier samen groter dan ${mebibytes} MiB`,
      en: `at most ${numberReturned}: more documents are larger than ${mebibytes} MiB together here`,
    },
    allowed: [`1..${numberReturned}`], correct: String(numberReturned),
  });
  return parameterProblem([fault], request.query, url);
}
