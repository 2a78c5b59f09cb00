/** Options that several commands take: those that are settings, made from their table. */
import type { Argv, Options } from 'yargs';
import { flagOf, NAMES, SETTINGS, type Name } from '../configuration/settings.ts';

/**
 * Gives a command the flags of its settings (`pipelines/configuration/settings.ts`). Their values are read with those of the environment
 * and the file (`withSettings` in world.ts), so yargs is told neither default nor form.
 */
export function settingsFor<T>(args: Argv<T>, command: string): Argv<T> {
  const names = NAMES.filter((name) => command === 'config' || SETTINGS[name].commands.includes(command));
  return names.reduce((given, name) => given.option(flagOf(name).slice(2), optionOf(name)), args);
}

function optionOf(name: Name): Options {
  const { kind, does, usually } = SETTINGS[name];
  const isNumber = kind.schema['type'] === 'integer' || kind.schema['type'] === 'number';
  // Of a boolean, yargs would take every word for false.
  if (kind.schema['type'] === 'boolean') return { describe: does, defaultDescription: usually };
  return {
    describe: does, defaultDescription: usually, requiresArg: true,
    // Of a number, yargs would keep no more than that it is none.
    ...isNumber ? {} : { type: 'string' }, ...kind.isList ? { array: true, nargs: 1 } : {},
  };
}
