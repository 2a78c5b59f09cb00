/** `ev editions`: the editions that are kept, whether their bytes are sound, and which one is active. */
import { availableParallelism } from 'node:os';
import { listEditions, newestHead } from '../../publisher/read/heads.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import type { Fault } from '../../schemas/fault.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import { provideSpatial } from '../setup.ts';
import { believedForHead } from '../state/clock.ts';
import { whileHeld } from '../state/lock.ts';
import { foldersOf, openExistingState } from '../state/database.ts';
import { soundFolderAt } from '../state/sound.ts';
import { verifyEditions } from '../verify-editions.ts';
import type { Rebuilt } from '../workers/rebuild-edition.ts';
import { publishedBaseUrl, rebuild, rebuildAt } from '../workers/run-batch.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';
import { tellWork } from './work.ts';

const AUDIENCE = 'public';

/** Exits 1 when a head or a manifest is damaged; the others are listed. */
export function listCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const { editions, damages } = listEditions(foldersOf(data).editions, AUDIENCE);
  for (const { number, isActive, activated, moment, objects, packs, contentId, baseUrl } of editions) {
    const available = activated === null ? 'never available' : `available from ${inAmsterdam(activated)}`;
    terminal.say(`${isActive ? '*' : ' '} ${number}  ${available}  content of ${inAmsterdam(new Date(moment))}  ${objects} objects  ${packs} packs  `
      + `${contentId.slice(0, 12)}  ${baseUrl}`);
  }
  for (const { message } of damages) terminal.say(message);
  if (damages.length > 0) terminal.say(`${damages.length} damaged: the list lacks what they say, and an edition that says \`never available\` may have been.`);
  if (editions.length > 0) terminal.say('`available from` is `beschikbaarVanaf` of /edities; `ev editions rebuild --at` takes it, also of one that was dropped.');
  else if (damages.length === 0) terminal.say('No edition yet; `ev batch` or `ev serve` publishes the first.');
  terminal.answer({ editions, damages: damages.map(inJson) });
  return damages.length === 0 ? EXIT.fine : EXIT.errors;
}

/** Reads everything of one edition, or of all, and compares it with its hashes. */
export function verifyCommand({ data, edition }: { data: string; edition: number | 'all' }, terminal: Terminal): ExitCode {
  let progress: Progress | null = null;
  const verified = verifyEditions(data, {
    edition, onProgress: ({ done, total, what }) => (progress ??= terminal.progress('heads and editions read', total)).to(done, what),
  });
  (progress as Progress | null)?.done();
  const { damages, editions, heads, packs } = verified;
  for (const { message } of damages) terminal.say(message);
  terminal.say(`${editions} editions, ${heads} heads, ${packs} packs read: ${damages.length === 0 ? 'all sound' : `${damages.length} damaged`}`);
  terminal.answer({ ...verified, damages: damages.map(inJson) });
  return damages.length === 0 ? EXIT.fine : EXIT.errors;
}

function inJson({ message, detail }: Fault): unknown {
  return { message, ...detail, cause: undefined };
}

export interface RebuildArguments {
  readonly data: string;
  /** Null: the address that the newest edition was published with. */
  readonly baseUrl: string | null;
  readonly cacheFolder: string;
  readonly clock: () => Date;
  /** Null: the newest edition is made anew; else the one that was active at this moment, if it was dropped. */
  readonly at: Moment | null;
}

/** Publishes the newest edition anew from the register: for damage that lies deep. */
export async function rebuildCommand(asked: RebuildArguments, terminal: Terminal): Promise<ExitCode> {
  const { data, baseUrl, cacheFolder, clock, at } = asked;
  openExistingState(data).close();
  if (at !== null) return rebuildAtCommand(at, asked, terminal);
  const spatialPath = await provideSpatial({ cacheFolder, log: terminal.note });
  let edition: number | null = null;
  const tell = tellWork(terminal);
  await rebuild({
    data, baseUrl: baseUrl ?? publishedBaseUrl(data), spatialPath, threads: availableParallelism(), clock,
    onEvent: (event) => {
      if (event.kind === 'Edition:Publish') edition = event.edition;
      tell(event);
    },
  });
  terminal.say(`Edition ${edition} is the newest one, made anew from the register.`);
  terminal.answer({ edition });
  return EXIT.fine;
}

function rebuildAtCommand(at: Moment, { data, baseUrl, clock }: RebuildArguments, terminal: Terminal): ExitCode {
  const rebuilt = rebuildAt({
    data, baseUrl: baseUrl ?? publishedBaseUrl(data), threads: availableParallelism(), clock, onEvent: tellWork(terminal),
  }, at);
  terminal.say(`Edition ${rebuilt.edition}, which was active at ${inAmsterdam(new Date(at))}, ${OUTCOMES[rebuilt.outcome]}.`);
  terminal.answer(rebuilt);
  return EXIT.fine;
}

const OUTCOMES: Readonly<Record<Rebuilt['outcome'], string>> = {
  kept: 'is still kept, and every byte of it is sound: there is nothing to rebuild',
  same: 'is there again and says what it said',
  remade: 'is there again, in the form of this version and without what is secret now: tags and cursors of before do not fit it',
  less: 'is there again without what is secret now: tags and cursors of before do not fit it',
};

/** The time, for a head. Throws a Fault when it is not believed. */
function believedNow(data: string, now: Date): Date {
  const db = openExistingState(data);
  try {
    return believedForHead(db, now, newestHead(foldersOf(data).editions, AUDIENCE)?.activated);
  } finally {
    db.close();
  }
}

/** Makes a kept edition the active one by a new head: a roll-back, or its undoing. */
export function activateCommand(
  { data, edition, now }: { data: string; edition: number; now: Date }, terminal: Terminal,
): ExitCode {
  const { editions } = foldersOf(data);
  const head = whileHeld(data, () => (
    activate(openStore(editions, soundFolderAt(data)), { audience: AUDIENCE, edition, now: believedNow(data, now) })
  ));
  const newest = newestHead(editions, AUDIENCE)?.newest ?? edition;
  terminal.say(`Edition ${edition} is active (head ${head}).`);
  if (newest !== edition) terminal.say(`The next batch goes on from the register: it publishes all that edition ${newest} has, and what is new. Edition ${edition} is active until then.`);
  terminal.answer({ edition, head, newest });
  return EXIT.fine;
}
