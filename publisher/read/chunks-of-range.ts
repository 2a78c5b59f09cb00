/** Chunks of a range: reads a range alike, whether it is in memory or comes in chunks. */
import type { Chunks, Counts, LongBytes } from './types.ts';

export function isLong<Taken>(range: (Taken | LongBytes<Taken>) & Counts): range is LongBytes<Taken> & Counts {
  return typeof range === 'object' && 'chunks' in range;
}

/** Yields the chunks of a range; one chunk when the range is in memory. */
export async function* chunksIn<Taken>(range: (Taken | LongBytes<Taken>) & Counts): Chunks<Taken> {
  if (isLong(range)) yield* range.chunks();
  else yield range as Taken;
}
