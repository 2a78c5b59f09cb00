/** `ev tokens`: makes, lists and revokes the tokens of organisations. */
import { LIMITS } from '../../schemas/limits.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { addToken, listTokens, revokeToken } from '../state/access/tokens.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { holderCode, organisationId, whole } from './option-values.ts';
import { runSet, type Define } from './world.ts';

export interface AddArguments {
  readonly data: string;
  readonly organisation: string;
  /** Bronhoudercodes; empty: the only code of the organisation, or none for an operator that is no writer. */
  readonly holders: readonly string[];
  readonly days: number;
  readonly now: Date;
}

/** Makes a token and prints it, once. Throws a Fault when the organisation may not have one. */
export function addCommand({ data, now, ...argv }: AddArguments, terminal: Terminal): ExitCode {
  const { organisation, holders, expires, token } = addToken(data, argv, now);
  terminal.note(`A token of ${organisation.name} (${organisation.id}) ${holders.length === 0 ? 'to read receipts' : `to write as ${holders.join(' or ')}`}, until ${inAmsterdam(new Date(expires))}. It is shown this once; keep it secret.`);
  terminal.print(token);
  terminal.printJson({ organisation: organisation.id, holders, expires, token });
  return EXIT.fine;
}

export function listCommand({ data, now }: { data: string; now: Date }, terminal: Terminal): ExitCode {
  const tokens = listTokens(data, now);
  for (const { tail, state, organisation, holders, made, expires } of tokens) {
    terminal.print(`…${tail}  ${state}  ${organisation}  ${holders.join(' ') || 'operator'}  made ${inAmsterdam(new Date(made))}  until ${inAmsterdam(new Date(expires))}`);
  }
  if (tokens.length === 0) terminal.print('No token was made yet; `ev tokens add` makes one.');
  terminal.printJson({ tokens });
  return EXIT.fine;
}

/** Revokes the token that ends in `tail`. Throws a Fault when none does. */
export function revokeCommand({ data, tail, now }: { data: string; tail: string; now: Date }, terminal: Terminal): ExitCode {
  revokeToken(data, tail, now);
  terminal.print(`The token that ends in ${tail} holds no longer; a running server knows it at once.`);
  terminal.printJson({ revoked: tail });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('add', 'make a token and show it, once', (add) => settingsFor(add, 'tokens add')
    .option('organisation', { type: 'string', demandOption: true, describe: 'whose, as `ev holders list` shows it', coerce: organisationId })
    .option('holder', {
      type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (codes: string[]) => codes.map((code) => holderCode(code)),
      describe: 'a bronhoudercode that it writes with; may be given more than once (default: the only one of the organisation; none for an operator that is no writer)',
    })
    .option('days', {
      requiresArg: true, default: 365, describe: `number of days that it is valid, at most ${LIMITS.tokenDaysMax}`,
      coerce: whole('--days', 1, LIMITS.tokenDaysMax),
    }), (argv) =>
    runSet(argv, world, (terminal, { data }) => addCommand({
      data, organisation: argv.organisation, holders: argv.holder, days: argv.days, now: world.clock(),
    }, terminal)))
  .command('list', 'list them by their last characters', (list) => settingsFor(list, 'tokens list'), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({ data, now: world.clock() }, terminal)))
  .command('revoke <tail>', 'end a token at once', (revoke) => settingsFor(revoke, 'tokens revoke')
    .positional('tail', { type: 'string', demandOption: true, describe: 'its last 8 characters' }), (argv) =>
    runSet(argv, world, (terminal, { data }) => revokeCommand({
      data, tail: argv.tail, now: world.clock(),
    }, terminal)))
  .demandCommand(1, 'Name what to do: add, list or revoke.'));
