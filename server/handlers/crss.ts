/**
 * CRSs: `/crss`, the URIs of the CRSs on offer, and `/crss/{code}`, each CRS of the table, on offer or not. A CRS is a GML document for
 * clients that resolve its URI, and also JSON and a page. Made once, at start.
 *
 * Not here: the table (schemas/crs.ts), the facts (schemas/crs-definitions.ts), the GML (crs-document.ts).
 */
import { axesOf, CRS_DEFINITIONS, datumOf } from '../../schemas/crs-definitions.ts';
import { CRSS, type Crs } from '../../schemas/crs.ts';
import { jsonBytes } from '../response/response.ts';
import { crsUris } from '../description/collections.ts';
import { crsDocument } from '../description/crs-document.ts';
import { CRS_FORMS, MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { whyNotOffered } from '../parameters/crs.ts';
import { ABSENT, both } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { crsPage, crssPage } from '../web/crs-pages.ts';
import { fixed } from './fixed.ts';

/** GET /crss */
export function crss({ baseUrl, profile }: Service): Handler {
  const url = `${baseUrl}/crss`;
  const item = Object.values(CRSS).map(({ code, name }) => ({ href: `${url}/${code}`, type: MEDIA_TYPES.gml, title: name }));
  const body = { crs: crsUris(profile), _links: { self: { href: url }, item } };
  return fixed(PLAIN_FORMS, url, { json: jsonBytes(body), html: (context) => crssPage(context, profile) });
}

/** GET /crss/{code} */
export function crs(service: Service): Handler {
  const handlers = new Map(Object.values(CRSS).map((one) => [one.code as string, fixed(CRS_FORMS, `${service.baseUrl}/crss/${one.code}`, {
    gml: crsDocument(one.code), json: jsonBytes(bodyOf(one, service)), html: (context) => crsPage(one, context, service.profile),
  })]));
  return (request, given) => handlers.get(request.params['code'] ?? '')?.(request, given) ?? ABSENT;
}

function bodyOf(one: Crs, { baseUrl, profile }: Service) {
  const { code, name, uri, dimension } = one;
  const reason = whyNotOffered(one, profile);
  return {
    code, naam: name, uri, dimensie: dimension,
    assen: axesOf(code).map((axis) => ({ naam: axis.name, afkorting: axis.abbreviation, richting: axis.direction, eenheid: axis.unit })),
    datum: datumOf(code).name,
    aangeboden: reason === undefined,
    toelichting: both(reason ?? CRS_DEFINITIONS[code].note),
    _links: { self: { href: `${baseUrl}/crss/${code}` }, collection: { href: `${baseUrl}/crss` } },
  };
}
