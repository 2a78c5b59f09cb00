/**
 * The oracle of the whole register, with the real publisher: the contentId follows from the writes and the moment, not from how the work
 * was cut into batches and editions (fault test D18).
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestHead } from '../../publisher/read/heads.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { histories, play, type History } from '../pipelines/random-histories.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

/** Returns the content of the newest edition after the history; `isPublished`: whether a batch is published after a write. */
async function contentIdOf(history: History, isPublished: (place: number) => boolean): Promise<string | undefined> {
  const data = temporaryFolder();
  await play(history.map(({ write }, place) => ({ write, isPublished: isPublished(place) })), data, 'http://127.0.0.1/v1');
  return newestHead(foldersOf(data).editions, 'public')?.contentId;
}

test('contentId by increments = from scratch = with other batch boundaries, from the real register', async () => {
  await fc.assert(fc.asyncProperty(histories, async (history) => {
    const increments = await contentIdOf(history, () => true);
    expect(await contentIdOf(history, () => false)).toBe(increments);
    expect(await contentIdOf(history, (place) => history[place]!.isPublished)).toBe(increments);
  }), { numRuns: 6, endOnFailure: process.env['SHRINK'] === undefined });
});
