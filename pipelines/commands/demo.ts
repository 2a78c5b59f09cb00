/**
 * `ev demo`: delivers, checks, publishes and serves the examples and a made-up city, and prints requests to try. A second run on the same
 * folder delivers nothing twice.
 * Not here: the deliveries (data/examples, data/demo).
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../../schemas/credentials.ts';
import type { Principal } from '../../schemas/roles.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Desk } from '../../schemas/desk.ts';
import type { Outcome } from '../../schemas/submission.ts';
import { requireOpenFiles } from '../operations/open-files.ts';
import { TAIL_CHARS } from '../state/access/issued-secret.ts';
import { openCredentials } from '../state/access/credentials.ts';
import { sha256Of } from '../state/inbox/payload.ts';
import { acceptClock, alreadyDelivered, submit } from '../state/outcomes/submit.ts';
import { needsUpgrade } from '../upgrade/upgrade.ts';
import { summaryText } from '../prepare/report/index.ts';
import { reportOf } from './batch.ts';
import { settingsFor } from './options.ts';
import { makeCommand as measure } from './quality.ts';
import { serveArguments, start, tryPort, untilSignal, type Listen, type ServeArguments } from './service.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { upgradeCommand } from './upgrade.ts';
import { runSet, type Define } from './world.ts';

const DEMO = 'data/state/demo';
const DEMO_FOLDER = resolve(import.meta.dirname, '../..', DEMO);
const DATA = join(import.meta.dirname, '../../data');
/** Lists of deliveries: each names the holder of each file of its folder, in the order of delivery. */
const EXAMPLES = 'examples/holders.json';
const CITY = 'demo/deliveries.json';
const HOLDER = 'AB12';
const POLL_MS = 50;
const RD = CRSS['28992'].uri;
/** Box around the example buildings in Apeldoorn, in RD metres. */
const BOX = '194000,469000,195500,470000';
const DOCUMENT = 'locatie-activiteiten/NL.IMEV.AB12.lpg-0001';
/** The made-up city on the map. */
const MAP_OF_CITY = 'kaart?midden=168500,500600&zoom=9';
/** An LPG station in the made-up city, and what lies around it on the last day of the school beside it. */
const STATION = 'locatie-activiteiten/NL.IMEV.G9901.lpg-0002';
const AROUND_STATION = 'omgeving?plaats=167585,499795&straal=200&geldigOp=2025-07-31';

type DemoArguments = ServeArguments & {
  /** Whether the made-up city is left out. */
  readonly examplesOnly: boolean;
};

export async function demo(argv: DemoArguments, listen: Listen, terminal: Terminal): Promise<ExitCode> {
  requireOpenFiles();
  await tryPort(argv);
  if (needsUpgrade(argv.data)) {
    terminal.note('an earlier version of this program made the data here: it is upgraded');
    await upgradeCommand(argv, { ...terminal, print: terminal.note, printJson: () => {} });
  }
  // After days without a run the clock looks as if it jumped ahead; for a demo that is no fault.
  acceptClock(argv.data, argv.clock);
  const delivered: string[] = [];
  for (const list of argv.examplesOnly ? [EXAMPLES] : [EXAMPLES, CITY]) {
    delivered.push(...await deliverAll(join(DATA, list), argv, terminal));
  }
  const token = randomBytes(24).toString('base64url');
  const { credentials: kept, issuerFault } = openCredentials(argv.data, argv);
  const writer: Principal = { organisation: 'demo', tokenEnd: token.slice(-TAIL_CHARS), holders: [HOLDER], roles: ['writer', 'full'] };
  const credentials: Credentials = (presented) => (isSame(presented.token, token) ? writer : kept(presented));
  // The output is text for people, also when it goes to a file.
  const running = await start(argv, { listen, credentials, issuerFault }, { ...terminal, isWatched: true });
  const outcomes: Outcome[] = [];
  const settling = terminal.progress('deliveries settled', delivered.length);
  for (const [index, uuid] of delivered.entries()) {
    outcomes.push(await settled(running.desk, uuid));
    settling.to(index + 1);
  }
  settling.done();
  for (const outcome of outcomes) terminal.print(`\n${shortReportOf(outcome, terminal)}`);
  await measure(argv, { ...terminal, print: () => {}, printJson: () => {} });
  terminal.print(whatToTry(argv, token));
  terminal.printJson({ baseUrl: argv.baseUrl, token, outcomes });
  await untilSignal(terminal.isWatched);
  await running.close();
  return EXIT.fine;
}

/** Submits each delivery of a list that this data folder does not have yet. Returns the uuids of all of them, in order of delivery. */
async function deliverAll(list: string, { data, clock }: ServeArguments, terminal: Terminal): Promise<readonly string[]> {
  const holders = JSON.parse(await readFile(list, 'utf8')) as Record<string, string>;
  const uuids: string[] = [];
  for (const [file, holder] of Object.entries(holders)) {
    const path = join(dirname(list), file);
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

/** Returns the report of a delivery, or only its summary when it has no errors and warnings, so that reports with mistakes stand out. */
function shortReportOf(outcome: Outcome, terminal: Terminal): string {
  const { report } = outcome;
  const isSound = report !== null && report.counts.errors + report.counts.warnings === 0;
  return isSound ? summaryText(report, terminal) : reportOf(outcome, terminal, null);
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

function whatToTry({ baseUrl, examplesOnly }: DemoArguments, token: string): string {
  return `
Probeer in de browser / try in a browser:
  the map                  ${baseUrl}/${examplesOnly ? 'kaart' : MAP_OF_CITY}
  landing page             ${baseUrl}
  the quality of the data  ${baseUrl}/kwaliteit
${examplesOnly ? '' : ofCity(baseUrl)}  a collection             ${baseUrl}/collections/windturbines/items
  a document with a map    ${baseUrl}/${DOCUMENT}

Met curl / with curl:
  a collection as JSON     ${baseUrl}/collections/brand-aandachtsgebieden/items?limit=5
  a box in RD              ${baseUrl}/collections/kwetsbare-gebouwen/items?bbox=${BOX}&bbox-crs=${RD}&crs=${RD}

To write as holder ${HOLDER} (server/API.md shows how), send this header; each start of the demo makes another:
Authorization: Bearer ${token}

End with Ctrl-C.`;
}

/** Addresses in the made-up city (data/demo). */
function ofCity(baseUrl: string): string {
  return `\
  an LPG station           ${baseUrl}/${STATION}
  what changed there       ${baseUrl}/${STATION}/versies
  around it, in July 2025  ${baseUrl}/${AROUND_STATION}
`;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'demo')
  // Not the setting `data`: made-up examples must not enter a register that the environment names.
  .option('data', { type: 'string', default: DEMO_FOLDER, defaultDescription: DEMO, describe: 'folder of the register and editions of the demo' })
  .option('examples-only', { type: 'boolean', default: false, describe: 'without the made-up city: some hundred objects, few enough to know each' }), (argv) =>
  runSet(argv, world, (terminal, settings) => {
    const ready = { ...serveArguments(settings, 'demo', world), examplesOnly: argv.examplesOnly };
    return demo(ready, world.listen, terminal);
  }));
