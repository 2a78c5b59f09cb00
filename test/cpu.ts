/** CPU time of this thread: unlike the wall clock it does not depend on what else the machine runs. */

/** Milliseconds of CPU that `work` takes, the least of three runs: the first also compiles. */
export function leastCpuMs(work: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  }));
}
