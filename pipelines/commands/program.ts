/**
 * Program: the command line as yargs knows it. Each command has a file beside this one, with its options and its work. A file is loaded
 * when a word that was typed names its command, because the model and the conductor take time to load and `--help` should not wait.
 */
import yargs from 'yargs';
import { isTopic, TOPIC_NAMES } from './help.ts';
import { explained } from './mistakes.ts';
import { EXIT } from './terminal.ts';
import type { Common, Define, World } from './world.ts';

/** The lines of `ev --help`: how a command is typed, what it does, and its file. */
const COMMANDS: readonly (readonly [usage: string, does: string, load: () => Promise<{ readonly define: Define }>])[] = [
  ['setup', "provide DuckDB's spatial extension, once", () => import('./setup.ts')],
  ['validate <files..>', 'check deliveries and say in plain words what is wrong', () => import('./validate.ts')],
  ['submit <file>', 'hand in a delivery, durably, and print its receipt', () => import('./submit.ts')],
  ['serve', 'answer from the newest edition and take up what is handed in', () => import('./serve.ts')],
  ['demo', 'deliver, check, publish and serve the examples', () => import('./demo.ts')],
  ['batch', 'decide what is pending and publish an edition', () => import('./batch.ts')],
  ['upgrade', 'bring a data folder of an older version to this one, the past included', () => import('./upgrade.ts')],
  ['editions', 'the editions that are kept', () => import('./editions.ts')],
  ['submissions', 'what was handed in, and what you decide of those that are parked or set aside', () => import('./submissions.ts')],
  ['schedule', 'run the pipelines of pipelines.json when their time comes', () => import('./schedule.ts')],
  ['runs', 'what ran by schedule, and how it went', () => import('./runs.ts')],
  ['holders', 'the organisations that have access', () => import('./holders.ts')],
  ['tokens', 'with what organisations write by HTTP, and operators read receipts', () => import('./tokens.ts')],
  ['backup', 'copy register and editions to another folder, while they are served', () => import('./backup.ts')],
  ['restore <folder>', 'make a data folder from a backup', () => import('./restore.ts')],
  ['schema [type]', 'the model as JSON Schema 2020-12, for your own validator', () => import('./schema.ts')],
  ['config', 'say which settings hold, and where each comes from', () => import('./config.ts')],
  ['doctor', 'say what of machine, register and editions is sound, what is not, and what to do', () => import('./doctor.ts')],
  ['help [topic]', `explain ${TOPIC_NAMES.join(', ')}; or the command that is named`, () => import('./help.ts')],
];

/** Runs the command that was typed and leaves its exit code. */
export async function runProgram(typed: readonly string[], world: World): Promise<void> {
  const asked = words(typed);
  const common: Common = yargs(asked)
    .scriptName('ev')
    .usage('$0 <command>\n\nThe register of external safety: deliveries in, immutable editions out.')
    .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output', global: true })
    .option('quiet', { type: 'boolean', default: false, describe: 'no progress and no remarks on standard error', global: true });
  let args = common;
  for (const [usage, does, load] of COMMANDS) {
    const isTyped = asked.includes(usage.split(' ', 1).join());
    args = isTyped ? (await load()).define(args, [usage, does], world) : args.command(usage, does, (inner) => inner, () => {});
  }
  await args
    .completion('completion', 'print a script for bash or zsh that completes commands and options: eval "$(ev completion)"')
    .example('$0 demo', 'a working service in a minute')
    .example('$0 validate delivery.json --crs RD', 'check a delivery in RD')
    .epilogue('Without `ev` on the path: npx ev <command>. README.md shows a delivery from file to map.\n'
      + 'Exit codes: 0 fine, 1 errors found, 2 wrong usage, 3 the environment does not allow it.')
    .demandCommand(1, 'Name a command.')
    .strict()
    .fail((message, error, given) => {
      // That `help` is given the text of `--help` stands in the documentation of yargs, not in its types.
      const help = (given as unknown as { help(): string }).help();
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
