/**
 * Question: what lies at a place, as `ev ask` asks it: the parameters of `/omgeving`, and the answer of that endpoint.
 * Not here: its meaning (server/edition/question.ts).
 */
import type { Text } from './finding.ts';

export interface Question {
  /** The parameters, as in an address: `plaats=155000,463000&straal=500`. */
  readonly parameters: string;
  /** Instead of `plaats`: a geometry as WKT or GeoJSON; null: none. */
  readonly geometry: string | null;
  /** URI of the CRS of a geometry; null: RD. */
  readonly crs: string | null;
}

/** An object that an answer lists. */
export interface AnsweredObject {
  readonly collectie: string;
  readonly id: string;
  readonly naam?: string;
  /** Metres from the point of the question. */
  readonly afstand?: number;
  readonly bronhoudercode: string;
  readonly beginGeldigheid: string;
  /** The objects of the step before that this one was found by. */
  readonly via?: readonly { readonly collectie: string; readonly id: string }[];
}

/** The members of an answer that `ev ask` prints for people. */
export interface Answer {
  /** Sentences that name the place, the edition and the number of objects found. */
  readonly nagekeken: Text;
  readonly numberMatched: number;
  readonly aantallen: Readonly<Record<string, number>>;
  readonly objecten?: readonly AnsweredObject[];
  /** The further steps of a chain. */
  readonly keten?: readonly Pick<Answer, 'numberMatched' | 'aantallen' | 'objecten'>[];
  readonly links: readonly { readonly href: string; readonly rel: string }[];
}

/** The edition of the question cannot be read: it is not stored any more, or damaged. */
export interface Unanswered {
  readonly why: Text;
}
