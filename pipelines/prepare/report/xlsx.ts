/**
 * The report as a workbook (xlsx). Its texts are text cells, so that a spreadsheet keeps the leading zeros of a code and sees no formula.
 *
 * Invariants:
 *  - A separate thread makes the workbook: 20,000 findings take a second, in which a server must answer other requests.
 *  - One workbook is made at a time, because each takes hundreds of MB.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Report } from '../../../schemas/finding.ts';
import { tableOf } from './table.ts';

/** Settles when all earlier workbooks are made, or have failed. */
let before: Promise<unknown> = Promise.resolve();

/** Makes the workbook. Rejects when the thread fails. */
export function xlsx(report: Report): Promise<Buffer> {
  const made = before.then(() => workbookOf(report));
  before = made.catch(() => undefined);
  return made;
}

async function workbookOf(report: Report): Promise<Buffer> {
  const worker = new Worker(new URL('./workbook-thread.ts', import.meta.url), { workerData: tableOf(report) });
  const [bytes] = await once(worker, 'message') as [Uint8Array];
  await worker.terminate();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
