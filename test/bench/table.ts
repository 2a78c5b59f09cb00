/** The table that the benchmark prints: every subject gives its rows, all of one kind, for `main.ts` or by itself. */
import { explainFailure, openTerminal } from '../../pipelines/commands/terminal.ts';

/** Bar of a row: the measured value, its bound, and the unit of both, such as `×` or ` ms`. */
export type Bar = { readonly value: number; readonly unit: string } & ({ readonly atLeast: number } | { readonly atMost: number });

export interface Row {
  readonly what: string;
  readonly ours: string;
  /** The baseline and its value; empty without a baseline. */
  readonly beside: string;
  readonly ratio: string;
  /** Undefined: the row is for information. */
  readonly bar?: Bar;
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, ours, beside, ratio, bar }) => `| ${[what, ours, beside, ratio, ...barCells(bar)].join(' | ')} |\n`);
  return `| what | ours | beside it | ratio | bar | met |\n| --- | --- | --- | --- | --- | --- |\n${lines.join('')}`;
}

function barCells(bar: Bar | undefined): readonly [bar: string, met: string] {
  if (bar === undefined) return ['', ''];
  const isMet = 'atLeast' in bar ? bar.value >= bar.atLeast : bar.value <= bar.atMost;
  return [`${'atLeast' in bar ? `at least ${bar.atLeast}` : `at most ${bar.atMost}`}${bar.unit}`, isMet ? 'yes' : '**no**'];
}

/** Runs a subject as a program of its own. */
export async function printRows(measure: () => Promise<readonly Row[]>): Promise<void> {
  await orExplain(async () => { process.stdout.write(tableOf(await measure())); });
}

/** Does the work, or ends as the command line does when the environment does not allow it: with words and 3. */
export async function orExplain(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = explainFailure(error, openTerminal({ json: false }));
  }
}

/** The number that a program was given for trying, such as `20000`, or the usual one. */
export function givenNumber(usual: number): number {
  return Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? usual);
}
