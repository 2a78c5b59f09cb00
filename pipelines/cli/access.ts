/** Commands for who has access: `ev holders` and `ev tokens`. */
import { ORGANISATION_FORMS, ROLES, type Role } from '../../schemas/derived/holders-schema.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { inFolder } from './options.ts';
import { holderCode, organisationId, whole } from './values.ts';
import { run, type Common, type World } from './world.ts';

export function accessCommands(args: Common, world: World): Common {
  return tokenCommands(holderCommands(args, world), world);
}

function holderCommands(args: Common, { clock }: World): Common {
  return args.command('holders', 'the organisations that have access', (inner) => inner
    .command('list', 'list them with their codes and roles', (list) => inFolder(list), (asked) =>
      run(asked, async (terminal) => (await import('../commands/holders.ts')).listCommand(asked, terminal)))
    .command('add <id>', 'give an organisation access', (add) => inFolder(add)
      .positional('id', { type: 'string', demandOption: true, describe: ORGANISATION_FORMS, coerce: organisationId })
      .option('name', { type: 'string', demandOption: true, describe: 'what people call it' })
      .option('holder', {
        type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (codes: string[]) => codes.map(holderCode),
        describe: 'its bronhoudercode; may be given more than once',
      })
      .option('role', {
        array: true, nargs: 1, choices: ROLES, default: ['writer'] as Role[], describe: 'what it may do; may be given more than once',
      })
      .check(({ holder, role }) => holder.length > 0 || !role.includes('writer') || '--role writer needs a --holder'), (asked) =>
      run(asked, async (terminal) => (await import('../commands/holders.ts')).addCommand({
        data: asked.data, id: asked.id, name: asked.name, codes: asked.holder, roles: asked.role,
      }, terminal)))
    .command('remove <id>', 'take access from an organisation, and revoke its tokens', (remove) => inFolder(remove)
      .positional('id', { type: 'string', demandOption: true, describe: 'as `ev holders list` shows it' }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/holders.ts')).removeCommand({ data: asked.data, id: asked.id, now: clock() }, terminal)))
    .command('check', 'say what is wrong with holders.json', (check) => inFolder(check), (asked) =>
      run(asked, async (terminal) => (await import('../commands/holders.ts')).checkCommand(asked, terminal)))
    .demandCommand(1, 'Name what to do: list, add, remove or check.'));
}

function tokenCommands(args: Common, { clock }: World): Common {
  return args.command('tokens', 'what source holders write by HTTP with', (inner) => inner
    .command('add', 'make a token and show it, once', (add) => inFolder(add)
      .option('organisation', { type: 'string', demandOption: true, describe: 'whose, as `ev holders list` shows it', coerce: organisationId })
      .option('holder', {
        type: 'string', describe: 'the bronhoudercode that it writes with (default: the only one of the organisation)', coerce: holderCode,
      })
      .option('days', {
        type: 'number', default: 365, describe: `how long it holds, at most ${LIMITS.tokenDaysMax}`,
        coerce: whole('--days', 1, LIMITS.tokenDaysMax),
      }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/tokens.ts')).addCommand({
        data: asked.data, organisation: asked.organisation, holder: asked.holder ?? null, days: asked.days, now: clock(),
      }, terminal)))
    .command('list', 'list them by their last characters', (list) => inFolder(list), (asked) =>
      run(asked, async (terminal) => (await import('../commands/tokens.ts')).listCommand({ data: asked.data, now: clock() }, terminal)))
    .command('revoke <tail>', 'end a token at once', (revoke) => inFolder(revoke)
      .positional('tail', { type: 'string', demandOption: true, describe: 'its last 8 characters' }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/tokens.ts')).revokeCommand({ data: asked.data, tail: asked.tail, now: clock() }, terminal)))
    .demandCommand(1, 'Name what to do: add, list or revoke.'));
}
