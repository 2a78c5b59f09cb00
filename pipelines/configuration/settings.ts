/**
 * Settings of the service, each in one row. `--help`, the checks, the JSON Schema of the file, `ev config` and the table in OPERATING.md
 * are made from this table. A flag wins over the environment, the environment over the file (resolve.ts).
 *
 * Not here: options of one delivery or one run, such as `--crs` (pipelines/commands/).
 */
import { join, resolve } from 'node:path';
import { LANGUAGES } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { MODES, type Mode } from '../../schemas/mode.ts';
import { PROFILES } from '../../schemas/profile.ts';
import {
  ADDRESS_RANGE, BASE_URL, BASEMAP, choice, DEPRECATION, EPOCH, HOST, KEYS_URL, list, ORIGIN, party, path, SHARE, SWITCH, TEXT,
  wholeNumber, WORD,
  type Kind,
} from './kinds.ts';

/** Log levels, from the most lines to the fewest. Each level has the lines of the levels after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The file with settings, looked for in the data folder. */
export const SETTINGS_FILE = 'ev.json';

const PROJECT = resolve(import.meta.dirname, '../..');

export interface Setting<T, Usual> {
  readonly kind: Kind<T>;
  /** The default; null: `usually` describes it. */
  readonly usual: Usual;
  /** The default in words. */
  readonly usually: string;
  /** Description in `--help`. */
  readonly does: string;
  /** Commands with a flag for this setting; `ev config` has the flags of all settings. */
  readonly commands: readonly string[];
  /** Whether the settings file may have this setting. */
  readonly isInFile: boolean;
}

function setting<T, const Usual extends T | null>(
  given: Omit<Setting<T, Usual>, 'isInFile'> & { readonly isInFile?: boolean },
): Setting<T, Usual> {
  return { isInFile: true, ...given };
}

const SERVING = ['serve', 'demo'] as const;
/** Commands that make pages. */
const PUBLISHING = [...SERVING, 'export-site'] as const;
/** Commands that work on the register in a data folder; the demo has a folder of its own. */
const ON_REGISTER = [
  'submit', 'transfer', 'batch', 'serve', 'submissions list', 'submissions show', 'submissions release',
  'show', 'log', 'diff', 'ask', 'as-of',
  'submissions refuse', 'submissions undo', 'holders list', 'holders add', 'holders remove', 'holders check',
  'tokens add', 'tokens list', 'tokens revoke', 'keys add', 'keys list', 'keys revoke',
  'subscriptions add', 'subscriptions list', 'subscriptions remove',
  'editions list', 'editions verify', 'editions activate', 'editions rebuild', 'upgrade', 'backup',
  'schedule', 'runs list', 'runs show', 'doctor', 'export', 'export-site', 'downloads make', 'quality make',
] as const;

export const SETTINGS = {
  config: setting({
    kind: path('file'), usual: null, usually: `${SETTINGS_FILE} in the data folder, when it is there`, isInFile: false,
    does: 'file with settings', commands: [...ON_REGISTER, 'validate', 'demo', 'schema'],
  }),
  data: setting({
    kind: path('folder'), usual: join(PROJECT, 'data/state/register'), usually: 'data/state/register',
    does: 'folder of register and editions', commands: ON_REGISTER,
  }),
  host: setting({ kind: HOST, usual: '127.0.0.1', usually: '127.0.0.1', does: 'address to listen on', commands: SERVING }),
  port: setting({ kind: wholeNumber('port', { least: 1, most: 65_535 }), usual: 8080, usually: '8080', does: 'port to listen on', commands: SERVING }),
  opsPort: setting({
    kind: wholeNumber('port', { least: 1, most: 65_535 }), usual: null, usually: 'none',
    does: 'also listen on this port of 127.0.0.1 for /livez, /readyz and /metrics', commands: SERVING,
  }),
  baseUrl: setting({
    kind: BASE_URL, usual: null, usually: 'http://HOST:PORT/v1, with a certificate https; batch and rebuild: that of the newest edition',
    does: 'address in every published link, /v1 at its end', commands: [...SERVING, 'batch', 'editions rebuild', 'schema'],
  }),
  epoch: setting({
    kind: EPOCH, usual: null, usually: 'none, and no ITRF2014; batch and rebuild: that of the newest edition', commands: [...SERVING, 'batch', 'editions rebuild'],
    does: 'epoch, as a decimal year, of coordinates in ITRF2014 (9000, and 7912 where there are heights), in which everything is then published too; '
      + 'another epoch, or none, makes the whole edition again, a quarter larger with one',
  }),
  profile: setting({
    kind: choice('profile', PROFILES), usual: null, usually: 'that of the command',
    does: 'default, demo or ogc; `ogc`: for the OGC test suite, with only non-empty collections and CRSs that it knows, and extents some centimetres wider', commands: SERVING,
  }),
  origin: setting({
    kind: list(ORIGIN), usual: [], usually: 'none', commands: SERVING,
    does: 'site whose pages may read answers in a browser, https://kaart.example; any: every site reads what is public, without token; may be given more than once',
  }),
  deprecation: setting({
    kind: DEPRECATION, usual: null, usually: 'this version has no end', commands: SERVING,
    does: 'last period of this major version: `FIRST-DAY DAY-OF-END <URL OF THE NEXT VERSION>`; each response announces the end, and from that day on requests get 410',
  }),
  rateLimit: setting({
    kind: wholeNumber('number of requests', { least: 0, most: 1_000_000_000 }), usual: null, usually: `${LIMITS.requestsPerFrame}; none in the profiles demo and ogc`,
    commands: SERVING, does: 'requests of one client in 60 seconds; a client is an API key, else the organisation of a token, else an address (IPv6: a network of 64 bits); more get 429; 0: no limit',
  }),
  monthLimit: setting({
    kind: wholeNumber('number of requests', { least: 0, most: 1_000_000_000_000 }), usual: null, usually: 'no limit', commands: SERVING,
    does: 'requests of one API key or organisation in a calendar month (UTC); more get 429; 0: no limit',
  }),
  trustedProxy: setting({
    kind: list(ADDRESS_RANGE), usual: [], usually: 'none', commands: SERVING,
    does: 'address or network of a proxy in front of the service, 127.0.0.1 or 10.0.0.0/8, whose header Forwarded names the client, and with tlsClientCa Client-Cert its certificate; may be given more than once',
  }),
  licence: setting({
    kind: party('licence', 'licence', 'a name and its address, such as CC0 1.0 <https://creativecommons.org/publicdomain/zero/1.0/>'),
    usual: null, usually: 'none is claimed', does: 'licence of the published data: `NAME <URL>`', commands: PUBLISHING,
  }),
  contact: setting({
    kind: party('contact', 'contact', 'a name with a mail address, a web address or both, such as Servicepunt <ev@example.nl> <https://example.nl/ev>'),
    usual: null, usually: 'none is named', does: 'whom users of the data ask: `NAME <E-MAIL> <URL>`, or one of the two addresses', commands: PUBLISHING,
  }),
  attribution: setting({
    kind: TEXT, usual: null, usually: 'none is asked', does: 'text that users of the data show beside it', commands: PUBLISHING,
  }),
  publisher: setting({
    kind: party('publisher', 'publisher', 'a name, with its address if it has one, such as Gemeente Voorbeeld <https://example.nl>'),
    usual: null, usually: 'none is named', does: 'organisation that publishes the data: `NAME <URL>`, best its URI of TOOI; the URL may be left out', commands: PUBLISHING,
  }),
  basemap: setting({
    kind: BASEMAP, usual: null, usually: 'the outline of the country', commands: PUBLISHING,
    does: 'map under the map page: `ATTRIBUTION <URL>`, the URL that of a tile in RD in the grid of PDOK, with {z}, {x} and {y}; browsers load it from there',
  }),
  keepDays: setting({
    kind: wholeNumber('number of days', { least: 0, most: 36_500 }), usual: null, usually: '7; batch drops none',
    does: 'drop editions that are older than this number of days, except the last of each day', commands: [...SERVING, 'batch', 'schedule'],
  }),
  drift: setting({
    kind: SHARE, usual: LIMITS.driftShareMax, usually: String(LIMITS.driftShareMax), commands: [...SERVING, 'batch', 'schedule', 'validate', 'submissions undo'],
    does: 'share of the objects of a holder that one submission may end before it waits for `ev submissions release`',
  }),
  mode: setting<Mode, Mode>({
    kind: choice('mode', MODES), usual: 'direct', usually: 'direct', commands: ['serve'],
    does: 'direct: submissions take effect at once; scheduled: they get 202 and take effect with the next batch, by `pipelines` or `ev batch`',
  }),
  requireIfMatch: setting<boolean, boolean>({
    kind: SWITCH, usual: false, usually: 'false', commands: SERVING,
    does: 'refuse a PUT or PATCH without If-Match (428), so that nobody overwrites an unseen change; QGIS sends none',
  }),
  fullAudience: setting<boolean, boolean>({
    kind: SWITCH, usual: false, usually: 'false', commands: [...SERVING, 'batch'],
    does: 'also publish all that the register has, secret objects and personal data included, for tokens with the role reader; a delivery then costs half as much again, and editions nearly twice the disk',
  }),
  keyRequired: setting<boolean, boolean>({
    kind: SWITCH, usual: false, usually: 'false', commands: SERVING,
    does: 'who reads sends an API key or a token (403 without); the start page, the documentation and the model stay open',
  }),
  tlsCertificate: setting({
    kind: path('file'), usual: null, usually: 'none: HTTP, behind a proxy that ends TLS', commands: SERVING,
    does: 'file with the certificate and its chain (PEM): the service itself ends TLS; with tlsKey; read again at SIGHUP',
  }),
  tlsKey: setting({ kind: path('file'), usual: null, usually: 'none', does: 'file with the private key of tlsCertificate (PEM, without password)', commands: SERVING }),
  tlsClientCa: setting({
    kind: path('file'), usual: null, usually: 'no client certificate is asked for', commands: SERVING,
    does: 'file with the certificates of the authorities (PEM) whose client certificates identify an organisation by its number; with tlsCertificate or trustedProxy',
  }),
  jwtIssuer: setting({
    kind: WORD, usual: null, usually: 'no JWT is accepted', commands: SERVING,
    does: 'issuer of access tokens (JWT, OAuth 2.0), as their claim `iss` has it; with jwtAudience and jwksUrl or jwksFile',
  }),
  jwtAudience: setting({ kind: WORD, usual: null, usually: 'none', does: 'name of this service in the claim `aud` of a JWT', commands: SERVING }),
  jwksUrl: setting({
    kind: KEYS_URL, usual: null, usually: 'none', commands: SERVING,
    does: 'address of the keys of the issuer (JWKS), which the service calls',
  }),
  jwksFile: setting({
    kind: path('file'), usual: null, usually: 'none', does: 'file with the keys of the issuer, in place of jwksUrl: then nothing is called', commands: SERVING,
  }),
  jwtClientClaim: setting<string, string>({
    kind: WORD, usual: 'client_id', usually: 'client_id', commands: SERVING,
    does: 'claim of a JWT with the id of the client, one of the `clients` of an organisation in holders.json',
  }),
  jwtOrganisationClaim: setting({
    kind: WORD, usual: null, usually: 'none: the client id decides', commands: SERVING,
    does: 'claim of a JWT with the OIN, KVK or eIDAS number of the organisation; the client id is then not used',
  }),
  jwtSkewSeconds: setting({
    kind: wholeNumber('number of seconds', { least: 0, most: 300 }), usual: 30, usually: '30', commands: SERVING,
    does: 'seconds that the clock of the issuer may differ from the clock here',
  }),
  jwtMaxSeconds: setting({
    kind: wholeNumber('number of seconds', { least: 60, most: 86_400 }), usual: 7_200, usually: '7200', commands: SERVING,
    does: 'seconds after its issue (`iat`) that a JWT is accepted, even when it expires later',
  }),
  drainSeconds: setting({
    kind: wholeNumber('number of seconds', { least: 0, most: 3_600 }), usual: 60, usually: '60', commands: SERVING,
    does: 'when the service is stopped, cut the requests that are still unanswered after this number of seconds',
  }),
  logLevel: setting({
    kind: choice('log level', LOG_LEVELS), usual: 'info', usually: 'info', commands: [...SERVING, 'schedule'],
    does: 'least important lines to log: debug (each request), info, warn or error',
  }),
  schedule: setting<boolean, boolean>({
    kind: SWITCH, usual: false, usually: 'false', does: 'also run the pipelines of `pipelines`, as `ev schedule` does', commands: ['serve'],
  }),
  pipelines: setting({
    kind: path('file'), usual: null, usually: 'pipelines.json in the data folder', does: 'file with the pipelines and their times',
    commands: ['schedule', 'serve', 'doctor'],
  }),
  lang: setting({
    kind: choice('language', LANGUAGES), usual: null, usually: 'both', does: 'language of the report as text and as page: nl or en',
    commands: ['validate', 'submit', 'transfer', 'batch', 'submissions show', 'submissions undo'],
  }),
} as const;

export type Name = keyof typeof SETTINGS;
type ValueOf<S> = S extends Setting<infer T, infer Usual> ? ([Usual] extends [null] ? T | null : T) : never;
/** The value of each setting. */
export type Settings = { readonly [N in Name]: ValueOf<(typeof SETTINGS)[N]> };

export const NAMES = Object.keys(SETTINGS) as readonly Name[];

/** Returns `--base-url` for `baseUrl`. */
export function flagOf(name: Name): string {
  return `--${wordsOf(name).join('-')}`;
}

/** Returns `EV_BASE_URL` for `baseUrl`. */
export function variableOf(name: Name): string {
  return `EV_${wordsOf(name).join('_').toUpperCase()}`;
}

function wordsOf(name: Name): readonly string[] {
  return name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** Variables of the project's own tests. They are in the same environment, and are no settings. */
export const TEST_VARIABLES: readonly string[] = [
  'EV_CHROMIUM', 'EV_FAULTS', 'EV_FAULTS_TALLY', 'EV_HISTORIES', 'EV_KILLS', 'EV_HAPROXY', 'EV_NGINX', 'EV_OGC_SCHEMAS', 'EV_OIDC_PROVIDER', 'EV_OPENAPI_TYPESCRIPT',
  'EV_PROMTOOL', 'EV_PYTHON', 'EV_QUESTIONS', 'EV_RECHECK', 'EV_REQUESTS', 'EV_RUNS', 'EV_SEED', 'EV_SHARED', 'EV_SLOWHTTPTEST', 'EV_SPECTRAL',
  'EV_TEST_REPORT', 'EV_TESTSSL', 'EV_WEB_MAPS',
];
