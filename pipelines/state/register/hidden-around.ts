/**
 * Hidden around: what was hidden of a root, and of the roots of its holder that lead to it by links, before a change; and which ids the
 * change would make public although a public object has them. Roots of others stay as they are (namesakes.ts), so that they block nothing.
 * Not here: what is done about such an id (decide/public-id.ts, decide/apply-undo.ts).
 */
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { HiddenObjects, hides, LAST, type HiddenPart } from './hidden-objects.ts';
import { takenIds } from './object-lookup.ts';

/** The hidden part of a root before a change, and the objects that it had. */
interface Before {
  readonly root: number;
  readonly part: HiddenPart;
  readonly present: ReadonlySet<string>;
}

export class HiddenAround {
  readonly #db: Reader;
  readonly #before: readonly Before[];

  constructor(db: Reader, root: number) {
    this.#db = db;
    const [hidden, alone] = [new HiddenObjects(db, LAST), new HiddenObjects(db, LAST, { ignoresNamesakes: true })];
    const isHidden = ({ isWhole, ids }: HiddenPart): boolean => isWhole || ids.size > 0;
    // Only what is hidden in the root itself can hide something in others.
    this.#before = !isHidden(hidden.withGone(root)) ? [] : leadingTo(db, root).flatMap((one) => {
      const part = (one === root ? hidden : alone).withGone(one);
      return isHidden(part) ? [{ root: one, part, present: new Set(presentIds(db, one)) }] : [];
    });
  }

  /** Whether something is hidden, so that a change may make it public. */
  get hasHidden(): boolean {
    return this.#before.length > 0;
  }

  /** Returns the ids of objects that the change makes public, although a public object of another root has the id. */
  takenNow(): readonly string[] {
    const hidden = new HiddenObjects(this.#db, LAST, { ignoresNamesakes: true });
    return this.#before.flatMap(({ root, part, present }) => {
      const now = hidden.of(root);
      const shown = presentIds(this.#db, root).filter((id) => (hides(part, id) || !present.has(id)) && !hides(now, id));
      return takenIds(this.#db, root, shown);
    });
  }
}

/** Returns a root, and those of its holder that lead to it by links. */
function leadingTo(db: Reader, root: number): readonly number[] {
  return statement(db, `WITH RECURSIVE leading(root) AS (SELECT ?1
      UNION SELECT l.from_root FROM leading a CROSS JOIN object o ON o.root = a.root CROSS JOIN link l ON l.to_id = o.id)
    SELECT root FROM leading JOIN root r ON r.n = root WHERE r.holder = (SELECT holder FROM root WHERE n = ?1)`)
    .all(root).map(({ root: one }) => one as number);
}

function presentIds(db: Reader, root: number): readonly string[] {
  return statement(db, 'SELECT id FROM object WHERE root = ? AND gone = 0 ORDER BY id').all(root).map(({ id }) => id as string);
}
