/** `ev editions`: lists and verifies the kept editions, activates one, and makes editions again from the register. */
import { availableParallelism } from 'node:os';
import { listEditions, newestHead } from '../../publisher/read/heads.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import type { Fault } from '../../schemas/fault.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import { publishedBaseUrl, publishedEpoch, rebuild, rebuildAll, rebuildAt, type BatchOptions } from '../conductor/run-batch.ts';
import type { Rebuilt } from '../editions/rebuild-edition.ts';
import type { RemadeKept } from '../editions/remake-kept.ts';
import { verifyEditions } from '../editions/verify-editions.ts';
import { provideSpatial } from '../prepare/spatial-extension.ts';
import { foldersOf, openExistingState } from '../state/database/database.ts';
import { trustedTimeForHead } from '../state/folder/clock.ts';
import { whileEditionsPinned } from '../state/folder/lock.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';
import { momentOf, whole } from './option-values.ts';
import { eventPrinter } from './print-events.ts';
import { runSet, type Define } from './world.ts';

const AUDIENCE = 'public';

/** Lists the kept editions. Exits 1 when a head or a manifest is damaged. */
export function listCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const { editions, damages } = listEditions(foldersOf(data).editions, AUDIENCE);
  for (const { number, isActive, activated, moment, objects, packs, contentId, baseUrl } of editions) {
    const available = activated === null ? 'never available' : `available from ${inAmsterdam(activated)}`;
    terminal.print(`${isActive ? '*' : ' '} ${number}  ${available}  content of ${inAmsterdam(new Date(moment))}  ${objects} objects  ${packs} packs  `
      + `${contentId.slice(0, 12)}  ${baseUrl}`);
  }
  for (const { message } of damages) terminal.print(message);
  if (damages.length > 0) terminal.print(`${damages.length} damaged: the list lacks what they print, and an edition that says \`never available\` may have been.`);
  if (editions.length > 0) terminal.print('`available from` is `beschikbaarVanaf` of /edities; `ev editions rebuild --at` takes it, also of one that was dropped.');
  else if (damages.length === 0) terminal.print('No edition yet; `ev batch` or `ev serve` publishes the first.');
  terminal.printJson({ editions, damages: damages.map(inJson) });
  return damages.length === 0 ? EXIT.fine : EXIT.errors;
}

/** Reads every byte of one edition, or of all, and compares it with its hash. */
export function verifyCommand({ data, edition }: { data: string; edition: number | 'all' }, terminal: Terminal): ExitCode {
  let progress: Progress | null = null;
  const verified = verifyEditions(data, {
    edition, onProgress: ({ done, total, what }) => (progress ??= terminal.progress('heads and editions read', total)).to(done, what),
  });
  (progress as Progress | null)?.done();
  const { damages, editions, heads, packs } = verified;
  for (const { message } of damages) terminal.print(message);
  terminal.print(`${editions} editions, ${heads} heads, ${packs} packs read: ${damages.length === 0 ? 'all sound' : `${damages.length} damaged`}`);
  terminal.printJson({ ...verified, damages: damages.map(inJson) });
  return damages.length === 0 ? EXIT.fine : EXIT.errors;
}

function inJson({ message, detail }: Fault): unknown {
  return { message, ...detail, cause: undefined };
}

export interface RebuildArguments {
  readonly data: string;
  /** Null: the base URL of the newest edition. */
  readonly baseUrl: string | null;
  /** Null: the epoch of the newest edition. */
  readonly epoch: number | null;
  readonly cacheFolder: string;
  readonly clock: () => Date;
  /** The newest edition; all kept ones of another configuration; or the one that was active at this moment. */
  readonly which: 'newest' | 'kept' | Moment;
}

export async function rebuildCommand(argv: RebuildArguments, terminal: Terminal): Promise<ExitCode> {
  const { data, baseUrl: given, epoch: givenEpoch, cacheFolder, clock, which } = argv;
  openExistingState(data).close();
  const baseUrl = given ?? publishedBaseUrl(data);
  const epoch = givenEpoch ?? publishedEpoch(data);
  const options = { data, baseUrl, epoch, threads: availableParallelism(), clock };
  if (typeof which === 'number') return rebuildAtCommand(which, options, terminal);
  const spatialPath = await provideSpatial({ cacheFolder, log: terminal.note });
  if (which === 'kept') return rebuildAllCommand({ ...options, spatialPath }, terminal);
  let edition: number | null = null;
  const printEvent = eventPrinter(terminal);
  await rebuild({
    ...options, spatialPath,
    onEvent: (event) => {
      if (event.kind === 'Edition:Publish') edition = event.edition;
      printEvent(event);
    },
  });
  terminal.print(`Edition ${edition} is the newest one, made anew from the register.`);
  terminal.printJson({ edition });
  return EXIT.fine;
}

/** Makes all kept editions again. Exits 1 when one of them cannot be. */
async function rebuildAllCommand(options: Omit<BatchOptions, 'onEvent'>, terminal: Terminal): Promise<ExitCode> {
  const { baseUrl } = options;
  let progress: Progress | null = null;
  const remade = await rebuildAll({ ...options, onEvent: eventPrinter(terminal) }, (done, total) => {
    (progress ??= terminal.progress('editions made again', total)).to(done);
  });
  (progress as Progress | null)?.done();
  for (const line of linesOf(remade, baseUrl)) terminal.print(line);
  terminal.printJson({ baseUrl, ...remade });
  return remade.left.length === 0 ? EXIT.fine : EXIT.errors;
}

function linesOf({ editions, left, unchanged }: RemadeKept, baseUrl: string): readonly string[] {
  const numbersOf = (argv: typeof editions[number]['outcome']): string => (
    editions.filter(({ outcome }) => outcome === argv).map(({ edition }) => edition).join(', ')
  );
  const [less, mended] = [numbersOf('less'), numbersOf('mended')];
  return [
    `${editions.length} editions are made again from the register with the configuration of today; their links begin with ${baseUrl}. ${unchanged} had it already.`,
    ...(editions.length === 0 ? [] : ['Tags of before do not fit them. Read them with `ev editions verify`; a server removes the packs that no edition needs any more.']),
    ...(less === '' ? [] : [`Without what is secret now: ${less}.`]),
    ...(mended === '' ? [] : [`The manifest was damaged, so that what is there now is compared with nothing: ${mended}.`]),
    ...left.map(({ reason }) => reason),
    ...(left.length === 0 ? [] : [`${left.length} could not be made again.`]),
  ];
}

function rebuildAtCommand(at: Moment, options: Pick<BatchOptions, 'data' | 'baseUrl' | 'epoch' | 'threads' | 'clock'>, terminal: Terminal): ExitCode {
  const rebuilt = rebuildAt({ ...options, onEvent: eventPrinter(terminal) }, at);
  terminal.print(`Edition ${rebuilt.edition}, which was active at ${inAmsterdam(new Date(at))}, ${OUTCOMES[rebuilt.outcome]}.`);
  terminal.printJson(rebuilt);
  return EXIT.fine;
}

const OUTCOMES: Readonly<Record<Rebuilt['outcome'], string>> = {
  kept: 'is still kept, and every byte of it is sound: there is nothing to rebuild',
  same: 'is there again and says what it said',
  remade: 'is there again, in the form of this version and without what is secret now: tags and cursors of before do not fit it',
  less: 'is there again without what is secret now: tags and cursors of before do not fit it',
};

/** Returns the time for a new head. Throws a Fault when the clock is not trusted. */
function trustedNow(data: string, now: Date): Date {
  const db = openExistingState(data);
  try {
    return trustedTimeForHead(db, now, newestHead(foldersOf(data).editions, AUDIENCE)?.activated);
  } finally {
    db.close();
  }
}

/** Makes a kept edition the active one by a new head: rolls back, or undoes a roll-back. */
export function activateCommand(
  { data, edition, now }: { data: string; edition: number; now: Date }, terminal: Terminal,
): ExitCode {
  const { editions } = foldersOf(data);
  const head = whileEditionsPinned(data, () => (
    activate(openStore(editions, soundFolderAt(data)), { audience: AUDIENCE, edition, now: trustedNow(data, now) })
  ));
  const newest = newestHead(editions, AUDIENCE)?.newest ?? edition;
  terminal.print(`Edition ${edition} is active (head ${head}).`);
  if (newest !== edition) terminal.print(`The next batch goes on from the register: it publishes all that edition ${newest} has, and what is new. Edition ${edition} is active until then.`);
  terminal.printJson({ edition, head, newest });
  return EXIT.fine;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('list', 'list them; * is the active one', (list) => settingsFor(list, 'editions list'), (argv) =>
    runSet(argv, world, (terminal, { data }) => listCommand({ data }, terminal)))
  .command('verify [edition]', 'read every byte and compare it with its hash', (verify) => settingsFor(verify, 'editions verify')
    .positional('edition', { describe: 'one edition; all without it', coerce: whole('EDITION', 1) }), (argv) =>
    runSet(argv, world, (terminal, { data }) => verifyCommand({
      data, edition: argv.edition ?? 'all',
    }, terminal)))
  .command('activate <edition>', 'make a kept edition the active one', (activate) => settingsFor(activate, 'editions activate')
    .positional('edition', { demandOption: true, describe: 'its number in `ev editions list`', coerce: whole('EDITION', 1) }), (argv) =>
    runSet(argv, world, (terminal, { data }) => activateCommand({
      data, edition: argv.edition, now: world.clock(),
    }, terminal)))
  .command('rebuild', 'make the newest edition, a dropped one, or all kept ones again from the register', (rebuild) => settingsFor(rebuild, 'editions rebuild')
    .option('all', {
      type: 'boolean', conflicts: 'at',
      describe: 'every kept edition of another base URL, epoch, model, grids or code lists, with the current ones',
    })
    .option('at', { type: 'string', describe: 'the edition that was active at this moment: 2026-11-01T12:00:00Z', coerce: momentOf('--at', ', as /edities lists them') }), (argv) =>
    runSet(argv, world, (terminal, { data, baseUrl, epoch }) => rebuildCommand({
      data, baseUrl, epoch, cacheFolder: world.cacheFolder, clock: world.clock, which: argv.all === true ? 'kept' : argv.at ?? 'newest',
    }, terminal)))
  .demandCommand(1, 'Name what to do: list, verify, activate or rebuild.'));
