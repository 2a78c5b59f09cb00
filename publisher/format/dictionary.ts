/**
 * Dictionary: builds a new dictionary from the parent's. Used texts stay without being decoded, new texts are added. Codes: 0 is none,
 * else one more than the index in the dictionary.
 */
import type { Texts, Unsigned } from './segment.ts';
import { Splice, type SpliceRange } from './splice.ts';
import { bytesAt, entriesBefore, unsignedFor } from './text-columns.ts';

export interface ChangedDictionary {
  readonly texts: Texts;
  /** Converts codes from `codeOf` or of the parent dictionary into codes of the new one. */
  readonly recode: (codes: Unsigned) => Unsigned;
}

interface Added {
  readonly bytes: Buffer;
  /** Number of parent texts that come before it. */
  readonly before: number;
  readonly code: number;
}

export class DictionaryChange {
  readonly #parent: Texts | undefined;
  readonly #parentSize: number;
  readonly #added = new Map<string, Added>();

  constructor(parent: Texts | undefined) {
    this.#parent = parent;
    this.#parentSize = parent?.ends.length ?? 0;
  }

  /** Returns a provisional code, valid until the new dictionary is complete. */
  codeOf(bytes: Buffer): number {
    const before = this.#parent === undefined ? 0 : entriesBefore(this.#parent, bytes);
    if (before < this.#parentSize && bytesAt(this.#parent!, before).equals(bytes)) return before + 1;
    const name = bytes.toString('latin1');
    const known = this.#added.get(name);
    if (known !== undefined) return known.code;
    const code = this.#parentSize + this.#added.size + 1;
    this.#added.set(name, { bytes, before, code });
    return code;
  }

  /** Returns the dictionary of the texts whose codes occur in `lists`. */
  finish(lists: readonly Unsigned[]): ChangedDictionary {
    const isUsed = new Uint8Array(this.#parentSize + this.#added.size + 1);
    for (const list of lists) for (let index = 0; index < list.length; index += 1) isUsed[list[index]!] = 1;
    const added = [...this.#added.values()].filter(({ code }) => isUsed[code] === 1)
      .sort((left, right) => Buffer.compare(left.bytes, right.bytes));
    const splice = new Splice(stretchesOf(isUsed.subarray(1, this.#parentSize + 1), added));
    const final = new Uint32Array(isUsed.length);
    let size = 0;
    for (const range of splice.ranges) {
      if (range.kind === 'kept') for (let at = range.from; at < range.to; at += 1) final[at + 1] = size += 1;
      else for (const { code } of range.entries) final[code] = size += 1;
    }
    return { texts: splice.texts(this.#parent, ({ bytes }) => bytes), recode: (codes) => recoded(codes, final, size) };
  }
}

/** Returns the used ranges of the parent texts, with the added texts between them. */
function stretchesOf(isUsed: Uint8Array, added: readonly Added[]): SpliceRange<Added>[] {
  const ranges: SpliceRange<Added>[] = [];
  let next = 0;
  for (let at = 0; at <= isUsed.length; at += 1) {
    const entries: Added[] = [];
    while (added[next]?.before === at) entries.push(added[next++]!);
    if (entries.length > 0) ranges.push({ kind: 'new', entries });
    let to = at;
    while (isUsed[to] === 1 && (to === at || added[next]?.before !== to)) to += 1;
    if (to === at) continue;
    ranges.push({ kind: 'kept', from: at, to });
    at = to - 1;
  }
  return ranges;
}

function recoded(codes: Unsigned, final: Uint32Array, size: number): Unsigned {
  const made = unsignedFor(codes.length, size);
  for (let index = 0; index < codes.length; index += 1) made[index] = final[codes[index]!]!;
  return made;
}
