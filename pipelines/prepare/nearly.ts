/**
 * Nearly: what the screen says of pieces that it does not prove but nearly does. Such a piece is the document of a root, strict JSON,
 * of which all is right but some members: nothing else breaks the schema or gives a notice, the other geometries are
 * valid, the other links lead to the object above. Of the domain rules it says nothing.
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
  /** For each piece where its flaws end in the next column. */
  readonly ends: Uint32Array;
  /** For each flaw the place of the object, in the order of objectsOf, and what is wrong with it (screen/ops.ts). */
  readonly flaws: Uint16Array;
}

/** Of one piece: how many objects it has, and its flaws as pairs. */
export interface NearlyRight {
  readonly objects: number;
  readonly flaws: Uint16Array;
}

/** A longer text may hold more positions than all its geometries together may have (crowding.ts). */
const CHARS_MAX = 50_000;

export function nearlyAt({ objects, ends, flaws }: Nearly, piece: number): NearlyRight | undefined {
  if (objects[piece] === 0) return undefined;
  return { objects: objects[piece]!, flaws: flaws.subarray(piece === 0 ? 0 : ends[piece - 1], ends[piece]) };
}

/** What may be wrong with a root, in the order of the document; undefined when it is not what the screen took it for. */
export function doubtsOf(nearly: NearlyRight, objects: readonly ModelObject[], text: string): readonly Doubt[] | undefined {
  // A member that is wrong may hold objects that the screen did not see.
  if (objects.length !== nearly.objects || text.length > CHARS_MAX) return undefined;
  return Array.from({ length: nearly.flaws.length / 2 }, (_, flaw) => {
    const object = objects[nearly.flaws[2 * flaw]!]!;
    const what = nearly.flaws[2 * flaw + 1]!;
    return { object, what: what === ops.MISSING ? MISSING : what === ops.UNKNOWN ? UNKNOWN : fieldsOf(object.type)[what]!.name };
  });
}

/** Collects what is known of pieces, in their order. */
export class NearlyColumns {
  readonly #objects: number[] = [];
  readonly #ends: number[] = [];
  readonly #flaws: number[] = [];

  /** A piece with so many objects, and its flaws as pairs; none of either when nothing is known. */
  add(objects: number, flaws: Iterable<number>): void {
    this.#objects.push(objects);
    for (const word of flaws) this.#flaws.push(word);
    this.#ends.push(this.#flaws.length);
  }

  columns(): Nearly {
    return { objects: Uint16Array.from(this.#objects), ends: Uint32Array.from(this.#ends), flaws: Uint16Array.from(this.#flaws) };
  }
}
