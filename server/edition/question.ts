/** Question: answers the parameters of `/omgeving` from the editions, for a request and for `ev ask`. */
import { LIMITS } from '../../schemas/limits.ts';
import { dayOfValidity } from '../parameters/passed-on.ts';
import type { ParameterFault } from '../parameters/query.ts';
import type { ReadSurroundings, SurroundingsQuery } from '../parameters/surroundings-query.ts';
import type { Problem } from '../response/problem.ts';
import type { Service } from '../service.ts';
import { activatedFor } from './available.ts';
import type { TooMany } from './chain.ts';
import { surroundingsOf, type SurroundingsSearch } from './surroundings.ts';

/** Mistakes in the parameters, or in what they ask. */
export interface WrongQuestion {
  readonly faults: readonly ParameterFault[];
}

type Answering = Pick<Service, 'editions' | 'clock'>;

/** Returns the answer; the mistakes of the question; or the problem of an edition that cannot be read. `isForm`: a place may be absent. */
export async function answerTo(
  { query, faults }: Pick<ReadSurroundings, 'query' | 'faults'>, service: Answering, isForm = false,
): Promise<SurroundingsSearch | WrongQuestion | Problem> {
  if (faults.length > 0) return { faults };
  if (query.place === undefined && !isForm) return { faults: [NO_PLACE] };
  return await searched(query, service);
}

async function searched(query: SurroundingsQuery, { editions, clock }: Answering): Promise<SurroundingsSearch | WrongQuestion | Problem> {
  const activated = activatedFor(query.passedOn, editions);
  if (activated !== undefined && 'problem' in activated) return activated;
  const found = query.place === undefined ? null : await surroundingsOf(query.place, query, activated);
  if (found !== null && 'step' in found) return { faults: [tooMany(found)] };
  return { query, found, activated, day: dayOfValidity(query.passedOn, clock()) };
}

/** Returns the fault of a chain that would start from too many objects. */
function tooMany({ step, found }: TooMany): ParameterFault {
  const most = LIMITS.surroundingsMax;
  return {
    problem: 'OngeldigeParameter', name: step === 0 ? 'dan' : 'daarna', correct: null,
    reason: {
      nl: `De stap ervoor vindt ${found} objecten; een keten gaat verder van hoogstens ${most}. Vraag minder collecties of een kleinere plaats.`,
      en: `The step before finds ${found} objects; a chain goes on from at most ${most}. Ask fewer collections or a smaller place.`,
    },
  };
}

const NO_PLACE: ParameterFault = {
  problem: 'OngeldigeParameter', name: 'plaats', correct: '155000,463000',
  reason: { nl: 'Geef een plaats: een punt of een gebied in RD.', en: 'Give a place: a point or an area in RD.' },
};
