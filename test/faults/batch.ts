/**
 * The process that fault tests stop in the middle: `batch.ts DATA` takes everything pending in the folder to the next edition, in the
 * foreground; it ends with 1 when that fails. The real register and publisher, and a preparation of a few lines.
 */
import { openBatch } from './life.ts';

const batch = openBatch(process.argv[2] ?? '');
await batch.conductor.drain();
batch.close();
