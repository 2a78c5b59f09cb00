/**
 * Fixed responses: bodies that do not depend on an edition: landing page, conformance, OpenAPI. They are made once, or again when
 * passed-on parameters (parameters/passed-on.ts) change their links.
 */
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { ROOTS } from '../../schemas/names.ts';
import { contentHeaders, emptyResponse, jsonBytes, okResponse, REVALIDATE } from '../response/response.ts';
import { AS_PAGE, OGC_REL } from '../description/collections.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { conformsTo } from '../description/conformance-classes.ts';
import { draftsOf } from '../description/drafts.ts';
import { asPage, formOf, mediaTypeAt } from '../request/form.ts';
import { DEFAULT_LANGUAGE } from '../request/language.ts';
import { DOCUMENT_FORMS, PROGRAM_LANDING_FORMS, MEDIA_TYPES, OPENAPI_FORMS, PLAIN_FORMS, type Form } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { PASSED_ON, readPassedOn, type PassedOn } from '../parameters/passed-on.ts';
import { REGISTER_CONTENTS, REGISTER_TITLE } from '../description/register-texts.ts';
import type { ServiceRequest, Handler, HandlerResult, Service } from '../service.ts';
import { licenceLinks } from '../description/terms.ts';
import { conformancePage } from '../web/conformance-page.ts';
import { HTML_HEADERS, SCRIPTED_HTML_HEADERS, type PageRequest } from '../web/page.ts';
import { pageRequest } from './page-response.ts';

/** GET {base_url} of a program; `description` is the OpenAPI document. */
export function landing(service: Service, description: Buffer): Handler {
  return passing(PROGRAM_LANDING_FORMS, service.baseUrl, {
    json: ({ passedOn, language }) => jsonBytes(landingBody(service, passedOn, language)),
    openapi: description,
  }, { worded: ['json'] });
}

/** GET /conformance */
export function conformance(service: Service): Handler {
  const classes = conformsTo(service);
  return passing(PLAIN_FORMS, `${service.baseUrl}/conformance`, {
    json: jsonBytes({ conformsTo: classes }), html: (context) => conformancePage(classes, draftsOf(service), context),
  });
}

/** GET /openapi.json */
export function openApiDocument(service: Service, description: Buffer): Handler {
  return passing(OPENAPI_FORMS, `${service.baseUrl}/openapi.json`, { openapi: description, json: description });
}

/** GET /api, where other services have their description: redirects to ours. */
export function api({ baseUrl, clock }: Service): Handler {
  const url = `${baseUrl}/api`;
  return (request) => {
    const form = formOf(request, OPENAPI_FORMS, url);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(request.query, url, clock());
    return 'problem' in passedOn ? passedOn : emptyResponse(307, ['Location', withQuery(`${baseUrl}/openapi.json`, passedOn.text), ...REVALIDATE]);
  };
}

/** Body of a form: bytes that are always the same, or a function of the request. */
type Body = Buffer | ((context: PageRequest) => Buffer);

/** Returns a handler for `url`, which takes no parameters but the form, and the language if it has a page. */
export function fixed<F extends Form>(forms: readonly F[], url: string, bodies: Readonly<Record<F, Body>>): Handler {
  return passing(forms, url, bodies, { names: forms.some((form) => form === 'html') ? ['lang'] : [] });
}

/**
 * Returns a handler for a resource with passed-on parameters, those of `names`. Bodies without parameters are made once per language.
 * `worded`: forms whose texts are in the requested language, beside the page. `isScripted`: whether the page has scripts.
 */
export function passing<F extends Form>(
  forms: readonly F[], url: string, bodies: Readonly<Record<F, Body>>,
  { worded = [], names = PASSED_ON, isScripted = false }: {
    readonly worded?: readonly F[]; readonly names?: readonly (typeof PASSED_ON)[number][]; readonly isScripted?: boolean;
  } = {},
): Handler {
  const made = new Map<string, { readonly body: Buffer; readonly tag: string }>();
  const bodyOf = (form: F, context: PageRequest, query: string) => {
    const body = bodies[form];
    const key = Buffer.isBuffer(body) ? form : `${form} ${context.language}`;
    const known = Buffer.isBuffer(body) || query === '' ? made.get(key) : undefined;
    if (known !== undefined) return known;
    const bytes = Buffer.isBuffer(body) ? body : body(context);
    const found = { body: bytes, tag: bytesTag(bytes, form) };
    if (Buffer.isBuffer(body) || query === '') made.set(key, found);
    return found;
  };
  return (request, service) => {
    const form = formOf(request, forms, url);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(request.query, url, service.clock(), names);
    if ('problem' in passedOn) return passedOn;
    const isWorded = form === 'html' || worded.includes(form);
    const context = { ...pageRequest(request, service, { url, passedOn }), ...(isWorded ? {} : { language: DEFAULT_LANGUAGE }) };
    const found = bodyOf(form, context, request.query.text);
    return fresh(request, { form, ...(isWorded || worded.length > 0 ? wordingOf(form, context) : {}), ...found, isScripted });
  };
}

/** Returns a handler for a list. Plain JSON has the items under `name`, HAL under `_embedded`. */
export function fixedList(
  url: string, { name, items, html }: { readonly name: string; readonly items: readonly object[]; readonly html: Body },
): Handler {
  return fixed(DOCUMENT_FORMS, url, { ...listBodies(url, name, items), html });
}

/** Returns a list as plain JSON and as HAL. */
export function listBodies(url: string, name: string, items: readonly object[]): Readonly<Record<'json' | 'hal', Buffer>> {
  const self = { href: url };
  return { json: jsonBytes({ [name]: items, _links: { self } }), hal: jsonBytes({ _links: { self }, _embedded: { [name]: items } }) };
}

/** Language of a response, and the header that selected it. */
interface Wording {
  readonly vary?: 'Accept-Language';
  readonly language?: Language;
}

/** Returns the language headers. OpenAPI has both languages; it also varies by language, because another form at the same address does. */
export function wordingOf(form: Form, { language, passedOn: { lang } }: Pick<PageRequest, 'language' | 'passedOn'>): Wording {
  return { ...(lang === undefined ? { vary: 'Accept-Language' } : {}), ...(form === 'openapi' ? {} : { language }) };
}

/** Returns bytes, or 304 when the client has them. `isScripted`: whether they are a page with scripts. */
export function fresh(
  request: ServiceRequest,
  { form, body, tag, language, vary, isScripted = false }: { form: Form; body: Buffer; tag: string; isScripted?: boolean } & Wording,
): HandlerResult {
  const forPeople = isScripted ? SCRIPTED_HTML_HEADERS : HTML_HEADERS;
  const content = form === 'html' ? forPeople : contentHeaders(MEDIA_TYPES[form]);
  const headers = language === undefined ? content : [...content, 'Content-Language', language];
  return withValidators(request, { tag, ...(vary === undefined ? {} : { vary }) }, () => okResponse(headers, body));
}

function landingBody({ baseUrl, terms }: Service, { text, says }: PassedOn, language: Language) {
  const to = (path: string): string => withQuery(`${baseUrl}${path}`, text);
  const link = (rel: string, href: string, { type, title }: { type: string; title: Text }) => ({ href, rel, type, title: title[language] });
  const model = { nl: `Informatiemodel ${MODEL_VERSION}.`, en: `Information model ${MODEL_VERSION}.` };
  return {
    title: REGISTER_TITLE[language],
    description: [REGISTER_CONTENTS, model, ...(says === undefined ? [] : [says])].map((sentence) => sentence[language]).join(' '),
    ...(terms.attribution === null ? {} : { attribution: terms.attribution }),
    links: [
      link('self', to(''), { type: MEDIA_TYPES.json, title: { nl: 'Deze pagina', en: 'This page' } }),
      link('alternate', asPage(to('')), { type: 'text/html', title: AS_PAGE }),
      link('service-desc', to('/openapi.json'), { type: mediaTypeAt(to('/openapi.json'), 'openapi'), title: { nl: 'OpenAPI 3.0', en: 'OpenAPI 3.0' } }),
      link('service-doc', asPage(to('/documentatie')), { type: 'text/html', title: { nl: 'Documentatie', en: 'Documentation' } }),
      link('conformance', to('/conformance'), { type: MEDIA_TYPES.json, title: { nl: 'Conformiteit', en: 'Conformance' } }),
      link('data', to('/collections'), { type: MEDIA_TYPES.json, title: { nl: 'Collecties', en: 'Collections' } }),
      ...Object.values(ROOTS).map(({ path }) => (
        link('related', to(`/${path}`), { type: MEDIA_TYPES.json, title: { nl: `Hele documenten: ${path}`, en: `Whole documents: ${path}` } })
      )),
      link('related', `${baseUrl}/catalogus`, { type: MEDIA_TYPES.jsonld, title: { nl: 'Catalogus: DCAT-AP-NL 3.0', en: 'Catalogue: DCAT-AP-NL 3.0' } }),
      link('related', `${baseUrl}/crss`, { type: MEDIA_TYPES.json, title: { nl: 'Coördinaatstelsels', en: 'Coordinate reference systems' } }),
      link(`${OGC_REL}/tiling-schemes`, `${baseUrl}/tileMatrixSets`, { type: MEDIA_TYPES.json, title: { nl: 'Indelingen in tegels', en: 'Tile matrix sets' } }),
      link('related', `${baseUrl}/edities`, { type: MEDIA_TYPES.json, title: { nl: 'Edities', en: 'Editions' } }),
      link('related', `${baseUrl}/verschillen/feed`, { type: MEDIA_TYPES.atom, title: { nl: 'Wat er verandert', en: 'Changes' } }),
      link('related', `${baseUrl}/publicaties`, { type: MEDIA_TYPES.json, title: { nl: 'Publicaties, ook als stroom', en: 'Publications, also as a stream' } }),
      link('related', `${baseUrl}/waardelijsten`, { type: MEDIA_TYPES.json, title: { nl: 'Waardelijsten', en: 'Code lists' } }),
      link('related', `${baseUrl}/schemas`, { type: MEDIA_TYPES.json, title: { nl: 'JSON Schema’s', en: 'JSON schemas' } }),
      link('related', `${baseUrl}/fouten`, { type: MEDIA_TYPES.json, title: { nl: 'Foutmeldingen', en: 'Errors' } }),
      ...licenceLinks(terms),
    ],
  };
}
