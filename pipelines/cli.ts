#!/usr/bin/env node
/**
 * ev: the command line, and the one place that joins pipelines and server. Reads the clock and the environment;
 * what a command does is in commands/, one file each, loaded when it is asked for, because DuckDB and the model take
 * a second to load and `--help` should not wait for them.
 */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Argv } from 'yargs';
import type { Role } from '../schemas/derived/holders-schema.ts';
import type { Language } from '../schemas/finding.ts';
import type { ModelVersion, RootType } from '../schemas/names.ts';
import type { Profile } from '../schemas/profile.ts';
import type { Moment } from '../schemas/time.ts';
import type { Listen, ServeArguments } from './commands/serve.ts';
import type { ExitCode, Terminal } from './commands/terminal.ts';

const STATE = resolve(import.meta.dirname, '../data/state');
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');
const PORT = 8080;
const DRIFT = 'share of the objects of a holder that one submission may end before it waits for `ev submissions release`';
const KEEP_DAYS = 'drop editions that are older than so many days, but for the last of each day';
const BASE_URL = 'address in every published link, /v1 at its end';
const clock = (): Date => new Date();

enableCompileCache(join(CACHE, 'compiled'));
// Threads take it from here.
process.env['NODE_COMPILE_CACHE'] = join(CACHE, 'compiled');

// Loaded when the cache is there: what is imported above it is compiled each time.
const { default: yargs } = await import('yargs');
const { hideBin } = await import('yargs/helpers');
const { RETENTION } = await import('../publisher/write/retention.ts');
const { readBaseUrl } = await import('../schemas/base-url.ts');
const { CRS_NAMES, CRS_NAMES_MOST, crsMeant } = await import('../schemas/crs.ts');
const { ORGANISATION_FORMS, ORGANISATION_PATTERN, ROLES } = await import('../schemas/derived/holders-schema.ts');
const { nearest } = await import('../schemas/check/nearest.ts');
const { LIMITS } = await import('../schemas/limits.ts');
const { LANGUAGES } = await import('../schemas/finding.ts');
const { HOLDER_CODE_PATTERN, MODEL_VERSIONS, ROOT_TYPES } = await import('../schemas/names.ts');
const { parseMoment, parseRfc3339 } = await import('../schemas/time.ts');
const { PROFILES } = await import('../schemas/profile.ts');
const { EXIT, explainFailure, letReadersLeave, openTerminal } = await import('./commands/terminal.ts');
const { REPORT_EXTENSIONS, reportExtension } = await import('./prepare/report-extensions.ts');

const REPORT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(REPORT_EXTENSIONS);
const KINDS = 'JSON, newline-delimited JSON or GeoJSON, plain or packed with gzip';
letReadersLeave();

const listen: Listen = async ({ baseUrl, profile, origins, port, host }, served) => {
  const { buildApp } = await import('../server/app.ts');
  const { serve: listenOn } = await import('../server/main.ts');
  const app = buildApp({ ...served, baseUrl, profile, origins, clock });
  return await listenOn({ app, port, host });
};

/** Runs a command and leaves its exit code; whatever it throws is explained, never swallowed. */
async function run(asked: { json: boolean }, command: (terminal: Terminal) => ExitCode | Promise<ExitCode>): Promise<void> {
  const terminal = openTerminal(asked);
  try {
    process.exitCode = await command(terminal);
  } catch (error) {
    process.exitCode = explainFailure(error, terminal);
  }
}

await yargs(words(hideBin(process.argv)))
  .scriptName('ev')
  .usage('$0 <command>\n\nThe register of external safety: deliveries in, immutable editions out.')
  .option('json', { type: 'boolean', default: false, describe: 'one JSON document on standard output', global: true })
  .command('setup', "provide DuckDB's spatial extension, once", (args) => args, (args) =>
    run(args, async (terminal) => (await import('./commands/setup.ts')).setup({ cacheFolder: CACHE }, terminal)))
  .command('validate <files..>', 'check deliveries and say in plain words what is wrong', (args) => reading(args)
    .positional('files', { type: 'string', array: true, demandOption: true, describe: KINDS })
    .option('data', {
      type: 'string', coerce: (path: string) => resolve(path),
      describe: 'also ask the register in this folder: links, ids, what is unchanged',
    })
    .option('holder', { type: 'string', describe: 'with --data: who would deliver', coerce: holderCode })
    .check(({ data, holder }) => (data === undefined) === (holder === undefined) || '--data and --holder go together')
    .check(({ data, full }) => data !== undefined || full === undefined || '--full needs --data: what is left out, only a register knows')
    .check(({ files, report }) => reportProblem(report, files ?? [])), (args) =>
    run(args, async (terminal) => (await import('./commands/validate.ts')).validate({
      ...readingOf(args), files: args.files, reports: args.report, cacheFolder: CACHE,
      against: args.data === undefined || args.holder === undefined ? null : { data: args.data, holder: args.holder }, clock,
    }, terminal)))
  .command('submit <file>', 'hand in a delivery, durably, and print its receipt', (args) => inFolder(reading(args))
    .positional('file', { type: 'string', demandOption: true, describe: KINDS })
    .option('holder', {
      type: 'string', demandOption: true, describe: 'who delivers: the bronhoudercode in the objects', coerce: holderCode,
    })
    .option('wait', { type: 'boolean', default: false, describe: 'wait until it has taken effect and print the report' })
    .check(({ file, report, wait }) => (report.length > 0 && !wait ? '--report needs --wait' : reportProblem(report, [file]))), (args) =>
    run(args, async (terminal) => (await import('./commands/submit.ts')).submitCommand({
      ...readingOf(args), file: args.file, holder: args.holder, wait: args.wait, reports: args.report,
      data: args.data, cacheFolder: CACHE, clock,
    }, terminal)))
  .command('batch', 'decide what is pending and publish an edition', (args) => spoken(inFolder(args))
    .option('keep-days', { type: 'number', coerce: whole('--keep-days', 0), describe: `${KEEP_DAYS} (default: none is dropped)` })
    .option('drift', { type: 'number', default: LIMITS.driftShareMax, coerce: share('--drift'), describe: DRIFT })
    .option('base-url', { type: 'string', describe: `${BASE_URL} (default: that of the newest edition)`, coerce: baseUrl }), (args) =>
    run(args, async (terminal) =>
      (await import('./commands/batch.ts')).batch({
        data: args.data, baseUrl: args.baseUrl ?? null, lang: args.lang ?? null, cacheFolder: CACHE, driftShare: args.drift, clock,
        ...(args.keepDays === undefined ? {} : { retention: { allDays: args.keepDays } }),
      }, terminal)))
  .command('serve', 'answer from the newest edition and take up what is handed in', (args) => serving(inFolder(args)), (args) =>
    run(args, async (terminal) => (await import('./commands/serve.ts')).serve(servingOf(args, 'default'), listen, terminal)))
  .command('demo', 'deliver, check, publish and serve the examples', (args) =>
    serving(inFolder(args, join(STATE, 'demo'))), (args) =>
    run(args, async (terminal) => (await import('./commands/demo.ts')).demo(servingOf(args, 'demo'), listen, terminal)))
  .command('generate', 'write a made-up register; the same seed gives the same bytes', (args) => args
    .option('objects', {
      type: 'number', demandOption: true, describe: 'how many objects, nested ones counted', coerce: whole('--objects', 1),
    })
    .option('seed', { type: 'number', default: 1, describe: 'another seed, another register', coerce: whole('--seed', 0) })
    .option('out', { type: 'string', demandOption: true, describe: 'file, newline-delimited JSON in RD' })
    .option('broken', { type: 'number', default: 0, describe: 'share of the objects to break, in fifty ways: 0.1', coerce: share('--broken') })
    .option('key', { type: 'string', describe: 'file for what was broken: line, pointer, id and way' }), (args) =>
    run(args, async (terminal) =>
      (await import('./commands/generate.ts')).generateCommand({ ...args, key: args.key ?? null }, terminal)))
  .command('schema [type]', 'the model as JSON Schema 2020-12, for your own validator', (args) => args
    .positional('type', { type: 'string', describe: 'one concrete type, such as KwetsbaarGebouw, `report` or `holders` (default: any root)' })
    .option('out', { type: 'string', describe: 'folder to write to: the asked type, or all' })
    .option('base-url', { type: 'string', default: `http://127.0.0.1:${PORT}/v1`, describe: BASE_URL, coerce: baseUrl }), (args) =>
    run(args, async (terminal) => (await import('./commands/schema.ts')).schemaCommand({
      type: args.type ?? null, out: args.out ?? null, baseUrl: args.baseUrl,
    }, terminal)))
  .command('submissions', 'what is parked because it would end too many objects', (args) => args
    .command('list', 'list what is parked', (inner) => inFolder(inner), (inner) =>
      run(inner, async (terminal) => (await import('./commands/submissions.ts')).listCommand(inner, terminal)))
    .command('release <uuid>', 'let a parked submission have its effect', (inner) => inFolder(inner)
      .positional('uuid', { type: 'string', demandOption: true, describe: 'its number in `ev submissions list`' }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/submissions.ts')).releaseCommand({ data: inner.data, uuid: inner.uuid, clock }, terminal)))
    .demandCommand(1, 'Name what to do: list or release.'))
  .command('holders', 'the organisations that have access', (args) => args
    .command('list', 'list them with their codes and roles', (inner) => inFolder(inner), (inner) =>
      run(inner, async (terminal) => (await import('./commands/holders.ts')).listCommand(inner, terminal)))
    .command('add <id>', 'give an organisation access', (inner) => inFolder(inner)
      .positional('id', { type: 'string', demandOption: true, describe: ORGANISATION_FORMS, coerce: organisationId })
      .option('name', { type: 'string', demandOption: true, describe: 'what people call it' })
      .option('holder', {
        type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (codes: string[]) => codes.map(holderCode),
        describe: 'its bronhoudercode; may be given more than once',
      })
      .option('role', {
        array: true, nargs: 1, choices: ROLES, default: ['writer'] as Role[], describe: 'what it may do; may be given more than once',
      })
      .check(({ holder, role }) => holder.length > 0 || !role.includes('writer') || '--role writer needs a --holder'), (inner) =>
      run(inner, async (terminal) => (await import('./commands/holders.ts')).addCommand({
        data: inner.data, id: inner.id, name: inner.name, codes: inner.holder, roles: inner.role,
      }, terminal)))
    .command('remove <id>', 'take access from an organisation, and revoke its tokens', (inner) => inFolder(inner)
      .positional('id', { type: 'string', demandOption: true, describe: 'as `ev holders list` shows it' }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/holders.ts')).removeCommand({ data: inner.data, id: inner.id, now: clock() }, terminal)))
    .command('check', 'say what is wrong with holders.json', (inner) => inFolder(inner), (inner) =>
      run(inner, async (terminal) => (await import('./commands/holders.ts')).checkCommand(inner, terminal)))
    .demandCommand(1, 'Name what to do: list, add, remove or check.'))
  .command('tokens', 'what source holders write by HTTP with', (args) => args
    .command('add', 'make a token and show it, once', (inner) => inFolder(inner)
      .option('organisation', { type: 'string', demandOption: true, describe: 'whose, as `ev holders list` shows it', coerce: organisationId })
      .option('holder', {
        type: 'string', describe: 'the bronhoudercode that it writes with (default: the only one of the organisation)', coerce: holderCode,
      })
      .option('days', {
        type: 'number', default: 365, describe: `how long it holds, at most ${LIMITS.tokenDaysMax}`,
        coerce: whole('--days', 1, LIMITS.tokenDaysMax),
      }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/tokens.ts')).addCommand({
        data: inner.data, organisation: inner.organisation, holder: inner.holder ?? null, days: inner.days, now: clock(),
      }, terminal)))
    .command('list', 'list them by their last characters', (inner) => inFolder(inner), (inner) =>
      run(inner, async (terminal) => (await import('./commands/tokens.ts')).listCommand({ data: inner.data, now: clock() }, terminal)))
    .command('revoke <tail>', 'end a token at once', (inner) => inFolder(inner)
      .positional('tail', { type: 'string', demandOption: true, describe: 'its last 8 characters' }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/tokens.ts')).revokeCommand({ data: inner.data, tail: inner.tail, now: clock() }, terminal)))
    .demandCommand(1, 'Name what to do: add, list or revoke.'))
  .command('editions', 'the editions that are kept', (args) => args
    .command('list', 'list them; * is the active one', (inner) => inFolder(inner), (inner) =>
      run(inner, async (terminal) => (await import('./commands/editions.ts')).listCommand(inner, terminal)))
    .command('verify [edition]', 'read every byte and compare it with its hash', (inner) => inFolder(inner)
      .positional('edition', { type: 'number', describe: 'one edition; all without it' }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/editions.ts')).verifyCommand({ data: inner.data, edition: inner.edition ?? 'all' }, terminal)))
    .command('activate <edition>', 'make a kept edition the active one', (inner) => inFolder(inner)
      .positional('edition', { type: 'number', demandOption: true, describe: 'its number in `ev editions list`' }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/editions.ts')).activateCommand({
        data: inner.data, edition: inner.edition, now: clock(),
      }, terminal)))
    .command('rebuild', 'make the newest edition, or one that was dropped, anew from the register', (inner) => inFolder(inner)
      .option('at', { type: 'string', describe: 'the edition that was active at this moment: 2026-11-01T12:00:00Z', coerce: momentOf })
      .option('base-url', { type: 'string', describe: `${BASE_URL} (default: that of the newest edition)` }), (inner) =>
      run(inner, async (terminal) => (await import('./commands/editions.ts')).rebuildCommand({
        data: inner.data, baseUrl: inner.baseUrl ?? null, cacheFolder: CACHE, clock, at: inner.at ?? null,
      }, terminal)))
    .demandCommand(1, 'Name what to do: list, verify, activate or rebuild.'))
  .command('doctor', 'say what of the environment is ready and what is not', (args) => inFolder(args)
    .option('accept-clock', { type: 'boolean', default: false, describe: 'take the clock for right, however far it went ahead' }), (args) =>
    run(args, async (terminal) => {
      const { doctor } = await import('./commands/doctor.ts');
      return await doctor({
        data: args.data, cacheFolder: CACHE, nodeVersion: process.versions.node, acceptClock: args.acceptClock ? clock : null, now: clock(),
      }, terminal);
    }))
  .example('$0 demo', 'a working service in a minute')
  .example('$0 validate delivery.json --crs RD', 'check a delivery in RD')
  .epilogue('Without `ev` on the path: npm run -s ev -- <command>. README.md shows a delivery from file to map.\n'
    + 'Exit codes: 0 fine, 1 errors found, 2 wrong usage, 3 the environment does not allow it.')
  .demandCommand(1, 'Name a command.')
  .recommendCommands()
  .strict()
  .fail((message, error) => {
    process.stderr.write(`${message ?? error.message}\nSee \`ev --help\`.\n`);
    process.exit(EXIT.usage);
  })
  .help()
  .version(false)
  .wrap(110)
  .parseAsync();

/** What was typed; `-` is standard input where a delivery is asked, a word that yargs would drop. */
function words(typed: readonly string[]): readonly string[] {
  const [command = ''] = typed;
  return ['validate', 'submit'].includes(command) ? typed.map((word) => (word === '-' ? '/dev/stdin' : word)) : typed;
}

/** Refuses what is no whole number from `least` up to `most`. */
function whole(name: string, least: number, most = 2 ** 32 - 1): (value: number) => number {
  return (value) => {
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`${name} takes one whole number, ${least} or more${value > most ? `, and at most ${most}` : ''}`);
  };
}

function share(name: string): (value: number) => number {
  return (value) => {
    if (value >= 0 && value <= 1) return value;
    throw new Error(`${name} takes a share, from 0 to 1`);
  };
}

/** Refuses what no service of this version can be reached at. */
function baseUrl(text: string): string {
  try {
    return readBaseUrl(text);
  } catch (error) {
    throw new Error(`--base-url ${(error as Error).message}`, { cause: error });
  }
}

function momentOf(text: string): Moment {
  const moment = parseRfc3339(text) ?? parseMoment(text);
  if (moment !== undefined) return moment;
  throw new Error(`--at ${text} is no moment: expected one such as 2026-11-01T12:00:00Z, as /edities lists them`);
}

function holderCode(code: string): string {
  if (new RegExp(`^${HOLDER_CODE_PATTERN}$`).test(code)) return code;
  throw new Error(`--holder ${code} is no bronhoudercode: 3 to 6 characters from A-Z, 0-9 and comma`);
}

function organisationId(id: string): string {
  if (new RegExp(ORGANISATION_PATTERN).test(id)) return id;
  throw new Error(`${id} is no organisation: expected ${ORGANISATION_FORMS}`);
}

/** The URI of the CRS that is named, by whatever name. */
function crsUri(name: string): string {
  const crs = crsMeant(name);
  if (crs !== undefined) return crs.uri;
  const near = nearest(name, CRS_NAMES);
  const known = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Most deliveries are in ${CRS_NAMES_MOST.join(', ')}; README.md lists the others.`;
  throw new Error(`--crs ${name} is no CRS of this service. ${known}`);
}

/** Options of every command that works on a register. */
function inFolder<T>(args: Argv<T>, folder: string = join(STATE, 'register')) {
  return args.option('data', {
    type: 'string', default: folder, defaultDescription: folder.slice(resolve(STATE, '../..').length + 1),
    describe: 'folder of register and editions', coerce: (path: string) => resolve(path),
  });
}

/** Options of every command that prints a report. */
function spoken<T>(args: Argv<T>) {
  return args.option('lang', { choices: LANGUAGES, describe: 'language of the report as text and as page (default: both)' });
}

/** Options of every command that reads a delivery. */
function reading<T>(args: Argv<T>) {
  return spoken(args)
    .option('crs', {
      type: 'string',
      describe: 'CRS of the delivery: RD, RDNAP, ETRS89, CRS84, EPSG:28992, or a URI (default: CRS84 for model 4.0.0, RD for 3.0.x)',
      coerce: crsUri,
    })
    .option('model', {
      // Without its type, yargs reads 3.0 as the number 3.
      type: 'string', choices: MODEL_VERSIONS, describe: 'model of the delivery (default: recognised per root)',
    })
    .option('report', {
      type: 'string', array: true, default: [] as string[], nargs: 1,
      describe: `also write the report to this file: ${REPORT_NAMES}; may be given more than once`,
    })
    .option('strict', { type: 'boolean', default: false, describe: 'one refused root refuses the whole delivery' })
    .option('full', {
      type: 'string', describe: 'types, with commas between, of which the delivery holds all your roots: those that it leaves out are ended', coerce: rootTypes,
    });
}

/** The types of roots that are named, with commas between. */
function rootTypes(names: string): readonly RootType[] {
  return names.split(',').map((name) => {
    const type = ROOT_TYPES.find((one) => one === name.trim());
    if (type !== undefined) return type;
    const [near] = nearest(name, ROOT_TYPES, 1);
    throw new Error(`--full ${name} is no type of a root. ${near === undefined ? '' : `Did you mean ${near}? `}It takes ${ROOT_TYPES.join(', ')}, with commas between.`);
  });
}

interface ReadingOptions {
  readonly crs?: string | undefined;
  readonly model?: ModelVersion | undefined;
  readonly lang?: Language | undefined;
  readonly strict: boolean;
  readonly full?: readonly RootType[] | undefined;
}

function readingOf({ crs, model, lang, strict, full }: ReadingOptions) {
  return { crs: crs ?? null, model: model ?? null, lang: lang ?? null, strict, full: full ?? [] };
}

/** What is wrong with the files asked for the report, or true. */
function reportProblem(reports: readonly string[], files: readonly string[]): true | string {
  if (reports.length === 0) return true;
  if (files.length !== 1) return '--report takes one delivery at a time';
  const other = reports.find((path) => reportExtension(path) === undefined);
  if (other !== undefined) return `--report ${other}: its name must end in ${REPORT_NAMES}`;
  return reports.some((path) => resolve(path) === resolve(files[0]!)) ? '--report would overwrite the delivery' : true;
}

/** Options of every command that serves. */
function serving<T>(args: Argv<T>) {
  return args
    .option('drift', { type: 'number', default: LIMITS.driftShareMax, coerce: share('--drift'), describe: DRIFT })
    .option('keep-days', { type: 'number', default: RETENTION.allDays, coerce: whole('--keep-days', 0), describe: KEEP_DAYS })
    .option('port', { type: 'number', default: PORT, describe: 'port to listen on', coerce: whole('--port', 1) })
    .option('host', { type: 'string', default: '127.0.0.1', describe: 'address to listen on' })
    .option('ops-port', { type: 'number', describe: 'also listen on this port of 127.0.0.1 for /livez, /readyz and /metrics', coerce: whole('--ops-port', 1) })
    .option('base-url', { type: 'string', describe: `${BASE_URL} (default: http://127.0.0.1:PORT/v1)`, coerce: baseUrl })
    .option('profile', {
      choices: PROFILES,
      describe: '`ogc`: collections with features only, and no CRS that the OGC test suite does not know',
    })
    .option('origin', {
      type: 'string', array: true, nargs: 1, default: [] as string[], coerce: (origins: string[]) => origins.map(webOrigin),
      describe: 'site whose pages may read answers in a browser, https://kaart.example; may be given more than once',
    });
}

/** Refuses what no browser sends as Origin, such as `*` or an address with a path. */
function webOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (/^https?:/.test(origin) && text === origin) return origin;
  throw new Error(`--origin ${text} is no origin: scheme, name and port only, such as https://kaart.example`);
}

interface ServingOptions {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  readonly profile?: Profile | undefined;
  readonly origin: readonly string[];
  readonly keepDays: number;
  readonly drift: number;
  readonly opsPort?: number | undefined;
}

function servingOf(
  { data, port, host, baseUrl, profile, origin, keepDays, drift, opsPort }: ServingOptions, usual: Profile,
): ServeArguments {
  return {
    data, port, host, baseUrl: baseUrl ?? `http://127.0.0.1:${port}/v1`, profile: profile ?? usual, origins: origin,
    cacheFolder: CACHE, retention: { allDays: keepDays }, driftShare: drift, opsPort: opsPort ?? null,
    isAwaited: process.env['NOTIFY_SOCKET'] !== undefined, clock,
  };
}
