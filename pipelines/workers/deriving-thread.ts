/**
 * Deriving thread: derives the rows of a share of the roots, for an edition with many changes. It reads the register with its own
 * connection; the register does not change while the conductor waits (derive-threads.ts).
 */
import { workerData } from 'node:worker_threads';
import { rowsOf } from '../../publisher/write/derive.ts';
import type { RowChange } from '../../publisher/write/input.ts';
import { loadGrids } from '../coordinates/grids.ts';
import { reproject } from '../coordinates/reproject.ts';
import { openExistingState } from '../state/database/database.ts';
import { changesBetween } from '../state/register/snapshot.ts';
import { SENT, type DerivingData, type DerivingMessage } from './derive-job.ts';
import { toWire } from './line.ts';

const BATCH_BYTES = 1024 * 1024;
/** Number of batches that may wait to be taken. */
const AHEAD = 4;

const { port, counts, share, data, between, baseUrl, epoch } = workerData as DerivingData;
let sent = 0;

function send(message: DerivingMessage, transfer: readonly ArrayBuffer[] = []): void {
  for (let taken = Atomics.load(counts, share.part + 1); sent - taken >= AHEAD; taken = Atomics.load(counts, share.part + 1)) {
    Atomics.wait(counts, share.part + 1, taken);
  }
  sent++;
  port.postMessage(message, transfer);
  Atomics.add(counts, SENT, 1);
  Atomics.notify(counts, SENT);
}

function sendBatch(changes: readonly RowChange[], size: number): void {
  const bytes = new Uint8Array(size);
  let at = 0;
  const rows = changes.map(({ row: { record, ...row }, ...change }) => {
    bytes.set(record, at);
    at += record.length;
    return { ...change, ...row, length: record.length };
  });
  send({ rows, bytes }, [bytes.buffer]);
}

function run(): void {
  const db = openExistingState(data);
  try {
    const grids = loadGrids();
    const changes = changesBetween(db, between, (document, crs) => reproject(document, crs, { grids, epoch }), share);
    let [batch, size]: [RowChange[], number] = [[], 0];
    for (const change of rowsOf(changes, { moment: between.next.moment, baseUrl, epoch })(between.parent?.moment ?? null)) {
      batch.push(change);
      size += change.row.record.length;
      if (size < BATCH_BYTES) continue;
      sendBatch(batch, size);
      [batch, size] = [[], 0];
    }
    sendBatch(batch, size);
  } finally {
    db.close();
  }
}

try {
  run();
  send('done');
} catch (error) {
  send({ error: toWire(error) });
}
