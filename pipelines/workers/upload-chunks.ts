/** Upload chunks: sends a delivery that comes in pieces on to the accept thread (accept-thread.ts), no faster than that takes them. */
import type { SourceFault } from '../prepare/unpacker.ts';
import type { AcceptCall } from './accept-thread.ts';

/**
 * Why the delivery cannot be taken, or undefined when all of it is there. Rejects with what `body` throws. Of what is not whole
 * nothing stays.
 */
export async function sendParts(
  uuid: string, body: AsyncIterable<Uint8Array>, ask: <T>(call: AcceptCall) => Promise<T>,
): Promise<SourceFault | undefined> {
  const send = (piece: Uint8Array | null) => ask<SourceFault | undefined>({ kind: 'part', uuid, piece });
  let isWhole = false;
  try {
    for await (const piece of body) {
      const fault = await send(piece);
      if (fault !== undefined) return fault;
    }
    const fault = await send(null);
    isWhole = fault === undefined;
    return fault;
  } finally {
    if (!isWhole) await ask({ kind: 'drop', uuid }).catch(() => undefined);
  }
}
