/** Options of several commands: the flags of settings, --report, and the options for reading a delivery. */
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { Argv, Options } from 'yargs';
import { BASE_URL_FORM, readBaseUrl } from '../../schemas/base-url.ts';
import { MODEL_VERSIONS, type ModelVersion, type RootType } from '../../schemas/names.ts';
import { Misconfigured } from '../configuration/misconfigured.ts';
import { flagOf, NAMES, SETTINGS, type Name, type Settings } from '../configuration/settings.ts';
import { REPORT_EXTENSIONS, reportExtension } from '../prepare/report-extensions.ts';
import { crsUri, rootTypes } from './option-values.ts';

/**
 * Adds the flags of its settings (`pipelines/configuration/settings.ts`) to a command. Yargs gets neither default nor form, because
 * `runSet` in world.ts reads the values together with the environment and the file.
 */
export function settingsFor<T>(args: Argv<T>, command: string): Argv<T> {
  const names = NAMES.filter((name) => command === 'config' || SETTINGS[name].commands.includes(command));
  return names.reduce((given, name) => given.option(flagOf(name).slice(2), optionOf(name)), args);
}

function optionOf(name: Name): Options {
  const { kind, does, usually } = SETTINGS[name];
  const isNumber = kind.schema['type'] === 'integer' || kind.schema['type'] === 'number';
  // With the type boolean, yargs reads every word as false.
  if (kind.schema['type'] === 'boolean') return { describe: does, defaultDescription: usually };
  return {
    describe: does, defaultDescription: usually, requiresArg: true,
    // With the type number, yargs turns a wrong value into NaN, and the message could not show the value.
    ...isNumber ? {} : { type: 'string' }, ...kind.isList ? { array: true, nargs: 1 } : {},
  };
}

const REPORT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(REPORT_EXTENSIONS);

export function reported<T>(args: Argv<T>) {
  return args.option('report', {
    type: 'string', array: true, default: [] as string[], nargs: 1,
    describe: `also write the report to this file: ${REPORT_NAMES}; may be given more than once`,
  });
}

/** Returns what is wrong with these report files, or true. `deliveries`: the files that are read. */
export function reportProblem(reports: readonly string[], deliveries: readonly string[]): true | string {
  if (reports.length === 0) return true;
  if (deliveries.length > 1) return '--report takes one delivery at a time';
  const other = reports.find((path) => reportExtension(path) === undefined);
  if (other !== undefined) return `--report ${other}: its name must end in ${REPORT_NAMES}`;
  const read = deliveries.map((path) => resolve(path));
  return reports.some((path) => read.includes(resolve(path))) ? '--report would overwrite the delivery' : true;
}

/** Kinds of files that a delivery may be. */
export const DELIVERY_KINDS = 'JSON, newline-delimited JSON or GeoJSON, plain or packed with gzip';

/** Adds the options of every command that reads a delivery. */
export function reading<T>(args: Argv<T>) {
  return reported(args)
    .option('crs', {
      type: 'string',
      describe: 'CRS of the delivery: RD, RDNAP, ETRS89, CRS84, EPSG:28992, or a URI (default: CRS84 for model 4.0.0, RD for 3.0.x)',
      coerce: crsUri,
    })
    .option('model', {
      // Without its type, yargs reads 3.0 as the number 3.
      type: 'string', choices: MODEL_VERSIONS, describe: 'model of the delivery (default: recognised per root)',
    })
    .option('strict', { type: 'boolean', default: false, describe: 'one refused root refuses the whole delivery' })
    .option('correct', {
      type: 'boolean', default: false,
      describe: 'each object replaces its newest version, period included, for example to correct a wrong beginGeldigheid',
    })
    .option('full', {
      type: 'string', describe: 'types, with commas between, of which the delivery holds all your roots: those that it leaves out are ended', coerce: rootTypes('--full'),
    });
}

interface ReadingOptions {
  readonly crs?: string | undefined;
  readonly model?: ModelVersion | undefined;
  readonly strict: boolean;
  readonly correct: boolean;
  readonly full?: readonly RootType[] | undefined;
}

export function readingOf({ crs, model, strict, correct, full }: ReadingOptions) {
  return { crs: crs ?? null, model: model ?? null, strict, correct, full: full ?? [] };
}

/** Addresses that mean every address of the machine, with the one that links use in their stead. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Returns the address in every published link: the setting, else the address on which the service listens. Throws Misconfigured when the
 * latter cannot be in a link, such as `fe80::1%eth0`.
 */
export function baseUrlOf(
  { baseUrl, host, port, tlsCertificate = null }: Pick<Settings, 'baseUrl' | 'host' | 'port'> & Partial<Pick<Settings, 'tlsCertificate'>>,
): string {
  if (baseUrl !== null) return baseUrl;
  const address = EVERY_ADDRESS[host] ?? host;
  const url = `${tlsCertificate === null ? 'http' : 'https'}://${isIPv6(address) ? `[${address}]` : address}:${port}/v1`;
  if (!URL.canParse(url)) throw new Misconfigured([`--host ${host} is no address for links; give --base-url too: ${BASE_URL_FORM}`]);
  return readBaseUrl(url);
}
