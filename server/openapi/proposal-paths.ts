/** Paths of proposed transfers. */
import type { Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { PROPOSALS } from '../../schemas/target.ts';
import { PROPOSAL_LIST_PARAMETERS } from '../parameters/proposals-query.ts';
import { ref, type ApiObject } from './components.ts';
import { formName } from './operations.ts';
import { ofProposals } from './parameters.ts';
import { jsonContent, problems, uncached, SHARED_HEADERS } from './responses.ts';

const tags = ['indieningen'];
const security = [{ bearer: [] }];

/** Returns the paths of a service with writers. */
export function proposalPaths(writable: boolean): ApiObject {
  if (!writable) return {};
  const one = uncached(jsonContent('Overdracht', { page: false }));
  const at = (location: boolean): ApiObject => ({
    ...one, ...(location ? { headers: { ...one['headers'] as ApiObject, Location: ref('headers', 'Location') } } : {}),
  });
  return {
    [PROPOSALS]: {
      get: listOf(),
      post: {
        operationId: 'stelOverdrachtVoor', tags, security,
        summary: { nl: 'Stel een overdracht van objecten voor', en: 'propose a transfer of objects' },
        description: PROPOSING, parameters: taking(['proef.overdrachten', 'API-Version']),
        requestBody: { required: true, content: { 'application/json': { schema: ref('schemas', 'NieuweOverdracht') } } },
        responses: {
          200: uncached(jsonContent('Rapport', { page: false })), 201: at(true),
          ...problems([400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 500, 503]),
        },
      },
    },
    [`${PROPOSALS}/{uuid}`]: {
      get: {
        operationId: 'overdracht', tags, security, summary: { nl: 'Eén voorstel van een overdracht', en: 'one proposal of a transfer' },
        parameters: taking(['uuid', formName(one), 'API-Version']), responses: { 200: one, ...problems([400, 401, 403, 404, 406, 500, 503]) },
      },
      delete: {
        operationId: 'beeindigOverdracht', tags, security,
        summary: { nl: 'Trek een eigen voorstel in, of weiger dat van de ander', en: 'withdraw a proposal of your own, or refuse that of the other' },
        parameters: taking(['uuid', 'API-Version']),
        responses: {
          204: { description: { nl: 'Ingetrokken of geweigerd', en: 'withdrawn or refused' }, headers: SHARED_HEADERS },
          ...problems([400, 401, 403, 404, 405, 406, 409, 500, 503]),
        },
      },
    },
    [`${PROPOSALS}/{uuid}/akkoord`]: {
      post: {
        operationId: 'aanvaardOverdracht', tags, security, summary: { nl: 'Aanvaard een voorstel van de ander', en: 'accept a proposal of the other' },
        description: ACCEPTING, parameters: taking(['uuid', 'API-Version', 'Prefer']),
        responses: { 200: at(false), 202: at(true), ...problems([400, 401, 403, 404, 405, 406, 409, 412, 500, 503]) },
      },
    },
  };
}

function listOf(): ApiObject {
  const success = uncached(jsonContent('Overdrachten', { extra: ['Link'], page: false }));
  return {
    operationId: 'overdrachten', tags, security,
    summary: { nl: 'Voorstellen van overdrachten van en aan een bronhouder, de nieuwste eerst', en: 'proposed transfers from and to a source holder, newest first' },
    parameters: taking([...PROPOSAL_LIST_PARAMETERS.map(ofProposals), formName(success), 'API-Version']),
    responses: { 200: success, ...problems([400, 401, 403, 406, 500, 503]) },
  };
}

function taking(names: readonly string[]): readonly ApiObject[] {
  return names.map((name) => ref('parameters', name));
}

const PROPOSING: Text = {
  nl: 'Van from aan to, met ingang van at: de ids, of zonder ids alle objecten. Het token is van een van beide. Er verandert niets tot de ander aanvaardt. '
    + 'Met proef=true krijgt de houder van de objecten het rapport dat de overdracht nu zou krijgen; er wordt dan niets bewaard. '
    + `Een organisatie heeft hoogstens ${LIMITS.openProposalsMax} open voorstellen; aan één bronhouder zijn er hoogstens ${LIMITS.openProposalsToHolderMax} open. Meer is 409.`,
  en: 'From from to to, from at on: the ids, or without ids all objects. The token is of one of both. Nothing changes until the other accepts. '
    + 'With proef=true the holder of the objects gets the report that the transfer would get now; then nothing is stored. '
    + `An organisation has at most ${LIMITS.openProposalsMax} open proposals; to one holder at most ${LIMITS.openProposalsToHolderMax} are open. More is 409.`,
};
const ACCEPTING: Text = {
  nl: 'De overdracht wordt een indiening van de houder van de objecten, in volgorde van aankomst. '
    + 'Twee keer aanvaarden is 409, die naar de indiening leidt.',
  en: 'The transfer becomes a submission of the holder of the objects, in order of arrival. Accepting twice is 409, which leads to the submission.',
};
