/** Paths of sub-resources of documents, and of questions in the body of a POST. */
import { ROOTS } from '../../schemas/names.ts';
import { RESOURCES, SEARCH } from '../parameters/list.ts';
import { DOCUMENT_PARAMETERS } from '../parameters/object.ts';
import { SUB_TARGETS } from '../parts.ts';
import { jsonContent } from './answers.ts';
import { TOTALS } from './document-paths.ts';
import type { FieldParameters } from './fields.ts';
import { ask, get, pascal } from './operations.ts';
import { idOf, subIdOf } from './parameters.ts';
import type { Named } from './parts.ts';

export function subResourcePaths(): Named {
  return Object.fromEntries(SUB_TARGETS.flatMap(({ path, sub }) => {
    const [root, name] = [pascal(path), pascal(sub)];
    const extra = ['Content-Crs', 'Last-Modified', 'Link'];
    const shared = { tag: 'documenten', failures: [400, 401, 403, 404, 406, 410, 500, 503] };
    return [
      [`/${path}/{id}/${sub}`, { get: get(`${root}${name}`, {
        ...shared, summary: `Geneste objecten: ${sub} / nested objects`, takes: [idOf(path), ...DOCUMENT_PARAMETERS],
        success: jsonContent(name, { hal: `${name}Hal`, extra }),
      }) }],
      [`/${path}/{id}/${sub}/{subId}`, { get: get(`${root}${name}Een`, {
        ...shared, summary: `Eén genest object / one nested object: ${sub}`, takes: [idOf(path), subIdOf({ path, sub }), ...DOCUMENT_PARAMETERS],
        success: jsonContent('GenestObject', { hal: 'Document', extra }),
      }) }],
    ] as const;
  }));
}

export function searchPaths(fields: FieldParameters): Named {
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
