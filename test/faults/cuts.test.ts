/** Power cuts at any call of the store of editions, on a model of a disk (fault test D5): a head that was made is found again, whole. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHead, newestHeadNumber } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { publish } from '../../publisher/write/publish.ts';
import { setAsideDamagedHeads } from '../../publisher/write/recover.ts';
import { buildingRoot, createAll, day, request } from '../publisher/registry.ts';
import { DiskModel, type Chance } from './disk-model.ts';
import { tally } from './tally.ts';
import { SOUND } from '../always-sound.ts';

const recorder = vi.hoisted(() => ({ disk: null as DiskModel | null, onCall: () => {} }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const after = (note: (disk: DiskModel) => void): void => {
    if (recorder.disk === null) return;
    note(recorder.disk);
    recorder.onCall();
  };
  return {
    ...fs,
    mkdirSync(path: string, options?: object) {
      fs.mkdirSync(path, options);
      after((disk) => disk.folderMade(path));
    },
    openSync(path: string, flags: string) {
      const file = fs.openSync(path, flags);
      after((disk) => disk.opened(file, path, flags.startsWith('wx')));
      return file;
    },
    closeSync(file: number) {
      fs.closeSync(file);
      after((disk) => disk.closed(file));
    },
    writeSync(file: number, bytes: Buffer, offset = 0, length = bytes.length - offset) {
      const count = fs.writeSync(file, bytes, offset, length);
      const copy = Buffer.from(bytes.subarray(offset, offset + count));
      after((disk) => disk.written(file, copy));
      return count;
    },
    fsyncSync(file: number) {
      fs.fsyncSync(file);
      after((disk) => disk.synced(file));
    },
    renameSync(from: string, to: string) {
      fs.renameSync(from, to);
      after((disk) => disk.renamed(from, to));
    },
    linkSync(from: string, to: string) {
      fs.linkSync(from, to);
      after((disk) => disk.linked(from, to));
    },
    unlinkSync(path: string) {
      fs.unlinkSync(path);
      after((disk) => disk.unlinked(path));
    },
  };
});

const RUNS = process.env['EV_FAULTS'] === 'full' ? 20_000 : 300;
const NOW = new Date('2026-11-21T10:00:00Z');

/** A publication of so many new roots, or a roll-back to the first edition. */
type Step = number | 'back';

/** The prefix of the steps that are publications: what a register holds after them. */
const rootsOf = (steps: readonly Step[]) => steps.map((step, at) => createAll(
  Array.from({ length: step === 'back' ? 0 : step }, (_, n) => buildingRoot(`r${at}-${n}`, { x: 1_000 * at, y: 400_000 + 100 * n, name: `n${at}` }))));

function take(of: AudienceFolder, steps: readonly Step[], from = 0): void {
  const store = openStore(of.folder, SOUND);
  for (const [at, changes] of rootsOf(steps).entries()) {
    if (at < from) continue;
    if (steps[at] === 'back') activate(store, { audience: of.audience, edition: 1, now: NOW });
    else publish(request(changes, { moment: day(at), parentMoment: day(Math.max(0, at - 1)) }), store, NOW);
  }
}

/** contentId of the active edition. */
function activeIn(folder: string): string | undefined {
  const editions = openEditions(folder, 'public');
  try {
    return editions.current()?.edition.contentId;
  } finally {
    editions.close();
  }
}

function temporary(): string {
  return mkdtempSync(join(tmpdir(), 'ev-cuts-'));
}

/** Runs the steps on a recorded disk, which is cut at the given call; heads that were made by then, and what may be left. */
function cutAt(steps: readonly Step[], call: number, chance: Chance): { readonly left: string; readonly heads: number; readonly contents: ReadonlySet<string> } {
  const [folder, left] = [temporary(), temporary()];
  const disk = new DiskModel();
  let heads = 0;
  let isCut = false;
  recorder.disk = disk;
  recorder.onCall = () => {
    if (disk.calls < call || isCut) return;
    isCut = true;
    recorder.disk = null;
    disk.cut(folder, left, chance);
    recorder.disk = disk;
  };
  const contents = new Set<string>();
  try {
    disk.folderMade(folder);
    const of = { folder, audience: 'public' } as const;
    for (const [at] of steps.entries()) {
      take(of, steps.slice(0, at + 1), at);
      recorder.disk = null;
      contents.add(activeIn(folder)!);
      if (!isCut) heads = newestHeadNumber({ folder, audience: 'public' }, 0);
      recorder.disk = disk;
    }
    recorder.disk = null;
    if (!isCut) disk.cut(folder, left, chance);
    return { left, heads, contents };
  } finally {
    recorder.disk = null;
    rmSync(folder, { recursive: true });
  }
}

const steps = fc.array(fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) }, { weight: 1, arbitrary: fc.constant<Step>('back') }), { minLength: 1, maxLength: 5 })
  .map((rest): readonly Step[] => [3, ...rest]);

test(`D5: ${RUNS} cuts at any call leave a newest head that verifies, and none that was made is lost`, () => {
  fc.assert(fc.property(steps, fc.integer({ min: 1, max: 250 }), fc.infiniteStream(fc.nat(1_000_000)), (taken, call, stream) => {
    const chance: Chance = { happens: () => stream.next().value! % 2 === 0, below: (limit) => stream.next().value! % limit };
    const { left, heads, contents } = cutAt(taken, call, chance);
    try {
      const of = { folder: left, audience: 'public' } as const;
      setAsideDamagedHeads(of);
      const head = newestHead(left, 'public');
      expect(newestHeadNumber(of, 0)).toBeGreaterThanOrEqual(heads);
      if (head !== undefined) {
        expect(verifyEdition(left, 'public', { edition: head.edition }).damages).toEqual([]);
        expect(contents).toContain(activeIn(left));
      }
    } finally {
      rmSync(left, { recursive: true });
    }
  }), { numRuns: RUNS, ...(process.env['EV_SEED'] === undefined ? {} : { seed: Number(process.env['EV_SEED']) }) });
  tally({ faults: RUNS });
});
