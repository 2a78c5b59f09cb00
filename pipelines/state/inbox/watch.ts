/** Watch: hears when any process adds to the inbox, so that nobody need look for it all the time. */
import { watch } from 'node:fs';
import { foldersOf } from '../database/database.ts';

/**
 * Calls `onChange` soon after rows are added, and sometimes when none are. The inbox must be open. It is a hint only: where files cannot
 * be watched nothing is called, so who listens looks by itself too. Returns what ends it.
 */
export function watchInbox(data: string, onChange: () => void): () => void {
  try {
    // Every commit is written here first; while the inbox is open the file stays.
    const watcher = watch(`${foldersOf(data).inbox}-wal`, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => {};
  }
}
