/** `ev serve`: serves the newest edition and processes submissions. */
import { newestHeadNumber } from '../../publisher/read/heads.ts';
import { ONE_QUOTA, sharesOneQuota } from '../configuration/shared-quota.ts';
import { requireOpenFiles } from '../operations/open-files.ts';
import { notifyReady } from '../operations/systemd.ts';
import { readPipelines } from '../schedule/pipelines-file.ts';
import { startRestartingSchedule, type RestartingSchedule } from '../schedule/schedule-thread.ts';
import { openCredentials } from '../state/access/credentials.ts';
import { foldersOf } from '../state/database/database.ts';
import { settingsFor } from './options.ts';
import { start, serveArguments, tryPort, untilSignal, type Listen, type Running, type ServeArguments } from './service.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';
export async function serve(argv: ServeArguments, listen: Listen, terminal: Terminal): Promise<ExitCode> {
  requireOpenFiles();
  await tryPort(argv);
  const mayWait = newestHeadNumber({ folder: foldersOf(argv.data).editions, audience: 'public' }, 0) > 0;
  if (argv.isScheduling && !mayWait) readPipelines(argv.pipelines);
  const opened = openCredentials(argv.data, argv);
  const running = await start(argv, { listen, ...opened, mayWait: true }, terminal);
  const stopped = untilSignal(terminal.isWatched);
  if (!terminal.isWatched) process.on('SIGHUP', () => { running.renewCertificate(); });
  const schedule = await scheduleBeside(running, argv, mayWait);
  if (sharesOneQuota(argv)) running.log.print(`${ONE_QUOTA.what}. ${ONE_QUOTA.mend}`, 'warn');
  running.log.print(`Serving ${argv.data} on ${argv.baseUrl}; end with Ctrl-C.`);
  terminal.printJson({ baseUrl: argv.baseUrl });
  if (argv.isAwaited) await notifyReady().catch((error: Error) => running.log.print(`systemd was not told that the service is ready: ${error.message}`, 'warn'));
  await stopped;
  running.log.print('closing: requests under way are answered first');
  await schedule?.stop();
  await running.close();
  return EXIT.fine;
}

/** Starts the schedule, if it is set. An error that keeps the schedule from starting ends the server too, unless `mayWait`. */
async function scheduleBeside(
  running: Running, { data, pipelines: path, isScheduling, cacheFolder, retention, drift }: ServeArguments, mayWait: boolean,
): Promise<RestartingSchedule | null> {
  if (!isScheduling) return null;
  try {
    const schedule = await startRestartingSchedule({ data, path, cacheFolder, retention, drift, print: running.log.print }, { mayWait });
    running.watchSchedule(() => schedule.fault());
    return schedule;
  } catch (error) {
    await running.close();
    throw error;
  }
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'serve'), (argv) =>
  runSet(argv, world, (terminal, settings) => serve({
    ...serveArguments(settings, 'default', world), isScheduling: settings.schedule,
  }, world.listen, terminal)));
