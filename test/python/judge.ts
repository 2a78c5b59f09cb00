/**
 * Judge: Python's `jsonschema` as a process that answers as many questions as a test has.
 * `.ci/run` installs it and names the Python in EV_PYTHON; without it the tests fail with what to do, they never skip.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../schemas/json.ts';

const PYTHON = process.env['EV_PYTHON'] ?? 'python3';

export interface Judge {
  /** Keeps a schema under a name. */
  learn(name: string, schema: JsonObject): Promise<void>;
  /** Rejects when a kept schema is none by the meta-schema. */
  check(name: string): Promise<boolean>;
  /** Whether a JSON text is valid under a kept schema, or under `<name>#/$defs/<part>` of one. */
  accepts(name: string, text: string): Promise<boolean>;
  stop(): void;
}

/** Questions may be asked without waiting; answers come in their order. */
export function startJudge(): Judge {
  const child = spawn(PYTHON, ['-u', join(import.meta.dirname, 'judge.py')], { stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting: { readonly resolve: (answer: boolean) => void; readonly reject: (error: Error) => void }[] = [];
  let said = '';
  const fail = (why: string): void => {
    const error = new Error(`${PYTHON} with jsonschema did not answer: ${why}\nInstall jsonschema, or name a Python that has it in EV_PYTHON.`);
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  child.stderr.setEncoding('utf8').on('data', (text: string) => { said += text; });
  child.on('error', (error) => fail(error.message));
  child.on('close', () => fail(said));
  child.stdin.on('error', () => undefined); // told by `close`
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as boolean | string;
    const asked = waiting.shift();
    if (typeof answer === 'string') asked?.reject(new Error(answer));
    else asked?.resolve(answer);
  });
  const ask = async (question: JsonObject): Promise<boolean> => await new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    if (child.exitCode === null) child.stdin.write(`${JSON.stringify(question)}\n`);
    else fail(said);
  });
  return {
    learn: async (name, schema) => { await ask({ name, schema }); },
    check: async (name) => await ask({ name }),
    accepts: async (name, text) => await ask({ name, text }),
    stop: () => { child.stdin.end(); },
  };
}
