/** Background: threads that have time, beside the one that answers readers. */
import { getPriority, setPriority } from 'node:os';

/** How much a thread at work in the background yields: at 10 it gets about a tenth of a core that the serving thread wants. */
const NICENESS = 10;

/**
 * Makes this thread, and those that it starts from now on, yield to the thread that answers readers. On Linux a priority is
 * that of a thread (setpriority(2), "C library/kernel differences"), and a process may always lower its own. It may not raise it: one that
 * was started with less stays there.
 */
export function yieldToServing(): void {
  if (getPriority(0) < NICENESS) setPriority(0, NICENESS);
}
