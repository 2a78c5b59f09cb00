/**
 * Break: spoils a share of the objects of a generated register, in fifty ways.
 *
 * Invariants:
 *  - Evenly and without chance: of objects in order, one in every 1/share; each kind of object gets all the ways that it can have, the one
 *    used least first. So the same register is broken the same way, and a short one in all ways.
 *  - An object is broken in one way; of the text of one root, one place at most is broken.
 *  - Memory does not grow with the register.
 * Not here: the ways (json-ways.ts, schema-ways.ts, geometry-ways.ts, model-ways.ts).
 */
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { GEOMETRY_WAYS } from './geometry-ways.ts';
import { JSON_WAYS } from './json-ways.ts';
import { MODEL_WAYS } from './model-ways.ts';
import { SCHEMA_WAYS } from './schema-ways.ts';
import { MARK, type Changes, type Way } from './way.ts';

export const WAYS: readonly Way[] = [...JSON_WAYS, ...SCHEMA_WAYS, ...GEOMETRY_WAYS, ...MODEL_WAYS];

/** More than a million additions of a share can lose, less than would show. */
const ROUNDING = 1e-6;

export interface BrokenObject {
  /** JSON Pointer in the root. */
  readonly pointer: string;
  /** The `id` that it has, or had before. */
  readonly id: string;
  readonly way: Way;
}

export interface BrokenRoot {
  /** Its text on one line, line end excluded. */
  readonly line: string | Buffer;
  readonly broken: readonly BrokenObject[];
}

export class Breaker {
  readonly #share: number;
  readonly #ways: readonly Way[];
  /** How often each way was used: by kind of object, and in all. */
  readonly #used = new Map<string, number[]>();
  /** Objects still to be broken to come to the share: one that no way fits leaves its turn to the next. */
  #owed = ROUNDING;
  #earlier: string | undefined;

  /** `share`: of the objects, nested ones counted, from 0 to 1. */
  constructor({ share, ways }: { readonly share: number; readonly ways: readonly Way[] }) {
    this.#share = share;
    this.#ways = ways;
  }

  /** The line of a root that nobody else holds: its objects are changed in place. */
  root(document: JsonObject): BrokenRoot {
    const broken: BrokenObject[] = [];
    let write: Way['write'];
    for (const object of objectsOf(document)) {
      this.#owed += this.#share;
      const chosen = this.#owed >= 1 ? this.#choose(object, write !== undefined) : undefined;
      if (chosen === undefined) continue;
      this.#owed -= 1;
      broken.push({ pointer: object.pointer, id: object.id ?? '', way: chosen.way });
      replace(object.data, chosen.changes);
      write ??= chosen.way.write;
    }
    if (broken.length === 0) this.#earlier = document['id'] as string;
    const text = JSON.stringify(document);
    return { line: write === undefined ? text : rewritten(text, write), broken };
  }

  /** The way used least that this object can be broken in. */
  #choose(object: ModelObject, isRewritten: boolean): { way: Way; changes: Changes } | undefined {
    const ofKind = this.#uses(object.kind ?? '');
    const inAll = this.#uses('all');
    const order = [...this.#ways.keys()].sort((a, b) => ofKind[a]! - ofKind[b]! || inAll[a]! - inAll[b]!);
    for (const index of order) {
      const way = this.#ways[index]!;
      const changes = way.write !== undefined && isRewritten
        ? undefined
        : way.change(object, { earlier: this.#earlier });
      if (changes === undefined) continue;
      ofKind[index]! += 1;
      inAll[index]! += 1;
      return { way, changes };
    }
    return undefined;
  }

  #uses(kind: string): number[] {
    const known = this.#used.get(kind) ?? this.#ways.map(() => 0);
    this.#used.set(kind, known);
    return known;
  }
}

function replace(data: JsonObject, changes: Changes): void {
  const members = data as Record<string, Json>;
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete members[name];
    else members[name] = value;
  }
}

function rewritten(text: string, write: NonNullable<Way['write']>): string | Buffer {
  const [before = '', after = ''] = text.split(`"${MARK}"`);
  return write(before, after);
}
