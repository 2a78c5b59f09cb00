/** A service as a process, for programs that attack it. */
import { onTestFinished } from 'vitest';
import { freePort } from '../demo-process.ts';
import { said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

export interface Attacked {
  readonly port: number;
  readonly pid: number;
}

/** Starts `ev serve` on an empty register. The process ends with the test. */
export async function servedWith(options: readonly string[]): Promise<Attacked> {
  const port = await freePort();
  const serving = start(['serve', '--data', temporaryFolder(), '--port', String(port), ...options]);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  await said(serving, `127.0.0.1:${port}/v1`);
  return { port, pid: serving.pid! };
}
