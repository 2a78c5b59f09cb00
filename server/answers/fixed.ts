/**
 * Fixed answers: what does not depend on an edition. Landing page, conformance, OpenAPI; made once, at start.
 */
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import { ROOTS } from '../../schemas/names.ts';
import { contentHeaders, jsonBytes, ready } from '../answer.ts';
import { tagOf, unlessHeld } from '../conditional.ts';
import { CONFORMS_TO } from '../conformance-classes.ts';
import { DOCUMENT_FORMS, LANDING_FORMS, MEDIA_TYPES, negotiate, OPENAPI_FORMS, PLAIN_FORMS, type Form } from '../negotiate.ts';
import { parameterless } from '../parameters/query.ts';
import { notAcceptable } from '../problem.ts';
import type { Asked, Handler, Said, Service } from '../service.ts';
import { licenceLinks } from '../terms.ts';
import { conformancePage, landingPage } from '../web/landing-page.ts';
import { HTML_HEADERS } from '../web/page.ts';

const TITLE = 'Register externe veiligheid';

/** GET {base_url}; `description` is the OpenAPI document. */
export function landing(service: Service, description: Buffer): Handler {
  return fixed(LANDING_FORMS, service.baseUrl, { json: jsonBytes(landingBody(service)), openapi: description, html: landingPage(service) });
}

/** GET /conformance */
export function conformance(service: Service): Handler {
  return fixed(PLAIN_FORMS, `${service.baseUrl}/conformance`, {
    json: jsonBytes({ conformsTo: CONFORMS_TO }), html: conformancePage(CONFORMS_TO, service),
  });
}

/** GET /openapi.json */
export function openApiDocument({ baseUrl }: Service, description: Buffer): Handler {
  return fixed(OPENAPI_FORMS, `${baseUrl}/openapi.json`, { openapi: description, json: description });
}

/** Answers at `url`, which takes no parameters, with the body of the form that is asked for. */
export function fixed<F extends Form>(
  forms: readonly F[], url: string, bodies: Readonly<Record<F, Buffer>>,
): Handler {
  const tags = new Map(forms.map((form) => [form, tagOf(bodies[form], form)]));
  return (asked) => {
    const form = negotiate(asked.headers.accept, forms);
    if (form === undefined) return notAcceptable(forms);
    return parameterless(asked.query, url) ?? fresh(asked, { form, body: bodies[form], tag: tags.get(form) ?? '' });
  };
}

/** A list at `url` under its own name; HAL has the same items elsewhere. */
export function fixedList(
  url: string, { name, items, html }: { readonly name: string; readonly items: readonly object[]; readonly html: Buffer },
): Handler {
  const self = { href: url };
  return fixed(DOCUMENT_FORMS, url, {
    json: jsonBytes({ [name]: items, _links: { self } }), hal: jsonBytes({ _links: { self }, _embedded: { [name]: items } }), html,
  });
}

/** Ready bytes, or 304 when the client has them. */
export function fresh(asked: Asked, { form, body, tag }: { form: Form; body: Buffer; tag: string }): Said {
  return unlessHeld(asked, { tag }, () => ready(form === 'html' ? HTML_HEADERS : contentHeaders(MEDIA_TYPES[form]), body));
}

function landingBody({ baseUrl, terms }: Service) {
  const link = (rel: string, href: string, more: { type: string; title: string }) => ({ href, rel, ...more });
  return {
    title: TITLE,
    description: 'Objecten van externe veiligheid: risicobronnen, contouren en kwetsbare gebouwen en locaties. / '
      + 'External-safety objects: sources of risk, contours, and vulnerable buildings and locations. '
      + `Informatiemodel / information model ${MODEL_VERSION}.`,
    ...(terms.attribution === null ? {} : { attribution: terms.attribution }),
    links: [
      link('self', baseUrl, { type: MEDIA_TYPES.json, title: 'Deze pagina / this page' }),
      link('alternate', baseUrl, { type: 'text/html', title: 'Als webpagina / as a web page' }),
      link('service-desc', `${baseUrl}/openapi.json`, { type: MEDIA_TYPES.openapi, title: 'OpenAPI 3.0' }),
      link('service-doc', baseUrl, { type: 'text/html', title: 'Uitleg / documentation' }),
      link('conformance', `${baseUrl}/conformance`, { type: MEDIA_TYPES.json, title: 'Conformiteit / conformance' }),
      link('data', `${baseUrl}/collections`, { type: MEDIA_TYPES.json, title: 'Collecties / collections' }),
      ...Object.values(ROOTS).map(({ path }) => (
        link('related', `${baseUrl}/${path}`, { type: MEDIA_TYPES.json, title: `Hele documenten / whole documents: ${path}` })
      )),
      link('related', `${baseUrl}/crss`, { type: MEDIA_TYPES.json, title: 'Coördinaatstelsels / coordinate reference systems' }),
      link('related', `${baseUrl}/edities`, { type: MEDIA_TYPES.json, title: 'Edities / editions' }),
      link('related', `${baseUrl}/waardelijsten`, { type: MEDIA_TYPES.json, title: 'Waardelijsten / code lists' }),
      link('related', `${baseUrl}/schemas`, { type: MEDIA_TYPES.json, title: 'JSON Schema’s / JSON schemas' }),
      link('related', `${baseUrl}/fouten`, { type: MEDIA_TYPES.json, title: 'Foutmeldingen / errors' }),
      ...licenceLinks(terms),
    ],
  };
}
