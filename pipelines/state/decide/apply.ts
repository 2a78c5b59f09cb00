/**
 * Apply: applies one prepared submission to the register, root by root.
 *
 * The register alone decides existence, absence, conflict, *unchanged*, and the owner of an object.
 * Invariants:
 *  - A root is accepted or refused whole; a strict submission is accepted or refused as one.
 *  - The effect depends only on the register and the submission, never on time or batch boundaries.
 *  - A link resolves to an object of the register, or to one of an accepted root of the same submission.
 * Not here: SQL (register/register.ts), texts (outcomes/refusals.ts), checks that need no register (prepare/).
 */
import type { Effects } from '../../../schemas/effects.ts';
import type { Finding, Report } from '../../../schemas/finding.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { withRemark } from '../../../schemas/shown-values.ts';
import { statusOfUnauthorised } from '../../../schemas/status-selection.ts';
import type { Outcome, PreparedRoot } from '../../../schemas/submission.ts';
import type { Ended } from '../../prepare/delivery/index.ts';
import { savepoint, type State } from '../database/database.ts';
import type { Prepared } from '../inbox/prepared.ts';
import { compare } from '../notes/comparison.ts';
import { Duplicates } from '../notes/duplicates.ts';
import { EffectCollector, NO_EFFECTS } from '../notes/effects.ts';
import { day, stubOf, type Stub } from '../notes/noted-version.ts';
import { endedParts } from '../notes/part-notes.ts';
import { keptFieldsNote, withheldNote } from '../notes/personal-data-notes.ts';
import { ReturnNotes } from '../notes/return-notes.ts';
import { VersionNotes } from '../notes/version-notes.ts';
import type { Decided, Numbered } from '../outcomes/outcomes.ts';
import { asPartReport } from '../outcomes/part-report.ts';
import { hiddenNote, otherHolder, refusal, REFUSAL_STATUS, type RefusalRule } from '../outcomes/refusals.ts';
import { amendReport, NONE_ENDED } from '../outcomes/report.ts';
import { isSensitiveMark } from '../register/hidden-mark.ts';
import { beforeNewest } from '../register/history.ts';
import type { RegisteredRoot, Register, RootNumber } from '../register/register.ts';
import { endedRoots } from './drift.ts';
import { forbiddenBy, withHandover } from './forbidden.ts';
import { FormerCodes } from './former-codes.ts';
import { endLeftOut } from './full.ts';
import { IdForms } from './id-forms.ts';
import { refusesAtOnce } from './levels.ts';
import { recordUnlessTaken } from './public-id.ts';
import { resolveLinks } from './resolve-links.ts';

interface Decision {
  readonly db: State;
  readonly register: Register;
  readonly submission: Numbered;
}

interface Tally {
  readonly roots: Outcome['roots'][number][];
  readonly refused: Map<string, readonly Finding[]>;
  readonly unchanged: Set<string>;
  readonly hidden: Map<string, Finding>;
  /** Findings about periods of versions, forms of ids, and possible duplicates. */
  notes: readonly Finding[];
  /** Findings about roots that are not in the delivery. */
  leftOut: readonly Finding[];
  ended: Ended;
  /** Undefined for a request, whose sender knows the one object that it changes. */
  effects: Effects | undefined;
  /** Whether a root was created, or created again. */
  made: boolean;
}

/** Decides one submission with objects, inside the running transaction of its batch. */
export function applySubmission(
  { db, register }: { db: State; register: Register }, submission: Numbered, prepared: Prepared,
): Decided {
  const refusedBefore = prepared.report.counts.refused > 0;
  const wrong = (tally: Tally): boolean => submission.strict && (refusedBefore || tally.refused.size > 0);
  const tally = savepoint(db, () => writeRoots({ db, register, submission }, prepared), (value) => !wrong(value));
  const final = wrong(tally) ? refuseAll(prepared, tally) : tally;
  return {
    status: statusOf({ register, submission }, final, prepared.report),
    roots: final.roots,
    aside: null,
    ...withComparison(db, submission, asPartReport(amendReport(prepared, final, submission))),
  };
}

/** Adds the comparison with the previous delivery of the holder to the report of a delivery. */
function withComparison(db: State, submission: Numbered, report: Report): Pick<Decided, 'report' | 'findings'> {
  if (submission.method !== 'LEVERING' || report.counts.objects === 0) return { report };
  const { comparison, findings } = compare(db, submission, report);
  return { report: { ...report, comparison }, findings };
}

function writeRoots(decision: Decision, prepared: Prepared): Tally {
  const { db, register, submission } = decision;
  const tally: Tally = {
    roots: [], refused: new Map(), unchanged: new Set(), hidden: new Map(), notes: [], leftOut: [], ended: NONE_ENDED, effects: undefined,
    made: false,
  };
  const notes = new VersionNotes(register, submission);
  const duplicates = new Duplicates(register, submission);
  const returns = new ReturnNotes(register, submission);
  const versions = new Versions(prepared.report);
  const effects = new EffectCollector(register, submission);
  /** Roots with several versions in this submission that the register did not have. */
  const newRoots = new Set<RootNumber>();
  const dropped = new Set<string>();
  const codes = new FormerCodes(register, submission);
  const passes = (root: PreparedRoot, registered: RegisteredRoot | undefined): readonly Finding[] => (
    check(decision, root, { registered, versions, codes }));
  const forms = new IdForms(register, prepared);
  const formNotes: Finding[] = [];
  const roots = (): Iterable<PreparedRoot> => codes.read(forms.roots());
  const formed = { hasLinks: prepared.hasLinks, roots };
  const badLinks = resolveLinks(register, formed, (root) => passes(root, register.root(root.id)).length === 0);
  for (const root of roots()) {
    const bad = badLinks(root).map(({ rule, ...place }) => refusal(rule, root, place));
    const registered = register.root(root.id);
    const findings = [...passes(root, registered), ...bad];
    if (findings.length > 0) {
      tally.refused.set(root.pointer, findings);
      continue;
    }
    const keptFields = register.keptFields(root, registered, submission);
    const { recorded, refusals } = recordUnlessTaken(decision, root, registered);
    if (refusals.length > 0) {
      tally.refused.set(root.pointer, refusals);
      continue;
    }
    formNotes.push(...forms.notesOn(root), ...codes.notesOn(root));
    if (keptFields.length > 0) formNotes.push(keptFieldsNote(stubOf(root), keptFields));
    if (recorded === undefined) tally.unchanged.add(root.pointer);
    else {
      notes.add(root, recorded);
      returns.add(root, { recorded, wasGone: registered?.gone === 1, isOneOfSeveral: versions.has(root.id) });
      const parts = endedParts(register, root, { recorded, submission });
      for (const { id } of parts) dropped.add(id);
      if (registered === undefined && versions.has(root.id)) newRoots.add(recorded.root);
      effects.add(root, { recorded, isNew: registered === undefined || newRoots.has(recorded.root), endedParts: parts });
      if (versions.has(root.id)) for (const { id } of root.objects) dropped.delete(id);
      if (!versions.isChanged(root.id)) tally.roots.push({ id: root.id, type: root.type });
    }
    duplicates.add(root, recorded?.root ?? registered!.n);
    const isMade = registered?.gone !== 0;
    tally.made ||= isMade;
    versions.accept(stubOf(root), { isMade, isChanged: recorded !== undefined });
    if (registered !== undefined && !versions.has(root.id)) {
      formNotes.push(...visibilityNotes(tally, register, { stub: stubOf(root), n: registered.n }));
    }
  }
  for (const stub of versions.accepted) formNotes.push(...visibilityNotes(tally, register, { stub, n: register.root(stub.id)!.n }));
  tally.leftOut = endLeftOut(register, submission, prepared.report);
  const isChanged = tally.roots.length + tally.leftOut.length > 0;
  const ended = isChanged ? endedRoots(db, submission) : [];
  tally.ended = isChanged ? { roots: ended.length, parts: dropped.size } : NONE_ENDED;
  const onVersions = notes.close(prepared.report, versions.accepted, tally.refused);
  tally.notes = [...formNotes, ...returns.close(), ...onVersions, ...duplicates.close()];
  if (submission.method === 'LEVERING') tally.effects = effects.close({ notes: tally.notes, ended, dropped }, tally.unchanged.size);
  return tally;
}

/**
 * Notes that a public version is not shown, because another version of its object is hidden. Returns the note that its personal data are
 * not shown, because another version is sensitive.
 */
function visibilityNotes(
  { hidden }: Tally, register: Register, { stub, n }: { readonly stub: Stub; readonly n: RootNumber },
): readonly Finding[] {
  if (stub.hidden === 'informatieGeheim') return [];
  if (register.isHidden(n)) {
    hidden.set(stub.pointer, hiddenNote(stub));
    return [];
  }
  const [{ type }] = stub.objects;
  return type === 'LocatieActiviteit' && !isSensitiveMark(stub.hidden) && register.isSensitive(n) ? [withheldNote(stub)] : [];
}

/** Objects with several versions in a submission, and the results of these versions. */
class Versions {
  readonly accepted: Stub[] = [];
  /** Ids in NFC. */
  readonly #several: ReadonlySet<string>;
  readonly #made = new Set<string>();
  readonly #changed = new Set<string>();

  constructor({ objects }: Report) {
    this.#several = new Set(objects.filter(({ beginGeldigheid }) => beginGeldigheid !== undefined).map(({ id }) => nfc(id ?? '')));
  }

  has(id: string): boolean {
    return this.#several.has(nfc(id));
  }

  /** Whether an earlier version in this submission created the object. */
  isMade(id: string): boolean {
    return this.#made.has(id);
  }

  isChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  accept(stub: Stub, { isMade, isChanged }: { readonly isMade: boolean; readonly isChanged: boolean }): void {
    if (!this.has(stub.id)) return;
    this.accepted.push(stub);
    if (isMade) this.#made.add(stub.id);
    if (isChanged) this.#changed.add(stub.id);
  }
}

/** The registered root, and the versions in this submission, that a new version is checked against. */
interface RootContext {
  readonly registered: RegisteredRoot | undefined;
  readonly versions: Versions;
  readonly codes: FormerCodes;
}

/** Returns the findings that refuse this root, without those about its links. */
function check({ register, submission }: Decision, root: PreparedRoot, { registered, versions, codes }: RootContext): readonly Finding[] {
  const forbidding = versions.isMade(root.id) ? undefined : forbiddenBy(register, submission, registered);
  const isOthers = root.bronhoudercode !== submission.holder;
  // A delivery for the wrong holder is fixed by naming the right one, whatever the register has under its ids.
  if (forbidding !== undefined && !(isOthers && submission.method === 'LEVERING')) {
    return [withHandover(refusal(forbidding, root), register, { registered, holder: submission.holder })];
  }
  if (isOthers) return [otherHolder(root, submission)];
  const wrong = codes.refusalOf(root) ?? (submission.correct ? checkCorrection(register, root, { registered, versions }) : undefined);
  if (wrong !== undefined) return [wrong];
  const taken = root.objects.flatMap(({ id, type }, object) => {
    const known = register.object(id);
    return known !== undefined && (known.root !== registered?.n || known.type !== type) ? [refusal('id.in-gebruik', root, { object, found: id })] : [];
  });
  if (taken.length > 0) return taken;
  const dropped = registered === undefined ? [] : register.linkedButDropped(registered.n, root, submission);
  return dropped.map((id) => refusal('verwijzing.doel-vervalt', root, { found: id }));
}

/** Returns why a root cannot replace the newest version of its object. */
function checkCorrection(register: Register, root: PreparedRoot, { registered, versions }: Omit<RootContext, 'codes'>): Finding | undefined {
  if (registered?.gone !== 0) return refusal('id.niets-te-corrigeren', root, { found: root.id });
  if (versions.has(root.id)) return refusal('id.correctie-versies', root, { found: day(root.validFrom) });
  const older = beforeNewest(register.versions(registered.n));
  if (older === undefined || older.valid.from < root.validFrom) return undefined;
  const [found, begin] = [day(root.validFrom), day(older.valid.from)];
  const wrong = refusal('regel.correctie-begin', root, { found, expected: `> ${begin}` });
  return { ...wrong, message: withRemark(wrong.message, { nl: `: op ${found}, en die op ${begin}`, en: `: at ${found}, and that at ${begin}` }) };
}

/** Refuses all roots of a strict submission, because one root was refused. */
function refuseAll(prepared: Prepared, tally: Tally): Tally {
  const refused = new Map(tally.refused);
  for (const root of prepared.roots()) {
    if (!refused.has(root.pointer)) refused.set(root.pointer, [refusal('levering.geheel-geweigerd', root)]);
  }
  const effects = tally.effects && NO_EFFECTS;
  return { roots: [], refused, unchanged: new Set(), hidden: new Map(), notes: [], leftOut: [], ended: NONE_ENDED, effects, made: false };
}

/** Returns the HTTP status: 200 for every delivery, even with refused roots; for a request, the status of its first refusal. */
function statusOf({ register, submission }: Pick<Decision, 'register' | 'submission'>, tally: Tally, report: Report): number {
  if (submission.method === 'LEVERING') return 200;
  const first = [...tally.refused.values()].flat()[0];
  // The register has another holder's object refused already, so an object that exists is the submitter's.
  if (first?.rule === 'houder.andere-bronhouder') return statusOfUnauthorised(register.root(first.objectId ?? '')?.gone === 0);
  if (first !== undefined) return REFUSAL_STATUS[first.rule as RefusalRule];
  if (report.counts.errors > 0) return refusesAtOnce(report) ? 400 : statusOfErrors(report);
  const change = report.objects[0]?.part?.change;
  if (tally.made || change === 'made') return 201;
  if (change === 'removed') return 204;
  return submission.method === 'POST' ? 422 : 200;
}

/** Returns the status for errors that were found before deciding. A merged request may have refusals that the register would give. */
function statusOfErrors({ findings }: Report): number {
  const known = findings.find(({ rule, severity }) => severity === 'error' && Object.hasOwn(REFUSAL_STATUS, rule));
  return known === undefined ? 422 : REFUSAL_STATUS[known.rule as RefusalRule];
}
