/**
 * Notify: sends a failure to the operator's command or webhook as one JSON object: on standard input, or as the body of a POST.
 * Not here: when (run-pipeline.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { Fault } from '../../schemas/fault.ts';
import { withoutUserInfo, withoutValues } from '../../schemas/masked.ts';
import type { OnFailure } from './pipelines-file.ts';

const CALL_MS_MAX = 30_000;
const SHOWN_CHARS_MAX = 500;
/** Characters of standard error that are searched for secrets: more than are shown, because half a secret is not recognised. */
const READ_CHARS_MAX = 100_000;

/** Description of a failed run, as it is sent. */
export interface Failure {
  readonly pipeline: string;
  readonly run: number;
  readonly state: string;
  readonly cause: string;
  readonly message: string;
  readonly due: string | null;
  readonly started: string;
  readonly ended: string;
}

/** Sends a failure. Returns the receiver without secrets of its address or arguments. Throws a Fault when sending failed. */
export async function notify(onFailure: OnFailure, failure: Failure): Promise<string> {
  const body = `${JSON.stringify(failure)}\n`;
  return 'command' in onFailure ? await runCommand(onFailure.command, body) : await post(onFailure.webhook, body);
}

async function runCommand([program = '', ...args]: readonly string[], body: string): Promise<string> {
  const who = basename(program);
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], timeout: CALL_MS_MAX, killSignal: 'SIGKILL' });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => { output = `${output}${text}`.slice(0, READ_CHARS_MAX); });
  // A command that does not read its input may succeed all the same: the exit code decides.
  child.stdin.on('error', () => undefined).end(body);
  try {
    const [code, signal] = await once(child, 'close') as [number | null, string | null];
    if (code === 0) return who;
    const words = withoutValues(output, args).trim().slice(0, SHOWN_CHARS_MAX);
    throw notCalled(who, `${signal === null ? `exit code ${code}` : `ended by ${signal}`}${words === '' ? '' : `: ${words}`}`);
  } catch (error) {
    throw error instanceof Fault ? error : notCalled(who, (error as Error).message);
  }
}

async function post(address: string, body: string): Promise<string> {
  const { origin: who, pathname, search, hash } = new URL(address);
  try {
    const answer = await fetch(address, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body, redirect: 'error', signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    await answer.body?.cancel();
    if (answer.ok) return who;
    throw notCalled(who, `status ${answer.status}`);
  } catch (error) {
    if (error instanceof Fault) throw error;
    const { message, cause } = error as Error;
    const words = cause instanceof Error ? `${message}: ${cause.message}` : message;
    throw notCalled(who, withoutValues(withoutUserInfo(words), [pathname, search, hash]));
  }
}

function notCalled(who: string, actual: string): Fault {
  return new Fault(`${who} did not take the call`, { step: 'Failure:Call', actual, hint: 'Mend "onFailure" in pipelines.json, or what it calls.' });
}
