/**
 * Register: versions of roots with two time axes, and indexes on them.
 *
 * Invariants:
 *  - Version and doc rows are only added; the closing columns of a version are set once. Only unsettled decisions can be taken back
 *    (decide/undecide.ts).
 *  - The type and the root of an object never change, not even after withdrawal.
 *  - Every look-up by id says who asks (object-lookup.ts), because a hidden object does not exist for other holders.
 *  - `link`, `boundary` and `object.gone` follow from the current documents, `id_form` from `object`, `match_key` from all documents.
 * Not here: what may be written (decide/apply.ts), how versions change (history.ts), the state at a prefix (snapshot.ts).
 */
import type { StatementSync } from 'node:sqlite';
import { sha256Text } from '../../../publisher/format/hash.ts';
import type { DeliveredDocument } from '../../../publisher/difference/difference.ts';
import type { EffectObject } from '../../../schemas/effects.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import type { RootType } from '../../../schemas/names.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { momentOf, type Moment, type Period, type Received } from '../../../schemas/time.ts';
import type { CurrentDocument } from '../../prepare/preparation-job.ts';
import type { State } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { addDerivedRows } from './derived-rows.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { codedDocument } from './coded-root.ts';
import { handoverIn, handoversOf, insertHandover, isReceiver, type Handover } from './handovers.ts';
import {
  correct, decide, handOver, neighbourOf, newestOf, withdraw,
  type CurrentVersion, type RecordedVersion, type RestoringChange, type VersionChange,
} from './history.ts';
import { IS_SENSITIVE } from './hidden-mark.ts';
import { HiddenAround } from './hidden-around.ts';
import { hiddenNow, isHiddenNow } from './hidden-objects.ts';
import { withKeptGeometry } from './keep-geometry.ts';
import { keptFields, mayBePublicForm, withKeptPersonalData } from './keep-personal-data.ts';
import { matchedObject, objectIdAt, rootsWithKey, type MatchedObject, type MatchQuestion } from './match-rows.ts';
import { idsOfHolder, linkingRoots, ObjectLookup, type Asker, type FoundObject } from './object-lookup.ts';

/** Number of a row of `root`. */
export type RootNumber = number;

export interface RegisteredRoot {
  readonly id: string;
  readonly n: RootNumber;
  readonly type: RootType;
  readonly holder: string;
  /** 1: withdrawn, in no current version. */
  readonly gone: 0 | 1;
}

/** A root with a current version whose validity has not ended. */
export interface ActiveRoot {
  readonly n: RootNumber;
  readonly id: string;
  readonly type: RootType;
}

export interface RegisteredObject {
  readonly type: string;
  readonly root: RootNumber;
  readonly gone: 0 | 1;
}

/** One object in a document: id, hash of its own fields, and since when these fields are recorded. */
export type ObjectRecord = readonly [id: string, ownHash: string, since: Received];

export interface Recording {
  /** Number of the decision that records. */
  readonly decision: number;
  readonly received: Received;
  /** Whether the newest version is replaced with all of its period. */
  readonly correct: boolean;
}

/** The result of `record`. */
export interface Recorded {
  readonly root: RootNumber;
  /** The versions that were current before, in order of begin. */
  readonly before: readonly CurrentVersion[];
  /** The version that the new one was compared with, and the ids of its objects. */
  readonly base: { readonly version: CurrentVersion; readonly ids: readonly string[] } | undefined;
  /** Number and hash of the new document. */
  readonly doc: number;
  readonly hash: string;
}

interface VersionRow {
  readonly version: number;
  readonly doc: number;
  readonly hash: string;
  readonly val_from: Moment;
  readonly val_to: Moment | null;
  readonly own_until: Moment | null;
}

/** The lists of one document that the derived tables are made from. */
interface DocLists {
  readonly objects: readonly ObjectRecord[];
  readonly links: readonly string[];
  readonly boundaries: readonly Moment[];
}

export class Register {
  readonly #db: State;
  readonly #lookup: ObjectLookup;

  /** `asker`: holders whose own objects are found by id too, not only public ones. */
  constructor(db: State, asker: Asker) {
    this.#db = db;
    this.#lookup = new ObjectLookup(db, asker);
  }

  /** Whether an id that was looked up is that of an object of another holder, seen or hidden. */
  get hasMetOthers(): boolean {
    return this.#lookup.hasMetOthers;
  }

  root(id: string): RegisteredRoot | undefined {
    const found = this.#lookup.find(id);
    if (found === undefined || found.id !== found.rootId) return undefined;
    return { id: found.id, n: found.root, type: found.rootType, holder: found.holder, gone: found.gone };
  }

  /** Returns the root that contains, or contained, the object with this id. */
  rootAround(id: string): RegisteredRoot | undefined {
    return this.#rootOf(this.#lookup.find(id));
  }

  /**
   * Returns the root that contains, or contained, the object with this id, when the asker holds that root. The time taken is the same for
   * an id of another holder and for a free id, so that it reveals nothing.
   */
  ownRootAround(id: string): RegisteredRoot | undefined {
    return this.#rootOf(this.#lookup.findOwn(id));
  }

  #rootOf(found: FoundObject | undefined): RegisteredRoot | undefined {
    if (found === undefined) return undefined;
    const { rootId, root: n, rootType: type, holder } = found;
    const { gone } = this.#sql('SELECT gone FROM object WHERE id = ? AND root = ?').get(rootId, n) as Pick<RegisteredRoot, 'gone'>;
    return { id: rootId, n, type, holder, gone };
  }

  object(id: string): RegisteredObject | undefined {
    return this.#lookup.find(id);
  }

  /** Returns the id as the object has it: exactly this id, else its NFC, else the first other form; undefined without an object. */
  registeredForm(id: string): string | undefined {
    return this.#lookup.find(id)?.id;
  }

  /** Whether the id of any object is not in NFC. */
  hasIdForms(): boolean {
    return this.#sql('SELECT 1 FROM id_form LIMIT 1').get() !== undefined;
  }

  /** Returns the type of the object that a link with this id names; undefined when there is none, or it was withdrawn. */
  typeOf(id: string): string | undefined {
    return this.#lookup.findTarget(id)?.type;
  }

  /** Returns the ids of a root, withdrawn ones included, that an object of another root of this holder has. */
  idsOfHolder(holder: string, root: RootNumber): readonly string[] {
    const ids = this.#sql('SELECT id FROM object WHERE root = ? ORDER BY id').all(root).map(({ id }) => id as string);
    return idsOfHolder(this.#db, root, { holder, ids });
  }

  /** Whether the root is hidden from the public, in all its versions. */
  isHidden(root: RootNumber): boolean {
    return hiddenNow(this.#db, root).isWhole;
  }

  /** Whether an object, a root or a nested one, is hidden from the public. */
  isHiddenObject(id: string): boolean {
    const object = this.#lookup.find(id);
    return object !== undefined && isHiddenNow(this.#db, object);
  }

  /** Returns what is hidden of a root, and of roots that may become public with it. */
  hiddenAround(root: RootNumber): HiddenAround {
    return new HiddenAround(this.#db, root);
  }

  /** Whether any current version of the root is sensitive, so that its personal data are withheld from the public. */
  isSensitive(root: RootNumber): boolean {
    return this.#sql(`SELECT 1 FROM version v JOIN doc d ON d.n = v.doc
      WHERE v.root = ? AND v.closed_by IS NULL AND ${IS_SENSITIVE}`).get(root) !== undefined;
  }

  /** Returns the handovers of a root, in order of decision. */
  handovers(root: RootNumber): readonly Handover[] {
    return handoversOf(this.#db, root);
  }

  /** Whether any root was handed over to this holder. */
  isReceiver(holder: string): boolean {
    return isReceiver(this.#db, holder);
  }

  /** Returns the handover of a root by a decision. */
  handoverIn(root: RootNumber, decision: number): Handover | undefined {
    return handoverIn(this.#db, root, decision);
  }

  /** Gives a root back to the holder that it had before a handover. Its versions are restored apart. */
  handBack(root: RootNumber, { from, to, at }: Handover, { decision }: Pick<Recording, 'decision'>): void {
    insertHandover(this.#db, { root, decision }, { from: to, to: from, at });
  }

  /** Returns all roots of a holder, withdrawn ones included, in order of their first delivery. */
  rootsOf(holder: string): readonly RegisteredRoot[] {
    return this.#sql('SELECT r.id, n, r.type, holder, gone FROM root r JOIN object o ON o.id = r.id AND o.root = r.n WHERE holder = ? ORDER BY n')
      .all(holder) as unknown as RegisteredRoot[];
  }

  holderOf(root: RootNumber): string {
    return (this.#sql('SELECT holder FROM root WHERE n = ?').get(root) as Pick<RegisteredRoot, 'holder'>).holder;
  }

  /** Returns other roots with this match key in a current document (match-rows.ts). */
  rootsWithKey(key: number, except: RootNumber, holder: string): readonly RootNumber[] {
    return rootsWithKey(this.#db, { key, except, holder });
  }

  matchedObject(question: MatchQuestion): MatchedObject | undefined {
    return matchedObject(this.#db, question);
  }

  objectIdAt(place: MatchedObject): string {
    return objectIdAt(this.#db, place);
  }

  /** Returns the ids that a new version of this root would drop although other roots link to them. */
  linkedButDropped(root: RootNumber, prepared: PreparedRoot, { correct: isCorrection }: Pick<Recording, 'correct'>): readonly string[] {
    const versions = this.versions(root);
    const corrected = isCorrection ? newestOf(versions) : versions.find(({ valid }) => valid.from === prepared.validFrom);
    if (corrected === undefined) return [];
    const staying = new Set(prepared.objects.map(({ id }) => id));
    for (const { objects } of this.#currentLists(root, corrected.version)) for (const [id] of objects) staying.add(id);
    return this.#listsOf(corrected.doc).objects.map(([id]) => id).filter((id) => !staying.has(id)
      && this.linkingTo(id, root).length > 0);
  }

  /** Returns the document of a root that is valid at this moment, else the most recent one; undefined when the root is withdrawn. */
  presentDocument(root: RootNumber, at: Moment): CurrentDocument | undefined {
    const row = this.#sql(`SELECT d.n AS doc, d.crs, own_until, hash, hidden, objects, links, boundaries, body, sum
      FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = ?1 AND closed_by IS NULL
      ORDER BY (val_from <= ?2 AND (val_to IS NULL OR val_to > ?2)) DESC, val_from DESC LIMIT 1`).get(root, at) as unknown as
      (DocColumns & CurrentDocument & { readonly sum: string }) | undefined;
    if (row !== undefined && docSum(row) !== row.sum) throw damagedDocument(row, this.#db.location() ?? '');
    return row;
  }

  /** Returns the roots of a holder, of these types, whose validity has not ended at this moment. */
  standing(holder: string, types: readonly RootType[], at: Moment): readonly ActiveRoot[] {
    return this.#sql(`SELECT n, id, type FROM root r WHERE holder = ? AND type IN (SELECT value FROM json_each(?)) AND EXISTS (
      SELECT 1 FROM version v WHERE v.root = r.n AND closed_by IS NULL AND (val_to IS NULL OR val_to > ?)) ORDER BY n`)
      .all(holder, JSON.stringify(types), at) as unknown as ActiveRoot[];
  }

  /** Returns the other roots that link to an object of this root. */
  linking(root: RootNumber): readonly RootNumber[] {
    return linkingRoots(this.#db, root);
  }

  /** Whether another root links to an object of this root. */
  isLinkedTo(root: RootNumber): boolean {
    return linkingRoots(this.#db, root).length > 0;
  }

  /** Whether the root has not changed since this public edition. */
  isAsPublished(root: RootNumber, edition: number): boolean {
    return this.#sql(`SELECT 1 FROM version v LEFT JOIN published p ON p.audience = 'public' AND p.edition = ?2
      WHERE v.root = ?1 AND (v.decision > coalesce(p.decision, 0) OR v.closed_by > coalesce(p.decision, 0))`)
      .get(root, edition) === undefined;
  }

  /** Whether no version of the root was recorded or ended after this time. */
  isUnchangedSince(root: RootNumber, time: Received): boolean {
    return this.#sql('SELECT 1 FROM version WHERE root = ?1 AND (rec_from > ?2 OR rec_to > ?2)').get(root, time) === undefined;
  }

  /** Withdraws a root: its versions stay recorded until `received`. The root can be created again later. */
  withdraw(root: RootNumber, { decision, received }: Omit<Recording, 'correct'>): void {
    for (const { version, at } of withdraw(this.versions(root), received)) this.#close(version, { at, decision });
    this.#forget(root);
  }

  /** Returns a root that this decision withdrew, with the document of its newest version. */
  closedBy(root: RootNumber, { decision }: Pick<Recording, 'decision'>): Pick<RegisteredRoot, 'id' | 'type'> & { readonly doc: number } {
    return this.#sql('SELECT r.id, r.type, doc FROM version v JOIN root r ON r.n = v.root WHERE r.n = ? AND closed_by = ? ORDER BY val_from DESC LIMIT 1')
      .get(root, decision) as unknown as Pick<RegisteredRoot, 'id' | 'type'> & { readonly doc: number };
  }

  /** Hands a root over: its versions from `at` on get the code of `to`, which may write the root from now on. Returns whether there are any. */
  handOver(
    { n, holder }: Pick<RegisteredRoot, 'n' | 'holder'>, { to, at }: Omit<Handover, 'from'>, { decision, received }: Omit<Recording, 'correct'>,
  ): boolean {
    const made = handOver(this.versions(n), at).map(({ version: { version, doc: before }, kept, handed }) => {
      const { objects, links } = this.#listsOf(before);
      const prepared = codedDocument({ ...this.document(before), links }, to, kept === null ? null : at);
      const lists = listsOf(prepared, objects, received);
      const doc = this.#insertDoc(prepared, { hash: contentHash(prepared), lists });
      this.#close(version, { at: received, decision });
      return { prepared, doc, lists, opened: [...(kept === null ? [] : [{ doc: before, valid: kept }]), { doc, valid: handed }] };
    });
    for (const { doc, valid } of made.flatMap(({ opened }) => opened)) {
      this.#write(n, { kind: 'open', doc, valid, at: received }, { doc, decision });
    }
    for (const { prepared, doc, lists } of made) this.#derive(n, prepared, { doc, lists, received, isNew: false, isLess: true });
    insertHandover(this.#db, { root: n, decision }, { from: holder, to, at });
    return made.length > 0;
  }

  /** Returns the roots with a version that a decision opened or closed, in order of number. */
  changedBy(decision: number): readonly RegisteredRoot[] {
    return this.#sql(`SELECT r.id, r.n, r.type, r.holder, o.gone FROM root r JOIN object o ON o.id = r.id AND o.root = r.n
      WHERE r.n IN (SELECT root FROM version WHERE decision = ?1 UNION SELECT root FROM version WHERE closed_by = ?1
        UNION SELECT root FROM handover WHERE decision = ?1) ORDER BY r.n`)
      .all(decision) as unknown as RegisteredRoot[];
  }

  /** Returns all versions of a root, in order of recording. */
  recordedVersions(root: RootNumber): readonly RecordedVersion[] {
    const rows = this.#sql(`SELECT v.n AS version, doc, hash, val_from, val_to, decision, closed_by AS closedBy FROM version v
      JOIN doc d ON d.n = v.doc WHERE root = ? ORDER BY v.n`).all(root) as unknown as (VersionRow & Pick<RecordedVersion, 'decision' | 'closedBy'>)[];
    return rows.map(({ version, doc, hash, val_from: from, val_to: until, decision, closedBy }) => ({
      version, doc, hash, valid: { from, until }, decision, closedBy,
    }));
  }

  /** Returns the ids of the objects in a document, and the ids outside its root that it links to. */
  idsIn(doc: number): { readonly objects: readonly string[]; readonly links: readonly string[] } {
    const { objects, links } = this.#listsOf(doc);
    return { objects: objects.map(([id]) => id), links };
  }

  /** Returns the objects in the current documents of a root. */
  presentObjects(root: RootNumber): readonly EffectObject[] {
    return this.#sql('SELECT id, type AS entityType FROM object WHERE root = ? AND gone = 0 ORDER BY id').all(root) as unknown as EffectObject[];
  }

  /** Returns the other roots that link to an object of this root. */
  linkingTo(id: string, root: RootNumber): readonly RootNumber[] {
    return linkingRoots(this.#db, root, id);
  }

  /** Records changes that bring back documents of this root (history.ts, undo). */
  restore(root: RootNumber, changes: readonly RestoringChange[], { decision, received }: Omit<Recording, 'correct'>): void {
    for (const change of changes) {
      if (change.kind === 'close') this.#close(change.version, { at: change.at, decision });
      else this.#open(root, change, decision);
    }
    this.#forget(root);
    const current = this.#currentLists(root, -1);
    addDerivedRows(this.#db, root, {
      objects: [], matchKeys: [], links: current.flatMap(({ links }) => links),
      boundaries: current.flatMap(({ boundaries }) => boundaries.filter((moment) => moment > momentOf(received))),
    });
    this.#bringBack(root, current);
  }

  /** Returns when the last version of a root stopped being current, before this decision. */
  withdrawnAt(root: RootNumber, { decision }: Pick<Recording, 'decision'>): Moment {
    const { at } = this.#sql('SELECT max(rec_to) AS at FROM version WHERE root = ? AND closed_by < ?').get(root, decision) as { at: Received };
    return momentOf(at);
  }

  /**
   * Returns when a version with this content and begin stopped being current, before this decision; undefined when the last
   * `LIMITS.earlierVersionsMax` versions have none.
   */
  replacedAt(
    root: RootNumber, { hash, from }: { readonly hash: string; readonly from: Moment }, { decision }: Pick<Recording, 'decision'>,
  ): Moment | undefined {
    const { at } = this.#sql(`SELECT max(rec_to) AS at
      FROM (SELECT doc, val_from, rec_to FROM version WHERE root = ? AND closed_by < ? ORDER BY n DESC LIMIT 0 + ?) v
      JOIN doc d ON d.n = v.doc WHERE d.hash = ? AND val_from = ?`)
      .get(root, decision, LIMITS.earlierVersionsMax, hash, from) as { at: Received | null };
    return at === null ? undefined : momentOf(at);
  }

  /**
   * Records a root that decide/apply.ts has checked. Returns undefined when nothing changed. `found`: the result of `root` for its id.
   * New objects are recorded since `received`; objects equal to those of the replaced or neighbouring version keep their time.
   */
  record(delivered: PreparedRoot, found: RegisteredRoot | undefined, recording: Recording): Recorded | undefined {
    const { decision, received, correct: isCorrection } = recording;
    const n = found?.n ?? this.#insertRoot(delivered);
    const versions = found === undefined ? [] : this.versions(n);
    const neighbour = isCorrection ? newestOf(versions) : neighbourOf(versions, delivered.validFrom);
    const prepared = this.#withKeptGeometry(this.#withKeptPersonalData(n, delivered, neighbour), neighbour);
    const hash = contentHash(prepared);
    const incoming = { hash, from: prepared.validFrom, ownUntil: prepared.validUntil };
    const changes = (isCorrection ? correct : decide)(versions, incoming, received);
    if (changes.length === 0) return undefined;

    const earlier = neighbour === undefined ? [] : this.#listsOf(neighbour.doc).objects;
    const lists = listsOf(prepared, earlier, received);
    const doc = this.#insertDoc(prepared, { hash, lists });
    for (const change of changes) this.#write(n, change, { doc, decision });
    this.#derive(n, prepared, { doc, lists, received, isNew: found === undefined, isLess: endsDocument(versions, changes) });
    return { root: n, before: versions, base: neighbour && { version: neighbour, ids: earlier.map(([id]) => id) }, doc, hash };
  }

  /** Returns the withheld fields that `record` keeps as stored, because the root was sent back as published. */
  keptFields(
    delivered: PreparedRoot, found: RegisteredRoot | undefined, { correct: isCorrection }: Pick<Recording, 'correct'>,
  ): readonly string[] {
    if (found === undefined || !mayBePublicForm(delivered) || !this.isSensitive(found.n)) return [];
    const versions = this.versions(found.n);
    const neighbour = isCorrection ? newestOf(versions) : neighbourOf(versions, delivered.validFrom);
    return neighbour === undefined ? [] : keptFields(delivered, this.document(neighbour.doc).document);
  }

  /** Whether a current version of a root has this begin and content. */
  isRecorded(root: RootNumber, delivered: PreparedRoot): boolean {
    const versions = this.versions(root);
    const prepared = this.#withKeptGeometry(delivered, neighbourOf(versions, delivered.validFrom));
    const hash = contentHash(prepared);
    return versions.some((version) => version.hash === hash && version.valid.from === prepared.validFrom);
  }

  /** Returns the documents among `others` whose length differs by at most `bytes`. The lengths are known without reading the documents. */
  aboutAsLong(doc: number, others: readonly number[], bytes: number): ReadonlySet<number> {
    const rows = this.#sql(`SELECT n FROM doc WHERE n IN (SELECT value FROM json_each(?2))
      AND abs(octet_length(body) - (SELECT octet_length(body) FROM doc WHERE n = ?1)) <= ?3`).all(doc, JSON.stringify(others), bytes);
    return new Set(rows.map(({ n }) => n as number));
  }

  /** Returns the document with this number. */
  document(doc: number): DeliveredDocument {
    const row = this.#sql(`SELECT n AS doc, crs, own_until, hash, hidden, objects, links, boundaries, body, sum FROM doc WHERE n = ?`)
      .get(doc) as unknown as DocColumns & { readonly doc: number; readonly sum: string };
    if (docSum(row) !== row.sum) throw damagedDocument(row, this.#db.location() ?? '');
    return { document: JSON.parse(row.body) as JsonObject, crs: row.crs };
  }

  /** Returns the root with stored geometries in place of those that were sent back as published. */
  #withKeptGeometry(prepared: PreparedRoot, neighbour: CurrentVersion | undefined): PreparedRoot {
    if (neighbour === undefined || neighbour.hash === contentHash(prepared)) return prepared;
    const document = this.#sql('SELECT crs, body FROM doc WHERE n = ?').get(neighbour.doc) as unknown as Pick<CurrentDocument, 'crs' | 'body'>;
    return withKeptGeometry(prepared, document);
  }

  /** Returns a sensitive root with the stored personal data in place of those that were sent back as published. */
  #withKeptPersonalData(root: RootNumber, prepared: PreparedRoot, neighbour: CurrentVersion | undefined): PreparedRoot {
    if (neighbour === undefined || !mayBePublicForm(prepared) || !this.isSensitive(root)) return prepared;
    return withKeptPersonalData(prepared, this.document(neighbour.doc).document);
  }

  #sql(text: string): StatementSync {
    return statement(this.#db, text);
  }

  /** Returns the current versions, in order of begin. */
  versions(root: RootNumber): readonly CurrentVersion[] {
    const rows = this.#sql(`SELECT v.n AS version, doc, hash, val_from, val_to, own_until FROM version v
      JOIN doc d ON d.n = v.doc WHERE root = ? AND closed_by IS NULL ORDER BY val_from`)
      .all(root) as unknown as VersionRow[];
    return rows.map((row) => ({
      version: row.version, doc: row.doc, hash: row.hash, ownUntil: row.own_until,
      valid: { from: row.val_from, until: row.val_to },
    }));
  }

  #listsOf(doc: number): DocLists {
    const row = this.#sql('SELECT objects, links, boundaries FROM doc WHERE n = ?').get(doc);
    return parseLists(row as Record<keyof DocLists, string>);
  }

  #currentLists(root: RootNumber, exceptVersion: number): readonly DocLists[] {
    const rows = this.#sql(`SELECT objects, links, boundaries FROM version v JOIN doc d ON d.n = v.doc
      WHERE root = ? AND closed_by IS NULL AND v.n <> ?`).all(root, exceptVersion);
    return (rows as unknown as Record<keyof DocLists, string>[]).map(parseLists);
  }

  #insertRoot({ id, type, bronhoudercode }: PreparedRoot): RootNumber {
    const { lastInsertRowid } = this.#sql('INSERT INTO root (id, type, holder) VALUES (?, ?, ?)').run(id, type, bronhoudercode);
    return Number(lastInsertRowid);
  }

  #insertDoc(prepared: PreparedRoot, { hash, lists }: { hash: string; lists: DocLists }): number {
    const { crs, validUntil, hidden, body } = prepared;
    const columns: DocColumns = {
      crs, own_until: validUntil, hash, hidden, body, objects: JSON.stringify(lists.objects),
      links: JSON.stringify(lists.links), boundaries: JSON.stringify(lists.boundaries),
    };
    const { lastInsertRowid } = this.#sql(`INSERT INTO doc (crs, own_until, hash, hidden, objects, links, boundaries, body, sum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(crs, validUntil, hash, hidden, columns.objects, columns.links, columns.boundaries, body, docSum(columns));
    return Number(lastInsertRowid);
  }

  #write(root: RootNumber, change: VersionChange, { doc, decision }: { doc: number; decision: number }): void {
    if (change.kind === 'close') {
      this.#close(change.version, { at: change.at, decision });
      return;
    }
    this.#open(root, { doc: change.doc === 'incoming' ? doc : change.doc, valid: change.valid, at: change.at }, decision);
  }

  #open(
    root: RootNumber, { doc, valid, at }: { readonly doc: number; readonly valid: Period; readonly at: Received }, decision: number,
  ): void {
    this.#sql('INSERT INTO version (root, doc, val_from, val_to, rec_from, decision) VALUES (?, ?, ?, ?, ?, ?)')
      .run(root, doc, valid.from, valid.until, at, decision);
  }

  #close(version: number, { at, decision }: { at: Received; decision: number }): void {
    this.#sql('UPDATE version SET rec_to = ?, closed_by = ? WHERE n = ?').run(at, decision, version);
  }

  /** Removes the derived rows of a root. */
  #forget(root: RootNumber): void {
    this.#sql('UPDATE object SET gone = 1 WHERE root = ?').run(root);
    this.#sql('DELETE FROM link WHERE from_root = ?').run(root);
    this.#sql('DELETE FROM boundary WHERE root = ?').run(root);
  }

  /** Adds the rows of a new document, and removes rows of documents that are no longer current. `isLess`: there is such a document. */
  #derive(
    root: RootNumber, prepared: PreparedRoot,
    { doc, lists, received, isNew, isLess }: { doc: number; lists: DocLists; received: Received; isNew: boolean; isLess: boolean },
  ): void {
    // A root may have thousands of versions, so all its documents are read only when rows may have to be removed.
    const current = isLess ? this.#currentLists(root, -1) : [lists];
    if (isLess) this.#forget(root);
    else if (!isNew) this.#sql('DELETE FROM boundary WHERE root = ? AND at <= ?').run(root, momentOf(received));
    addDerivedRows(this.#db, root, {
      objects: prepared.objects, links: current.flatMap(({ links }) => links),
      // Earlier boundaries are not needed: an edition with this root has a later moment already.
      boundaries: current.flatMap(({ boundaries }) => boundaries.filter((moment) => moment > momentOf(received))),
      matchKeys: prepared.matchKeys.map(([key, object]) => ({ doc, key, object })),
    });
    if (isLess) this.#bringBack(root, current);
  }

  /** Marks the objects of the current documents of a root as present. */
  #bringBack(root: RootNumber, current: readonly DocLists[]): void {
    const bringBack = this.#sql('UPDATE object SET gone = 0 WHERE id = ? AND root = ?');
    for (const { objects } of current) for (const [id] of objects) bringBack.run(id, root);
  }
}

/** Whether these changes leave the document of a current version without a current version. */
function endsDocument(versions: readonly CurrentVersion[], changes: readonly VersionChange[]): boolean {
  const opened = new Set(changes.flatMap((change) => (change.kind === 'open' ? change.doc : [])));
  const closed = new Set(changes.flatMap((change) => (change.kind === 'close' ? change.version : [])));
  return versions.some(({ version, doc }) => closed.has(version) && !opened.has(doc));
}

/** Returns a hash that is equal for documents with the same objects, the same nesting and the same CRS. */
function contentHash(prepared: PreparedRoot): string {
  const parts = prepared.objects.map(({ id, type, parent, ownHash }) => [id, type, parent, ownHash]);
  return sha256Text(JSON.stringify([prepared.crs, prepared.validUntil, parts]));
}

function listsOf(prepared: PreparedRoot, earlier: readonly ObjectRecord[], received: Received): DocLists {
  return {
    objects: objectRecords(prepared, earlier, received),
    links: [...new Set(prepared.links.map(({ id }) => id))].sort(),
    boundaries: prepared.boundaries,
  };
}

function objectRecords(
  prepared: PreparedRoot, earlier: readonly ObjectRecord[], received: Received,
): readonly ObjectRecord[] {
  const known = new Map(earlier.map((record) => [record[0], record]));
  return prepared.objects.map(({ id, ownHash }) => {
    const before = known.get(id);
    return [id, ownHash, before?.[1] === ownHash ? before[2] : received];
  });
}

function parseLists(row: Record<keyof DocLists, string>): DocLists {
  return {
    objects: JSON.parse(row.objects) as ObjectRecord[],
    links: JSON.parse(row.links) as string[],
    boundaries: JSON.parse(row.boundaries) as Moment[],
  };
}
