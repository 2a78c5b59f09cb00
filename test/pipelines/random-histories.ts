/**
 * Random histories of a register: deliveries and requests of every method, one a second, over a few roots, so that they meet:
 * corrections of one version and of its period, validity that begins or ends later, versions inserted before others, the same again, what becomes secret or open
 * again, what is withdrawn or left out of a full delivery and made anew; of two holders. And a real conductor that takes them, in any batches.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { openInbox } from '../../pipelines/state/database/database.ts';
import { insertEntries } from '../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { RootType } from '../../schemas/names.ts';
import type { SubmissionMethod } from '../../schemas/submission.ts';
import type { Received } from '../../schemas/time.ts';
import { START_US } from './state/register-bench.ts';
import { building, location, payloadOf, prepareSmall } from './state/small-roots.ts';

const SECOND_US = 1_000_000;
/** In the midst of the writes, and some minutes after the last. */
export const BEGINS = ['2019-01-01T00:00:00Z', '2023-01-01T00:00:00Z', '2026-01-01T00:00:03Z', '2026-01-01T00:01:00Z', '2026-01-01T00:03:00Z'] as const;
export const ENDS = [null, null, '2026-01-01T00:00:05Z', '2026-01-01T00:02:00Z', '2030-01-01T00:00:00Z'] as const;

/** One write. A delivery brings documents, a POST or PUT one, a PATCH a patch, a DELETE nothing. */
export interface Write {
  readonly method: SubmissionMethod;
  readonly id: string;
  readonly documents: readonly JsonObject[];
  readonly patch: JsonObject;
  /** Types of which a delivery has all roots of its holder. */
  readonly full: readonly RootType[];
  /** Whether each document replaces the newest version of its object. */
  readonly correct?: boolean;
}

export interface Step {
  readonly write: Write;
  /** Whether it is published before the next one comes. */
  readonly isPublished: boolean;
}

/** Writes meet at a few roots, and there are some more to tell apart. */
const number = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, { weight: 1, arbitrary: fc.nat(15) });
const id = fc.record({ number, letter: fc.constantFrom('b', 'b', 'b', 'l') }).map(({ number: n, letter }) => `${letter}${n}`);

/** A root has one holder for ever, and a delivery one too. */
export function holderOf(rootId: string): 'AB12' | 'CD34' {
  return Number(rootId.slice(1)) % 3 === 2 ? 'CD34' : 'AB12';
}

const version = fc.record({
  populatie: fc.nat(3), secret: fc.nat(11), sensitive: fc.nat(3), from: fc.constantFrom(...BEGINS), end: fc.constantFrom(...ENDS),
});

interface RandomVersion {
  readonly populatie: number;
  readonly secret: number;
  readonly sensitive: number;
  readonly from: string;
  readonly end: string | null;
}

/** Among the locations some are sensitive. */
function documentOf(rootId: string, { populatie, secret, sensitive, from, end }: RandomVersion): JsonObject {
  const options = { holder: holderOf(rootId), from, populatie, secret: secret === 0, ...(end === null || end <= from ? {} : { until: end }) };
  const own = rootId.slice(1);
  if (!rootId.startsWith('l')) return building(rootId, options);
  const mills = [`m${own}`, `n${own}-${populatie}`];
  return { ...location(rootId, mills, options), naamExploitant: `Exploitant ${populatie}`, ...(sensitive === 0 ? { privacyGevoelig: true } : {}) };
}

const root = fc.tuple(id, version).map(([rootId, of]) => documentOf(rootId, of));

/** A begin goes without an end, which could lie before it. */
const patch = fc.oneof(
  fc.constantFrom('A', 'B', null).map((bronhouder): JsonObject => ({ bronhouder })),
  fc.constantFrom(true, null, null).map((informatieGeheim): JsonObject => ({ informatieGeheim })),
  fc.constantFrom('2030-01-01T00:00:00Z', null).map((eindGeldigheid): JsonObject => ({ eindGeldigheid })),
  fc.constantFrom(...BEGINS).map((beginGeldigheid): JsonObject => ({ beginGeldigheid, eindGeldigheid: null })),
);

const full = fc.constantFrom<readonly RootType[]>([], [], [], ['KwetsbaarGebouw'], ['KwetsbaarGebouw', 'LocatieActiviteit']);

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.array(root, { minLength: 1, maxLength: 10 }), full).map(deliveryOf) },
  {
    weight: 2, arbitrary: fc.tuple(fc.constantFrom('POST' as const, 'PUT' as const), root)
      .map(([method, document]): Write => ({ method, id: document['id'] as string, documents: [document], patch: {}, full: [] })),
  },
  { weight: 3, arbitrary: fc.tuple(id, patch).map(([rootId, of]): Write => ({ method: 'PATCH', id: rootId, documents: [], patch: of, full: [] })) },
  {
    weight: 3, arbitrary: fc.tuple(fc.constantFrom('LEVERING' as const, 'PUT' as const), root)
      .map(([method, document]): Write => ({ method, id: document['id'] as string, documents: [document], patch: {}, full: [], correct: true })),
  },
  { weight: 1, arbitrary: fc.tuple(id, patch).map(([rootId, of]): Write => ({ method: 'PATCH', id: rootId, documents: [], patch: of, full: [], correct: true })) },
  { weight: 2, arbitrary: id.map((rootId): Write => ({ method: 'DELETE', id: rootId, documents: [], patch: {}, full: [] })) },
);

/** What the holder of the first has in it. */
function deliveryOf([documents, types]: readonly [readonly JsonObject[], readonly RootType[]]): Write {
  const holder = documents[0]!['bronhoudercode'];
  return { method: 'LEVERING', id: '', documents: documents.filter(({ bronhoudercode }) => bronhoudercode === holder), patch: {}, full: types };
}

export type History = readonly Step[];

export const histories: fc.Arbitrary<History> = fc.array(fc.record({ write, isPublished: fc.boolean() }), { minLength: 4, maxLength: 20 });

/** When the write at this place in its history was received. */
export function receivedUs(place: number): Received {
  return (START_US + (place + 1) * SECOND_US) as Received;
}

/** Has a conductor with the real publisher take a history. Validities begin and end after the last write too. */
export async function play(history: History, data: string, baseUrl: string): Promise<void> {
  let us = START_US;
  const opened = openConductor({
    threads: 1, data, baseUrl, clock: () => new Date(us / 1000), prepare: prepareSmall,
    drift: { shareMax: 1, rootsMin: Infinity }, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const entrance = openInbox(data);
  for (const [place, { write: one, isPublished }] of history.entries()) {
    us = receivedUs(place);
    const payload = payloadOfWrite(one);
    insertEntries(entrance, [{
      uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
      input: { holder: one.method === 'LEVERING' ? one.documents[0]!['bronhoudercode'] as string : holderOf(one.id), method: one.method, target: targetOf(one), crs: null, mediaType: '', ifMatch: null, full: one.full, correct: one.correct ?? false },
    }], () => us as Received);
    if (isPublished) await opened.conductor.drain();
  }
  for (const seconds of [20, 90, 300]) {
    us = START_US + seconds * SECOND_US;
    if (seconds === 300 || history.some(({ isPublished }) => isPublished)) await opened.conductor.drain();
  }
  entrance.close();
  opened.close();
}

export function payloadOfWrite({ method, documents, patch: of }: Write): Buffer {
  if (method === 'DELETE') return Buffer.alloc(0);
  return method === 'PATCH' ? Buffer.from(JSON.stringify(of)) : payloadOf(...documents);
}

export function targetOf({ method, id: rootId }: Write): string {
  if (method === 'LEVERING') return 'test.json';
  const list = rootId.startsWith('l') ? '/locatie-activiteiten' : '/kwetsbare-gebouwen';
  return method === 'POST' ? list : `${list}/${rootId}`;
}
