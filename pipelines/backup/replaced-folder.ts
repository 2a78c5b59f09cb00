/**
 * Replaced folder: compares a restored data folder with the folder that it replaces. A token that was revoked there is revoked here too,
 * because a restore must not give access back. Other differences in organisations and settings are only reported.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Fault } from '../../schemas/fault.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { SETTINGS_FILE } from '../configuration/settings.ts';
import { listOrganisations, type Organisation } from '../state/access/holders.ts';
import { listTokens, revokeTokens, TOKENS_FILE, type ListedToken } from '../state/access/tokens.ts';

/** Differences in words; `unread`: why some files could not be compared. */
export interface Differences {
  /** Last characters of the tokens that are revoked here, because they are not valid there. */
  readonly revoked: readonly string[];
  readonly told: readonly string[];
  readonly unread: readonly string[];
}

/** Revokes the tokens that the replaced folder revoked. An unreadable file there is reported, and changes nothing here. */
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
  const tokens = unlessDamaged(() => comparedTokens(replaced, { data, now })) ?? { revoked: [], told: [] };
  const organisations = unlessDamaged(() => comparedOrganisations(listOrganisations(replaced), listOrganisations(data))) ?? [];
  const settings = [SETTINGS_FILE, 'pipelines.json'].flatMap((name) => unlessDamaged(() => comparedSettings(name, { replaced, data })) ?? []);
  return { revoked: tokens.revoked, told: [...tokens.told, ...organisations, ...settings], unread };
}

function comparedTokens(replaced: string, { data, now }: { readonly data: string; readonly now: Date }): Omit<Differences, 'unread'> {
  if (!existsSync(join(replaced, TOKENS_FILE)) && listTokens(data, now).length > 0) {
    throw new Fault('there is no file of tokens to compare with', {
      step: 'Restore:Compare', path: join(replaced, TOKENS_FILE),
      hint: 'Every token of the backup holds: revoke by hand what was revoked since (`ev tokens list`, `ev tokens revoke`).',
    });
  }
  const there = new Map(listTokens(replaced, now).map((token) => [token.tail, token]));
  const here = listTokens(data, now);
  // A token that is absent there was removed by hand, and is not valid either.
  const ended = here.filter(({ tail, revoked }) => revoked === null && there.get(tail)?.revoked !== null);
  revokeTokens(data, new Map(ended.map(({ tail }) => [tail, there.get(tail)?.revoked ?? null])), now);
  const known = new Set(here.map(({ tail }) => tail));
  const newer = [...there.values()].filter(({ tail, revoked }) => revoked === null && !known.has(tail));
  const longer = here.filter(({ tail, expires, revoked }) => revoked === null && there.has(tail) && there.get(tail)!.expires !== expires);
  return {
    revoked: ended.map(({ tail }) => tail),
    told: [
      ...ended.map((token) => `token …${token.tail} (${whoOf(token)}) is revoked, as in the replaced folder`),
      ...newer.map((token) => `token …${token.tail} (${whoOf(token)}) was made after the backup and does not hold: give a new one with \`ev tokens add\``),
      ...longer.map((token) => `token …${token.tail} (${whoOf(token)}) expires ${token.expires}, in the replaced folder ${there.get(token.tail)!.expires}`),
    ],
  };
}

function whoOf({ organisation, holder }: ListedToken): string {
  return holder === null ? organisation : `${organisation}, ${holder}`;
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
