/** Paths for the operator: the overview, and the decision on a submission that waits for one. */
import type { Text } from '../../schemas/finding.ts';
import { OVERVIEW, SUBMISSIONS } from '../../schemas/target.ts';
import { ref, type ApiObject } from './components.ts';
import { formName } from './operations.ts';
import { jsonContent, problems, uncached } from './responses.ts';

const shared = { tags: ['indieningen'], security: [{ bearer: [] }] };

/** Returns the paths of a service with writers. */
export function operationPaths(writable: boolean): ApiObject {
  if (!writable) return {};
  const seen = uncached(jsonContent('Overzicht'));
  return {
    [OVERVIEW]: {
      get: {
        operationId: 'overzicht', ...shared, summary: { nl: 'Hoe het er met de dienst voor staat, voor de beheerder', en: 'the state of the service, for its operator' },
        parameters: ['lang', formName(seen), 'API-Version'].map((name) => ref('parameters', name)),
        responses: { 200: seen, ...problems([400, 401, 403, 406, 500, 503]) },
      },
    },
    [`${SUBMISSIONS}/{uuid}/besluit`]: {
      post: {
        operationId: 'besluitOverIndiening', ...shared,
        summary: { nl: 'Geef een wachtende indiening vrij, of weiger haar, als beheerder', en: 'release or refuse a waiting submission, as operator' },
        description: RULING, parameters: ['uuid', 'API-Version'].map((name) => ref('parameters', name)),
        requestBody: { required: true, content: { 'application/json': { schema: ref('schemas', 'NieuwBesluit') } } },
        responses: {
          200: uncached(jsonContent('Besluit', { page: false })), ...problems([400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 500, 503]),
        },
      },
    },
  };
}

const RULING: Text = {
  nl: 'Een geparkeerde indiening heeft na vrijgeven haar gevolgen in de volgende ronde; een die apart gezet is, wordt opnieuw geprobeerd als een andere indiening. '
    + 'Een geweigerde heeft nooit gevolgen, en haar bronhouder leest de reden. Een besluit wordt niet teruggenomen; een tweede besluit is 409.',
  en: 'A parked submission that is released takes effect in the next batch; one that was set aside is tried again as another submission. '
    + 'A refused one never takes effect, and its holder reads the reason. A decision is not taken back; a second one is 409.',
};
