/**
 * Fixed answers: bodies that do not depend on an edition. Landing page, conformance, OpenAPI; made once, or anew where what is
 * passed on (parameters/passed-on.ts) stands in their links.
 */
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import { ROOTS } from '../../schemas/names.ts';
import { contentHeaders, empty, jsonBytes, ready, REVALIDATE } from '../answer.ts';
import { tagOf, unlessHeld } from '../conditional.ts';
import { CONFORMS_TO } from '../conformance-classes.ts';
import { asPage, formOf } from '../form.ts';
import { DOCUMENT_FORMS, LANDING_FORMS, MEDIA_TYPES, OPENAPI_FORMS, PLAIN_FORMS, type Form } from '../negotiate.ts';
import { withQuery } from '../own-links.ts';
import { readPassedOn, type PassedOn } from '../parameters/passed-on.ts';
import { parameterless } from '../parameters/query.ts';
import { both } from '../problem.ts';
import type { Asked, Handler, Said, Service } from '../service.ts';
import { licenceLinks } from '../terms.ts';
import { conformancePage, landingPage } from '../web/landing-page.ts';
import { HTML_HEADERS } from '../web/page.ts';

const TITLE = 'Register externe veiligheid';

/** GET {base_url}; `description` is the OpenAPI document. */
export function landing(service: Service, description: Buffer): Handler {
  return passing(LANDING_FORMS, service.baseUrl, service, {
    json: (passedOn) => jsonBytes(landingBody(service, passedOn)),
    openapi: () => description,
    html: (passedOn) => landingPage(service, passedOn),
  });
}

/** GET /conformance */
export function conformance(service: Service): Handler {
  const body = jsonBytes({ conformsTo: CONFORMS_TO });
  return passing(PLAIN_FORMS, `${service.baseUrl}/conformance`, service, {
    json: () => body, html: (passedOn) => conformancePage(CONFORMS_TO, service, passedOn),
  });
}

/** GET /openapi.json */
export function openApiDocument(service: Service, description: Buffer): Handler {
  return passing(OPENAPI_FORMS, `${service.baseUrl}/openapi.json`, service, { openapi: () => description, json: () => description });
}

/** GET /api, where other services have their description: leads to ours. */
export function api({ baseUrl, clock }: Service): Handler {
  const url = `${baseUrl}/api`;
  return (asked) => {
    const form = formOf(asked, OPENAPI_FORMS, url);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(asked.query, url, clock());
    return 'problem' in passedOn ? passedOn : empty(307, ['Location', withQuery(`${baseUrl}/openapi.json`, passedOn.text), ...REVALIDATE]);
  };
}

/** Answers at `url`, which takes no parameters, with the body of the form that is asked for. */
export function fixed<F extends Form>(
  forms: readonly F[], url: string, bodies: Readonly<Record<F, Buffer>>,
): Handler {
  const tags = new Map(forms.map((form) => [form, tagOf(bodies[form], form)]));
  return (asked) => {
    const form = formOf(asked, forms, url);
    if (typeof form === 'object') return form;
    return parameterless(asked.query, url) ?? fresh(asked, { form, body: bodies[form], tag: tags.get(form) ?? '' });
  };
}

/** The same where something is passed on: `bodies` make the body of each form for that. Those for nothing are made once. */
export function passing<F extends Form>(
  forms: readonly F[], url: string, { clock }: Pick<Service, 'clock'>, bodies: Readonly<Record<F, (passedOn: PassedOn) => Buffer>>,
): Handler {
  const made = new Map<F, { readonly body: Buffer; readonly tag: string }>();
  const bodyOf = (form: F, passedOn: PassedOn) => {
    const body = bodies[form](passedOn);
    return { body, tag: tagOf(body, form) };
  };
  return (asked) => {
    const form = formOf(asked, forms, url);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(asked.query, url, clock());
    if ('problem' in passedOn) return passedOn;
    const found = passedOn.text === '' ? made.get(form) ?? bodyOf(form, passedOn) : bodyOf(form, passedOn);
    if (passedOn.text === '') made.set(form, found);
    return fresh(asked, { form, ...found });
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

function landingBody({ baseUrl, terms }: Service, { text, says }: PassedOn) {
  const to = (path: string): string => withQuery(`${baseUrl}${path}`, text);
  const link = (rel: string, href: string, more: { type: string; title: string }) => ({ href, rel, ...more });
  return {
    title: TITLE,
    description: 'Objecten van externe veiligheid: risicobronnen, contouren en kwetsbare gebouwen en locaties. / '
      + 'External-safety objects: sources of risk, contours, and vulnerable buildings and locations. '
      + `Informatiemodel / information model ${MODEL_VERSION}.${says === undefined ? '' : ` ${both(says)}`}`,
    ...(terms.attribution === null ? {} : { attribution: terms.attribution }),
    links: [
      link('self', to(''), { type: MEDIA_TYPES.json, title: 'Deze pagina / this page' }),
      link('alternate', asPage(to('')), { type: 'text/html', title: 'Als webpagina / as a web page' }),
      link('service-desc', to('/openapi.json'), { type: MEDIA_TYPES.openapi, title: 'OpenAPI 3.0' }),
      link('service-doc', asPage(to('')), { type: 'text/html', title: 'Uitleg / documentation' }),
      link('conformance', to('/conformance'), { type: MEDIA_TYPES.json, title: 'Conformiteit / conformance' }),
      link('data', to('/collections'), { type: MEDIA_TYPES.json, title: 'Collecties / collections' }),
      ...Object.values(ROOTS).map(({ path }) => (
        link('related', to(`/${path}`), { type: MEDIA_TYPES.json, title: `Hele documenten / whole documents: ${path}` })
      )),
      link('related', `${baseUrl}/catalogus`, { type: MEDIA_TYPES.jsonld, title: 'Catalogus / catalogue: DCAT-AP-NL 3.0' }),
      link('related', `${baseUrl}/crss`, { type: MEDIA_TYPES.json, title: 'Coördinaatstelsels / coordinate reference systems' }),
      link('related', `${baseUrl}/edities`, { type: MEDIA_TYPES.json, title: 'Edities / editions' }),
      link('related', `${baseUrl}/waardelijsten`, { type: MEDIA_TYPES.json, title: 'Waardelijsten / code lists' }),
      link('related', `${baseUrl}/schemas`, { type: MEDIA_TYPES.json, title: 'JSON Schema’s / JSON schemas' }),
      link('related', `${baseUrl}/fouten`, { type: MEDIA_TYPES.json, title: 'Foutmeldingen / errors' }),
      ...licenceLinks(terms),
    ],
  };
}
