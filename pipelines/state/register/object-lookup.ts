/**
 * Object look-up: finds the object that an id names for those who ask. Several roots may have objects with one id, because a hidden object
 * does not exist for other holders.
 *
 * Invariants:
 *  - A holder finds its own objects, those of others that are public, and those that it handed over. Its own come first.
 *  - A holder has at most one object with an id. Of the objects that are public, withdrawn ones included, at most one has an id
 *    (decide/apply.ts, decide/public-id.ts).
 *  - An id finds its object in any Unicode normal form (equal in NFC); of equal ones an object with exactly that id comes first.
 *  - A link leads to an object of another holder only when the object and the link are public.
 * Not here: which objects are hidden (hidden-objects.ts), what holders may write (decide/).
 */
import type { RootType } from '../../../schemas/names.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { isHiddenAlone, isHiddenNow, showsLinkTo } from './hidden-objects.ts';

/** The holders whose own objects are found by id, beside public ones; null: the operator, who finds all. */
export type Asker = readonly string[] | null;

/** An object with its root. `gone`: 1 when the object is in no current version. */
export interface FoundObject {
  readonly id: string;
  readonly type: string;
  readonly root: number;
  readonly gone: 0 | 1;
  readonly rootId: string;
  readonly rootType: RootType;
  readonly holder: string;
}

/** SQL: objects with their roots. */
const OBJECTS = `SELECT o.id, o.type, o.root, o.gone, r.id AS rootId, r.type AS rootType, r.holder
  FROM object o CROSS JOIN root r ON r.n = o.root`;

export class ObjectLookup {
  readonly #db: Reader;
  readonly #asker: Asker;
  #hasMetOthers = false;

  constructor(db: Reader, asker: Asker) {
    this.#db = db;
    this.#asker = asker;
  }

  /** Whether an id that was looked up is that of an object of another holder, seen or hidden. */
  get hasMetOthers(): boolean {
    return this.#hasMetOthers;
  }

  /** Returns the object with this id that the asker knows; withdrawn or not. */
  find(id: string): FoundObject | undefined {
    const exact = objectsWith(this.#db, id);
    const own = exact.find((row) => this.#isOwn(row));
    this.#hasMetOthers ||= exact.length > (own === undefined ? 0 : 1);
    if (own !== undefined) return own;
    const all = [...exact, ...otherForms(this.#db, id)];
    this.#hasMetOthers ||= all.length > 0;
    return all.find((row) => this.#isOwn(row)) ?? all.find((row) => this.#isPublic(row)) ?? all.find((row) => this.#isKnown(row));
  }

  /**
   * Returns the asker's own object with this id; withdrawn or not. Nothing is asked about objects of others, so that the time taken does
   * not tell whether a hidden one has the id.
   */
  findOwn(id: string): FoundObject | undefined {
    const of = statement(this.#db, `${OBJECTS} WHERE o.id = ? AND r.holder = ? ORDER BY o.root`);
    const holders = this.#asker ?? [];
    const own = (form: string): FoundObject | undefined => (
      holders.map((holder) => of.get(form, holder) as FoundObject | undefined).find((row) => row !== undefined)
    );
    return own(id) ?? formsOf(this.#db, id).map(own).find((row) => row !== undefined);
  }

  /** Returns the present object that a link with this id names. */
  findTarget(id: string): FoundObject | undefined {
    const all = [...objectsWith(this.#db, id), ...otherForms(this.#db, id)].filter(({ gone }) => gone === 0);
    return all.find((row) => this.#isOwn(row)) ?? all.find((row) => this.#isPublic(row));
  }

  #isOwn({ holder }: FoundObject): boolean {
    return this.#asker?.includes(holder) === true;
  }

  #isPublic(object: FoundObject): boolean {
    return !isHiddenNow(this.#db, object);
  }

  /** Whether the asker knows a hidden object: the operator does, and so do holders who handed it over. */
  #isKnown({ root }: FoundObject): boolean {
    return this.#asker === null || this.#asker.some((holder) => (
      statement(this.#db, 'SELECT 1 FROM handover WHERE root = ? AND from_holder = ?').get(root, holder) !== undefined
    ));
  }
}

/** Returns the objects with exactly this id. */
function objectsWith(db: Reader, id: string): readonly FoundObject[] {
  return statement(db, `${OBJECTS} WHERE o.id = ? ORDER BY o.root`).all(id) as unknown as FoundObject[];
}

/** Returns the objects whose id is another form of this one. */
function otherForms(db: Reader, id: string): readonly FoundObject[] {
  return formsOf(db, id).flatMap((form) => objectsWith(db, form));
}

/** Returns other forms of an id that objects may have. */
function formsOf(db: Reader, id: string): readonly string[] {
  const normal = nfc(id);
  const forms = statement(db, 'SELECT id FROM id_form WHERE nfc = ? ORDER BY id').all(normal).map(({ id: form }) => form as string);
  return [normal, ...forms].filter((form) => form !== id);
}

/** Returns those of these ids of a root that a public object of another root has, in any form. */
export function takenIds(db: Reader, root: number, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => othersWith(db, root, id).some((other) => !isHiddenAlone(db, other)));
}

/** Returns which of these ids of a root occur in another root of this holder too, in any Unicode normal form. */
export function idsOfHolder(
  db: Reader, root: number, { holder, ids }: { readonly holder: string; readonly ids: readonly string[] },
): readonly string[] {
  return ids.filter((id) => othersWith(db, root, id).some((other) => other.holder === holder));
}

/** Returns the objects of other roots with an id of this root, in any form. */
export function othersWith(db: Reader, root: number, id: string): readonly FoundObject[] {
  return [...objectsWith(db, id), ...otherForms(db, id)].filter((object) => object.root !== root);
}

/** Returns the other roots with a link to an object of this root. `id`: only that object. */
export function linkingRoots(db: Reader, root: number, id: string | null = null): readonly number[] {
  const rows = statement(db, `SELECT f.n, f.holder = t.holder AS isOfHolder, json_group_array(o.id) AS targets
    FROM object o CROSS JOIN link l ON l.to_id = o.id CROSS JOIN root f ON f.n = l.from_root CROSS JOIN root t ON t.n = o.root
    WHERE o.root = ?1 AND f.n <> ?1 AND (?2 IS NULL OR o.id = ?2) GROUP BY f.n`)
    .all(root, id) as unknown as { n: number; isOfHolder: 0 | 1; targets: string }[];
  return rows.filter(({ n, isOfHolder, targets }) => isOfHolder === 1 || showsLinkTo(db, n, { root, ids: JSON.parse(targets) as string[] }))
    .map(({ n }) => n);
}
