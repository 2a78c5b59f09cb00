/**
 * The process that fault tests stop in the middle: `remake.ts DATA` makes every kept edition again under another base URL, in the
 * foreground, and ends with 1 when that fails.
 */
import { openBatch } from './life.ts';

const batch = openBatch(process.argv[2] ?? '', { baseUrl: process.argv[3] });
await batch.conductor.drain();
batch.remakeKept(() => {});
batch.close();
