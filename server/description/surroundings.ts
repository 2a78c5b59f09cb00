/** Surroundings: the JSON of a search around a place, with what was looked at and how, and the steps of a chain. */
import type { FoundObject } from '../../publisher/read/found-objects.ts';
import { toGeoJson } from '../../publisher/validity/vertices.ts';
import { CRSS } from '../../schemas/crs.ts';
import { unreachable } from '../../schemas/fault.ts';
import type { Text } from '../../schemas/finding.ts';
import type { ChainedObject, ChainStep } from '../edition/chain.ts';
import type { SurroundingsSearch } from '../edition/surroundings.ts';
import { listPath, placePairs, type Place } from '../parameters/surroundings-query.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import type { Service } from '../service.ts';
import { searchedText } from '../web/surroundings-text.ts';

/** How objects are compared, as a response says it. */
const METHOD: Text = {
  nl: 'Exact vergeleken met de geometrie zoals gepubliceerd, niet met omhullende rechthoeken; wat alleen de rand raakt telt mee. Objecten zonder geometrie zijn niet vergeleken. '
    + 'Afstanden zijn horizontaal, in het vlak van RD.',
  en: 'Compared exactly with the geometry as published, not with bounding boxes; touching at the boundary counts. Objects without geometry are not compared. '
    + 'Distances are horizontal, in the plane of RD.',
};

export function surroundingsBody(search: SurroundingsSearch, { baseUrl }: Pick<Service, 'baseUrl'>) {
  const { query: { place, passedOn, isSelective, collections, countsOnly, relation, steps }, found, activated, day } = search;
  const { counts, numberMatched, objects, listedWithin } = found!;
  const passed = [...new URLSearchParams(passedOn.text)];
  const own = formatQuery([
    ...placePairs(place!), ...isSelective ? [['collecties', collections.join(',')] as const] : [],
    ...steps.map((step, at) => [at === 0 ? 'dan' : 'daarna', step.join(',')] as const),
    ...relation === 'raakt' ? [] : [['relatie', relation] as const], ...countsOnly ? [['toon', 'aantallen'] as const] : [],
  ]);
  const self = withQuery(`${baseUrl}/omgeving`, joinQueries(own, passedOn.text));
  const of = { baseUrl, ofObject: passedOn.ofObject };
  return {
    ...placeMembers(place!), geldigOp: day,
    ...(activated === undefined ? {} : {
      editie: { nummer: activated.edition.number, beschikbaarVanaf: activated.activated.toISOString() },
    }),
    nagekeken: searchedText(search), methode: METHOD,
    numberMatched, numberReturned: countsOnly ? 0 : objects.length,
    ...(listedWithin === null || countsOnly ? {} : { getoondBinnen: listedWithin }),
    aantallen: Object.fromEntries(counts),
    ...(countsOnly ? {} : { objecten: objects.map((object) => objectBody(object, of)) }),
    ...(steps.length === 0 ? {} : { keten: found!.steps.map((step) => stepBody(step, { ...of, countsOnly })) }),
    links: [
      ...self.length > LINK_CHARS_MAX ? [] : [{ href: self, rel: 'self', type: MEDIA_TYPES.json }],
      ...counts.filter(([, count]) => count > 0).flatMap(([collection]) => {
        const path = listPath(collection, place!, { relation: steps.length === 0 ? relation : 'raakt', passed });
        return path === undefined ? [] : [{ href: baseUrl + path, rel: 'items', type: MEDIA_TYPES.geojson, title: collection }];
      }),
    ],
  };
}

/** Longest link of a response to a search by body. */
const LINK_CHARS_MAX = 4_000;

function placeMembers(place: Place) {
  switch (place.kind) {
    case 'point': {
      const { point, radius, given } = place;
      const from = given === null ? {} : { omgerekendVan: { geometrie: { type: 'Point', coordinates: given.position }, crs: given.crs.uri } };
      return { plaats: point, straal: radius, crs: CRSS['28992'].uri, ...from };
    }
    case 'area': return { plaats: place.corners, crs: CRSS['28992'].uri };
    case 'geometry': return {
      geometrie: toGeoJson({ ...place.geometry, mixed: false }), ...(place.radius === null ? {} : { straal: place.radius }),
      crs: place.crs.uri,
    };
    default: return unreachable(place);
  }
}

interface ObjectContext {
  readonly baseUrl: string;
  readonly ofObject: string;
}

function stepBody(
  { relation, counts, numberMatched, objects }: ChainStep, { countsOnly, ...of }: ObjectContext & { readonly countsOnly: boolean },
) {
  return {
    relatie: relation, numberMatched, numberReturned: countsOnly ? 0 : objects.length, aantallen: Object.fromEntries(counts),
    ...(countsOnly ? {} : { objecten: objects.map((object) => chainedBody(object, of)) }),
  };
}

function chainedBody(object: ChainedObject, of: ObjectContext) {
  return { ...objectBody(object, of), via: object.via.map(({ collection, id }) => ({ collectie: collection, id })) };
}

function objectBody(
  { collection, id, entityType, name, distance, since, until, holder, isDerived }: FoundObject, { baseUrl, ofObject }: ObjectContext,
) {
  return {
    collectie: collection, id, entityType, ...(name === null ? {} : { naam: name }),
    ...(distance === null ? {} : { afstand: Math.round(distance * 10) / 10 }), bronhoudercode: holder, beginGeldigheid: since,
    ...(until === null ? {} : { eindGeldigheid: until }), ...(isDerived ? { geometrieAfgeleid: true } : {}),
    href: withQuery(`${baseUrl}/collections/${collection}/items/${encodeURIComponent(id)}`, ofObject),
  };
}
