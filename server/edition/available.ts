/** Available: the edition for `beschikbaarOp`, its counts, and the problem when that edition is no longer stored. */
import type { SeriesQuery } from '../../publisher/read/series-query.ts';
import type { Activated, Edition, Editions, Series } from '../../publisher/read/types.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Moment } from '../../schemas/time.ts';
import { ofKind } from '../parameters/geometrie-soort.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Problem } from '../response/problem.ts';
import { factsOf } from './series-facts.ts';

/** The rows of a series on which a response depends. */
export interface SeriesRows {
  readonly collection: string;
  readonly rows: 'now' | 'all';
}

/**
 * Returns the edition that was active at a moment; `nothing` before the first edition. A deleted edition is never replaced by its
 * neighbour, unless the request needs one series and that series is equal in both.
 */
export function availableAt(moment: Moment, editions: Editions, request?: SeriesRows): Activated | 'nothing' | Problem {
  const found = editions.at(moment);
  if (typeof found !== 'object' || !('gone' in found)) return found;
  const next = request === undefined ? undefined : editions.firstFrom(found.head);
  const isSame = request !== undefined && next !== undefined && factsOf(request.collection, next, request.rows).since.getTime() <= moment;
  return isSame ? next : found.isDamaged === true ? unknownAt(found.nearest) : goneAt(found.nearest);
}

/** Returns the edition for a request; undefined: no edition exists, or existed then. */
export function activatedFor({ beschikbaarOp }: PassedOn, editions: Editions, request?: SeriesRows): Activated | undefined | Problem {
  if (beschikbaarOp === null) return editions.current();
  const found = availableAt(beschikbaarOp, editions, request);
  return found === 'nothing' ? undefined : found;
}

/** Returns the number of features of a series at the requested moment and of the requested kind of geometry. */
export async function countOf(series: Series | undefined, { at, kind }: PassedOn): Promise<number> {
  if (series === undefined || at === null && kind === undefined) return series?.count ?? 0;
  const [filter = null] = ofKind(kind);
  const { numberMatched } = await series.answer({ ...EVERYTHING, at, filter });
  return numberMatched;
}

/** Returns the number of features of each collection; empty before the first edition. */
export async function countsOf(edition: Edition | undefined, passedOn: PassedOn): Promise<ReadonlyMap<string, number>> {
  if (edition === undefined) return NO_COUNTS;
  const counts = new Map<string, number>();
  for (const id of COLLECTIONS) counts.set(id, await countOf(edition.series.get(id), passedOn));
  return counts;
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Query for everything that is valid now. */
export const EVERYTHING: SeriesQuery = {
  crs: 'CRS84', at: null, during: null, box: null, filter: null, words: [], order: [], position: 0, limit: 0,
};

/** Problem of an edition that is not stored any more, or whose file is damaged. */
export function numberGone(
  number: number, { nearest, isDamaged }: { readonly nearest: readonly number[]; readonly isDamaged?: true },
): Problem {
  const kept = nearest.join(', ');
  const others: Text = {
    nl: kept === '' ? '' : ` De dichtstbijzijnde nummers die er wel zijn: ${kept}.`,
    en: kept === '' ? '' : ` The nearest numbers that are: ${kept}.`,
  };
  if (isDamaged === true) {
    return {
      problem: 'NietBeschikbaar', headers: ['Retry-After', '3600'],
      detail: {
        nl: `Een bestand van editie ${number} is beschadigd. De beheerder kan het herstellen.${others.nl}`,
        en: `A file of edition ${number} is damaged. The operator can repair it.${others.en}`,
      },
    };
  }
  return {
    problem: 'EditieVerwijderd',
    detail: { nl: `Editie ${number} wordt niet meer bewaard.${others.nl}`, en: `Edition ${number} is no longer kept.${others.en}` },
  };
}

/** Problem when a damaged head hides which edition was active. Another edition would be a wrong answer. */
function unknownAt(nearest: readonly Date[]): Problem {
  const known = nearest.map((date) => date.toISOString()).join(', ');
  return {
    problem: 'NietBeschikbaar',
    detail: {
      nl: `Wat toen beschikbaar was, kan nu niet worden gezegd: een bestand van die tijd is beschadigd. De beheerder kan het herstellen.${known === '' ? '' : ` De dichtstbijzijnde momenten waarvan het wel bekend is: ${known}.`}`,
      en: `What was available then cannot be said now: a file of that time is damaged. The operator can repair it.${known === '' ? '' : ` The nearest moments of which it is known: ${known}.`}`,
    },
    headers: ['Retry-After', '3600'],
  };
}

function goneAt(nearest: readonly Date[]): Problem {
  const kept = nearest.map((date) => date.toISOString()).join(', ');
  return {
    problem: 'EditieVerwijderd',
    detail: {
      nl: `Wat toen beschikbaar was, wordt niet meer bewaard.${kept === '' ? '' : ` De dichtstbijzijnde momenten waarvan het wel wordt bewaard: ${kept}.`}`,
      en: `What was available then is no longer kept.${kept === '' ? '' : ` The nearest moments of which it is: ${kept}.`}`,
    },
  };
}
