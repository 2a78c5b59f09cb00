/** Nearest: which allowed words somebody may have meant. Pure; for words of a person's length only. */
const WORD_CHARS_MAX = 120;
/** From here on a word that begins with another, whole, is near it. */
const STEM_CHARS_MIN = 5;

/** More than there can be between words that are compared; a byte holds it and a few more. */
const FAR = 250;

/** The candidates as they are compared: words of the model, so never very many. */
const known = new Map<string, string>();

/** At most `count` candidates close to `text`, best first; case and punctuation weigh nothing. The candidates: words of the model. */
export function nearest(text: string, candidates: Iterable<string>, count = 3): readonly string[] {
  if (text.length > WORD_CHARS_MAX) return [];
  const wanted = normal(text);
  const near: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const word = known.get(candidate) ?? normal(candidate);
    known.set(candidate, word);
    const tolerance = Math.max(1, Math.floor(Math.max(wanted.length, word.length) / 3));
    const longer = Math.abs(wanted.length - word.length);
    const stem = isStem(wanted, word);
    if (!stem && longer > tolerance) continue;
    const distance = stem ? longer : editDistance(wanted, word, tolerance);
    if (stem || distance <= tolerance) near.push({ candidate, distance });
  }
  return near.sort((a, b) => a.distance - b.distance).slice(0, count).map(({ candidate }) => candidate);
}

function isStem(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= STEM_CHARS_MIN && (a.startsWith(b) || b.startsWith(a));
}

function normal(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other, up to `max`: only what
 * lies so near to the diagonal is looked at. Infinity when there are more.
 */
function editDistance(a: string, b: string, max: number): number {
  let beforeLast = new Uint8Array(b.length + 1);
  let last = new Uint8Array(b.length + 1).map((_, j) => j);
  let row = new Uint8Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - max);
    const to = Math.min(b.length, i + max);
    let least = row[from - 1] = from === 1 ? i : FAR;
    for (let j = from; j <= to; j++) {
      const letter = a.charCodeAt(i - 1);
      const other = b.charCodeAt(j - 1);
      let distance = letter === other ? last[j - 1]! : 1 + Math.min(last[j - 1]!, last[j]!, row[j - 1]!);
      const isSwapped = i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && other === a.charCodeAt(i - 2);
      if (isSwapped) distance = Math.min(distance, beforeLast[j - 2]! + 1);
      row[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > max) return Infinity;
    if (to < b.length) row[to + 1] = FAR;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length]!;
}
