/** Waiting: what `ev submit --wait` prints on standard error while it waits for a batch, and when it is interrupted. */
import type { Receipt } from '../../schemas/submission.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import type { BatchWait } from '../conductor/run-batch.ts';
import { nextBatchBy } from '../schedule/next-batch.ts';
import type { Terminal } from './terminal.ts';

/** Returns a listener that prints what is waited for, each time that this changes. */
export function noteWait(
  { uuid }: Pick<Receipt, 'uuid'>, { clock, terminal }: { readonly clock: () => Date; readonly terminal: Pick<Terminal, 'note'> },
): (wait: BatchWait) => void {
  let printed: string | null = null;
  let plan: { readonly path: string; readonly next: (after: Moment) => Moment | null } | null = null;
  const nextOf = (path: string): Moment | null => {
    if (plan?.path !== path) plan = { path, next: nextBatchBy(path) };
    return plan.next(clock().getTime() as Moment);
  };
  return ({ mode, isCalled }) => {
    const words = isCalled ? UNDER_WAY : mode === undefined ? ENDED : plannedWords(mode.pipelines, nextOf);
    if (words !== printed) terminal.note(`${uuid}: ${words}`);
    printed = words;
  };
}

const UNDER_WAY = 'de ronde waarin deze levering wordt verwerkt is bezig / the batch of this delivery is under way';
const ENDED = 'de dienst is gestopt; deze levering wacht tot hij weer draait of tot `ev batch` '
  + '/ the server has ended; this delivery waits until it runs again, or for `ev batch`';

function plannedWords(pipelines: string | null, nextOf: (path: string) => Moment | null): string {
  const next = pipelines === null ? null : nextOf(pipelines);
  if (next !== null) {
    const moment = inAmsterdam(new Date(next));
    return `wacht op de volgende ronde, gepland op ${moment} / waits for the next batch, planned at ${moment} by ${pipelines}`;
  }
  const [nl, en] = pipelines === null ? ['niet gepland', 'not planned'] : [`geen gevonden in ${pipelines}`, `none found in ${pipelines}`];
  return `wacht op de volgende ronde (${nl}); \`ev batch\` begint er een / waits for the next batch (${en}); \`ev batch\` calls for one`;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Prints at an interruption that the delivery stays handed in, and lets the signal end the process. Returns what ends that. */
export function noteInterruption(receipt: Receipt, terminal: Pick<Terminal, 'note' | 'answer'>): () => void {
  const end = (): void => { for (const signal of SIGNALS) process.off(signal, onSignal); };
  const onSignal = (signal: NodeJS.Signals): void => {
    end();
    terminal.note(`${receipt.uuid}: onderbroken; de levering blijft ingediend / interrupted; the delivery stays handed in. `
      + `\`ev submissions show ${receipt.uuid}\` prints what became of it.`);
    terminal.answer(receipt);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return end;
}
