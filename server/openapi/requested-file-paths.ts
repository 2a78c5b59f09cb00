/** Paths of requested files: the request per collection, because each has its own parameters; the job; and its file. */
import type { Text } from '../../schemas/finding.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { REQUESTED_FORMS } from '../../schemas/requested-files.ts';
import { textOf } from '../description/collections.ts';
import { REQUESTED_FILES } from '../description/requested-file.ts';
import { FILE } from '../parameters/list-query.ts';
import { FORMS } from '../request/negotiate.ts';
import { download } from './collection-paths.ts';
import { ref, type ApiObject } from './components.ts';
import type { FieldParameters } from './fields.ts';
import { ask, formName, pascal } from './operations.ts';
import { formComponent } from './parameters.ts';
import { jsonContent, problems, uncached } from './responses.ts';

const ONE = `${REQUESTED_FILES}/{uuid}`;

export function requestedFilePaths(fields: FieldParameters): ApiObject {
  const success = uncached(jsonContent('BestandOpVerzoek', { page: false }));
  const there = { ...success, description: { nl: 'Het bestand is er al', en: 'the file is there already' } };
  const later = {
    ...success, description: { nl: 'Het bestand wordt gemaakt; Location zegt hoe ver', en: 'the file is being made; Location tells how far' },
    headers: { ...success['headers'] as ApiObject, Location: ref('headers', 'Location') },
  };
  const form = formComponent(FORMS.filter((one) => REQUESTED_FORMS.some((requested) => requested === one)));
  return {
    ...Object.fromEntries(COLLECTIONS.map((collection) => [`/collections/${collection}/_bestand`, {
      post: ask(`vraagBestand${pascal(collection)}`, {
        tag: 'collecties', summary: requestOf(collection), schema: 'ObjectenVraag', form, success: there, more: { 202: later, ...problems([404]) },
        takes: [...FILE.names.map((name) => fields.component(name, collection)), ...fields.of.get(collection) ?? []],
      }),
    }])),
    [ONE]: {
      get: {
        operationId: 'bestandOpVerzoek', tags: ['collecties'], summary: { nl: 'Hoe ver een bestand op verzoek is', en: 'the state of a requested file' },
        parameters: ['uuid', formName(success), 'API-Version'].map((name) => ref('parameters', name)),
        responses: { 200: success, ...problems([400, 401, 404, 406, 410, 414, 500, 503]) },
      },
    },
    [`${ONE}/{gevraagdBestand}`]: {
      get: download('gevraagdBestand', { nl: 'Het bestand op verzoek', en: 'the requested file' }, {
        takes: ['uuid', 'gevraagdBestand'], forms: REQUESTED_FORMS,
      }),
    },
  };
}

function requestOf(collection: string): Text {
  const { title } = textOf(collection);
  return { nl: `Vraag alle objecten van een vraag in één bestand: ${title.nl}`, en: `ask for all features of a question in one file: ${title.en}` };
}
