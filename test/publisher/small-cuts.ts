/** Cuts of a few rows, for tests of small registers: a few dozen roots have many pages, blocks and shards then. */
import { vi } from 'vitest';
import type { CutRule } from '../../publisher/format/cut.ts';

const SMALL = {
  page: { rowsMin: 3, rowsMax: 9, bytesMax: 100_000, mask: 3 }, block: { rowsMin: 1, rowsMax: 3, bytesMax: 30_000, mask: 1 },
  shard: { rowsMin: 2, rowsMax: 5, bytesMax: Infinity, mask: 1 },
} satisfies Readonly<Record<string, CutRule>>;

vi.mock('../../publisher/format/cut.ts', async (original) => ({ ...await original<object>(), CUT: SMALL }));
