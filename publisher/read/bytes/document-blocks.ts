/**
 * Document blocks: caches the documents of the rows of a block in the form that lists use, so that a list of documents costs as little as
 * a page of features. Not here: how documents are made (document-block.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';

export interface DocumentBlock {
  /** The documents in sequence, each followed by a comma. */
  readonly bytes: Buffer;
  /** Per row of the block, in order: the end behind its comma. */
  readonly ends: readonly number[];
}

const KEPT_BYTES_MAX = LIMITS.keptBytesMax.documents;

/** Recently used documents, by the hash of the block of rows or documents that they are made of. */
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

  /** Adds documents that are not cached yet. */
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
