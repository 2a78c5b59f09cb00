/**
 * Program: the command line, built with yargs. Each command has its own file beside this one, with its options and its work. A file is
 * loaded only when its command was typed, so that `--help` does not wait for the model and the conductor.
 */
import yargs from 'yargs';
import { isTopic, TOPIC_NAMES } from './help.ts';
import { explained } from './usage-mistakes.ts';
import { EXIT } from './terminal.ts';
import type { Common, Define, World } from './world.ts';

/** The lines of `ev --help`: the usage of a command, its description, and its file. */
const COMMANDS: readonly (readonly [usage: string, does: string, load: () => Promise<{ readonly define: Define }>])[] = [
  ['setup', "provide DuckDB's spatial extension, once", () => import('./setup.ts')],
  ['validate <files..>', 'check deliveries and say in plain words what is wrong', () => import('./validate.ts')],
  ['table <file>', 'make a delivery of a table: CSV, a workbook or a GeoPackage, by a mapping that it proposes', () => import('./table.ts')],
  ['submit <file>', 'hand in a delivery, durably, and print its receipt', () => import('./submit.ts')],
  ['transfer', 'hand objects over to another source holder, or all of them, as when municipalities merge', () => import('./transfer.ts')],
  ['serve', 'serve the newest edition, and process what is handed in', () => import('./serve.ts')],
  ['demo', 'deliver, check, publish and serve the examples and a made-up city', () => import('./demo.ts')],
  ['batch', 'decide pending submissions and publish an edition', () => import('./batch.ts')],
  ['upgrade', 'upgrade a data folder of an older version, its history included', () => import('./upgrade.ts')],
  ['editions', 'list, verify, activate or rebuild the public editions', () => import('./editions.ts')],
  ['downloads', 'make the files of the active public edition that readers download as a whole', () => import('./downloads.ts')],
  ['quality', 'measure the active public edition: how complete, old and sound it is, by source holder', () => import('./quality.ts')],
  ['submissions', 'list and show submissions; release or refuse those that are parked or set aside', () => import('./submissions.ts')],
  ['export', 'write the documents of one holder to a file, as a delivery', () => import('./export.ts')],
  ['export-site <folder>', 'write the active public edition as a folder of files that any web server can serve', () => import('./export-site.ts')],
  ['show <id>', 'explain one object: where it stands, why it is not on the map, and which submissions made its versions', () => import('./show.ts')],
  ['diff <a> [b]', 'show what is different between two public editions or moments', () => import('./diff.ts')],
  ['ask [parameters]', 'say what lies at a place: a point, a line or an area, within a distance, now or then', () => import('./ask.ts')],
  ['as-of <moment>', 'say what the service showed the public for a place at a moment, and by which edition', () => import('./as-of.ts')],
  ['rules', 'list the rules of this program, or try them on what a data folder has', () => import('./rules.ts')],
  ['log', 'list decisions in order, by holder, type, time or token, with what each made, changed, ended and refused', () => import('./log.ts')],
  ['schedule', 'run the pipelines of pipelines.json at their times', () => import('./schedule.ts')],
  ['runs', 'list the runs of pipelines, and show one', () => import('./runs.ts')],
  ['holders', 'list, add or remove the organisations that have access', () => import('./holders.ts')],
  ['tokens', 'make, list or revoke tokens: to write by HTTP, or to read receipts as operator', () => import('./tokens.ts')],
  ['keys', 'make, list or revoke API keys of clients that only read', () => import('./keys.ts')],
  ['subscriptions', 'make, list or remove addresses that are called after each publication', () => import('./subscriptions.ts')],
  ['backup', 'copy register and editions to another folder, while they are served', () => import('./backup.ts')],
  ['restore <folder>', 'make a data folder from a backup', () => import('./restore.ts')],
  ['schema [type]', 'the model as JSON Schema 2020-12, for your own validator', () => import('./schema.ts')],
  ['config', 'show the settings in effect, and where each comes from', () => import('./config.ts')],
  ['doctor', 'check machine, register and public editions, and say how to mend what is wrong', () => import('./doctor.ts')],
  ['help [topic]', `explain ${TOPIC_NAMES.join(', ')}, or a command`, () => import('./help.ts')],
];

/** Runs the command that was typed and sets the exit code. */
export async function runProgram(typed: readonly string[], world: World): Promise<void> {
  const argv = words(typed);
  const common: Common = yargs(argv)
    .scriptName('ev')
    .usage('$0 <command>\n\nThe register of external safety: deliveries in, immutable editions out.')
    .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output', global: true })
    .option('quiet', { type: 'boolean', default: false, describe: 'no progress and no remarks on standard error', global: true });
  let args = common;
  for (const [usage, does, load] of COMMANDS) {
    const isTyped = argv.includes(usage.split(' ', 1).join());
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
      // The third argument has `help()`, by the documentation of yargs; its types lack it.
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
 * Rewrites words that yargs does not understand: `-` for a delivery becomes standard input, `help` with a command that command with
 * `--help`.
 */
function words(typed: readonly string[]): readonly string[] {
  const [command = '', ...rest] = typed;
  if (command === 'help' && rest[0] !== undefined && !isTopic(rest[0])) return [...rest, '--help'];
  return ['validate', 'submit'].includes(command) ? typed.map((word) => (word === '-' ? '/dev/stdin' : word)) : typed;
}
