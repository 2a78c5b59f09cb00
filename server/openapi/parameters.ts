/** Parameters: what paths, addresses and headers take, queryable fields aside (fields.ts). Numbers come from limits.ts. */
import { SCHEMA_NAMES } from '../../schemas/derived/all-schemas.ts';
import { API_VERSION } from '../../schemas/base-url.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { CRSS, DELIVERY_CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Profile } from '../../schemas/profile.ts';
import { OLD_CRS_NAMES } from '../deprecated.ts';
import { offeredCrss } from '../parameters/crs.ts';
import { filled, string, type Named } from './parts.ts';

export function parameters({ profile, collections }: { profile: Profile; collections: readonly string[] }): Named {
  const offered = offeredCrss(profile).map(({ uri }) => uri);
  const query = (name: string, description: string, schema: Named) => ({
    name, in: 'query', required: false, style: 'form', explode: false, description, schema,
  });
  const header = (name: string, description: string, schema: Named) => ({ name, in: 'header', required: false, description, schema });
  const path = (name: string, description: string, schema: Named) => ({
    name, in: 'path', required: true, description, schema,
  });
  const crs = (initial: string) => ({ type: 'string', format: 'uri', enum: offered, default: initial });
  const id = { type: 'string', minLength: 1, maxLength: LIMITS.idCharsMax };
  const default84 = offered[0] ?? '';
  return {
    collectionId: path('collectionId', 'Naam van de collectie / name of the collection', {
      type: 'string', enum: collections,
    }),
    featureId: path('featureId', 'id van het object / id of the feature', id),
    id: path('id', 'id van het document / id of the document', id),
    code: path('code', 'Laatste deel van de URI van het CRS / last segment of the URI of the CRS', { type: 'string', enum: Object.keys(CRSS) }),
    subId: path('subId', 'id van het geneste object / id of the nested object', id),
    naam: path('naam', 'Naam van de waardelijst / name of the code list', {
      type: 'string', enum: [...CODE_LISTS.keys()],
    }),
    type: path('type', 'Type van het object, Document of report / type of the object, Document or report', { type: 'string', enum: SCHEMA_NAMES }),
    fout: path('fout', 'Code van de fout / code of the error', { type: 'string' }),
    parameterFout: path('parameterFout', 'Code na parameter/ / code after parameter/', { type: 'string' }),
    regel: path('regel', 'Regel van de controle, zoals schema.required / rule of the checks', { type: 'string' }),
    uuid: path('uuid', 'Nummer van de indiening / number of the submission', { type: 'string', format: 'uuid' }),
    limit: query('limit', LIMIT, {
      type: 'integer', minimum: 1, maximum: LIMITS.featuresMax, default: LIMITS.featuresDefault,
    }),
    offset: query('offset', 'Aantal over te slaan; niet samen met cursor / number to skip; not with cursor', {
      type: 'integer', minimum: 0, default: 0,
    }),
    cursor: query('cursor', 'Uit de link next / from the next link', { type: 'string', minLength: 1, maxLength: 40 }),
    pagina: query('pagina', 'Nummer van de bladzijde; niet samen met offset of cursor / number of the page; not with offset or cursor', {
      type: 'integer', minimum: 1, default: 1,
    }),
    paginaGrootte: query('paginaGrootte', PAGINA_GROOTTE, {
      type: 'integer', minimum: 1, maximum: LIMITS.resourcesMax, default: LIMITS.resourcesDefault,
    }),
    fields: query('fields', 'Namen van velden in het antwoord, ook geneste met een punt / names of fields in the answer, nested ones with a dot', {
      type: 'array', minItems: 1, items: filled,
    }),
    datetime: query('datetime', 'Moment of periode (RFC 3339) waarin het object geldig is / moment or interval of validity', filled),
    geldigOp: query('geldigOp', 'Dag waarop de gegevens gelden / day on which the data are valid', { type: 'string', format: 'date' }),
    beschikbaarOp: query('beschikbaarOp', 'Tijdstip waarop de gegevens beschikbaar waren / moment at which the data were available', filled),
    zoek: query('zoek', 'Hele woorden, met * en ? / whole words, with * and ?', filled),
    sorteer: query('sorteer', 'Namen van velden, met - ervoor aflopend / names of fields, descending after -', {
      type: 'array', minItems: 1, items: filled,
    }),
    filter: query('filter', 'CQL2: vergelijkingen, LIKE, BETWEEN, IN, S_INTERSECTS / comparisons and S_INTERSECTS', filled),
    'filter-lang': query('filter-lang', 'Taal van filter / language of filter', { type: 'string', enum: ['cql2-text', 'cql2-json'], default: 'cql2-text' }),
    'filter-crs': query('filter-crs', 'CRS van de geometrie in filter / CRS of geometry in filter', crs(default84)),
    bbox: query('bbox', BBOX, {
      type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' },
    }),
    'bbox-crs': query('bbox-crs', 'CRS van bbox / CRS of bbox', crs(default84)),
    crs: query('crs', 'CRS van het antwoord / CRS of the answer', crs(default84)),
    'Content-Crs': header('Content-Crs', 'CRS van de geometrie in het bericht; de namen zijn verouderd / CRS of the body; the names are deprecated', {
      type: 'string', enum: [...DELIVERY_CRSS.map((code) => `<${CRSS[code].uri}>`), ...OLD_CRS_NAMES], default: `<${default84}>`,
    }),
    'Accept-Crs': { ...header('Accept-Crs', ACCEPT_CRS, { type: 'string', enum: OLD_CRS_NAMES }), deprecated: true },
    'API-Version': header('API-Version', 'Versie die antwoordt / version that answers', { type: 'string', enum: [API_VERSION] }),
    'If-None-Match': header('If-None-Match', 'ETags die de vrager heeft: dan 304 / ETags that the client has: then 304', string),
    'If-Modified-Since': header('If-Modified-Since', 'Niet gewijzigd sinds dit tijdstip: dan 304 / not modified since: then 304', string),
    Prefer: header('Prefer', 'respond-async: niet wachten / do not wait', string),
  };
}

const PAGE_MEBIBYTES = LIMITS.pageBytesMax / 2 ** 20;
const LIMIT = `Aantal op een bladzijde; meer dan het maximum geldt als het maximum. Een bladzijde heeft ook hoogstens ${PAGE_MEBIBYTES} MiB aan objecten: `
  + 'zijn ze groot, dan staan er minder op en leidt next verder / features on a page; more than the maximum means the maximum. '
  + `A page also has at most ${PAGE_MEBIBYTES} MiB of features: of large ones it has fewer, and next goes on`;
const PAGINA_GROOTTE = `Aantal op een bladzijde; meer dan het maximum geldt als het maximum. Zijn de documenten van een bladzijde samen groter dan ${PAGE_MEBIBYTES} MiB, `
  + 'dan is dat fout 400, die zegt welk aantal past / documents on a page; more than the maximum means the maximum. Where the documents of a page '
  + `are larger than ${PAGE_MEBIBYTES} MiB together, that is error 400, which names the number that fits`;
const BBOX = 'Gebied, in de asvolgorde van bbox-crs; er is geen grootste gebied / box, in the axis order of bbox-crs; there is no largest box';

const ACCEPT_CRS = 'Verouderd, geef crs: CRS van het antwoord bij zijn oude naam; EPSG:4326 is lengte, breedte. Bij een bericht hoort dan Content-Crs / '
  + 'deprecated, give crs: CRS of the answer by its old name; EPSG:4326 is longitude, latitude. With a body it needs Content-Crs';
