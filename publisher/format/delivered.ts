/**
 * Delivered: where the document of a root that nests nothing differs from its row: texts of moments, which a feature shows in UTC and a
 * document as they were delivered. One text for a row, both directions; empty for a row without differences.
 *
 * Form: for each difference `start,length,text;`, in bytes, counted from the start of the inside of `properties`, ascending. `text` stands
 * in the document in place of `length` bytes; it is a date-time, so it holds neither sign.
 */
export interface Difference {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

export function differencesText(differences: readonly Difference[]): string {
  return differences.map(({ start, length, text }) => `${start},${length},${text};`).join('');
}

/** Number of bytes that the inside of `properties` has more in the document than in the row. */
export function growthBy(differences: string): number {
  let growth = 0;
  for (const difference of differences.split(';').slice(0, -1)) {
    const [, length = '', text = ''] = difference.split(',');
    growth += Buffer.byteLength(text) - Number(length);
  }
  return growth;
}

/** The inside of `properties` as the document has it. */
export function withDifferences(inside: Buffer, differences: string): readonly Buffer[] {
  if (differences === '') return [inside];
  const pieces: Buffer[] = [];
  let done = 0;
  for (const difference of differences.split(';').slice(0, -1)) {
    const [start = '', length = '', text = ''] = difference.split(',');
    pieces.push(inside.subarray(done, Number(start)), Buffer.from(text));
    done = Number(start) + Number(length);
  }
  return [...pieces, inside.subarray(done)];
}
