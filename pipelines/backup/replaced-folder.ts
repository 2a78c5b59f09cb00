/**
 * Replaced folder: compares a restored data folder with the folder that it replaces. A token or API key that was revoked there is
 * revoked here too, because a restore must not give access back. Other differences in organisations and settings are only reported.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Fault } from '../../schemas/fault.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { SETTINGS_FILE } from '../configuration/settings.ts';
import { listOrganisations, type Organisation } from '../state/access/holders.ts';
import type { IssuedSecret } from '../state/access/issued-secret.ts';
import { KEYS_FILE, listKeys, revokeKeys, type ListedKey } from '../state/access/keys.ts';
import { listTokens, revokeTokens, TOKENS_FILE, type ListedToken } from '../state/access/tokens.ts';

/** Differences in words; `unread`: why some files could not be compared. */
export interface Differences {
  /** Last characters of the tokens and API keys that are revoked here, because they are not valid there. */
  readonly revoked: readonly string[];
  readonly told: readonly string[];
  readonly unread: readonly string[];
}

/** Revokes the tokens and API keys that the replaced folder revoked. An unreadable file there is reported, and changes nothing here. */
export function compareWithReplaced(replaced: string, { data, now }: { readonly data: string; readonly now: Date }): Differences {
  const unread: string[] = [];
  const unlessDamaged = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      unread.push(error.message);
      return undefined;
    }
  };
  const none = { revoked: [], told: [] };
  const tokens = unlessDamaged(() => comparedSecrets(TOKENS, replaced, { data, now })) ?? none;
  const keys = unlessDamaged(() => comparedSecrets(KEYS, replaced, { data, now })) ?? none;
  const organisations = unlessDamaged(() => comparedOrganisations(listOrganisations(replaced), listOrganisations(data))) ?? [];
  const settings = [SETTINGS_FILE, 'pipelines.json'].flatMap((name) => unlessDamaged(() => comparedSettings(name, { replaced, data })) ?? []);
  return { revoked: [...tokens.revoked, ...keys.revoked], told: [...tokens.told, ...keys.told, ...organisations, ...settings], unread };
}

/** A kind of secret that a restore may not give back. */
interface SecretKind<Listed extends Pick<IssuedSecret, 'tail' | 'revoked' | 'expires'>> {
  readonly file: string;
  readonly noun: string;
  readonly command: string;
  readonly list: (data: string, now: Date) => readonly Listed[];
  readonly revoke: typeof revokeTokens;
  readonly whoOf: (listed: Listed) => string;
}

const TOKENS: SecretKind<ListedToken> = {
  file: TOKENS_FILE, noun: 'token', command: 'ev tokens', list: listTokens, revoke: revokeTokens,
  whoOf: ({ organisation, holders }) => [organisation, ...holders].join(', '),
};

const KEYS: SecretKind<ListedKey> = {
  file: KEYS_FILE, noun: 'API key', command: 'ev keys', list: listKeys, revoke: revokeKeys, whoOf: ({ name }) => name,
};

function comparedSecrets<Listed extends Pick<IssuedSecret, 'tail' | 'revoked' | 'expires'>>(
  { file, noun, command, list, revoke, whoOf }: SecretKind<Listed>, replaced: string,
  { data, now }: { readonly data: string; readonly now: Date },
): Omit<Differences, 'unread'> {
  if (!existsSync(join(replaced, file)) && list(data, now).length > 0) {
    throw new Fault(`there is no file of ${noun}s to compare with`, {
      step: 'Restore:Compare', path: join(replaced, file),
      hint: `Every ${noun} of the backup holds: revoke by hand what was revoked since (\`${command} list\`, \`${command} revoke\`).`,
    });
  }
  const there = new Map(list(replaced, now).map((entry) => [entry.tail, entry]));
  const here = list(data, now);
  // A secret that is absent there was removed by hand, and is not valid either.
  const ended = here.filter(({ tail, revoked }) => revoked === null && there.get(tail)?.revoked !== null);
  revoke(data, new Map(ended.map(({ tail }) => [tail, there.get(tail)?.revoked ?? null])), now);
  const known = new Set(here.map(({ tail }) => tail));
  const newer = [...there.values()].filter(({ tail, revoked }) => revoked === null && !known.has(tail));
  const longer = here.filter(({ tail, expires, revoked }) => revoked === null && there.has(tail) && there.get(tail)!.expires !== expires);
  const nameOf = (entry: Listed): string => `${noun} …${entry.tail} (${whoOf(entry)})`;
  return {
    revoked: ended.map(({ tail }) => tail),
    told: [
      ...ended.map((entry) => `${nameOf(entry)} is revoked, as in the replaced folder`),
      ...newer.map((entry) => `${nameOf(entry)} was made after the backup and does not hold: give a new one with \`${command} add\``),
      ...longer.map((entry) => `${nameOf(entry)} expires ${entry.expires}, in the replaced folder ${there.get(entry.tail)!.expires}`),
    ],
  };
}

function comparedOrganisations(there: readonly Organisation[], here: readonly Organisation[]): readonly string[] {
  const ids = [...new Set([...here, ...there].map(({ id }) => id))].sort();
  return ids.flatMap((id) => {
    const [before, now] = [there.find((one) => one.id === id), here.find((one) => one.id === id)];
    if (isDeepStrictEqual(before, now)) return [];
    return [`organisation ${id}: ${rightsOf(now)}; in the replaced folder ${rightsOf(before)}`];
  });
}

function rightsOf(organisation: Organisation | undefined): string {
  if (organisation === undefined) return 'none';
  const { name, codes, roles, bronregistratie } = organisation;
  const source = bronregistratie === undefined ? '' : `, bronregistratie ${bronregistratie}`;
  return `${name}, codes ${codes.join(' ') || 'none'}, roles ${roles.join(' ') || 'none'}${source}`;
}

/** Compares settings and reports their names only: a value may be a secret. */
function comparedSettings(name: string, { replaced, data }: { readonly replaced: string; readonly data: string }): readonly string[] {
  const [there, here] = [settingsOf(join(replaced, name)), settingsOf(join(data, name))];
  const all = [...new Set([...Object.keys(there), ...Object.keys(here)])].sort();
  const keys = all.filter((key) => !isDeepStrictEqual(there[key], here[key]));
  return keys.length === 0 ? [] : [`${name} says something else in the replaced folder about ${keys.join(', ')}`];
}

function settingsOf(path: string): JsonObject {
  if (!existsSync(path)) return {};
  const value = parsed(readFileSync(path, 'utf8'));
  if (isObject(value)) return value;
  throw new Fault('the settings cannot be read', { step: 'Restore:Compare', path, expected: 'a JSON object', hint: 'Compare it by hand.' });
}

/** Returns null for invalid JSON, because the parser's message may quote a secret. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
