/** Edition checks: the newest edition is whole, heads and register agree, and the files that manifests name are there. */
import { existsSync } from 'node:fs';
import { Damage } from '../../publisher/format/damage.ts';
import { earlierFile, fileOf, type Audience, type AudienceFolder } from '../../publisher/format/layout.ts';
import type { Head } from '../../publisher/format/head.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { rowsIn } from '../../publisher/format/manifest.ts';
import {
  activatedOfSetAside, baseUrlOf, hasHead, hasManifest, headsSetAside, newestHead, numbersOf, readEarlier, readNamedManifest, wholeHead,
  wholeManifest, type PublishedState,
} from '../../publisher/read/heads.ts';
import { inventoryOf } from '../../publisher/read/leftovers.ts';
import { damagesInTurns } from '../../publisher/read/verify.ts';
import { foldersOf, hasState, openExistingState } from '../state/database/database.ts';
import { recordedHeads } from '../state/register/recorded-heads.ts';
import { lastPublished, newestSettled, pointOf } from '../state/register/edition-points.ts';
import { fault, together, type DoctorContext, type CheckFindings, type Remark } from './check.ts';

const AUDIENCE: Audience = 'public';
const ROWS_PER_TURN = 512;
/** Most editions for which the command to make them again is printed. */
const MOMENTS_MAX = 5;
/** Attempts, because a server may drop or repack an edition while it is read. */
const LOOKS_MAX = 3;
/** Pause before a second look: a publication records its edition in the register before it writes the head. */
const PUBLICATION_MS = 2_000;
const NONE: CheckFindings = { detail: 'none yet', remarks: [] };

/** Reads every byte of the newest edition, and compares its contentId. */
export function newestEdition(context: DoctorContext): CheckFindings {
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

/** Checks that every head can be read, and that none that the register recorded is absent. */
export function heads(context: DoctorContext): CheckFindings {
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

/** Reports a head that was set aside with its edition: requests for its time get 503 until it is made again. */
function setAsideRemark(of: AudienceFolder, number: number): Remark {
  const activated = activatedOfSetAside(of, number);
  const since = activated === undefined ? 'after the head before it' : `from ${inAmsterdam(activated)}`;
  const at = activated === undefined ? 'MOMENT' : inAmsterdam(activated);
  return fault(`head ${number} was damaged and set aside: what was available ${since} until the next head answers 503`,
    `Stop the server and run \`ev editions rebuild --at ${at}\`, which makes head and edition again from the register.`);
}

/** Returns the heads that the register recorded; none without a register. */
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

/** Checks that the newest head agrees with what the register published. */
export async function headAndRegister(context: DoctorContext): Promise<CheckFindings> {
  if (!hasState(context.data)) return NONE;
  const first = agreement(context);
  if (first.remarks.length === 0) return first;
  await context.sleep(PUBLICATION_MS);
  return agreement(context);
}

function agreement(context: DoctorContext): CheckFindings {
  const db = openExistingState(context.data);
  try {
    const last = lastPublished(db, AUDIENCE);
    const settled = newestSettled(db);
    // Read after the register, because a publication writes to the register first.
    const standing = standingIn(context);
    if (standing === undefined) return last === undefined ? NONE : { detail: 'no head', remarks: [missingEdition(last.edition, 'no head is there')] };
    const point = pointOf(db, { audience: AUDIENCE, edition: standing.newest });
    return {
      detail: `head ${standing.head}, edition ${standing.newest}, decision ${point?.decision ?? 'unknown'}`,
      remarks: point === undefined ? [foreignRegister(standing)] : [
        ...(last !== undefined && last.edition > standing.newest ? [missingEdition(last.edition, `the newest head goes up to edition ${standing.newest}`)] : []),
        ...(point.moment < standing.moment ? [foreignRegister(standing)] : []),
        ...(settled > Math.max(point.decision, last?.decision ?? 0) ? [unpublished({ settled, decision: point.decision })] : []),
      ],
    };
  } finally {
    db.close();
  }
}

function foreignRegister({ newest }: PublishedState): Remark {
  return fault(`the register is not the one that edition ${newest} was published from`,
    'Restore inbox.db and register.db that belong to these editions. Or move editions/ aside: a start publishes the newest anew, and what was '
    + 'available before answers 410 until `ev editions rebuild --at MOMENT` makes it again.');
}

function missingEdition(edition: number, found: string): Remark {
  return fault(`the register published edition ${edition}, but ${found}`,
    'Start the server or run `ev batch`, which publishes it again. Were editions restored from an older copy, restore the newest.');
}

function unpublished({ settled, decision }: { readonly settled: number; readonly decision: number }): Remark {
  return fault(`decisions up to ${settled} were told as visible, but the newest edition stands for those up to ${decision}`,
    'Run `ev editions rebuild`, without a server on the folder.');
}

/** Checks that the files that manifests name are there, and reports files that no manifest names. */
export function files(context: DoctorContext): CheckFindings {
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

/** Returns the commands that make editions again: each by a moment at which it was active, with its base URL. */
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
    // No kept edition has that configuration: all were made again with the current one.
    return baseUrl === undefined ? '`ev editions rebuild --all`' : `\`${at} --base-url ${baseUrl}\``;
  });
  return `Restore them from a copy; or, without a server on the folder, make the editions again: ${[...new Set(commands)].join(', ')}.`;
}

function standingIn({ data }: DoctorContext): PublishedState | undefined {
  const { editions } = foldersOf(data);
  return existsSync(editions) ? newestHead(editions, AUDIENCE) : undefined;
}

export function ofPublic({ data }: DoctorContext): AudienceFolder {
  return { folder: foldersOf(data).editions, audience: AUDIENCE };
}
