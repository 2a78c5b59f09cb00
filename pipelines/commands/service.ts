/**
 * Service: desk and server on one data folder, as `ev serve` and `ev demo` run them. Opens what the server needs and hands it to `listen`,
 * because only cli.ts may know the server.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism, constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEditions } from '../../publisher/read/editions.ts';
import type { Editions } from '../../publisher/read/types.ts';
import { RETENTION, type Retention } from '../../publisher/write/retention.ts';
import type { Principal } from '../../schemas/roles.ts';
import type { Desk } from '../../schemas/desk.ts';
import type { Mode } from '../../schemas/mode.ts';
import type { Profile } from '../../schemas/profile.ts';
import { termsOf, type Terms } from '../../schemas/terms.ts';
import type { LogLevel, Settings } from '../configuration/settings.ts';
import { makeDesk, type DeskHandle } from '../desk.ts';
import { Early } from '../operations/early.ts';
import { openLog, type Log, type LoggedRequest } from '../operations/log.ts';
import type { UnsentFigures } from '../operations/metrics.ts';
import type { Watched, WatchedParts } from '../operations/watched.ts';
import { nextBatchBy } from '../schedule/next-batch.ts';
import { scheduleFigures } from '../schedule/pipeline-figures.ts';
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { watchAccess } from '../state/access/tokens.ts';
import { foldersOf, hasState, makeFolders } from '../state/database/database.ts';
import { driftLimit, type DriftLimit } from '../state/decide/drift.ts';
import { baseUrlOf } from './options.ts';
import { UNSEEN, type Terminal } from './terminal.ts';
import { tellWork } from './work.ts';

const WATCH_MS = 1_000;
/** Readers wait no longer for the sake of the first writer. */
const WARM_UP_MS_MAX = 1_500;
/** What a shell adds to the number of a signal to say that a process ended by it. */
const SIGNALLED = 128;
/** npm hands on the signal that a terminal gives to the whole group: so soon the same one comes twice. */
const ECHO_MS = 500;

export interface ServeArguments {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly profile: Profile;
  /** Origins whose pages may read answers in a browser. */
  readonly origins: readonly string[];
  /** What the operator declares about the data. */
  readonly terms: Terms;
  readonly cacheFolder: string;
  readonly retention: Retention;
  /** What one submission may end of its holder's roots. */
  readonly drift: DriftLimit;
  /** When what is handed in takes effect. */
  readonly mode: Mode;
  /** Whether a change must say by If-Match which state of the object it is meant for. */
  readonly requireIfMatch: boolean;
  readonly logLevel: LogLevel;
  /** Seconds that a stop waits for the requests under way. */
  readonly drainSeconds: number;
  /** Port on loopback for health and metrics; null: none. */
  readonly opsPort: number | null;
  /** Path of the file that says what runs by itself; it need not be there. */
  readonly pipelines: string;
  /** Whether that runs in this process. */
  readonly isScheduling: boolean;
  /** Whether systemd waits to hear that it is ready. */
  readonly isAwaited: boolean;
  readonly clock: () => Date;
}

/** What the server is given; `listen` resolves when it answers. */
export interface Served {
  readonly editions: Editions;
  readonly desk: Desk;
  readonly tokens: (token: string) => Principal | undefined;
  /** Hears of what went wrong behind an answer of 500, and with which request. */
  readonly onFault: (error: Error, request?: string) => void;
  /** Hears of each request that is over. */
  readonly onAnswered: (request: LoggedRequest) => void;
  /** Called when answers that wait for their readers take more memory or less. */
  readonly onUnsent: (figures: UnsentFigures) => void;
}
export type Listen = (asked: ServeArguments, served: Served) => Promise<{ close(): Promise<void> }>;

export interface Running {
  readonly desk: Desk;
  readonly log: Log;
  /** Has `/readyz` report why the schedule does not run, or null. */
  watchSchedule(fault: () => Error | null): void;
  close(): Promise<void>;
}

export interface StartParts {
  readonly listen: Listen;
  readonly tokens: Served['tokens'];
  /**
   * Whether it starts, where an edition can be read, whatever keeps the desk from taking anything in; then it goes on by itself once that
   * is gone.
   */
  readonly mayWait?: boolean;
}

/** Starts desk and server on one data folder. Throws the Fault of the desk when that may not be waited for. */
export async function start(
  asked: ServeArguments, { listen, tokens, mayWait = false }: StartParts, terminal: Terminal,
): Promise<Running> {
  const log = openLog({
    level: asked.logLevel, edition: () => editions.current()?.edition.number, isForPeople: terminal.isWatched, write: terminal.log,
  });
  const spatialPath = async (): Promise<string> => {
    const { provideSpatial } = await import('../prepare/spatial-extension.ts');
    return await provideSpatial({ cacheFolder: asked.cacheFolder, log: log.say });
  };
  const editions = openEditions(foldersOf(asked.data).editions, 'public', { readsAhead: true });
  const canWait = mayWait && editions.current() !== undefined;
  if (!canWait) {
    // A folder that lost its databases is refused before anything is made in it.
    hasState(asked.data);
    makeFolders(asked.data);
  }
  // Where nobody looks on, a line says when a step is done.
  const tell = tellWork(terminal.isWatched ? terminal : { ...terminal, progress: () => UNSEEN }, (words, event) => log.heard(event, words));
  let watched: Watched | null = null;
  let scheduleFault = (): Error | null => null;
  const accessFault = watchAccess(asked.data);
  // The conductor speaks before there is anybody to measure.
  const early = new Early<Watched>();
  const desk = makeDesk({
    data: asked.data, baseUrl: asked.baseUrl, spatialPath, threads: availableParallelism(), clock: asked.clock,
    retention: asked.retention, drift: asked.drift, mayWait: canWait, mode: asked.mode,
    nextBatch: nextBatchBy(asked.pipelines), pipelines: asked.pipelines,
    onHead: () => {
      editions.refresh();
      early.tell(({ health }) => health.shown());
    },
    onEvent: (event) => {
      tell(event);
      early.tell((hearer) => hearer.hear(event));
    },
  });
  const closeBehind = async (): Promise<void> => {
    await desk.close();
    editions.close();
    await watched?.close();
  };
  try {
    // Who reads does not wait for what writers need.
    if (!canWait) await desk.open();
    const onFault = log.fault;
    watched = await watchOn(asked, {
      editions, desk, onFault, droppedLines: log.dropped, accessFault, scheduleFault: () => scheduleFault(),
    });
    early.hear(watched);
    if (!canWait) await Promise.race([desk.warmUp(), sleep(WARM_UP_MS_MAX, undefined, { ref: false })]);
    const onAnswered = (request: LoggedRequest): void => {
      log.answered(request);
      watched?.answered(request);
    };
    const onUnsent = (figures: UnsentFigures): void => { watched?.unsent(figures); };
    const server = await listen(asked, { editions, desk, tokens, onFault, onAnswered, onUnsent });
    watched?.health.listening();
    if (canWait) void desk.open().then(() => desk.warmUp());
    const lookAtAccess = tellAccess(accessFault, log);
    const looks = setInterval(() => {
      refresh(editions, { watched, onFault });
      lookAtAccess();
    }, WATCH_MS);
    lookAtAccess();
    return {
      desk, log,
      watchSchedule(fault) { scheduleFault = fault; },
      async close() {
        clearInterval(looks);
        watched?.health.stop();
        await server.close();
        await closeBehind();
      },
    };
  } catch (error) {
    await closeBehind();
    throw error;
  }
}

/** Throws now what listening would throw later, before anything is published with an address that is not ours. */
export async function tryPort({ port, host }: Pick<ServeArguments, 'port' | 'host'>): Promise<void> {
  const probe = createServer().listen({ port, host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/** Shows heads that other processes make: `ev editions activate`. */
function refresh(editions: Editions, { watched, onFault }: { watched: Watched | null; onFault: Served['onFault'] }): void {
  try {
    editions.refresh();
    watched?.health.looked(null);
  } catch (error) {
    const fault = error instanceof Error ? error : new Error(String(error));
    watched?.health.looked(fault);
    onFault(fault);
  }
}

/** Logs once that the files of organisations and tokens cannot be used, and once that they can again, each time it is called. */
function tellAccess(fault: () => Error | null, log: Log): () => void {
  let last: string | null = null;
  return () => {
    const message = fault()?.message ?? null;
    if (message !== null && message !== last) log.say(`no token is accepted, and whoever reads without one is answered: ${message}`, 'warn');
    if (message === null && last !== null) log.say('tokens are accepted again');
    last = message;
  };
}

/** Loaded when it is asked for: who does not, measures nothing. */
async function watchOn(
  { data, opsPort, pipelines: path, clock }: ServeArguments,
  parts: Omit<WatchedParts, 'data' | 'port' | 'clock' | 'schedule' | 'desk'> & { readonly desk: DeskHandle },
): Promise<Watched | null> {
  if (opsPort === null) return null;
  const { watchService } = await import('../operations/watched.ts');
  const schedule = scheduleFigures({ path, desk: parts.desk, clock });
  return await watchService({ ...parts, data, schedule, clock, port: opsPort });
}

/**
 * Resolves at SIGINT or SIGTERM; the next of either ends the process at once: what was acknowledged is durable.
 * SIGHUP counts on a terminal only (`isWatched`), where it means that the terminal is gone. Elsewhere it is ignored: service managers
 * send it to have settings read again.
 */
export async function untilTold(isWatched: boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    let toldMs = Infinity;
    const tell = (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void => {
      if (performance.now() - toldMs > ECHO_MS) process.exit(SIGNALLED + constants.signals[signal]);
      toldMs = Math.min(toldMs, performance.now());
      resolve();
    };
    process.on('SIGINT', tell).on('SIGTERM', tell).on('SIGHUP', (signal) => { if (isWatched) tell(signal as 'SIGHUP'); });
  });
}

/** What a service is started with: its settings, and what it is given of its process. */
export function servingOf(
  settings: Settings, usual: Profile, { cacheFolder, isAwaited, clock }: Pick<ServeArguments, 'cacheFolder' | 'isAwaited' | 'clock'>,
): ServeArguments {
  const { data, port, host, profile, origin, keepDays, drift, mode, requireIfMatch, opsPort, logLevel, drainSeconds } = settings;
  return {
    data, port, host, baseUrl: baseUrlOf(settings), profile: profile ?? usual, origins: origin, terms: termsOf(settings), cacheFolder,
    retention: { allDays: keepDays ?? RETENTION.allDays }, drift: driftLimit(drift), mode, requireIfMatch, opsPort, logLevel, drainSeconds,
    pipelines: pipelinesPath(settings), isScheduling: false, isAwaited, clock,
  };
}
