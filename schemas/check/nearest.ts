/** Nearest: the allowed words closest to a given one. Only for short words. */
const WORD_CHARS_MAX = 120;
/** Fewest characters of a word that is close to every longer word that begins with it. */
const STEM_CHARS_MIN = 5;

/** A distance above any between compared words; it fits in a byte with room to add. */
const FAR = 250;

/** Normalised candidates. The words are those of the model, so their number is limited. */
const known = new Map<string, string>();

/** Returns at most `count` candidates close to `text`, best first, ignoring case and punctuation. Candidates must be words of the model. */
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
 * Edit distance with swaps of neighbours (optimal string alignment), up to `max`; Infinity beyond. Only cells near the diagonal are
 * computed.
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
