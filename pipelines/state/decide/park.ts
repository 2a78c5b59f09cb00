/** Parks a submission that would end too many objects of its holder (drift.ts), with its report until it is released (inbox/parked.ts). */
import type { Finding } from '../../../schemas/finding.ts';
import { ofRule } from '../../../schemas/rules.ts';
import type { State } from '../database/database.ts';
import type { Submission } from '../inbox/inbox.ts';
import { reportWithoutBody } from '../outcomes/report.ts';
import type { Drift, DriftLimit } from './drift.ts';

/** Parks a submission, inside the transaction of the batch that tried to apply it. */
export function park(db: State, submission: Submission, { drift, limit }: { readonly drift: Drift; readonly limit: DriftLimit }): void {
  const report = reportWithoutBody(submission, { objects: [], findings: [parkedNote(drift, limit, { isForeseen: false })] });
  db.prepare('INSERT OR REPLACE INTO parked (seq, ended, standing, report) VALUES (?, ?, ?, ?)')
    .run(submission.seq, drift.ended, drift.standing, JSON.stringify(report));
}

/** Returns the finding that a submission is parked; with `isForeseen`, that it would be. */
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
    ...ofRule('levering.geparkeerd'), pointer: '', found: String(ended),
    message: {
      nl: `${state.nl}: zij zou ${ended} van de ${standing} ${what.nl} van deze bronhouder beëindigen, meer dan ${percent} %. ${effect.nl}`,
      en: `${state.en}: it would end ${ended} of the ${standing} ${what.en} of this source holder, more than ${percent} %. ${effect.en}`,
    },
    mend: {
      nl: 'Is het zo bedoeld, vraag de beheerder dan de indiening vrij te geven; zo niet, meld dat dan. Wat deze bronhouder daarna indient wacht zo lang.',
      en: 'If this is intended, ask the operator to release it; if not, tell the operator. Later submissions of this source holder wait meanwhile.',
    },
  };
}
