/**
 * Dictionary: a new dictionary from one that is there: what is still used and what is added, without looking at the texts
 * that stay. Codes: 0 is none, else one more than the place in the dictionary.
 */
import { content, type Column, type Texts, type Unsigned } from './segment.ts';
import { bytesAt, entriesBefore, unsignedFor } from './texts.ts';

export interface ChangedDictionary {
  /** `<name>.end` and `<name>.text` (texts.ts). */
  readonly columns: Column[];
  /** Codes as `codeOf` gave them, or of the dictionary that was there, as codes of the new one. */
  readonly recode: (codes: Unsigned) => Unsigned;
}

interface Added {
  readonly bytes: Buffer;
  /** Texts of the dictionary there that come before it. */
  readonly before: number;
  readonly code: number;
}

export class DictionaryChange {
  private readonly held: Texts | undefined;
  private readonly heldSize: number;
  private readonly added = new Map<string, Added>();

  constructor(held: Texts | undefined) {
    this.held = held;
    this.heldSize = held?.ends.length ?? 0;
  }

  /** A code until the new dictionary is made. */
  codeOf(bytes: Buffer): number {
    const before = this.held === undefined ? 0 : entriesBefore(this.held, bytes);
    if (before < this.heldSize && bytesAt(this.held!, before).equals(bytes)) return before + 1;
    const name = bytes.toString('latin1');
    const known = this.added.get(name);
    if (known !== undefined) return known.code;
    const code = this.heldSize + this.added.size + 1;
    this.added.set(name, { bytes, before, code });
    return code;
  }

  /** The dictionary of the texts that `lists` have codes of. */
  finish(name: string, lists: readonly Unsigned[]): ChangedDictionary {
    const isUsed = new Uint8Array(this.heldSize + this.added.size + 1);
    for (const list of lists) for (let index = 0; index < list.length; index += 1) isUsed[list[index]!] = 1;
    const added = [...this.added.values()].filter(({ code }) => isUsed[code] === 1)
      .sort((left, right) => Buffer.compare(left.bytes, right.bytes));
    const final = new Uint32Array(isUsed.length);
    const pieces: Uint8Array[] = [];
    let [size, next] = [0, 0];
    for (let at = 0; at <= this.heldSize; at += 1) {
      for (; added[next]?.before === at; next += 1) {
        pieces.push(added[next]!.bytes);
        final[added[next]!.code] = size += 1;
      }
      if (at === this.heldSize || isUsed[at + 1] === 0) continue;
      pieces.push(bytesAt(this.held!, at));
      final[at + 1] = size += 1;
    }
    return { columns: columnsOf(name, pieces), recode: (codes) => recoded(codes, final, size) };
  }
}

/** Columns of texts that are bytes. */
function columnsOf(name: string, texts: readonly Uint8Array[]): Column[] {
  const text = Buffer.concat(texts);
  const ends = unsignedFor(texts.length, text.length);
  for (let index = 0, end = 0; index < texts.length; index += 1) ends[index] = end += texts[index]!.length;
  return [content(`${name}.end`, ends), content(`${name}.text`, text)];
}

function recoded(codes: Unsigned, final: Uint32Array, size: number): Unsigned {
  const made = unsignedFor(codes.length, size);
  for (let index = 0; index < codes.length; index += 1) made[index] = final[codes[index]!]!;
  return made;
}
