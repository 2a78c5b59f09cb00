/** Background: lowers the priority of threads that must not slow down the serving thread. */
import { getPriority, setPriority } from 'node:os';

/** Nice value of background threads: at 10 a thread gets about a tenth of a core that the serving thread wants. */
const NICENESS = 10;

/**
 * Makes this thread, and threads that it starts later, yield to the serving thread. On Linux a priority belongs to a thread
 * (setpriority(2), "C library/kernel differences"). A process may lower its own priority and not raise it, so a lower one stays.
 */
export function yieldToServing(): void {
  if (getPriority(0) < NICENESS) setPriority(0, NICENESS);
}
