/**
 * Program: the command line as yargs knows it, command by command in the order of `--help`. Commands of one subject stand in one file
 * beside this one; what a command does is in ../commands/, loaded when it is asked for, because DuckDB and the model take a second to
 * load and `--help` should not wait for them.
 */
import yargs from 'yargs';
import { nearest } from '../../schemas/check/nearest.ts';
import { EXIT } from '../commands/terminal.ts';
import { accessCommands } from './access.ts';
import { backupCommands } from './backup.ts';
import { deliveryCommands } from './deliveries.ts';
import { editionCommands } from './editions.ts';
import { configCommand, doctorCommand, setupCommand } from './environment.ts';
import { makingCommands } from './making.ts';
import { scheduleCommands } from './scheduled.ts';
import { servingCommands } from './serving.ts';
import { submissionCommands } from './submissions.ts';
import type { Commands, Common, World } from './world.ts';

const COMMANDS: readonly Commands[] = [
  setupCommand, deliveryCommands, servingCommands, editionCommands, submissionCommands, scheduleCommands,
  accessCommands, backupCommands, makingCommands, configCommand, doctorCommand,
];

/** Runs the command that was typed and leaves its exit code. */
export async function runProgram(typed: readonly string[], world: World): Promise<void> {
  const common: Common = yargs(words(typed))
    .scriptName('ev')
    .usage('$0 <command>\n\nThe register of external safety: deliveries in, immutable editions out.')
    .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output', global: true });
  await COMMANDS.reduce((args, add) => add(args, world), common)
    .example('$0 demo', 'a working service in a minute')
    .example('$0 validate delivery.json --crs RD', 'check a delivery in RD')
    .epilogue('Without `ev` on the path: npm run -s ev -- <command>. README.md shows a delivery from file to map.\n'
      + 'Exit codes: 0 fine, 1 errors found, 2 wrong usage, 3 the environment does not allow it.')
    .demandCommand(1, 'Name a command.')
    .recommendCommands()
    .strict()
    .fail((message, error, args) => {
      process.stderr.write(`${message ?? error.message}${hintFor(message ?? '', optionsOf(args))}\nSee \`ev --help\`.\n`);
      process.exit(EXIT.usage);
    })
    .help()
    .version(false)
    .wrap(110)
    .parseAsync();
}

/** Names of the options of the command that was typed. */
function optionsOf(args: unknown): readonly string[] {
  // That it is given the text of `--help` stands in the documentation of yargs, not in its types.
  const help = (args as { help(): string }).help();
  return [...help.matchAll(/^ +--([a-z-]+)/gm)].map(([, name = '']) => name);
}

/** What was meant by options that are not there, as yargs says it. */
function hintFor(message: string, options: readonly string[]): string {
  const [, unknown = ''] = /^Unknown arguments?: (.*)$/.exec(message) ?? [];
  const near = new Set(unknown.split(', ').flatMap((word) => nearest(word, options, 1)));
  return near.size === 0 ? '' : `. Did you mean ${[...near].map((name) => `--${name}`).join(' and ')}?`;
}

/** What was typed; `-` is standard input where a delivery is asked, a word that yargs would drop. */
function words(typed: readonly string[]): readonly string[] {
  const [command = ''] = typed;
  return ['validate', 'submit'].includes(command) ? typed.map((word) => (word === '-' ? '/dev/stdin' : word)) : typed;
}
