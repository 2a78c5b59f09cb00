/**
 * Verdicts: what became of each root of a delivery, in its order. Kept as the JSON that a report has of them, block by
 * block: a good delivery has a million, and that is made while the judges are at work, not at the end.
 * Not here: the totals (counts.ts).
 */
import type { ObjectVerdict, Report, TypeCount } from '../../schemas/finding.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import { pointerOf } from './block.ts';
import type { Placed } from './block.ts';
import { nestedTypesOf, TypeTally } from './counts.ts';
import { idsOf } from './ids.ts';
import type { Proven } from './proven.ts';

export interface BlockVerdicts {
  readonly places: Placed;
  readonly proven: Proven;
  /** Proven pieces that are refused all the same: an id of theirs was there before. */
  readonly repeated: ReadonlySet<number>;
  /** Of the other pieces, in their order; undefined for what is no root. */
  readonly others: readonly (ObjectVerdict | undefined)[];
}

export class Verdicts implements Iterable<ObjectVerdict> {
  length = 0;
  /** The items of a list in JSON, a comma between. */
  readonly #blocks: Buffer[] = [];
  readonly #tally = new TypeTally();
  #refusesAll = false;

  add({ places, proven, repeated, others }: BlockVerdicts): void {
    const idAt = idsOf(proven);
    let json = '';
    let [nextProven, nextOther, from] = [0, 0, 0];
    for (let index = 0; index < proven.types.length; index++) {
      if (proven.types[index] === 0) {
        const other = others[nextOther++];
        if (other === undefined) continue;
        this.#count(other);
        json += `${JSON.stringify(other)},`;
        continue;
      }
      const until = from + proven.objects[nextProven++]!;
      const entityType = OBJECT_TYPES[proven.objectTypes[from]!]!;
      const verdict = repeated.has(index) ? 'refused' : 'accepted';
      const nested = nestedIn(proven, from, until);
      this.#count({ entityType, verdict, nested });
      // As JSON.stringify writes it: nothing in the id of a proven root is escaped.
      json += `{"id":"${idAt(from)}","entityType":"${entityType}","pointer":"${pointerOf(places, index)}",`
        + `${nested === undefined ? '' : `"nested":${JSON.stringify(nested)},`}"verdict":"${verdict}"},`;
      from = until;
    }
    if (json !== '') this.#blocks.push(Buffer.from(json.slice(0, -1)));
  }

  /** Whatever was found of each. */
  refuseAll(): void {
    this.#refusesAll = true;
  }

  /** What became of the objects of each type. */
  types(): readonly TypeCount[] {
    const types = this.#tally.types();
    return this.#refusesAll ? types.map((type) => ({ ...type, accepted: 0, refused: type.objects })) : types;
  }

  * [Symbol.iterator](): Generator<ObjectVerdict> {
    for (const block of this.#blocks) yield* this.#read(block);
  }

  /** Items of the list as JSON, a comma between them. */
  * jsonItems(): Generator<string | Buffer> {
    for (const block of this.#blocks) yield this.#refusesAll ? JSON.stringify(this.#read(block)).slice(1, -1) : block;
  }

  toJSON(): readonly ObjectVerdict[] {
    return [...this];
  }

  #count(verdict: Parameters<TypeTally['add']>[0]): void {
    this.length++;
    this.#tally.add(verdict);
  }

  #read(block: Buffer): readonly ObjectVerdict[] {
    const verdicts = JSON.parse(`[${block.toString()}]`) as readonly ObjectVerdict[];
    return this.#refusesAll ? verdicts.map((verdict) => ({ ...verdict, verdict: 'refused' })) : verdicts;
  }
}

/** The report with its verdicts in an array, for who keeps it or changes them. */
export function withList(report: Report<Iterable<ObjectVerdict>>): Report {
  return { ...report, objects: [...report.objects] };
}

function nestedIn({ objectTypes }: Proven, from: number, until: number): ObjectVerdict['nested'] {
  if (until - from === 1) return undefined;
  return nestedTypesOf(Array.from(objectTypes.subarray(from, until), (type) => ({ type: OBJECT_TYPES[type]! })));
}
