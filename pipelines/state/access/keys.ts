/**
 * Keys: API keys of clients that only read; `keys.json` in the data folder (Interface Rules, Authentication 3 and 6).
 *
 * Invariants:
 *  - A key identifies a client and gives no right: what it reads is public.
 *  - A key that names pages or a client is refused from elsewhere.
 *  - The file has the date on which the client accepted the fair-use text.
 * Not here: how a key is made, compared and revoked (issued-secret.ts), the HTTP headers of a key (server/request/api-key.ts).
 */
import type { ApiKeys, KeyRefusal, PresentedKey } from '../../../schemas/credentials.ts';
import { UsageFault } from '../../../schemas/fault.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { trustedTimeIn } from '../folder/clock.ts';
import { changeJsonFile, readJsonFile, watchJsonFile, type FileKind } from '../folder/json-file.ts';
import {
  entryOf, expiryMistakes, isFuture, ISSUED_PROPERTIES, issueSecret, lapseOf, withAllRevoked, withFutureMended, withRevoked,
  type IssuedSecret,
} from './issued-secret.ts';
import { isReferredFrom, readReferrer } from './referrer.ts';

interface StoredKey extends IssuedSecret {
  /** The client, in words of the operator. */
  readonly name: string;
  /** The day on which the fair-use text was accepted, YYYY-MM-DD. */
  readonly accepted: string;
  /** The pages from which it may be used; absent: from anywhere. */
  readonly referrers?: readonly string[] | undefined;
  /** The only client that may use it; absent: every client. */
  readonly clientId?: string | undefined;
}

interface Keys {
  readonly keys: readonly StoredKey[];
}

const NAME_CHARS_MAX = 200;
const NAME = {
  type: 'string', pattern: `^[^\\p{C}]{1,${NAME_CHARS_MAX}}$`, description: `a name on one line, of at most ${NAME_CHARS_MAX} characters`,
};
const CLIENT_ID = { type: 'string', pattern: '^[!-~]{1,200}$', description: 'a client id: 1 to 200 characters of ASCII without spaces' };

const SCHEMA: JsonObject = {
  type: 'object', additionalProperties: false, required: ['keys'],
  properties: {
    keys: {
      type: 'array', description: 'keys',
      items: {
        type: 'object', additionalProperties: false, description: 'a key as `ev keys add` keeps it',
        required: ['name', 'accepted', 'made', 'expires', 'revoked', 'sha256', 'tail'],
        properties: {
          name: NAME,
          accepted: { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'a day such as 2026-11-01' },
          referrers: { type: 'array', minItems: 1, uniqueItems: true, description: 'pages, each once', items: { type: 'string', description: 'a page' } },
          clientId: CLIENT_ID,
          ...ISSUED_PROPERTIES,
        },
      },
    },
  },
};

/** Name of the file in the data folder. */
export const KEYS_FILE = 'keys.json';

const FILE: FileKind<Keys> = {
  name: KEYS_FILE, noun: 'Keys', schema: SCHEMA, empty: { keys: [] }, mistakesIn, isSecret: true,
  hint: 'Put back a copy of it, or move it aside and make new keys. Until then no key is accepted.',
};

export type KeyRequest = Pick<StoredKey, 'name' | 'accepted' | 'referrers' | 'clientId'> & { readonly days: number };

export interface NewKey {
  readonly expires: string;
  /** The key itself, which is not stored. */
  readonly key: string;
}

/** Makes a key. Throws a Fault when its name or client id does not fit, or when the clock is not trusted. */
export function addKey(data: string, { days, ...request }: KeyRequest, now: Date): NewKey {
  const { name, clientId } = request;
  if (!new RegExp(NAME.pattern, 'u').test(name)) {
    throw new UsageFault('the name of a key does not fit', { step: 'Keys:Add', expected: NAME.description, actual: shown(name), hint: 'Give --name another one.' });
  }
  if (clientId !== undefined && !new RegExp(CLIENT_ID.pattern).test(clientId)) {
    throw new UsageFault('the client id of a key does not fit', {
      step: 'Keys:Add', expected: CLIENT_ID.description, actual: shown(clientId), hint: 'Give --client-id another one.',
    });
  }
  trustedTimeIn(data, now);
  let made = { key: '', expires: '' };
  changeJsonFile(data, FILE, ({ keys }) => {
    const { secret, issued } = issueSecret(keys, { days, now });
    made = { key: secret, expires: issued.expires };
    return { keys: [...keys, { ...request, ...issued }] };
  });
  return made;
}

/** A key as listed, without anything that could be used to present it. */
export type ListedKey = Omit<StoredKey, 'sha256'> & { readonly state: 'valid' | 'expired' | 'revoked' };

/** Returns the keys in order of making. Throws a Fault when the file is damaged. */
export function listKeys(data: string, now: Date): readonly ListedKey[] {
  return readJsonFile(data, FILE).keys.map((key) => {
    const { name, accepted, referrers, clientId, made, expires, revoked, tail } = key;
    return { name, accepted, referrers, clientId, made, expires, revoked, tail, state: lapseOf(key, now) ?? 'valid' };
  });
}

/** Revokes a key at once. Throws a Fault when no key ends in `tail`, or when it is revoked already. */
export function revokeKey(data: string, tail: string, now: Date): void {
  changeJsonFile(data, FILE, ({ keys }) => ({ keys: withRevoked(keys, { tail, now, noun: 'key' }) }));
}

/** Revokes keys, by their last characters, from the given moment on, or from now on where the moment is null. */
export function revokeKeys(data: string, moments: ReadonlyMap<string, string | null>, now: Date): void {
  if (moments.size === 0) return;
  changeJsonFile(data, FILE, ({ keys }) => ({ keys: withAllRevoked(keys, moments, now) }));
}

/** Returns keys made in the future, which would be valid longer than intended. Throws a Fault when the file is damaged. */
export function futureKeys(data: string, now: Date): readonly Pick<StoredKey, 'tail'>[] {
  return readJsonFile(data, FILE).keys.filter((key) => isFuture(key, now));
}

/** Redates keys made in the future to now; each stays valid for as many days. Throws a Fault when the file is damaged. */
export function mendKeys(data: string, now: Date): void {
  if (futureKeys(data, now).length === 0) return;
  changeJsonFile(data, FILE, ({ keys }) => ({ keys: withFutureMended(keys, now) }));
}

/** Returns a function that reads the current file. It throws a Fault while the file is damaged. */
export function watchKeys(data: string): () => unknown {
  return watchJsonFile(data, FILE);
}

/**
 * Returns the keys that are in the file. Changes to the file count from the next call on. A call throws a Fault while the file is
 * damaged: then no key is accepted.
 */
export function openKeys(data: string, clock: () => Date): ApiKeys {
  const kept = watchJsonFile(data, FILE);
  return (presented) => {
    const key = entryOf(kept().keys, presented.key);
    return key === undefined ? undefined : { keyEnd: key.tail, refusal: lapseOf(key, clock()) ?? misuseOf(key, presented) };
  };
}

/** Returns why a valid key may not be used from here, or null. */
function misuseOf({ referrers, clientId }: StoredKey, presented: PresentedKey): KeyRefusal | null {
  if (referrers !== undefined && !isReferredFrom(referrers, presented)) return 'referrer';
  return clientId !== undefined && clientId !== presented.clientId ? 'client' : null;
}

/** Checks the moments and pages, which may have been edited by hand. */
function mistakesIn({ keys }: Keys): readonly string[] {
  const pages = keys.flatMap(({ referrers = [] }, index) => referrers.flatMap((page, at) => (
    readReferrer(page) === page ? [] : [`/keys/${index}/referrers/${at}: expected a page such as https://kaart.example/app`]
  )));
  return [...expiryMistakes('/keys', keys), ...pages];
}
