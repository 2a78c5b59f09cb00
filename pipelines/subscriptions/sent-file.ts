/**
 * Sent: how far each subscription has been called; `subscriptions-sent.json` in the data folder. Only the sender writes it. After a crash it
 * may be older than the calls: some are then made twice.
 */
import { join } from 'node:path';
import { replaceFile } from '../../publisher/durable-file.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { readJsonFile, type FileKind } from '../state/folder/json-file.ts';

/** How far one subscription has been called. */
export interface Sent {
  /** Number of the last publication that was sent, or that had nothing for it. */
  readonly last: number;
  /** Since when calls fail, and the last reason; null: the last call succeeded. */
  readonly failure: { readonly since: string; readonly message: string } | null;
  /** Whether the receiver said that it is gone (410). It is not called any more. */
  readonly isGone: boolean;
}

/** By id. */
export type AllSent = Readonly<Record<string, Sent>>;

const NAME = 'subscriptions-sent.json';

const SCHEMA: JsonObject = {
  type: 'object', description: 'for each subscription how far it has been called',
  additionalProperties: {
    type: 'object', additionalProperties: false, required: ['last', 'failure', 'isGone'], description: 'how far it has been called',
    properties: {
      last: { type: 'integer', minimum: 0, description: 'the number of a publication' },
      isGone: { type: 'boolean', description: 'true or false' },
      failure: {
        type: ['object', 'null'], additionalProperties: false, required: ['since', 'message'], description: 'a failure, or null',
        properties: { since: { type: 'string', description: 'a moment' }, message: { type: 'string', description: 'a text' } },
      },
    },
  },
};

const FILE: FileKind<AllSent> = {
  name: NAME, noun: 'Subscriptions', schema: SCHEMA, empty: {}, mistakesIn: () => [], isSecret: false,
  hint: 'Move it aside: each subscription is then called for all publications since it was made.',
};

export function readSent(data: string): AllSent {
  return readJsonFile(data, FILE);
}

export function writeSent(data: string, sent: AllSent): void {
  replaceFile(join(data, NAME), Buffer.from(`${JSON.stringify(sent, null, 2)}\n`), { isFolderSynced: false });
}
