/**
 * Random histories with transfers: who may write each object, which code its versions have at any moment, what was recorded before, and
 * editions that do not depend on how the history was cut into batches.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { foldersOf, openInbox, openState } from '../../pipelines/state/database/database.ts';
import { insertEntries } from '../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { compareDerived, compareDocuments } from '../../pipelines/state/register/derived-tables.ts';
import { codeAt, type Handover } from '../../pipelines/state/register/handovers.ts';
import { Register } from '../../pipelines/state/register/register.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { orderPayload, transferTarget } from '../../schemas/orders.ts';
import type { SubmissionMethod } from '../../schemas/submission.ts';
import { momentOf, periodOfDay, type Moment, type Received } from '../../schemas/time.ts';
import { Bench, START_US, temporaryFolder } from '../pipelines/state/register-bench.ts';
import { replay } from '../pipelines/state/replay.ts';
import { building, location, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

const HOLDERS = ['AB12', 'CD34', 'EF567'] as const;
type Holder = (typeof HOLDERS)[number];
const DAYS = ['2019-06-01', '2024-01-01', '2025-06-01', '2026-01-01', '2031-01-01'] as const;
const BEGINS = ['2020-01-01T00:00:00Z', '2025-01-01T00:00:00Z', '2025-06-01T10:00:00Z', '2030-01-01T00:00:00Z'] as const;
const PROBES = ['2018-01-01', '2019-12-31', '2020-06-01', '2024-06-01', '2025-03-01', '2025-07-01', '2026-02-01', '2030-06-01', '2032-01-01']
  .map((day) => Date.parse(day) as Moment);

type Step =
  | { readonly kind: 'deliver'; readonly by: Holder; readonly roots: readonly JsonObject[] }
  | { readonly kind: 'withdraw'; readonly by: Holder; readonly ids: readonly string[] }
  | { readonly kind: 'transfer'; readonly from: Holder; readonly to: Holder; readonly at: string; readonly ids: readonly string[] | undefined };

const id = fc.constantFrom('b0', 'b1', 'b2', 'l0', 'l1');
const holder = fc.constantFrom(...HOLDERS);
const root = fc.record({ id, from: fc.constantFrom(...BEGINS), populatie: fc.nat(3), isEnded: fc.boolean() });

function documentOf(by: Holder, { id: rootId, from, populatie, isEnded }: { id: string; from: string; populatie: number; isEnded: boolean }): JsonObject {
  const options = { holder: by, from, populatie, ...(isEnded ? { until: '2030-07-01T00:00:00Z' } : {}) };
  return rootId.startsWith('l') ? location(rootId, [`m-${rootId}`], options) : building(rootId, options);
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4, arbitrary: fc.tuple(holder, fc.uniqueArray(root, { minLength: 1, maxLength: 4, selector: (one) => one.id }))
      .map(([by, roots]): Step => ({ kind: 'deliver', by, roots: roots.map((one) => documentOf(by, one)) })),
  },
  { weight: 1, arbitrary: fc.tuple(holder, fc.uniqueArray(id, { minLength: 1, maxLength: 3 })).map(([by, ids]): Step => ({ kind: 'withdraw', by, ids })) },
  {
    weight: 3, arbitrary: fc.tuple(fc.constantFrom(...HOLDERS.flatMap((from) => HOLDERS.flatMap((to) => (from === to ? [] : [[from, to] as const])))),
      fc.constantFrom(...DAYS), fc.option(fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), { nil: undefined }))
      .map(([[from, to], at, ids]): Step => ({ kind: 'transfer', from, to, at, ids })),
  },
);
const histories = fc.array(step, { minLength: 3, maxLength: 14 });

/** Objects that no step names but transfers of all: the building links to the mill. */
const LINKED: Step = { kind: 'deliver', by: 'AB12', roots: [location('l9', ['m9']), building('b9', { linksTo: ['m9'] })] };

interface Entry {
  readonly by: Holder;
  readonly method: SubmissionMethod;
  readonly payload: Buffer;
  readonly target: string;
}

function entryOf(one: Step): Entry {
  if (one.kind === 'deliver') return { by: one.by, method: 'LEVERING', payload: payloadOf(...one.roots), target: 'test.json' };
  if (one.kind === 'withdraw') return { by: one.by, method: 'INTREKKING', payload: orderPayload({ method: 'INTREKKING', ids: one.ids }), target: 'ids.txt' };
  const { from, to, at, ids } = one;
  const payload = orderPayload({ method: 'OVERDRACHT', from, to, at, reason: 'test', ...(ids === undefined ? {} : { ids }) });
  return { by: from, method: 'OVERDRACHT', payload, target: transferTarget(one) };
}

/** The version of a root at a moment of validity: its code, and all its other fields but the begin. */
type Said = readonly [code: string, rest: string] | undefined;

function saidAt(bench: Bench, rootId: string, at: Moment): Said {
  const register = new Register(bench.db, null);
  const found = register.root(rootId);
  const version = found && register.versions(found.n).find(({ valid }) => valid.from <= at && (valid.until === null || valid.until > at));
  if (version === undefined) return undefined;
  const { document } = register.document(version.doc);
  const codes = new Set(objectsOf(document).map(({ data }) => data['bronhoudercode'] as string));
  const rest = JSON.stringify(document, (name, value: unknown) => (name === 'bronhoudercode' || name === 'beginGeldigheid' ? undefined : value));
  return [[...codes].join(), rest];
}

const ALL = ['b0', 'b1', 'b2', 'l0', 'l1', 'b9', 'l9'];

function allSaid(bench: Bench): ReadonlyMap<string, readonly Said[]> {
  return new Map(ALL.map((rootId) => [rootId, PROBES.map((at) => saidAt(bench, rootId, at))]));
}

/** Whether the newest version that has begun begins after a day. */
function isTooEarly(bench: Bench, rootId: string, day: string): boolean {
  const register = new Register(bench.db, null);
  const now = momentOf(bench.nowUs as Received) + 1_000;
  const begins = register.versions(register.root(rootId)!.n).map(({ valid }) => valid.from).filter((from) => from <= now);
  return begins.length > 0 && Math.max(...begins) >= periodOfDay(day)!.until;
}

/** The versions as they were known after a decision. */
function knownAfter(bench: Bench, decision: number): unknown {
  return bench.db.prepare(`SELECT root, doc, val_from, val_to, rec_from FROM version
    WHERE decision <= ?1 AND (closed_by IS NULL OR closed_by > ?1) ORDER BY n`).all(decision);
}

test('OPEN-transfer: who may write, the code at any moment, links and recorded history follow from the history', async () => {
  await fc.assert(fc.asyncProperty(histories, async (steps) => {
    const bench = new Bench();
    const owners = new Map<string, Holder>();
    const handovers = new Map<string, Handover[]>();
    const known: unknown[] = [];
    for (const one of [LINKED, ...steps]) {
      const { by, method, payload, target } = entryOf(one);
      const before = allSaid(bench);
      const present = new Set((bench.db.prepare('SELECT id FROM object WHERE gone = 0').all() as { id: string }[]).map(({ id: present }) => present));
      const early = one.kind === 'transfer' ? new Set([...owners.keys()].filter((rootId) => isTooEarly(bench, rootId, one.at))) : new Set<string>();
      const { report } = await bench.deliver(payload, { holder: by, method, target });
      const accepted = new Set(report!.objects.filter(({ verdict }) => verdict === 'accepted').map(({ id: rootId }) => rootId!));
      const refused = new Set(report!.objects.filter(({ verdict }) => verdict === 'refused').map(({ id: rootId }) => rootId!));
      if (one.kind === 'deliver') {
        for (const root of one.roots) {
          const { id: named } = root;
          const rootId = named as string;
          const begin = Date.parse(root['beginGeldigheid'] as string) as Moment;
          const isForeign = owners.has(rootId) && owners.get(rootId) !== by;
          const isPast = present.has(rootId) && (codeAt(handovers.get(rootId) ?? [], begin) ?? by) !== by;
          if (!isPast) expect(refused.has(rootId), `${by} writes ${rootId} of ${owners.get(rootId)}`).toBe(isForeign);
          // A version of before the handover may be unchanged but for its code.
          else expect(accepted.has(rootId), `${by} writes the past of ${rootId}`).toBe(false);
          if (!owners.has(rootId)) owners.set(rootId, by);
        }
        for (const [rootId, all] of handovers) {
          const { from } = all[0]!;
          // A later handover may be of an earlier day; before the first day the object was the first holder's.
          const first = Math.min(...all.map(({ at }) => at));
          const past = (said: readonly Said[]): unknown => said.filter((_, at) => PROBES[at]! < first);
          // The first holder may correct it once it has the object back.
          if (present.has(rootId) && from !== by) expect(past(allSaid(bench).get(rootId)!), rootId).toEqual(past(before.get(rootId)!));
        }
      } else if (one.kind === 'transfer') {
        const after = allSaid(bench);
        const from = periodOfDay(one.at)!.from;
        for (const rootId of ALL) {
          const isNamed = one.ids === undefined || one.ids.includes(rootId);
          const goes = isNamed && owners.get(rootId) === one.from && !early.has(rootId);
          expect(accepted.has(rootId), `${rootId} goes`).toBe(goes);
          const expected = before.get(rootId)!.map((said, at): Said => (said === undefined || !goes || PROBES[at]! < from ? said : [one.to, said[1]]));
          expect(after.get(rootId), rootId).toEqual(expected);
          if (!goes) continue;
          owners.set(rootId, one.to);
          handovers.set(rootId, [...handovers.get(rootId) ?? [], { from: one.from, to: one.to, at: from }]);
        }
      }
      for (const [rootId, owner] of owners) expect(new Register(bench.db, null).root(rootId)!.holder, rootId).toBe(owner);
      known.push(knownAfter(bench, known.length + 1));
    }
    for (const [index, versions] of known.entries()) expect(knownAfter(bench, index + 1)).toEqual(versions);
    expect(bench.db.prepare("SELECT to_id FROM link WHERE from_root = (SELECT n FROM root WHERE id = 'b9')").all()).toEqual([{ to_id: 'm9' }]);
    expect([...compareDocuments(bench.db), ...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
    bench.close();
  }), { numRuns: 30, endOnFailure: process.env['SHRINK'] === undefined });
});

const OPTIONS = {
  threads: 1, baseUrl: 'http://127.0.0.1/v1', prepare: prepareSmall, drift: { shareMax: 1, rootsMin: Infinity },
  onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
};
/** After the last submission; no validity begins or ends in between. */
const END_US = START_US + 300_000_000;

/** Plays a history with the real publisher, an edition for each step. */
async function play(steps: readonly Step[], data: string): Promise<void> {
  let us = START_US;
  const opened = openConductor({ ...OPTIONS, data, clock: () => new Date(us / 1000) });
  const entrance = openInbox(data);
  for (const one of steps) {
    us += 1_000_000;
    const { by, method, payload, target } = entryOf(one);
    insertEntries(entrance, [{
      uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
      input: { holder: by, method, target, crs: null, mediaType: 'application/json', ifMatch: null },
    }], () => us as Received);
    await opened.conductor.drain();
  }
  us = END_US;
  await opened.conductor.drain();
  entrance.close();
  opened.close();
}

/** Makes one edition of all that was decided in a folder. */
async function publish(data: string): Promise<void> {
  const opened = openConductor({ ...OPTIONS, data, clock: () => new Date(END_US / 1000) });
  await opened.conductor.drain();
  opened.close();
}

function contentIdIn(data: string): string | undefined {
  return newestHead(foldersOf(data).editions, 'public')?.contentId;
}

test('OPEN-transfer: editions by increments equal the edition from scratch', async () => {
  await fc.assert(fc.asyncProperty(histories, async (steps) => {
    const increments = temporaryFolder();
    await play([LINKED, ...steps], increments);
    expect(contentIdIn(increments)).toBeDefined();
    const from = openState(increments);
    for (const batches of [() => false, (index: number) => index % 3 === 0]) {
      const scratch = temporaryFolder();
      await replay(from, scratch, batches);
      await publish(scratch);
      expect(contentIdIn(scratch)).toBe(contentIdIn(increments));
    }
    from.close();
  }), { numRuns: 6, endOnFailure: process.env['SHRINK'] === undefined });
});
