/**
 * `ev demo`: delivers, checks, publishes and serves the examples, and prints requests to try. A second run on the same folder delivers
 * nothing twice.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Principal } from '../../schemas/roles.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Desk } from '../../schemas/desk.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { requireOpenFiles } from '../operations/open-files.ts';
import { openTokens } from '../state/access/tokens.ts';
import { sha256Of } from '../state/inbox/payload.ts';
import { acceptClock, alreadyDelivered, submit } from '../state/outcomes/submit.ts';
import { needsUpgrade } from '../upgrade/upgrade.ts';
import { reportOf } from './batch.ts';
import { settingsFor } from './options.ts';
import { serveArguments, start, tryPort, untilSignal, type Listen, type ServeArguments } from './service.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { upgradeCommand } from './upgrade.ts';
import { runSet, type Define } from './world.ts';

const DEMO = 'data/state/demo';
const DEMO_FOLDER = resolve(import.meta.dirname, '../..', DEMO);
const EXAMPLES = join(import.meta.dirname, '../../data/examples');
const HOLDER = 'AB12';
const WRITER: Principal = { holder: HOLDER, roles: ['writer', 'full'] };
const POLL_MS = 50;
const RD = CRSS['28992'].uri;
/** Box around the example buildings in Apeldoorn, in RD metres. */
const BOX = '194000,469000,195500,470000';
const DOCUMENT = 'locatie-activiteiten/NL.IMEV.AB12.lpg-0001';

export async function demo(argv: ServeArguments, listen: Listen, terminal: Terminal): Promise<ExitCode> {
  requireOpenFiles();
  await tryPort(argv);
  if (needsUpgrade(argv.data)) {
    terminal.note('an earlier version of this program made the data here: it is upgraded');
    await upgradeCommand(argv, { ...terminal, print: terminal.note, printJson: () => {} });
  }
  // After days without a run the clock looks as if it jumped ahead; for a demo that is no fault.
  acceptClock(argv.data, argv.clock);
  const delivered = await deliverExamples(argv, terminal);
  const token = randomBytes(24).toString('base64url');
  const kept = openTokens(argv.data, argv.clock);
  const tokens = (given: string): Principal | undefined => (isSame(given, token) ? WRITER : kept(given));
  // The output is text for people, also when it goes to a file.
  const running = await start(argv, { listen, tokens }, { ...terminal, isWatched: true });
  const outcomes: Outcome[] = [];
  const settling = terminal.progress('examples settled', delivered.length);
  for (const [index, uuid] of delivered.entries()) {
    outcomes.push(await settled(running.desk, uuid));
    settling.to(index + 1);
  }
  settling.done();
  for (const outcome of outcomes) terminal.print(`\n${reportOf(outcome, terminal, null)}`);
  terminal.print(whatToTry(argv.baseUrl, token));
  terminal.printJson({ baseUrl: argv.baseUrl, token, outcomes });
  await untilSignal(terminal.isWatched);
  await running.close();
  return EXIT.fine;
}

/** Submits each example that this folder does not have yet. Returns the uuids of all examples, in order of delivery. */
async function deliverExamples({ data, clock }: ServeArguments, terminal: Terminal): Promise<readonly string[]> {
  const holders = JSON.parse(await readFile(join(EXAMPLES, 'holders.json'), 'utf8')) as Record<string, string>;
  const uuids: string[] = [];
  for (const [file, holder] of Object.entries(holders)) {
    const path = join(EXAMPLES, file);
    const sha256 = sha256Of(await readFile(path));
    const earlier = alreadyDelivered(data, { sha256, holder });
    const receipt = earlier ?? await submit(data, {
      input: { holder, method: 'LEVERING', target: file, crs: RD, mediaType: 'application/json', ifMatch: null },
      payload: { path },
    }, clock);
    terminal.note(`${earlier === undefined ? 'delivered' : 'already here'}: ${file} (${holder})`);
    uuids.push(receipt.uuid);
  }
  return uuids;
}

async function settled(desk: Desk, uuid: string): Promise<Outcome> {
  for (;;) {
    const outcome = await desk.outcome(uuid);
    if (outcome !== undefined && outcome.state !== 'pending') return outcome;
    await sleep(POLL_MS);
  }
}

/** Compares digests, so that the duration reveals nothing about the token. */
function isSame(given: string, token: string): boolean {
  return sha256Of(Buffer.from(given)) === sha256Of(Buffer.from(token));
}

function whatToTry(baseUrl: string, token: string): string {
  return `
Probeer / try:
  landing page             ${baseUrl}
  a collection as JSON     ${baseUrl}/collections/brand-aandachtsgebieden/items?limit=5
  a collection as HTML     ${baseUrl}/collections/windturbines/items   (open it in a browser)
  a box in RD              ${baseUrl}/collections/kwetsbare-gebouwen/items?bbox=${BOX}&bbox-crs=${RD}&crs=${RD}
  a document               ${baseUrl}/${DOCUMENT}   (in a browser: with a map)

To write as holder ${HOLDER} (server/API.md shows how), send this header; each start of the demo makes another:
Authorization: Bearer ${token}

End with Ctrl-C.`;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'demo')
  // Not the setting `data`: made-up examples must not enter a register that the environment names.
  .option('data', { type: 'string', default: DEMO_FOLDER, defaultDescription: DEMO, describe: 'folder of the register and editions of the demo' }), (argv) =>
  runSet(argv, world, (terminal, settings) => demo(serveArguments(settings, 'demo', world), world.listen, terminal)));
