/** Upload chunks: passes the pieces of a delivery to the accept thread (accept-thread.ts), no faster than that thread takes them. */
import type { SourceFault } from '../prepare/unpacker.ts';
import type { AcceptCall } from './accept-thread.ts';

/**
 * Sends a delivery. Resolves with the reason when it is refused, or undefined when it is complete. Rejects with an error of `body`. An
 * incomplete delivery leaves no file.
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
