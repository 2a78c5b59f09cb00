/** Parks a submission that would end too many of its holder's roots (drift.ts), with what is told of it until it is released (inbox/parked.ts). */
import type { Finding } from '../../../schemas/finding.ts';
import type { State } from '../database/database.ts';
import type { Submission } from '../inbox/inbox.ts';
import { reportWithoutBody } from '../outcomes/report.ts';
import type { Drift, DriftLimit } from './drift.ts';

/** Inside the transaction of the batch in which it was tried. */
export function park(db: State, submission: Submission, { drift, limit }: { readonly drift: Drift; readonly limit: DriftLimit }): void {
  const report = reportWithoutBody(submission, { objects: [], findings: [parkedNote(drift, limit, { isForeseen: false })] });
  db.prepare('INSERT OR REPLACE INTO parked (seq, ended, standing, report) VALUES (?, ?, ?, ?)')
    .run(submission.seq, drift.ended, drift.standing, JSON.stringify(report));
}

/** Says that a submission is parked, or with `isForeseen` that it would be. */
export function parkedNote(
  { ended, standing, nested }: Drift, { shareMax }: DriftLimit, { isForeseen }: { readonly isForeseen: boolean },
): Finding {
  const percent = Math.round(shareMax * 100);
  const what = nested ? { nl: 'onderdelen van de objecten', en: 'nested objects' } : { nl: 'objecten', en: 'objects' };
  const state = isForeseen
    ? { nl: 'Deze levering zou geparkeerd worden', en: 'This delivery would be parked' }
    : { nl: 'Deze indiening is geparkeerd', en: 'This submission is parked' };
  const effect = isForeseen
    ? { nl: 'Tot de beheerder haar vrijgeeft zou er niets van verwerkt worden.', en: 'Nothing of it would be processed until the operator releases it.' }
    : { nl: 'Er is nog niets van verwerkt.', en: 'Nothing of it was processed yet.' };
  return {
    rule: 'levering.geparkeerd', severity: 'warning', pointer: '', found: String(ended),
    message: {
      nl: `${state.nl}: zij zou ${ended} van de ${standing} ${what.nl} van deze bronhouder beëindigen, meer dan ${percent} %. ${effect.nl}`,
      en: `${state.en}: it would end ${ended} of the ${standing} ${what.en} of this source holder, more than ${percent} %. ${effect.en}`,
    },
    mend: {
      nl: 'Is het zo bedoeld, vraag de beheerder dan de indiening vrij te geven; zo niet, meld dat dan. Wat deze bronhouder daarna indient wacht zo lang.',
      en: 'If it is meant so, ask the operator to release it; if not, say so. What this source holder hands in after it waits meanwhile.',
    },
  };
}
