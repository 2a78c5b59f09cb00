/** Use that goes on (fault test D16): after a warm-up neither open files nor memory grow with what is written and read. */
import { readdirSync, rmSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { submitAndWait } from '../pipelines/state/patience.ts';
import { DELIVERY, newFolder } from './life.ts';
import { serving } from './serving.ts';
import { tally } from './tally.ts';

const isFull = process.env['EV_FAULTS'] === 'full';
const [WARM_UP, WRITES] = isFull ? [2_000, 20_000] : [150, 300];
const OBJECTS = 40;
const PATHS = ['/v1/kwetsbare-gebouwen', '/v1/collections/kwetsbare-gebouwen/items?limit=50', '/v1/kwetsbare-gebouwen/b1', '/v1/edities'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function taken() {
  collect();
  return { files: readdirSync('/proc/self/fd').length, bytes: process.memoryUsage().heapUsed };
}

test(`D16: ${WRITES} writes with reads between them leave no file open and no memory behind`, async () => {
  const data = newFolder();
  onTestFinished(() => rmSync(data, { recursive: true }));
  const served = await serving(data);
  onTestFinished(() => served.close());
  const use = async (from: number, until: number): Promise<void> => {
    for (let n = from; n < until; n += 1) {
      const document = building(`b${n % OBJECTS}`, { populatie: n });
      await submitAndWait(served.desk, { ...DELIVERY, method: 'PUT', target: `/kwetsbare-gebouwen/b${n % OBJECTS}` }, payloadOf(document));
      for (const path of PATHS) expect([200, 404]).toContain((await served.app.inject(path)).statusCode);
    }
  };
  await use(0, WARM_UP);
  const before = taken();
  await use(WARM_UP, WARM_UP + WRITES);
  const after = taken();
  console.info(`open files ${before.files} and ${after.files}, heap ${Math.round(before.bytes / 2 ** 20)} and ${Math.round(after.bytes / 2 ** 20)} MiB`);
  // Packs of an edition stay open while it is served, 32 at most before it is repacked.
  expect(after.files).toBeLessThan(before.files + 40);
  expect(after.bytes).toBeLessThan(before.bytes * 1.5);
  tally({ acknowledged: WRITES });
});
