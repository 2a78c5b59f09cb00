/** Paths of collections and their features. */
import { exampleDocument, exampleObject, exampleTypeIn } from '../../schemas/derived/example-document.ts';
import type { Text } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import {
  COLLECTIONS, isRootType, nameOf, OBJECT_TYPES, ROOTS, seriesOf, subResourceOf, WRITABLE_COLLECTIONS, type EntityType, type RootType,
} from '../../schemas/names.ts';
import type { DownloadForm } from '../../schemas/download-forms.ts';
import { WHOLE_DOWNLOADS } from '../description/downloads.ts';
import { COLLECTION_DOWNLOAD_FORMS, MEDIA_TYPES, WHOLE_DOWNLOAD_FORMS } from '../request/negotiate.ts';
import { CORRECTION_PARAMETERS } from '../parameters/delivery-query.ts';
import { CELLS, FEATURES } from '../parameters/list-query.ts';
import { FEATURE_PARAMETERS } from '../parameters/object-query.ts';
import { textOf } from '../description/collections.ts';
import { inFeatureForms, jsonContent, xmlContent } from './responses.ts';
import { exampleIdAbove, exampleIdsAt } from './example-ids.ts';
import { pageOf } from './features.ts';
import type { FieldParameters } from './fields.ts';
import { ask, changes, get, pascal, passingPath, plainPath, post } from './operations.ts';
import { featureIdOf, NESTED_IN } from './parameters.ts';
import { ref, type ApiObject } from './components.ts';

export function collectionPaths(writable: boolean): ApiObject {
  const tag = 'collecties';
  const collection = '/collections/{collectionId}';
  const takes = ['collectionId'];
  const described = jsonContent('CollectieSchema', { mediaType: MEDIA_TYPES.schema, extra: ['Content-Language'] });
  const schema = (id: string, summary: Text) => passingPath(id, { tag, summary, takes, success: described });
  return {
    [collection]: passingPath('collectie', {
      tag, summary: { nl: 'Eén collectie', en: 'one collection' }, takes, success: jsonContent('Collectie', { extra: ['Content-Language'] }), failures: [410, 503],
    }),
    [`${collection}/queryables`]: schema('bevraagbareVelden', { nl: 'Velden waarop gezocht kan worden', en: 'fields to filter by' }),
    [`${collection}/sortables`]: schema('sorteervelden', { nl: 'Velden waarop gesorteerd kan worden', en: 'fields to sort by' }),
    [`${collection}/schema`]: schema('velden', { nl: 'Velden van de objecten', en: 'fields of the features' }),
    [`${collection}/schema/feature`]: schema('featureSchema', { nl: 'Schema van een object als GeoJSON', en: 'schema of a feature as GeoJSON' }),
    [`${collection}/schema/gml`]: plainPath('gmlSchema', {
      tag, summary: { nl: 'XML-schema van de objecten als GML', en: 'XML schema of the features as GML' }, takes, success: xmlContent(),
    }),
    [`${collection}/tellingen`]: {
      get: get('tellingen', {
        tag, summary: { nl: 'Aantal objecten per cel van een raster in RD', en: 'number of features in each cell of a grid in RD' },
        takes: [...takes, ...CELLS.names],
        success: jsonContent('Tellingen', { extra: ['Content-Crs', 'Last-Modified'], page: false }), failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    },
    [`${collection}/downloads/{bestand}`]: {
      get: download('bestand', { nl: 'Alle objecten van een collectie in één bestand', en: 'all features of a collection in one file' }, {
        takes: ['collectionId', 'bestand'], forms: COLLECTION_DOWNLOAD_FORMS,
      }),
    },
    [`${WHOLE_DOWNLOADS}/{geheelBestand}`]: {
      get: download('geheelBestand', { nl: 'Alle collecties in één bestand', en: 'all collections in one file' }, {
        takes: ['geheelBestand'], forms: WHOLE_DOWNLOAD_FORMS,
      }),
    },
    [`${collection}/items/{featureId}`]: {
      get: oneFeature('object', { nl: 'Eén object dat in een ander genest is', en: 'one nested feature' }, NESTED),
      ...(writable ? changes('feature', NESTED_CHANGES) : {}),
    },
    [`${collection}/items/{featureId}/versions`]: timeMapOf('objectVersies', VERSIONS_OF_NESTED, NESTED),
  };
}

/** Returns a GET of a file, or of a part of it. */
export function download(
  operationId: string, summary: Text, { takes, forms }: { readonly takes: readonly string[]; readonly forms: readonly DownloadForm[] },
): ApiObject {
  const { headers, description } = jsonContent('OpenApi', { extra: ['Content-Crs', 'Accept-Ranges', 'Repr-Digest'] });
  const content = Object.fromEntries(forms.map((form) => [MEDIA_TYPES[form].split('; charset')[0]!, { schema: { type: 'string', format: 'binary' } }]));
  const { parameters, responses, ...rest } = get(operationId, {
    tag: 'collecties', summary, takes, success: { description, headers, content }, failures: [400, 401, 404, 406, 410, 416, 500, 503],
  });
  const part = { description: { nl: 'Een deel', en: 'a part' }, headers: { ...headers as ApiObject, 'Content-Range': ref('headers', 'Content-Range') }, content };
  return { ...rest, parameters: [...parameters, ref('parameters', 'Range'), ref('parameters', 'If-Range')], responses: { ...responses, 206: part } };
}

const VERSIONS_OF_NESTED: Text = {
  nl: 'De versies naar geldigheid van één object dat in een ander genest is, als links (ontwerp Versioned Features van OGC)',
  en: 'the versions by validity of one nested feature, as links (draft Versioned Features of OGC)',
};

function timeMapOf(operationId: string, summary: Text, takes: readonly string[]): ApiObject {
  const { content, ...described } = jsonContent('Tijdkaart', { page: false });
  const success = { ...described, content: { ...content as ApiObject, [MEDIA_TYPES.linkformat]: { schema: { type: 'string' } } } };
  return {
    get: get(operationId, {
      tag: 'collecties', summary, takes: [...takes, 'beschikbaarOp'], success, failures: [400, 401, 403, 404, 406, 410, 500, 503],
    }),
  };
}

/** Path of the root type whose examples have the nested objects. */
const NESTING = ROOTS.LocatieActiviteit.path;
const ACTIVITY = exampleTypeIn('LocatieActiviteit', 'activity')!;
const NESTED = [NESTED_IN, 'featureId'];
/** Changes of the object in the example parameters. */
const NESTED_CHANGES = {
  tag: 'collecties', name: 'Object', what: { nl: 'een object dat in een ander genest is', en: 'a nested object' }, takes: NESTED, schema: 'NieuweFeature',
  example: exampleFeature(ACTIVITY, exampleIdsAt({ path: NESTING, sub: 'ev-activiteiten' }).own),
};

function oneFeature(operationId: string, summary: Text, takes: readonly string[]) {
  return get(operationId, {
    tag: 'collecties', summary,
    takes: [...takes, ...FEATURE_PARAMETERS.map((name) => (name === 'datetime' ? 'datetime.moment' : name))],
    success: inFeatureForms(
      jsonContent('Feature', { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Last-Modified', 'Link', 'Memento-Datetime'] }), 'FeatureFg',
    ),
    failures: [400, 401, 403, 404, 406, 410, 500, 503],
  });
}

/** Returns a path per root collection, because each has its own example. */
export function rootFeaturePaths(writable: boolean): ApiObject {
  return Object.fromEntries(Object.entries(ROOTS).flatMap(([root, { path }]) => {
    const [name, takes] = [`Object${pascal(path)}`, [featureIdOf(path)]];
    const written = {
      tag: 'collecties', name, what: inCollection(path, { nl: 'een hoofdobject', en: 'a root' }), takes, changing: CORRECTION_PARAMETERS, schema: 'NieuweFeature',
      example: exampleFeature(root as RootType),
    };
    const versions = inCollection(path, {
      nl: 'De versies van één object naar geldigheid, als links (ontwerp Versioned Features van OGC)',
      en: 'the versions of one feature by validity, as links (draft Versioned Features of OGC)',
    });
    return [
      [`/collections/${path}/items/{featureId}`, {
        get: oneFeature(name.charAt(0).toLowerCase() + name.slice(1), inCollection(path, { nl: 'Eén object', en: 'one feature' }), takes),
        ...(isWritten(path, writable) ? changes('feature', written) : {}),
      }],
      [`/collections/${path}/items/{featureId}/versions`, timeMapOf(`objectVersies${pascal(path)}`, versions, takes)],
    ];
  }));
}

/** Returns a text with the title of a collection behind it. */
function inCollection(collection: string, { nl, en }: Text): Text {
  const { title } = textOf(collection);
  return { nl: `${nl}: ${title.nl}`, en: `${en}: ${title.en}` };
}

function isWritten(collection: string, writable: boolean): boolean {
  return writable && WRITABLE_COLLECTIONS.includes(collection);
}

/** Returns a path per collection, because each has its own parameters. */
export function itemsPaths(writable: boolean, fields: FieldParameters): ApiObject {
  return Object.fromEntries(COLLECTIONS.map((collection) => {
    const name = pascal(collection);
    const list = get(`objecten${name}`, {
      tag: 'collecties', summary: inCollection(collection, { nl: 'Vraag objecten op', en: 'get features' }),
      takes: [...FEATURES.names.map((name) => fields.component(name, collection)), ...fields.of.get(collection) ?? []],
      success: inFeatureForms(
        jsonContent(pageOf(collection), { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Last-Modified', 'Link'] }), 'FeatureCollectionFg',
      ),
      failures: [400, 401, 403, 404, 406, 410, 500, 503],
    });
    return [`/collections/${collection}/items`, {
      get: list,
      ...(isWritten(collection, writable) ? {
        post: post(`voegObjectToe${name}`, {
          tag: 'collecties', summary: addSummary(collection), description: FILLED_IN, takes: [], mediaType: MEDIA_TYPES.geojson, schema: 'NieuweFeature',
          example: exampleFeature(EXAMPLE_TYPES.get(collection)!),
        }),
      } : {}),
    }];
  }));
}

/** Returns the searches by body, which accept the parameters of items in the body or in the address. */
export function itemsSearchPaths(fields: FieldParameters): ApiObject {
  return Object.fromEntries(COLLECTIONS.map((collection) => [`/collections/${collection}/_zoek`, {
    post: ask(`zoekObjecten${pascal(collection)}`, {
      tag: 'collecties', summary: inCollection(collection, { nl: 'Zoek objecten, met een filter in het bericht', en: 'find features, by a filter in the body' }), schema: 'ObjectenVraag',
      takes: [...FEATURES.names.map((name) => fields.component(name, collection)), ...fields.of.get(collection) ?? []],
      success: inFeatureForms(
        jsonContent(pageOf(collection), { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Link'], page: false }), 'FeatureCollectionFg',
      ),
    }),
  }]));
}

/** Returns the POST of features of any type. Each feature goes to the collection of its type. */
export function addFeatures(): ApiObject {
  const features = (['KwetsbaarGebouw', 'KwetsbareLocatie'] as const).map((type, at) => {
    const { properties, ...feature } = exampleFeature(type);
    const lokaalID = `AB12.voorbeeld-${at + 1}`;
    return { ...feature, properties: { ...properties as ApiObject, id: `NL.IMEV.${lokaalID}`, identificatie: { namespace: 'NL.IMEV', lokaalID } } };
  });
  return post('voegObjectenToe', {
    tag: 'collecties', summary: { nl: 'Voeg hoofdobjecten toe met wat erin staat, alle of geen', en: 'add roots with what they nest, all or none' }, takes: [], mediaType: MEDIA_TYPES.geojson,
    schema: 'NieuweFeatureCollection', example: { type: 'FeatureCollection', features },
  });
}

const FILLED_IN: Text = {
  nl: 'Ingevuld wordt wat ontbreekt of null is: entityType (als de collectie er één heeft), id of identificatie uit de ander, of beide nieuw, en '
    + 'geometrieMetagegevens met de bronregistratie van de organisatie. Een tekst in een veld van een ander type ("12,5") wordt gelezen als zijn waarde, als '
    + 'dat de enige lezing is; een lege tekst is geen waarde. Het rapport noemt elk veld',
  en: 'filled in is what is absent or null: entityType '
    + '(of a collection with one), id or identificatie from the other, or both anew, and geometrieMetagegevens with the bronregistratie of the '
    + 'organisation. A text in a field of another type ("12,5") is read as its value, where that is the only reading; an empty text is no value. '
    + 'The report names each field',
};

function addSummary(collection: string): Text {
  const isRoot = Object.values(ROOTS).some(({ path }) => path === collection);
  return inCollection(collection, isRoot ? { nl: 'Voeg een hoofdobject toe', en: 'add a root' }
    : { nl: 'Voeg een object toe aan het object waarnaar het verwijst', en: 'add an object to the one that it links to' });
}

/** One type of each collection, for examples. */
const EXAMPLE_TYPES: ReadonlyMap<string, EntityType> = new Map([
  ...OBJECT_TYPES.map((type) => [nameOf(type).path, type] as const), [seriesOf(ACTIVITY), ACTIVITY],
]);

/** Returns a new object of this type; with `id` an existing one. */
function exampleFeature(type: EntityType, id?: string): ApiObject {
  const nested = (): JsonObject => exampleObject(type, exampleIdAbove({ path: NESTING, sub: subResourceOf(type)! }));
  const { geometrie: geometry = null, ...properties } = isRootType(type) ? exampleDocument(type) : nested();
  return { type: 'Feature', geometry, properties: { ...properties, ...(id === undefined ? {} : { id }) } };
}
