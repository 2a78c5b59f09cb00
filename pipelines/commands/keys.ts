/** `ev keys`: makes, lists and revokes the API keys of clients that only read. */
import { LIMITS } from '../../schemas/limits.ts';
import { dayOf, inAmsterdam } from '../../schemas/time.ts';
import { addKey, listKeys, revokeKey } from '../state/access/keys.ts';
import { readReferrer } from '../state/access/referrer.ts';
import { settingsFor } from './options.ts';
import { dayText, whole } from './option-values.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

export interface AddArguments {
  readonly data: string;
  readonly name: string;
  /** The day on which the fair-use text was accepted, YYYY-MM-DD. */
  readonly accepted: string;
  /** Pages from which it may be used; empty: from anywhere. */
  readonly referrers: readonly string[];
  readonly clientId: string | undefined;
  readonly days: number;
  readonly now: Date;
}

/** Makes a key and prints it, once. */
export function addCommand({ data, now, name, accepted, referrers, clientId, days }: AddArguments, terminal: Terminal): ExitCode {
  const tied = { ...(referrers.length === 0 ? {} : { referrers }), ...(clientId === undefined ? {} : { clientId }) };
  const { key, expires } = addKey(data, { name, accepted, days, ...tied }, now);
  terminal.note(`An API key of ${name}, until ${inAmsterdam(new Date(expires))}. It is shown this once; keep it secret.`);
  terminal.print(key);
  terminal.printJson({ name, accepted, ...tied, expires, key });
  return EXIT.fine;
}

export function listCommand({ data, now }: { data: string; now: Date }, terminal: Terminal): ExitCode {
  const keys = listKeys(data, now);
  for (const { tail, state, name, accepted, referrers = [], clientId, made, expires } of keys) {
    const tied = [...referrers, ...(clientId === undefined ? [] : [`client ${clientId}`])].map((text) => `  ${text}`).join('');
    terminal.print(`…${tail}  ${state}  ${name}${tied}  accepted ${accepted}  made ${inAmsterdam(new Date(made))}  until ${inAmsterdam(new Date(expires))}`);
  }
  if (keys.length === 0) terminal.print('No API key was made yet; `ev keys add` makes one.');
  terminal.printJson({ keys });
  return EXIT.fine;
}

/** Revokes the key that ends in `tail`. Throws a Fault when none does. */
export function revokeCommand({ data, tail, now }: { data: string; tail: string; now: Date }, terminal: Terminal): ExitCode {
  revokeKey(data, tail, now);
  terminal.print(`The API key that ends in ${tail} is revoked; a running server refuses it from now on.`);
  terminal.printJson({ revoked: tail });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('add', 'make an API key and show it, once', (add) => settingsFor(add, 'keys add')
    .option('name', { type: 'string', demandOption: true, requiresArg: true, describe: 'the client, in your own words' })
    .option('accepted', {
      type: 'string', demandOption: true, describe: 'day on which the client accepted the fair-use text, such as 2026-11-01',
      coerce: (text: string) => pastDay(text, world.clock()),
    })
    .option('referrer', {
      type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (pages: string[]) => pages.map(page),
      describe: 'only from pages with this origin, and this path when it has one; browsers send no path, unless the page has a Referrer-Policy; may be given more than once',
    })
    .option('client-id', { type: 'string', requiresArg: true, describe: 'only with this text in the header X-Client-Id' })
    .option('days', {
      requiresArg: true, default: 365, describe: `number of days that it is valid, at most ${LIMITS.tokenDaysMax}`,
      coerce: whole('--days', 1, LIMITS.tokenDaysMax),
    }), (argv) =>
    runSet(argv, world, (terminal, { data }) => addCommand({
      data, name: argv.name, accepted: argv.accepted, referrers: argv.referrer, clientId: argv.clientId, days: argv.days,
      now: world.clock(),
    }, terminal)))
  .command('list', 'list them by their last characters', (list) => settingsFor(list, 'keys list'), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({ data, now: world.clock() }, terminal)))
  .command('revoke <tail>', 'end an API key at once', (revoke) => settingsFor(revoke, 'keys revoke')
    .positional('tail', { type: 'string', demandOption: true, describe: 'its last 8 characters' }), (argv) =>
    runSet(argv, world, (terminal, { data }) => revokeCommand({ data, tail: argv.tail, now: world.clock() }, terminal)))
  .demandCommand(1, 'Name what to do: add, list or revoke.'));

function page(text: string): string {
  const read = readReferrer(text);
  if (read !== undefined) return read;
  throw new Error(`--referrer ${text} is no page: expected http(s), a host and perhaps a path, such as https://kaart.example/app`);
}

function pastDay(text: string, now: Date): string {
  const day = dayText(text, '--accepted');
  if (day <= dayOf(now)) return day;
  throw new Error(`--accepted ${text} is in the future: the fair-use text is accepted before a key is made`);
}
