/** Watch: notices when any process adds to the inbox, so that frequent polling is not needed. */
import { watch } from 'node:fs';
import { foldersOf } from '../database/database.ts';

/**
 * Calls `onChange` soon after rows are added, and sometimes when none are. The inbox must be open. This is only a hint: some file systems
 * cannot be watched, so the caller polls too. Returns a function that stops watching.
 */
export function watchInbox(data: string, onChange: () => void): () => void {
  try {
    // Every commit is written to this log first; the file exists while the inbox is open.
    const watcher = watch(`${foldersOf(data).inbox}-wal`, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}
