/** `ev setup`: provides what npm cannot bring, DuckDB's spatial extension, once into the cache folder. */
import { provideSpatial } from '../setup.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export async function setup({ cacheFolder }: { cacheFolder: string }, terminal: Terminal): Promise<ExitCode> {
  const path = await provideSpatial({ cacheFolder, log: terminal.note });
  terminal.say(`The spatial extension of DuckDB is ready: ${path}`);
  terminal.answer({ spatial: path });
  return EXIT.fine;
}
