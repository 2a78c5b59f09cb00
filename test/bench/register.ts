/** A generated register as a file, and what of it was broken: the delivery of several subjects. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { generate, type BrokenAt } from '../../pipelines/generate/generate.ts';

const SEED = 1;

/** `broken`: share of the objects, from 0 to 1. */
export async function writeRegister(path: string, objects: number, broken = 0): Promise<readonly BrokenAt[]> {
  const file = createWriteStream(path);
  const key: BrokenAt[] = [];
  await generate({
    objects, seed: SEED, broken,
    onBroken: (what) => { key.push(what); },
    write: async (chunk) => { if (!file.write(chunk)) await once(file, 'drain'); },
  });
  file.end();
  await finished(file);
  return key;
}
