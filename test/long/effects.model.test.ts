/**
 * Effects over random histories of deliveries and orders: a dry run foresees the chapter that the submission gets, the counts are those of
 * the report, and the differences of the chapter lead from the document before to the document after. EV_SEED repeats a run.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rehearse, rehearseOrder } from '../../pipelines/state/decide/rehearsal.ts';
import { countsOf } from '../../pipelines/prepare/delivery/counts.ts';
import type { Effects, FieldDifference, RootEffect } from '../../schemas/effects.ts';
import type { Report } from '../../schemas/finding.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { NESTING_FIELDS, type RootType } from '../../schemas/names.ts';
import { orderPayload, type Order } from '../../schemas/orders.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { formatMoment, parseMoment, type Moment } from '../../schemas/time.ts';
import { Bench } from '../pipelines/state/register-bench.ts';
import { asText, building, location, prepared } from '../pipelines/state/small-roots.ts';

const SEED = Number(process.env['EV_SEED'] ?? Math.floor(Math.random() * 1e9));
const HOLDER = 'AB12';
const TYPES: readonly RootType[] = ['KwetsbaarGebouw', 'LocatieActiviteit'];

const startOf = (year: number): string => `${year}-01-01T00:00:00Z`;

const document = fc.record({
  n: fc.integer({ min: 0, max: 3 }), from: fc.integer({ min: 2018, max: 2032 }), years: fc.option(fc.integer({ min: 1, max: 4 })),
  populatie: fc.integer({ min: 1, max: 3 }), mills: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }), isLocation: fc.boolean(),
  holder: fc.constantFrom(HOLDER, HOLDER, HOLDER, HOLDER, 'CD34'),
}).map(({ n, from, years, populatie, mills, isLocation, holder }): JsonObject => {
  const options = { from: startOf(from), populatie, holder, ...(years === null ? {} : { until: startOf(from + years) }) };
  if (!isLocation) return { ...building(`b${n}`, options), geometrie: building(`geometry ${populatie}`)['geometrie']! };
  return { ...location(`l${n}`, mills.map((mill) => `l${n}${mill}`), options), bedrijfsnaam: `naam ${populatie}` };
});

const delivery = fc.record({
  documents: fc.uniqueArray(document, { minLength: 1, maxLength: 6, selector: (one) => versionOf(one['id'] as string, one['beginGeldigheid'] as string) }),
  full: fc.subarray([...TYPES]), strict: fc.boolean(), correct: fc.boolean(),
});

const ids = fc.subarray(['b0', 'b1', 'b2', 'b3', 'l0', 'l1', 'l2', 'l3'], { minLength: 1 });
const day = fc.integer({ min: 2017, max: 2032 }).map((year) => `${year}-07-01`);

/** An order, given how many submissions there were before. */
const order = fc.oneof(
  { weight: 1, arbitrary: ids.map((some) => (): Order => ({ method: 'INTREKKING', ids: some })) },
  { weight: 1, arbitrary: fc.record({ ids: fc.option(ids, { nil: undefined }), at: day, back: fc.boolean() }).map((transfer) => (): Order => ({
    method: 'OVERDRACHT', from: transfer.back ? 'CD34' : HOLDER, to: transfer.back ? HOLDER : 'CD34', at: transfer.at, reason: 'herindeling',
    ...(transfer.ids === undefined ? {} : { ids: transfer.ids }),
  })) },
  { weight: 4, arbitrary: fc.record({ back: fc.integer({ min: 1, max: 3 }), force: fc.boolean() })
    .map(({ back, force }) => (uuids: readonly string[]): Order => (
      { method: 'HERROEPING', undoes: uuids.at(-Math.min(back, uuids.length))!, force }
    )) },
);

test('a dry run foresees the chapter of a delivery or an order, whose differences lead from the documents before to those after', async () => {
  const compared: Record<string, number> = {};
  await fc.assert(fc.asyncProperty(delivery, fc.array(fc.tuple(delivery, order), { minLength: 1, maxLength: 4 }), async (first, others) => {
    const bench = new Bench();
    try {
      const uuids: string[] = [];
      for (const one of [first, ...others.flat()]) {
        const isOrder = typeof one === 'function';
        const done = isOrder ? await expectForeseenOrder(bench, one(uuids)) : await expectForeseen(bench, one);
        // Later submissions wait for a parked one.
        if (done === undefined) break;
        uuids.push(done.uuid);
        compared[done.method] = (compared[done.method] ?? 0) + done.roots;
      }
    } finally {
      bench.close();
    }
  }), { numRuns: 60, seed: SEED });
  process.stdout.write(`seed ${SEED}: roots compared: ${JSON.stringify(compared)}\n`);
  expect(Object.values(compared).reduce((sum, count) => sum + count)).toBeGreaterThan(0);
});

type Delivery = typeof delivery extends fc.Arbitrary<infer One> ? One : never;

interface Done {
  readonly uuid: string;
  readonly method: string;
  /** Number of roots whose differences were applied. */
  readonly roots: number;
}

/** Delivers after a dry run. Returns undefined when the delivery is parked, as foreseen. */
async function expectForeseen(bench: Bench, { documents, ...options }: Delivery): Promise<Done | undefined> {
  const foreseen = await rehearse(bench.data, {
    input: { holder: HOLDER, method: 'LEVERING', target: 'test.json', crs: null, mediaType: 'application/json', ifMatch: null, ...options },
    clock: nextSecond(bench), drift: bench.drift,
  }, ({ sink }) => {
    for (const [index, one] of documents.entries()) sink!(asText(prepared(one, `/${index}`)));
    return Promise.resolve(preparedReport(documents));
  });
  const before = currentDocuments(bench);
  const outcome = await bench.deliver(documents, options);
  const effects = expectAgrees(foreseen, outcome);
  if (effects === undefined) return undefined;
  expect(effects.counts.onlyPast).toBe(outcome.report!.counts.onlyPast);
  // Another version in the same delivery may have replaced the one that a version was compared with.
  const single = effects.roots.filter(({ id }) => documents.filter((one) => one['id'] === id).length === 1);
  return { uuid: outcome.receipt.uuid, method: 'LEVERING', roots: expectAllLead(single, before, currentDocuments(bench)) };
}

/** Hands in an order after a dry run. Returns undefined when the order is parked, as foreseen. */
async function expectForeseenOrder(bench: Bench, made: Order): Promise<Done | undefined> {
  const { method } = made;
  const options = { method, holder: method === 'OVERDRACHT' ? made.from : HOLDER, target: 'order' };
  const input = { ...options, crs: null, mediaType: 'application/json', ifMatch: null };
  const foreseen = await rehearseOrder(bench.data, { input, clock: nextSecond(bench), drift: bench.drift }, made);
  const before = currentDocuments(bench);
  const outcome = await bench.deliver(orderPayload(made), options);
  const effects = expectAgrees(foreseen, outcome);
  if (effects === undefined) return undefined;
  const { accepted, unchanged } = outcome.report!.counts;
  expect(Object.values(effects.counts).reduce((sum, count) => sum + count)).toBe(accepted + unchanged);
  return { uuid: outcome.receipt.uuid, method, roots: expectAllLead(effects.roots, before, currentDocuments(bench)) };
}

/** Returns the clock of the next submission. The bench receives each submission a second after the one before. */
function nextSecond(bench: Bench): () => Date {
  return () => new Date((bench.nowUs + 1_000_000) / 1000);
}

/** Expects that the chapter was foreseen and has the counts of the report. Returns the chapter; undefined for a parked submission. */
function expectAgrees(foreseen: Report, { report, state }: Outcome): Effects | undefined {
  expect(foreseen.findings.some(({ rule }) => rule === 'levering.geparkeerd')).toBe(state === 'parked');
  if (state === 'parked') return undefined;
  expect(foreseen.effects).toEqual(report!.effects);
  const { counts, roots, leftOut } = report!.effects!;
  const { ended, revived, unchanged } = report!.counts;
  expect([counts.ended, counts.revived, counts.unchanged]).toEqual([ended, revived, unchanged]);
  expect(Object.values(counts).reduce((sum, count) => sum + count) - counts.unchanged).toBe(roots.length + leftOut);
  return report!.effects;
}

function preparedReport(documents: readonly JsonObject[]): Report {
  const objects = documents.map((one, index): Report['objects'][number] => ({
    id: one['id'] as string, entityType: one['entityType'] as RootType, pointer: `/${index}`, verdict: 'accepted',
    ...(documents.some((other) => other !== one && other['id'] === one['id']) ? { beginGeldigheid: formatMoment(momentOf(one)) } : {}),
  }));
  return { source: 'test.json', model: '4.0', crs: '', objects, findings: [], changes: [], counts: countsOf(objects, []) };
}

function expectAllLead(roots: readonly RootEffect[], before: Documents, after: Documents): number {
  return roots.filter((root) => expectLeads(root, before, after)).length;
}

/** Expects that the differences of a root lead from its document before to the one after. Returns whether both are known. */
function expectLeads({ id, beginGeldigheid, comparedWith, differences = [] }: RootEffect, before: Documents, after: Documents): boolean {
  if (beginGeldigheid === undefined || comparedWith === undefined) return false;
  const made = structuredClone<Mutable>(before.get(versionOf(id, comparedWith))!);
  for (const difference of differences) apply(made, difference);
  expect(made).toEqual(after.get(versionOf(id, beginGeldigheid)));
  return true;
}

type Mutable = { [field: string]: Json };
type Documents = ReadonlyMap<string, JsonObject>;

function apply(root: Mutable, difference: FieldDifference): void {
  const path = difference.field.split('.');
  const last = path.pop()!;
  let object = difference.part === undefined ? root : partOf(root, difference.part.id)!;
  for (const name of path) object = object[name] as Mutable;
  if (difference.kind === 'order') object[last] = difference.after.map((id) => partOf(root, id)!);
  else if (difference.kind === 'parts') {
    const removed = new Set(difference.removed.map(({ id }) => id));
    const left = ((object[last] ?? []) as readonly JsonObject[]).filter((one) => !removed.has(one['id'] as string));
    object[last] = [...left, ...difference.added.map((part) => part.object)];
  } else if (difference.after === undefined) delete object[last];
  else object[last] = difference.after;
}

function partOf(object: Mutable, id: string): Mutable | undefined {
  if (object['id'] === id) return object;
  for (const field of NESTING_FIELDS) {
    const list = object[field];
    for (const part of Array.isArray(list) ? list as readonly Json[] : []) {
      const found = isObject(part) ? partOf(part, id) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Returns the current documents by id and begin of validity in the register. */
function currentDocuments({ db }: Bench): Documents {
  const rows = db.prepare('SELECT id, val_from, body FROM version v JOIN root r ON r.n = v.root JOIN doc d ON d.n = v.doc WHERE closed_by IS NULL').all();
  return new Map(rows.map((row) => [
    versionOf(row['id'] as string, formatMoment(row['val_from'] as Moment)), JSON.parse(row['body'] as string) as JsonObject,
  ]));
}

function versionOf(id: string, begin: string): string {
  return `${id} ${parseMoment(begin)!}`;
}

function momentOf(one: JsonObject): Moment {
  return parseMoment(one['beginGeldigheid'] as string)!;
}
