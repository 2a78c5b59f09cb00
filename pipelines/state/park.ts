/** Parks a submission that would end too many of its holder's roots (drift.ts), with what is told of it until it is released (parked.ts). */
import type { Finding } from '../../schemas/finding.ts';
import type { State } from './database.ts';
import type { Drift, DriftLimit } from './drift.ts';
import type { Submission } from './inbox.ts';
import { reportWithoutBody } from './report.ts';

/** Inside the transaction of the batch in which it was tried. */
export function park(db: State, submission: Submission, { drift, limit }: { readonly drift: Drift; readonly limit: DriftLimit }): void {
  const report = reportWithoutBody(submission, { objects: [], findings: [parkedNote(drift, limit)] });
  db.prepare('INSERT OR REPLACE INTO parked (seq, ended, standing, report) VALUES (?, ?, ?, ?)')
    .run(submission.seq, drift.ended, drift.standing, JSON.stringify(report));
}

function parkedNote({ ended, standing }: Drift, { shareMax }: DriftLimit): Finding {
  const percent = Math.round(shareMax * 100);
  return {
    rule: 'levering.geparkeerd', severity: 'warning', pointer: '', found: String(ended),
    message: {
      nl: `Deze indiening is geparkeerd: zij zou ${ended} van de ${standing} objecten van deze bronhouder beëindigen, meer dan ${percent} %. Er is nog niets van verwerkt.`,
      en: `This submission is parked: it would end ${ended} of the ${standing} objects of this source holder, more than ${percent} %. Nothing of it was processed yet.`,
    },
    mend: {
      nl: 'Is het zo bedoeld, vraag de beheerder dan de indiening vrij te geven; zo niet, meld dat dan. Wat deze bronhouder daarna indient wacht zo lang.',
      en: 'If it is meant so, ask the operator to release it; if not, say so. What this source holder hands in after it waits meanwhile.',
    },
  };
}
