/**
 * Documentation: `/documentatie`, its recipes, and a page for each operation of the OpenAPI document. Pages for people only: other forms
 * are 406, and programs read `/openapi.json`.
 */
import { callValues, formField } from '../documentation/call.ts';
import { ApiDocument, type Operation } from '../documentation/operations.ts';
import { recipesOf } from '../documentation/recipes.ts';
import { openApi } from '../openapi/index.ts';
import { readLang } from '../parameters/lang.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { DEFAULT_LANGUAGE } from '../request/language.ts';
import { PAGE_FORMS } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import { ABSENT } from '../response/problem.ts';
import type { Handler, HandlerResult, Service, ServiceRequest } from '../service.ts';
import { overviewPage, recipesPage } from '../web/documentation-pages.ts';
import { operationPage } from '../web/operation-page.ts';
import { fresh, passing, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

const LANG = 'lang';
/** The pages have a script that copies code. */
const SCRIPTED = { isScripted: true } as const;

interface Documentation {
  /** GET /documentatie */
  readonly overview: Handler;
  /** GET /documentatie/recepten */
  readonly recipes: Handler;
  /** GET /documentatie/{operationId} */
  readonly operation: Handler;
}

/** Returns the handlers. The OpenAPI document with its texts by language is made when the first page needs it: it takes some MB. */
export function documentation(service: Service): Documentation {
  const { baseUrl, desk, deprecation } = service;
  let made: ApiDocument | undefined;
  const documentOf = (): ApiDocument => made ??= new ApiDocument(openApi(service));
  const url = `${baseUrl}/documentatie`;
  const recipes = recipesOf({ baseUrl, isWritable: desk !== null });
  return {
    overview: passing(PAGE_FORMS, url, {
      html: (context) => overviewPage(documentOf().groups(context.language), deprecation, context),
    }, SCRIPTED),
    recipes: passing(PAGE_FORMS, `${url}/recepten`, { html: (context) => recipesPage(recipes, context) }, SCRIPTED),
    operation: (request) => {
      const document = documentOf();
      const id = request.params['operationId'] ?? '';
      const operation = document.operation(id, DEFAULT_LANGUAGE);
      return operation === undefined ? ABSENT : operationResult(request, service, { operation, document, url: `${url}/${id}` });
    },
  };
}

interface Documented {
  readonly operation: Operation;
  readonly document: ApiDocument;
  readonly url: string;
}

/** Returns the page of an operation, with the request that its form makes of the parameters of the page. */
function operationResult(
  request: ServiceRequest, service: Service, { operation: { id, parameters }, document, url }: Documented,
): HandlerResult {
  const form = formOf(request, PAGE_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const given = parseParameters<string>(request.query, [LANG, FORM_PARAMETER, ...parameters.map(formField)], faults);
  const passedOn = withLanguage(readLang(given[LANG], faults));
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const context = pageRequest(request, service, { url, passedOn });
  const operation = document.operation(id, context.language)!;
  const body = operationPage({ operation, document, values: callValues(given, parameters) }, context);
  return fresh(request, { form, body, tag: bytesTag(body, form), ...wordingOf(form, context), ...SCRIPTED });
}
