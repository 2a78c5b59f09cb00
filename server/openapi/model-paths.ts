/** Paths of code lists and schemas. */
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { jsonContent } from './responses.ts';
import { plainPath } from './operations.ts';
import type { ApiObject } from './components.ts';

export function modelPaths(): ApiObject {
  const tag = 'model';
  return {
    '/waardelijsten': plainPath('waardelijsten', { tag, summary: { nl: 'Alle waardelijsten', en: 'all code lists' }, success: jsonContent('Waardelijsten', { hal: 'LijstHal' }) }),
    '/waardelijsten/{naam}': plainPath('waardelijst', {
      tag, summary: { nl: 'Eén waardelijst met haar waarden', en: 'one code list with its values' }, takes: ['naam'], success: jsonContent('Waardelijst', { hal: 'Waardelijst' }),
    }),
    '/schemas': plainPath('schemas', { tag, summary: { nl: 'Alle schema’s', en: 'all schemas' }, success: jsonContent('Schemas', { hal: 'LijstHal' }) }),
    '/schemas/{type}': plainPath('schema', {
      tag, summary: { nl: 'JSON Schema van een type', en: 'JSON Schema of a type' }, takes: ['type'], success: jsonContent('JsonSchema', { mediaType: MEDIA_TYPES.schema }),
    }),
  };
}
