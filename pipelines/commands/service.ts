/**
 * Service: desk and server on one data folder, for `ev serve` and `ev demo`. It opens what the server needs and passes that to `listen`,
 * because only cli.ts may import the server.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism, constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Editions, OwnViews } from '../../publisher/read/types.ts';
import { RETENTION, type Retention } from '../../publisher/write/retention.ts';
import type { ApiKeys, CertifiedOrganisations, Credentials } from '../../schemas/credentials.ts';
import { deprecationOf, type Deprecation } from '../../schemas/deprecation.ts';
import type { Desk } from '../../schemas/desk.ts';
import type { FileMaker } from '../../schemas/requested-files.ts';
import type { Mode } from '../../schemas/mode.ts';
import type { Profile } from '../../schemas/profile.ts';
import { basemapOf, type Basemap } from '../../schemas/basemap.ts';
import type { TransportCertificate } from '../../schemas/transport.ts';
import { rateLimitsOf, type MonthStore, type RateLimits } from '../../schemas/rate-limits.ts';
import type { PublicationSource } from '../../schemas/publication-event.ts';
import { termsOf, type Terms } from '../../schemas/terms.ts';
import type { LogLevel, Settings } from '../configuration/settings.ts';
import { certificateFiles, clientCaFile, loadCertificate, loadClientCa, type CertificateFiles } from '../configuration/certificate.ts';
import { tokenIssuer, type JwtSettings } from '../configuration/token-issuer.ts';
import { makeDesk, type DeskHandle } from '../desk.ts';
import { EventBuffer } from '../operations/event-buffer.ts';
import { openLog, type Log, type LoggedRequest } from '../operations/log.ts';
import type { UnsentFigures } from '../operations/metrics.ts';
import type { Monitoring, MonitoringParts } from '../operations/monitoring.ts';
import { nextBatchBy } from '../schedule/next-batch.ts';
import { scheduleFigures } from '../schedule/pipeline-figures.ts';
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { openCertified } from '../state/access/certified.ts';
import { openKeys } from '../state/access/keys.ts';
import { monthStore } from '../state/access/month-counts.ts';
import { watchAccess, watchKeyAccess } from '../state/access/watch-access.ts';
import { foldersOf, hasState, makeFolders } from '../state/database/database.ts';
import { driftLimit, type DriftLimit } from '../state/decide/drift.ts';
import { hasSubscriptions } from '../subscriptions/subscriptions-file.ts';
import { baseUrlOf } from './options.ts';
import { fileMakerOf } from './requested-files.ts';
import { NO_PROGRESS, type Terminal } from './terminal.ts';
import { eventPrinter } from './print-events.ts';

const WATCH_MS = 1_000;
/** Longest wait for the warm-up of the first write; after that the port opens for readers. */
const WARM_UP_MS_MAX = 1_500;
/** A shell reports a process that a signal ended as this number plus that of the signal. */
const SIGNALLED = 128;
/** The same signal may come twice within this time: a terminal signals the whole process group, and npm passes its signal on. */
const ECHO_MS = 500;

export interface ServeArguments {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  /** Epoch of coordinates in ITRF2014; null: there are none. */
  readonly epoch: number | null;
  readonly profile: Profile;
  /** Origins whose pages may read answers in a browser. */
  readonly origins: readonly string[];
  /** Licence, contact, attribution and publisher of the data. */
  readonly terms: Terms;
  /** The map under the map page; null: the outline of the country. */
  readonly basemap: Basemap | null;
  readonly cacheFolder: string;
  readonly retention: Retention;
  /** Limit on the roots of its holder that one submission may end. */
  readonly drift: DriftLimit;
  /** When submissions take effect. */
  readonly mode: Mode;
  /** Whether a PUT or PATCH without If-Match is refused. */
  readonly requireIfMatch: boolean;
  /** Whether there are editions for the full audience. */
  readonly fullAudience: boolean;
  /** Whether reading needs an API key or a token. */
  readonly keyRequired: boolean;
  /** The end of this major version; null: none is set. */
  readonly deprecation: Deprecation | null;
  /** Requests that a client may send. */
  readonly rateLimits: RateLimits;
  /** Address ranges of proxies whose headers Forwarded and Client-Cert name the client. */
  readonly trustedProxies: readonly string[];
  /** The files of the certificate; null: HTTP. */
  readonly certificate: CertificateFiles | null;
  /** The file with the authorities of client certificates; null: none is asked for. */
  readonly clientCa: string | null;
  /** The issuer of JWTs; null: none is accepted. */
  readonly jwt: JwtSettings | null;
  readonly logLevel: LogLevel;
  /** Seconds that a stop waits for requests under way. */
  readonly drainSeconds: number;
  /** Port on loopback for health and metrics; null: none. */
  readonly opsPort: number | null;
  /** Path of pipelines.json; the file may be absent. */
  readonly pipelines: string;
  /** Whether this process runs the pipelines. */
  readonly isScheduling: boolean;
  /** Whether systemd waits for a notice that the service is ready. */
  readonly isAwaited: boolean;
  readonly clock: () => Date;
}

/** Dependencies of the server. */
export interface ServerDependencies {
  readonly editions: Editions;
  /** The editions of the full audience; null: there is none. */
  readonly full: Editions | null;
  readonly desk: Desk;
  readonly ownViews: OwnViews;
  readonly fileMaker: FileMaker;
  readonly credentials: Credentials;
  readonly apiKeys: ApiKeys;
  readonly certifiedOrganisations: CertifiedOrganisations;
  readonly months: MonthStore;
  /** Called with the error behind a response of 500, and the id of its request. */
  readonly onFault: (error: Error, request?: string) => void;
  /** Called after each response. */
  readonly onRequestFinished: (request: LoggedRequest) => void;
  /** Called when the memory of responses that wait for slow clients changes. */
  readonly onUnsentChange: (figures: UnsentFigures) => void;
}
export type Listen = (argv: ServeArguments, served: ServerDependencies) => Promise<Serving>;

/** A server that listens. */
export interface Serving {
  /** Uses another certificate for new connections. */
  renew(certificate: TransportCertificate): void;
  /** What is published, for subscribers. */
  readonly publications: PublicationSource;
  close(): Promise<void>;
}

export interface Running {
  readonly desk: Desk;
  readonly log: Log;
  /** Makes `/readyz` report why the schedule does not run; `fault` returns null while it runs. */
  watchSchedule(fault: () => Error | null): void;
  /** Reads the certificate again, if there is one. A wrong one is logged, and the old one stays. */
  renewCertificate(): void;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly listen: Listen;
  readonly credentials: Credentials;
  /** Returns why the keys of the issuer of tokens cannot be read, or null; absent: there is no issuer. */
  readonly issuerFault?: () => Error | null;
  /**
   * Whether the service starts although the desk cannot open, when an edition can be read. The desk then opens by itself once the cause is
   * gone.
   */
  readonly mayWait?: boolean;
}

/** Starts desk and server on one data folder. Throws the Fault of the desk unless `mayWait`. */
export async function start(
  argv: ServeArguments, { listen, credentials, issuerFault = () => null, mayWait = false }: StartOptions, terminal: Terminal,
): Promise<Running> {
  const log = openLog({
    level: argv.logLevel, edition: () => editions.current()?.edition.number, isForPeople: terminal.isWatched, write: terminal.log,
  });
  const spatialPath = async (): Promise<string> => {
    const { provideSpatial } = await import('../prepare/spatial-extension.ts');
    return await provideSpatial({ cacheFolder: argv.cacheFolder, log: log.print });
  };
  const editions = openEditions(foldersOf(argv.data).editions, 'public', { readsAhead: true });
  const full = argv.fullAudience ? openEditions(foldersOf(argv.data).editions, 'full') : null;
  const canWait = mayWait && editions.current() !== undefined;
  if (!canWait) {
    // `hasState` refuses a folder that lost its databases, before anything is made in it.
    hasState(argv.data);
    makeFolders(argv.data);
  }
  // Without a terminal there is no bar; a line reports each finished step.
  const output = terminal.isWatched ? terminal : { ...terminal, progress: () => NO_PROGRESS };
  const printEvent = eventPrinter(output, (words, event) => log.event(event, words));
  let monitoring: Monitoring | null = null;
  let scheduleFault = (): Error | null => null;
  let certificateEnds: Date | null = null;
  const accessFault = watchAccess(argv.data);
  // The conductor emits events before the metrics exist.
  const buffer = new EventBuffer<Monitoring>();
  const desk = makeDesk({
    data: argv.data, baseUrl: argv.baseUrl, epoch: argv.epoch ?? undefined, spatialPath, threads: availableParallelism(), clock: argv.clock,
    retention: argv.retention, drift: argv.drift, fullAudience: argv.fullAudience, mayWait: canWait, mode: argv.mode,
    nextBatch: nextBatchBy(argv.pipelines), pipelines: argv.pipelines,
    onHead: () => {
      editions.refresh();
      full?.refresh();
      buffer.emit(({ health }) => health.onHead());
    },
    onEvent: (event) => {
      printEvent(event);
      buffer.emit((listener) => listener.onEvent(event));
    },
  });
  const closeDeskAndEditions = async (): Promise<void> => {
    await desk.close();
    editions.close();
    full?.close();
    await monitoring?.close();
  };
  try {
    // Readers need no desk, so with an edition the server listens first.
    if (!canWait) await desk.open();
    const onFault = log.fault;
    certificateEnds = argv.certificate === null ? null : loadCertificate(argv.certificate).ends;
    monitoring = await monitorOn(argv, {
      editions, desk, onFault, droppedLines: log.dropped, accessFault, scheduleFault: () => scheduleFault(),
      certificateEnds: () => certificateEnds,
    });
    buffer.attach(monitoring);
    if (!canWait) await Promise.race([desk.warmUp(), sleep(WARM_UP_MS_MAX, undefined, { ref: false })]);
    const onRequestFinished = (request: LoggedRequest): void => {
      log.answered(request);
      monitoring?.answered(request);
    };
    const onUnsentChange = (figures: UnsentFigures): void => { monitoring?.unsent(figures); };
    const apiKeys = openKeys(argv.data, argv.clock);
    const months = monthStore(argv.data);
    const ownViews: OwnViews = (object) => desk.ownView(object);
    const server = await listen(argv, {
      editions, full, desk, ownViews, credentials, apiKeys, months, onFault, onRequestFinished, onUnsentChange,
      fileMaker: fileMakerOf(argv.data, { spatialPath, clock: argv.clock }),
      certifiedOrganisations: openCertified(argv.data),
    });
    monitoring?.health.onListening();
    if (canWait) void desk.open().then(() => desk.warmUp());
    const reporters = [
      accessReporter(accessFault, 'token', log), accessReporter(watchKeyAccess(argv.data), 'API key', log),
      accessReporter(issuerFault, 'JWT with a new key', log),
    ];
    const reportAccess = (): void => { for (const report of reporters) report(); };
    let stopSending: (() => Promise<void>) | null = null;
    const timer = setInterval(() => {
      refresh(editions, { monitoring, onFault });
      reportAccess();
      // A service without subscriptions has no thread for them.
      if (stopSending === null && hasSubscriptions(argv.data)) {
        stopSending = sendingBeside(argv.data, server.publications, log);
      }
    }, WATCH_MS);
    reportAccess();
    return {
      desk, log,
      watchSchedule(fault) { scheduleFault = fault; },
      renewCertificate() {
        if (argv.certificate === null) return;
        try {
          const certificate = loadCertificate(argv.certificate);
          server.renew(argv.clientCa === null ? certificate : { ...certificate, ca: loadClientCa(argv.clientCa) });
          certificateEnds = certificate.ends;
          log.print(`the certificate was read again; it ends ${certificate.ends.toISOString()}`);
        } catch (error) {
          log.print(`the certificate stays as it was: ${(error as Error).message}`, 'warn');
        }
      },
      async close() {
        clearInterval(timer);
        monitoring?.health.stop();
        await stopSending?.();
        await server.close();
        await closeDeskAndEditions();
      },
    };
  } catch (error) {
    await closeDeskAndEditions();
    throw error;
  }
}

/** Calls subscribers until the returned function is called. */
function sendingBeside(data: string, publications: PublicationSource, log: Log): () => Promise<void> {
  const started = import('../subscriptions/start-sending.ts').then(({ startSending }) => startSending({ data, publications, print: log.print }));
  return async () => { await (await started)(); };
}

/** Listens on the port once and closes it. An occupied port thus ends the command before an edition is published with its address. */
export async function tryPort({ port, host }: Pick<ServeArguments, 'port' | 'host'>): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Reads heads that other processes made, for example by `ev editions activate`. */
function refresh(editions: Editions, { monitoring, onFault }: { monitoring: Monitoring | null; onFault: ServerDependencies['onFault'] }): void {
  try {
    editions.refresh();
    monitoring?.health.onLook(null);
  } catch (error) {
    const fault = error instanceof Error ? error : new Error(String(error));
    monitoring?.health.onLook(fault);
    onFault(fault);
  }
}

/** Returns a check that logs once when the files of tokens or of API keys, or the keys of an issuer, become unusable, and once when they are usable again. */
function accessReporter(fault: () => Error | null, noun: 'token' | 'API key' | 'JWT with a new key', log: Log): () => void {
  let last: string | null = null;
  return () => {
    const message = fault()?.message ?? null;
    if (message !== null && message !== last) log.print(`no ${noun} is accepted, and whoever reads without one is answered: ${message}`, 'warn');
    if (message === null && last !== null) log.print(`${noun}s are accepted again`);
    last = message;
  };
}

/** Starts health and metrics, if a port is set. Their modules are loaded only then. */
async function monitorOn(
  { data, opsPort, pipelines: path, clock }: ServeArguments,
  parts: Omit<MonitoringParts, 'data' | 'port' | 'clock' | 'schedule' | 'desk'> & { readonly desk: DeskHandle },
): Promise<Monitoring | null> {
  if (opsPort === null) return null;
  const { startMonitoring } = await import('../operations/monitoring.ts');
  const schedule = scheduleFigures({ path, desk: parts.desk, clock });
  return await startMonitoring({ ...parts, data, schedule, clock, port: opsPort });
}

/**
 * Resolves at SIGINT or SIGTERM; a second signal ends the process at once, because acknowledged submissions are durable.
 * SIGHUP counts on a terminal only (`isWatched`), where it means that the terminal is gone. Elsewhere it is ignored: service managers send
 * it to have settings read again.
 */
export async function untilSignal(isWatched: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    let firstMs = Infinity;
    const onSignal = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void => {
      if (performance.now() - firstMs > ECHO_MS) process.exit(SIGNALLED + constants.signals[signal]);
      firstMs = Math.min(firstMs, performance.now());
      resolve();
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', (signal) => { if (isWatched) onSignal(signal as 'SIGHUP'); });
  });
}

/** Returns the arguments of a service from its settings and its process. */
export function serveArguments(
  settings: Settings, usual: Profile, { cacheFolder, isAwaited, clock }: Pick<ServeArguments, 'cacheFolder' | 'isAwaited' | 'clock'>,
): ServeArguments {
  const {
    data, port, host, profile, origin, basemap, keepDays, drift, mode, requireIfMatch, keyRequired, opsPort, logLevel, drainSeconds,
  } = settings;
  const served = profile ?? usual;
  return {
    data, port, host, baseUrl: baseUrlOf(settings), epoch: settings.epoch, profile: served, origins: origin,
    terms: termsOf(settings), cacheFolder,
    basemap: basemap === null ? null : basemapOf(basemap) ?? null,
    retention: { allDays: keepDays ?? RETENTION.allDays }, drift: driftLimit(drift), mode, requireIfMatch, keyRequired,
    deprecation: settings.deprecation === null ? null : deprecationOf(settings.deprecation) ?? null,
    rateLimits: rateLimitsOf(settings, served), trustedProxies: settings.trustedProxy,
    fullAudience: settings.fullAudience,
    certificate: certificateFiles(settings), clientCa: clientCaFile(settings), jwt: tokenIssuer(settings),
    opsPort, logLevel, drainSeconds, pipelines: pipelinesPath(settings), isScheduling: false, isAwaited, clock,
  };
}
