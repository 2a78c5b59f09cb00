/** `ev generate`: writes a register to try things on; the same seed gives the same bytes. */
import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { generate } from '../generate/generate.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export interface GenerateArguments {
  readonly objects: number;
  readonly seed: number;
  readonly out: string;
  /** Share of the objects to break, 0 to 1. */
  readonly broken: number;
  /** File for what was broken, one JSON object a line; null: not written. */
  readonly key: string | null;
}

export async function generateCommand(asked: GenerateArguments, terminal: Terminal): Promise<ExitCode> {
  const { objects, seed, out, broken } = asked;
  const file = await openFile(out);
  const key = asked.key === null ? undefined : await openFile(asked.key);
  const counts = await generate({
    objects, seed, broken,
    ...(key === undefined ? {} : { onBroken: (what) => { key.write(`${JSON.stringify(what)}\n`); } }),
    write: async (chunk) => {
      if (!file.write(chunk)) await once(file, 'drain');
      if (key?.writableNeedDrain === true) await once(key, 'drain');
    },
  });
  for (const stream of [file, key]) {
    stream?.end();
    if (stream !== undefined) await finished(stream);
  }
  const spoiled = counts.broken === 0 ? '' : `, ${counts.broken} of them broken`;
  terminal.say(`${out}: ${counts.objects} objects in ${counts.roots} roots${spoiled}, model 4.0.0, RD`);
  terminal.say('Validate and submit it with --crs RD');
  terminal.answer({ out, ...counts });
  return EXIT.fine;
}

async function openFile(path: string): Promise<WriteStream> {
  const stream = createWriteStream(path);
  await once(stream, 'open');
  return stream;
}
