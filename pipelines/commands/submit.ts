/**
 * `ev submit`: stores a delivery durably and prints its receipt. A running server takes it up; else `ev batch` does.
 * With `--wait` it goes on until the delivery has taken effect, here or in that server, and prints the report. Beside a server in mode
 * scheduled it waits for the next batch, and calls for none.
 */
import { basename } from 'node:path';
import type { Language } from '../../schemas/finding.ts';
import type { ModelVersion, RootType } from '../../schemas/names.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { waitForSubmission } from '../conductor/run-batch.ts';
import { clean } from '../prepare/report/index.ts';
import { checkedBy } from '../prepare/rule-set.ts';
import { requireHolderCode } from '../state/access/holders.ts';
import { requireState } from '../state/database/database.ts';
import { submit } from '../state/outcomes/submit.ts';
import { settle, type BatchArguments } from './batch.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { noteInterruption, noteWait } from './waiting.ts';

export interface SubmitArguments extends Pick<BatchArguments, 'baseUrl' | 'retention' | 'drift'> {
  readonly file: string;
  readonly holder: string;
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** Types of which the delivery holds all roots of its holder. */
  readonly full: readonly RootType[];
  /** Each root replaces the newest version of its object. */
  readonly correct: boolean;
  /** Whether to wait until it has taken effect. */
  readonly wait: boolean;
  /** With `wait`: files to write the report to. */
  readonly reports: readonly string[];
  /** Of text and pages; null: both. */
  readonly lang: Language | null;
  readonly data: string;
  /** Whether a register may be made in the folder. */
  readonly create: boolean;
  readonly cacheFolder: string;
  readonly clock: () => Date;
}

export async function submitCommand(asked: SubmitArguments, terminal: Terminal): Promise<ExitCode> {
  const { file, holder, crs, model, strict, full, correct, wait, data, create, clock } = asked;
  if (!create) requireState(data, 'Check --data; `--create` makes a new register there.');
  requireHolderCode(data, holder);
  const input = {
    holder, method: 'LEVERING', target: basename(file), crs, mediaType: 'application/json', ifMatch: null, model, strict, full, correct,
  } as const;
  const receipt = await submit(data, { input, payload: { path: file } }, clock);
  terminal.say(`Ontvangen / received: ${receipt.uuid}`);
  terminal.say(`  ${clean(file)}, ${receipt.bytes} bytes, SHA-256 ${receipt.sha256}`);
  const by = checkedBy();
  terminal.say(`  ${inAmsterdam(new Date(receipt.received))}, ${receipt.holder}`);
  terminal.say(`  ${by.program} ${by.version}, regels / rules ${by.ruleSet}`);
  if (correct) terminal.say('  Correctie: elk object vervangt zijn nieuwste versie / correction: each object replaces its newest version');
  if (wait) {
    const onWait = noteWait(receipt, { clock, terminal });
    const end = noteInterruption(receipt, terminal);
    try {
      return await settle({ uuids: [receipt.uuid], work: (options) => waitForSubmission(options, receipt.uuid, onWait) }, asked, terminal);
    } finally {
      end();
    }
  }
  terminal.say('A server on this --data folder takes it up by itself; without one, run `ev batch`, which prints the report.');
  terminal.answer({ ...receipt, checkedBy: by });
  return EXIT.fine;
}
