/**
 * Verdicts: what became of each root of a delivery, in its order. Kept as the JSON that a report has of them, block by
 * block: a good delivery has a million, and that is made while the judges are at work, not at the end.
 * Not here: the totals (counts.ts).
 */
import type { ObjectVerdict, TypeCount } from '../../schemas/finding.ts';
import { pointerOf } from './block.ts';
import type { Placed } from './block.ts';
import { ProvenTally, TypeTally } from './counts.ts';
import { idIn } from './ids.ts';
import { NO_VALUE, STRAY } from './proven.ts';
import type { Proven } from './proven.ts';
import { VerdictText } from './verdict-text.ts';

export interface BlockVerdicts {
  readonly places: Placed;
  readonly proven: Proven;
  /** Proven pieces that are refused all the same. */
  readonly refused: ReadonlySet<number>;
  /** Of the other pieces, in their order; undefined for what is no root. */
  readonly others: readonly (ObjectVerdict | undefined)[];
}

export class Verdicts implements Iterable<ObjectVerdict> {
  length = 0;
  /** The items of a list in JSON, a comma between. */
  readonly #blocks: Buffer[] = [];
  readonly #tally = new TypeTally();
  readonly #provenTally = new ProvenTally();
  readonly #text = new VerdictText();
  #refusesAll = false;

  add({ places, proven, refused, others }: BlockVerdicts): void {
    let [nextProven, nextOther, nextStray, from] = [0, 0, 0, 0];
    // Not a loop: see screenBlock (judge.ts).
    proven.types.forEach((type, index) => {
      if (type === 0) {
        const other = others[nextOther++];
        if (other !== undefined) this.#add(other);
        return;
      }
      if (type === NO_VALUE) {
        this.length++;
        this.#provenTally.addNoValue();
        this.#text.addNoValue(places, index);
        return;
      }
      const until = from + proven.objects[nextProven++]!;
      if (type === STRAY) {
        const [id, entityType] = [idIn(proven, from), proven.strays[nextStray++]!];
        this.#add({ id, entityType, pointer: pointerOf(places, index), verdict: 'refused' });
        from = until;
        return;
      }
      const verdict = refused.size > 0 && refused.has(index) ? 'refused' : 'accepted';
      this.length++;
      this.#provenTally.add(proven.objectTypes, { from, until }, verdict);
      this.#text.addProven(proven, { from, until, places, index, verdict });
      from = until;
    });
    const text = this.#text.take();
    if (text.length > 0) this.#blocks.push(text);
  }

  #add(verdict: ObjectVerdict): void {
    this.length++;
    this.#tally.add(verdict);
    this.#text.add(verdict);
  }

  /** Whatever was found of each. */
  refuseAll(): void {
    this.#refusesAll = true;
  }

  /** What became of the objects of each type. */
  types(): readonly TypeCount[] {
    this.#provenTally.moveTo(this.#tally);
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

  #read(block: Buffer): readonly ObjectVerdict[] {
    const verdicts = JSON.parse(`[${block.toString()}]`) as readonly ObjectVerdict[];
    return this.#refusesAll ? verdicts.map((verdict) => ({ ...verdict, verdict: 'refused' })) : verdicts;
  }
}
