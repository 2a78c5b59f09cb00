/** `ev editions`: the editions that are kept, whether their bytes are sound, and which one is active. */
import { listEditions } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { formatMoment } from '../../schemas/time.ts';
import { foldersOf } from '../state/database.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

const AUDIENCE = 'public';

export function listCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const editions = listEditions(foldersOf(data).editions, AUDIENCE);
  for (const { number, isActive, moment, objects, packs, contentId, baseUrl } of editions) {
    terminal.say(`${isActive ? '*' : ' '} ${number}  ${formatMoment(moment)}  ${objects} objects  ${packs} packs  ${contentId.slice(0, 12)}  ${baseUrl}`);
  }
  if (editions.length === 0) terminal.say('No edition yet; `ev batch` or `ev serve` publishes the first.');
  terminal.answer({ editions });
  return EXIT.fine;
}

/** Reads everything of one edition, or of all, and compares it with its hashes. */
export function verifyCommand({ data, edition }: { data: string; edition: number | 'all' }, terminal: Terminal): ExitCode {
  const verified = verifyEdition(foldersOf(data).editions, AUDIENCE, {
    edition, onProgress: ({ done, total, what }) => { if (done % 50 === 0) terminal.note(`${done} / ${total}: ${what}`); },
  });
  const { damages, editions, heads, packs } = verified;
  for (const { message } of damages) terminal.say(message);
  terminal.say(`${editions} editions, ${heads} heads, ${packs} packs read: ${damages.length === 0 ? 'all sound' : `${damages.length} damaged`}`);
  terminal.answer({ ...verified, damages: damages.map(({ message, detail }) => ({ message, ...detail, cause: undefined })) });
  return damages.length === 0 ? EXIT.fine : EXIT.errors;
}

/** Makes a kept edition the active one by a new head: a roll-back, or its undoing. */
export function activateCommand(
  { data, edition, now }: { data: string; edition: number; now: Date }, terminal: Terminal,
): ExitCode {
  const head = activate(openStore(foldersOf(data).editions), { audience: AUDIENCE, edition, now });
  terminal.say(`Edition ${edition} is active (head ${head}).`);
  terminal.answer({ edition, head });
  return EXIT.fine;
}
