/**
 * Delivery: collects what is found of the records of one delivery, from the first to the last, and what only the
 * whole can know: an id, a name or a geometry used twice, a link that nothing answers, the exact totals.
 *
 * Memory: a verdict and a sum for each root, and the ids, lines and shapes of its objects.
 */
import { isDeepStrictEqual } from 'node:util';
import { CRSS, DELIVERY_CRSS, type Crs } from '../../../schemas/crs.ts';
import {
  firstErrorOf, type EarlierObject, type FileLocation, type Finding, type FirstError, type ObjectVerdict, type Report, type Verdict,
  type FindingText,
} from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { geometryOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { nfc, sameInNfc } from '../../../schemas/normal-form.ts';
import { DELIVERY_WORDS } from '../../../schemas/rule-words/delivery.ts';
import { READING_WORDS } from '../../../schemas/rule-words/reading.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
import type { RuleId } from '../../../schemas/rules.ts';
import { shown, shownId, withRemark } from '../../../schemas/shown-values.ts';
import { formatMoment, inAmsterdam } from '../../../schemas/time.ts';
import { featureReading, NOT_CHECKED, open, placed } from '../check/index.ts';
import type { CapState, CheckedBlock, CheckedRecord, Conditional, Found, ReadingOptions, RootResult } from '../check/index.ts';
import { readRecord, recordIn, refusesAll, sourceFinding, withLines, type Block, type BlockRecord, type LeftOut, type Unseen } from '../read/index.ts';
import { checkedBy } from '../rule-set.ts';
import { ID_RECOMMENDED, REPEATED_GEOMETRY, REPEATED_IDENTITY, type RuleText } from '../rules/index.ts';
import type { SourceFault } from '../unpacker.ts';
import { countsOf } from './counts.ts';
import { CrsMix } from './crs-mix.ts';
import { Findings } from './findings.ts';
import { Ids, type ObjectPlace } from './ids.ts';
import { Named, type Namesake } from './named.ts';
import { outermostOf, repeatedWords } from './repeated.ts';
import { UnansweredLinks } from './unanswered-links.ts';
import { otherAt, SAME_BEGIN, sameBegin, TOO_MANY_VERSIONS, Versions, type Beside } from './versions.ts';

export interface DeliveryOptions extends Omit<ReadingOptions, 'crs'> {
  /** File name or path of the request, for the report. */
  readonly source: string;
  /** URI of the CRS of all geometry; null: the default of each root's model. */
  readonly crs: string | null;
  /** One error anywhere refuses every root. */
  readonly strict: boolean;
  /** Whether a root is expected to come back as it is served, `_links` included. */
  readonly isAsServed?: boolean;
}

/** A rule that only the delivery can find broken. */
type LateRule = Pick<RuleText, 'id' | 'severity' | 'message' | 'mend'>;
/** Where it is broken; words: instead of those of the rule. */
type LatePlace = Pick<Finding, 'pointer' | 'found' | 'earlier'> & Partial<FindingText>;

/** An accepted root, ready for the register. */
export interface PreparedText {
  /** Its line (schemas/submission.ts). */
  readonly text: string;
  /** Whether it links to an object outside itself. */
  readonly hasLinks: boolean;
}

/** A root that is being added. */
interface Added {
  readonly record: BlockRecord;
  readonly root: RootResult;
}

export class DeliveryCollector {
  readonly #options: DeliveryOptions;
  readonly #reading: ReadingOptions;
  #crs: Crs;
  readonly #findings = new Findings();
  #verdicts: ObjectVerdict[] = [];
  readonly #ids = new Ids();
  readonly #versions = new Versions();
  readonly #crsMix = new CrsMix();
  readonly #named = new Named(this.#ids);
  /** The id of the first object that has a geometry, by the key of that. */
  readonly #shapes = new Map<number, string>();
  readonly #links = new UnansweredLinks(this.#ids);
  /** One text of each name of a rule that verdicts bear: there may be millions of these. */
  readonly #rules = new Map<RuleId, RuleId>();
  readonly #models = { '3.0': 0, '4.0': 0 };
  #accepted = 0;
  #first30: Finding | undefined;
  /** By the rule of what is left out of roots: the note on the first, and how many there are. */
  readonly #leftOut = new Map<string, { readonly note: Finding; count: number }>();
  /** The first of all errors: a strict delivery is refused for it. */
  #firstError: FirstError | undefined;
  /** Why no root of what was read can be trusted. */
  #unreliable: FirstError | undefined;
  #unreadFrom: FileLocation | undefined;
  /** The one at hand, of which a root may be read again. */
  #block: Block | undefined;

  /** Without a CRS the report has that of the first root, or CRS84 when there is none. */
  constructor(options: DeliveryOptions, reading: ReadingOptions) {
    this.#options = options;
    this.#reading = reading;
    this.#crs = reading.crs ?? CRSS.CRS84;
  }

  /** Adds what was found of a block, in the order of the delivery; gives the roots that are accepted and prepared. */
  take(block: Block, { records, prepared }: CheckedBlock): readonly PreparedText[] {
    this.#block = block;
    const taken: PreparedText[] = [];
    for (const [index, checked] of records.entries()) {
      const text = prepared[index]!;
      if (this.#addRecord(block.records[index]!, checked) && text !== null) taken.push({ text, hasLinks: checked.root!.hasLinks });
    }
    return taken;
  }

  /** Whether no more objects fit: what follows must not be read. */
  get isFull(): boolean {
    return Math.max(this.#ids.size, this.#verdicts.length) > LIMITS.deliveryObjectsMax;
  }

  /** The verdicts so far; with `strict` a later error still turns those that are accepted. */
  get tally(): { readonly accepted: number; readonly refused: number } {
    return { accepted: this.#accepted, refused: this.#verdicts.length - this.#accepted };
  }

  /** What the report keeps so far. */
  get cap(): CapState {
    return this.#findings.cap.state;
  }

  unknownCrs(): void {
    this.#addOfDelivery({
      rule: 'levering.crs-onbekend', severity: 'error', pointer: '', ...DELIVERY_WORDS['levering.crs-onbekend'],
      found: shown(this.#options.crs), expected: DELIVERY_CRSS.map((code) => CRSS[code].uri).join(' | '),
      suggestions: [CRSS['28992'].uri, CRSS.CRS84.uri],
    });
  }

  /** `from`: where the first object stands that was not read. */
  tooManyObjects(from: FileLocation): void {
    this.#unreadFrom = from;
    const place = { pointer: '', line: from.line };
    this.#addOfDelivery({ rule: 'levering.te-veel-objecten', severity: 'error', ...place, ...DELIVERY_WORDS['levering.te-veel-objecten'] });
  }

  /** Why the bytes stopped, or cannot be trusted: then no root of them is taken. */
  sourceFault(fault: SourceFault): void {
    const finding = sourceFinding(fault);
    if (refusesAll(fault)) this.#unreliable ??= firstErrorOf(finding);
    this.#addOfDelivery(finding);
  }

  /** Adds the note on characters between objects that nobody sees, each with its name and number. */
  unseen({ first, counts }: Unseen): void {
    const names = [...counts].map(([name, count]) => `${name} (${count}×)`).join(', ');
    const rule = 'levering.onzichtbaar';
    const { message, mend } = READING_WORDS[rule];
    this.#addOfDelivery({
      rule, severity: 'warning', pointer: '', line: first.line, found: names, mend,
      message: { nl: message.nl.replace(/\.$/, `: ${names}.`), en: message.en.replace(/\.$/, `: ${names}.`) },
    });
  }

  /** Adds the note on bytes without content behind a packed file. */
  padding(bytes: number): void {
    const rule = 'levering.gzip-opvulling';
    this.#addOfDelivery({ rule, severity: 'warning', pointer: '', found: `${bytes} bytes`, ...READING_WORDS[rule] });
  }

  byteOrderMark(): void {
    this.#addOfDelivery({ rule: 'json.bom', severity: 'warning', pointer: '', line: 1, ...TEXT_WORDS['json.bom'] });
  }

  /** The report; nothing can be added any more. */
  close(): Report {
    this.#closeFindings();
    for (const { root, begin } of this.#versions.several) {
      if (begin !== undefined) this.#verdicts[root] = { ...this.#verdicts[root]!, beginGeldigheid: formatMoment(begin) };
    }
    const refusesAll = this.#unreliable ?? (this.#options.strict ? this.#firstError : undefined);
    if (refusesAll !== undefined) {
      this.#verdicts = this.#verdicts.map((verdict) => ({ firstError: refusesAll, ...verdict, verdict: 'refused' }));
    }
    const { '3.0': old, '4.0': present } = this.#models;
    return {
      source: this.#options.source, ...(this.#unreadFrom === undefined ? {} : { unreadFrom: this.#unreadFrom }),
      model: old > 0 && present > 0 ? 'mixed' : old > 0 ? '3.0' : present > 0 ? '4.0' : null,
      checkedBy: checkedBy(), checkedAt: formatMoment(this.#options.now), crs: this.#crs.uri, objects: this.#verdicts,
      findings: this.#findings.close(), changes: this.#findings.changes,
      counts: countsOf(this.#verdicts, this.#findings.rules),
    };
  }

  /** Adds what was found of a record; whether its root is accepted. */
  #addRecord(record: BlockRecord, { found, unlessRepeated, root, leftOut }: CheckedRecord): boolean {
    if (leftOut !== undefined) this.#addLeftOut(leftOut, record);
    if (found !== undefined) this.#addFound(found);
    if (root !== undefined) return this.#addRoot(record, root, { found, unlessRepeated });
    const firstError = found?.firstError;
    this.#firstError ??= firstError;
    if (record.fault === 'na-einde') this.#unreadFrom = { line: record.line, column: record.column };
    if (record.kind === 'root' && (record.fault === undefined || record.fault === 'te-groot')) {
      this.#verdicts.push({ id: null, entityType: null, pointer: record.pointer, verdict: 'refused', ...(firstError && { firstError }) });
    }
    return false;
  }

  /** Counts a member that is left out of a root. A request that brings back what was served needs no note on its links. */
  #addLeftOut({ rule, pointer }: LeftOut, { line }: BlockRecord): void {
    if (rule === 'levering.eigen-links' && this.#options.isAsServed === true) return;
    const before = this.#leftOut.get(rule);
    if (before !== undefined) before.count++;
    else this.#leftOut.set(rule, { note: { rule, severity: 'info', pointer, line, ...READING_WORDS[rule] }, count: 1 });
  }

  #addFound({ findings, leftOut }: Found): void {
    for (const finding of findings) this.#findings.add(finding);
    for (const { count, ...rule } of leftOut) this.#findings.count(rule, count);
  }

  /** Adds what was found of a root; whether it is accepted. */
  #addRoot(record: BlockRecord, root: RootResult, { found, unlessRepeated }: Omit<CheckedRecord, 'root'>): boolean {
    this.#crsMix.add(root, found);
    if (this.#models['3.0'] + this.#models['4.0'] === 0) this.#crs = CRSS[root.crs];
    this.#models[root.model]++;
    this.#first30 ??= root.recognised;
    for (const change of root.changes ?? []) this.#findings.addChange(change);
    const beside = this.#addVersion(root, record);
    const repeated = this.#addIds(root, record, beside);
    const doubled = this.#addRivals(beside, { record, root }) ?? this.#addBeyond(beside, { record, root })
      ?? this.#addRepeatedIds(repeated, { ...beside, record, root });
    const namesakes = this.#named.add(root.ids, root.identities ?? []);
    this.#addNamesakes(namesakes, root, record);
    const followed = unlessRepeated && this.#addConditionals(unlessRepeated, {
      repeated: repeated.map((index) => root.ids[index]!), namesakes: namesakes.map(({ place: index }) => root.ids[index]!),
    });
    const wrong = found?.firstError ?? followed ?? doubled;
    this.#firstError ??= wrong;
    if (wrong !== undefined) {
      this.#verdicts.push({ ...verdictOf(root, record, 'refused'), firstError: this.#small(wrong, root.ids[0]!) });
      return false;
    }
    if (root.hidden !== undefined) this.#findings.add(root.hidden);
    this.#accepted++;
    const verdict = verdictOf(root, record, 'accepted');
    this.#verdicts.push(root.hidden === undefined ? verdict : { ...verdict, published: false });
    this.#addShapes(root, record);
    if (root.links !== undefined) this.#links.add(root.links);
    return true;
  }

  /** The same without texts of its own that are kept elsewhere anyway. */
  #small({ rule, objectId, ...error }: FirstError, id: string | null): FirstError {
    const known = this.#rules.get(rule) ?? rule;
    this.#rules.set(known, known);
    return { rule: known, ...error, ...(objectId === undefined ? {} : { objectId: objectId === id ? id : objectId }) };
  }

  /** Adds a root to the versions of its object. */
  #addVersion({ ids: [id], entityType, begin, sum, lines }: RootResult, { line }: BlockRecord): Beside {
    const first = id === null || id === undefined ? undefined : this.#ids.placeOf(id);
    const before = first && this.#verdicts[first.root];
    const isOne = before?.id !== undefined && isSameId(before.id, id) && before.entityType === entityType;
    return this.#versions.add({ root: this.#verdicts.length, line: lines?.[0] ?? line, begin, sum }, isOne ? first : undefined);
  }

  /** Refuses a root and the versions of its object that begin at the same moment with another content. Gives the error of the root. */
  #addRivals({ rival, contested }: Beside, { record, root }: Added): FirstError | undefined {
    if (rival === undefined) return undefined;
    const id = root.ids[0]!;
    const place = { pointer: record.pointer, line: root.lines?.[0] ?? record.line };
    const rule = { id: SAME_BEGIN, severity: 'error', ...DELIVERY_WORDS[SAME_BEGIN] } as const;
    const found = inAmsterdam(new Date(root.begin!));
    for (const { root: number, line } of contested) {
      const told = { ...sameBegin(this.#verdicts[number]!, place), found, line };
      this.#findings.add(told);
      this.#refuse(number, told);
    }
    const earlier = this.#at(rival, id, { record, root });
    const [own] = this.#addLate(rule, { record, count: 1 }, () => [
      { pointer: '/beginGeldigheid', found, earlier, message: withRemark(rule.message, otherAt(earlier)) },
    ]);
    return firstErrorOf(own ?? { rule: rule.id, ...place, objectId: shownId(id) });
  }

  /** Refuses a version beyond the limit. Gives its error. */
  #addBeyond({ isBeyond }: Beside, { record, root }: Added): FirstError | undefined {
    if (!isBeyond) return undefined;
    const rule = { id: TOO_MANY_VERSIONS, severity: 'error', ...DELIVERY_WORDS[TOO_MANY_VERSIONS] } as const;
    const [own] = this.#addLate(rule, { record, count: 1 }, () => [{ pointer: '/id', found: shown(root.ids[0]!) }]);
    const line = root.lines?.[0] ?? record.line;
    return firstErrorOf(own ?? { rule: rule.id, pointer: record.pointer, line, objectId: shownId(root.ids[0]!) });
  }

  /** Refuses a root that was accepted. */
  #refuse(number: number, found: Finding): void {
    const { published: _, ...verdict } = this.#verdicts[number]!;
    if (verdict.verdict === 'refused') return;
    this.#accepted--;
    this.#verdicts[number] = { ...verdict, verdict: 'refused', firstError: firstErrorOf(found) };
  }

  /**
   * The places among the objects of a root of those whose id an object before them has: in the root itself, or in another object; a
   * version of an object has the ids of the other versions. A copy of a version is told as one object.
   */
  #addIds({ ids, lines }: RootResult, { line }: BlockRecord, { isVersion, copied }: Beside): readonly number[] {
    const root = this.#verdicts.length;
    const own = new Set<string>();
    const repeated = [...ids.keys()].filter((at) => {
      const id = ids[at]!;
      if (id === null || this.#ids.add(id, { line: lines?.[at] ?? line, root })) return false;
      if (!isVersion) return true;
      const isOwn = own.has(nfc(id));
      own.add(nfc(id));
      return isOwn || !isSameId(this.#verdicts[this.#ids.placeOf(id)!.root]?.id, ids[0]);
    });
    return copied === undefined ? repeated : [...ids.keys()].filter((at) => ids[at] !== null);
  }

  /** Where an object stands that has this id before the one at `index` of the root that is being added. */
  #earlier(id: string, { record, root, index = -1 }: Added & { readonly index?: number }): EarlierObject {
    const before = root.ids.findIndex((own) => isSameId(own, id));
    const isInRoot = before >= 0 && before < index;
    const place = isInRoot ? { line: root.lines?.[before] ?? record.line, root: this.#verdicts.length } : this.#ids.placeOf(id)!;
    return this.#at(place, id, { record, root });
  }

  /** Where an object stands; `added`: the root that is being added, which has no verdict yet. */
  #at({ line, root: number }: ObjectPlace, id: string, { record, root }: Added): EarlierObject {
    const { id: rootId, pointer } = this.#verdicts[number] ?? { id: root.ids[0], pointer: record.pointer };
    return { pointer, line, objectId: shownId(id), ...(rootId === null || rootId === undefined ? {} : { rootId: shownId(rootId) }) };
  }

  /** `repeated`: places among the objects of the root. Gives the first of the errors. */
  #addRepeatedIds(
    repeated: readonly number[], { record, root, copied }: Added & Pick<Beside, 'copied'>,
  ): FirstError | undefined {
    const [first] = repeated;
    if (first === undefined) return undefined;
    const outermost = outermostOf(repeated, () => this.#openAgain(record)?.objects ?? []);
    const rule = { id: 'id.dubbel', severity: 'error', ...DELIVERY_WORDS['id.dubbel'] } as const;
    const found = this.#addLate(rule, { record, count: outermost.length }, (objects) => outermost.map(({ place: index, inside }) => {
      const { pointer, id } = objects[index]!;
      const isCopy = index === 0 ? copied !== undefined : this.#isCopy(objects, index);
      const earlier = copied === undefined ? this.#earlier(id!, { record, root, index }) : this.#at(copied, id!, { record, root });
      return { ...repeatedWords({ inside, isSame: isCopy }), pointer: `${pointer}/id`, found: shown(id), earlier };
    }));
    const line = root.lines?.[first] ?? record.line;
    return firstErrorOf(found[0] ?? { rule: rule.id, pointer: record.pointer, line, objectId: shownId(root.ids[first]!) });
  }

  /** Whether the object at this place equals the first of its root that has its id. */
  #isCopy(objects: readonly ModelObject[], index: number): boolean {
    const { id, data } = objects[index]!;
    const first = objects.findIndex((object) => object.id === id);
    return first < index && isDeepStrictEqual(objects[first]!.data, data);
  }

  /** Tells what does not follow from an id, or name, that is another object's too: of that there is a finding. Gives the first error of it. */
  #addConditionals(
    conditionals: readonly Conditional[], ids: { readonly repeated: readonly string[]; readonly namesakes: readonly string[] },
  ): FirstError | undefined {
    const [repeated, namesakes] = [new Set(ids.repeated), new Set(ids.namesakes)];
    const told = conditionals.filter(({ rule, ids: causes }) =>
      !causes.some((id) => repeated.has(id) || (rule === ID_RECOMMENDED.id && namesakes.has(id))));
    for (const found of told) this.#addFound(found);
    return told.find(({ firstError }) => firstError !== undefined)?.firstError;
  }

  #addNamesakes(namesakes: readonly Namesake[], root: RootResult, record: BlockRecord): void {
    if (namesakes.length === 0) return;
    this.#addLate(REPEATED_IDENTITY, { record, count: namesakes.length }, (objects) => namesakes.map(({ place: index, other }) =>
      ({ pointer: `${objects[index]!.pointer}/identificatie`, found: shown(other), earlier: this.#earlier(other, { record, root }) })));
  }

  /** Remembers geometries, and adds a finding for each that was there before. */
  #addShapes(root: RootResult, record: BlockRecord): void {
    const repeated: { readonly object: number; readonly other: string }[] = [];
    for (const [key, object] of root.shapes ?? []) {
      const id = root.ids[object]!;
      const other = this.#shapes.get(key);
      if (other === undefined) this.#shapes.set(key, id);
      else if (other !== id) repeated.push({ object, other });
    }
    if (repeated.length === 0) return;
    this.#addLate(REPEATED_GEOMETRY, { record, count: repeated.length }, (objects) => repeated.map(({ object, other }) =>
      ({ pointer: geometryOf(objects[object]!)!.pointer, found: shown(other), earlier: this.#earlier(other, { record, root }) })));
  }

  /** Adds findings about a root that is read again to place them, and gives them, if there is room for them; else counts them. */
  #addLate(
    { id: rule, severity, message, mend }: LateRule,
    { record, count }: { readonly record: BlockRecord; readonly count: number },
    placesIn: (objects: readonly ModelObject[]) => readonly LatePlace[],
  ): readonly Finding[] {
    if (!this.#findings.cap.wants({ rule, severity })) {
      this.#findings.count({ rule, severity }, count);
      return [];
    }
    const opened = this.#openAgain(record);
    if (opened === undefined) return [];
    const findings = placesIn(opened.objects).map((place) => ({ rule, severity, message, mend, ...place }));
    const found = withLines(opened.root, placed(findings, opened));
    for (const finding of found) this.#findings.add(finding);
    return found;
  }

  /** A root that was checked before, for what only the delivery knows of it; undefined when it cannot be read. */
  #openAgain(record: BlockRecord): ReturnType<typeof open> | undefined {
    const { root } = readRecord(recordIn(this.#block!, record), featureReading(this.#reading));
    return root && open(root, this.#reading);
  }

  #addOfDelivery(finding: Finding): void {
    this.#findings.addOfDelivery(finding);
    if (finding.severity === 'error') this.#firstError ??= firstErrorOf(finding);
  }

  #closeFindings(): void {
    for (const finding of this.#links.findings()) this.#findings.add(finding);
    if (this.#links.beyond > 0) this.#findings.count(NOT_CHECKED, this.#links.beyond);
    if (this.#first30 !== undefined) this.#addOfDelivery(withCount(this.#first30, this.#models['3.0']));
    for (const { note, count } of this.#leftOut.values()) this.#addOfDelivery(withCount(note, count));
    this.#findings.reword((finding) => this.#crsMix.told(finding));
    if (this.#verdicts.length === 0 && this.#findings.errors === 0) {
      this.#addOfDelivery({ rule: 'levering.zonder-objecten', severity: 'warning', pointer: '', ...DELIVERY_WORDS['levering.zonder-objecten'] });
    }
    if (this.#options.strict && this.#findings.errors > 0) {
      this.#addOfDelivery({ rule: 'levering.alles-of-niets', severity: 'info', pointer: '', ...DELIVERY_WORDS['levering.alles-of-niets'] });
    }
  }
}

/** Whether both are ids, and equal. */
function isSameId(one: string | null | undefined, other: string | null | undefined): boolean {
  return typeof one === 'string' && typeof other === 'string' && sameInNfc(one, other);
}

function verdictOf({ ids, entityType, isFeature, nested }: RootResult, { pointer }: BlockRecord, verdict: Verdict): ObjectVerdict {
  return { id: ids[0]!, entityType, pointer, ...(isFeature ? { isFeature } : {}), ...(nested === undefined ? {} : { nested }), verdict };
}

function withCount(finding: Finding, count: number): Finding {
  const remark = { nl: ` (${count} objecten)`, en: ` (${count} objects)` };
  return count === 1 ? finding : { ...finding, message: withRemark(finding.message, remark) };
}
