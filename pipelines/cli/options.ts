/** Options that several commands take, in groups. */
import { join, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { RETENTION } from '../../publisher/write/retention.ts';
import { LANGUAGES } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { PROFILES } from '../../schemas/profile.ts';
import { baseUrl, share, webOrigin, whole } from './values.ts';

export const PORT = 8080;
export const BASE_URL = 'address in every published link, /v1 at its end';
export const DRIFT = 'share of the objects of a holder that one submission may end before it waits for `ev submissions release`';
export const KEEP_DAYS = 'drop editions that are older than so many days, but for the last of each day';

const PROJECT = resolve(import.meta.dirname, '../..');
const STATE = join(PROJECT, 'data/state');
export const DEMO_FOLDER = join(STATE, 'demo');

/** Options of every command that works on a register. */
export function inFolder<T>(args: Argv<T>, folder: string = join(STATE, 'register')) {
  return args.option('data', {
    type: 'string', default: folder, defaultDescription: folder.slice(PROJECT.length + 1),
    describe: 'folder of register and editions', coerce: (path: string) => resolve(path),
  });
}

/** Options of every command that prints a report. */
export function spoken<T>(args: Argv<T>) {
  return args.option('lang', { choices: LANGUAGES, describe: 'language of the report as text and as page (default: both)' });
}

/** Options of every command that serves. */
export function serving<T>(args: Argv<T>) {
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
