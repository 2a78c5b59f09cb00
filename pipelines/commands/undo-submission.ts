/** `ev submissions undo`: submits the undo of a submission, or with --dry-run prints the report that it would get. */
import { UsageFault } from '../../schemas/fault.ts';
import { NOT_UNDOABLE } from '../../schemas/rule-words/undo.ts';
import type { Language } from '../../schemas/finding.ts';
import { orderPayload } from '../../schemas/orders.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { submissionPath } from '../../schemas/target.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { text } from '../prepare/report/index.ts';
import type { DriftLimit } from '../state/decide/drift.ts';
import { findOutcome, submit } from '../state/outcomes/submit.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export interface UndoArguments {
  readonly data: string;
  /** uuid of the submission to undo. */
  readonly uuid: string;
  /** Whether roots that later submissions changed get their state of before too. */
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Limit beyond which the undo would be parked. */
  readonly drift: DriftLimit;
  /** Language of the report as text; null: both. */
  readonly lang: Language | null;
  readonly clock: () => Date;
}

/** Submits the undo. Throws a Fault when no submission has this uuid, or when nothing of it was processed. */
export async function undoCommand({ data, uuid, force, dryRun, drift, lang, clock }: UndoArguments, terminal: Terminal): Promise<ExitCode> {
  const found = findOutcome(data, uuid);
  requireUndoable(found);
  const input = {
    holder: found.receipt.holder, method: 'HERROEPING', target: submissionPath(uuid), crs: null, mediaType: 'application/json', ifMatch: null,
    // The operator undoes, not the organisation of the objects.
    organisation: null,
  } as const;
  const order = { method: 'HERROEPING', undoes: uuid, force } as const;
  if (dryRun) {
    const { rehearseOrder } = await import('../state/decide/rehearsal.ts');
    const report = await rehearseOrder(data, { input, clock, drift }, order);
    terminal.print(text(report, { colour: terminal.colour, lang }));
    terminal.print('Er is niets gewijzigd; zonder --dry-run wordt de herroeping ingediend. / Nothing was changed; without --dry-run the undo is submitted.');
    terminal.printJson(report);
    return report.counts.errors > 0 ? EXIT.errors : EXIT.fine;
  }
  const receipt = await submit(data, { input, payload: { bytes: orderPayload(order) } }, clock);
  terminal.print(`Ontvangen / received: ${receipt.uuid}`);
  terminal.print(`  ${inAmsterdam(new Date(receipt.received))}, ${receipt.holder}, herroept / undoes ${uuid}`);
  terminal.print('A server on this --data folder takes it up by itself; without one, run `ev batch`, which prints the report.');
  terminal.printJson({ ...receipt, undoes: uuid });
  return EXIT.fine;
}

function requireUndoable({ receipt: { uuid }, state, retriedAs }: Outcome): void {
  if (state === 'settled') return;
  const { message, mend } = NOT_UNDOABLE[state];
  throw new UsageFault(`submission ${uuid} cannot be undone: ${decapitalized(message.en)}`, {
    step: 'Submission:Undo', hint: retriedAs === undefined ? mend.en : `${mend.en} It is ${retriedAs}.`,
  });
}

/** Returns a sentence without its first capital and its full stop, for use within a sentence. */
function decapitalized(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
