/** Converter: starts the converter process, gives it one file at a time, and ends it. */
import { fork, type ChildProcess } from 'node:child_process';
import { Fault } from '../../schemas/fault.ts';
import type { ConverterSetup, ConverterTask } from './converter-process.ts';

export class Converter {
  readonly #spatialPath: () => Promise<string>;
  readonly #work: string;
  #started: ChildProcess | null = null;

  constructor(spatialPath: () => Promise<string>, work: string) {
    [this.#spatialPath, this.#work] = [spatialPath, work];
  }

  /** Writes a file. Throws a Fault when the process cannot, or ends. */
  async write(task: ConverterTask): Promise<void> {
    const error = await this.#ask(this.#started ??= await this.#start(), task);
    if (error !== null) throw fault(error, task.file.path);
  }

  async close(): Promise<void> {
    const started = this.#started;
    this.#started = null;
    if (started === null || started.exitCode !== null || started.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    started.once('exit', () => resolve());
    started.kill('SIGKILL');
    await promise;
  }

  async #start(): Promise<ChildProcess> {
    const setup: ConverterSetup = { spatialPath: await this.#spatialPath(), work: this.#work };
    const script = new URL('./converter-process.ts', import.meta.url);
    const child = fork(script, { execArgv: ['--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const error = await this.#ask(child, setup);
    if (error === null) return child;
    child.kill('SIGKILL');
    throw fault(error, setup.spatialPath);
  }

  async #ask(child: ChildProcess, message: ConverterSetup | ConverterTask): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const answered = (answer: unknown): void => resolve(answer as string | null);
    const ended = (code: number | null, signal: string | null): void => resolve(`the process ended with ${signal ?? code}`);
    child.once('message', answered).once('exit', ended);
    child.send(message);
    try {
      return await promise;
    } finally {
      child.off('message', answered).off('exit', ended);
    }
  }
}

function fault(actual: string, path: string): Fault {
  return new Fault('a file to download could not be made', {
    step: 'Downloads:Make', path, actual, hint: 'Is there room on the disk? `ev setup` provides the spatial extension of DuckDB. Other forms are not affected: `ev downloads make --forms csv,gpkg,xlsx,ndjson`.',
  });
}
