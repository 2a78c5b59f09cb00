/** `ev` as a process, and what it said; for the tests of the command line. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CRSS } from '../../schemas/crs.ts';
import { PROJECT } from '../shared-data.ts';

export const RD = CRSS['28992'].uri;
export const EXAMPLE = join(PROJECT, 'data/examples/school-zwolle.json');

export interface Ran { readonly code: number | null; readonly out: string; readonly err: string }

/** Every command line that the tests of one file have run. */
export const ran: (readonly string[])[] = [];

export function start(args: readonly string[], nodeOptions: readonly string[] = []) {
  ran.push(args);
  return spawn(process.execPath, [...nodeOptions, join(PROJECT, 'pipelines/cli.ts'), ...args]);
}

export async function ev(args: readonly string[], nodeOptions: readonly string[] = []): Promise<Ran> {
  const child = start(args, nodeOptions);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => { out += text; });
  child.stderr.setEncoding('utf8').on('data', (text: string) => { err += text; });
  const [code] = await once(child, 'close') as [number | null];
  return { code, out, err };
}

/** Collects the text of both outputs of a process from now on. Returns a function that returns the text so far. */
export function outputOf(child: ChildProcessWithoutNullStreams): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; });
  return () => text;
}

/** Resolves when a process has said the words, on either of its outputs. */
export function said(child: ChildProcessWithoutNullStreams, words: string): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.includes(words)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(text)));
  });
}
