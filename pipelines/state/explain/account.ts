/**
 * Account of an object: what it is, where it stands, why it is not on the public map, its versions with their provenance, its findings,
 * its parts and the documents that link to it. The operator reads every account, a source holder those of its own objects.
 *
 * Invariants:
 *  - An id finds its object in any Unicode normal form, as elsewhere.
 *  - A nested object has the versions of its root, and stands in its own period within them.
 *  - To a holder, an object of another holder is absent, and a submission of another holder has no more than holder, moment and method.
 */
import {
  periodTexts, type AccountVersion, type Attempt, type NamedObject, type ObjectAccount, type OwnAccount,
} from '../../../schemas/account.ts';
import type { Finding, Report, Text } from '../../../schemas/finding.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { momentOf as momentIn, objectsOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { SeenSubmission, SubmissionProvenance } from '../../../schemas/provenance.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import { inAmsterdam, type Moment } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { hiddenNow, hides, showsLinkTo } from '../register/hidden-objects.ts';
import { provenanceOf, type VersionProvenance } from '../register/provenance.ts';
import { lastPublished, newestSettled, pointOf } from '../register/edition-points.ts';
import { lastRecorded, recordedHead } from '../register/recorded-heads.ts';
import { Register, type RegisteredRoot } from '../register/register.ts';
import { attemptsOf } from './attempts.ts';
import { hiddenReason, withoutShape } from './map-absence.ts';

/** The request for an account. */
interface Requested {
  readonly id: string;
  readonly now: Moment;
}

/** The reader of an account. */
interface AccountReader<Submission> {
  /** The holders of which one must have the object; null: the operator, who reads all. */
  readonly holders: readonly string[] | null;
  /** Returns what this reader may know of a submission. */
  readonly seen: (submission: SubmissionProvenance) => Submission;
}

/** Returns the account of an object at a moment, for the operator. */
export function accountOf(db: Reader, data: string, requested: Requested): Promise<ObjectAccount> {
  return accountFor(db, data, { ...requested, holders: null, seen: (submission) => submission });
}

/**
 * Returns the account of an object for its source holder. Undefined when the object is another holder's, or when no submission of the
 * holder names it: an object of another holder gives the same result as a missing one.
 */
export async function ownAccountOf(
  db: Reader, data: string, { holders, ...requested }: Requested & { readonly holders: readonly string[] },
): Promise<OwnAccount | undefined> {
  const seen = (submission: SubmissionProvenance): SeenSubmission => {
    const { decision: _, ...own } = submission;
    const { received, holder: by, method } = own;
    return holders.includes(by) ? own : { received, holder: by, method };
  };
  const account = await accountFor(db, data, { ...requested, holders, seen });
  return account.state === 'unknown' ? undefined : withoutOperatorTexts(account);
}

/** Takes out why a submission was set aside, which is for the operator of the machine. */
function withoutOperatorTexts(account: OwnAccount): OwnAccount {
  const waiting = account.waiting.map((attempt) => (attempt.state === 'aside' ? { ...attempt, reason: null } : attempt));
  const { refused } = account;
  return { ...account, waiting, refused: refused?.state === 'retried' ? { ...refused, reason: null } : refused };
}

async function accountFor<Submission extends SeenSubmission>(
  db: Reader, data: string, { id: given, now, holders, seen }: Requested & AccountReader<Submission>,
): Promise<ObjectAccount<Submission>> {
  const register = new Register(db, holders);
  const root = holders === null ? register.rootAround(given) : register.ownRootAround(given);
  const id = root === undefined ? given : register.registeredForm(given) ?? given;
  const ids = [...new Set([given, id, nfc(given), given.normalize('NFD')])];
  const attempts = await attemptsOf(db, data, { ids, root, holders });
  const type = root && register.object(id)?.type;
  if (root === undefined || type === undefined) return absent(id, attempts);
  const versions = provenanceOf(db, root.n);
  const document = register.presentDocument(root.n, now);
  const objects = document === undefined ? [] : objectsOf(register.document(document.doc).document);
  const own = objects.find((object) => object.id === id);
  const version = versionNow(versions, now);
  const foundBy = version === undefined || !isOf(version.madeBy, holders) ? null : version.madeBy;
  return {
    id, entityType: type, root: root.id === id ? null : { id: root.id, entityType: root.type },
    bronhoudercode: version?.bronhoudercode ?? versions.at(-1)?.bronhoudercode ?? root.holder,
    ...standing(db, { root, own, objects, version, versions, now, seen }), versions: versions.map((one) => seenVersion(one, seen)),
    findings: foundBy === null ? [] : findingsOf(db, foundBy, root.id), foundBy: foundBy && seen(foundBy),
    ...attempts, parts: own === undefined ? [] : partsOf(own, objects), linkedFrom: linkedFrom(db, { id, root, holders }),
  };
}

function isOf({ holder }: { readonly holder: string }, holders: readonly string[] | null): boolean {
  return holders === null || holders.includes(holder);
}

/** Returns a version as this reader may know it, with its moments as text. */
function seenVersion<Submission>(
  { madeBy, endedBy, ...version }: VersionProvenance, seen: AccountReader<Submission>['seen'],
): AccountVersion<Submission> {
  return { ...version, ...periodTexts(version), madeBy: seen(madeBy), endedBy: endedBy && seen(endedBy) };
}

type Absent = Omit<ObjectAccount<never>, 'bronhoudercode' | 'state' | 'notOnMap'>;

function absent(id: string, { refused, waiting }: Awaited<ReturnType<typeof attemptsOf>>): ObjectAccount<never> {
  const none: Absent = {
    id, entityType: null, root: null, versions: [], findings: [], foundBy: null, refused, waiting, parts: [], linkedFrom: [],
  };
  const [first] = waiting;
  if (first !== undefined) return { ...none, bronhoudercode: first.holder, state: 'waiting', notOnMap: waitsReason(first) };
  if (refused !== null) return { ...none, bronhoudercode: refused.holder, state: 'refused', notOnMap: refusedReason(refused) };
  return {
    ...none, bronhoudercode: null, state: 'unknown',
    notOnMap: { nl: 'Geen enkele indiening heeft dit id genoemd.', en: 'No submission has ever named this id.' },
  };
}

function waitsReason({ uuid, state }: Attempt): Text {
  const [nl, en] = { pending: ['wordt nog verwerkt', 'is still pending'], parked: ['wacht op de beheerder', 'waits for the operator'] }[state as string]
    ?? ['is terzijde gelegd', 'was set aside'];
  return { nl: `Het staat niet op de kaart: indiening ${uuid} ${nl}.`, en: `It is not on the map: submission ${uuid} ${en}.` };
}

function refusedReason({ uuid, error, reason }: Attempt): Text {
  const [nl, en] = error !== null ? [`regel ${error.rule}`, `rule ${error.rule}`] : reason !== null ? [reason, reason] : ['zie het rapport', 'see its report'];
  return { nl: `Het staat niet op de kaart: indiening ${uuid} werd geweigerd (${nl}).`, en: `It is not on the map: submission ${uuid} was refused (${en}).` };
}

/** Returns the version that counts at a moment: the current one that is valid then, else the next, else the newest. */
function versionNow(versions: readonly VersionProvenance[], now: Moment): VersionProvenance | undefined {
  const current = versions.filter(({ endedBy }) => endedBy === null).toSorted((a, b) => a.valid.from - b.valid.from);
  return current.find(({ valid }) => isIn(now, valid)) ?? current.find(({ valid }) => valid.from > now) ?? current.at(-1);
}

function isIn(now: Moment, { from, until }: VersionProvenance['valid']): boolean {
  return from <= now && (until === null || until > now);
}

interface Standing {
  readonly root: RegisteredRoot;
  /** The object in the document that counts now; undefined when that document does not have it. */
  readonly own: ModelObject | undefined;
  readonly objects: readonly ModelObject[];
  readonly version: VersionProvenance | undefined;
  readonly versions: readonly VersionProvenance[];
  readonly now: Moment;
  readonly seen: AccountReader<SeenSubmission>['seen'];
}

function standing(db: Reader, { root, own, objects, version, versions, now, seen }: Standing): Pick<ObjectAccount, 'state' | 'notOnMap'> {
  if (version === undefined) {
    const endedBy = versions.at(-1)?.endedBy ?? null;
    return { state: 'withdrawn', notOnMap: withdrawnBy(endedBy && seen(endedBy)) };
  }
  if (own === undefined) return { state: 'ended', notOnMap: leftOutBy(seen(version.madeBy), root) };
  if (hides(hiddenNow(db, root.n), own.id ?? '')) return { state: 'secret', notOnMap: hiddenReason(own, objects) };
  const [from, until] = periodOf(own, version);
  if (from > now) return { state: 'future', notOnMap: inTime(['het is geldig vanaf', 'it is valid from'], from) };
  if (until !== null && until <= now) return { state: 'ended', notOnMap: inTime(['het was geldig tot', 'it was valid until'], until) };
  const isShown = shownDecision(db) >= version.madeBy.decision;
  return { state: 'current', notOnMap: isShown ? withoutShape(own, objects) : NO_EDITION };
}

/** Returns the last decision in the public edition that is active: the operator may have activated an older one. */
function shownDecision(db: Reader): number {
  const head = recordedHead(db, 'public', lastRecorded(db, 'public'));
  return head === undefined ? lastPublished(db, 'public')?.decision ?? 0 : pointOf(db, { audience: 'public', edition: head.edition })?.decision ?? 0;
}

function inTime([nl, en]: readonly [nl: string, en: string], at: Moment): Text {
  const moment = inAmsterdam(new Date(at));
  return { nl: `Het staat niet op de kaart: ${nl} ${moment}.`, en: `It is not on the map: ${en} ${moment}.` };
}

const NO_EDITION: Text = {
  nl: 'Het staat niet op de kaart: de actieve editie heeft deze versie niet.', en: 'It is not on the map: the active edition does not have this version.',
};

function withdrawnBy(submission: SeenSubmission | null): Text {
  const { nl, en } = submission === null ? { nl: 'een indiening', en: 'a submission' } : named(submission);
  return { nl: `Het staat niet op de kaart: ${nl} verwijderde het.`, en: `It is not on the map: ${en} removed it.` };
}

function leftOutBy(submission: SeenSubmission, { id }: RegisteredRoot): Text {
  const { nl, en } = named(submission);
  return {
    nl: `Het staat niet op de kaart: ${nl} bracht ${shownId(id)} zonder dit onderdeel.`,
    en: `It is not on the map: ${en} brought ${shownId(id)} without this part.`,
  };
}

/** Returns a submission by its uuid, or by its holder when the reader may not know the uuid. */
function named({ uuid, holder }: SeenSubmission): Text {
  return uuid === undefined ? { nl: `een indiening van ${holder}`, en: `a submission of ${holder}` } : { nl: `indiening ${uuid}`, en: `submission ${uuid}` };
}

/** Returns the period of an object: that of the version, cut with its own and those of its parents. */
function periodOf(own: ModelObject, { valid }: VersionProvenance): readonly [from: Moment, until: Moment | null] {
  let { from, until } = valid;
  for (let object: ModelObject | undefined = own; object !== undefined; object = object.parent) {
    const [begin, end] = [momentIn(object.data, 'beginGeldigheid'), momentIn(object.data, 'eindGeldigheid')];
    if (begin !== undefined && begin > from) from = begin;
    if (end !== undefined && (until === null || end < until)) until = end;
  }
  return [from, until];
}

function findingsOf(db: Reader, { decision }: SubmissionProvenance, root: string): readonly Finding[] {
  const { report } = statement(db, 'SELECT report FROM decision WHERE n = ?').get(decision) as { report: string | null };
  const { findings } = report === null ? { findings: [] } : JSON.parse(report) as Report;
  return findings.filter(({ rootId }) => rootId !== undefined && nfc(rootId) === nfc(root));
}

function partsOf(own: ModelObject, objects: readonly ModelObject[]): readonly NamedObject[] {
  const isBelow = (object: ModelObject | undefined): boolean => object !== undefined && (object.parent === own || isBelow(object.parent));
  return objects.flatMap((object) => (object.id !== undefined && isBelow(object) ? [{ id: object.id, entityType: object.type }] : []));
}

/** Returns the other roots that link to an object; for a root, to any object in it. A holder sees its own and public links. */
function linkedFrom(
  db: Reader, { id, root, holders }: { readonly id: string; readonly root: RegisteredRoot; readonly holders: readonly string[] | null },
): ObjectAccount['linkedFrom'] {
  const linking = statement(db, `SELECT r.n, r.id, r.type AS entityType, r.holder AS bronhoudercode, json_group_array(o.id) AS targets,
      EXISTS (SELECT 1 FROM version WHERE root = r.n AND closed_by IS NULL AND decision > ?3) AS isUnsettled
    FROM object o JOIN link l ON l.to_id = o.id JOIN root r ON r.n = l.from_root
    WHERE o.root = ?1 AND l.from_root <> ?1 AND (?2 IS NULL OR o.id = ?2) GROUP BY r.n ORDER BY r.id`)
    .all(root.n, root.id === id ? null : id, newestSettled(db)) as unknown as (ObjectAccount['linkedFrom'][number] & LinkingRow)[];
  const isSeen = ({ n, bronhoudercode, targets, isUnsettled }: typeof linking[number]): boolean => {
    const isOwn = holders === null || holders.includes(bronhoudercode);
    if (isOwn && bronhoudercode === root.holder) return true;
    return (isOwn || isUnsettled === 0) && showsLinkTo(db, n, { root: root.n, ids: JSON.parse(targets) as string[] });
  };
  return linking.filter(isSeen).map(({ id: from, entityType, bronhoudercode }) => ({ id: from, entityType, bronhoudercode }));
}

interface LinkingRow {
  readonly n: number;
  /** JSON list of the ids that it links to. */
  readonly targets: string;
  /** 1: its documents are not part of a settled batch yet. */
  readonly isUnsettled: 0 | 1;
}
