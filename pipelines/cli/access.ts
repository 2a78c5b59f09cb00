/** Commands for who has access: `ev holders` and `ev tokens`. */
import { ROLE_TEXTS, ROLES, type Role } from '../../schemas/access.ts';
import { BRONREGISTRATIES, ORGANISATION_FORMS } from '../../schemas/derived/holders-schema.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { settingsFor } from './options.ts';
import { holderCode, organisationId, whole } from './values.ts';
import { runSet, type Common, type World } from './world.ts';

export function accessCommands(args: Common, world: World): Common {
  return tokenCommands(holderCommands(args, world), world);
}

function holderCommands(args: Common, world: World): Common {
  const { clock } = world;
  return args.command('holders', 'the organisations that have access', (inner) => inner
    .command('list', 'list them with their codes and roles', (list) => settingsFor(list, 'holders list'), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/holders.ts')).listCommand({ data }, terminal)))
    .command('add <id>', 'give an organisation access', (add) => settingsFor(add, 'holders add')
      .positional('id', { type: 'string', demandOption: true, describe: ORGANISATION_FORMS, coerce: organisationId })
      .option('name', { type: 'string', demandOption: true, describe: 'what people call it' })
      .option('holder', {
        type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (codes: string[]) => codes.map(holderCode),
        describe: 'its bronhoudercode; may be given more than once',
      })
      .option('role', {
        array: true, nargs: 1, choices: ROLES, default: ['writer'] as Role[], describe: `what it may do; may be given more than once. ${ROLES.map((role) => `${role}: ${ROLE_TEXTS[role].en}`).join('. ')}`,
      })
      .option('bronregistratie', {
        requiresArg: true, choices: BRONREGISTRATIES,
        describe: 'where what it draws comes from: filled in where a new feature, posted to its collection, has no geometrieMetagegevens',
      })
      .check(({ holder, role }) => holder.length > 0 || !role.includes('writer') || '--role writer needs a --holder')
      .check(({ role }) => role.includes('writer') || !role.includes('full') || '--role full is given beside --role writer'), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/holders.ts')).addCommand({
        data, id: asked.id, name: asked.name, codes: asked.holder, roles: asked.role, bronregistratie: asked.bronregistratie,
      }, terminal)))
    .command('remove <id>', 'take access from an organisation, and revoke its tokens', (remove) => settingsFor(remove, 'holders remove')
      .positional('id', { type: 'string', demandOption: true, describe: 'as `ev holders list` shows it' }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/holders.ts')).removeCommand({ data, id: asked.id, now: clock() }, terminal)))
    .command('check', 'say what is wrong with holders.json', (check) => settingsFor(check, 'holders check'), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/holders.ts')).checkCommand({ data }, terminal)))
    .demandCommand(1, 'Name what to do: list, add, remove or check.'));
}

function tokenCommands(args: Common, world: World): Common {
  const { clock } = world;
  return args.command('tokens', 'with what organisations write by HTTP, and operators read receipts', (inner) => inner
    .command('add', 'make a token and show it, once', (add) => settingsFor(add, 'tokens add')
      .option('organisation', { type: 'string', demandOption: true, describe: 'whose, as `ev holders list` shows it', coerce: organisationId })
      .option('holder', {
        type: 'string', describe: 'the bronhoudercode that it writes with (default: the only one of the organisation; none for an operator that is no writer)', coerce: holderCode,
      })
      .option('days', {
        requiresArg: true, default: 365, describe: `how long it holds, at most ${LIMITS.tokenDaysMax}`,
        coerce: whole('--days', 1, LIMITS.tokenDaysMax),
      }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/tokens.ts')).addCommand({
        data, organisation: asked.organisation, holder: asked.holder ?? null, days: asked.days, now: clock(),
      }, terminal)))
    .command('list', 'list them by their last characters', (list) => settingsFor(list, 'tokens list'), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/tokens.ts')).listCommand({ data, now: clock() }, terminal)))
    .command('revoke <tail>', 'end a token at once', (revoke) => settingsFor(revoke, 'tokens revoke')
      .positional('tail', { type: 'string', demandOption: true, describe: 'its last 8 characters' }), (asked) =>
      runSet(asked, world, async (terminal, { data }) => (await import('../commands/tokens.ts')).revokeCommand({
        data, tail: asked.tail, now: clock(),
      }, terminal)))
    .demandCommand(1, 'Name what to do: add, list or revoke.'));
}
