/**
 * Long answer: a body that is made in chunks, each when the socket has taken the one before.
 *
 * Invariants: of one long answer at most one chunk is made and not sent; it is memory of its own, so that a slow reader holds on to
 * nothing of the cache. An answer that cannot be finished ends with its connection.
 * Not here: chunks of an edition (publisher/read/bytes/chunks.ts), how they are packed (gzip.ts).
 */
import type { ServerResponse } from 'node:http';
import type { LongBytes } from '../../publisher/read/types.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { joined, type Answer } from './answer.ts';
import type { Packable } from './gzip.ts';
import type { Unsent } from '../connection/unsent.ts';

const COMMA = Buffer.from(',');

/**
 * A list of a long range between `start` and `end`. `made`: the items of a chunk, with commas between them; `isWhole`: they are the
 * bytes of the range, so that the length of the body is known.
 */
export function longList<Taken>(headers: readonly string[], range: LongBytes<Taken>, { start, end, isWhole, made }: {
  readonly start: Buffer; readonly end: Buffer; readonly isWhole: boolean; readonly made: (taken: Taken) => Packable;
}): Answer {
  async function* chunks(): AsyncGenerator<Packable, void> {
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

/** Sends chunks, the head with the first of them. Resolves when the last is sent or the connection is closed; throws what making one throws. */
export async function sendLong(
  response: ServerResponse, chunks: AsyncIterable<readonly Buffer[]>, { writeHead, unsent }: { writeHead: () => void; unsent: Unsent },
): Promise<void> {
  unsent.reserve(response, LIMITS.chunkBytes);
  for await (const slices of chunks) {
    if (response.destroyed) return;
    if (!response.headersSent) writeHead();
    const chunk = joined(slices);
    unsent.begin(response, chunk.length);
    if (!await isSent(response, chunk)) return;
    unsent.progress(response);
  }
  response.end();
}

/** Whether the system took it. */
function isSent(response: ServerResponse, chunk: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    response.write(chunk, (error) => { resolve(error === undefined || error === null); });
  });
}
