/** Commands without a setting of their own keep the epoch of ITRF2014 of the newest edition. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishedEpoch } from '../../../pipelines/conductor/run-batch.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { openStore } from '../../../publisher/store.ts';
import { publish } from '../../../publisher/write/publish.ts';
import { SOUND } from '../../always-sound.ts';
import { building, createAll, day, request, state } from '../../publisher/registry.ts';

test('the epoch of the newest edition counts; without one, or without an edition, there is none', () => {
  const data = mkdtempSync(join(tmpdir(), 'ev-epoch-'));
  try {
    const store = openStore(foldersOf(data).editions, SOUND);
    const changes = createAll([state('KwetsbaarGebouw', 'a', [building('a', { x: 155_000, y: 463_000, size: 10, name: 'a' })])]);
    const epochs: unknown[] = [];
    for (const [at, epoch] of [undefined, 2025.5, undefined].entries()) {
      publish(request(changes, { moment: day(at + 1), epoch }), store, new Date(day(at + 1)));
      epochs.push(publishedEpoch(data));
    }
    expect(epochs).toEqual([undefined, 2025.5, undefined]);
  } finally {
    rmSync(data, { recursive: true });
  }
});
