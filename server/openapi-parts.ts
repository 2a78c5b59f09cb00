/**
 * OpenAPI parts: parameters, headers, answers and schemas that openapi.ts refers to. Numbers come from
 * limits.ts. Every success names API-Version; every error is a problem (Dutch API design rules).
 */
import { SCHEMA_NAMES } from '../schemas/derived/all-schemas.ts';
import { API_VERSION } from '../schemas/base-url.ts';
import { CODE_LISTS } from '../schemas/codelists.ts';
import { CRSS, DELIVERY_CRSS } from '../schemas/crs.ts';
import { GEOMETRY_ALIASES } from '../schemas/geometry.ts';
import { LIMITS } from '../schemas/limits.ts';
import { arrayNameOf, ROOTS } from '../schemas/names.ts';
import { PROBLEMS, type ProblemKind } from '../schemas/problems.ts';
import type { Profile } from '../schemas/profile.ts';
import { OLD_CRS_NAMES } from './deprecated.ts';
import { offeredCrss } from './parameters/crs.ts';

export type Named = Readonly<Record<string, unknown>>;

export function ref(kind: 'parameters' | 'headers' | 'responses' | 'schemas', name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

const JSON_TYPE = 'application/json';
const PAGE = { schema: { type: 'string' } };
const VERSION_HEADER = { 'API-Version': ref('headers', 'API-Version') };

/**
 * A success in this media type, the same as plain JSON, and as a page for people where there is one. `extra`: names of headers beside
 * ETag; `hal`: the schema of the same in HAL.
 */
export function jsonContent(
  schema: string, { mediaType = JSON_TYPE, extra = [], hal, page = true }: {
    mediaType?: string; extra?: readonly string[]; hal?: string; page?: boolean;
  } = {},
): Named {
  const more = Object.fromEntries(['ETag', ...extra].map((name) => [name, ref('headers', name)]));
  const body = { schema: ref('schemas', schema) };
  return {
    description: 'Gelukt / success',
    headers: { ...VERSION_HEADER, ...more },
    content: {
      [mediaType]: body, [JSON_TYPE]: body, ...(page ? { 'text/html': PAGE } : {}),
      ...(hal === undefined ? {} : { 'application/hal+json': { schema: ref('schemas', hal) } }),
    },
  };
}

export function created(description: string): Named {
  return { description, headers: { ...VERSION_HEADER, Location: ref('headers', 'Location') } };
}

export function problems(statuses: readonly number[]): Named {
  return Object.fromEntries(statuses.map((status) => [status, ref('responses', `Fout${status}`)]));
}

const text = (description: string) => ({ description, schema: { type: 'string' } });

const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

export const headers: Named = {
  'API-Version': text('Volledige versie van de interface / full version of the interface'),
  'Content-Crs': text('URI van het CRS, tussen < en > / URI of the CRS, between < and >'),
  ETag: text('Kenmerk van deze inhoud / tag of this content'),
  'Last-Modified': text('Sindsdien niet gewijzigd / not modified since'),
  Link: text('Links: self, next, alternate; van documenten ook first, prev, last / of documents first, prev and last too'),
  'X-Total-Count': count('Aantal gevonden documenten / documents found'),
  'X-Pagination-Count': count('Aantal bladzijden / pages'),
  'X-Pagination-Page': count('Nummer van deze bladzijde / number of this page'),
  'X-Pagination-Limit': count('Documenten op een bladzijde / documents on a page'),
  Location: text('Adres van het nieuwe object of de indiening / address of the result'),
};

function kindsOf(status: number): readonly ProblemKind[] {
  return Object.values(PROBLEMS).filter((kind) => kind.status === status);
}

const STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))];

export const responses: Named = {
  NietGewijzigd: { description: 'Niet gewijzigd / not modified', headers: VERSION_HEADER },
  ...Object.fromEntries(STATUSES.map((status) => [`Fout${status}`, {
    description: kindsOf(status).map(({ path, title }) => `ev/${path}: ${title}`).join('; '),
    headers: VERSION_HEADER,
    content: { 'application/problem+json': { schema: ref('schemas', 'Problem') }, 'text/html': PAGE },
  }])),
};

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

const links = { type: 'array', items: ref('schemas', 'Link') };
const string = { type: 'string' };
const filled = { type: 'string', minLength: 1 };
const numbers = { type: 'array', items: { type: 'number' } };
const uri = { type: 'string', format: 'uri' };
const object = (required: readonly string[], properties: Named) => ({
  type: 'object', ...(required.length === 0 ? {} : { required }), properties,
});

const moment = { type: 'string', format: 'date-time', nullable: true };
const period = object([], {
  interval: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2, items: moment } }, trs: uri,
});

const codeListHead = {
  naam: string, titel: string, versie: string, bron: string, aantal: { type: 'integer', minimum: 0 },
  open: { type: 'boolean' }, vorm: string, _links: { type: 'object' },
};
const codes = { type: 'array', items: object(['waarde'], { waarde: string, omschrijving: string }) };
const NAME = 'Parameter, kop of veld, met punten ertussen; leeg: het hele bericht / parameter, header or field, with dots; empty: the whole message';
const POINTER = 'Plaats van het veld in het bericht (RFC 6901) / place of the field in the message';
const problemKind = object(['code', 'type', 'titel', '_links'], {
  code: string, type: uri, status: { type: 'integer' }, titel: string, _links: { type: 'object' },
});
const codeListRequired = ['naam', 'titel', 'versie', 'bron', 'aantal', '_links'];

/** A list of resources, plain and in HAL. */
function listSchemas(name: string): readonly (readonly [string, Named])[] {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const list = object([name], { [name]: { type: 'array', items: ref('schemas', 'Document') } });
  return [[title, list], [`${title}Hal`, object(['_links', '_embedded'], { _links: ref('schemas', 'Bladzijden'), _embedded: list })]];
}

const halLink = object(['href'], { href: uri });

export const schemas: Named = {
  Bladzijden: object(['self', 'first', 'last'], { self: halLink, first: halLink, prev: halLink, next: halLink, last: halLink }),
  Link: object(['href', 'rel'], { href: uri, rel: string, type: string, title: string }),
  Startpagina: object(['links'], { title: string, description: string, links }),
  OpenApi: { type: 'object' },
  Conformiteit: object(['conformsTo'], { conformsTo: { type: 'array', items: uri } }),
  Collecties: object(['links', 'collections', 'crs'], {
    links, crs: { type: 'array', items: uri }, collections: { type: 'array', items: ref('schemas', 'Collectie') },
  }),
  Collectie: object(['id', 'links', 'crs'], {
    id: string, title: string, description: string, itemType: string, links,
    extent: object([], { spatial: object([], { bbox: { type: 'array', items: numbers }, crs: uri }), temporal: period }),
    crs: { type: 'array', items: string }, storageCrs: uri, storageCRS: uri,
  }),
  Crss: object(['crs', '_links'], { crs: { type: 'array', items: uri }, _links: { type: 'object' } }),
  Crs: object(['code', 'naam', 'uri', 'dimensie', 'assen', 'datum', 'aangeboden', '_links'], {
    code: string, naam: string, uri, dimensie: { type: 'integer', enum: [2, 3] },
    assen: {
      type: 'array', minItems: 2, items: object(['naam', 'afkorting', 'richting', 'eenheid'], { naam: string, afkorting: string, richting: string, eenheid: string }),
    },
    datum: string, aangeboden: { type: 'boolean' }, toelichting: string, _links: { type: 'object' },
  }),
  Geometrie: {
    ...object(['type', 'coordinates'], {
      type: { type: 'string', enum: GEOMETRY_ALIASES.PuntLijnVlakMulti }, coordinates: { type: 'array', items: {} },
    }),
    nullable: true,
  },
  Feature: object(['type', 'id', 'geometry', 'properties', 'links'], {
    type: { type: 'string', enum: ['Feature'] }, id: string, geometry: ref('schemas', 'Geometrie'),
    properties: { type: 'object' }, links,
  }),
  FeatureCollection: object(['type', 'features', 'timeStamp', 'numberMatched', 'numberReturned', 'links'], {
    type: { type: 'string', enum: ['FeatureCollection'] },
    features: { type: 'array', items: ref('schemas', 'Feature') },
    timeStamp: { type: 'string', format: 'date-time' },
    numberMatched: { type: 'integer', minimum: 0 },
    numberReturned: { type: 'integer', minimum: 0 },
    links,
  }),
  NieuweFeature: object(['type', 'geometry', 'properties'], {
    type: { type: 'string', enum: ['Feature'] }, id: string,
    geometry: ref('schemas', 'Geometrie'), properties: { type: 'object' },
  }),
  Document: object(['entityType', 'id', '_links'], {
    entityType: string, id: string, geometrie: ref('schemas', 'Geometrie'), _links: { type: 'object' },
  }),
  ...Object.fromEntries(Object.values(ROOTS).flatMap(({ path }) => listSchemas(arrayNameOf(path)))),
  NieuwDocument: object(['entityType', 'geometrie'], {
    entityType: string, id: string, geometrie: ref('schemas', 'Geometrie'),
  }),
  NieuwDocumentZonderGeometrie: object(['entityType'], { entityType: string, id: string }),
  Indiening: object(['uuid', 'received', 'state'], {
    uuid: { type: 'string', format: 'uuid' }, received: { type: 'string', format: 'date-time' }, holder: string,
    bytes: { type: 'integer' }, sha256: string, state: { type: 'string', enum: ['pending', 'settled', 'aside'] },
    status: { type: 'integer', nullable: true },
    roots: { type: 'array', items: object(['id', 'type'], { id: string, type: string, href: uri }) },
    report: { type: 'object', nullable: true },
    _links: { type: 'object' },
  }),
  Waardelijsten: object(['waardelijsten', '_links'], {
    waardelijsten: { type: 'array', items: object(codeListRequired, codeListHead) }, _links: { type: 'object' },
  }),
  Waardelijst: object([...codeListRequired, 'waarden', 'gebruiktIn'], {
    ...codeListHead, opmerking: string, waarden: codes,
    vervallen: object(['versie', 'bron', 'waarden'], { versie: string, bron: string, waarden: codes }),
    gebruiktIn: { type: 'array', items: object(['type', 'veld'], { type: string, veld: string }) },
  }),
  Schemas: object(['schemas', '_links'], {
    schemas: { type: 'array', items: object(['naam', '_links'], { naam: string, _links: { type: 'object' } }) },
    _links: { type: 'object' },
  }),
  CollectieSchema: object(['$schema', '$id', 'type', 'properties'], {
    $schema: uri, $id: uri, type: string, title: string, description: string, properties: { type: 'object' },
    required: { type: 'array', items: string }, additionalProperties: { type: 'boolean' },
  }),
  JsonSchema: object(['$schema', '$id', 'title', '$defs'], {
    $schema: uri, $id: uri, title: string, description: string, $defs: { type: 'object' },
  }),
  FoutSoort: problemKind,
  Fouten: object(['fouten', '_links'], { fouten: { type: 'array', items: problemKind }, _links: { type: 'object' } }),
  Problem: object(['type', 'title', 'status', 'detail', 'instance'], {
    type: uri, title: string, status: { type: 'integer', minimum: 400, maximum: 599 }, detail: string, instance: uri,
    'invalid-params': {
      type: 'array',
      items: object(['type', 'name', 'reason'], {
        type: uri, name: { type: 'string', description: NAME }, pointer: { type: 'string', description: POINTER }, reason: string,
        allowed: { type: 'array', items: string }, example: uri,
      }),
    },
  }),
};
