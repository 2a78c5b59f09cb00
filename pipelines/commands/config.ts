/** `ev config`: prints the settings in effect, and where each comes from. */
import type { Resolved } from '../configuration/resolve.ts';
import { NAMES, SETTINGS, type Name, type Settings } from '../configuration/settings.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

const NAME_CHARS = Math.max(...NAMES.map((name) => name.length));

export function configCommand({ settings, places }: Resolved, terminal: Terminal): ExitCode {
  for (const name of NAMES) terminal.print(`${name.padEnd(NAME_CHARS)}  ${shownValue(name, settings)}  (${places.get(name) ?? 'default'})`);
  const members = NAMES.map((name) => [name, { value: settings[name], place: places.get(name) ?? null }]);
  terminal.printJson({ settings: Object.fromEntries(members) });
  return EXIT.fine;
}

/** Returns a value as text, or the description of the default when none is set. */
function shownValue(name: Name, settings: Settings): string {
  const words = [settings[name]].flat().filter((value) => value !== null).join(' ');
  return words === '' ? SETTINGS[name].usually : words;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'config'), (argv) =>
  runSet(argv, world, (terminal, settings, places) => configCommand({ settings, places }, terminal)));
