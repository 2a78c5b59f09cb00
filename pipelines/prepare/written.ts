/**
 * Written: findings in JSON, as the judges hand them over and as a report has them. A large delivery has tens of thousands of which
 * nobody asks more than their rule; as objects they cost more to bring from thread to thread than to find.
 */
import type { Finding } from '../../schemas/finding.ts';
import type { Broken } from './one-flaw.ts';
import { itemsAsJson } from './report/json.ts';

/** The findings about some pieces of a block, in the order of these. */
export interface Written {
  /** All of them in JSON, a comma between, and where each ends. */
  readonly text: Uint8Array;
  readonly ends: Uint32Array;
  /** Of each the place of its piece in the block, and of what it breaks among `broken`. */
  readonly pieces: Uint32Array;
  readonly kinds: Uint16Array;
  readonly broken: readonly Broken[];
}

export class FindingWriter {
  readonly #texts: string[] = [];
  readonly #pieces: number[] = [];
  readonly #kinds: number[] = [];
  readonly #broken: Broken[] = [];

  /** Pieces come in their order. */
  add(piece: number, findings: readonly Finding[]): void {
    for (const finding of findings) {
      this.#texts.push(JSON.stringify(finding));
      this.#pieces.push(piece);
      this.#kinds.push(this.#kindOf(finding));
    }
  }

  written(): Written {
    let end = -1;
    return {
      text: new TextEncoder().encode(this.#texts.join(',')),
      ends: Uint32Array.from(this.#texts, (text) => end += 1 + Buffer.byteLength(text)),
      pieces: Uint32Array.from(this.#pieces), kinds: Uint16Array.from(this.#kinds), broken: this.#broken,
    };
  }

  #kindOf({ rule, severity }: Broken): number {
    const known = this.#broken.findIndex((one) => one.rule === rule && one.severity === severity);
    return known === -1 ? this.#broken.push({ rule, severity }) - 1 : known;
  }
}

/** The findings of a report, in its order: some as they are, some in JSON until somebody looks at them. */
export class FindingList implements Iterable<Finding> {
  readonly #parts: (Finding[] | Buffer)[] = [];

  add(finding: Finding): void {
    const last = this.#parts.at(-1);
    if (Array.isArray(last)) last.push(finding);
    else this.#parts.push([finding]);
  }

  /** Adds one that is written, by its number. */
  addWritten({ text, ends }: Written, index: number): void {
    const [from, until] = [text.byteOffset + (index === 0 ? 0 : ends[index - 1]! + 1), text.byteOffset + ends[index]!];
    const last = this.#parts.at(-1);
    // What stands behind the one before is read, and written, together with it.
    const isNext = Buffer.isBuffer(last) && last.buffer === text.buffer && last.byteOffset + last.length + 1 === from;
    if (isNext) this.#parts.pop();
    const start = isNext ? last.byteOffset : from;
    this.#parts.push(Buffer.from(text.buffer, start, until - start));
  }

  * [Symbol.iterator](): Generator<Finding> {
    for (const part of this.#parts) yield* Array.isArray(part) ? part : JSON.parse(`[${part.toString()}]`) as readonly Finding[];
  }

  /** Items of the list as JSON, a comma between them. */
  * jsonItems(): Generator<string | Buffer> {
    for (const part of this.#parts) {
      if (Array.isArray(part)) yield* itemsAsJson(part);
      else yield part;
    }
  }

  toJSON(): readonly Finding[] {
    return [...this];
  }
}
