/** Payloads that come in pieces: what is whole is stored as it came, what is not leaves nothing (limits: test/small-limits.ts). */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { SourceFault } from '../../../../pipelines/prepare/unpacker.ts';
import { foldersOf, makeFolders } from '../../../../pipelines/state/database/database.ts';
import { ArrivingPayload } from '../../../../pipelines/state/inbox/arriving.ts';
import { payloadPath, sha256Of } from '../../../../pipelines/state/inbox/payload.ts';
import { temporaryFolder } from '../register-bench.ts';

interface Sent {
  readonly data: string;
  readonly uuid: string;
  readonly payload: ArrivingPayload;
  readonly fault: SourceFault | undefined;
}

async function sent(bytes: Buffer, pieceBytes = 1_000): Promise<Sent> {
  const data = temporaryFolder();
  makeFolders(data);
  const uuid = randomUUID();
  const payload = new ArrivingPayload(data, uuid);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const fault = await payload.add(Buffer.from(bytes.subarray(at, at + pieceBytes)));
    if (fault !== undefined) return { data, uuid, payload, fault };
  }
  return { data, uuid, payload, fault: await payload.end() };
}

const files = (data: string): readonly string[] => readdirSync(foldersOf(data).payloads);
const text = randomBytes(20_000).toString('hex');
const packed = gzipSync(text);

test.each([['small', 10_000], ['large', 10_001], ['of many pieces', 2_000_000]])('%s: size and SHA-256 are those of what came', async (_, bytes) => {
  const all = Buffer.alloc(bytes, 'x');
  const { data, uuid, payload, fault } = await sent(all);
  expect(fault).toBeUndefined();
  const arrived = await payload.finish();
  expect(arrived).toMatchObject({ bytes, sha256: sha256Of(all) });
  const isInline = bytes <= 10_000;
  expect(files(data)).toEqual(isInline ? [] : [uuid]);
  expect(Buffer.from(arrived.payload ?? readFileSync(payloadPath(data, uuid))).equals(all)).toBe(true);
});

test('of what is large only a temporary file is there before all of it has come; nothing after it is dropped', async () => {
  const { data, uuid, payload } = await sent(Buffer.alloc(50_000, 'x'));
  expect(files(data)).toEqual([`${uuid}.tmp`]);
  await payload.drop();
  expect(files(data)).toEqual([]);
});

test.each([1, 1_000, 100_000])('packed bytes in pieces of %i are stored as they came', async (pieceBytes) => {
  const { payload, data, uuid, fault } = await sent(packed, pieceBytes);
  expect(fault).toBeUndefined();
  expect(await payload.finish()).toMatchObject({ bytes: packed.length, sha256: sha256Of(packed), payload: null });
  expect(readFileSync(payloadPath(data, uuid)).equals(packed)).toBe(true);
});

test('an empty delivery, and one of a single byte, are stored: the report says what they are', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from([0x1f])]) {
    const { payload, fault } = await sent(bytes);
    expect(fault).toBeUndefined();
    expect((await payload.finish()).payload).toHaveLength(bytes.length);
  }
});

const CASES: readonly (readonly [what: string, bytes: Buffer, fault: SourceFault])[] = [
  ['more than a delivery may be', Buffer.alloc(3_000_001, 'x'), 'te-groot'],
  ['gzip cut off half-way', packed.subarray(0, packed.length / 2), 'gzip-afgekapt'],
  ['gzip cut off in its last byte', packed.subarray(0, -1), 'gzip-afgekapt'],
  ['gzip cut off in its head', packed.subarray(0, 5), 'gzip-afgekapt'],
  ['gzip with bytes behind it', Buffer.concat([packed, Buffer.from('rest')]), 'gzip-beschadigd'],
  ['gzip with a changed byte', Buffer.from(packed.map((byte, at) => (at === 15_000 ? byte ^ 1 : byte))), 'gzip-beschadigd'],
  ['gzip that unpacks to more than a delivery may be', gzipSync(randomBytes(1_600_000).toString('hex')), 'gzip-te-groot'],
  ['a decompression bomb', gzipSync(Buffer.alloc(2_900_000)), 'gzip-verdacht'],
];

test.each(CASES)('%s is not taken, and leaves nothing', async (_, bytes, expected) => {
  const { data, payload, fault } = await sent(bytes, 64_000);
  expect(fault).toBe(expected);
  expect(await payload.end()).toBe(expected);
  await payload.drop();
  expect(files(data)).toEqual([]);
});

test('a disk that does not take it is a Fault that names the file', async () => {
  const data = temporaryFolder();
  makeFolders(data);
  const uuid = randomUUID();
  const payload = new ArrivingPayload(data, uuid);
  await payload.add(Buffer.alloc(9_000, 'x'));
  symlinkSync('/dev/full', `${payloadPath(data, uuid)}.tmp`);
  await expect(payload.add(Buffer.alloc(9_000, 'x'))).rejects.toThrow(payloadPath(data, uuid));
});
