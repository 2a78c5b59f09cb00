/** Paths of collections and their features. */
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import { COLLECTIONS, ROOTS, type RootType } from '../../schemas/names.ts';
import { isCollection } from '../collections.ts';
import { MEDIA_TYPES } from '../negotiate.ts';
import { FEATURES } from '../parameters/list.ts';
import { FEATURE_PARAMETERS } from '../parameters/object.ts';
import { jsonContent } from './answers.ts';
import { pageOf } from './features.ts';
import type { FieldParameters } from './fields.ts';
import { changes, get, pascal, plainPath, post } from './operations.ts';
import { featureIdOf, NESTED_IN } from './parameters.ts';
import type { Named } from './parts.ts';

export function collectionPaths(): Named {
  const tag = 'collecties';
  const collection = '/collections/{collectionId}';
  const takes = ['collectionId'];
  const described = jsonContent('CollectieSchema', { mediaType: MEDIA_TYPES.schema });
  const schema = (id: string, summary: string) => plainPath(id, { tag, summary, takes, success: described });
  return {
    [collection]: plainPath('collectie', { tag, summary: 'Eén collectie / one collection', takes, success: jsonContent('Collectie') }),
    [`${collection}/queryables`]: schema('bevraagbareVelden', 'Velden waarop gezocht kan worden / fields to filter by'),
    [`${collection}/sortables`]: schema('sorteervelden', 'Velden waarop gesorteerd kan worden / fields to sort by'),
    [`${collection}/schema`]: schema('velden', 'Velden van de objecten / fields of the features'),
    [`${collection}/schema/feature`]: schema('featureSchema', 'Schema van een object als GeoJSON / of a feature as GeoJSON'),
    [`${collection}/items/{featureId}`]: { get: oneFeature('object', [NESTED_IN, 'featureId']) },
  };
}

function oneFeature(operationId: string, takes: readonly string[]) {
  return get(operationId, {
    tag: 'collecties', summary: 'Eén object / one feature',
    takes: [...takes, ...FEATURE_PARAMETERS.map((name) => (name === 'datetime' ? 'datetime.moment' : name))],
    success: jsonContent('Feature', { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Last-Modified', 'Link'] }),
    failures: [400, 401, 403, 404, 406, 410, 500, 503],
  });
}

/** Features that are roots: written out, for only these can be written. */
export function rootFeaturePaths(writable: boolean): Named {
  const roots = Object.entries(ROOTS).filter(([, { path }]) => isCollection(path));
  return Object.fromEntries(roots.map(([root, { path }]) => {
    const [name, takes] = [`Object${pascal(path)}`, [featureIdOf(path)]];
    const written = {
      tag: 'collecties', name, what: 'een hoofdobject / a root', takes, schema: 'NieuweFeature', example: exampleFeature(root as RootType),
    };
    return [`/collections/${path}/items/{featureId}`, {
      get: oneFeature(name.charAt(0).toLowerCase() + name.slice(1), takes), ...(writable ? changes('feature', written) : {}),
    }];
  }));
}

/** Written out, for each collection has parameters of its own. */
export function itemsPaths(writable: boolean, fields: FieldParameters): Named {
  return Object.fromEntries(COLLECTIONS.map((collection) => {
    const name = pascal(collection);
    const list = get(`objecten${name}`, {
      tag: 'collecties', summary: 'Objecten van een collectie / features of a collection',
      takes: [...FEATURES.names.map((name) => fields.component(name, collection)), ...fields.of.get(collection) ?? []],
      success: jsonContent(pageOf(collection), { mediaType: MEDIA_TYPES.geojson, extra: ['Content-Crs', 'Last-Modified', 'Link'] }),
      failures: [400, 401, 403, 404, 406, 410, 500, 503],
    });
    const [root] = Object.entries(ROOTS).find(([, { path }]) => path === collection) ?? [];
    return [`/collections/${collection}/items`, {
      get: list,
      ...(writable && root !== undefined ? {
        post: post(`voegObjectToe${name}`, {
          tag: 'collecties', summary: 'Voeg een hoofdobject toe / add a root', takes: [], mediaType: MEDIA_TYPES.geojson, schema: 'NieuweFeature',
          example: exampleFeature(root as RootType),
        }),
      } : {}),
    }];
  }));
}

/** POST of features of any type, each of which goes to the collection of its type. */
export function addFeatures(): Named {
  const features = (['KwetsbaarGebouw', 'KwetsbareLocatie'] as const).map((type, at) => {
    const { properties, ...feature } = exampleFeature(type);
    const lokaalID = `AB12.voorbeeld-${at + 1}`;
    return { ...feature, properties: { ...properties as Named, id: `NL.IMEV.${lokaalID}`, identificatie: { namespace: 'NL.IMEV', lokaalID } } };
  });
  return post('voegObjectenToe', {
    tag: 'collecties', summary: 'Voeg hoofdobjecten toe, alle of geen / add roots, all or none', takes: [], mediaType: MEDIA_TYPES.geojson,
    schema: 'NieuweFeatureCollection', example: { type: 'FeatureCollection', features },
  });
}

function exampleFeature(root: RootType): Named {
  const { geometrie, ...properties } = exampleDocument(root);
  return { type: 'Feature', geometry: geometrie, properties };
}
