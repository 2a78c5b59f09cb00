/** `npm run generate -- --objects N --out FILE`: writes a register to try things on; the same seed gives the same bytes. */
import yargs from 'yargs';
import { whole } from '../../pipelines/commands/option-values.ts';
import { EXIT, explainFailure, openTerminal } from '../../pipelines/commands/terminal.ts';
import { shown } from '../../schemas/shown-values.ts';
import { writeRegister } from './register-file.ts';

const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
// npm starts a script in the folder of the program; paths are relative to where its user stands.
if (script === 'generate' && typedIn !== undefined) process.chdir(typedIn);

const { out, key, json, ...options } = await yargs(process.argv.slice(2))
  .scriptName('npm run generate --')
  .usage('$0 --objects N --out FILE\n\nWrite a made-up register; the same seed gives the same bytes.')
  .option('objects', { requiresArg: true, demandOption: true, describe: 'how many objects, nested ones counted', coerce: whole('--objects', 1) })
  .option('seed', { requiresArg: true, default: 1, describe: 'another seed, another register', coerce: whole('--seed', 0) })
  .option('out', { type: 'string', requiresArg: true, demandOption: true, describe: 'file, newline-delimited JSON in RD' })
  .option('broken', { requiresArg: true, default: 0, describe: 'share of the objects to break, in fifty ways: 0.1', coerce: share })
  .option('key', { type: 'string', requiresArg: true, describe: 'file for what was broken: line, pointer, id and way' })
  .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output' })
  .parserConfiguration({ 'duplicate-arguments-array': false })
  .strict()
  .demandCommand(0, 0)
  .fail((message, error) => {
    process.stderr.write(`${message ?? error.message}\nSee \`npm run generate -- --help\`.\n`);
    process.exit(EXIT.usage);
  })
  .version(false)
  .wrap(110)
  .parseAsync();

function share(value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new Error(`--broken ${shown(value)} is wrong: expected a share, from 0 to 1`);
}

const terminal = openTerminal({ json });
try {
  const counts = await writeRegister(out, { ...options, key });
  const broken = counts.broken === 0 ? '' : `, ${counts.broken} of them broken`;
  terminal.print(`${out}: ${counts.objects} objects in ${counts.roots} roots${broken}, model 4.0.0, RD`);
  terminal.print('Validate and submit it with --crs RD');
  terminal.printJson({ out, ...counts });
} catch (error) {
  process.exitCode = explainFailure(error, terminal);
}
