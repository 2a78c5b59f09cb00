/**
 * Verdicts: what became of each root of a delivery, in its order. Of proven roots (proven.ts) only the columns are
 * kept, block by block: a verdict is made when somebody reads it, its JSON without it.
 * Not here: the totals (counts.ts).
 */
import type { ObjectVerdict, Report, Verdict } from '../../schemas/finding.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import type { EntityType } from '../../schemas/names.ts';
import { pointerOf } from './block.ts';
import type { Placed } from './block.ts';
import { nestedTypesOf } from './counts.ts';
import type { TypeTally } from './counts.ts';
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

/** A proven root: its piece, and its objects in the columns. */
interface ProvenRoot {
  readonly index: number;
  readonly from: number;
  readonly until: number;
}

export class Verdicts implements Iterable<ObjectVerdict> {
  length = 0;
  readonly #blocks: BlockVerdicts[] = [];
  #refusesAll = false;

  add(verdicts: BlockVerdicts): void {
    this.#blocks.push(verdicts);
    this.length += verdicts.proven.objects.length + verdicts.others.filter((other) => other !== undefined).length;
  }

  /** From now on all are refused, whatever was found. */
  refuseAll(): void {
    this.#refusesAll = true;
  }

  * [Symbol.iterator](): Generator<ObjectVerdict> {
    for (const verdicts of this.#blocks) yield* this.#madeOf(verdicts);
  }

  /** The items of the list as JSON, with a comma between: a text for each block. */
  * jsonItems(): Generator<string> {
    for (const verdicts of this.#blocks) yield this.#jsonOf(verdicts);
  }

  toJSON(): readonly ObjectVerdict[] {
    return [...this];
  }

  /** Counts them all. */
  tally(types: TypeTally): void {
    for (const verdicts of this.#blocks) {
      const { objectTypes } = verdicts.proven;
      eachOf(verdicts, (root) => {
        const verdict = this.#verdictOf(verdicts, root);
        types.addRoot(typeAt(objectTypes, root.from), verdict);
        for (let at = root.from + 1; at < root.until; at++) types.addNested(typeAt(objectTypes, at), verdict, 1);
      }, (other) => types.add(this.#amended(other)));
    }
  }

  #madeOf(verdicts: BlockVerdicts): readonly ObjectVerdict[] {
    const { places, proven } = verdicts;
    const idAt = idsOf(proven);
    const made: ObjectVerdict[] = [];
    eachOf(verdicts, (root) => {
      const nested = nestedOf(proven, root);
      made.push({
        id: idAt(root.from), entityType: typeAt(proven.objectTypes, root.from), pointer: pointerOf(places, root.index),
        ...(nested === undefined ? {} : { nested }), verdict: this.#verdictOf(verdicts, root),
      });
    }, (other) => made.push(this.#amended(other)));
    return made;
  }

  /** What JSON.stringify gives for `#madeOf`: nothing in an id of a proven root is escaped. */
  #jsonOf(verdicts: BlockVerdicts): string {
    const { places, proven } = verdicts;
    const idAt = idsOf(proven);
    let json = '';
    eachOf(verdicts, (root) => {
      const nested = nestedOf(proven, root);
      json += `${json === '' ? '' : ','}{"id":"${idAt(root.from)}","entityType":"${typeAt(proven.objectTypes, root.from)}",`
        + `"pointer":"${pointerOf(places, root.index)}",${nested === undefined ? '' : `"nested":${JSON.stringify(nested)},`}`
        + `"verdict":"${this.#verdictOf(verdicts, root)}"}`;
    }, (other) => { json += `${json === '' ? '' : ','}${JSON.stringify(this.#amended(other))}`; });
    return json;
  }

  #verdictOf({ repeated }: BlockVerdicts, { index }: ProvenRoot): Verdict {
    return this.#refusesAll || repeated.has(index) ? 'refused' : 'accepted';
  }

  #amended(verdict: ObjectVerdict): ObjectVerdict {
    return this.#refusesAll ? { ...verdict, verdict: 'refused' } : verdict;
  }
}

/** The report with its verdicts in an array, for who keeps it or changes them. */
export function withList(report: Report<Iterable<ObjectVerdict>>): Report {
  return { ...report, objects: [...report.objects] };
}

function eachOf(
  { proven, others }: BlockVerdicts, onProven: (root: ProvenRoot) => void, onOther: (verdict: ObjectVerdict) => void,
): void {
  let [nextProven, nextOther, from] = [0, 0, 0];
  for (let index = 0; index < proven.types.length; index++) {
    if (proven.types[index] === 0) {
      const other = others[nextOther++];
      if (other !== undefined) onOther(other);
      continue;
    }
    const until = from + proven.objects[nextProven++]!;
    onProven({ index, from, until });
    from = until;
  }
}

function typeAt(objectTypes: Uint8Array, object: number): EntityType {
  return OBJECT_TYPES[objectTypes[object]!]!;
}

function nestedOf({ objectTypes }: Proven, { from, until }: ProvenRoot): ObjectVerdict['nested'] {
  if (until - from === 1) return undefined;
  return nestedTypesOf(Array.from(objectTypes.subarray(from, until), (type) => ({ type: OBJECT_TYPES[type]! })));
}
