/** Readiness: its report, and the events that end and restore it. */
import { expect, test } from 'vitest';
import type { Activated } from '../../../publisher/read/types.ts';
import { Health, type HealthParts } from '../../../pipelines/operations/health.ts';

const ACTIVE = { edition: { number: 7 } } as Activated;
const GIB = 1024 ** 3;
const PARTS: HealthParts = {
  data: '', current: () => ACTIVE, isConducting: () => true, requireAccepting: () => Promise.resolve(), accessFault: () => null, scheduleFault: () => null,
  clock: () => new Date(0), freeBytes: () => Promise.resolve(GIB),
};

function healthy(parts: Partial<HealthParts> = {}): Health {
  const health = new Health({ ...PARTS, ...parts });
  health.onListening();
  return health;
}

test('a service is not ready before it listens', async () => {
  const health = new Health(PARTS);
  expect((await health.readiness()).reasons).toEqual(['the service does not listen yet']);
  health.onListening();
  expect((await health.readiness()).ready).toBe(true);
});

test('ready: an edition can be read, the conductor lives, nothing is damaged, there is room', async () => {
  expect(await healthy().readiness()).toEqual({ ready: true, writable: true, reasons: [], edition: 7, diskFreeBytes: GIB });
});

test('not ready, and why: no edition', async () => {
  const { ready, writable, reasons } = await healthy({ current: () => undefined }).readiness();
  expect([ready, writable, reasons]).toEqual([false, false, [expect.stringContaining('no edition')]]);
});

// A load balancer that asks for readiness must not take the service from its readers.
test.each<[string, Partial<HealthParts>]>([
  ['the conductor does not live', { isConducting: () => false }],
  ['inbox.db was removed', { requireAccepting: () => Promise.reject(new Error('inbox.db was removed')) }],
  ['the disk is full', { freeBytes: () => Promise.resolve(1_000) }],
  ['no token is accepted: holders.json', { accessFault: () => new Error('holders.json') }],
  ['the schedule does not run: pipelines.json', { scheduleFault: () => new Error('pipelines.json') }],
])('ready for readers, not writable, and why: %s', async (reason, parts) => {
  const { ready, writable, reasons } = await healthy(parts).readiness();
  expect([ready, writable, reasons]).toEqual([true, false, [expect.stringContaining(reason)]]);
});

test('a damaged edition is reported until its replacement can be read', async () => {
  const health = healthy();
  health.onEvent({ kind: 'Edition:Damage', message: 'a page of pack 3' });
  expect((await health.readiness()).reasons).toEqual([expect.stringContaining('a page of pack 3')]);
  health.onHead();
  expect((await health.readiness()).ready).toBe(true);
});

test('an unreadable head is reported until it can be read', async () => {
  const health = healthy();
  health.onLook(new Error('head 9 is cut off'));
  expect((await health.readiness()).reasons).toEqual([expect.stringContaining('head 9 is cut off')]);
  health.onLook(null);
  expect((await health.readiness()).ready).toBe(true);
});

test('a failed conductor is reported until an attempt succeeds', async () => {
  let nowMs = 0;
  const health = healthy({ clock: () => new Date(nowMs) });
  health.onEvent({ kind: 'Conductor:Fail', message: 'no room', retryMs: 1_000 });
  expect(await health.readiness()).toMatchObject({ ready: true, writable: false, reasons: [expect.stringContaining('no room')] });
  nowMs = 60_000;
  expect((await health.readiness()).writable).toBe(true);
});

test('a service that stops is not ready', async () => {
  const health = healthy();
  health.stop();
  expect((await health.readiness()).ready).toBe(false);
});

test('a crashed conductor is reported until its work is done or set aside', async () => {
  const health = healthy();
  health.onEvent({ kind: 'Conductor:Crash', step: 'decide', uuids: ['u1', 'u2'] });
  health.onHead();
  expect((await health.readiness()).reasons).toEqual([expect.stringContaining('it was deciding submission u1 and 1 more')]);
  health.onEvent({ kind: 'Conductor:Recover' });
  expect((await health.readiness()).ready).toBe(true);
});
