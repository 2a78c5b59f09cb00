/** Editions: whether the newest is whole, whether heads and register agree, and whether the folder has what its manifests name. */
import { existsSync } from 'node:fs';
import { Damage } from '../../publisher/format/damage.ts';
import { earlierFile, fileOf, type Audience, type AudienceFolder } from '../../publisher/format/layout.ts';
import type { Head } from '../../publisher/format/head.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { rowsIn } from '../../publisher/format/manifest.ts';
import {
  activatedOfSetAside, baseUrlOf, hasHead, hasManifest, headsSetAside, newestHead, numbersOf, readEarlier, readNamedManifest, wholeHead,
  wholeManifest, type Standing,
} from '../../publisher/read/heads.ts';
import { inventoryOf } from '../../publisher/read/leftovers.ts';
import { damagesInTurns } from '../../publisher/read/verify.ts';
import { foldersOf, hasState, openExistingState } from '../state/database/database.ts';
import { recordedHeads } from '../state/register/recorded-heads.ts';
import { lastPublished, newestSettled, pointOf } from '../state/register/published.ts';
import { fault, together, type DoctorContext, type Looked, type Remark } from './check.ts';

const AUDIENCE: Audience = 'public';
const ROWS_PER_TURN = 512;
/** Of editions that must be made again, for how many the command is written out. */
const MOMENTS_MAX = 5;
/** Beside a server that drops and repacks editions, so often. */
const LOOKS_MAX = 3;
/** A publication at work makes an edition known to the register before its head can be seen. */
const PUBLICATION_MS = 2_000;
const NONE: Looked = { detail: 'none yet', remarks: [] };

/** Reads all of the newest edition, and its contentId with it. */
export function newestEdition(context: DoctorContext): Looked {
  for (let look = 1; ; look += 1) {
    const standing = standingIn(context);
    if (standing === undefined) return NONE;
    const { newest, head, contentId } = standing;
    const { check, damages } = damagesOf(context, newest);
    if (damages.length > 0 && look < LOOKS_MAX && standingIn(context)?.newest !== newest) continue;
    const detail = `edition ${newest}, head ${head}, ${damages.length === 0 ? `every byte verified, contentId ${contentId.slice(0, 12)}…` : `manifest ${check.slice(0, 12)}…`}`;
    return { detail, remarks: together(damages, { what: 'damaged', mend: 'A running server makes it anew from the register by itself; without one, run `ev editions rebuild`.' }) };
  }
}

function damagesOf(context: DoctorContext, number: number): { readonly check: string; readonly damages: readonly string[] } {
  const of = ofPublic(context);
  const { manifest, check } = readNamedManifest(of, number);
  const total = Math.ceil(rowsIn(manifest) / ROWS_PER_TURN);
  const turns = damagesInTurns(of, { number, check });
  for (let done = 1; ; done += 1) {
    const turn = turns.next();
    if (turn.done === true) return { check, damages: turn.value.map(({ message }) => message) };
    context.progress(Math.min(done, total), total);
  }
}

/** Whether every head can be read and none is gone: the register knows the content of each. */
export function heads(context: DoctorContext): Looked {
  const of = ofPublic(context);
  const numbers = numbersOf(of, 'heads');
  const damaged = numbers.filter((number) => wholeHead(of, number) === undefined && hasHead(of, number));
  const lost = existsSync(earlierFile(of)) ? earlierDamage(of) : [];
  const setAside = headsSetAside(of);
  const gone = recordedIn(context, of)
    .filter(({ number, edition }) => !hasHead(of, number) && !setAside.includes(number) && hasManifest(of, edition));
  return {
    detail: `${numbers.length} heads`,
    remarks: [
      ...together([...damaged.map((number) => fileOf(of, 'heads', number)), ...lost], {
        what: 'damaged', mend: MEND,
      }),
      ...together(gone.map(({ number }) => fileOf(of, 'heads', number)), { what: 'not there, though their editions are', mend: MEND }),
      ...setAside.map((number) => setAsideRemark(of, number)),
    ],
  };
}

const MEND = 'Stop the server and run `ev doctor --mend`, which makes them again from the register.';

/** A head that was set aside with its edition: what was available by it is answered by 503 until it is made again. */
function setAsideRemark(of: AudienceFolder, number: number): Remark {
  const activated = activatedOfSetAside(of, number);
  const since = activated === undefined ? 'after the head before it' : `from ${inAmsterdam(activated)}`;
  const at = activated === undefined ? 'MOMENT' : inAmsterdam(activated);
  return fault(`head ${number} was damaged and set aside: what was available ${since} until the next head answers 503`,
    `Stop the server and run \`ev editions rebuild --at ${at}\`, which makes head and edition again from the register.`);
}

/** Heads that the register recorded; none where there is no register. */
function recordedIn({ data }: DoctorContext, { audience }: AudienceFolder): readonly Head[] {
  if (!hasState(data)) return [];
  const db = openExistingState(data);
  try {
    return recordedHeads(db, audience);
  } finally {
    db.close();
  }
}

function earlierDamage(of: AudienceFolder): readonly string[] {
  try {
    readEarlier(of);
    return [];
  } catch (error) {
    if (error instanceof Damage) return [earlierFile(of)];
    throw error;
  }
}

/** Whether what the heads say is what the register says that was published. */
export async function headAndRegister(context: DoctorContext): Promise<Looked> {
  if (!hasState(context.data)) return NONE;
  const first = agreement(context);
  if (first.remarks.length === 0) return first;
  await context.sleep(PUBLICATION_MS);
  return agreement(context);
}

function agreement(context: DoctorContext): Looked {
  const db = openExistingState(context.data);
  try {
    const last = lastPublished(db, AUDIENCE);
    const settled = newestSettled(db);
    // Read after the register, because what is published meanwhile is in the register first.
    const standing = standingIn(context);
    if (standing === undefined) return last === undefined ? NONE : { detail: 'no head', remarks: [lacking(last.edition, 'no head is there')] };
    const point = pointOf(db, { audience: AUDIENCE, edition: standing.newest });
    return {
      detail: `head ${standing.head}, edition ${standing.newest}, decision ${point?.decision ?? 'unknown'}`,
      remarks: point === undefined ? [unknown(standing)] : [
        ...(last !== undefined && last.edition > standing.newest ? [lacking(last.edition, `the newest head goes up to edition ${standing.newest}`)] : []),
        ...(point.moment < standing.moment ? [unknown(standing)] : []),
        ...(settled > Math.max(point.decision, last?.decision ?? 0) ? [untold({ settled, decision: point.decision })] : []),
      ],
    };
  } finally {
    db.close();
  }
}

function unknown({ newest }: Standing): Remark {
  return fault(`the register is not the one that edition ${newest} was published from`,
    'Restore inbox.db and register.db that belong to these editions. Or move editions/ aside: a start publishes the newest anew, and what was '
    + 'available before answers 410 until `ev editions rebuild --at MOMENT` makes it again.');
}

function lacking(edition: number, found: string): Remark {
  return fault(`the register published edition ${edition}, but ${found}`,
    'Start the server or run `ev batch`, which publishes it again. Were editions restored from an older copy, restore the newest.');
}

function untold({ settled, decision }: { readonly settled: number; readonly decision: number }): Remark {
  return fault(`decisions up to ${settled} were told as visible, but the newest edition stands for those up to ${decision}`,
    'Run `ev editions rebuild`, without a server on the folder.');
}

/** Files of the edition folder: what manifests name is there, and what none names is told. */
export function files(context: DoctorContext): Looked {
  if (!existsSync(foldersOf(context.data).editions)) return NONE;
  const of = ofPublic(context);
  const { editions, packs, unread, lost, unused, others } = inventoryOf(of);
  return {
    detail: `${editions} editions, ${packs} packs`,
    remarks: [
      ...together(unread, { what: 'manifests that cannot be read', mend: mendOf(numbersOf(of, 'manifests').filter((number) => wholeManifest(of, number) === undefined), of) }),
      ...together(lost.map(({ edition, pack }) => `pack ${pack} of edition ${edition}`), {
        what: 'not there', mend: mendOf(lost.map(({ edition }) => edition), of),
      }),
      ...together(unused.map(String), {
        severity: 'note', what: 'packs that no edition names', mend: 'Nothing: a server removes them when it next drops editions.',
      }),
      ...together(others, {
        severity: 'note', what: 'other files', mend: 'Temporary ones (.new-, .spool-) go at a start; what ends in .damaged was set aside: see `heads`, and remove it when that is in order.',
      }),
    ],
  };
}

/** Returns how editions are made again: each at a moment when it was available, with the base URL that it was made with. */
export function mendOf(editions: readonly number[], of: AudienceFolder): string {
  const whole = numbersOf(of, 'heads').map((number) => wholeHead(of, number)).filter((head) => head !== undefined);
  const heads = new Map(whole.map((head) => [head.edition, head]));
  const newest = [...heads.values()].at(-1);
  const named = [...new Set(editions)].flatMap((edition) => heads.get(edition) ?? []).slice(0, MOMENTS_MAX);
  const commands = named.map((head) => {
    const configuration = wholeManifest(of, head.edition)?.configurationHash ?? head.configuration;
    const at = `ev editions rebuild --at ${inAmsterdam(new Date(head.activated))}`;
    if (configuration === newest?.configuration) return `\`${at}\``;
    const baseUrl = baseUrlOf(of, configuration);
    // None that is kept is of that configuration any more: they were made again with that of today.
    return baseUrl === undefined ? '`ev editions rebuild --all`' : `\`${at} --base-url ${baseUrl}\``;
  });
  return `Restore them from a copy; or, without a server on the folder, make the editions again: ${[...new Set(commands)].join(', ')}.`;
}

function standingIn({ data }: DoctorContext): Standing | undefined {
  const { editions } = foldersOf(data);
  return existsSync(editions) ? newestHead(editions, AUDIENCE) : undefined;
}

export function ofPublic({ data }: DoctorContext): AudienceFolder {
  return { folder: foldersOf(data).editions, audience: AUDIENCE };
}
