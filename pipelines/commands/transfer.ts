/**
 * `ev transfer`: hands objects of one source holder over to another, or all of them. It is a submission as others are: a running server, or
 * else `ev batch`, processes it, after what the holder handed in before.
 */
import { idsIn } from '../prepare/read/index.ts';
import { requireHolderCode } from '../state/access/holders.ts';
import { requireState } from '../state/database/database.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { rehearseOrder } from '../state/decide/rehearsal.ts';
import { orderPayload, transferInput, type TransferOrder } from '../../schemas/orders.ts';
import { requireKnownHolder } from '../state/outcomes/submit.ts';
import { reported, reportProblem, settingsFor } from './options.ts';
import { dayText, holderCode, refusalReason } from './option-values.ts';
import { handIn, printForeseen, type HandInArguments } from './submit.ts';
import type { ExitCode, Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

export interface TransferArguments extends HandInArguments, Pick<TransferOrder, 'from' | 'to' | 'at' | 'reason'> {
  /** File with the ids of the objects; null: all objects of `from`. */
  readonly ids: string | null;
  /** One refused id refuses all. */
  readonly strict: boolean;
  /** Whether the report is printed and nothing is stored. */
  readonly dryRun: boolean;
}

export async function transferCommand(argv: TransferArguments, terminal: Terminal): Promise<ExitCode> {
  const { data, from, to, ids, at, reason, strict, dryRun, clock, drift } = argv;
  requireState(data, 'Check --data.');
  requireHolderCode(data, to, '--to');
  requireKnownHolder(data, from);
  const order: TransferOrder = { method: 'OVERDRACHT', from, to, at, reason: reason.trim(), ...(ids === null ? {} : { ids: await idsIn(ids) }) };
  // The operator hands over, not the organisation of the objects.
  const input = { ...transferInput(order), strict, organisation: null };
  if (dryRun) return await printForeseen(await rehearseOrder(data, { input, clock, drift }, order), argv, terminal);
  const [count, number] = order.ids === undefined ? ['alle objecten', 'all objects'] : [`${order.ids.length} id's`, `${order.ids.length} ids`];
  return await handIn(argv, {
    input, payload: { bytes: orderPayload(order) }, name: order.method,
    remarks: [`Overdracht ${input.target} met ingang van ${at}: ${count} / transfer from ${from} to ${to}, from ${at} on: ${number}`],
  }, terminal);
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => reported(settingsFor(inner, 'transfer'))
  .option('from', {
    type: 'string', demandOption: true, describe: 'bronhoudercode of the objects', coerce: (code: string) => holderCode(code, '--from'),
  })
  .option('to', {
    type: 'string', demandOption: true, describe: 'bronhoudercode that they get', coerce: (code: string) => holderCode(code, '--to'),
  })
  .option('at', {
    type: 'string', demandOption: true, describe: 'day from which they have that code, such as 2026-01-01; writing goes over at once', coerce: (text: string) => dayText(text),
  })
  .option('reason', {
    type: 'string', demandOption: true, describe: 'why, on one line; it stands in the report', coerce: refusalReason,
  })
  .option('ids', {
    type: 'string', describe: 'file that names the objects (default: all): one id on each line, a JSON list of ids, or a delivery with the objects',
  })
  .option('strict', { type: 'boolean', default: false, describe: 'one refused id refuses the whole transfer' })
  .option('dry-run', { type: 'boolean', default: false, describe: 'print the report that it would get, and hand nothing in' })
  .option('wait', { type: 'boolean', default: false, describe: 'wait until it has taken effect and print the report' })
  .check(({ from, to }) => from !== to || `--from and --to are both ${from}: there is nothing to hand over`)
  .check(({ dryRun, wait }) => !dryRun || !wait || '--dry-run hands nothing in, so there is nothing to --wait for')
  .check(({ report, wait, dryRun, ids }) => (
    report.length > 0 && !wait && !dryRun ? '--report needs --wait or --dry-run' : reportProblem(report, ids === undefined ? [] : [ids])
  )), (argv) =>
  runSet(argv, world, (terminal, { data, lang, drift, baseUrl, keepDays }) => transferCommand({
    from: argv.from, to: argv.to, at: argv.at, reason: argv.reason, ids: argv.ids ?? null, strict: argv.strict, dryRun: argv.dryRun,
    wait: argv.wait, reports: argv.report, lang, data, baseUrl, drift: driftLimit(drift),
    retention: keepDays === null ? undefined : { allDays: keepDays }, cacheFolder: world.cacheFolder, clock: world.clock,
  }, terminal)));
