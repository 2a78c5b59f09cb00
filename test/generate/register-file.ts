/** A generated register as a file, and what of it was broken as another, one JSON object a line. */
import { once } from 'node:events';
import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { generate, type BrokenAt, type GenerateCounts } from './generate.ts';

export interface RegisterFile {
  readonly objects: number;
  readonly seed: number;
  /** Share of the objects to break, 0 to 1; none when absent. */
  readonly broken?: number;
  /** Path of the file for what was broken; not written when absent. */
  readonly key?: string | undefined;
}

export async function writeRegister(path: string, { key: keyPath, ...options }: RegisterFile): Promise<GenerateCounts> {
  const file = await openFile(path);
  const key = keyPath === undefined ? undefined : await openFile(keyPath);
  const counts = await generate({
    ...options,
    onBroken: (what) => { key?.write(`${JSON.stringify(what)}\n`); },
    write: async (chunk) => {
      if (!file.write(chunk)) await once(file, 'drain');
      if (key?.writableNeedDrain === true) await once(key, 'drain');
    },
  });
  for (const stream of [file, key]) {
    stream?.end();
    if (stream !== undefined) await finished(stream);
  }
  return counts;
}

/** Reads the file of what was broken. */
export function readKey(path: string): readonly BrokenAt[] {
  return readFileSync(path, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as BrokenAt);
}

async function openFile(path: string): Promise<WriteStream> {
  const stream = createWriteStream(path);
  await once(stream, 'open');
  return stream;
}
