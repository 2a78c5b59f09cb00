/**
 * Former codes: reads a delivered root of a holder to whom it was handed over, for the code that each of its versions has.
 *
 * Invariants:
 *  - A version of after the handover has the code of the present holder. A former code in it is replaced.
 *  - A version of before the handover has the code of the holder of then. With another code it is refused, unless it is the current version
 *    but for the code: that is unchanged. So a file in which only the code was replaced never changes the past.
 *  - No version with a former code goes on after the handover.
 *  - A withdrawn root has no version of before, so its new versions have the code of the present holder.
 * Cost: one comparison for a root of a holder to whom nothing was handed over.
 * Not here: who may write a root (forbidden.ts).
 */
import type { Finding } from '../../../schemas/finding.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import type { Moment } from '../../../schemas/time.ts';
import { beforeHandover, formerCodeNote, pastCodeNote } from '../notes/transfer-notes.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import { codedRoot } from '../register/coded-root.ts';
import { codeAt, type Handover } from '../register/handovers.ts';
import type { Register, RootNumber } from '../register/register.ts';

/** A root that was read with another code than the delivered one, or that is refused. */
interface ReadRoot extends PreparedRoot {
  readonly note?: Finding;
  readonly refusal?: Finding;
}

export class FormerCodes {
  readonly #register: Register;
  readonly #holder: string;
  readonly #correct: boolean;
  readonly #isReceiver: boolean;

  constructor(register: Register, { holder, correct }: Pick<Numbered, 'holder' | 'correct'>) {
    this.#register = register;
    this.#holder = holder;
    this.#correct = correct;
    this.#isReceiver = register.isReceiver(holder);
  }

  /** Yields the roots, each with its code. */
  * read(roots: Iterable<PreparedRoot>): Generator<PreparedRoot> {
    for (const root of roots) yield this.#isReceiver ? this.#read(root) : root;
  }

  /** Returns the note on a root whose code was replaced. */
  notesOn({ note }: ReadRoot): readonly Finding[] {
    return note === undefined ? [] : [note];
  }

  /** Returns the refusal of a root that would change versions from before its handover; undefined for any other root. */
  refusalOf({ refusal }: ReadRoot): Finding | undefined {
    return refusal;
  }

  #read(root: PreparedRoot): ReadRoot {
    const { id, bronhoudercode: code, validFrom } = root;
    const [register, holder] = [this.#register, this.#holder];
    const registered = register.root(id);
    if (registered?.holder !== holder) return root;
    const handovers = register.handovers(registered.n);
    if (code !== holder && !handovers.some(({ from }) => from === code)) return root;
    const own = { ...root, bronhoudercode: holder };
    const pastCode = codeAt(handovers, validFrom);
    if (pastCode === undefined || pastCode === holder || registered.gone === 1) {
      return code === holder ? root : { ...codedRoot(own, holder), note: formerCodeNote(root, { code, holder }) };
    }
    const until = endOf(handovers, validFrom);
    if (code === pastCode) {
      return this.#endsBy(root, registered.n, until) ? own : { ...own, refusal: beforeHandover(root, { pastCode, until }) };
    }
    const past = codedRoot(own, pastCode);
    if (register.isRecorded(registered.n, past)) return { ...past, note: pastCodeNote(root, { pastCode, until }) };
    return { ...own, refusal: beforeHandover(root, { pastCode, until }) };
  }

  /** Whether the version would end at a moment at the latest: by its own end, or where the next version begins. */
  #endsBy({ validFrom, validUntil }: PreparedRoot, root: RootNumber, moment: Moment): boolean {
    if (validUntil !== null && validUntil <= moment) return true;
    return !this.#correct && this.#register.versions(root).some(({ valid: { from } }) => from > validFrom && from <= moment);
  }
}

/** Returns until when a root has the code that it has at this moment. */
function endOf(handovers: readonly Handover[], moment: Moment): Moment {
  const code = codeAt(handovers, moment);
  return Math.min(...handovers.map(({ at }) => at).filter((at) => at > moment && codeAt(handovers, at) !== code)) as Moment;
}
