/** `ev generate`: writes a register to try things on; the same seed gives the same bytes. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { generate } from '../generate/generate.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export interface GenerateArguments {
  readonly objects: number;
  readonly seed: number;
  readonly out: string;
}

export async function generateCommand({ objects, seed, out }: GenerateArguments, terminal: Terminal): Promise<ExitCode> {
  const stream = createWriteStream(out);
  await once(stream, 'open');
  const counts = await generate({
    objects,
    seed,
    write: async (chunk) => { if (!stream.write(chunk)) await once(stream, 'drain'); },
  });
  stream.end();
  await finished(stream);
  terminal.say(`${out}: ${counts.objects} objects in ${counts.roots} roots, model 4.0.0, RD`);
  terminal.say('Validate and submit it with --crs http://www.opengis.net/def/crs/EPSG/9.9.1/28992');
  terminal.answer({ out, ...counts });
  return EXIT.fine;
}
