/** Paths of searches: by POST, and around a place. */
import { ROOTS } from '../../schemas/names.ts';
import { RESOURCES, SEARCH } from '../parameters/list-query.ts';
import { PASSED_ON } from '../parameters/passed-on.ts';
import { QUESTION_PARAMETERS, SURROUNDINGS_PARAMETERS } from '../parameters/surroundings-query.ts';
import { jsonContent } from './responses.ts';
import { TOTALS } from './document-paths.ts';
import type { FieldParameters } from './fields.ts';
import { ask, get, pascal } from './operations.ts';
import type { ApiObject } from './components.ts';

export function searchPaths(fields: FieldParameters): ApiObject {
  const ofLists = Object.entries(ROOTS).map(([type, { path }]) => [`/${path}/_zoek`, {
    post: ask(`zoek${type}`, {
      tag: 'documenten', summary: { nl: `Zoek documenten van ${type}; verouderd`, en: `find documents of ${type}; deprecated` }, schema: 'Zoekvraag',
      takes: [...RESOURCES.names.map((name) => fields.component(name, path)), ...fields.of.get(path) ?? []],
      success: jsonContent(pascal(path), { hal: `${pascal(path)}Hal`, extra: ['Content-Crs', 'Link', ...TOTALS] }),
    }),
  }] as const);
  return {
    ...Object.fromEntries(ofLists),
    '/omgeving': {
      get: get('omgeving', {
        tag: 'collecties', summary: { nl: 'Objecten rond een punt of in een gebied', en: 'objects around a point or in an area' },
        takes: [...SURROUNDINGS_PARAMETERS, ...QUESTION_PARAMETERS].map((name) => (name === 'plaats' ? 'plaats.vraag' : name)),
        success: jsonContent('Omgeving'), failures: [400, 401, 403, 406, 410, 500, 503],
      }),
    },
    '/omgeving/_zoek': {
      post: ask('zoekOmgeving', {
        tag: 'collecties', summary: { nl: 'Wat een geometrie in het bericht raakt, zonder haar te bewaren', en: 'what a geometry in the body touches, without storing it' },
        schema: 'OmgevingVraag', takes: PASSED_ON, success: jsonContent('Omgeving', { page: false }),
      }),
    },
    '/_search': {
      post: ask('zoekOveral', {
        tag: 'collecties', summary: { nl: 'Zoek in alle collecties', en: 'find in all collections' }, schema: 'AlgemeneZoekvraag',
        takes: SEARCH.names, success: jsonContent('Gevonden', { hal: 'Gevonden' }),
      }),
    },
  };
}
