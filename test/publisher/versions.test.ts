/** The tree of recorded versions: its contents come back, and it follows from them alone, whatever editions came before. */
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { packNumbers } from '../../publisher/format/manifest.ts';
import { newestHead, numbersOf, readManifest } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import type { RecordedVersion, VersionChange } from '../../publisher/write/input.ts';
import { publish } from '../../publisher/write/publish.ts';
import { repack } from '../../publisher/write/repack.ts';
import { LEAF_MAX } from '../../publisher/format/version-nodes.ts';
import type { Received } from '../../schemas/time.ts';
import { withFolder } from './histories.ts';
import { day, request } from './registry.ts';
import { SOUND } from '../always-sound.ts';
import { drawn } from '../runs.ts';

const NOW = new Date('2026-02-01T12:00:00Z');

/** Some ids with few versions, one with many. */
const id = fc.oneof({ weight: 3, arbitrary: fc.nat(400).map((n) => `id-${n}`) }, { weight: 1, arbitrary: fc.constant('often') });
const change = fc.record({ id, ending: fc.nat(5), removal: fc.nat(9), fields: fc.option(fc.subarray(['populatie', 'voertUit.heeft.ashoogte', 'geometrie'])) });

/** Returns the listed versions after each of some batches, and the changes of each. */
function listsOf(batches: readonly (readonly { id: string; ending: number; removal: number; fields: readonly string[] | null }[])[]) {
  let listed = new Map<string, RecordedVersion>();
  let clock = 0;
  return batches.map((batch) => {
    const before = listed;
    listed = new Map(before);
    for (const { id: one, ending, removal, fields } of batch) {
      clock += 1;
      const held = [...listed].filter(([, { id: other, recorded }]) => other === one && recorded.until === null);
      for (const [name, version] of held) {
        if (removal === 0) listed.delete(name);
        else if (ending > 0) listed.set(name, { ...version, recorded: { ...version.recorded, until: clock as Received } });
      }
      listed.set(`${one} ${clock}`, {
        id: one, type: 'KwetsbaarGebouw', valid: { from: day(clock % 7), until: clock % 3 === 0 ? null : day(9) },
        recorded: { from: clock as Received, until: null }, holder: `AB${clock % 3}`, changed: fields,
      });
    }
    return { before, after: listed };
  });
}

type Listed = ReadonlyMap<string, RecordedVersion>;

function* changesOf({ before, after }: { before: Listed; after: Listed }): Generator<VersionChange> {
  const at = day(1);
  for (const [name, { id: one, recorded, valid }] of before) {
    if (!after.has(name)) yield { kind: 'remove', version: { id: one, recordedFrom: recorded.from, validFrom: valid.from }, at };
  }
  for (const [name, version] of after) {
    const { recorded: { from, until }, valid } = version;
    const held = before.get(name);
    if (held === undefined) yield { kind: 'open', version, at };
    else if (until !== held.recorded.until) yield { kind: 'end', version: { id: version.id, recordedFrom: from, validFrom: valid.from }, until: until!, at };
  }
}

function publishAll(folder: string, batches: readonly { before: Listed; after: Listed }[]): void {
  for (const [index, batch] of batches.entries()) {
    publish({ ...request([], { moment: day(index + 1) }), versions: () => changesOf(batch) }, openStore(folder, SOUND), NOW);
  }
}

test('by increments and from scratch the contentId is equal, and every version is listed as it was recorded', () => {
  fc.assert(fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 6 }), (batches) => {
    const lists = listsOf(batches);
    const last = lists.at(-1)!.after;
    const scratch = withFolder((folder) => {
      publishAll(folder, [{ before: new Map(), after: last }]);
      return newestHead(folder, 'public')!.contentId;
    });
    withFolder((folder) => {
      publishAll(folder, lists);
      expect(newestHead(folder, 'public')!.contentId).toBe(scratch);
      expect(verifyEdition(folder, 'public', { edition: 'all' }).damages).toEqual([]);
      const editions = openEditions(folder, 'public');
      const { edition } = editions.current()!;
      for (const [one, versions] of Map.groupBy(last.values(), (version) => version.id)) {
        expect(edition.versions(one).map(({ type, valid, recorded, holder, changed }) => ({ id: one, type, valid, recorded, holder, changed })))
          .toEqual(versions.map((version) => ({ ...version, changed: version.changed ?? [] })));
      }
      expect(edition.versions('nobody')).toEqual([]);
      const before = [...last.values()].map((version) => edition.versions(version.id));
      editions.close();
      repackedAlone(folder, edition.number);
      expect(verifyEdition(folder, 'public', { edition: edition.number }).damages).toEqual([]);
      const again = openEditions(folder, 'public');
      expect([...last.values()].map((version) => again.current()!.edition.versions(version.id))).toEqual(before);
      again.close();
    });
  }), { numRuns: drawn(30, 4) });
});

/** Leaves the edition nothing but one new pack. */
function repackedAlone(folder: string, edition: number): void {
  const of = { folder, audience: 'public' } as const;
  repack(openStore(folder, SOUND), { audience: 'public', editions: [edition], from: 1 });
  const needed = packNumbers(readManifest(of, edition).packs);
  expect(needed).toHaveLength(1);
  for (const number of numbersOf(of, 'packs')) if (!needed.includes(number)) rmSync(fileOf(of, 'packs', number));
}

test('one change in a tree of thousands writes a leaf and a few nodes: a few KB', () => {
  withFolder((folder) => {
    const first = listsOf([[{ id: 'id-0', ending: 0, removal: 1, fields: null }]])[0]!.after.get('id-0 1')!;
    const many = new Map(Array.from({ length: 20_000 }, (_, n) => [`id-${n}`, { ...first, id: `id-${n}` }]));
    const one = { ...first, id: 'id-5', recorded: { from: 30_000 as Received, until: null }, changed: ['populatie'] };
    publishAll(folder, [{ before: new Map(), after: many }, { before: many, after: new Map(many).set('new', one) }]);
    const [before, after] = [1, 2].map((number) => readManifest({ folder, audience: 'public' }, number).versions!);
    expect(after!.count).toBe(before!.count + 1);
    const { blocksWritten, segmentsWritten, bytesWritten } = publish(
      { ...request([], { moment: day(5) }), versions: () => [{ kind: 'end', version: { id: one.id, recordedFrom: one.recorded.from, validFrom: one.valid.from }, until: 30_001 as Received, at: day(5) }] },
      openStore(folder, SOUND), NOW,
    );
    expect(blocksWritten).toBe(0);
    expect(segmentsWritten).toBeLessThanOrEqual(5);
    expect(bytesWritten).toBeLessThan(LEAF_MAX * 120 + 4 * 1_400);
  });
});

test('a change that does not fit what is listed is refused, and the edition stays', () => {
  withFolder((folder) => {
    const [batch] = listsOf([[{ id: 'a', ending: 0, removal: 1, fields: null }]]);
    publishAll(folder, [batch!]);
    const end = { kind: 'end', version: { id: 'a', recordedFrom: 99 as Received, validFrom: day(0) }, until: 100 as Received, at: day(2) } as const;
    expect(() => publish({ ...request([], { moment: day(2) }), versions: () => [end] }, openStore(folder, SOUND), NOW)).toThrow(/not there/);
    expect(() => publishAll(folder, [batch!])).toThrow(/there already/);
    expect(newestHead(folder, 'public')!.edition).toBe(1);
  });
});
