/** Read order: reads the order (schemas/orders.ts) of a submission in the inbox. */
import { readFileSync } from 'node:fs';
import type { Order } from '../../../schemas/orders.ts';
import type { Reader } from '../database/database.ts';
import { inlinePayload, type Submission } from './inbox.ts';
import { payloadPath, sha256Of } from './payload.ts';

/** Reads the order of a submission; undefined when its payload is damaged. */
export function readOrder(data: string, db: Reader, { seq, uuid, sha256 }: Pick<Submission, 'seq' | 'uuid' | 'sha256'>): Order | undefined {
  const bytes = inlinePayload(db, seq) ?? payloadIn(payloadPath(data, uuid));
  if (bytes === undefined || sha256Of(bytes) !== sha256) return undefined;
  return JSON.parse(Buffer.from(bytes).toString()) as Order;
}

function payloadIn(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
