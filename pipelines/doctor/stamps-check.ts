/** Stamps check: no stamp is in the future, left by a clock that was wrong. */
import { inAmsterdam } from '../../schemas/time.ts';
import { futureStamps } from './mend-clock.ts';
import { fault, type DoctorContext, type CheckFindings } from './check.ts';

const MEND = 'Is the clock right (`date -u`)? Then stop the server and run `ev doctor --mend-clock`; else mend the clock.';

export function stamps({ data, clock }: DoctorContext): CheckFindings {
  const { heads, tokens, keys, seen, received } = futureStamps(data, clock());
  const remarks = [
    ...(heads.length === 0 ? [] : [fault(
      `${heads.length} heads were activated in the future (${rangeOf(heads)}): \`beschikbaarOp\` finds none of them`, MEND,
    )]),
    ...(tokens.length === 0 ? [] : [fault(`${tokens.length} tokens were made in the future, and hold too long: ${tokens.join(', ')}`, MEND)]),
    ...(keys.length === 0 ? [] : [fault(`${keys.length} API keys were made in the future, and hold too long: ${keys.join(', ')}`, MEND)]),
    ...(seen === null ? [] : [fault(`the register saw a time of the future, ${inAmsterdam(seen)}: the next submission would be received then`, MEND)]),
    ...(received === null ? [] : [fault(
      `the last submission was received in the future, ${inAmsterdam(received)}; the next ones follow after it`,
      'That time stands in versions and answers and stays. Restore a backup of before (`ev backup list`) and deliver again, or wait until it has come.',
    )]),
  ];
  return { detail: remarks.length === 0 ? 'none of the future' : 'some of the future', remarks };
}

function rangeOf(heads: readonly number[]): string {
  return heads.length === 1 ? `head ${heads[0]}` : `heads ${heads[0]} to ${heads.at(-1)}`;
}
