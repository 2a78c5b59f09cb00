/** Settings file: a JSON object with settings by name; its reader and its JSON Schema. */
import { nearest } from '../../schemas/check/nearest.ts';
import { Fault } from '../../schemas/fault.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { shown } from '../../schemas/shown-values.ts';
import { offsetsOf, parseStrict, withoutFound } from '../strict-json/index.ts';
import { NAMES, SETTINGS, SETTINGS_FILE, type Name } from './settings.ts';
import { readSmallFile } from './small-file.ts';

const IN_FILE = NAMES.filter((name) => SETTINGS[name].isInFile);

export interface SettingsFile {
  readonly path: string;
  readonly values: ReadonlyMap<Name, Json>;
  /** Returns the location of a setting: `/etc/ev.json, line 3: port`. */
  readonly locationOf: (name: Name) => string;
  readonly mistakes: readonly string[];
}

/** Reads a file. Throws a Fault when it cannot be read. */
export function readSettingsFile(path: string): SettingsFile {
  const { value, defects, text = '' } = parseStrict(bytesOf(path));
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const wrong = (mistakes: readonly string[]): SettingsFile => ({ path, values: new Map(), locationOf: () => path, mistakes });
  if (value === undefined || defects.length > 0) {
    return wrong(defects.map((defect) => `${path}, line ${lineAt(defect.offset)}: ${withoutFound(defect)}`));
  }
  if (!isObject(value)) return wrong([`${path} holds no settings: expected an object, such as {"port": 8081}`]);
  const offsets = offsetsOf(text, Object.keys(value).map((key) => `/${key}`));
  const locationOf = (key: string): string => `${path}, line ${lineAt(offsets.get(`/${key}`) ?? 0)}: ${shown(key)}`;
  const values = new Map<Name, Json>();
  const mistakes: string[] = [];
  for (const [key, given] of Object.entries(value)) {
    const name = IN_FILE.find((one) => one === key);
    if (name !== undefined) values.set(name, given);
    else if (key !== '$schema') mistakes.push(`${locationOf(key)} is no setting.${suggestionFor(key, IN_FILE)}`);
  }
  return { path, values, locationOf, mistakes };
}

/** Returns ` Did you mean port?`, or an empty text. */
export function suggestionFor(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates, 1);
  return near.map((candidate) => ` Did you mean ${candidate}?`).join('');
}

function bytesOf(path: string): Buffer {
  try {
    const bytes = readSmallFile(path, LIMITS.settingsFileBytesMax);
    if (bytes === undefined) throw new Error('ENOENT: no such file');
    return bytes;
  } catch (error) {
    throw new Fault('the file with settings cannot be read', {
      step: 'Settings:Read', path, actual: (error as Error).message, hint: 'Name another with --config or EV_CONFIG.', cause: error,
    });
  }
}

/** Name of the schema beside those of the model. */
export const SETTINGS_SCHEMA = 'settings';

export function settingsSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema', title: `Instellingen / settings, ${SETTINGS_FILE}`,
    type: 'object', additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'address of this schema, for an editor' },
      ...Object.fromEntries(IN_FILE.map((name) => {
        const { kind, does, usually } = SETTINGS[name];
        return [name, { ...kind.schema, description: `${does} (default: ${usually})` }];
      })),
    },
  };
}
