/**
 * Document blocks: the documents of the rows of a block, as they stand in lists, kept while lately used, so that a list costs what a
 * page of features does. Not here: how they are made (document-block.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';

export interface DocumentBlock {
  /** The documents side by side, each with a comma behind it. */
  readonly bytes: Buffer;
  /** Of each row of the block, in order; behind its comma. */
  readonly ends: readonly number[];
}

const KEPT_BYTES_MAX = LIMITS.keptBytesMax.documents;

/** Those that were lately used, by the hash of the block of rows or documents that they are made of. */
export class DocumentBlocks {
  readonly #kept = new Map<string, DocumentBlock>();
  #bytes = 0;

  get(hash: string): DocumentBlock | undefined {
    const known = this.#kept.get(hash);
    if (known === undefined) return undefined;
    this.#kept.delete(hash);
    this.#kept.set(hash, known);
    return known;
  }

  /** One that is not kept. */
  add(hash: string, made: DocumentBlock): void {
    this.#kept.set(hash, made);
    this.#bytes += made.bytes.length;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= KEPT_BYTES_MAX) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
