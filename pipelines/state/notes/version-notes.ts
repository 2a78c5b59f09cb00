/**
 * Version notes: findings when a version changes the periods of its object in a way that its holder may not expect.
 *
 * Notes are about: parts that are left out (part-notes.ts); a change of the past alone; an end that is cut by the begin of another
 * version; a correction; a version that goes on because a later one in the same delivery was refused. These notes refuse nothing.
 * Not here: content that returns (return-notes.ts), the changes themselves (history.ts).
 */
import { changedFields } from '../../../publisher/write/changed-fields.ts';
import type { Finding, Report, Text } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { IdMap } from '../../../schemas/normal-form.ts';
import { ofCaseRule, ofRule } from '../../../schemas/rules.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { momentOf, parseMoment, type Moment } from '../../../schemas/time.ts';
import { ONLY_PAST } from '../../prepare/delivery/index.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import { beforeNewest, neighbourOf, newestOf, type CurrentVersion } from '../register/history.ts';
import type { Recorded, Register, RootNumber } from '../register/register.ts';
import { day, fieldList, note, periodOf, stubOf, type Stub } from './noted-version.ts';
import { partNote } from './part-notes.ts';

/** Collects the version notes of one submission. */
export class VersionNotes {
  readonly #register: Register;
  readonly #submission: Numbered;
  readonly #found: Finding[] = [];
  /** Versions that begin before a current version. */
  readonly #earlier: { readonly stub: Stub; readonly recorded: Recorded }[] = [];
  /** Warnings about parts, one for a root. */
  readonly #ofParts: Finding[] = [];

  constructor(register: Register, submission: Numbered) {
    this.#register = register;
    this.#submission = submission;
  }

  add(root: PreparedRoot, recorded: Recorded): void {
    const { before } = recorded;
    if (before.length === 0) return;
    if (this.#submission.correct) {
      this.#found.push(correctedNote(stubOf(root), recorded));
      this.#addPartNote(root, recorded);
      return;
    }
    const next = before.find(({ valid }) => valid.from > root.validFrom);
    if (next === undefined) this.#addPartNote(root, recorded);
    const cut = before.find(({ valid, ownUntil }) =>
      ownUntil !== null && valid.from < root.validFrom && valid.until !== null && valid.until > root.validFrom);
    if (cut !== undefined) this.#found.push(cutNote(stubOf(root), cut));
    if (next === undefined) return;
    if (root.validUntil !== null && next.valid.from < root.validUntil) this.#found.push(unusedEndNote(stubOf(root), next));
    this.#earlier.push({ stub: stubOf(root), recorded });
  }

  #addPartNote(root: PreparedRoot, { base }: Recorded): void {
    const found = partNote(this.#register, root, { base, received: this.#submission.received });
    if (found !== undefined) this.#ofParts.push(found);
  }

  /** Returns all notes. `versions`: accepted versions of objects with several in the delivery; `refused`: pointers of refused roots. */
  close(report: Report, versions: readonly Stub[], refused: Pick<ReadonlySet<string>, 'has'>): readonly Finding[] {
    const delivered = new Set(versions.map(({ id, validFrom }) => `${validFrom} ${id}`));
    let detailed = 0;
    for (const { stub, recorded } of this.#earlier) {
      const after = this.#register.versions(recorded.root);
      const own = after.find(({ valid }) => valid.from === stub.validFrom);
      const isPast = own?.valid.until !== null && own !== undefined && own.valid.until <= momentOf(this.#submission.received);
      if (!isPast || delivered.has(`${newestOf(after)!.valid.from} ${stub.id}`)) continue;
      const difference = detailed++ < LIMITS.findingsPerRuleMax ? this.#difference(own, recorded.before) : NO_DIFFERENCE;
      this.#found.push(onlyPastNote(stub, { own, difference, today: this.#today(after) }));
    }
    this.#addContinued(report, versions, refused);
    // A delivery with all versions of an object states which parts came and went.
    const several = new Set(versions.map(({ id }) => id));
    return [...this.#found, ...this.#ofParts.filter(({ rootId = '' }) => !several.has(rootId))];
  }

  #difference({ doc, valid }: CurrentVersion, before: readonly CurrentVersion[]): Text {
    const base = neighbourOf(before, valid.from);
    if (base === undefined || base.valid.from > valid.from) return { nl: '; eerst gold er toen niets', en: '; nothing was valid then before' };
    const fields = changedFields(this.#register.document(base.doc), this.#register.document(doc)).filter((field) => field !== 'beginGeldigheid');
    const shown = fieldList(fields);
    return {
      nl: `; anders dan in de versie vanaf ${day(base.valid.from)}: ${shown}`, en: `; other than in the version from ${day(base.valid.from)}: ${shown}`,
    };
  }

  #today(versions: readonly CurrentVersion[]): Text {
    const now = momentOf(this.#submission.received);
    const present = versions.find(({ valid: { from, until } }) => from <= now && (until === null || until > now));
    if (present !== undefined) {
      const from = day(present.valid.from);
      return { nl: `Vandaag geldt, zoals eerst, de versie vanaf ${from}.`, en: `The version from ${from} is valid today, as before.` };
    }
    const { from, until } = newestOf(versions)!.valid;
    const period = `${day(from)} – ${until === null ? '…' : day(until)}`;
    return { nl: `Vandaag geldt, zoals eerst, geen versie; de nieuwste geldt ${period}.`, en: `No version is valid today, as before; the newest is valid ${period}.` };
  }

  /** Notes accepted versions in whose period a refused version of the same object begins. */
  #addContinued({ objects }: Report, versions: readonly Stub[], refused: Pick<ReadonlySet<string>, 'has'>): void {
    const begins = new IdMap<Moment[]>();
    for (const { id, beginGeldigheid, verdict, pointer } of objects) {
      const begin = beginGeldigheid === undefined || (verdict !== 'refused' && !refused.has(pointer)) ? undefined : parseMoment(beginGeldigheid);
      if (id === null || begin === undefined) continue;
      const others = begins.get(id);
      if (others === undefined) begins.set(id, [begin]);
      else others.push(begin);
    }
    const roots = new Map<string, RootNumber>();
    for (const stub of versions) {
      const wanting = begins.get(stub.id);
      if (wanting === undefined) continue;
      const root = roots.get(stub.id) ?? this.#register.root(stub.id)!.n;
      roots.set(stub.id, root);
      const from = stub.validFrom;
      const until = this.#register.versions(root).find(({ valid }) => valid.from === from)?.valid.until ?? null;
      const first = wanting.filter((begin) => begin > from && (until === null || begin < until)).sort((a, b) => a - b)[0];
      if (first !== undefined) this.#found.push(continuedNote(stub, { first, until }));
    }
  }
}

const NO_DIFFERENCE: Text = { nl: '', en: '' };

interface Past {
  readonly own: CurrentVersion;
  readonly difference: Text;
  readonly today: Text;
}

function onlyPastNote(stub: Stub, { own, difference, today }: Past): Finding {
  const period = `${day(own.valid.from)} – ${day(own.valid.until!)}`;
  return note(stub, ofRule(ONLY_PAST), {
    message: {
      nl: `Deze versie verandert alleen het verleden: ${period}${difference.nl}. ${today.nl}`,
      en: `This version changes the past only: ${period}${difference.en}. ${today.en}`,
    },
    mend: {
      nl: 'Is dat de bedoeling, dan hoeft u niets te doen. Moet de wijziging nu gelden, lever dan met een latere beginGeldigheid; was de periode van de nieuwste versie fout, verbeter die dan met `--correct` (HTTP: `correctie=true`).',
      en: 'If this is intended, there is nothing to do. If the change should hold now, deliver it with a later beginGeldigheid; if the period of the newest version was wrong, correct that period with `--correct` (HTTP: `correctie=true`).',
    },
  });
}

function unusedEndNote(stub: Stub, { valid }: CurrentVersion): Finding {
  const [end, next] = [day(stub.validUntil!), day(valid.from)];
  return note(stub, ofRule(OVERLAP), {
    message: {
      nl: `Deze versie zegt te gelden tot ${end}, maar eindigt op ${next}: dan begint een andere versie.`,
      en: `This version says that it is valid until ${end}, but it ends at ${next}: there another version begins.`,
    },
    mend: OVERLAP_MEND,
  });
}

function cutNote(stub: Stub, { valid, ownUntil }: CurrentVersion): Finding {
  const [from, end, own] = [valid.from, ownUntil!, stub.validFrom].map(day) as [string, string, string];
  return note(stub, ofRule(OVERLAP), {
    message: {
      nl: `De versie vanaf ${from} zegt te gelden tot ${end}, maar eindigt nu op ${own}: dan begint deze versie.`,
      en: `The version from ${from} says that it is valid until ${end}, but it now ends at ${own}: there this version begins.`,
    },
    mend: OVERLAP_MEND,
  });
}

const OVERLAP = 'regel.versies-overlappen';
const OVERLAP_MEND: Text = {
  nl: 'Is dat de bedoeling, dan hoeft u niets te doen; anders verbetert u eindGeldigheid of beginGeldigheid en levert u opnieuw.',
  en: 'If this is intended, there is nothing to do; otherwise correct eindGeldigheid or beginGeldigheid and deliver again.',
};

/** Returns the note on a correction: the replaced version, the new period of the version before it, and any gap between the two. */
function correctedNote(stub: Stub, { before }: Recorded): Finding {
  const replaced = newestOf(before)!;
  const older = beforeNewest(before);
  const until = Math.min(older?.ownUntil ?? Infinity, stub.validFrom) as Moment;
  const isMoved = older !== undefined && until !== older.valid.until;
  const hasGap = older !== undefined && until < stub.validFrom;
  const [was, is] = [periodOf(replaced.valid.from, replaced.valid.until), periodOf(stub.validFrom, stub.validUntil)];
  const moved = isMoved
    ? { nl: ` De versie daarvoor geldt nu ${periodOf(older.valid.from, until)}.`, en: ` The version before it is now valid ${periodOf(older.valid.from, until)}.` }
    : NO_DIFFERENCE;
  const gap = hasGap
    ? { nl: ` Daartussen, ${periodOf(until, stub.validFrom)}, geldt er niets: zo eindigt die versie zelf.`, en: ` Between them, ${periodOf(until, stub.validFrom)}, nothing is valid: that version ends there by itself.` }
    : NO_DIFFERENCE;
  return note(stub, ofCaseRule('regel.gecorrigeerd', hasGap ? 'warning' : 'info'), {
    message: {
      nl: `Correctie: deze versie geldt ${is} en vervangt de nieuwste versie, die gold ${was}.${moved.nl}${gap.nl}`,
      en: `Correction: this version is valid ${is} and replaces the newest version, which was valid ${was}.${moved.en}${gap.en}`,
    },
    mend: hasGap
      ? { nl: 'Moet die versie langer gelden, lever haar dan opnieuw, met een latere eindGeldigheid.', en: 'If that version should be valid longer, deliver it again, with a later eindGeldigheid.' }
      : { nl: 'U hoeft niets te doen; wat eerst bekend was blijft op te vragen met beschikbaarOp.', en: 'Nothing to do; what was known before can still be asked for with beschikbaarOp.' },
  });
}

function continuedNote(stub: Stub, { first, until }: { readonly first: Moment; readonly until: Moment | null }): Finding {
  const end = until === null ? { nl: '', en: '' } : { nl: ` tot ${day(until)}`, en: ` until ${day(until)}` };
  return note(stub, ofRule('regel.versie-geweigerd'), {
    message: {
      nl: `De versie van dit object vanaf ${day(first)} is geweigerd; daarom blijft deze versie daarna gelden${end.nl}.`,
      en: `The version of this object from ${day(first)} was refused; so this version stays valid after that${end.en}.`,
    },
    mend: { nl: 'Verbeter de geweigerde versie en lever die opnieuw.', en: 'Correct the refused version and deliver it again.' },
  });
}
