/**
 * Hidden objects: which objects of the register the public may not see after a decision.
 *
 * The state of a root after a decision has its current documents; of a withdrawn root, those that its withdrawal ended. The clauses of
 * these documents (schemas/model/secret-clauses.ts) make objects hidden, in all periods and in all versions of the state alike.
 * Only the roots that a root leads to by its links can hide something in it, so these are read, and each once. Nothing is read while no
 * document has a secret.
 * Invariant: a pure function of the decisions up to this one; with `hidesLater`, also of the last state of each root, which adds what is
 * hidden there.
 */
import type { JsonObject } from '../../../schemas/json.ts';
import {
  clausesOf, hiddenAlone, leastHidden, linkTargetsIn, type Clause, type ClauseNames,
} from '../../../schemas/model/secret-clauses.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { withoutHidden } from '../redact/without-hidden-objects.ts';
import { damagedDocument, docSum, type DocColumns } from './doc-sum.ts';
import { hasSecret, HAS_SECRET, hidesRoot } from './hidden-mark.ts';
import { linkCandidates } from './link-candidates.ts';
import { laterNamesakes } from './namesakes.ts';

/** The decision that counts for the last state of every root. */
export const LAST = Number.MAX_SAFE_INTEGER;

/** The hidden objects of one root. */
export interface HiddenPart {
  /** Whether the root itself is hidden, and all that is in it. */
  readonly isWhole: boolean;
  /** Ids in NFC. */
  readonly ids: ReadonlySet<string>;
}

export const NOTHING: HiddenPart = { isWhole: false, ids: new Set() };
const ALL: HiddenPart = { isWhole: true, ids: new Set() };

export function hides({ isWhole, ids }: HiddenPart, id: string): boolean {
  return isWhole || ids.has(nfc(id));
}

export function isSamePart(one: HiddenPart, other: HiddenPart): boolean {
  return one === other
    || (one.isWhole === other.isWhole && one.ids.size === other.ids.size && [...one.ids].every((id) => other.ids.has(id)));
}

/** A document of a state, as far as it is read at first. */
export interface StateDocument {
  readonly doc: number;
  readonly hidden: string | null;
  readonly links: string;
}

/** A root that is being visited, with its documents and the roots that these link to. */
interface VisitedRoot {
  readonly root: number;
  readonly documents: readonly StateDocument[];
}

interface HiddenObjectsOptions {
  readonly hidesLater?: boolean;
  readonly hasSecrets?: true;
  /** Whether objects count as public although another one has taken their id (namesakes.ts). */
  readonly ignoresNamesakes?: boolean;
}

/** Returns what is hidden of a root now. */
export function hiddenNow(db: Reader, root: number): HiddenPart {
  return new HiddenObjects(db, LAST, { hasSecrets: true }).of(root);
}

/** Whether an object is hidden now. An object that left its root counts as hidden when its root was hidden at that moment. */
export function isHiddenNow(db: Reader, { root, id }: { readonly root: number; readonly id: string }): boolean {
  return hides(new HiddenObjects(db, LAST).withGone(root), id);
}

/** Objects of one root that a link may lead to. */
export interface LinkTargets {
  readonly root: number;
  readonly ids: readonly string[];
}

/** Whether an object is hidden now whatever objects have its id, those that left their root in secret included. */
export function isHiddenAlone(db: Reader, { root, id }: { readonly root: number; readonly id: string }): boolean {
  return hides(new HiddenObjects(db, LAST, { ignoresNamesakes: true }).withGone(root), id);
}

/** Whether a link of a root to one of these objects is public now. */
export function showsLinkTo(db: Reader, root: number, targets: LinkTargets): boolean {
  return new HiddenObjects(db, LAST).showsLinkTo(root, targets);
}

export class HiddenObjects {
  readonly #db: Reader;
  readonly #at: number;
  /** The hidden objects of the last state, which are hidden in this state too; null when later hiding does not count. */
  readonly #last: HiddenObjects | null;
  readonly #known = new Map<number, HiddenPart>();
  readonly #gone = new Map<number, readonly string[]>();
  #hasSecrets: boolean | undefined;
  /** The hidden objects without regard of namesakes; null: this object is that one. */
  readonly #plain: HiddenObjects | null;

  /** `hasSecrets`: true saves asking the register, when few roots are asked for. */
  constructor(db: Reader, at: number, { hidesLater = false, hasSecrets, ignoresNamesakes = false }: HiddenObjectsOptions = {}) {
    this.#db = db;
    this.#at = at;
    this.#last = hidesLater && at !== LAST ? new HiddenObjects(db, LAST, { ignoresNamesakes }) : null;
    this.#hasSecrets = hasSecrets;
    this.#plain = ignoresNamesakes ? null : new HiddenObjects(db, at, { hidesLater, hasSecrets: true, ignoresNamesakes: true });
  }

  /** The decision after which objects are hidden. */
  get at(): number {
    return this.#at;
  }

  /** Whether any document was ever secret, or had a secret part. */
  get hasSecrets(): boolean {
    return this.#hasSecrets ??= statement(this.#db, `SELECT 1 FROM doc d WHERE ${HAS_SECRET} LIMIT 1`).get() !== undefined;
  }

  /** Returns what is hidden of a root. */
  of(root: number): HiddenPart {
    if (!this.hasSecrets) return NOTHING;
    return this.#known.get(root) ?? this.#visit(root);
  }

  /**
   * Returns what is hidden of a root with these documents in its state. Most roots have neither secrets nor links, and then nothing is
   * read.
   */
  ofState(root: number, documents: readonly Pick<StateDocument, 'hidden' | 'links'>[]): HiddenPart {
    const isPlain = this.#last === null && documents.every(({ hidden, links }) => links === '[]' && !hasSecret(hidden));
    return isPlain ? NOTHING : this.of(root);
  }

  /** Returns what is hidden of a root, including objects that were secret when they left it. */
  withGone(root: number): HiddenPart {
    const part = this.of(root);
    const gone = part.isWhole || !this.hasSecrets ? [] : this.goneSecrets(root);
    return gone.length === 0 ? part : { isWhole: false, ids: new Set([...part.ids, ...gone]) };
  }

  /** Returns these objects of a root with what cannot stand without them, secret or not. */
  without(root: number, ids: readonly string[]): HiddenPart {
    const clauses = ids.map((id): Clause => ({ object: nfc(id), after: [] }));
    let rootName = '';
    for (const { doc } of this.#stateOf(root)) {
      const { document, rootId } = this.#document(doc);
      rootName = nfc(rootId);
      clauses.push(...clausesOf(document, { inside: nfc, outside: (id) => `outside ${id}` }).filter(({ after }) => after.length > 0));
    }
    const hidden = leastHidden(clauses);
    return hidden.has(rootName) ? ALL : { isWhole: false, ids: hidden };
  }

  /** Whether each object to which a link of a root with this id may lead is hidden. An unknown id is not. */
  #isHidden(id: string, from: number): boolean {
    if (!this.hasSecrets) return false;
    const roots = this.#candidates(id, from);
    return roots.length > 0 && roots.every((root) => hides(this.of(root), id));
  }

  /** Whether the public sees a link of a root to one of these objects. */
  showsLinkTo(root: number, targets: LinkTargets): boolean {
    const part = this.of(root);
    if (part.isWhole) return false;
    const there = this.of(targets.root);
    const seen = targets.ids.filter((id) => !hides(there, id) && this.#candidates(id, root).includes(targets.root)).map(nfc);
    if (part.ids.size === 0) return seen.length > 0;
    return this.#stateOf(root).some(({ doc }) => {
      const targets = linkTargetsIn(withoutHidden(this.#document(doc).document, (id) => hides(part, id)));
      return seen.some((id) => targets.has(id));
    });
  }

  /** Returns what is hidden of a document that may no longer be in the state of its root. */
  ofDocument(root: number, doc: number): HiddenPart {
    if (!this.hasSecrets) return NOTHING;
    const { isWhole, ids } = this.withGone(root);
    if (isWhole) return ALL;
    const { document, rootId } = this.#document(doc);
    const seeds = [...ids].map((id): Clause => ({ object: id, after: [] }));
    const outside = new Set<string>();
    const clauses = clausesOf(document, { inside: nfc, outside: (id) => { outside.add(id); return `outside ${id}`; } });
    for (const id of outside) if (this.#isHidden(id, root)) seeds.push({ object: `outside ${id}`, after: [] });
    const hidden = leastHidden([...seeds, ...clauses]);
    return hidden.has(nfc(rootId)) ? ALL : { isWhole: false, ids: hidden };
  }

  /** Computes the hidden part of a root, and on the way that of all roots that its links lead to. */
  #visit(root: number): HiddenPart {
    const { visited, leadsToHidden } = this.#reach(root);
    const clauses = visited.flatMap((one) => this.#takenIn(one));
    const isSecret = (): boolean => visited.some(({ documents }) => documents.some(({ hidden }) => hasSecret(hidden)));
    if (clauses.length > 0 || this.#last !== null || leadsToHidden || isSecret()) {
      for (const one of visited) this.#addClauses(one, clauses);
    }
    const byRoot = Map.groupBy(clauses.length === 0 ? [] : leastHidden(clauses), (name) => Number(name.slice(0, name.indexOf(' '))));
    for (const one of visited) {
      const ids = new Set((byRoot.get(one.root) ?? []).map((name) => name.slice(name.indexOf(' ') + 1)));
      this.#known.set(one.root, ids.size === 0 ? NOTHING : { isWhole: ids.has(WHOLE), ids });
    }
    return this.#known.get(root)!;
  }

  /** Returns a root and the roots that it leads to, without those that are known, and whether something is hidden in one of these. */
  #reach(root: number): { readonly visited: readonly VisitedRoot[]; readonly leadsToHidden: boolean } {
    const found = new Map<number, VisitedRoot>();
    const queue = [root];
    let leadsToHidden = false;
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const known = this.#known.get(next);
      leadsToHidden ||= known !== undefined && known !== NOTHING;
      if (found.has(next) || known !== undefined) continue;
      const documents = this.#stateOf(next);
      found.set(next, { root: next, documents });
      for (const { links } of documents) {
        if (links !== '[]') queue.push(...(JSON.parse(links) as string[]).flatMap((id) => this.#candidates(id, next)));
      }
    }
    return { visited: [...found.values()], leadsToHidden };
  }

  /** Returns the clauses of objects whose id a public object has taken. Only links make an object public without a write of its holder. */
  #takenIn({ root, documents }: VisitedRoot): Clause[] {
    const plain = this.#plain;
    if (plain === null || documents.every(({ links }) => links === '[]')) return [];
    return laterNamesakes(this.#db, root, this.#at).filter((other) => !hides(plain.withGone(other.root), other.id))
      .map(({ id }) => ({ object: `${root} ${nfc(id)}`, after: [] }));
  }

  #addClauses({ root, documents }: VisitedRoot, clauses: Clause[]): void {
    const later = this.#last?.of(root) ?? NOTHING;
    for (const id of [...later.ids, ...this.#last?.goneSecrets(root) ?? []]) clauses.push({ object: `${root} ${id}`, after: [] });
    if (later.isWhole || documents.some(({ hidden }) => hidesRoot(hidden))) {
      clauses.push({ object: `${root} ${WHOLE}`, after: [] });
      return;
    }
    const names: ClauseNames = { inside: (id) => `${root} ${nfc(id)}`, outside: (id) => this.#outsideName(id, root, clauses) };
    for (const { doc } of documents) {
      const { document, rootId } = this.#document(doc);
      clauses.push({ object: `${root} ${WHOLE}`, after: [names.inside(rootId)] }, ...clausesOf(document, names));
    }
  }

  /** Returns a name for the candidates of a link. Of several at most one is public, and the link leads to that one. */
  #outsideName(id: string, from: number, clauses: Clause[]): string {
    const names = this.#candidates(id, from).map((root) => this.#nameIn(root, id, clauses));
    if (names.length < 2) return names[0] ?? `unknown ${id}`;
    const together = `together ${names.join(' ')}`;
    clauses.push({ object: together, after: names });
    return together;
  }

  /** Returns the name of an object of another root, which is hidden when that root is. */
  #nameIn(root: number, id: string, clauses: Clause[]): string {
    const name = `${root} ${nfc(id)}`;
    const known = this.#known.get(root);
    if (known === undefined) clauses.push({ object: name, after: [`${root} ${WHOLE}`] });
    else if (hides(known, id)) clauses.push({ object: name, after: [] });
    return name;
  }

  #candidates(id: string, from: number): readonly number[] {
    return linkCandidates(this.#db, id, { from, at: this.#at }).map(({ n }) => n);
  }

  #stateOf(root: number): readonly StateDocument[] {
    const select = 'SELECT d.n AS doc, d.hidden, d.links FROM version v CROSS JOIN doc d ON d.n = v.doc WHERE v.root = ?1';
    const current = statement(this.#db, `${select} AND v.decision <= ?2 AND (v.closed_by IS NULL OR v.closed_by > ?2)`).all(root, this.#at);
    if (current.length > 0) return current as unknown as StateDocument[];
    return statement(this.#db, `${select} AND v.closed_by = (SELECT max(closed_by) FROM version WHERE root = ?1 AND closed_by <= ?2)`)
      .all(root, this.#at) as unknown as StateDocument[];
  }

  #document(doc: number): { readonly document: JsonObject; readonly rootId: string } {
    const row = statement(this.#db, `SELECT n AS doc, crs, own_until, hash, hidden, objects, links, boundaries, body, sum
      FROM doc WHERE n = ?`).get(doc) as unknown as DocColumns & { readonly doc: number; readonly sum: string };
    if (docSum(row) !== row.sum) throw damagedDocument(row, this.#db.location() ?? '');
    const document = JSON.parse(row.body) as JsonObject;
    return { document, rootId: document['id'] as string };
  }

  /** Returns objects that left their root while they were secret: their last document counts. */
  goneSecrets(root: number): readonly string[] {
    const found = this.#gone.get(root) ?? this.#findGone(root);
    this.#gone.set(root, found);
    return found;
  }

  #findGone(root: number): readonly string[] {
    const rows = statement(this.#db, `SELECT d.n AS doc, d.hidden, d.objects, iif(v.closed_by <= ?2, v.closed_by, NULL) AS closed
      FROM version v CROSS JOIN doc d ON d.n = v.doc WHERE v.root = ?1 AND v.decision <= ?2
      AND EXISTS (SELECT 1 FROM version w CROSS JOIN doc d ON d.n = w.doc WHERE w.root = ?1 AND w.decision <= ?2 AND ${HAS_SECRET})`)
      .all(root, this.#at) as unknown as { doc: number; hidden: string | null; objects: string; closed: number | null }[];
    const last = new Map<string, { readonly closed: number; readonly isSecret: boolean }>();
    for (const { doc, hidden, objects, closed } of rows) {
      const secret = hasSecret(hidden) && !hidesRoot(hidden) ? hiddenAlone(this.#document(doc).document) : NONE;
      for (const [id] of JSON.parse(objects) as [string][]) {
        const before = last.get(nfc(id));
        const own = { closed: closed ?? Infinity, isSecret: hidesRoot(hidden) || secret.has(nfc(id)) };
        if (before === undefined || own.closed > before.closed) last.set(nfc(id), own);
        else if (own.closed === before.closed && own.isSecret) last.set(nfc(id), own);
      }
    }
    return [...last].flatMap(([id, { closed, isSecret }]) => (isSecret && closed !== Infinity ? [id] : []));
  }
}

/** Stands for a whole root among the names of its objects; no id has control characters. */
const WHOLE = '\u0000';
const NONE: ReadonlySet<string> = new Set();
