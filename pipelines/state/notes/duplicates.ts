/**
 * Duplicates: warns about a delivered object that the register may have under another id: with the same geometry and type, the same BAG
 * building or address, or the same name apart from capitals.
 *
 * Invariants:
 *  - Objects are compared with the register after the submission, from its reception on. An object that the submission ends or moves is no
 *    duplicate, nor one that ended before or is valid at another time only.
 *  - A hidden object is never named or counted to another holder.
 *  - One warning for each pair of roots. A root gets OTHERS_MAX warnings at most, and the last one gives the number of further roots.
 *  - Equal geometries in one delivery are reported by prepare/delivery/, not here.
 * Cost: one look-up for each key of a root, and more only where another root has that key.
 * Not here: match keys (pipelines/prepare/match-keys.ts, register/match-rows.ts).
 */
import type { Finding, Text, FindingText } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { MatchKey, PreparedObject, PreparedRoot, MatchReason } from '../../../schemas/submission.ts';
import { momentOf, type Moment, type Period } from '../../../schemas/time.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import type { Register, RootNumber } from '../register/register.ts';

const RULE = 'regel.dubbel-in-register';

/** Number of other roots that are named for one delivered root. */
const OTHERS_MAX = 3;

/** A delivered root that shares a key with other roots. */
interface Suspect {
  readonly n: RootNumber;
  readonly id: string;
  readonly begin: Moment;
  /** Objects with a shared key, by index in the document. */
  readonly objects: ReadonlyMap<number, PreparedObject>;
  readonly matches: readonly Match[];
}

interface Match {
  readonly key: MatchKey;
  readonly roots: readonly RootNumber[];
}

/** Another root, and the kinds of sameness it shares. */
interface Other {
  readonly root: RootNumber;
  /** Index of the first delivered object with a shared key. */
  readonly place: number;
  /** The matching object of the other root. */
  readonly object: { readonly doc: number; readonly object: number };
  readonly shares: ReadonlySet<MatchReason>;
}

export class Duplicates {
  readonly #register: Register;
  readonly #submission: Numbered;
  readonly #suspects: Suspect[] = [];
  /** The accepted roots, each with its index among them. */
  readonly #delivered = new Map<RootNumber, number>();

  constructor(register: Register, submission: Numbered) {
    this.#register = register;
    this.#submission = submission;
  }

  /** Adds an accepted root that is already recorded. */
  add({ id, validFrom: begin, objects: all, matchKeys }: PreparedRoot, n: RootNumber): void {
    if (!this.#delivered.has(n)) this.#delivered.set(n, this.#delivered.size);
    let matches: Match[] | undefined;
    for (const key of matchKeys) {
      const roots = this.#register.rootsWithKey(key[0], n, this.#submission.holder);
      if (roots.length > 0) (matches ??= []).push({ key, roots });
    }
    if (matches === undefined) return;
    const objects = new Map(matches.map(({ key: [, place] }) => [place, all[place]!]));
    this.#suspects.push({ n, id, begin, objects, matches });
  }

  /** Returns the warnings. Called when the whole submission is recorded. */
  close(): readonly Finding[] {
    const findings: Finding[] = [];
    const warned = new Set<string>();
    for (const suspect of this.#suspects) {
      const others = this.#othersOf(suspect).filter(({ root }) => !warned.has(`${suspect.n} ${root}`));
      const named = others.slice(0, OTHERS_MAX);
      for (const [index, other] of named.entries()) {
        warned.add(`${suspect.n} ${other.root}`);
        const beyond = index === OTHERS_MAX - 1 ? others.length - OTHERS_MAX : 0;
        findings.push(findings.length < LIMITS.findingsPerRuleMax ? this.#named(suspect, other, beyond) : finding(suspect, other, WORDS));
      }
    }
    return findings;
  }

  /** Returns the other roots that match this one, oldest first. */
  #othersOf(suspect: Suspect): readonly Other[] {
    const valid = this.#validity(suspect);
    if (valid === undefined) return [];
    const others = new Map<RootNumber, Other>();
    for (const { key: [key, place, sameness], roots } of suspect.matches) {
      for (const root of roots) {
        if (this.#isReportedElsewhere(suspect.n, root, sameness)) continue;
        const object = this.#register.matchedObject({ root, key, holder: this.#submission.holder, ...valid });
        if (object === undefined || this.#isSameName(suspect, { root, place, object, sameness })) continue;
        const known = others.get(root);
        const first = known === undefined || place < known.place ? { place, object } : known;
        others.set(root, { root, place: first.place, object: first.object, shares: new Set([...known?.shares ?? [], sameness]) });
      }
    }
    return [...others.values()].sort((one, other) => one.root - other.root);
  }

  /** Returns the validity of the delivered version from now on; undefined when it is past. */
  #validity({ n, begin }: Suspect): Period | undefined {
    const until = this.#register.versions(n).find(({ valid }) => valid.from === begin)?.valid.until;
    const from = Math.max(begin, momentOf(this.#submission.received)) as Moment;
    return until === undefined || (until !== null && until <= from) ? undefined : { from, until };
  }

  /** Whether this pair is reported with the other root, which is in the submission too, or by prepare/delivery/. */
  #isReportedElsewhere(n: RootNumber, root: RootNumber, sameness: MatchReason): boolean {
    const place = this.#delivered.get(root);
    return place !== undefined && (sameness === 'geometry' || place > this.#delivered.get(n)!);
  }

  /** Whether prepare/delivery/ has reported the shared name. It has, unless the ids differ in capitals alone. */
  #isSameName({ objects }: Suspect, { root, place, object, sameness }: Omit<Other, 'shares'> & { readonly sameness: MatchReason }): boolean {
    if (sameness !== 'name' || !this.#delivered.has(root)) return false;
    return nfc(objects.get(place)!.id).toLowerCase() !== nfc(this.#register.objectIdAt(object)).toLowerCase();
  }

  /** Returns the warning that names the other object. `beyond`: number of further matching roots. */
  #named(suspect: Suspect, other: Other, beyond: number): Finding {
    const [id, holder] = [shownId(this.#register.objectIdAt(other.object)), this.#register.holderOf(other.root)];
    const shares = MATCH_REASONS.filter((sameness) => other.shares.has(sameness));
    const same = (lang: 'nl' | 'en'): string => shares.map((sameness) => SHARED[sameness][lang]).join(', ');
    const message = {
      nl: `In het register staat al een object dat hetzelfde kan zijn: ${id} van bronhouder ${holder} (${same('nl')}).${more(beyond, 'nl')}`,
      en: `The register has an object that may be the same one: ${id} of source holder ${holder} (${same('en')}).${more(beyond, 'en')}`,
    };
    return { ...finding(suspect, other, { ...WORDS, message }), found: id };
  }
}

const SHARED: Readonly<Record<MatchReason, Text>> = {
  geometry: { nl: 'zelfde geometrie', en: 'same geometry' },
  building: { nl: 'zelfde BAG-pand', en: 'same BAG building' },
  address: { nl: 'zelfde BAG-adres', en: 'same BAG address' },
  name: { nl: 'zelfde id of lokaalID, afgezien van hoofdletters', en: 'same id or lokaalID, apart from capitals' },
};
const MATCH_REASONS = Object.keys(SHARED) as MatchReason[];

const WORDS: FindingText = {
  message: {
    nl: 'In het register staat al een object dat hetzelfde kan zijn.',
    en: 'The register has an object that may be the same one.',
  },
  mend: {
    nl: 'Is het hetzelfde object, lever het dan onder één id en beëindig het andere; is dat van een andere bronhouder, spreek dan af wie het levert. Zijn het er twee, dan hoeft u niets te doen.',
    en: 'If it is the same object, deliver it under one id and end the other; if that is of another source holder, agree on who delivers it. If they are two, there is nothing to do.',
  },
};

function more(beyond: number, lang: 'nl' | 'en'): string {
  if (beyond === 0) return '';
  if (lang === 'en') return ` There ${beyond === 1 ? 'is 1 more such object' : `are ${beyond} more such objects`}.`;
  return ` Er ${beyond === 1 ? 'is nog 1 zo’n object' : `zijn nog ${beyond} zulke objecten`}.`;
}

function finding({ id: rootId, objects }: Suspect, { place }: Other, words: FindingText): Finding {
  const { pointer, line, id, type } = objects.get(place)!;
  return { ...ofRule(RULE), pointer, line, objectId: id, rootId, objectType: type, ...words };
}
