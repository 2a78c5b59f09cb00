/**
 * Delivered: the differences between the document of a root without nested objects and its row. A feature shows moments in UTC, a document
 * shows them as delivered. One text per row, both directions; empty for a row without differences.
 *
 * Form: for each difference `start,length,text;`, in bytes, ascending, counted from the start of the inside of `properties`. In the
 * document, `text` replaces `length` bytes at `start`; `text` is a date-time, so it contains neither sign.
 */
export interface Difference {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

export function differencesText(differences: readonly Difference[]): string {
  return differences.map(({ start, length, text }) => `${start},${length},${text};`).join('');
}

/** Returns how many bytes longer the inside of `properties` is in the document than in the row. */
export function growthBy(differences: string): number {
  let growth = 0;
  for (const difference of differences.split(';').slice(0, -1)) {
    const [, length = '', text = ''] = difference.split(',');
    growth += Buffer.byteLength(text) - Number(length);
  }
  return growth;
}

/** Returns the inside of `properties` as the document has it. */
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
