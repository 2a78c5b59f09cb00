/** World: the process that a command runs in, and the functions that run a command. */
import type { Argv } from 'yargs';
import type { Editions } from '../../publisher/read/types.ts';
import type { Answer, Question, Unanswered } from '../../schemas/question.ts';
import { resolveSettings, type Flags, type Resolved } from '../configuration/resolve.ts';
import type { Settings } from '../configuration/settings.ts';
import type { OpenSite } from '../site/open-site.ts';
import type { Listen } from './service.ts';
import { explainFailure, openTerminal, type ExitCode, type Terminal } from './terminal.ts';

export interface World {
  readonly cacheFolder: string;
  readonly clock: () => Date;
  /** Starts the server, which only cli.ts may import. */
  readonly listen: Listen;
  /** Throws a Fault when the text is not a query of filters of `/verschillen`. Only the server can parse such a query. */
  readonly requireFilters: (filters: string) => Promise<void>;
  /** Answers a question of `/omgeving` from the editions of a folder, which only the server can. */
  readonly answerQuestion: (
    question: Question, from: { readonly editions: Editions; readonly baseUrl: string },
  ) => Promise<Answer | Unanswered>;
  /** Opens the files of a static site, which the server makes. */
  readonly openSite: OpenSite;
  /** Whether systemd waits for a notice that the service is ready. */
  readonly isAwaited: boolean;
  /** Version of the program, such as 0.4.0. */
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The command line with the options of every command. */
export type Common = Argv<{ json: boolean; quiet: boolean }>;
/** Options that choose the output of a command. */
type OutputOptions = Parameters<typeof openTerminal>[0];
/** Adds one command with its line in `ev --help`. The file of each command exports one such function. */
export type Define = (args: Common, line: readonly [usage: string, does: string], world: World) => Common;

/** Runs a command without settings and sets the exit code. Errors are printed with their explanation. */
export async function run(argv: OutputOptions, command: (terminal: Terminal) => ExitCode | Promise<ExitCode>): Promise<void> {
  const terminal = openTerminal(argv);
  try {
    process.exitCode = await command(terminal);
  } catch (error) {
    process.exitCode = explainFailure(error, terminal);
  }
}

/** Runs a command with the settings of its flags, the environment and the file. */
export async function runSet(
  argv: OutputOptions & Flags, { environment }: World,
  command: (terminal: Terminal, settings: Settings, places: Resolved['places']) => ExitCode | Promise<ExitCode>,
): Promise<void> {
  await run(argv, async (terminal) => {
    const { settings, places } = resolveSettings({ flags: argv, environment, folder: process.cwd() });
    return await command(terminal, settings, places);
  });
}
