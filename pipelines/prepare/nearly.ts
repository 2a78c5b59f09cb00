/**
 * Nearly: what the screen says of pieces that it does not prove but nearly does. Such a piece is the document of a root of which
 * all is right but some members: nothing else breaks the schema or gives a notice, the other geometries are valid, the
 * other links lead to the object above.
 * Columns, like those of what is proven (proven.ts). Not here: how it is found (screen/).
 */
import { MISSING, UNKNOWN } from '../../schemas/check/members.ts';
import type { Doubt } from '../../schemas/check/members.ts';
import { fieldsOf } from '../../schemas/model/model.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import * as ops from './screen/ops.ts';

export interface Nearly {
  /** For each piece how many objects it has; 0 when nothing is known of it. */
  readonly objects: Uint16Array;
  /** For each piece whether its strict JSON is in doubt, and whether the domain rules pass it. */
  readonly kinds: Uint8Array;
  /** For each piece where its flaws end in the next column. */
  readonly ends: Uint32Array;
  /** Two for each flaw (NearlyFlaw). */
  readonly flaws: Uint16Array;
}

/** Of one piece. */
export interface NearlyRight {
  readonly objects: number;
  /** Whether it may be no strict JSON, or none at all. */
  readonly isInDoubt: boolean;
  /** Whether no domain rule has anything to say of it. */
  readonly passesRules: boolean;
  readonly flaws: readonly NearlyFlaw[];
}

/** The place of an object, in the order of objectsOf, and what is wrong with it (screen/ops.ts). */
export interface NearlyFlaw {
  readonly object: number;
  readonly what: number;
}

const IN_DOUBT = 1;
const PASSES_RULES = 2;

/** A longer text may hold more positions than all its geometries together may have (crowding.ts). */
const CHARS_MAX = 50_000;

/** What is known of a piece, if anything is. */
export function nearlyAt({ objects, kinds, ends, flaws }: Nearly, piece: number): NearlyRight | undefined {
  if (objects[piece] === 0) return undefined;
  const kind = kinds[piece]!;
  return {
    objects: objects[piece]!, isInDoubt: (kind & IN_DOUBT) !== 0, passesRules: (kind & PASSES_RULES) !== 0,
    flaws: pairsOf(flaws.subarray(piece === 0 ? 0 : ends[piece - 1], ends[piece])),
  };
}

/** What may be wrong with a root, in the order of the document; undefined when it is not what the screen took it for. */
export function doubtsOf(nearly: NearlyRight, objects: readonly ModelObject[], text: string): readonly Doubt[] | undefined {
  // A member that is wrong may hold objects that the screen did not see.
  if (objects.length !== nearly.objects || text.length > CHARS_MAX) return undefined;
  return nearly.flaws.map(({ object: place, what }) => {
    const object = objects[place]!;
    return { object, what: what === ops.MISSING ? MISSING : what === ops.UNKNOWN ? UNKNOWN : fieldsOf(object.type)[what]!.name };
  });
}

function pairsOf(flaws: Uint16Array): readonly NearlyFlaw[] {
  return Array.from({ length: flaws.length / 2 }, (_, flaw) => ({ object: flaws[2 * flaw]!, what: flaws[2 * flaw + 1]! }));
}

/** Collects what is known of pieces, in their order. */
export class NearlyColumns {
  readonly #objects: number[] = [];
  readonly #kinds: number[] = [];
  readonly #ends: number[] = [];
  readonly #flaws: number[] = [];

  /** The next piece. */
  add({ objects, isInDoubt, passesRules, flaws }: NearlyRight): void {
    this.#objects.push(objects);
    this.#kinds.push((isInDoubt ? IN_DOUBT : 0) | (passesRules ? PASSES_RULES : 0));
    for (const { object, what } of flaws) this.#flaws.push(object, what);
    this.#ends.push(this.#flaws.length);
  }

  /** The next piece, of which nothing is known. */
  skip(): void {
    this.#objects.push(0);
    this.#kinds.push(0);
    this.#ends.push(this.#flaws.length);
  }

  columns(): Nearly {
    return {
      objects: Uint16Array.from(this.#objects), kinds: Uint8Array.from(this.#kinds), ends: Uint32Array.from(this.#ends),
      flaws: Uint16Array.from(this.#flaws),
    };
  }
}
