/** `ev holders`: lists, adds, removes and checks the organisations that have access, with their bronhoudercodes and roles. */
import { ROLE_TEXTS, ROLES, type Role } from '../../schemas/roles.ts';
import { BRONREGISTRATIES, ORGANISATION_FORMS } from '../../schemas/derived/holders-schema.ts';
import { addOrganisation, holdersMistakes, listOrganisations, removeOrganisation, type Organisation } from '../state/access/holders.ts';
import { revokeTokensOf } from '../state/access/tokens.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { holderCode, organisationId } from './option-values.ts';
import { runSet, type Define } from './world.ts';

export function listCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const organisations = listOrganisations(data);
  for (const organisation of organisations) terminal.print(lineOf(organisation));
  if (organisations.length === 0) terminal.print('No organisation has access yet; `ev holders add` adds one.');
  terminal.printJson({ organisations });
  return EXIT.fine;
}

export interface AddArguments {
  readonly data: string;
  readonly id: string;
  readonly name: string;
  readonly codes: readonly string[];
  readonly roles: readonly Role[];
  readonly clients: readonly string[];
  readonly bronregistratie: string | undefined;
}

/** Gives an organisation access. Throws a Fault when it has access already, or a code belongs to another organisation. */
export function addCommand({ data, id, name, codes, roles, clients, bronregistratie }: AddArguments, terminal: Terminal): ExitCode {
  const organisation = {
    id, name, codes, roles, ...(clients.length === 0 ? {} : { clients }), ...(bronregistratie === undefined ? {} : { bronregistratie }),
  };
  addOrganisation(data, organisation);
  terminal.print(lineOf(organisation));
  terminal.print('Make a token for it with `ev tokens add`.');
  terminal.printJson({ organisation });
  return EXIT.fine;
}

/** Removes an organisation, after its tokens were revoked: they stay revoked when it is added again. */
export function removeCommand({ data, id, now }: { data: string; id: string; now: Date }, terminal: Terminal): ExitCode {
  const revoked = revokeTokensOf(data, id, now);
  removeOrganisation(data, id);
  terminal.print(`${id} has no access any more; ${revoked} of its tokens were revoked. What it delivered stays.`);
  terminal.printJson({ removed: id, revoked });
  return EXIT.fine;
}

/** Checks holders.json after it was edited by hand. */
export function checkCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const mistakes = holdersMistakes(data);
  for (const mistake of mistakes) terminal.print(mistake);
  terminal.print(mistakes.length === 0 ? `holders.json is in order: ${listOrganisations(data).length} organisations.` : 'No token is accepted until this is mended.');
  terminal.printJson({ mistakes });
  return mistakes.length === 0 ? EXIT.fine : EXIT.errors;
}

function lineOf({ id, name, codes, roles, clients = [], bronregistratie }: Organisation): string {
  const known = clients.length === 0 ? '' : `  clients: ${clients.join(' ')}`;
  const source = bronregistratie === undefined ? '' : `  bronregistratie: ${bronregistratie}`;
  return `${id}  ${name}  codes: ${codes.join(' ') || 'none'}  roles: ${roles.join(' ') || 'none'}${known}${source}`;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('list', 'list them with their codes and roles', (list) => settingsFor(list, 'holders list'), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({ data }, terminal)))
  .command('add <id>', 'give an organisation access', (add) => settingsFor(add, 'holders add')
    .positional('id', { type: 'string', demandOption: true, describe: ORGANISATION_FORMS, coerce: organisationId })
    .option('name', { type: 'string', demandOption: true, describe: 'what people call it' })
    .option('holder', {
      type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (codes: string[]) => codes.map((code) => holderCode(code)),
      describe: 'its bronhoudercode; may be given more than once',
    })
    .option('role', {
      array: true, nargs: 1, choices: ROLES, default: ['writer'] as Role[], describe: `what it may do; may be given more than once. ${ROLES.map((role) => `${role}: ${ROLE_TEXTS[role].en}`).join('. ')}`,
    })
    .option('client', {
      type: 'string', array: true, nargs: 1, default: [] as string[],
      describe: 'id of its client at the issuer of tokens (setting jwtIssuer); may be given more than once',
    })
    .option('bronregistratie', {
      requiresArg: true, choices: BRONREGISTRATIES,
      describe: 'source of the geometries that it draws: used when a new feature, posted to its collection, has no geometrieMetagegevens',
    })
    .check(({ holder, role }) => holder.length > 0 || !role.includes('writer') || '--role writer needs a --holder')
    .check(({ role }) => role.includes('writer') || !role.includes('full') || '--role full is given beside --role writer'), (argv) =>
    runSet(argv, world, (terminal, { data }) => addCommand({
      data, id: argv.id, name: argv.name, codes: argv.holder, roles: argv.role, clients: argv.client, bronregistratie: argv.bronregistratie,
    }, terminal)))
  .command('remove <id>', 'take access from an organisation, and revoke its tokens', (remove) => settingsFor(remove, 'holders remove')
    .positional('id', { type: 'string', demandOption: true, describe: 'as `ev holders list` shows it' }), (argv) =>
    runSet(argv, world, (terminal, { data }) => removeCommand({ data, id: argv.id, now: world.clock() }, terminal)))
  .command('check', 'say what is wrong with holders.json', (check) => settingsFor(check, 'holders check'), (argv) =>
    runSet(argv, world, (terminal, { data }) => checkCommand({ data }, terminal)))
  .demandCommand(1, 'Name what to do: list, add, remove or check.'));
