/**
 * Program: the command line as yargs knows it, command by command in the order of `--help`. Commands of one subject stand in one file
 * beside this one; what a command does is in ../commands/, loaded when it is asked for, because DuckDB and the model take a second to
 * load and `--help` should not wait for them.
 */
import yargs from 'yargs';
import { EXIT } from '../commands/terminal.ts';
import { accessCommands } from './access.ts';
import { backupCommands } from './backup.ts';
import { deliveryCommands } from './deliveries.ts';
import { editionCommands } from './editions.ts';
import { configCommand, doctorCommand, setupCommand } from './environment.ts';
import { helpCommand, isTopic } from './help.ts';
import { makingCommands } from './making.ts';
import { explained } from './mistakes.ts';
import { scheduleCommands } from './scheduled.ts';
import { servingCommands } from './serving.ts';
import { submissionCommands } from './submissions.ts';
import type { Commands, Common, World } from './world.ts';

const COMMANDS: readonly Commands[] = [
  setupCommand, deliveryCommands, servingCommands, editionCommands, submissionCommands, scheduleCommands,
  accessCommands, backupCommands, makingCommands, configCommand, doctorCommand, helpCommand,
];

/** Runs the command that was typed and leaves its exit code. */
export async function runProgram(typed: readonly string[], world: World): Promise<void> {
  const common: Common = yargs(words(typed))
    .scriptName('ev')
    .usage('$0 <command>\n\nThe register of external safety: deliveries in, immutable editions out.')
    .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output', global: true })
    .option('quiet', { type: 'boolean', default: false, describe: 'no progress and no remarks on standard error', global: true });
  await COMMANDS.reduce((args, add) => add(args, world), common)
    .completion('completion', 'print a script for bash or zsh that completes commands and options: eval "$(ev completion)"')
    .example('$0 demo', 'a working service in a minute')
    .example('$0 validate delivery.json --crs RD', 'check a delivery in RD')
    .epilogue('Without `ev` on the path: npx ev <command>. README.md shows a delivery from file to map.\n'
      + 'Exit codes: 0 fine, 1 errors found, 2 wrong usage, 3 the environment does not allow it.')
    .demandCommand(1, 'Name a command.')
    .strict()
    .fail((message, error, args) => {
      // That `help` is given the text of `--help` stands in the documentation of yargs, not in its types.
      const help = (args as unknown as { help(): string }).help();
      process.stderr.write(`${explained(message ?? error.message, { words: typed, help })}\n`);
      process.exit(EXIT.usage);
    })
    .help()
    .alias('help', 'h')
    .version(`ev-register ${world.version}`)
    .wrap(110)
    .parseAsync();
}

/**
 * What was typed: `-` is standard input where a delivery is asked, a word that yargs would drop; `help` of a command is that command with
 * `--help`.
 */
function words(typed: readonly string[]): readonly string[] {
  const [command = '', ...rest] = typed;
  if (command === 'help' && rest[0] !== undefined && !isTopic(rest[0])) return [...rest, '--help'];
  return ['validate', 'submit'].includes(command) ? typed.map((word) => (word === '-' ? '/dev/stdin' : word)) : typed;
}
