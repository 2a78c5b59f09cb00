/**
 * Lives: the history of a root of the made-up city, and the documents that its holders deliver of the root.
 *
 * Invariants: each stage begins after the one before; a version ends where the next begins, so only the last one in a holder's term has an
 * end; an end after the last year of the history is known from the start.
 * Not here: the file of each document (make-city.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import { TERMS, type Holder, type Place, type Term } from './holders.ts';
import { laterDay, midnight, type Day } from './time.ts';

/** The holder that delivers, and the first day of its term. A part that is older begins with the term. */
export interface Delivery {
  readonly holder: Holder;
  readonly from: Day;
}

export interface Stage {
  readonly from: Day;
  readonly make: (delivery: Delivery) => JsonObject;
}

export interface Life {
  readonly place: Place;
  readonly stages: readonly [Stage, ...Stage[]];
  /** The first day without the root. */
  readonly gone?: Day;
}

/** A document, and the year in which its holder delivers it. */
export interface DeliveredDocument {
  readonly holder: Holder;
  readonly year: number;
  readonly document: JsonObject;
}

/** The last year of the history. */
const LAST_YEAR = 2026;

export function deliveredDocuments(life: Life): readonly DeliveredDocument[] {
  return TERMS[life.place].flatMap((term: Term) => deliveredIn(term, life));
}

/** The versions of one holder. An end in a later year than the last begin is delivered in that year, with the same begin. */
function deliveredIn(term: Term, { stages, gone }: Life): readonly DeliveredDocument[] {
  const { holder } = term;
  const end = [term.until, gone].filter((day) => day !== undefined).sort()[0];
  const versions = stages.flatMap(({ from, make }, index) => {
    const begin = laterDay(from, term.from);
    const next = stages[index + 1]?.from;
    if ((end !== undefined && begin >= end) || (next !== undefined && next <= begin)) return [];
    return [{ begin, document: { ...make({ holder, from: term.from }), beginGeldigheid: midnight(begin) } }];
  });
  const last = versions.at(-1);
  if (last === undefined) return [];
  const all = versions.map(({ begin, document }): DeliveredDocument => ({ holder, year: term.until === undefined ? yearOf(begin) : yearOf(term.from), document }));
  if (end === undefined) return all;
  const ended: DeliveredDocument = { holder, year: yearOf(end), document: { ...last.document, eindGeldigheid: midnight(end) } };
  const isKnown = term.until !== undefined || ended.year === all.at(-1)?.year || ended.year > LAST_YEAR;
  return isKnown ? [...all.slice(0, -1), { ...ended, year: all.at(-1)!.year }] : [...all, ended];
}

function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}
