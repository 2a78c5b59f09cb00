/**
 * `ev submit`: stores a delivery durably and prints its receipt. A running server, or else `ev batch`, processes the delivery.
 * With `--wait` it waits until the delivery has taken effect, in this process or in that server, and prints the report. Beside a server in
 * mode scheduled it waits for the next batch, and calls for none.
 * With `--withdraw` the file names objects, which are withdrawn.
 */
import { basename } from 'node:path';
import type { Language, Report } from '../../schemas/finding.ts';
import type { ModelVersion, RootType } from '../../schemas/names.ts';
import { orderPayload } from '../../schemas/orders.ts';
import type { Receipt } from '../../schemas/submission.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import { waitForSubmission, type BatchWait } from '../conductor/run-batch.ts';
import { idsIn } from '../prepare/read/index.ts';
import { clean, text, writeReports } from '../prepare/report/index.ts';
import { checkedBy } from '../prepare/rule-set.ts';
import { nextBatchBy } from '../schedule/next-batch.ts';
import { requireHolderCode } from '../state/access/holders.ts';
import { requireState } from '../state/database/database.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { rehearseOrder } from '../state/decide/rehearsal.ts';
import { submit, type HandedIn } from '../state/outcomes/submit.ts';
import { settle, type BatchArguments } from './batch.ts';
import { DELIVERY_KINDS, reading, readingOf, reportProblem, settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { foreseenReport } from './validate.ts';
import { holderCode } from './option-values.ts';
import { runSet, type Define } from './world.ts';

export interface SubmitArguments extends Pick<BatchArguments, 'baseUrl' | 'retention' | 'drift'> {
  readonly file: string;
  readonly holder: string;
  readonly crs: string | null;
  readonly model: ModelVersion | null;
  readonly strict: boolean;
  /** Types of which the delivery has all roots of its holder. */
  readonly full: readonly RootType[];
  /** Each root replaces the newest version of its object. */
  readonly correct: boolean;
  /** Whether the objects that the file names are withdrawn. */
  readonly withdraw: boolean;
  /** With `withdraw`: whether the report is printed and nothing is stored. */
  readonly dryRun: boolean;
  /** Whether to wait until the delivery has taken effect. */
  readonly wait: boolean;
  /** With `wait`: files to write the report to. */
  readonly reports: readonly string[];
  /** Language of the report as text and as page; null: both. */
  readonly lang: Language | null;
  readonly data: string;
  /** Whether a register may be made in the folder. */
  readonly create: boolean;
  readonly cacheFolder: string;
  readonly clock: () => Date;
}

export async function submitCommand(argv: SubmitArguments, terminal: Terminal): Promise<ExitCode> {
  const { file, holder, crs, model, strict, full, correct, withdraw, dryRun, data, create, drift, clock } = argv;
  if (!create) requireState(data, 'Check --data; `--create` makes a new register there.');
  requireHolderCode(data, holder);
  const input = {
    holder, method: withdraw ? 'INTREKKING' : 'LEVERING', target: basename(file), crs, mediaType: 'application/json', ifMatch: null,
    model, strict, full, correct,
  } as const;
  const order = withdraw ? { method: 'INTREKKING', ids: await idsIn(file) } as const : undefined;
  if (dryRun) {
    const report = order === undefined ? await foreseenReport(file, { ...argv, against: { data, holder, drift } }, terminal)
      : await rehearseOrder(data, { input, clock, drift }, order);
    return await printForeseen(report, argv, terminal);
  }
  return await handIn(argv, {
    input, payload: order === undefined ? { path: file } : { bytes: orderPayload(order) }, name: file,
    remarks: [
      ...(correct ? ['Correctie: elk object vervangt zijn nieuwste versie / correction: each object replaces its newest version'] : []),
      ...(order === undefined ? [] : [`Intrekking: ${order.ids.length} id's / withdrawal: ${order.ids.length} ids`]),
    ],
  }, terminal);
}

/** A submission, with the name of its content and remarks for its receipt. */
interface Submitted extends HandedIn {
  readonly name: string;
  readonly remarks: readonly string[];
}

/** Arguments of a command that hands in a submission. */
export type HandInArguments = Omit<BatchArguments, 'reports'> & Pick<SubmitArguments, 'wait' | 'reports'>;

/** Stores a submission durably and prints its receipt; with `wait` also its report, once it has taken effect. */
export async function handIn(
  argv: HandInArguments, { name, remarks, ...submitted }: Submitted, terminal: Terminal,
): Promise<ExitCode> {
  const { data, clock, wait } = argv;
  const receipt = await submit(data, submitted, clock);
  terminal.print(`Ontvangen / received: ${receipt.uuid}`);
  terminal.print(`  ${clean(name)}, ${receipt.bytes} bytes, SHA-256 ${receipt.sha256}`);
  const by = checkedBy();
  terminal.print(`  ${inAmsterdam(new Date(receipt.received))}, ${receipt.holder}`);
  terminal.print(`  ${by.program} ${by.version}, regels / rules ${by.ruleSet}`);
  for (const remark of remarks) terminal.print(`  ${remark}`);
  if (wait) {
    const onWait = noteWait(receipt, { clock, terminal });
    const end = noteInterruption(receipt, terminal);
    try {
      return await settle({ uuids: [receipt.uuid], work: (options) => waitForSubmission(options, receipt.uuid, onWait) }, argv, terminal);
    } finally {
      end();
    }
  }
  terminal.print('A server on this --data folder takes it up by itself; without one, run `ev batch`, which prints the report.');
  terminal.printJson({ ...receipt, checkedBy: by });
  return EXIT.fine;
}

/** Prints the report that a delivery or an order would get. */
export async function printForeseen(
  report: Report, { lang, reports }: Pick<SubmitArguments, 'lang' | 'reports'>, terminal: Terminal,
): Promise<ExitCode> {
  terminal.print('Proef: er is niets ingediend / dry run: nothing was handed in');
  terminal.print(text(report, { colour: terminal.colour, lang }));
  await writeReports(report, reports, lang);
  terminal.printJson(report);
  return report.counts.errors > 0 ? EXIT.errors : EXIT.fine;
}

/** Returns a listener that prints the cause of the wait, each time that it changes. */
function noteWait(
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

/** At an interruption, prints that the delivery stays handed in, and lets the signal end the process. Returns the removal of the handlers. */
function noteInterruption(receipt: Receipt, terminal: Pick<Terminal, 'note' | 'printJson'>): () => void {
  const end = (): void => { for (const signal of SIGNALS) process.off(signal, onSignal); };
  const onSignal = (signal: NodeJS.Signals): void => {
    end();
    terminal.note(`${receipt.uuid}: onderbroken; de levering blijft ingediend / interrupted; the delivery stays handed in. `
      + `\`ev submissions show ${receipt.uuid}\` prints what became of it.`);
    terminal.printJson(receipt);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return end;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => reading(settingsFor(inner, 'submit'))
  .positional('file', { type: 'string', demandOption: true, describe: DELIVERY_KINDS })
  .option('holder', {
    type: 'string', demandOption: true, describe: 'who delivers: the bronhoudercode in the objects', coerce: holderCode,
  })
  .option('create', { type: 'boolean', default: false, describe: 'make a new register when the folder has none; without it, such a folder is refused' })
  .option('wait', { type: 'boolean', default: false, describe: 'wait until it has taken effect and print the report; beside a server in mode scheduled: until the next planned batch' })
  .option('withdraw', {
    type: 'boolean', default: false,
    describe: 'withdraw the objects that the file names: one id on each line, a JSON list of ids, or a delivery with the objects',
  })
  .option('dry-run', { type: 'boolean', default: false, describe: 'print the report that it would get, with what would change, and hand nothing in' })
  .check(({ withdraw, full, correct, crs, model }) => !withdraw
    || (full === undefined && !correct && crs === undefined && model === undefined)
    || '--withdraw takes ids only: leave out --full, --correct, --crs and --model')
  .check(({ dryRun, wait }) => !dryRun || !wait || '--dry-run hands nothing in, so there is nothing to --wait for')
  .check(({ dryRun, create }) => !dryRun || !create || '--dry-run reads a register, and makes none: leave out --create')
  .check(({ file, report, wait, dryRun }) => (
    report.length > 0 && !wait && !dryRun ? '--report needs --wait' : reportProblem(report, [file])
  )), (argv) =>
  runSet(argv, world, (terminal, { data, lang, drift, baseUrl, keepDays }) => submitCommand({
    ...readingOf(argv), file: argv.file, holder: argv.holder, create: argv.create, withdraw: argv.withdraw, dryRun: argv.dryRun,
    wait: argv.wait, reports: argv.report, lang, data, baseUrl, drift: driftLimit(drift),
    retention: keepDays === null ? undefined : { allDays: keepDays }, cacheFolder: world.cacheFolder, clock: world.clock,
  }, terminal)));
