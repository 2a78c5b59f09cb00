/** `ev config`: which settings hold, and where each comes from. */
import type { Resolved } from '../configuration/resolve.ts';
import { NAMES, SETTINGS, type Name, type Settings } from '../configuration/settings.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

const NAME_CHARS = Math.max(...NAMES.map((name) => name.length));

export function configCommand({ settings, places }: Resolved, terminal: Terminal): ExitCode {
  for (const name of NAMES) terminal.say(`${name.padEnd(NAME_CHARS)}  ${saidOf(name, settings)}  (${places.get(name) ?? 'default'})`);
  const told = NAMES.map((name) => [name, { value: settings[name], place: places.get(name) ?? null }]);
  terminal.answer({ settings: Object.fromEntries(told) });
  return EXIT.fine;
}

/** A value in words; where nothing is set, what holds then. */
function saidOf(name: Name, settings: Settings): string {
  const words = [settings[name]].flat().filter((value) => value !== null).join(' ');
  return words === '' ? SETTINGS[name].usually : words;
}
