/** Downloads: makes those of the active public edition. One process at a time; editions are not dropped meanwhile. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { allDownloads, type DownloadFile } from '../../publisher/format/downloads.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { makeDownloads, type MadeDownloads } from '../../publisher/write/downloads.ts';
import { Fault } from '../../schemas/fault.ts';
import { foldersOf } from '../state/database/database.ts';
import { takeAlone, whileEditionsPinned } from '../state/folder/lock.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';

/** Returns null when no edition was published. */
export function makeActiveDownloads(data: string, onFile?: (file: DownloadFile) => void): MadeDownloads | null {
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  const head = newestHead(of.folder, of.audience);
  if (head === undefined) return null;
  const folder = allDownloads(of);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'making.lock');
  const release = takeAlone(path, () => new Fault('another process is making downloads', {
    step: 'Downloads:Make', path, hint: 'Wait until it ends, then try again.',
  }));
  try {
    return whileEditionsPinned(data, () => makeDownloads(of, head.edition, { sound: soundFolderAt(data), onFile }));
  } finally {
    release();
  }
}
