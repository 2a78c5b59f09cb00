/** Publication source: the publications of a subscription, for the sender of webhooks (pipelines/subscriptions/). */
import type { Editions } from '../publisher/read/types.ts';
import { UsageFault } from '../schemas/fault.ts';
import { LIMITS } from '../schemas/limits.ts';
import type { Profile } from '../schemas/profile.ts';
import type { PublicationSource } from '../schemas/publication-event.ts';
import { publicationsAfter, type Selection } from './edition/publications.ts';
import { FILTERS, readDifferenceFilters } from './parameters/difference-query.ts';
import { parseParameters, type ParameterFault } from './parameters/query.ts';

/** A number that no publication has yet, as after a restore from a backup, leads to the newest publication. */
export function publicationSource({ editions, baseUrl, profile }: {
  readonly editions: Editions; readonly baseUrl: string; readonly profile: Profile;
}): PublicationSource {
  return async (filters, after) => {
    const present = editions.current();
    if (present === undefined) return { events: [], last: after };
    const from = after > present.head ? present.head - 1 : after;
    return await publicationsAfter(from, selectionOf(filters, profile), { editions, baseUrl }, LIMITS.publicationEventsMax);
  };
}

/** Throws a Fault of usage when the filters are wrong, with each mistake. */
export function requireFilters(filters: string, profile: Profile): void {
  selectionOf(filters, profile);
}

function selectionOf(text: string, profile: Profile): Selection {
  const faults: ParameterFault[] = [];
  const { query } = readDifferenceFilters(parseParameters({ text }, FILTERS, faults), { profile, faults });
  if (faults.length === 0) return { query, text };
  throw new UsageFault('these filters are not those of /verschillen', {
    step: 'Subscriptions:Filters', actual: faults.map(({ name, reason }) => `${name}: ${reason.en}`).join(' '),
    expected: 'a query such as collecties=kwetsbare-gebouwen&bronhoudercode=AB12',
  });
}
