/** Cells of a text of CSV (RFC 4180), row by row. */
export function cellsIn(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [whole, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (whole === '') break;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
