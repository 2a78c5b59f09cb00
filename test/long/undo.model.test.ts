/**
 * Undo against a model: after random submissions, undoing one gives each root that no later submission names the state that it has in a
 * register without that submission. A root that later submissions name is left exactly when its state is another than just after the
 * undone one. EV_SEED repeats a run.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDerived } from '../../pipelines/state/register/derived-tables.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { orderPayload, transferTarget } from '../../schemas/orders.ts';
import { Bench, type SubmitOptions } from '../pipelines/state/register-bench.ts';
import { building, location, payloadOf } from '../pipelines/state/small-roots.ts';

const SEED = Number(process.env['EV_SEED'] ?? Math.floor(Math.random() * 1e9));

interface Submitted {
  readonly kind: 'submit';
  readonly payload: Buffer;
  readonly options: SubmitOptions & { readonly holder: string };
  /** Ids of the roots that the step names, or ends by leaving them out. */
  readonly names: readonly string[];
}

/** Undoes an earlier step; a redo when that is an undo. */
interface Undone {
  readonly kind: 'undo';
  /** The index of the undone step, modulo the number of earlier steps. */
  readonly pick: number;
  readonly force: boolean;
}

type Step = Submitted | Undone;

const BUILDINGS = ['b1', 'b2', 'b3'];
const LOCATIONS = ['l1', 'l2'];
const ALL = [...BUILDINGS, ...LOCATIONS];
const BEGINS = ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z', '2040-01-01T00:00:00Z'];
const DAYS = ['2020-06-01', '2025-01-01', '2035-01-01'];

const aHolder = fc.constantFrom('AB12', 'AB12', 'CD34');
const anId = fc.constantFrom(...ALL);
const aBuilding = fc.record({
  id: fc.constantFrom(...BUILDINGS), from: fc.constantFrom(...BEGINS), populatie: fc.integer({ min: 1, max: 2 }),
  linksTo: fc.subarray(['l1', 'm1', 'm2'], { maxLength: 1 }),
}).map(({ id, ...options }) => (holder: string): JsonObject => building(id, { ...options, holder }));
const aLocation = fc.record({
  id: fc.constantFrom(...LOCATIONS), from: fc.constantFrom(...BEGINS), mills: fc.subarray(['1', '3'], { minLength: 1 }),
}).map(({ id, from, mills }) => (holder: string): JsonObject => (
  location(id, mills.map((mill) => (id === 'l1' ? `m${mill}` : `m${Number(mill) + 1}`)), { from, holder })));

const aDelivery = fc.record({
  holder: aHolder, documents: fc.array(fc.oneof(aBuilding, aLocation), { minLength: 1, maxLength: 3 }),
  how: fc.constantFrom({}, {}, { correct: true }, { full: ['KwetsbaarGebouw'] as const }),
}).map(({ holder, documents, how }): Step => {
  const byId = new Map(documents.map((document) => document(holder)).map((document) => [document['id'] as string, document]));
  return { kind: 'submit', payload: payloadOf(...byId.values()), options: { ...how, holder }, names: [...byId.keys(), ...('full' in how ? BUILDINGS : [])] };
});
const aDeletion = fc.tuple(aHolder, anId).map(([holder, id]): Step => ({
  kind: 'submit', payload: Buffer.alloc(0), names: [id],
  options: { holder, method: 'DELETE', target: `/${id.startsWith('b') ? 'kwetsbare-gebouwen' : 'locatie-activiteiten'}/${id}` },
}));
const aWithdrawal = fc.tuple(aHolder, fc.uniqueArray(anId, { minLength: 1, maxLength: 3 })).map(([holder, ids]): Step => ({
  kind: 'submit', payload: orderPayload({ method: 'INTREKKING', ids }), options: { holder, method: 'INTREKKING', target: 'ids.txt' }, names: ids,
}));
const aTransfer = fc.record({
  isBack: fc.boolean(), at: fc.constantFrom(...DAYS), ids: fc.option(fc.uniqueArray(anId, { minLength: 1, maxLength: 3 }), { nil: undefined }),
}).map(({ isBack, at, ids }): Step => {
  const [from, to] = isBack ? ['CD34', 'AB12'] : ['AB12', 'CD34'];
  const payload = orderPayload({ method: 'OVERDRACHT', from, to, at, reason: 'test', ...(ids === undefined ? {} : { ids }) });
  return { kind: 'submit', payload, options: { holder: from, method: 'OVERDRACHT', target: transferTarget({ from, to }) }, names: ids ?? ALL };
});
const anUndo = fc.record({ pick: fc.nat(), force: fc.boolean() }).map((undone): Step => ({ kind: 'undo', ...undone }));
const aStep = fc.oneof(
  { weight: 8, arbitrary: aDelivery }, { weight: 1, arbitrary: aDeletion }, { weight: 1, arbitrary: aWithdrawal },
  { weight: 3, arbitrary: aTransfer }, { weight: 4, arbitrary: anUndo },
);

const FIRST: Step = {
  kind: 'submit', payload: payloadOf(location('l1', ['m1']), building('b1', { linksTo: ['m1'] }), building('b2')), options: { holder: 'AB12' },
  names: ['l1', 'b1', 'b2'],
};

/** Returns the index of the step that is undone at the end of a chain of undos, from this step on. */
function origin(steps: readonly Step[], index: number): number {
  const step = steps[index]!;
  return step.kind === 'submit' ? index : origin(steps, step.pick % index);
}

function namesOf(steps: readonly Step[], index: number): readonly string[] {
  return (steps[origin(steps, index)] as Submitted).names;
}

function holderOf(steps: readonly Step[], index: number): string {
  return (steps[origin(steps, index)] as Submitted).options.holder;
}

/** Submits the steps one by one at the same moments, without the one at `without` and the undos of it. Returns their uuids. */
async function run(bench: Bench, steps: readonly Step[], without = -1): Promise<readonly (string | undefined)[]> {
  const uuids: (string | undefined)[] = [];
  for (const [index, step] of steps.entries()) {
    const undone = step.kind === 'undo' ? uuids[step.pick % index] : undefined;
    if (index === without || (step.kind === 'undo' && undone === undefined)) {
      bench.nowUs += 1_000_000;
      uuids.push(undefined);
      continue;
    }
    const outcome = step.kind === 'undo' ? await bench.undo(undone!, { force: step.force, holder: holderOf(steps, index) })
      : await bench.deliver(step.payload, step.options);
    uuids.push(outcome.receipt.uuid);
  }
  return uuids;
}

/** Returns the current versions after a decision, of one root or of all. */
function recorded({ db }: Bench, decision: number, id: string | null = null): readonly unknown[] {
  return db.prepare(`SELECT v.root, hash, val_from, val_to FROM version v JOIN doc d ON d.n = v.doc JOIN root r ON r.n = v.root
    WHERE decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1) AND (?2 IS NULL OR r.id = ?2) ORDER BY v.root, val_from`).all(decision, id);
}

/** Returns who may write each root. */
function writers({ db }: Bench): ReadonlyMap<string, string> {
  return new Map((db.prepare('SELECT id, holder FROM root').all() as { id: string; holder: string }[]).map(({ id, holder }) => [id, holder]));
}

function expectSound(bench: Bench): void {
  expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
  expect(bench.db.prepare('SELECT to_id FROM link WHERE NOT EXISTS (SELECT 1 FROM object WHERE id = to_id AND gone = 0)').all()).toEqual([]);
}

const cases = fc.record({ steps: fc.array(aStep, { minLength: 1, maxLength: 9 }), pick: fc.nat(), force: fc.boolean() });

test(`seed ${SEED}: an undo is the register without the submission wherever nothing depends on it, keeps history, and its undo is a redo`, async () => {
  console.info(`seed ${SEED}`);
  await fc.assert(fc.asyncProperty(cases, async ({ steps: drawn, pick, force }) => {
    const steps = [FIRST, ...drawn];
    const [bench, model] = [new Bench(), new Bench()];
    // Nothing is parked: what an undo ends is not too much here.
    for (const { drift } of [bench, model]) drift.rootsMin = Infinity;
    try {
      const at = pick % steps.length;
      const uuids = await run(bench, steps);
      await run(model, steps, at);
      const [before, held] = [new Map(bench.publisher.states), writers(bench)];
      const history = steps.map((_, index) => recorded(bench, index + 1));
      const undo = await bench.undo(uuids[at]!, { force, holder: holderOf(steps, at) });
      expectSound(bench);
      expect(steps.map((_, index) => recorded(bench, index + 1))).toEqual(history);
      const later = new Set(steps.slice(at + 1).flatMap((_, index) => namesOf(steps, at + 1 + index)));
      for (const { id: given, verdict } of undo.report!.objects) {
        const id = given!;
        const now = bench.publisher.states.get(id);
        const rules = undo.report!.findings.filter(({ objectId }) => objectId === id).map(({ rule }) => rule);
        const isChanged = JSON.stringify(recorded(bench, at + 1, id)) !== JSON.stringify(recorded(bench, steps.length, id));
        if (verdict === 'refused') expect(now, id).toBe(before.get(id));
        if (verdict === 'refused' && !isChanged && !later.has(id)) expect(rules, id).toEqual(['herroeping.breekt-verwijzing']);
        if (verdict === 'accepted') expect(rules.includes('herroeping.overschrijft'), id).toBe(isChanged);
        if (verdict === 'accepted') expect(force || !isChanged, id).toBe(true);
        if (rules.includes('herroeping.later-gewijzigd')) expect([isChanged, force], id).toEqual([true, false]);
        if (verdict !== 'refused' && !later.has(id)) {
          expect(now, id).toBe(model.publisher.states.get(id));
          expect(writers(model).get(id) ?? held.get(id), id).toBe(writers(bench).get(id));
        }
      }
      const redo = await bench.undo(undo.receipt.uuid, { holder: holderOf(steps, at) });
      expect(redo.report?.counts.refused).toBe(0);
      expect([new Map(bench.publisher.states), writers(bench)]).toEqual([before, held]);
      expectSound(bench);
    } finally {
      bench.close();
      model.close();
    }
  }), { numRuns: 60, seed: SEED, endOnFailure: process.env['SHRINK'] === undefined });
});
