/** Tally of the fault tests: what each saw, added up and printed by main.ts when all have run. */
import { appendFileSync } from 'node:fs';

export interface Tally {
  /** Kills, errors, cuts, flips. */
  readonly faults?: number;
  readonly acknowledged?: number;
  /** Acknowledged and not there afterwards; tests fail at the first. */
  readonly lost?: number;
  readonly doubled?: number;
  /** Answers that held parts of two editions. */
  readonly mixed?: number;
  /** From the start after a fault until all that waited had settled. */
  readonly recoverySeconds?: number;
}

/** File for tallies, one JSON document per line; main.ts sets it. */
const path = process.env['EV_FAULTS_TALLY'];

export function tally(seen: Tally): void {
  if (path !== undefined) appendFileSync(path, `${JSON.stringify(seen)}\n`);
}
