/**
 * The report as a workbook (xlsx): the table with texts as texts, so that a spreadsheet keeps the leading zeros of a code and takes
 * nothing for a formula.
 *
 * Invariants:
 *  - It is made in a thread of its own: 20,000 findings keep a thread busy for a second, in which a server must answer others.
 *  - One workbook is made at a time: each takes hundreds of MB while it is made.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Report } from '../../../schemas/finding.ts';
import { tableOf } from './table.ts';

/** Ends when the workbooks that were asked for before are made, or have failed. */
let before: Promise<unknown> = Promise.resolve();

/** Rejects when the thread fails. */
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
