/** Downloads: makes those of the active public edition. One process at a time; editions are not dropped meanwhile. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { allDownloads, FORM_FEATURES_MAX } from '../../publisher/format/downloads.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { makeDownloads, type MadeDownloads, type MakeOptions } from '../../publisher/write/downloads.ts';
import { Fault } from '../../schemas/fault.ts';
import { openFormWriters } from '../downloads/form-writers.ts';
import { foldersOf } from '../state/database/database.ts';
import { pinEditions, takeAlone } from '../state/folder/lock.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';

export interface ActiveDownloadsOptions extends Pick<MakeOptions, 'forms' | 'onFile' | 'signal'> {
  readonly data: string;
  /** Returns the path of DuckDB's spatial extension (prepare/spatial-extension.ts); called when a form needs it. */
  readonly spatialPath: () => Promise<string>;
}

/** Returns null when no edition was published. */
export async function makeActiveDownloads({ data, spatialPath, ...options }: ActiveDownloadsOptions): Promise<MadeDownloads | null> {
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
    const unpin = pinEditions(data);
    try {
      const sound = soundFolderAt(data);
      return await makeDownloads(of, head.edition, { ...options, sound, openWriters: (work) => openFormWriters(spatialPath, work) });
    } finally {
      unpin();
    }
  } finally {
    release();
  }
}

/** Says that a file has more features than its form holds. */
export function tooLargeLine({ name, form, count }: MadeDownloads['tooLarge'][number]): string {
  return `${name}: not made; ${form} holds ${FORM_FEATURES_MAX[form]} features, and there are ${count}. Take another form.`;
}
