/**
 * Return notes: warnings when an object that had ended is valid again, and when a version restores content that another version had
 * replaced. An old file may do both by mistake. These notes refuse nothing.
 *
 * Not here: other notes on versions (version-notes.ts), the changes themselves (history.ts).
 */
import { isDeepStrictEqual } from 'node:util';
import type { DeliveredDocument } from '../../../publisher/difference/difference.ts';
import { changedFields } from '../../../publisher/write/changed-fields.ts';
import type { Finding, Text } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { REGISTER_FIELDS } from '../../../schemas/model/base.ts';
import { ofCaseRule, ofRule } from '../../../schemas/rules.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { momentOf, type Moment } from '../../../schemas/time.ts';
import { REVIVED } from '../../prepare/delivery/index.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import { newestOf, type CurrentVersion } from '../register/history.ts';
import type { Recorded, Register, RootNumber } from '../register/register.ts';
import { day, fieldList, note, periodOf, stubOf, type Stub } from './noted-version.ts';

export const OLD_CONTENT = 'regel.oude-inhoud';

/** Number of current versions of an object that are compared with a new one, newest first. */
const COMPARED_MAX = 4;
/** Documents that differ only in the period of their root differ in length by at most this many bytes. */
const PERIOD_BYTES_MAX = 256;

/** A recorded version. */
interface Added {
  readonly recorded: Recorded;
  /** Whether the root existed without a current version. */
  readonly wasGone: boolean;
  /** Whether the submission has several versions of the object. */
  readonly isOneOfSeveral: boolean;
}

/** Collects the return notes of one submission. */
export class ReturnNotes {
  readonly #register: Register;
  readonly #submission: Numbered;
  readonly #found: Finding[] = [];
  /** Roots that had ended before the submission. `at`: the end of the last version; null for a withdrawn root. */
  readonly #ended: { readonly stub: Stub; readonly root: RootNumber; readonly at: Moment | null }[] = [];
  /** Roots with several versions in the submission, of which one was added. */
  readonly #seen = new Set<RootNumber>();
  #detailed = 0;

  constructor(register: Register, submission: Numbered) {
    this.#register = register;
    this.#submission = submission;
  }

  add(root: PreparedRoot, { recorded, wasGone, isOneOfSeveral }: Added): void {
    const { before } = recorded;
    const isFirst = !this.#seen.has(recorded.root);
    if (isOneOfSeveral) this.#seen.add(recorded.root);
    const until = newestOf(before)?.valid.until ?? null;
    const isEnded = wasGone || (until !== null && until <= momentOf(this.#submission.received));
    if (isFirst && isEnded) this.#ended.push({ stub: stubOf(root), root: recorded.root, at: wasGone ? null : until });
    else if (before.length > 0 && !this.#submission.correct) this.#addOldContent(root, recorded, isOneOfSeveral);
  }

  /** Returns all notes. Called when every version is recorded. */
  close(): readonly Finding[] {
    for (const { stub, root, at } of this.#ended) {
      const after = this.#register.versions(root);
      const { until } = newestOf(after)!.valid;
      if (until !== null && until <= momentOf(this.#submission.received)) continue;
      this.#found.push(at === null ? returnedNote(stub, this.#register.withdrawnAt(root, this.#submission)) : revivedNote(stub, at, after));
    }
    return this.#found;
  }

  #addOldContent(root: PreparedRoot, { before, doc, hash, root: number }: Recorded, isOneOfSeveral: boolean): void {
    const replaced = before.find(({ valid }) => valid.from === root.validFrom);
    const until = replaced && this.#register.replacedAt(number, { hash, from: root.validFrom }, this.#submission);
    if (until !== undefined) {
      this.#found.push(oldContentNote(stubOf(root), {
        nl: `Deze versie is gelijk aan de versie die tot ${day(until)} in het register stond. Sindsdien stond er een andere${this.#difference(replaced!, doc).nl}, die hiermee is vervangen.`,
        en: `This version equals the one that the register had until ${day(until)}. Since then it had another${this.#difference(replaced!, doc).en}, which is replaced by this one.`,
      }));
      return;
    }
    // A delivery with several versions of an object states the history itself.
    if (!isOneOfSeveral) this.#addEqualToOlder(root, { before, doc, replaced });
  }

  /** Notes that the newest version of an object has the content of an older version, with another version in between. */
  #addEqualToOlder(
    root: PreparedRoot, { before, doc, replaced }: Pick<Recorded, 'before' | 'doc'> & { readonly replaced: CurrentVersion | undefined },
  ): void {
    const between = replaced ?? newestOf(before)!;
    if (between.valid.from > root.validFrom || between !== newestOf(before)) return;
    const others = before.filter((version) => version !== between);
    if (others.length === 0) return;
    const likely = this.#register.aboutAsLong(doc, others.map((version) => version.doc), PERIOD_BYTES_MAX);
    const older = others.filter((version) => likely.has(version.doc)).slice(-COMPARED_MAX).toReversed();
    if (older.length === 0) return;
    const content = contentOf(this.#register.document(doc));
    const equal = older.find((version) => isDeepStrictEqual(contentOf(this.#register.document(version.doc)), content));
    if (equal === undefined) return;
    const { nl, en } = this.#difference(between, doc);
    const period = periodOf(equal.valid.from, equal.valid.until);
    const other = periodOf(between.valid.from, replaced === undefined ? root.validFrom : between.valid.until);
    this.#found.push(oldContentNote(stubOf(root), {
      nl: `Deze versie heeft dezelfde inhoud als de versie die gold ${period}. ${replaced === undefined ? 'Daartussen' : 'In plaats van deze versie'} gold een andere, ${other}${nl}.`,
      en: `This version has the same content as the version that was valid ${period}. ${replaced === undefined ? 'Between them' : 'Instead of this version'} another was valid, ${other}${en}.`,
    }));
  }

  /** Returns the fields in which a version differs from the new one; empty beyond the number of findings that a report keeps. */
  #difference({ doc }: CurrentVersion, own: number): Text {
    if (this.#detailed++ >= LIMITS.findingsPerRuleMax) return { nl: '', en: '' };
    const fields = changedFields(this.#register.document(doc), this.#register.document(own)).filter((field) => field !== 'beginGeldigheid');
    return { nl: ` (anders in: ${fieldList(fields)})`, en: ` (other in: ${fieldList(fields)})` };
  }
}

const PERIOD_FIELDS: ReadonlySet<string> = new Set([...REGISTER_FIELDS, 'beginGeldigheid', 'eindGeldigheid']);

/** Returns the content of a document without the period of its root. */
function contentOf({ document, crs }: DeliveredDocument): unknown {
  return { crs, ...Object.fromEntries(Object.entries(document).filter(([name]) => !PERIOD_FIELDS.has(name))) };
}

function returnedNote(stub: Stub, at: Moment): Finding {
  return note(stub, ofCaseRule(REVIVED, 'warning'), {
    message: {
      nl: `Dit object was beëindigd op ${day(at)} en geldt met deze levering weer, vanaf ${day(stub.validFrom)}. Tussen ${day(at)} en nu stond het niet in het register.`,
      en: `This object was ended at ${day(at)} and is valid again with this delivery, from ${day(stub.validFrom)}. Between ${day(at)} and now it was not in the register.`,
    },
    mend: RETURNED_MEND,
  });
}

/** Returns the note on an object whose validity had ended. `after`: its versions now. */
function revivedNote(stub: Stub, at: Moment, after: readonly CurrentVersion[]): Finding {
  const next = after.find(({ valid: { until } }) => until === null || until > at)!.valid.from;
  const words = next > at
    ? { nl: `geldt met deze levering weer, vanaf ${day(next)}. Daartussen, ${periodOf(at, next)}, geldt er niets`, en: `is valid again with this delivery, from ${day(next)}. Between them, ${periodOf(at, next)}, nothing is valid` }
    : { nl: 'geldt met deze levering ook daarna, zonder onderbreking', en: 'is with this delivery valid after that too, without a break' };
  return note(stub, ofCaseRule(REVIVED, 'warning'), {
    message: { nl: `Dit object gold tot ${day(at)} en ${words.nl}.`, en: `This object was valid until ${day(at)} and ${words.en}.` },
    mend: RETURNED_MEND,
  });
}

const RETURNED_MEND: Text = {
  nl: 'Is dat de bedoeling, dan hoeft u niets te doen. Kijk anders na of u een oud bestand hebt geleverd, en beëindig het object opnieuw.',
  en: 'If this is intended, there is nothing to do. Otherwise check whether you delivered an old file, and end the object again.',
};

function oldContentNote(stub: Stub, message: Text): Finding {
  return note(stub, ofRule(OLD_CONTENT), {
    message,
    mend: {
      nl: 'Is dat de bedoeling, dan hoeft u niets te doen. Kijk anders na of u een oud bestand hebt geleverd, en lever de laatste versie opnieuw.',
      en: 'If this is intended, there is nothing to do. Otherwise check whether you delivered an old file, and deliver the last version again.',
    },
  });
}
