/** Map literals: days, and names and values of a filter, as the service reads them. Pure. */

/** A field of the queryables of a kind. */
export interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
}

/** Returns the day this number of months before a day; the last of a shorter month. */
export function dayBefore(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Returns the whole months between a day and today; 0 for an empty day. */
export function monthsBack(today: string, day: string): number {
  if (day === '') return 0;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const [otherYear = 0, otherMonth = 0] = day.split('-').map(Number);
  return (year - otherYear) * 12 + month - otherMonth;
}

/** Returns a field name in CQL2 text; a name with other characters has quotes. */
export function nameOf(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? field : `"${field.replaceAll('"', '""')}"`;
}

/** Returns a value in CQL2 text, by the type and the format of its field. */
export function literalOf(value: string, { type, format }: Field = {}): string {
  if (type === 'number' || type === 'integer' || type === 'boolean') return value.replace(',', '.');
  const quoted = `'${value.replaceAll("'", "''")}'`;
  if (format === 'date') return `DATE(${quoted})`;
  return format === 'date-time' ? `TIMESTAMP(${quoted})` : quoted;
}
