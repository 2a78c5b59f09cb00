/** `ev subscriptions`: makes, lists and removes the addresses that are called after each publication. */
import { newestHeadNumber } from '../../publisher/read/heads.ts';
import { foldersOf } from '../state/database/database.ts';
import { readSent, type Sent } from '../subscriptions/sent-file.ts';
import { addSubscription, listSubscriptions, removeSubscription } from '../subscriptions/subscriptions-file.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define, type World } from './world.ts';

export interface AddArguments {
  readonly data: string;
  readonly url: string;
  readonly filters: string;
}

/** Makes a subscription to later publications and prints its secret, once. Throws a Fault when address or filters are wrong. */
export async function addCommand(
  { data, url, filters }: AddArguments, requireFilters: World['requireFilters'], terminal: Terminal,
): Promise<ExitCode> {
  await requireFilters(filters);
  const after = newestHeadNumber({ folder: foldersOf(data).editions, audience: 'public' }, 0);
  const { id, secret } = addSubscription(data, { url, filters, after });
  terminal.note(`Subscription ${id}: a running server calls ${url} after each later publication${filters === '' ? '' : ` with changes that match ${filters}`}. The secret that signs its calls is shown this once; give it to the receiver.`);
  terminal.print(secret);
  terminal.printJson({ id, url, filters, after, secret });
  return EXIT.fine;
}

export function listCommand({ data }: Pick<AddArguments, 'data'>, terminal: Terminal): ExitCode {
  const sent = readSent(data);
  const subscriptions = listSubscriptions(data).map(({ id, url, filters, after }) => (
    { id, url, filters, ...sent[id] ?? { last: after, failure: null, isGone: false } satisfies Sent }
  ));
  for (const { id, url, filters, last, failure, isGone } of subscriptions) {
    const state = isGone ? 'the receiver is gone' : failure === null ? 'in order' : `fails since ${failure.since}: ${failure.message}`;
    terminal.print(`${id}  ${url}  ${filters === '' ? 'all changes' : filters}  up to publication ${last}  ${state}`);
  }
  if (subscriptions.length === 0) terminal.print('There is no subscription yet; `ev subscriptions add` makes one.');
  terminal.printJson({ subscriptions });
  return subscriptions.some(({ failure, isGone }) => failure !== null || isGone) ? EXIT.errors : EXIT.fine;
}

/** Throws a Fault when there is no such subscription. */
export function removeCommand({ data, id }: { readonly data: string; readonly id: string }, terminal: Terminal): ExitCode {
  removeSubscription(data, id);
  terminal.print(`Subscription ${id} is removed; a running server does not call it any more.`);
  terminal.printJson({ removed: id });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('add <url>', 'call an address after each publication, and show the secret that signs the calls, once', (add) => settingsFor(add, 'subscriptions add')
    .positional('url', { type: 'string', demandOption: true, describe: 'the address, of https or http' })
    .option('filters', {
      type: 'string', requiresArg: true, default: '',
      describe: 'only changes that match: a query with the filters of /verschillen, such as "collecties=windturbines&bronhoudercode=AB12"',
    }), (argv) =>
    runSet(argv, world, (terminal, { data }) => addCommand({ data, url: argv.url, filters: argv.filters }, world.requireFilters, terminal)))
  .command('list', 'list them, and how far each has been called; exit code 1: one fails', (list) => settingsFor(list, 'subscriptions list'), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({ data }, terminal)))
  .command('remove <id>', 'end one at once', (remove) => settingsFor(remove, 'subscriptions remove')
    .positional('id', { type: 'string', demandOption: true, describe: 'its id, as listed' }), (argv) =>
    runSet(argv, world, (terminal, { data }) => removeCommand({ data, id: argv.id }, terminal)))
  .demandCommand(1, 'Name what to do: add, list or remove.'));
