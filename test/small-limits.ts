/** Limits of a few thousand objects and some megabytes, for tests of what is beyond them. */
import { vi } from 'vitest';

vi.mock('../schemas/limits.ts', async (original) => {
  const { LIMITS } = await original<typeof import('../schemas/limits.ts')>();
  const small = { deliveryObjectsMax: 1_000, jsonObjectsMax: 1_000, deliveryBytesMax: 3_000_000, gzipFreeBytes: 100_000, inlinePayloadBytesMax: 10_000, chunkBytes: 1_000, tileFeaturesMax: 3, tileTouchesMax: 40 };
  return { LIMITS: { ...LIMITS, ...small } };
});
