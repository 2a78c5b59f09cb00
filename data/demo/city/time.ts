/** Days of the made-up history: from the start of the register to the merger of two municipalities and beyond. */

/** A day, `YYYY-MM-DD`; as a moment it is the first one of that day in the Netherlands. */
export type Day = `${number}-${number}-${number}`;

/** The first day of the register. */
export const START: Day = '2023-01-01';
/** The day on which Fabelveen and Droomdijk become Fabeldijk. */
export const MERGER: Day = '2026-01-01';

/** Returns the first moment of a day. Without a zone it is a time in the Netherlands. */
export function midnight(day: Day): string {
  return `${day}T00:00:00`;
}

export function laterDay(one: Day, other: Day): Day {
  return one > other ? one : other;
}
