/**
 * CRSs: `/crss`, the URIs of the CRSs on offer, and `/crss/{code}`, each CRS of the table, on offer or not. A CRS is a GML document for
 * clients that resolve its URI, and also JSON and a page. Made once for each offer: an edition has CRSs with heights where a collection has
 * heights, and ITRF2014 with an epoch.
 *
 * Not here: the table (schemas/crs.ts), the facts (schemas/crs-definitions.ts), the GML (crs-document.ts).
 */
import { axesOf, CRS_DEFINITIONS, datumOf } from '../../schemas/crs-definitions.ts';
import { CRSS, type Crs } from '../../schemas/crs.ts';
import type { Text } from '../../schemas/finding.ts';
import { jsonBytes } from '../response/response.ts';
import { crsUris, type CollectionCrss } from '../description/collections.ts';
import { wholeOffer } from '../edition/crs-offer.ts';
import { crsDocument } from '../description/crs-document.ts';
import { CRS_FORMS, MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { whyNotOffered } from '../parameters/crs.ts';
import { ABSENT, both } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { crsPage, crssPage } from '../web/crs-pages.ts';
import { fixed } from './fixed.ts';

/** GET /crss */
export function crss(service: Service): Handler {
  const { baseUrl, profile } = service;
  const url = `${baseUrl}/crss`;
  const item = Object.values(CRSS).map(({ code, name }) => ({ href: `${url}/${code}`, type: MEDIA_TYPES.gml, title: name }));
  return perOffer(service, ({ offer }) => {
    const body = { crs: crsUris(profile, offer), _links: { self: { href: url }, item } };
    return fixed(PLAIN_FORMS, url, { json: jsonBytes(body), html: (context) => crssPage(context, { profile, offer }) });
  });
}

/** GET /crss/{code} */
export function crs(service: Service): Handler {
  return perOffer(service, (offered) => {
    const handlers = new Map(Object.values(CRSS).map((one) => [one.code as string, fixed(CRS_FORMS, `${service.baseUrl}/crss/${one.code}`, {
      gml: crsDocument(one.code), json: jsonBytes(bodyOf(one, service, offered)),
      html: (context) => crsPage(one, context, { profile: service.profile, offer: offered.offer, note: noteOf(one, offered) }),
    })]));
    return (request, given) => handlers.get(request.params['code'] ?? '')?.(request, given) ?? ABSENT;
  });
}

/** Returns a handler whose responses are made once for each offer of an edition. */
function perOffer({ editions }: Service, make: (offered: CollectionCrss) => Handler): Handler {
  const made = new Map<string, Handler>();
  return (request, given) => {
    const edition = editions.current()?.edition;
    const offered = { offer: wholeOffer(edition), epoch: edition?.epoch ?? null };
    const key = JSON.stringify(offered);
    const handler = made.get(key) ?? make(offered);
    made.set(key, handler);
    return handler(request, given);
  };
}

function bodyOf(one: Crs, { baseUrl, profile }: Service, offered: CollectionCrss) {
  const { code, name, uri, dimension } = one;
  const reason = whyNotOffered(one, profile, offered.offer);
  return {
    code, naam: name, uri, dimensie: dimension,
    assen: axesOf(code).map((axis) => ({ naam: axis.name, afkorting: axis.abbreviation, richting: axis.direction, eenheid: axis.unit })),
    datum: datumOf(code).name,
    aangeboden: reason === undefined,
    ...isInItrf2014(one) && offered.epoch !== null ? { epoche: offered.epoch } : {},
    toelichting: both(reason ?? noteOf(one, offered)),
    _links: { self: { href: `${baseUrl}/crss/${code}` }, collection: { href: `${baseUrl}/crss` } },
  };
}

function isInItrf2014({ derivation }: Crs): boolean {
  return derivation === 'itrf2014';
}

/** Returns the remark on a CRS, with the epoch of the coordinates that this service gives in it. */
function noteOf(one: Crs, { epoch }: CollectionCrss): Text {
  const { note } = CRS_DEFINITIONS[one.code];
  if (!isInItrf2014(one) || epoch === null) return note;
  return { nl: `${note.nl} De epoche van deze dienst is ${epoch}.`, en: `${note.en} The epoch of this service is ${epoch}.` };
}
