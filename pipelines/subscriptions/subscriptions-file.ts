/**
 * Subscriptions: the addresses that are called after each publication; `subscriptions.json` in the data folder. It has the secrets that
 * calls are signed with. Not here: how far each has been called (sent-file.ts), calling (sender.ts).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageFault } from '../../schemas/fault.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { changeJsonFile, readJsonFile, watchJsonFile, type FileKind } from '../state/folder/json-file.ts';

export interface Subscription {
  /** First 8 digits of a UUID. */
  readonly id: string;
  readonly url: string;
  /** A query with the filters of `/verschillen`; empty: all changes. */
  readonly filters: string;
  /** `whsec_` and base64 of the key (Standard Webhooks). */
  readonly secret: string;
  /** Number of the newest publication when it was made: later ones are sent. */
  readonly after: number;
}

interface Subscriptions {
  readonly subscriptions: readonly Subscription[];
}

/** Name of the file in the data folder. */
export const SUBSCRIPTIONS_FILE = 'subscriptions.json';
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

const SCHEMA: JsonObject = {
  type: 'object', additionalProperties: false, required: ['subscriptions'],
  properties: {
    subscriptions: {
      type: 'array', maxItems: LIMITS.subscriptionsMax, description: `at most ${LIMITS.subscriptionsMax} subscriptions`,
      items: {
        type: 'object', additionalProperties: false, required: ['id', 'url', 'filters', 'secret', 'after'],
        description: 'a subscription as `ev subscriptions add` keeps it',
        properties: {
          id: { type: 'string', pattern: '^[0-9a-f]{8}$', description: '8 hexadecimal digits' },
          url: { type: 'string', maxLength: LIMITS.addressBytesMax, description: 'an address' },
          filters: { type: 'string', maxLength: LIMITS.addressBytesMax, description: 'a query with the filters of /verschillen' },
          secret: { type: 'string', pattern: `^${SECRET_PREFIX}[A-Za-z0-9+/]{32,88}={0,2}$`, description: `${SECRET_PREFIX} and a key in base64` },
          after: { type: 'integer', minimum: 0, description: 'the number of a publication' },
        },
      },
    },
  },
};

const FILE: FileKind<Subscriptions> = {
  name: SUBSCRIPTIONS_FILE, noun: 'Subscriptions', schema: SCHEMA, empty: { subscriptions: [] }, isSecret: true,
  mistakesIn: ({ subscriptions }) => subscriptions.flatMap(({ url }, at) => addressMistakes(url).map((text) => `/subscriptions/${at}/url: ${text}`)),
  hint: 'Put back a copy of it, or move it aside and add the subscriptions again. Until then nobody is called.',
};

/** Makes a subscription to what is published after a number. Throws a Fault when the address cannot be called. */
export function addSubscription(data: string, { url, filters, after }: Pick<Subscription, 'url' | 'filters' | 'after'>): Subscription {
  const [mistake] = addressMistakes(url);
  if (mistake !== undefined) {
    throw new UsageFault('this address cannot be called', { step: 'Subscriptions:Add', actual: mistake, expected: 'an address such as https://example.nl/hook' });
  }
  const added = {
    id: randomUUID().slice(0, 8), url, filters, secret: `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`, after,
  };
  changeJsonFile(data, FILE, ({ subscriptions }) => ({ subscriptions: [...subscriptions, added] }));
  return added;
}

/** Whether there is a file of subscriptions. */
export function hasSubscriptions(data: string): boolean {
  return existsSync(join(data, SUBSCRIPTIONS_FILE));
}

export function listSubscriptions(data: string): readonly Subscription[] {
  return readJsonFile(data, FILE).subscriptions;
}

/** Throws a Fault when there is no subscription with this id. */
export function removeSubscription(data: string, id: string): void {
  changeJsonFile(data, FILE, ({ subscriptions }) => {
    const others = subscriptions.filter((one) => one.id !== id);
    if (others.length < subscriptions.length) return { subscriptions: others };
    throw new UsageFault('there is no such subscription', {
      step: 'Subscriptions:Remove', actual: id, expected: subscriptions.map((one) => one.id).join(' ') || 'none is there', hint: '`ev subscriptions list` lists them.',
    });
  });
}

/** Returns a function that reads the current subscriptions. It throws a Fault while the file is damaged. */
export function watchSubscriptions(data: string): () => readonly Subscription[] {
  const kept = watchJsonFile(data, FILE);
  return () => kept().subscriptions;
}

/** Returns the key in a secret. */
export function keyIn(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

function addressMistakes(url: string): readonly string[] {
  if (!URL.canParse(url)) return ['this is no address'];
  const { protocol, username, password, hash } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return ['this is no address of http or https'];
  if (username !== '' || password !== '') return ['this address has a user name or password in front of its host'];
  return hash === '' ? [] : ['this address has a part after #, which is never sent'];
}
