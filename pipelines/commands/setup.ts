/** `ev setup`: provides DuckDB's spatial extension, which npm cannot, in the cache folder, and prints how it was verified. */
import { verifiedSpatial, type VerifiedSpatial } from '../prepare/spatial-extension.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { run, type Define } from './world.ts';

export async function setup({ cacheFolder }: { cacheFolder: string }, terminal: Terminal): Promise<ExitCode> {
  const { path, platform, by } = await verifiedSpatial({ cacheFolder, log: terminal.note });
  terminal.print(`The spatial extension of DuckDB is ready: ${path}`);
  terminal.print(`Verified by its ${WORDS[by].replace('PLATFORM', platform)}.`);
  terminal.printJson({ spatial: path, platform, verifiedBy: by });
  return EXIT.fine;
}

const WORDS: Readonly<Record<VerifiedSpatial['by'], string>> = {
  checksum: 'SHA-256, as expected for PLATFORM',
  signature: 'signature of DuckDB; no SHA-256 is known for PLATFORM',
};

export const define: Define = (args, line, { cacheFolder }) => args.command(...line, (inner) => inner, (argv) =>
  run(argv, (terminal) => setup({ cacheFolder }, terminal)));
