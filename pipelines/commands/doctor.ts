/** `ev doctor`: says of each thing the software needs whether it is there and sound, and how to mend it. Changes nothing by itself. */
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { Fault } from '../../schemas/fault.ts';
import { loadGrids } from '../coordinates/grids.ts';
import { openSpatial } from '../prepare/geometry/index.ts';
import { cachedSpatial } from '../setup.ts';
import { foldersOf } from '../state/database.ts';
import { listOrganisations } from '../state/holders.ts';
import { inspectState } from '../state/inspect.ts';
import { acceptClock } from '../state/submit.ts';
import { listTokens } from '../state/tokens.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

const NODE_MAJOR_MIN = 24;
const FREE_BYTES_MIN = 1024 ** 3;
const SOON_DAYS = 30;

interface Check {
  readonly name: string;
  readonly look: () => string | Promise<string>;
}

export interface DoctorArguments {
  readonly data: string;
  readonly cacheFolder: string;
  readonly nodeVersion: string;
  /** The clock, when the operator says that it is right however far it went ahead. */
  readonly acceptClock: (() => Date) | null;
  readonly now: Date;
}

export async function doctor(asked: DoctorArguments, terminal: Terminal): Promise<ExitCode> {
  if (asked.acceptClock !== null) acceptClock(asked.data, asked.acceptClock);
  const results = [];
  for (const { name, look } of checksOf(asked)) {
    const result = await resultOf(name, look);
    terminal.say(`${result.ok ? 'ok  ' : 'FAIL'}  ${name}: ${result.detail}`);
    results.push(result);
  }
  terminal.answer({ checks: results });
  return results.every(({ ok }) => ok) ? EXIT.fine : EXIT.environment;
}

async function resultOf(name: string, look: Check['look']): Promise<{ name: string; ok: boolean; detail: string }> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    if (error instanceof Fault || error instanceof Error) return { name, ok: false, detail: error.message };
    throw error;
  }
}

function checksOf({ data, cacheFolder, nodeVersion, now }: DoctorArguments): readonly Check[] {
  const folders = foldersOf(data);
  return [
    { name: 'Node', look: () => checkNode(nodeVersion) },
    {
      name: 'DuckDB with spatial',
      async look() {
        const spatial = await openSpatial(await cachedSpatial(cacheFolder));
        spatial.close();
        return 'loads';
      },
    },
    { name: 'grids of RDNAPTRANS2018', look: () => `SHA-256 ${loadGrids().sha256.slice(0, 12)}…, as shipped` },
    { name: 'data folder', look: () => checkFolder(data) },
    { name: 'inbox and register', look: () => (existsSync(folders.inbox) ? inspectState(data) : 'none yet') },
    { name: 'organisations and tokens', look: () => checkAccess(data, now) },
    {
      name: 'newest edition',
      look() {
        const newest = existsSync(folders.editions) ? newestHead(folders.editions, 'public') : undefined;
        if (newest === undefined) return 'none yet';
        const { damages } = verifyEdition(folders.editions, 'public', { edition: newest.edition });
        if (damages[0] !== undefined) throw damages[0];
        return `edition ${newest.edition}, head ${newest.head}, every byte verified`;
      },
    },
  ];
}

function checkNode(version: string): string {
  if (Number(version.split('.')[0]) >= NODE_MAJOR_MIN) return version;
  throw new Fault('Node is too old', {
    step: 'Node:Check', expected: `${NODE_MAJOR_MIN} or newer`, actual: version, hint: 'Use `npm run -s ev -- …`, which brings its own.',
  });
}

/** That a token ends soon is no defect, but whoever writes with it should hear of it. */
function checkAccess(data: string, now: Date): string {
  const later = new Date(now.getTime() + SOON_DAYS * 86_400_000);
  const validAt = (moment: Date): number => listTokens(data, moment).filter(({ state }) => state === 'valid').length;
  const [valid, lasting] = [validAt(now), validAt(later)];
  const soon = valid > lasting ? `, ${valid - lasting} of which end within ${SOON_DAYS} days` : '';
  return `${listOrganisations(data).length} organisations, ${valid} tokens that hold${soon}`;
}

async function checkFolder(data: string): Promise<string> {
  let nearest = data;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  await access(nearest, constants.W_OK);
  const { bavail, bsize } = await statfs(nearest);
  const free = bavail * bsize;
  const detail = `${data}, ${Math.floor(free / 1024 ** 2)} MiB free`;
  if (free >= FREE_BYTES_MIN) return detail;
  throw new Fault('the disk is nearly full', { step: 'Disk:Check', path: data, actual: detail, hint: 'Free at least 1 GiB.' });
}
