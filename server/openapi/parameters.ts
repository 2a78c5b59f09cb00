/**
 * Parameters: path, query and header parameters, except those of one collection (fields.ts). Limits come from limits.ts.
 *
 * Each has an example for which the register of `ev demo` has data. Only a cursor has none, because it is valid for one query.
 */
import { SCHEMA_NAMES } from '../../schemas/derived/all-schemas.ts';
import { API_VERSION } from '../../schemas/base-url.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { CRSS } from '../../schemas/crs.ts';
import { LANGUAGES } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { MODEL_VERSIONS, ROOT_TYPES, ROOTS } from '../../schemas/names.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import type { Profile } from '../../schemas/profile.ts';
import { RULE_TITLES } from '../../schemas/rules.ts';
import { LEGACY_CRS_NAMES } from '../request/legacy-crs.ts';
import { GEOMETRY_KIND_NAMES } from '../parameters/geometrie-soort.ts';
import { FILTER_EXAMPLES } from '../parameters/filter.ts';
import { FORM_SETS, FORMS, type Form } from '../request/negotiate.ts';
import { CURSOR_FORM } from '../parameters/cursor.ts';
import { offeredCrss } from '../parameters/crs.ts';
import { FORM_PARAMETER } from '../parameters/query.ts';
import { SUB_TARGETS, type SubTarget } from '../response/nested-objects.ts';
import { exampleIdOf, exampleIdsAt } from './example-ids.ts';
import {
  CONTENT_CRS_PATTERN, crsUriPattern, DATETIME_PATTERN, DAY_PATTERN, FIELD_PATTERN, ID_PATTERN, INSTANT_PATTERN,
  MOMENT_PATTERN,
} from './patterns.ts';
import type { ApiObject } from './components.ts';

type Parameters = Readonly<Record<string, ApiObject>>;

/** Returns all parameters, by the names that operations refer to. */
export function parameters({ profile, collections }: { profile: Profile; collections: readonly string[] }): Parameters {
  return { ...pathParameters(collections), ...pagingParameters, ...queryParameters(profile), ...formParameters, ...headerParameters };
}

/** Returns the component for the id of a document. Each type of root has its own example. */
export function idOf(path: string): string {
  return `id.${path}`;
}

/** Returns the component for the id of a root as a feature. */
export function featureIdOf(path: string): string {
  return `featureId.${path}`;
}

/** Component for the collections of nested features. */
export const NESTED_IN = 'collectionId.genest';

/** Component for Content-Crs of a delivery, which has other defaults. */
export const DELIVERY_CRS = 'Content-Crs.levering';

/** Returns the component for the id of a nested object. */
export function subIdOf({ path, sub }: SubTarget): string {
  return `subId.${path}.${sub}`;
}

/** Returns the component for `f` with these forms. */
export function formComponent(forms: readonly Form[]): string {
  return `f.${forms.join('.')}`;
}

function path(name: string, example: string, { description, ...schema }: ApiObject & { readonly description: string }): ApiObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema }, example };
}

function query(name: string, example: unknown, { description, ...schema }: ApiObject & { readonly description: string }): ApiObject {
  return {
    name, in: 'query', required: false, style: 'form', explode: false, description, schema: { type: 'string', ...schema },
    ...(example === undefined ? {} : { example }),
  };
}

function header(name: string, example: string, { description, ...schema }: ApiObject & { readonly description: string }): ApiObject {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...schema }, example };
}

const PAGE_MEBIBYTES = LIMITS.pageBytesMax / 2 ** 20;
const LIMIT = `Aantal op een bladzijde; meer dan het maximum geldt als het maximum. Een bladzijde heeft ook hoogstens ${PAGE_MEBIBYTES} MiB aan objecten: `
  + 'zijn ze groot, dan staan er minder op en leidt next verder / features on a page; more than the maximum means the maximum. '
  + `A page also has at most ${PAGE_MEBIBYTES} MiB of features: of large ones it has fewer, and next goes on`;
const PAGINA_GROOTTE = `Aantal op een bladzijde; meer dan het maximum geldt als het maximum. Zijn de documenten van een bladzijde samen groter dan ${PAGE_MEBIBYTES} MiB, `
  + 'dan is dat fout 400, die zegt welk aantal past / documents on a page; more than the maximum means the maximum. Where the documents of a page '
  + `are larger than ${PAGE_MEBIBYTES} MiB together, that is error 400, which names the number that fits`;
const BBOX = 'Gebied, in de asvolgorde van bbox-crs; er is geen grootste gebied, mits binnen ±180 en ±90 graden of ±1e8 meter. Wat geen geometrie heeft staat altijd in het antwoord, achteraan / '
  + 'box, in the axis order of bbox-crs; there is no largest box, within ±180 and ±90 degrees or ±1e8 metres. What has no geometry is always in the answer, at its end';

const SHOWN_END = {
  nl: 'eindGeldigheid van een feature is dan het einde van die versie, zoals in /versies',
  en: 'the eindGeldigheid of a feature is then the end of that version, as in /versies',
};
const DATETIME = 'Moment, dag of periode (RFC 3339). Van een periode komt van elk object de laatste versie die erin geldig was, ook als die sindsdien is vervangen; '
  + `${SHOWN_END.nl} / moment, day or interval. Of an interval: of each object the last version valid in it, also when it has been superseded since; ${SHOWN_END.en}`;

const ZOEK = 'Hele woorden, die er alle in moeten staan, met * (elk aantal tekens) en ? (precies één), zonder onderscheid van hoofdletters en accenten: in alle teksten, id’s en codes '
  + '(met hun woorden en omschrijving), ook in lijsten en geneste velden. Niet in getallen, datums en verwijzingen / '
  + 'whole words, all of which must be there, with * (any number of characters) and ? (exactly one), case and accents aside: in all texts, ids and codes '
  + '(with their words and labels), also in lists and nested fields. Not in numbers, dates and links';

const FILTER_TEXT = 'CQL2: vergelijkingen, LIKE, BETWEEN, IN, CASEI, ACCENTI, lijsten (A_CONTAINS en dergelijke), ruimtelijke functies (S_INTERSECTS, S_WITHIN, S_DWITHIN en dergelijke) en tijdfuncties (T_INTERSECTS en dergelijke) / '
  + 'comparisons, CASEI, ACCENTI, lists (A_CONTAINS and the like), spatial functions (S_INTERSECTS, S_WITHIN, S_DWITHIN and the like) and temporal ones (T_INTERSECTS and the like)';

const ACCEPT_CRS = `Verouderd, geef crs: CRS van het antwoord bij zijn oude naam (${LEGACY_CRS_NAMES.join(', ')}), van geen belang naast crs; EPSG:4326 is lengte, breedte. Bij een bericht hoort dan Content-Crs / `
  + 'deprecated, give crs: CRS of the answer by its old name, of no account beside crs; EPSG:4326 is longitude, latitude. With a body it needs Content-Crs';

const ID = { minLength: 1, maxLength: LIMITS.idCharsMax, pattern: ID_PATTERN };
const FEATURE_ID = { description: 'id van het object / id of the feature', ...ID };
const ROOT_PATHS: readonly string[] = Object.values(ROOTS).map((root) => root.path);


const PROBLEM_PATHS = Object.values(PROBLEMS).map((kind) => kind.path);
const ABOUT_PARAMETER = 'parameter/';

function pathParameters(collections: readonly string[]): Parameters {
  const ofParameters = PROBLEM_PATHS.filter((one) => one.startsWith(ABOUT_PARAMETER)).map((one) => one.slice(ABOUT_PARAMETER.length));
  return {
    collectionId: path('collectionId', ROOTS.KwetsbaarGebouw.path, { description: 'Naam van de collectie / name of the collection', enum: collections }),
    [NESTED_IN]: path('collectionId', 'ev-activiteiten', {
      description: 'Naam van een collectie van geneste objecten / name of a collection of nested objects',
      enum: collections.filter((collection) => !ROOT_PATHS.includes(collection)),
    }),
    featureId: path('featureId', exampleIdsAt({ path: ROOTS.LocatieActiviteit.path, sub: 'ev-activiteiten' }).own, FEATURE_ID),
    ...Object.fromEntries(ROOT_TYPES.flatMap((type) => idParameters(ROOTS[type].path, exampleIdOf(type)))),
    code: path('code', '28992', { description: 'Laatste deel van de URI van het CRS / last segment of the URI of the CRS', enum: Object.keys(CRSS) }),
    naam: path('naam', 'TypeBrand', { description: 'Naam van de waardelijst / name of the code list', enum: [...CODE_LISTS.keys()] }),
    type: path('type', 'Windturbine', {
      description: 'Type van het object, Document of report / type of the object, Document or report', enum: SCHEMA_NAMES,
    }),
    fout: path('fout', PROBLEMS.BestaatNiet.path, {
      description: 'Code van de fout / code of the error', enum: PROBLEM_PATHS.filter((one) => !one.includes('/')),
    }),
    parameterFout: path('parameterFout', 'CursorOngeldig', { description: 'Code na parameter/ / code after parameter/', enum: ofParameters }),
    regel: path('regel', 'schema.required', { description: 'Regel van de controle / rule of the checks', enum: [...RULE_TITLES.keys()] }),
    uuid: path('uuid', '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', { description: 'Nummer van de indiening / number of the submission', format: 'uuid' }),
  };
}

function idParameters(root: string, id: string): readonly (readonly [string, ApiObject])[] {
  return [
    [idOf(root), path('id', id, { description: 'id van het document, in welke Unicode-normaalvorm ook / id of the document, in any Unicode normal form', ...ID })],
    [featureIdOf(root), path('featureId', id, FEATURE_ID)],
    ...SUB_TARGETS.filter((target) => target.path === root).map((target) => [
      subIdOf(target), path('subId', exampleIdsAt(target).own, { description: 'id van het geneste object / id of the nested object', ...ID }),
    ] as const),
  ];
}

const pagingParameters: Parameters = {
  limit: query('limit', LIMITS.featuresDefault, {
    description: LIMIT, type: 'integer', minimum: 1, maximum: LIMITS.featuresMax, default: LIMITS.featuresDefault,
  }),
  offset: query('offset', 0, {
    description: 'Aantal over te slaan; niet samen met cursor / number to skip; not with cursor', type: 'integer', minimum: 0, default: 0,
  }),
  cursor: query('cursor', undefined, { description: 'Uit de link next / from the next link', maxLength: 40, pattern: CURSOR_FORM.source }),
  pagina: query('pagina', 1, {
    description: 'Nummer van de bladzijde; niet samen met offset of cursor / number of the page; not with offset or cursor',
    type: 'integer', minimum: 1, default: 1,
  }),
  paginaGrootte: query('paginaGrootte', LIMITS.resourcesDefault, {
    description: PAGINA_GROOTTE, type: 'integer', minimum: 1, maximum: LIMITS.resourcesMax, default: LIMITS.resourcesDefault,
  }),
};

const formParameters: Parameters = Object.fromEntries(FORM_SETS.map((served) => {
  const forms = FORMS.filter((form) => served.includes(form));
  return [formComponent(forms), query(FORM_PARAMETER, forms[0], {
    description: 'Vorm van het antwoord, in plaats van de kop Accept / form of the answer, instead of the header Accept', enum: forms,
  })];
}));

/** A day on which the data of `ev demo` is valid. */
const DAY = '2026-10-01';

function queryParameters(profile: Profile): Parameters {
  const offered = offeredCrss(profile);
  const crs = { format: 'uri', pattern: crsUriPattern(offered), default: CRSS.CRS84.uri };
  const uris = `; ${offered.map(({ uri }) => uri).join(', ')}. http://www.opengis.net/def/crs/EPSG/0/4326 geeft de getallen van 4258, breedte eerst / `
    + 'gives the numbers of 4258, latitude first';
  return {
    ...Object.fromEntries(['fields', 'properties'].map((name) => [name, query(name, ['id', 'entityType'], {
      description: 'Namen van velden in het antwoord, ook geneste met een punt; fields en properties zijn hetzelfde, geef er één / '
        + 'names of fields in the answer, nested ones with a dot; fields and properties are the same, give one',
      type: 'array', minItems: 1, items: { type: 'string', pattern: FIELD_PATTERN },
    })])),
    skipGeometry: query('skipGeometry', true, {
      description: 'Of geometry van elk object null is / whether the geometry of each feature is null', type: 'boolean', default: false,
    }),
    datetime: query('datetime', `${DAY}/..`, {
      description: DATETIME, pattern: DATETIME_PATTERN,
    }),
    'datetime.moment': query('datetime', `${DAY}T12:00:00Z`, {
      description: `Moment of dag (RFC 3339) waarop het object geldig is; ${SHOWN_END.nl} / moment or day of validity; ${SHOWN_END.en}`, pattern: INSTANT_PATTERN,
    }),
    geldigOp: query('geldigOp', DAY, {
      description: `Dag waarop de gegevens gelden, niet na vandaag; ${SHOWN_END.nl} / day on which the data are valid, not after today; ${SHOWN_END.en}`,
      format: 'date', pattern: DAY_PATTERN,
    }),
    beschikbaarOp: query('beschikbaarOp', '2026-11-21T00:00:00Z', {
      description: 'Tijdstip waarop de gegevens beschikbaar waren, niet na nu / moment at which the data were available, not after now',
      pattern: MOMENT_PATTERN,
    }),
    geometrieSoort: query('geometrieSoort', 'lijn', {
      description: 'Objecten waarvan de geometrie van deze soort is, enkel- of meervoudig; geen: zonder geometrie. Een GIS laadt een laag per soort / '
        + 'features with a geometry of this kind, single or multi; geen: without geometry. A GIS loads a layer for each kind', enum: GEOMETRY_KIND_NAMES,
    }),
    lang: query('lang', 'en', {
      description: 'Taal van titels, omschrijvingen en trefwoorden; zonder geldt de kop Accept-Language, anders nl / '
        + 'language of titles, descriptions and keywords; without it that of the header Accept-Language, else nl', enum: LANGUAGES,
    }),
    zoek: query('zoek', 'gemeente', { description: ZOEK, minLength: 1, maxLength: LIMITS.searchCharsMax }),
    filter: query('filter', FILTER_EXAMPLES['cql2-text'], {
      description: FILTER_TEXT, minLength: 1, maxLength: LIMITS.filterCharsMax,
    }),
    'filter-lang': query('filter-lang', 'cql2-text', { description: 'Taal van filter / language of filter', enum: Object.keys(FILTER_EXAMPLES), default: 'cql2-text' }),
    'filter-crs': query('filter-crs', CRSS['28992'].uri, { description: `CRS van de geometrie in filter / CRS of geometry in filter${uris}`, ...crs }),
    bbox: query('bbox', [3, 50, 8, 54], { description: BBOX, type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' } }),
    model: query('model', '4.0', { description: 'Versie van het model van een levering; zonder wordt die herkend / model of a delivery; recognised without', enum: MODEL_VERSIONS }),
    strikt: query('strikt', true, {
      description: 'Eén geweigerd object weigert de hele levering / one refused object refuses the whole delivery', type: 'boolean', default: false,
    }),
    correctie: query('correctie', true, {
      description: 'Wat gestuurd wordt vervangt de nieuwste versie van het object, met haar hele periode / what is sent replaces the newest version of the object with all of its period',
      type: 'boolean', default: false,
    }),
    volledig: query('volledig', ['KwetsbareLocatie'], {
      description: 'Typen waarvan de levering alle objecten bevat: wat ontbreekt wordt beëindigd / types of which the delivery holds all objects: those that it leaves out are ended. Nodig / needed: rol full / role full',
      type: 'array', minItems: 1, items: { type: 'string', enum: ROOT_TYPES },
    }),
    'bbox-crs': query('bbox-crs', CRSS['4258'].uri, { description: `CRS van bbox / CRS of bbox${uris}`, ...crs }),
    crs: query('crs', CRSS['28992'].uri, { description: `CRS van het antwoord / CRS of the answer${uris}`, ...crs }),
  };
}

const headerParameters: Parameters = {
  'Content-Crs': header('Content-Crs', `<${CRSS.CRS84.uri}>`, {
    description: 'CRS van de geometrie in het bericht; de namen zijn verouderd / CRS of the body; the names are deprecated',
    pattern: CONTENT_CRS_PATTERN, default: `<${CRSS.CRS84.uri}>`,
  }),
  'Accept-Crs': { ...header('Accept-Crs', 'EPSG:28992', { description: ACCEPT_CRS }), deprecated: true },
  'API-Version': header('API-Version', API_VERSION, { description: 'Versie die antwoordt / version that answers', enum: [API_VERSION] }),
  'If-None-Match': header('If-None-Match', '"0"', { description: 'ETags die de vrager heeft: dan 304 / ETags that the client has: then 304' }),
  'If-Modified-Since': header('If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT', {
    description: 'Niet gewijzigd sinds dit tijdstip: dan 304 / not modified since: then 304',
  }),
  'If-Match': header('If-Match', '*', {
    description: 'ETags van het object zoals de vrager het kent, niet zwak, of *: anders 412; een dienst kan de kop eisen bij PUT en PATCH (428) / '
      + 'strong ETags of the object as the client knows it, or *: else 412; a service may require the header of PUT and PATCH (428)',
  }),
  [DELIVERY_CRS]: header('Content-Crs', `<${CRSS['28992'].uri}>`, {
    description: 'CRS van de levering; zonder geldt CRS84 voor model 4.0 en RD voor 3.0 / CRS of the delivery; without it CRS84 for model 4.0 and RD for 3.0',
    pattern: CONTENT_CRS_PATTERN,
  }),
  'Content-Encoding': header('Content-Encoding', 'identity', {
    description: 'gzip als de levering ingepakt is / gzip when the delivery is compressed', enum: ['gzip', 'identity'],
  }),
  Prefer: header('Prefer', 'respond-async', { description: 'respond-async: niet wachten / do not wait' }),
};
