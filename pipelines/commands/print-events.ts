/** Prints the events of the conductor for people: one line each, or a progress bar. */
import { lineOf } from '../conductor/conductor-lines.ts';
import type { ConductorEvent } from '../conductor/conductor.ts';
import type { Progress, Terminal } from './terminal.ts';

/** Returns a listener that prints events on standard error, or by `say`. */
export function eventPrinter(
  terminal: Pick<Terminal, 'note' | 'progress'>, print = (words: string, _event: ConductorEvent): void => { terminal.note(words); },
): (event: ConductorEvent) => void {
  let preparing: Progress | null = null;
  return (event) => {
    if (event.kind === 'Submission:Prepare' && event.done < event.total) {
      preparing ??= terminal.progress('preparing submissions', event.total);
      preparing.to(event.done);
      return;
    }
    preparing?.done();
    preparing = null;
    const line = lineOf(event);
    if (line !== null) print(line, event);
  };
}
