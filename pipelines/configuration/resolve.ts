/**
 * Resolve: which settings hold, and where each comes from. A flag wins over the environment, that over the file; what is said in any of
 * the three must be right, also where another wins. The file is named by `--config` or `EV_CONFIG`; else it lies in the data folder.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { maskedAddress, withoutUserInfo } from '../../schemas/masked.ts';
import { quoted, shown } from '../../schemas/shown-values.ts';
import { Misconfigured } from './misconfigured.ts';
import { meant, readSettingsFile, type SettingsFile } from './settings-file.ts';
import { flagOf, NAMES, SETTINGS, SETTINGS_FILE, TEST_VARIABLES, variableOf, type Name, type Settings } from './settings.ts';

/** Flags by the names of the settings, as they were typed. */
export type Flags = { readonly [N in Name]?: unknown };

export interface Asked {
  readonly flags: Flags;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder that paths in flags and variables are relative to. */
  readonly folder: string;
}

export interface Resolved {
  readonly settings: Settings;
  /** Where each stands that is set: `--port`, `EV_PORT`, `/etc/ev.json, line 3: port`; absent: the default holds. */
  readonly places: ReadonlyMap<Name, string>;
}

/** One value as it was given in one place. */
interface Given {
  readonly place: string;
  readonly value: unknown;
  /** Folder that a path in it is relative to. */
  readonly folder: string;
}

/** Throws Misconfigured with all that is wrong, and a Fault when the file cannot be read. */
export function resolveSettings(asked: Asked): Resolved {
  const named = pathGiven('config', asked);
  const path = named ?? foundIn(pathGiven('data', asked) ?? SETTINGS.data.usual);
  const file = path === null ? null : readSettingsFile(path);
  const told = NAMES.map((name) => ({ name, given: [...outside(name, asked), ...inFile(name, file)] }));
  const mistakes = [
    ...strangersIn(asked.environment), ...file?.mistakes ?? [], ...named === undefined ? movedIn(file) : [],
    ...told.flatMap(({ name, given }) => given.flatMap((one) => mistakeIn(name, one))),
  ];
  if (mistakes.length > 0) throw new Misconfigured(mistakes);
  const settings = Object.fromEntries(told.map(({ name, given: [first] }) => (
    [name, first === undefined ? SETTINGS[name].usual : SETTINGS[name].kind.read(first.value, first.folder)]
  ))) as unknown as Settings;
  const places = told.flatMap(({ name, given: [first] }) => (first === undefined ? [] : [[name, first.place] as const]));
  return { settings: { ...settings, config: path }, places: new Map(places) };
}

/** A path that a flag or variable gives; undefined when none does, or it is none. */
function pathGiven(name: 'config' | 'data', asked: Asked): string | undefined {
  const [given] = outside(name, asked);
  return given === undefined ? undefined : SETTINGS[name].kind.read(given.value, given.folder);
}

function foundIn(data: string): string | null {
  const path = join(data, SETTINGS_FILE);
  return existsSync(path) ? path : null;
}

/** What flag and variable say of a setting, the first wins; a variable that is empty says nothing. */
function outside(name: Name, { flags, environment, folder }: Asked): readonly Given[] {
  const { ofText } = SETTINGS[name].kind;
  const [flag, variable] = [flags[name], environment[variableOf(name)]];
  const valueOf = (typed: unknown): unknown => (Array.isArray(typed) ? typed.map(String) : ofText(String(typed)));
  return [
    ...flag === undefined ? [] : [{ place: flagOf(name), value: valueOf(flag), folder }],
    ...variable === undefined || variable === '' ? [] : [{ place: variableOf(name), value: ofText(variable), folder }],
  ];
}

function inFile(name: Name, file: SettingsFile | null): readonly Given[] {
  const value = file?.values.get(name);
  return file === null || value === undefined ? [] : [{ place: file.placeOf(name), value, folder: dirname(file.path) }];
}

/** A file that was found in the data folder cannot name another. */
function movedIn(file: SettingsFile | null): readonly string[] {
  if (file === null || !file.values.has('data')) return [];
  return [`${file.placeOf('data')} says where the data folder is, and the file was found in that folder: name it by --config or EV_CONFIG`];
}

/** Variables that look like settings and are none; their values are not shown. */
function strangersIn(environment: Asked['environment']): readonly string[] {
  const known = NAMES.map(variableOf);
  return Object.keys(environment)
    .filter((variable) => variable.startsWith('EV_') && !known.includes(variable) && !TEST_VARIABLES.includes(variable))
    .map((variable) => `${shown(variable)} is no setting.${meant(variable, known)}`);
}

function mistakeIn(name: Name, { place, value, folder }: Given): readonly string[] {
  const { noun, expected, ofText, read, misfit = same, near } = SETTINGS[name].kind;
  if (read(value, folder) !== undefined) return [];
  const misfitting = misfit(value);
  const wrong = typeof misfitting === 'string' ? maskedAddress(misfitting) : misfitting;
  const [candidate] = typeof wrong === 'string' ? near?.(wrong) ?? [] : [];
  const hint = candidate === undefined ? '' : `. Did you mean ${candidate}?`;
  // In a file, "8081" is no 8081, and "true" no true; nothing would be seen of an empty text.
  const isQuoted = typeof wrong === 'string' && (wrong === '' || ['number', 'boolean'].includes(typeof ofText(wrong)));
  return [`${place} ${isQuoted ? quoted(wrong) : withoutUserInfo(shown(wrong))} is no ${noun}: expected ${expected}${hint}`];
}

function same(value: unknown): unknown {
  return value;
}
