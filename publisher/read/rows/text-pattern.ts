/** Text patterns: CQL2's LIKE and the words of `zoek` with `*` and `?`, as tests with bounded work. */

/** A pattern that texts are tested with. */
export interface TextPattern {
  readonly test: (text: string) => boolean;
  /** Prefix of every matching text. */
  readonly prefix: string;
  /** Substring of every matching text: the longest literal piece of the pattern. */
  readonly literal: string;
}

/** A piece of a pattern: a literal text, any one character, or any text. */
type Piece = string | typeof ONE | typeof ANY;
const ONE = Symbol('one character');
const ANY = Symbol('any text');

/** CQL2: `%` matches any text, `_` one character, `\` escapes the next one. */
export function likePattern(pattern: string): TextPattern {
  const pieces: Piece[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    if (character === '%') pieces.push(ANY);
    else if (character === '_') pieces.push(ONE);
    else pieces.push(character === '\\' && at + 1 < characters.length ? characters[at += 1]! : character);
  }
  return patternOf(pieces);
}

/** A word of `zoek`: `*` matches any text, `?` one character. */
export function wordPattern(word: string): TextPattern {
  return patternOf(Array.from(word, (character) => (character === '*' ? ANY : character === '?' ? ONE : character)));
}

function patternOf(pieces: readonly Piece[]): TextPattern {
  const first = pieces.findIndex((piece) => typeof piece === 'symbol');
  const literal = (first < 0 ? pieces : pieces.slice(0, first)) as readonly string[];
  return { prefix: literal.join(''), literal: longestIn(pieces), test: (text) => matches(pieces, Array.from(text)) };
}

function longestIn(pieces: readonly Piece[]): string {
  let [longest, current] = ['', ''];
  for (const piece of pieces) {
    current = typeof piece === 'symbol' ? '' : current + piece;
    if (current.length > longest.length) longest = current;
  }
  return longest;
}

/**
 * Returns whether the pieces match a text. After an `any` piece, the first position where the rest matches is enough, so the work is at
 * most the product of both lengths, whatever the pattern.
 */
function matches(pieces: readonly Piece[], text: readonly string[]): boolean {
  let [piece, at] = [0, 0];
  /** Where to continue when the rest does not match: behind the last `any`, one character further each time. */
  let [retryPiece, retryAt] = [-1, 0];
  while (at < text.length) {
    const wanted = pieces[piece];
    if (wanted === ANY) {
      [retryPiece, retryAt] = [piece, at];
      piece += 1;
    } else if (wanted !== undefined && (wanted === ONE || wanted === text[at])) {
      piece += 1;
      at += 1;
    } else if (retryPiece >= 0) {
      retryAt += 1;
      [piece, at] = [retryPiece + 1, retryAt];
    } else {
      return false;
    }
  }
  while (pieces[piece] === ANY) piece += 1;
  return piece === pieces.length;
}
