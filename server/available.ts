/** Available: which edition answers for `beschikbaarOp`, and what is told when it is no longer kept (design 7). */
import type { Activated, Editions } from '../publisher/read/types.ts';
import type { Moment } from '../schemas/time.ts';
import type { Problem } from './problem.ts';

/** What was active at a moment; `nothing`: there was no edition yet. A neighbour never stands in for one that is gone. */
export function availableAt(moment: Moment, editions: Editions): Activated | 'nothing' | Problem {
  const found = editions.at(moment);
  return typeof found === 'object' && 'gone' in found ? goneAt(found.nearest) : found;
}

function goneAt(nearest: readonly Date[]): Problem {
  const kept = nearest.map((date) => date.toISOString()).join(', ');
  return {
    problem: 'EditieVerwijderd',
    detail: {
      nl: `Wat toen beschikbaar was, wordt niet meer bewaard. De dichtstbijzijnde momenten waarvan het wel wordt bewaard: ${kept}.`,
      en: `What was available then is no longer kept. The nearest moments of which it is: ${kept}.`,
    },
  };
}
