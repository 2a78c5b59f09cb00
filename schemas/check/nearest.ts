/** Nearest: which allowed words somebody may have meant. Pure; for words of a person's length only. */
const WORD_CHARS_MAX = 120;
/** From here on a word that begins with another, whole, is near it. */
const STEM_CHARS_MIN = 5;

/** At most `count` candidates close to `word`, best first; case and punctuation weigh nothing. */
export function nearest(word: string, candidates: Iterable<string>, count = 3): readonly string[] {
  if (word.length > WORD_CHARS_MAX) return [];
  const wanted = normal(word);
  const near: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const known = normal(candidate);
    const tolerance = Math.max(1, Math.floor(Math.max(wanted.length, known.length) / 3));
    const longer = Math.abs(wanted.length - known.length);
    const stem = isStem(wanted, known);
    if (!stem && longer > tolerance) continue;
    const distance = stem ? longer : editDistance(wanted, known);
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

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(
        at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same,
        swapped ? at(beforeLast, j - 2) + 1 : Infinity,
      ));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
