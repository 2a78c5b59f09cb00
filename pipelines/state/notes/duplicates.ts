/**
 * Duplicates: warns of a delivered object that may be an object which the register has under another id: with the same geometry and
 * type, the same BAG building or address, or the same name but for capitals.
 *
 * Invariants:
 *  - What counts is the register as the submission leaves it, from its reception on: an object that it ends or moves is no duplicate,
 *    nor is one that ended before, or that is valid at another time only.
 *  - An object that is hidden is never named or counted to another holder.
 *  - One warning for a delivered root and another; of OTHERS_MAX others at most, and the last says how many more there are.
 *  - Equal geometries in one delivery are reported by the delivery (prepare/delivery/), not here.
 * Cost: one look-up for each key of a root; all else only where another root has that key.
 * Not here: which objects have a key in common (pipelines/prepare/match-keys.ts, register/match-rows.ts).
 */
import type { Finding, Text, Words } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { MatchKey, PreparedObject, PreparedRoot, Sameness } from '../../../schemas/submission.ts';
import { momentOf, type Moment, type Period } from '../../../schemas/time.ts';
import type { Numbered } from '../outcomes/outcomes.ts';
import type { Register, RootNumber } from '../register/register.ts';

const RULE = 'regel.dubbel-in-register';

/** Other roots that are named of one delivered root. */
const OTHERS_MAX = 3;

/** A delivered root of which other roots have a key too. */
interface Suspect {
  readonly n: RootNumber;
  readonly id: string;
  readonly begin: Moment;
  /** Objects with a key that others have, by their places. */
  readonly objects: ReadonlyMap<number, PreparedObject>;
  readonly matches: readonly Match[];
}

interface Match {
  readonly key: MatchKey;
  readonly roots: readonly RootNumber[];
}

/** Another root, and what it shares. */
interface Other {
  readonly root: RootNumber;
  /** Place of the first delivered object that shares something. */
  readonly place: number;
  /** The object of the other root that is the same. */
  readonly object: { readonly doc: number; readonly object: number };
  readonly shares: ReadonlySet<Sameness>;
}

export class Duplicates {
  readonly #register: Register;
  readonly #submission: Numbered;
  readonly #suspects: Suspect[] = [];
  /** The accepted roots, each with its place among them. */
  readonly #delivered = new Map<RootNumber, number>();

  constructor(register: Register, submission: Numbered) {
    this.#register = register;
    this.#submission = submission;
  }

  /** Adds an accepted root, which the register has by now. */
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

  /** The warnings, when all of the submission is recorded. */
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

  /** The other roots that share something with this one, oldest first. */
  #othersOf(suspect: Suspect): readonly Other[] {
    const valid = this.#validity(suspect);
    if (valid === undefined) return [];
    const others = new Map<RootNumber, Other>();
    for (const { key: [key, place, sameness], roots } of suspect.matches) {
      for (const root of roots) {
        if (this.#isReportedElsewhere(suspect.n, root, sameness)) continue;
        const object = this.#register.matchedObject({ root, key, ...valid });
        if (object === undefined || this.#isSameName(suspect, { root, place, object, sameness })) continue;
        const known = others.get(root);
        const first = known === undefined || place < known.place ? { place, object } : known;
        others.set(root, { root, place: first.place, object: first.object, shares: new Set([...known?.shares ?? [], sameness]) });
      }
    }
    return [...others.values()].sort((one, other) => one.root - other.root);
  }

  /** The part of the validity of its version that is not past; undefined when there is none. */
  #validity({ n, begin }: Suspect): Period | undefined {
    const until = this.#register.versions(n).find(({ valid }) => valid.from === begin)?.valid.until;
    const from = Math.max(begin, momentOf(this.#submission.received)) as Moment;
    return until === undefined || (until !== null && until <= from) ? undefined : { from, until };
  }

  /** Whether another root of the submission is the one to warn of, or the delivery has done so. */
  #isReportedElsewhere(n: RootNumber, root: RootNumber, sameness: Sameness): boolean {
    const place = this.#delivered.get(root);
    return place !== undefined && (sameness === 'geometry' || place > this.#delivered.get(n)!);
  }

  /** Whether the delivery has reported that both have one name: their ids do not differ in capitals alone. */
  #isSameName({ objects }: Suspect, { root, place, object, sameness }: Omit<Other, 'shares'> & { readonly sameness: Sameness }): boolean {
    if (sameness !== 'name' || !this.#delivered.has(root)) return false;
    return nfc(objects.get(place)!.id).toLowerCase() !== nfc(this.#register.objectIdAt(object)).toLowerCase();
  }

  /** The warning that names the other object; `beyond`: how many more there are. */
  #named(suspect: Suspect, other: Other, beyond: number): Finding {
    const [id, holder] = [shownId(this.#register.objectIdAt(other.object)), this.#register.holderOf(other.root)];
    const shares = SAMENESSES.filter((sameness) => other.shares.has(sameness));
    const same = (lang: 'nl' | 'en'): string => shares.map((sameness) => SHARED[sameness][lang]).join(', ');
    const message = {
      nl: `In het register staat al een object dat hetzelfde kan zijn: ${id} van bronhouder ${holder} (${same('nl')}).${more(beyond, 'nl')}`,
      en: `The register has an object that may be the same one: ${id} of source holder ${holder} (${same('en')}).${more(beyond, 'en')}`,
    };
    return { ...finding(suspect, other, { ...WORDS, message }), found: id };
  }
}

const SHARED: Readonly<Record<Sameness, Text>> = {
  geometry: { nl: 'zelfde geometrie', en: 'same geometry' },
  building: { nl: 'zelfde BAG-pand', en: 'same BAG building' },
  address: { nl: 'zelfde BAG-adres', en: 'same BAG address' },
  name: { nl: 'zelfde id of lokaalID, afgezien van hoofdletters', en: 'same id or lokaalID, apart from capitals' },
};
const SAMENESSES = Object.keys(SHARED) as Sameness[];

const WORDS: Words = {
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

function finding({ id: rootId, objects }: Suspect, { place }: Other, words: Words): Finding {
  const { pointer, line, id, type } = objects.get(place)!;
  return { rule: RULE, severity: 'warning', pointer, line, objectId: id, rootId, objectType: type, ...words };
}
