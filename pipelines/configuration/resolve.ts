/**
 * Resolve: the settings in effect, and the source of each. A flag wins over the environment, the environment over the file. A wrong value
 * is refused in all three, also where another source wins. `--config` or `EV_CONFIG` names the file; else it is in the data folder.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { maskedAddress, withoutUserInfo } from '../../schemas/masked.ts';
import { quoted, shown } from '../../schemas/shown-values.ts';
import { Misconfigured } from './misconfigured.ts';
import { suggestionFor, readSettingsFile, type SettingsFile } from './settings-file.ts';
import { flagOf, NAMES, SETTINGS, SETTINGS_FILE, TEST_VARIABLES, variableOf, type Name, type Settings } from './settings.ts';

/** Flags as typed, by the names of their settings. */
export type Flags = { readonly [N in Name]?: unknown };

export interface SettingSources {
  readonly flags: Flags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that paths in flags and variables are relative to. */
  readonly folder: string;
}

export interface Resolved {
  readonly settings: Settings;
  /** Source of each setting: `--port`, `EV_PORT`, `/etc/ev.json, line 3: port`. Absent for a default. */
  readonly places: ReadonlyMap<Name, string>;
}

/** One value from one source. */
interface SourcedValue {
  readonly place: string;
  readonly value: unknown;
  /** Folder that a relative path starts from. */
  readonly folder: string;
}

/** Returns the settings. Throws Misconfigured with every mistake, and a Fault when the file cannot be read. */
export function resolveSettings(sources: SettingSources): Resolved {
  const named = pathGiven('config', sources);
  const path = named ?? foundIn(pathGiven('data', sources) ?? SETTINGS.data.usual);
  const file = path === null ? null : readSettingsFile(path);
  const sourced = NAMES.map((name) => ({ name, given: [...outside(name, sources), ...inFile(name, file)] }));
  const mistakes = [
    ...strangersIn(sources.environment), ...file?.mistakes ?? [], ...named === undefined ? dataFolderMistakes(file) : [],
    ...sourced.flatMap(({ name, given }) => given.flatMap((one) => mistakeIn(name, one))),
  ];
  if (mistakes.length > 0) throw new Misconfigured(mistakes);
  const settings = Object.fromEntries(sourced.map(({ name, given: [first] }) => (
    [name, first === undefined ? SETTINGS[name].usual : SETTINGS[name].kind.read(first.value, first.folder)]
  ))) as unknown as Settings;
  const places = sourced.flatMap(({ name, given: [first] }) => (first === undefined ? [] : [[name, first.place] as const]));
  return { settings: { ...settings, config: path }, places: new Map(places) };
}

/** Returns the path in a flag or variable, or undefined when neither has a path. */
function pathGiven(name: 'config' | 'data', sources: SettingSources): string | undefined {
  const [given] = outside(name, sources);
  return given === undefined ? undefined : SETTINGS[name].kind.read(given.value, given.folder);
}

function foundIn(data: string): string | null {
  const path = join(data, SETTINGS_FILE);
  return existsSync(path) ? path : null;
}

/** Returns the values of flag and variable, the winner first. An empty variable counts as absent. */
function outside(name: Name, { flags, environment, folder }: SettingSources): readonly SourcedValue[] {
  const { ofText } = SETTINGS[name].kind;
  const [flag, variable] = [flags[name], environment[variableOf(name)]];
  const valueOf = (typed: unknown): unknown => (Array.isArray(typed) ? typed.map(String) : ofText(String(typed)));
  return [
    ...flag === undefined ? [] : [{ place: flagOf(name), value: valueOf(flag), folder }],
    ...variable === undefined || variable === '' ? [] : [{ place: variableOf(name), value: ofText(variable), folder }],
  ];
}

function inFile(name: Name, file: SettingsFile | null): readonly SourcedValue[] {
  const value = file?.values.get(name);
  return file === null || value === undefined ? [] : [{ place: file.locationOf(name), value, folder: dirname(file.path) }];
}

/** Returns the mistake that a settings file, found in the data folder, names a data folder. */
function dataFolderMistakes(file: SettingsFile | null): readonly string[] {
  if (file === null || !file.values.has('data')) return [];
  return [`${file.locationOf('data')} says where the data folder is, and the file was found in that folder: name it by --config or EV_CONFIG`];
}

/** Reports variables that look like settings and are none, without their values. */
function strangersIn(environment: SettingSources['environment']): readonly string[] {
  const variables = NAMES.map(variableOf);
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('EV_') && !variables.includes(variable) && !TEST_VARIABLES.includes(variable))
    .map((variable) => `${shown(variable)} is no setting.${suggestionFor(variable, variables)}`);
}

function mistakeIn(name: Name, { place, value, folder }: SourcedValue): readonly string[] {
  const { noun, expected, ofText, read, misfit = same, near } = SETTINGS[name].kind;
  if (read(value, folder) !== undefined) return [];
  const misfitting = misfit(value);
  const wrong = typeof misfitting === 'string' ? maskedAddress(misfitting) : misfitting;
  const [candidate] = typeof wrong === 'string' ? near?.(wrong) ?? [] : [];
  const hint = candidate === undefined ? '' : `. Did you mean ${candidate}?`;
  // Quotes show that "8081" in a file is a text and no number, and make an empty text visible.
  const isQuoted = typeof wrong === 'string' && (wrong === '' || ['number', 'boolean'].includes(typeof ofText(wrong)));
  return [`${place} ${isQuoted ? quoted(wrong) : withoutUserInfo(shown(wrong))} is no ${noun}: expected ${expected}${hint}`];
}

function same(value: unknown): unknown {
  return value;
}
