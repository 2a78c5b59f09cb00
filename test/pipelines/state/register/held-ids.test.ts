/** Held ids: what keeps a receiver from accepting a transfer. */
import { expect, test } from 'vitest';
import { heldIds } from '../../../../pipelines/state/register/held-ids.ts';
import { Bench } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

const FROM = 'AB12';
const TO = 'CD34';
const [NFD, NFC] = ['mole\u0301n', 'mol\u00e9n'];

/** A register in which the receiver has secret objects with ids of public ones of the other. `isFormed`: an id is in another form too. */
async function shared(isFormed: boolean): Promise<Bench> {
  const bench = new Bench();
  const secret = ['b1', 'm1', ...isFormed ? [NFD] : []].map((id) => building(id, { holder: TO, secret: true }));
  await bench.deliver([...secret, building('t1', { holder: TO })], { holder: TO });
  await bench.deliver([building('b1'), building('b2'), location('l1', ['m1', 'm2']), ...isFormed ? [building(NFC)] : []], { holder: FROM });
  return bench;
}

test.each([false, true])('ids of roots and of nested objects count, of all roots or of named ones, in any form (an id has another form: %s)', async (isFormed) => {
  const { db } = await shared(isFormed);
  const held = (ids?: readonly string[]): readonly string[] => heldIds(db, { from: FROM, to: TO, ...(ids === undefined ? {} : { ids }) }).toSorted();
  expect(held()).toEqual(['b1', 'm1', ...isFormed ? [NFC] : []]);
  expect(held(['b1', 'b2', 'never'])).toEqual(['b1']);
  expect(held(['l1'])).toEqual(['m1']);
  expect(held(['b2', 't1'])).toEqual([]);
  expect(heldIds(db, { from: FROM, to: 'EF56' })).toEqual([]);
});
