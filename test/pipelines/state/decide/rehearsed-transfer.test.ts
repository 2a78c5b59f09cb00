/** A rehearsed transfer: for the holder of the objects, secret objects of the receiver do not exist; the operator is told what they prevent. */
import { expect, test } from 'vitest';
import { DRIFT_LIMIT } from '../../../../pipelines/state/decide/drift.ts';
import { rehearseOrder, rehearseTransfer } from '../../../../pipelines/state/decide/rehearsal.ts';
import type { Report } from '../../../../schemas/finding.ts';
import { isObject, type Json, type JsonObject } from '../../../../schemas/json.ts';
import { transferInput, type TransferOrder } from '../../../../schemas/orders.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const TO = 'CD34';
const ORDER: TransferOrder = { method: 'OVERDRACHT', from: 'AB12', to: TO, at: '2026-06-01', reason: 'Herindeling' };

function withSecretPart(root: JsonObject, part: string): JsonObject {
  return JSON.parse(JSON.stringify(root), (_, value: Json) => (isObject(value) && value['id'] === part ? { ...value, informatieGeheim: true } : value)) as JsonObject;
}

const verdicts = ({ objects }: Report): object => Object.fromEntries(objects.map(({ id, verdict }) => [id!, verdict]));

test('OPEN-free-ids: its report is that of a receiver without secret objects; that of the operator is not', async () => {
  const bench = new Bench();
  await bench.deliver([building('b1', { holder: TO, secret: true }), withSecretPart(location('l1', ['m1', 'm2'], { holder: TO }), 'm1')], { holder: TO });
  await bench.deliver([building('b1'), building('b2')]);
  const asked = { input: transferInput(ORDER), clock: () => new Date('2030-01-01T00:00:00Z'), drift: DRIFT_LIMIT };
  const before = bench.db.prepare('SELECT id, root, gone FROM object ORDER BY root, id').all();
  expect(verdicts(await rehearseTransfer(bench.data, asked, ORDER))).toEqual({ b1: 'accepted', b2: 'accepted' });
  expect(verdicts(await rehearseOrder(bench.data, asked, ORDER))).toEqual({ b1: 'refused', b2: 'accepted' });
  expect(bench.db.prepare('SELECT id, root, gone FROM object ORDER BY root, id').all()).toEqual(before);
});
