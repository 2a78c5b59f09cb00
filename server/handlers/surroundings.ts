/**
 * Surroundings: `/omgeving`, the objects within a distance of a point or in an area, over all collections or some. Programs get JSON,
 * people a page that needs no script. Without a place the page is a form.
 *
 * "Nothing found" names the edition, the day and the searched distance or area.
 * Not here: the search (edition/surroundings.ts), the page (web/surroundings-page.ts).
 */
import type { FoundObject } from '../../publisher/read/found-objects.ts';
import { CRSS } from '../../schemas/crs.ts';
import { activatedFor } from '../edition/available.ts';
import { surroundingsOf, type SurroundingsSearch } from '../edition/surroundings.ts';
import { listPath, placePairs, readSurroundingsQuery } from '../parameters/surroundings-query.ts';
import { formatQuery, joinQueries, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { PLAIN_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { bytesTag } from '../response/etags.ts';
import { withQuery } from '../response/object-links.ts';
import { jsonBytes } from '../response/response.ts';
import { UNAVAILABLE } from '../response/problem.ts';
import { surroundingsPage } from '../web/surroundings-page.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { fresh, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';
import { dayOfValidity } from '../parameters/passed-on.ts';

/** GET /omgeving */
export async function surroundings(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const url = `${service.baseUrl}/omgeving`;
  const form = formOf(request, PLAIN_FORMS, url);
  if (typeof form === 'object') return form;
  if (service.editions.current() === undefined) return UNAVAILABLE;
  const { query, faults } = readSurroundingsQuery(request.query, service.clock());
  const missing = query.place === undefined && faults.length === 0 && form === 'json' ? [NO_PLACE] : [];
  if (faults.length + missing.length > 0) return parameterProblem([...faults, ...missing], request.query, url);
  const activated = activatedFor(query.passedOn, service.editions);
  if (activated !== undefined && 'problem' in activated) return activated;
  const found = query.place === undefined ? null : await surroundingsOf(query.place, query, activated);
  const search: SurroundingsSearch = { query, found, activated, day: dayOfValidity(query.passedOn, service.clock()) };
  const context = pageRequest(request, service, { url, passedOn: query.passedOn });
  const body = form === 'json' ? jsonBytes(bodyOf(search, service)) : surroundingsPage(search, context);
  return fresh(request, { form, ...(form === 'html' ? wordingOf(form, context) : {}), body, tag: bytesTag(body, form) });
}

const NO_PLACE: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'plaats', correct: '155000,463000',
  reason: { nl: 'Geef een plaats: een punt of een gebied in RD.', en: 'Give a place: a point or an area in RD.' },
};

function bodyOf({ query, found, activated, day }: SurroundingsSearch, { baseUrl }: Service) {
  const { place, passedOn, isSelective, collections } = query;
  const { counts, numberMatched, objects, listedWithin } = found!;
  const passed = [...new URLSearchParams(passedOn.text)];
  const selected: readonly (readonly [string, string])[] = isSelective ? [['collecties', collections.join(',')]] : [];
  const own = formatQuery([...placePairs(place!), ...selected]);
  return {
    ...(place!.kind === 'point' ? { plaats: place!.point, straal: place!.radius } : { plaats: place!.corners }),
    crs: CRSS['28992'].uri, geldigOp: day,
    ...(activated === undefined ? {} : {
      editie: { nummer: activated.edition.number, beschikbaarVanaf: activated.activated.toISOString() },
    }),
    numberMatched, numberReturned: objects.length, ...(listedWithin === null ? {} : { getoondBinnen: listedWithin }),
    aantallen: Object.fromEntries(counts),
    objecten: objects.map((object) => objectBody(object, { baseUrl, ofObject: passedOn.ofObject })),
    links: [
      { href: withQuery(`${baseUrl}/omgeving`, joinQueries(own, passedOn.text)), rel: 'self', type: MEDIA_TYPES.json },
      ...counts.filter(([, count]) => count > 0).map(([collection]) => ({
        href: baseUrl + listPath(collection, place!, passed), rel: 'items', type: MEDIA_TYPES.geojson, title: collection,
      })),
    ],
  };
}

function objectBody({ collection, id, entityType, name, distance, since, until, holder, isDerived }: FoundObject, { baseUrl, ofObject }: {
  baseUrl: string; ofObject: string;
}) {
  return {
    collectie: collection, id, entityType, ...(name === null ? {} : { naam: name }),
    ...(distance === null ? {} : { afstand: Math.round(distance * 10) / 10 }), bronhoudercode: holder, beginGeldigheid: since,
    ...(until === null ? {} : { eindGeldigheid: until }), ...(isDerived ? { geometrieAfgeleid: true } : {}),
    href: withQuery(`${baseUrl}/collections/${collection}/items/${encodeURIComponent(id)}`, ofObject),
  };
}
