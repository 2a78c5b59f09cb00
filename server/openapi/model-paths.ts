/** Paths of code lists and schemas. */
import { MEDIA_TYPES } from '../negotiate.ts';
import { jsonContent } from './answers.ts';
import { get } from './operations.ts';
import type { Named } from './parts.ts';

export function codeListPaths(): Named {
  const tag = 'model';
  return {
    '/waardelijsten': {
      get: get('waardelijsten', {
        tag, summary: 'Alle waardelijsten / all code lists',
        success: jsonContent('Waardelijsten'), failures: [400, 401, 406, 500],
      }),
    },
    '/waardelijsten/{naam}': {
      get: get('waardelijst', {
        tag, summary: 'Eén waardelijst met haar waarden / one code list with its values', takes: ['naam'],
        success: jsonContent('Waardelijst'), failures: [400, 401, 404, 406, 500],
      }),
    },
  };
}

export function schemaPaths(): Named {
  const tag = 'model';
  return {
    '/schemas': {
      get: get('schemas', {
        tag, summary: 'Alle schema’s / all schemas', success: jsonContent('Schemas'), failures: [400, 401, 406, 500],
      }),
    },
    '/schemas/{type}': {
      get: get('schema', {
        tag, summary: 'JSON Schema van een type / of a type', takes: ['type'],
        success: jsonContent('JsonSchema', { mediaType: MEDIA_TYPES.schema }), failures: [400, 401, 404, 406, 500],
      }),
    },
  };
}
