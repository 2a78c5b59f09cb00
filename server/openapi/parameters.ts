/**
 * Parameters: path, query and header parameters, except those of one collection (fields.ts). Limits come from limits.ts.
 *
 * Each has an example for which the register of `ev demo` has data. Only a cursor has none, because it is valid for one query.
 */
import { MATRIX_SETS } from '../../publisher/tiles/matrix-sets.ts';
import { SCHEMA_NAMES } from '../../schemas/derived/all-schemas.ts';
import { API_VERSION, SERVED_VERSIONS } from '../../schemas/interface-versions.ts';
import { CODE_LISTS } from '../../schemas/codelists.ts';
import { CRSS, type Crs } from '../../schemas/crs.ts';
import { LANGUAGES, type Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS, HOLDER_CODE_PATTERN, MODEL_VERSIONS, ROOT_TYPES, ROOTS } from '../../schemas/names.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { PROPOSAL_STATES } from '../../schemas/proposal.ts';
import { SUBMISSION_STATES } from '../../schemas/submission.ts';
import type { Profile } from '../../schemas/profile.ts';
import { RULE_IDS } from '../../schemas/rules.ts';
import { LEGACY_CRS_NAMES } from '../request/legacy-crs.ts';
import { CELL_SIZE_DEFAULT, CELL_SIZES } from '../parameters/cel.ts';
import { MAP_PARAMETERS, ZOOM_MAX } from '../parameters/map-query.ts';
import { PAGE_SEARCH_PARAMETERS } from '../parameters/search-query.ts';
import { RADIUS_DEFAULT, RELATIONS } from '../parameters/surroundings-query.ts';
import { GEOMETRY_KIND_NAMES } from '../parameters/geometrie-soort.ts';
import { FILTER_EXAMPLES } from '../parameters/filter.ts';
import { FORM_SETS, FORMS, type Form } from '../request/negotiate.ts';
import { PROFILE_PATTERN } from '../request/profile.ts';
import { CURSOR_FORM } from '../parameters/cursor.ts';
import { DIFFERENCE_CURSOR_FORM } from '../parameters/difference-query.ts';
import { SUBMISSION_CURSOR_FORM } from '../parameters/submissions-query.ts';
import { offeredCrss, possibleCrss } from '../parameters/crs.ts';
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
  const inQuery: Parameters = {
    ...pagingParameters, ...submissionParameters, ...proposalParameters, ...ownDocumentParameters, ...queryParameters(profile),
  };
  const ofForms = FORM_NAMES.map((name) => [ofForm(name), { ...inQuery[name], required: false, allowEmptyValue: true }] as const);
  return { ...pathParameters(collections), ...inQuery, ...Object.fromEntries(ofForms), ...formParameters, ...headerParameters };
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

/** Returns the component for a parameter of a page, where an empty value counts as absent, because forms send empty fields. */
export function ofForm(name: string): string {
  return `${name}.formulier`;
}

const FORM_NAMES = [...new Set([...MAP_PARAMETERS, ...PAGE_SEARCH_PARAMETERS])];

/** Returns the component for `f` with these forms. */
export function formComponent(forms: readonly Form[]): string {
  return `f.${forms.join('.')}`;
}

/** Returns the component for a parameter of `/verschillen`. */
export function ofDifferences(name: string): string {
  return name === 'cursor' ? 'cursor.verschillen' : name;
}

function path(name: string, example: string, { description, ...schema }: ApiObject & { readonly description: Text }): ApiObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema }, example };
}

function query(name: string, example: unknown, { description, ...schema }: ApiObject & { readonly description: Text }): ApiObject {
  return {
    name, in: 'query', required: false, style: 'form', explode: false, description, schema: { type: 'string', ...schema },
    ...(example === undefined ? {} : { example }),
  };
}

function header(name: string, example: string, { description, ...schema }: ApiObject & { readonly description: Text }): ApiObject {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...schema }, example };
}

const PAGE_MEBIBYTES = LIMITS.pageBytesMax / 2 ** 20;
const LIMIT: Text = {
  nl: `Aantal op een bladzijde; meer dan het maximum geldt als het maximum. Een bladzijde heeft ook hoogstens ${PAGE_MEBIBYTES} MiB aan objecten: `
    + 'zijn ze groot, dan staan er minder op en leidt next verder',
  en: 'features on a page; more than the maximum means the maximum. '
    + `A page also has at most ${PAGE_MEBIBYTES} MiB of features: of large ones it has fewer, and next goes on`,
};
const PAGINA_GROOTTE: Text = {
  nl: `Aantal op een bladzijde; meer dan het maximum geldt als het maximum. Zijn de documenten van een bladzijde samen groter dan ${PAGE_MEBIBYTES} MiB, `
    + 'dan is dat fout 400, die zegt welk aantal past',
  en: 'documents on a page; more than the maximum means the maximum. Where the documents of a page '
    + `are larger than ${PAGE_MEBIBYTES} MiB together, that is error 400, which names the number that fits`,
};
const BBOX: Text = {
  nl: 'Gebied, in de asvolgorde van bbox-crs; er is geen grootste gebied, mits binnen ±180 en ±90 graden of ±1e8 meter. Wat geen geometrie heeft staat altijd in het antwoord, achteraan',
  en: 'box, in the axis order of bbox-crs; there is no largest box, within ±180 and ±90 degrees or ±1e8 metres. What has no geometry is always in the response, at its end',
};

const SHOWN_END = {
  nl: 'eindGeldigheid van een feature is dan het einde van die versie, zoals in /versies',
  en: 'the eindGeldigheid of a feature is then the end of that version, as in /versies',
};
const DATETIME: Text = {
  nl: 'Moment, dag of periode (RFC 3339). Van een periode komt van elk object de laatste versie die erin geldig was, ook als die sindsdien is vervangen; '
    + SHOWN_END.nl,
  en: 'moment, day or interval (RFC 3339). An interval gives of each object the last version valid in it, also when it has been superseded since; '
    + SHOWN_END.en,
};

const ZOEK: Text = {
  nl: 'Hele woorden, die er alle in moeten staan, met * (elk aantal tekens) en ? (precies één), zonder onderscheid van hoofdletters en accenten: in alle teksten, id’s en codes '
    + '(met hun woorden en omschrijving), ook in lijsten en geneste velden. Niet in getallen, datums en verwijzingen',
  en: 'whole words, all of which must be there, with * (any number of characters) and ? (exactly one), case and accents aside: in all texts, ids and codes '
    + '(with their words and labels), also in lists and nested fields. Not in numbers, dates and links',
};

const FILTER_TEXT: Text = {
  nl: 'CQL2: vergelijkingen, LIKE, BETWEEN, IN, CASEI, ACCENTI, lijsten (A_CONTAINS en dergelijke), ruimtelijke functies (S_INTERSECTS, S_WITHIN, S_DWITHIN en dergelijke) en tijdfuncties (T_INTERSECTS en dergelijke)',
  en: 'CQL2: comparisons, LIKE, BETWEEN, IN, CASEI, ACCENTI, lists (A_CONTAINS and the like), spatial functions (S_INTERSECTS, S_WITHIN, S_DWITHIN and the like) and temporal ones (T_INTERSECTS and the like)',
};

const ACCEPT_CRS: Text = {
  nl: `Verouderd, geef crs: CRS van het antwoord bij zijn oude naam (${LEGACY_CRS_NAMES.join(', ')}), van geen belang naast crs; EPSG:4326 is lengte, breedte. Bij een bericht hoort dan Content-Crs`,
  en: `deprecated, give crs: CRS of the response by its old name (${LEGACY_CRS_NAMES.join(', ')}), of no account beside crs; EPSG:4326 is longitude, latitude. With a body it needs Content-Crs`,
};

const END_PATTERN = `(?:^[0-9]{1,10}$)|(?:${MOMENT_PATTERN})`;
const PLACE_PATTERN = '^(?:0|[1-9][0-9]{0,9})$';
const TILE_NUMBER_PATTERN = '^(?:0|[1-9][0-9]{0,8})$';
const NUMBER_PATTERN = '^[1-9][0-9]{0,9}$';
const ID = { minLength: 1, maxLength: LIMITS.idCharsMax, pattern: ID_PATTERN };
const FEATURE_ID = { description: { nl: 'id van het object', en: 'id of the feature' }, ...ID };
const ROOT_PATHS: readonly string[] = Object.values(ROOTS).map((root) => root.path);


const PROBLEM_PATHS = Object.values(PROBLEMS).map((kind) => kind.path);
const ABOUT_PARAMETER = 'parameter/';

function pathParameters(collections: readonly string[]): Parameters {
  const ofParameters = PROBLEM_PATHS.filter((one) => one.startsWith(ABOUT_PARAMETER)).map((one) => one.slice(ABOUT_PARAMETER.length));
  return {
    collectionId: path('collectionId', ROOTS.KwetsbaarGebouw.path, { description: { nl: 'Naam van de collectie', en: 'name of the collection' }, enum: collections }),
    [NESTED_IN]: path('collectionId', 'ev-activiteiten', {
      description: { nl: 'Naam van een collectie van geneste objecten', en: 'name of a collection of nested objects' },
      enum: collections.filter((collection) => !ROOT_PATHS.includes(collection)),
    }),
    featureId: path('featureId', exampleIdsAt({ path: ROOTS.LocatieActiviteit.path, sub: 'ev-activiteiten' }).own, FEATURE_ID),
    ...Object.fromEntries(ROOT_TYPES.flatMap((type) => idParameters(ROOTS[type].path, exampleIdOf(type)))),
    tileMatrixSetId: path('tileMatrixSetId', 'WebMercatorQuad', {
      description: { nl: 'Indeling in tegels', en: 'tile matrix set' }, enum: MATRIX_SETS.map(({ id }) => id),
    }),
    tileMatrix: path('tileMatrix', '0', { description: { nl: 'Niveau', en: 'level' }, pattern: TILE_NUMBER_PATTERN }),
    tileRow: path('tileRow', '0', { description: { nl: 'Rij, geteld naar het zuiden', en: 'row, counted to the south' }, pattern: TILE_NUMBER_PATTERN }),
    tileCol: path('tileCol', '0', { description: { nl: 'Kolom, geteld naar het oosten', en: 'column, counted to the east' }, pattern: TILE_NUMBER_PATTERN }),
    code: path('code', '28992', { description: { nl: 'Laatste deel van de URI van het CRS', en: 'last segment of the URI of the CRS' }, enum: Object.keys(CRSS) }),
    nummer: path('nummer', '1', { description: { nl: 'Nummer van de editie, zoals in /edities', en: 'number of the edition, as in /edities' }, pattern: NUMBER_PATTERN }),
    geheelBestand: path('geheelBestand', 'ev-register-1-rd.gpkg', { description: { nl: 'Naam van het bestand, zoals in de links van de lijst van collecties', en: 'name of the file, as in the links of the list of collections' } }),
    gevraagdBestand: path('gevraagdBestand', `${ROOTS.KwetsbaarGebouw.path}-1-rd-0b5a7f6e.gpkg`, { description: { nl: 'Naam van het bestand, zoals in de link van het bestand op verzoek', en: 'name of the file, as in the link of the requested file' } }),
    bestand: path('bestand', `${ROOTS.KwetsbaarGebouw.path}-1-rd.ndjson`, { description: { nl: 'Naam van het bestand, zoals in de links van de collectie', en: 'name of the file, as in the links of the collection' } }),
    'bronhoudercode.pad': path('bronhoudercode', 'AB12', { description: { nl: 'Code van de bronhouder', en: 'code of the source holder' }, pattern: `^${HOLDER_CODE_PATTERN}$` }),
    naam: path('naam', 'TypeBrand', { description: { nl: 'Naam van de waardelijst', en: 'name of the code list' }, enum: [...CODE_LISTS.keys()] }),
    type: path('type', 'Windturbine', {
      description: { nl: 'Type van het object, Document of report', en: 'type of the object, Document or report' }, enum: SCHEMA_NAMES,
    }),
    fout: path('fout', PROBLEMS.BestaatNiet.path, {
      description: { nl: 'Code van de fout', en: 'code of the error' }, enum: PROBLEM_PATHS.filter((one) => !one.includes('/')),
    }),
    parameterFout: path('parameterFout', 'CursorOngeldig', { description: { nl: 'Code na parameter/', en: 'code after parameter/' }, enum: ofParameters }),
    regel: path('regel', 'schema.required', { description: { nl: 'Regel van de controle', en: 'rule of the checks' }, enum: RULE_IDS }),
    uuid: path('uuid', '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', { description: { nl: 'Nummer van de indiening, de overdracht of het bestand op verzoek', en: 'number of the submission, the transfer or the requested file' }, format: 'uuid' }),
  };
}

function idParameters(root: string, id: string): readonly (readonly [string, ApiObject])[] {
  return [
    [idOf(root), path('id', id, { description: { nl: 'id van het document, in welke Unicode-normaalvorm ook', en: 'id of the document, in any Unicode normal form' }, ...ID })],
    [featureIdOf(root), path('featureId', id, FEATURE_ID)],
    ...SUB_TARGETS.filter((target) => target.path === root).map((target) => [
      subIdOf(target), path('subId', exampleIdsAt(target).own, { description: { nl: 'id van het geneste object', en: 'id of the nested object' }, ...ID }),
    ] as const),
  ];
}

/** A day on which the data of `ev demo` is valid. */
const DAY = '2026-10-01';

/** Returns the component for a parameter of a list of submissions. */
export function ofSubmissions(name: string): string {
  return `${name}.indieningen`;
}

const submissionParameters: Parameters = {
  [ofSubmissions('staat')]: query('staat', 'settled', {
    description: {
      nl: 'Indieningen in deze staat: pending (wordt verwerkt), parked (wacht op de beheerder), settled (verwerkt), aside (verwerking mislukt), '
        + 'retried (opnieuw geprobeerd als een andere), refused (geweigerd door de beheerder)',
      en: 'submissions in this state: pending, parked (waits for the operator), settled (processed), aside (processing failed), '
        + 'retried (as another submission), refused (by the operator)',
    },
    enum: SUBMISSION_STATES,
  }),
  [ofSubmissions('bronhoudercode')]: query('bronhoudercode', 'AB12', {
    description: {
      nl: 'Alleen van deze bronhouder. Een bronhouder leest alleen de eigen; zonder deze parameter leest een operator alle',
      en: 'only of this source holder. A holder reads its own only; without this parameter an operator reads all',
    },
    pattern: `^${HOLDER_CODE_PATTERN}$`,
  }),
  [ofSubmissions('limit')]: query('limit', LIMITS.submissionsDefault, {
    description: {
      nl: 'Aantal op een bladzijde; meer dan het maximum geldt als het maximum', en: 'number on a page; more than the maximum means the maximum',
    },
    type: 'integer', minimum: 1, maximum: LIMITS.submissionsMax, default: LIMITS.submissionsDefault,
  }),
  [ofSubmissions('cursor')]: query('cursor', undefined, {
    description: { nl: 'Uit de link next', en: 'from the next link' }, maxLength: 45, pattern: SUBMISSION_CURSOR_FORM.source,
  }),
};

/** Returns the component for a parameter of a list of proposed transfers. */
export function ofProposals(name: string): string {
  return name === 'staat' ? `${name}.overdrachten` : ofSubmissions(name);
}

const proposalParameters: Parameters = {
  [ofProposals('staat')]: query('staat', 'open', {
    description: {
      nl: 'Voorstellen in deze staat: open, accepted (aanvaard), withdrawn (ingetrokken), refused (geweigerd)',
      en: 'proposals in this state: open, accepted, withdrawn, refused',
    },
    enum: PROPOSAL_STATES,
  }),
  'proef.overdrachten': query('proef', false, {
    description: {
      nl: 'Een proef: het antwoord is het rapport dat de overdracht nu zou krijgen; er wordt niets bewaard. Alleen voor de houder van de objecten',
      en: 'a rehearsal: the response is the report that the transfer would get now; nothing is stored. For the holder of the objects only',
    },
    type: 'boolean', default: false,
  }),
};

/** Returns the component for a parameter of the own documents of a holder. */
export function ofOwnDocuments(name: string): string {
  return name === 'crs' || name === 'bronhouder' ? name : `${name}.eigenGegevens`;
}

const ownDocumentParameters: Parameters = {
  [ofOwnDocuments('type')]: query('type', ['KwetsbaarGebouw'], {
    description: { nl: 'Alleen objecten van deze typen', en: 'only objects of these types' },
    type: 'array', minItems: 1, items: { type: 'string', enum: ROOT_TYPES },
  }),
  [ofOwnDocuments('geldigOp')]: query('geldigOp', DAY, {
    description: {
      nl: 'Alleen versies die op deze dag gelden, niet na vandaag; zonder: alle geregistreerde versies',
      en: 'only versions that are valid on this day, not after today; without it all recorded versions',
    },
    format: 'date', pattern: DAY_PATTERN,
  }),
  [ofOwnDocuments('beschikbaarOp')]: query('beschikbaarOp', '2026-11-21T00:00:00Z', {
    description: {
      nl: 'Versies zoals ze op dit tijdstip geregistreerd waren, niet na nu', en: 'versions as they were recorded at this moment, not after now',
    },
    pattern: MOMENT_PATTERN,
  }),
};

const pagingParameters: Parameters = {
  limit: query('limit', LIMITS.featuresDefault, {
    description: LIMIT, type: 'integer', minimum: 1, maximum: LIMITS.featuresMax, default: LIMITS.featuresDefault,
  }),
  offset: query('offset', 0, {
    description: { nl: 'Aantal over te slaan; niet samen met cursor', en: 'number to skip; not with cursor' }, type: 'integer', minimum: 0, default: 0,
  }),
  cursor: query('cursor', undefined, { description: { nl: 'Uit de link next', en: 'from the next link' }, maxLength: 40, pattern: CURSOR_FORM.source }),
  'cursor.verschillen': query('cursor', undefined, {
    description: { nl: 'Uit de link next', en: 'from the next link' }, maxLength: 2_009, pattern: DIFFERENCE_CURSOR_FORM.source,
  }),
  van: {
    ...query('van', '0', {
      description: {
        nl: 'Editienummer (0: voor de eerste editie) of tijdstip van beschikbaarheid', en: 'edition number (0: before the first edition) or moment of availability',
      },
      pattern: END_PATTERN,
    }),
    required: true,
  },
  na: query('na', '0', {
    description: {
      nl: 'Het nummer van de laatste publicatie die u kent (id van een gebeurtenis); 0: vanaf de eerste; zonder: de nieuwste',
      en: 'number of the last publication that you know (id of an event); 0: from the first on; without it the newest',
    },
    pattern: PLACE_PATTERN,
  }),
  tot: query('tot', '2026-11-21T00:00:00Z', {
    description: { nl: 'Zoals van; zonder: de editie van nu', en: 'like van; without it the present edition' }, pattern: END_PATTERN,
  }),
  bronhoudercode: query('bronhoudercode', 'AB12', {
    description: { nl: 'Objecten van deze bronhouder', en: 'objects of this source holder' }, pattern: `^${HOLDER_CODE_PATTERN}$`,
  }),
  pagina: query('pagina', 1, {
    description: { nl: 'Nummer van de bladzijde; niet samen met offset of cursor', en: 'number of the page; not with offset or cursor' },
    type: 'integer', minimum: 1, default: 1,
  }),
  paginaGrootte: query('paginaGrootte', LIMITS.resourcesDefault, {
    description: PAGINA_GROOTTE, type: 'integer', minimum: 1, maximum: LIMITS.resourcesMax, default: LIMITS.resourcesDefault,
  }),
};

const formParameters: Parameters = Object.fromEntries(FORM_SETS.map((served) => {
  const forms = FORMS.filter((form) => served.includes(form));
  return [formComponent(forms), query(FORM_PARAMETER, forms[0], {
    description: { nl: 'Vorm van het antwoord, in plaats van de kop Accept', en: 'form of the response, instead of the header Accept' }, enum: forms,
  })];
}));

function queryParameters(profile: Profile): Parameters {
  const [offered, possible] = [offeredCrss(profile), possibleCrss(profile)];
  const crs = { format: 'uri', pattern: crsUriPattern(possible), default: CRSS.CRS84.uri };
  const listed = (crss: readonly Crs[]): string => crss.map(({ uri }) => uri).join(', ');
  const more = possible.filter((one) => !offered.includes(one));
  const others = more.length === 0 ? { nl: '', en: '' } : {
    nl: `. Waar het veld crs van een collectie ze noemt, ook ${listed(more)}; met hoogten is CRS84h de standaard`,
    en: `. Where the field crs of a collection names them, also ${listed(more)}; with heights CRS84h is the default`,
  };
  const withUris = ({ nl, en }: Text): Text => ({
    nl: `${nl}; ${listed(offered)}. http://www.opengis.net/def/crs/EPSG/0/4326 geeft de getallen van 4258, breedte eerst${others.nl}`,
    en: `${en}; ${listed(offered)}. http://www.opengis.net/def/crs/EPSG/0/4326 gives the numbers of 4258, latitude first${others.en}`,
  });
  return {
    ...Object.fromEntries(['fields', 'properties'].map((name) => [name, query(name, ['id', 'entityType'], {
      description: {
        nl: 'Namen van velden in het antwoord, ook geneste met een punt; fields en properties zijn hetzelfde, geef er één',
        en: 'names of fields in the response, nested ones with a dot; fields and properties are the same, give one',
      },
      type: 'array', minItems: 1, items: { type: 'string', pattern: FIELD_PATTERN },
    })])),
    skipGeometry: query('skipGeometry', true, {
      description: { nl: 'Of geometry van elk object null is', en: 'whether the geometry of each feature is null' }, type: 'boolean', default: false,
    }),
    profile: query('profile', ['jsonfg'], {
      description: {
        nl: 'Profielen van GeoJSON (OGC API Features deel 5): jsonfg geeft JSON-FG, rfc7946 gewone GeoJSON. Andere profielen veranderen niets; het antwoord noemt met rel="profile" die het heeft',
        en: 'profiles of GeoJSON (OGC API Features Part 5): jsonfg gives JSON-FG, rfc7946 plain GeoJSON. Others change nothing; the response names those it has by rel="profile"',
      },
      type: 'array', minItems: 1, items: { type: 'string', pattern: PROFILE_PATTERN },
    }),
    datetime: query('datetime', `${DAY}/..`, {
      description: DATETIME, pattern: DATETIME_PATTERN,
    }),
    'datetime.moment': query('datetime', `${DAY}T12:00:00Z`, {
      description: { nl: `Moment of dag (RFC 3339) waarop het object geldig is; ${SHOWN_END.nl}`, en: `moment or day (RFC 3339) at which the object is valid; ${SHOWN_END.en}` }, pattern: INSTANT_PATTERN,
    }),
    geldigOp: query('geldigOp', DAY, {
      description: { nl: `Dag waarop de gegevens gelden, niet na vandaag; ${SHOWN_END.nl}`, en: `day on which the data are valid, not after today; ${SHOWN_END.en}` },
      format: 'date', pattern: DAY_PATTERN,
    }),
    beschikbaarOp: query('beschikbaarOp', '2026-11-21T00:00:00Z', {
      description: { nl: 'Tijdstip waarop de gegevens beschikbaar waren, niet na nu', en: 'moment at which the data were available, not after now' },
      pattern: MOMENT_PATTERN,
    }),
    geometrieSoort: query('geometrieSoort', 'lijn', {
      description: {
        nl: 'Objecten waarvan de geometrie van deze soort is, enkel- of meervoudig; geen: zonder geometrie. Een GIS laadt een laag per soort',
        en: 'features with a geometry of this kind, single or multi; geen: without geometry. A GIS loads a layer for each kind',
      },
      enum: GEOMETRY_KIND_NAMES,
    }),
    lang: query('lang', 'en', {
      description: {
        nl: 'Taal van titels, omschrijvingen en trefwoorden; zonder geldt de kop Accept-Language, anders nl',
        en: 'language of titles, descriptions and keywords; without it that of the header Accept-Language, else nl',
      },
      enum: LANGUAGES,
    }),
    plaats: {
      ...query('plaats', [102_020, 411_530], {
        description: {
          nl: 'Punt in RD (x,y in meters), of de hoeken van een gebied (x,y,x,y,x,y)', en: 'point in RD (x,y in metres), or the corners of an area (x,y,x,y,x,y)',
        },
        type: 'array', minItems: 2, maxItems: 2 * LIMITS.areaCornersMax, items: { type: 'number' },
      }),
      required: true,
    },
    'plaats.vraag': {
      ...query('plaats', '102020,411530', {
        description: {
          nl: 'Punt in RD (x,y in meters), de hoeken van een gebied (x,y,x,y,x,y), of een geometrie als WKT of GeoJSON in plaatsCrs',
          en: 'point in RD (x,y in metres), the corners of an area (x,y,x,y,x,y), or a geometry as WKT or GeoJSON in plaatsCrs',
        },
        minLength: 3, maxLength: LIMITS.filterCharsMax,
      }),
      required: true,
    },
    dan: query('dan', ['kwetsbare-gebouwen'], {
      description: { nl: 'Keten: objecten in deze collecties die raken wat gevonden is', en: 'chain: objects of these collections that touch what is found' },
      type: 'array', minItems: 1, items: { type: 'string', enum: COLLECTIONS },
    }),
    daarna: query('daarna', ['pr-contouren'], {
      description: { nl: 'Keten: daarna objecten in deze collecties die raken wat dan vindt', en: 'chain: then objects of these collections that touch what dan finds' },
      type: 'array', minItems: 1, items: { type: 'string', enum: COLLECTIONS },
    }),
    relatie: query('relatie', 'raakt', {
      description: {
        nl: 'Van de laatste stap: raakt of overlapt, of ligt helemaal binnen (binnen)', en: 'of the last step: touches or overlaps (raakt), or lies wholly within (binnen)',
      },
      enum: Object.keys(RELATIONS), default: 'raakt',
    }),
    toon: query('toon', 'aantallen', {
      description: { nl: 'objecten, of alleen aantallen', en: 'objects (objecten), or counts only (aantallen)' }, enum: ['objecten', 'aantallen'], default: 'objecten',
    }),
    midden: query('midden', [102_020, 411_530], {
      description: { nl: 'Midden van de kaart in RD (x,y in meters)', en: 'centre of the map in RD (x,y in metres)' },
      type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' },
    }),
    zoom: query('zoom', 10, {
      description: { nl: 'Hoe dichtbij: een stap halveert de meters per beeldpunt', en: 'zoom level: a step halves the metres of a pixel' },
      type: 'number', minimum: 0, maximum: ZOOM_MAX,
    }),
    lijn: query('lijn', [102_020, 411_530, 102_520, 411_530], {
      description: { nl: 'Gemeten lijn in RD (x,y,x,y)', en: 'measured line in RD (x,y,x,y)' },
      type: 'array', minItems: 2, maxItems: 2 * LIMITS.areaCornersMax, items: { type: 'number' },
    }),
    straal: query('straal', 500, {
      description: {
        nl: 'Afstand tot het punt in meters, in het vlak van RD; een punt in een ander CRS wordt omgerekend. Niet bij hoeken van een gebied, of een lijn of vlak in een ander CRS',
        en: 'distance to the point in metres, in the plane of RD; a point in another CRS is transformed. Not with corners of an area, or a line or polygon in another CRS',
      },
      type: 'integer', minimum: 0, maximum: LIMITS.radiusMetresMax, default: RADIUS_DEFAULT,
    }),
    collecties: query('collecties', ['pr-contouren', 'kwetsbare-gebouwen'], {
      description: { nl: 'Collecties om in te zoeken; zonder: alle', en: 'collections to search; without it: all' },
      type: 'array', minItems: 1, items: { type: 'string', enum: COLLECTIONS },
    }),
    cel: query('cel', 25_000, {
      description: { nl: 'Zijde van een cel in meters; kleine cellen vragen een kleine bbox', en: 'side of a cell in metres; small cells need a small bbox' },
      type: 'integer', enum: CELL_SIZES, default: CELL_SIZE_DEFAULT,
    }),
    zoek: query('zoek', 'gemeente', { description: ZOEK, minLength: 1, maxLength: LIMITS.searchCharsMax }),
    filter: query('filter', FILTER_EXAMPLES['cql2-text'], {
      description: FILTER_TEXT, minLength: 1, maxLength: LIMITS.filterCharsMax,
    }),
    'filter-lang': query('filter-lang', 'cql2-text', { description: { nl: 'Taal van het filter', en: 'language of the filter' }, enum: Object.keys(FILTER_EXAMPLES), default: 'cql2-text' }),
    'filter-crs': query('filter-crs', CRSS['28992'].uri, { description: withUris({ nl: 'CRS van de geometrie in filter', en: 'CRS of the geometry in filter' }), ...crs }),
    bbox: query('bbox', [3, 50, 8, 54], { description: BBOX, type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' } }),
    model: query('model', '4.0', { description: { nl: 'Versie van het model van een levering; zonder wordt die herkend', en: 'version of the model of a delivery; recognised without it' }, enum: MODEL_VERSIONS }),
    strikt: query('strikt', true, {
      description: { nl: 'Eén geweigerd object weigert de hele levering', en: 'one refused object refuses the whole delivery' }, type: 'boolean', default: false,
    }),
    correctie: query('correctie', true, {
      description: { nl: 'Wat gestuurd wordt vervangt de nieuwste versie van het object, met haar hele periode', en: 'what is sent replaces the newest version of the object with all of its period' },
      type: 'boolean', default: false,
    }),
    bronhouder: query('bronhouder', 'AB12', {
      description: {
        nl: 'De bronhoudercode waarvoor het verzoek is: nodig bij een token voor meer codes, tenzij het bericht één object met bronhoudercode is',
        en: 'the bronhoudercode that the request is for: needed with a token for several codes, unless the body is one object with bronhoudercode',
      },
      pattern: `^${HOLDER_CODE_PATTERN}$`,
    }),
    proef: query('proef', true, {
      description: {
        nl: 'Een proef: het antwoord is het rapport dat dit verzoek nu zou krijgen, met wat er zou veranderen; er wordt niets bewaard',
        en: 'a rehearsal: the response is the report that this request would get now, with what would change; nothing is stored',
      },
      type: 'boolean', default: false,
    }),
    volledig: query('volledig', ['KwetsbareLocatie'], {
      description: {
        nl: 'Typen waarvan de levering alle objecten bevat: wat ontbreekt wordt beëindigd. Nodig: rol full',
        en: 'types of which the delivery has all objects; objects that it leaves out are ended. It needs the role full',
      },
      type: 'array', minItems: 1, items: { type: 'string', enum: ROOT_TYPES },
    }),
    'plaatsCrs': query('plaatsCrs', CRSS['28992'].uri, { description: withUris({ nl: 'CRS van een geometrie in plaats; zonder: RD', en: 'CRS of a geometry in plaats; without it: RD' }), ...crs }),
    'bbox-crs': query('bbox-crs', CRSS['4258'].uri, { description: withUris({ nl: 'CRS van bbox', en: 'CRS of bbox' }), ...crs }),
    crs: query('crs', CRSS['28992'].uri, { description: withUris({ nl: 'CRS van het antwoord', en: 'CRS of the response' }), ...crs }),
  };
}

const headerParameters: Parameters = {
  'Content-Crs': header('Content-Crs', `<${CRSS.CRS84.uri}>`, {
    description: { nl: 'CRS van de geometrie in het bericht; de namen zijn verouderd', en: 'CRS of the geometry in the body; the names are deprecated' },
    pattern: CONTENT_CRS_PATTERN, default: `<${CRSS.CRS84.uri}>`,
  }),
  'Accept-Crs': { ...header('Accept-Crs', 'EPSG:28992', { description: ACCEPT_CRS }), deprecated: true },
  'API-Version': header('API-Version', API_VERSION, { description: { nl: 'Versie die antwoordt', en: 'version that answers' }, enum: SERVED_VERSIONS }),
  'Last-Event-ID': header('Last-Event-ID', '0', {
    description: { nl: 'Zoals na, en gaat daarvoor; een browser stuurt deze kop als hij opnieuw verbindt', en: 'as na, and comes before it; a browser sends this header when it connects again' },
    pattern: PLACE_PATTERN,
  }),
  'If-None-Match': header('If-None-Match', '"0"', { description: { nl: 'ETags die de client heeft: dan 304', en: 'ETags that the client has: then 304' } }),
  Range: header('Range', 'bytes=0-99', { description: { nl: 'Bytes van het bestand: dan 206', en: 'bytes of the file: then 206' } }),
  'If-Range': header('If-Range', '"0"', { description: { nl: 'ETag van het deel dat de client heeft; is die anders, dan komt het hele bestand', en: 'ETag of the part that the client has; when it differs, the whole file comes' } }),
  'If-Modified-Since': header('If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT', {
    description: { nl: 'Niet gewijzigd sinds dit tijdstip: dan 304', en: 'not modified since: then 304' },
  }),
  'If-Match': header('If-Match', '*', {
    description: {
      nl: 'ETags van het object zoals de client het kent, niet zwak, of *: anders 412; een dienst kan de kop eisen bij PUT en PATCH (428)',
      en: 'strong ETags of the object as the client knows it, or *: else 412; a service may require the header of PUT and PATCH (428)',
    },
  }),
  [DELIVERY_CRS]: header('Content-Crs', `<${CRSS['28992'].uri}>`, {
    description: { nl: 'CRS van de levering; zonder geldt CRS84 voor model 4.0 en RD voor 3.0', en: 'CRS of the delivery; without it CRS84 for model 4.0 and RD for 3.0' },
    pattern: CONTENT_CRS_PATTERN,
  }),
  'Content-Encoding': header('Content-Encoding', 'identity', {
    description: { nl: 'gzip als de levering ingepakt is', en: 'gzip when the delivery is compressed' }, enum: ['gzip', 'identity'],
  }),
  Prefer: header('Prefer', 'respond-async', { description: { nl: 'respond-async: niet wachten', en: 'respond-async: do not wait' } }),
};
