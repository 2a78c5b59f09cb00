/** Mutate: changes an input at random, in the ways that reach further into a parser: bits, lengths, repetitions, words of its language. */
import type { Random } from '../generate/random.ts';

/** The words of a language, and the most bytes of an input in it. */
export interface Language {
  readonly words: readonly string[];
  readonly bytesMax: number;
}

/** Numbers at which parsers differ, as texts. */
const NUMBERS = ['0', '-0', '1', '-1', '1e999', '-1e-400', '9007199254740993', '4294967296', '2147483647', '0.1', '1e21', 'NaN', 'Infinity', '00', '.5', '5.', '1e', '+1'];
const CHARACTERS = ['"', '\\', '\u0000', '\n', '\r', ' ', '%', "'", '\ud7ff', '\u00e9', '\u0301', '\u{1f4a9}', '\u2028', '\ufeff', '\u0085'];
const LENGTHS_AT_32 = [0, 1, 7, 255, 65_535, 0x7fffffff, 0x80000000, 0xffffffff];
const REPETITIONS_MAX = 2_000;

type Change = (input: Buffer, random: Random, others: Others) => Buffer;

/** Where changes take bytes from beside the input. */
export interface Others {
  readonly language: Language;
  /** An input of the corpus. */
  readonly another: () => Buffer;
}

/** Replaces `length` bytes from `at`. */
function spliced(input: Buffer, at: number, length: number, bytes: Uint8Array | string): Buffer {
  return Buffer.concat([input.subarray(0, at), typeof bytes === 'string' ? Buffer.from(bytes) : bytes, input.subarray(at + length)]);
}

function range(input: Buffer, random: Random): readonly [at: number, length: number] {
  const at = random.whole(0, input.length);
  return [at, random.whole(0, Math.min(input.length - at, random.chance(0.5) ? 4 : input.length))];
}

const CHANGES: readonly [Change, ...Change[]] = [
  (input, random) => {
    const changed = Buffer.from(input);
    if (changed.length > 0) changed[random.whole(0, changed.length - 1)]! ^= 1 << random.whole(0, 7);
    return changed;
  },
  (input, random) => {
    const changed = Buffer.from(input);
    if (changed.length > 0) changed[random.whole(0, changed.length - 1)] = random.whole(0, 255);
    return changed;
  },
  (input, random) => spliced(input, random.whole(0, input.length), 0, Uint8Array.of(random.whole(32, 126))),
  (input, random) => spliced(input, ...range(input, random), ''),
  (input, random) => {
    const [at, length] = range(input, random);
    return spliced(input, random.whole(0, input.length), 0, input.subarray(at, at + length));
  },
  (input, random) => {
    const [at, length] = range(input, random);
    const times = random.chance(0.9) ? random.whole(2, 20) : random.whole(20, REPETITIONS_MAX);
    return spliced(input, at, 0, Buffer.concat(Array.from({ length: times }, () => input.subarray(at, at + Math.min(length, 64)))));
  },
  (input, random, { another }) => {
    const other = another();
    const [at, length] = range(other, random);
    return spliced(input, ...range(input, random), other.subarray(at, at + length));
  },
  (input, random, { language: { words } }) => spliced(input, random.whole(0, input.length), 0, words[random.whole(0, words.length - 1)] ?? ''),
  (input, random, { language: { words } }) => spliced(input, ...range(input, random), words[random.whole(0, words.length - 1)] ?? ''),
  (input, random) => {
    const numbers = [...input.toString('latin1').matchAll(/[-+\d.eE]+/g)];
    const found = numbers[random.whole(0, numbers.length - 1)];
    const number = NUMBERS[random.whole(0, NUMBERS.length - 1)]!;
    return found === undefined ? spliced(input, random.whole(0, input.length), 0, number) : spliced(input, found.index, found[0].length, number);
  },
  (input, random) => spliced(input, random.whole(0, input.length), random.whole(0, 1), CHARACTERS[random.whole(0, CHARACTERS.length - 1)]!),
  (input, random) => {
    const changed = Buffer.from(input);
    if (changed.length >= 4) changed.writeUInt32LE(LENGTHS_AT_32[random.whole(0, LENGTHS_AT_32.length - 1)]!, random.whole(0, (changed.length - 4) >> 2) * 4);
    return changed;
  },
];

/** Returns the input after one to six changes, cut to the longest that the language allows. */
export function mutated(input: Buffer, random: Random, others: Others): Buffer {
  let changed = input;
  for (let left = random.whole(1, random.chance(0.3) ? 6 : 2); left > 0; left -= 1) changed = random.pick(CHANGES)(changed, random, others);
  return changed.subarray(0, others.language.bytesMax);
}
