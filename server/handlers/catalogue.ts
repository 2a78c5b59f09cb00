/**
 * Catalogue: the register as a data set of DCAT-AP-NL 3.0 at `/catalogus`, in JSON-LD; `sitemap.xml` and `robots.txt` for search engines.
 *
 * The profile requires publisher, contact and licence, which are settings (schemas/terms.ts). The catalogue is incomplete without them.
 * Made once, at start. Not here: the objects, which are too many for a sitemap.
 */
import type { Text } from '../../schemas/finding.ts';
import { COLLECTIONS, ROOTS } from '../../schemas/names.ts';
import type { Party } from '../../schemas/terms.ts';
import { jsonBytes } from '../response/response.ts';
import { keywordsOf } from '../description/collection-texts.ts';
import { CATALOGUE_FORMS } from '../request/negotiate.ts';
import { REGISTER_CONTENTS, REGISTER_TITLE } from '../description/register-texts.ts';
import type { Handler, Service } from '../service.ts';
import { element, xmlBytes } from '../response/xml.ts';
import { fixed } from './fixed.ts';

export const CATALOGUE = '/catalogus';
export const SITEMAP = '/sitemap.xml';
export const ROBOTS = '/robots.txt';

/** GET /catalogus */
export function catalogue(service: Service): Handler {
  const bytes = jsonBytes(catalogueBody(service));
  return fixed(CATALOGUE_FORMS, service.baseUrl + CATALOGUE, { jsonld: bytes, json: bytes });
}

/** GET /sitemap.xml: the pages that link to all others. */
export function sitemap({ baseUrl }: Service): Handler {
  const pages = [
    '', '/collections', ...COLLECTIONS.flatMap((id) => [`/collections/${id}`, `/collections/${id}/items`]),
    ...Object.values(ROOTS).map(({ path }) => `/${path}`), '/edities', '/crss', '/waardelijsten', '/schemas', '/fouten', '/documentatie', CATALOGUE,
  ];
  const root = element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, pages.map((page) => (
    element('url', {}, element('loc', {}, baseUrl + page))
  )));
  return fixed(['xml'], baseUrl + SITEMAP, { xml: xmlBytes(root) });
}

/** GET /robots.txt: pages without a query may be indexed; queries are endless. */
export function robots({ baseUrl }: Service): Handler {
  const text = `User-agent: *\nDisallow: /*?\nSitemap: ${baseUrl}${SITEMAP}\n`;
  return fixed(['txt'], baseUrl + ROBOTS, { txt: Buffer.from(text) });
}

const CONTEXT = {
  dcat: 'http://www.w3.org/ns/dcat#', dct: 'http://purl.org/dc/terms/', foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#', rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
};
const EU = 'http://publications.europa.eu/resource/authority';
const SHARED = { 'dct:accessRights': iri(`${EU}/access-right/PUBLIC`), 'dcat:theme': iri(`${EU}/data-theme/ENVI`) };
const API: Text = { nl: 'Register externe veiligheid: OGC API Features', en: 'Register of external safety: OGC API Features' };

function catalogueBody({ baseUrl, terms: { licence, contact, publisher, attribution } }: Service) {
  const url = baseUrl + CATALOGUE;
  const [dataset, distribution, service] = ['dataset', 'distributie', 'dienst'].map((name) => `${url}#${name}`) as [string, string, string];
  const [agent, point] = [publisher?.url ?? `${url}#uitgever`, `${url}#contact`];
  const published = publisher === null ? {} : { 'dct:publisher': iri(agent) };
  const contactLink = contact === null ? {} : { 'dcat:contactPoint': iri(point) };
  const licensed = licence === null ? {} : { 'dct:license': iri(licence.url) };
  const keywords = [...new Map(COLLECTIONS.flatMap(keywordsOf).map((text) => [text.nl, text])).values()];
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@id': url, '@type': 'dcat:Catalog', 'dct:title': inLanguages(REGISTER_TITLE), 'dct:description': inLanguages(REGISTER_CONTENTS), ...published, ...contactLink,
        ...licensed, 'dct:language': iri(`${EU}/language/NLD`), 'foaf:homepage': iri(baseUrl), 'dcat:dataset': iri(dataset), 'dcat:service': iri(service),
      },
      {
        '@id': dataset, '@type': 'dcat:Dataset', 'dct:identifier': dataset, 'dct:title': inLanguages(REGISTER_TITLE), 'dct:description': inLanguages(REGISTER_CONTENTS),
        ...SHARED, ...published, ...(publisher === null ? {} : { 'dct:creator': iri(agent) }), ...contactLink,
        'dct:language': iri(`${EU}/language/NLD`), 'dcat:keyword': keywords.flatMap(inLanguages), 'dcat:landingPage': iri(baseUrl),
        'dcat:distribution': iri(distribution),
      },
      {
        '@id': distribution, '@type': 'dcat:Distribution', 'dct:title': inLanguages(API), 'dcat:accessURL': iri(`${baseUrl}/collections`), ...licensed,
        ...(attribution === null ? {} : { 'dct:rights': { '@type': 'dct:RightsStatement', 'rdfs:label': attribution } }),
        'dct:format': iri(`${EU}/file-type/GEOJSON`), 'dcat:accessService': iri(service),
      },
      {
        '@id': service, '@type': 'dcat:DataService', 'dct:identifier': service, 'dct:title': inLanguages(API), 'dct:description': inLanguages(REGISTER_CONTENTS),
        ...SHARED, ...published, ...contactLink, ...licensed, 'dcat:endpointURL': iri(baseUrl), 'dcat:endpointDescription': iri(`${baseUrl}/openapi.json`),
        'dcat:servesDataset': iri(dataset), 'dct:conformsTo': iri('http://www.opengis.net/spec/ogcapi-features-1/1.0'),
      },
      ...(publisher === null ? [] : [{ '@id': agent, '@type': 'foaf:Agent', 'foaf:name': publisher.name }]),
      ...(contact === null ? [] : [contactPoint(point, contact)]),
    ],
  };
}

function contactPoint(id: string, { name, email, url }: Party) {
  return {
    '@id': id, '@type': ['vcard:Kind', 'vcard:Organization'], 'vcard:fn': name,
    ...(email === undefined ? {} : { 'vcard:hasEmail': iri(`mailto:${email}`) }), ...(url === undefined ? {} : { 'vcard:hasURL': iri(url) }),
  };
}

function iri(id: string) {
  return { '@id': id };
}

function inLanguages({ nl, en }: Text) {
  return [{ '@value': nl, '@language': 'nl' }, { '@value': en, '@language': 'en' }];
}
