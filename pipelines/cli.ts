#!/usr/bin/env node
/**
 * ev: the command line, and the one place that joins pipelines and server. Reads the clock and the environment;
 * what a command does is in commands/, one file each.
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import yargs, { type Argv } from 'yargs';
import { hideBin } from 'yargs/helpers';
import { parseCrsUri } from '../schemas/crs.ts';
import { generateCommand } from './commands/generate.ts';
import { setup } from './commands/setup.ts';
import { EXIT, explainFailure, openTerminal, type ExitCode, type Terminal } from './commands/terminal.ts';
import { validate } from './commands/validate.ts';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');

/** Runs a command and leaves its exit code; whatever it throws is explained, never swallowed. */
async function run(asked: { json: boolean }, command: (terminal: Terminal) => Promise<ExitCode>): Promise<void> {
  const terminal = openTerminal(asked);
  try {
    process.exitCode = await command(terminal);
  } catch (error) {
    process.exitCode = explainFailure(error, terminal);
  }
}

await yargs(hideBin(process.argv))
  .scriptName('ev')
  .usage('$0 <command>\n\nThe register of external safety: deliveries in, immutable editions out.')
  .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output', global: true })
  .command('setup', "provide DuckDB's spatial extension, once", (args) => args, (args) =>
    run(args, (terminal) => setup({ cacheFolder: CACHE }, terminal)))
  .command('validate <files..>', 'check deliveries and say in plain words what is wrong', (args) => reading(args)
    .positional('files', { type: 'string', array: true, demandOption: true })
    .option('html', { type: 'string', describe: 'also write the report as one HTML file' }), (args) =>
    run(args, (terminal) => validate({
      files: args.files, crs: args.crs ?? null, model: args.model ?? null, strict: args.strict,
      html: args.html ?? null, cacheFolder: CACHE,
    }, terminal)))
  .command('generate', 'write a made-up register; the same seed gives the same bytes', (args) => args
    .option('objects', { type: 'number', demandOption: true, describe: 'how many objects, nested ones counted' })
    .option('seed', { type: 'number', default: 1 })
    .option('out', { type: 'string', demandOption: true, describe: 'file, newline-delimited JSON in RD' }), (args) =>
    run(args, (terminal) => generateCommand(args, terminal)))
  .demandCommand(1, 'Name a command.')
  .strict()
  .fail((message, error) => {
    if (error !== undefined && error !== null) throw error;
    process.stderr.write(`${message}\nSee \`ev --help\`.\n`);
    process.exit(EXIT.usage);
  })
  .help()
  .version(false)
  .wrap(100)
  .parseAsync();

/** Options of every command that reads a delivery. */
function reading<T>(args: Argv<T>) {
  return args
    .option('crs', {
      type: 'string',
      describe: 'CRS of the delivery, a URI (default: CRS84 for model 4.0.0, RD for 3.0.x)',
      coerce: (uri: string) => {
        if (parseCrsUri(uri) === undefined) throw new Error(`--crs ${uri} is no CRS of this service; RD is http://www.opengis.net/def/crs/EPSG/9.9.1/28992`);
        return uri;
      },
    })
    .option('model', { choices: ['3.0', '4.0'] as const, describe: 'model of the delivery (default: recognised per root)' })
    .option('strict', { type: 'boolean', default: false, describe: 'one refused root refuses the whole delivery' });
}
