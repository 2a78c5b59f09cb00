/** Paths of searches by POST. */
import { ROOTS } from '../../schemas/names.ts';
import { RESOURCES, SEARCH } from '../parameters/list-query.ts';
import { jsonContent } from './responses.ts';
import { TOTALS } from './document-paths.ts';
import type { FieldParameters } from './fields.ts';
import { ask, pascal } from './operations.ts';
import type { ApiObject } from './components.ts';

export function searchPaths(fields: FieldParameters): ApiObject {
  const ofLists = Object.entries(ROOTS).map(([type, { path }]) => [`/${path}/_zoek`, {
    post: ask(`zoek${type}`, {
      tag: 'documenten', summary: `Zoek documenten van ${type}; verouderd / find documents; deprecated`, schema: 'Zoekvraag',
      takes: [...RESOURCES.names.map((name) => fields.component(name, path)), ...fields.of.get(path) ?? []],
      success: jsonContent(pascal(path), { hal: `${pascal(path)}Hal`, extra: ['Content-Crs', 'Link', ...TOTALS] }),
    }),
  }] as const);
  return {
    ...Object.fromEntries(ofLists),
    '/_search': {
      post: ask('zoekOveral', {
        tag: 'collecties', summary: 'Zoek in alle collecties / find in all collections', schema: 'AlgemeneZoekvraag',
        takes: SEARCH.names, success: jsonContent('Gevonden', { hal: 'Gevonden' }),
      }),
    },
  };
}
