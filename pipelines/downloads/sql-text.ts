/** SQL text: values as literals and names as identifiers of SQL, for statements that take no bound values. */

/** Returns a text as a literal. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Returns the name of a table or column as an identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
