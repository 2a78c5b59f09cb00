/**
 * Long response: a body that is made in chunks, each when the socket has taken the one before.
 *
 * Invariants: each long response has at most one unsent chunk. The chunk is a copy, so a slow client keeps no cached buffer in memory. A
 * response that fails halfway ends its connection.
 * Not here: chunks of an edition (publisher/read/bytes/chunks.ts), compression (gzip.ts).
 */
import type { ServerResponse } from 'node:http';
import type { LongBytes } from '../../publisher/read/types.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { concatSlices, type ServiceResponse } from './response.ts';
import type { Compressible } from './gzip.ts';
import type { UnsentBytes } from '../connection/unsent-bytes.ts';

const COMMA = Buffer.from(',');

/**
 * Returns a long list with `start` and `end` around its items. `made`: the items of a chunk, with commas. `isWhole`: the items are exactly
 * the bytes of the range, so that the length is known.
 */
export function longList<Taken>(headers: readonly string[], range: LongBytes<Taken>, { start, end, isWhole, made }: {
  readonly start: Buffer; readonly end: Buffer; readonly isWhole: boolean; readonly made: (taken: Taken) => Compressible;
}): ServiceResponse {
  async function* chunks(): AsyncGenerator<Compressible, void> {
    let before = start;
    for await (const taken of range.chunks()) {
      const { body, blocks } = made(taken);
      yield { body: [before, ...body], blocks, blocksFrom: before.length };
      before = COMMA;
    }
    yield { body: [end] };
  }
  const bytes = isWhole ? start.length + range.bytes + end.length : undefined;
  return { status: 200, headers, body: [], long: { bytes, chunks } };
}

/**
 * Sends the head with the first chunk, then the other chunks. Resolves when all are sent or the connection is closed. Throws errors of
 * `chunks`.
 */
export async function sendLong(
  response: ServerResponse, chunks: AsyncIterable<readonly Buffer[]>, { writeHead, unsent }: { writeHead: () => void; unsent: UnsentBytes },
): Promise<void> {
  unsent.reserve(response, LIMITS.chunkBytes);
  for await (const slices of chunks) {
    if (response.destroyed) return;
    if (!response.headersSent) writeHead();
    const chunk = concatSlices(slices);
    unsent.begin(response, chunk.length);
    if (!await isSent(response, chunk)) return;
    unsent.progress(response);
  }
  response.end();
}

/** Resolves with whether the socket took the chunk. */
function isSent(response: ServerResponse, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    response.write(chunk, (error) => { resolve(error === undefined || error === null); });
  });
}
