/** World: what a command is given of the process it runs in, and how one is run. */
import type { Argv } from 'yargs';
import { resolveSettings, type Flags, type Resolved } from '../configuration/resolve.ts';
import type { Settings } from '../configuration/settings.ts';
import type { Listen } from './service.ts';
import { explainFailure, openTerminal, type ExitCode, type Terminal } from './terminal.ts';

export interface World {
  readonly cacheFolder: string;
  readonly clock: () => Date;
  /** The server; only cli.ts may know it. */
  readonly listen: Listen;
  /** Whether systemd waits to hear that a service is ready. */
  readonly isAwaited: boolean;
  /** Of the program: 0.4.0. */
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The command line with what every command takes. */
export type Common = Argv<{ json: boolean; quiet: boolean }>;
/** How a command speaks. */
type Spoken = Parameters<typeof openTerminal>[0];
/** Adds one command, with its line in `ev --help`, as each command's file exports it. */
export type Define = (args: Common, line: readonly [usage: string, does: string], world: World) => Common;

/** Runs a command that has no settings and leaves its exit code; whatever it throws is explained, never swallowed. */
export async function run(asked: Spoken, command: (terminal: Terminal) => ExitCode | Promise<ExitCode>): Promise<void> {
  const terminal = openTerminal(asked);
  try {
    process.exitCode = await command(terminal);
  } catch (error) {
    process.exitCode = explainFailure(error, terminal);
  }
}

/** The same for a command with settings: those that hold by its flags, the environment and the file. */
export async function runSet(
  asked: Spoken & Flags, { environment }: World,
  command: (terminal: Terminal, settings: Settings, places: Resolved['places']) => ExitCode | Promise<ExitCode>,
): Promise<void> {
  await run(asked, async (terminal) => {
    const { settings, places } = resolveSettings({ flags: asked, environment, folder: process.cwd() });
    return await command(terminal, settings, places);
  });
}
