/** Requested files of a data folder: the maker of files (downloads/file-maker.ts) with the folder and the lock that it uses. */
import { Fault } from '../../schemas/fault.ts';
import type { FileMaker } from '../../schemas/requested-files.ts';
import { ProcessFileMaker, type FileMakerParts } from '../downloads/file-maker.ts';
import { foldersOf } from '../state/database/database.ts';
import { takeAlone } from '../state/folder/lock.ts';

export function fileMakerOf(data: string, parts: Omit<FileMakerParts, 'folder' | 'takeLock'>): FileMaker {
  const { requested, requestedLock: path } = foldersOf(data);
  const busy = (): Fault => new Fault('another process makes the requested files', { step: 'Files:Make', path });
  return new ProcessFileMaker({ ...parts, folder: requested, takeLock: () => takeAlone(path, busy) });
}
