/**
 * Delivery: collects the results of the records of one delivery, in order. It adds the findings on the whole delivery: repeated ids, names
 * and geometries, unresolved links, and exact totals.
 *
 * Memory: a verdict and a checksum for each root, and the ids, lines and geometry keys of its objects.
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
import { DOMAIN_WORDS } from '../../../schemas/rule-words/domain.ts';
import { READING_WORDS } from '../../../schemas/rule-words/reading.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
import { ofRule, type RuleId } from '../../../schemas/rules.ts';
import { shown, shownId, withRemark } from '../../../schemas/shown-values.ts';
import { formatMoment, inAmsterdam } from '../../../schemas/time.ts';
import { featureReading, NOT_CHECKED, open, placed } from '../check/index.ts';
import type { CapState, CheckedBlock, CheckedRecord, Conditional, RecordFindings, ReadingOptions, RootResult } from '../check/index.ts';
import { readRecord, recordIn, refusesAll, sourceFinding, withLines, type Block, type BlockRecord, type LeftOut, type Unseen } from '../read/index.ts';
import { checkedBy } from '../rule-set.ts';
import { ID_RECOMMENDED, REPEATED_GEOMETRY, REPEATED_IDENTITY } from '../rules/index.ts';
import type { SourceFault } from '../unpacker.ts';
import { countsOf } from './counts.ts';
import { CrsMix } from './crs-mix.ts';
import { Findings } from './findings.ts';
import { Ids, type ObjectLocation } from './ids.ts';
import { Named, type Namesake } from './named.ts';
import { outermostOf, repeatedWords } from './repeated.ts';
import { UnresolvedLinks, type LinkSuggestions } from './unresolved-links.ts';
import { contestedFinding, otherAt, SAME_BEGIN, TOO_MANY_VERSIONS, Versions, type VersionComparison } from './versions.ts';

export interface DeliveryOptions extends Omit<ReadingOptions, 'crs'> {
  /** File name or path of the request, for the report. */
  readonly source: string;
  /** URI of the CRS of all geometry; null: the default of each root's model. */
  readonly crs: string | null;
  /** Whether one error anywhere refuses every root. */
  readonly strict: boolean;
  /** Whether the root may come back as it was served, with `_links`. */
  readonly isAsServed?: boolean;
}

/** Words of the rules on the whole delivery. */
const LATE_WORDS = { ...DELIVERY_WORDS, ...DOMAIN_WORDS };
/** A breach of such a rule; its words replace those of the rule. */
type LateBreach = Pick<Finding, 'pointer' | 'found' | 'earlier'> & Partial<FindingText>;

/** An accepted root, ready for the register. */
export interface PreparedText {
  /** Its prepared line (schemas/submission.ts). */
  readonly text: string;
  /** Whether the root links to an object outside it. */
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
  /** The id of the first object with a geometry, by the geometry's key. */
  readonly #shapes = new Map<number, string>();
  readonly #links = new UnresolvedLinks(this.#ids);
  /** One string for each rule id in verdicts, which may be millions. */
  readonly #rules = new Map<RuleId, RuleId>();
  readonly #models = { '3.0': 0, '4.0': 0 };
  #accepted = 0;
  #first30: Finding | undefined;
  /** The note on the first left-out member and the number of such members, by rule. */
  readonly #leftOut = new Map<string, { readonly note: Finding; count: number }>();
  /** The first error of the delivery, which refuses a strict one. */
  #firstError: FirstError | undefined;
  /** The fault because of which no root can be trusted. */
  #unreliable: FirstError | undefined;
  #unreadFrom: FileLocation | undefined;
  /** The current block, whose roots may be read again. */
  #block: Block | undefined;

  /** Without a given CRS the report has that of the first root, or CRS84 when there is no root. */
  constructor(options: DeliveryOptions, reading: ReadingOptions) {
    this.#options = options;
    this.#reading = reading;
    this.#crs = reading.crs ?? CRSS.CRS84;
  }

  /** Adds the results of a block, in the order of the delivery. Returns the accepted prepared roots. */
  take(block: Block, { records, prepared }: CheckedBlock): readonly PreparedText[] {
    this.#block = block;
    const taken: PreparedText[] = [];
    for (const [index, checked] of records.entries()) {
      const text = prepared[index]!;
      if (this.#addRecord(block.records[index]!, checked) && text !== null) taken.push({ text, hasLinks: checked.root!.hasLinks });
    }
    return taken;
  }

  /** Whether the delivery has reached the limit of objects, so that reading stops. */
  get isFull(): boolean {
    return Math.max(this.#ids.size, this.#verdicts.length) > LIMITS.deliveryObjectsMax;
  }

  /** The verdicts so far. With `strict` a later error still refuses accepted roots. */
  get tally(): { readonly accepted: number; readonly refused: number } {
    return { accepted: this.#accepted, refused: this.#verdicts.length - this.#accepted };
  }

  /** The room left in the report. */
  get cap(): CapState {
    return this.#findings.cap.state;
  }

  unknownCrs(): void {
    this.#addOfDelivery({
      ...ofRule('levering.crs-onbekend'), pointer: '', ...DELIVERY_WORDS['levering.crs-onbekend'],
      found: shown(this.#options.crs), expected: DELIVERY_CRSS.map((code) => CRSS[code].uri).join(' | '),
      suggestions: [CRSS['28992'].uri, CRSS.CRS84.uri],
    });
  }

  /** Adds the error that the delivery has too many objects. `from` is the location of the first unread object. */
  tooManyObjects(from: FileLocation): void {
    this.#unreadFrom = from;
    const location = { pointer: '', line: from.line };
    this.#addOfDelivery({ ...ofRule('levering.te-veel-objecten'), ...location, ...DELIVERY_WORDS['levering.te-veel-objecten'] });
  }

  /** Adds the fault that stopped the reading. Some faults refuse all roots. */
  sourceFault(fault: SourceFault): void {
    const finding = sourceFinding(fault);
    if (refusesAll(fault)) this.#unreliable ??= firstErrorOf(finding);
    this.#addOfDelivery(finding);
  }

  /** Adds the warning on invisible characters between objects, with their names and numbers. */
  unseen({ first, counts }: Unseen): void {
    const names = [...counts].map(([name, count]) => `${name} (${count}×)`).join(', ');
    const rule = 'levering.onzichtbaar';
    const { message, mend } = READING_WORDS[rule];
    this.#addOfDelivery({
      ...ofRule(rule), pointer: '', line: first.line, found: names, mend,
      message: { nl: message.nl.replace(/\.$/, `: ${names}.`), en: message.en.replace(/\.$/, `: ${names}.`) },
    });
  }

  /** Adds the warning on padding behind a packed file. */
  padding(bytes: number): void {
    const rule = 'levering.gzip-opvulling';
    this.#addOfDelivery({ ...ofRule(rule), pointer: '', found: `${bytes} bytes`, ...READING_WORDS[rule] });
  }

  byteOrderMark(): void {
    this.#addOfDelivery({ ...ofRule('json.bom'), pointer: '', line: 1, ...TEXT_WORDS['json.bom'] });
  }

  /** Returns the report. Call it once, at the end. Links without a target go to `onOpenLinks`, or else into the report. */
  close({ onOpenLinks }: { readonly onOpenLinks?: ((suggestions: LinkSuggestions) => void) | undefined } = {}): Report {
    if (onOpenLinks === undefined) this.#addOpenLinks();
    else onOpenLinks(this.#linkSuggestions());
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

  /** Adds the result of a record. Returns whether its root is accepted. */
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

  /** Counts a member that is left out of a root. A request with a served document needs no note on its links. */
  #addLeftOut({ rule, pointer }: LeftOut, { line }: BlockRecord): void {
    if (rule === 'levering.eigen-links' && this.#options.isAsServed === true) return;
    const before = this.#leftOut.get(rule);
    if (before !== undefined) before.count++;
    else this.#leftOut.set(rule, { note: { ...ofRule(rule), pointer, line, ...READING_WORDS[rule] }, count: 1 });
  }

  #addFound({ findings, leftOut }: RecordFindings): void {
    for (const finding of findings) this.#findings.add(finding);
    for (const { count, ...rule } of leftOut) this.#findings.count(rule, count);
  }

  /** Adds the result of a root. Returns whether the root is accepted. */
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
      repeated: repeated.map((index) => root.ids[index]!), namesakes: namesakes.map(({ index }) => root.ids[index]!),
    });
    const wrong = found?.firstError ?? followed ?? doubled;
    this.#firstError ??= wrong;
    if (wrong !== undefined) {
      this.#verdicts.push({ ...verdictOf(root, record, 'refused'), firstError: this.#withSharedTexts(wrong, root.ids[0]!) });
      return false;
    }
    for (const finding of root.hidden ?? []) this.#findings.add(finding);
    this.#accepted++;
    const verdict = verdictOf(root, record, 'accepted');
    this.#verdicts.push(root.hidden?.[0]?.rule === 'openbaarheid.informatieGeheim' ? { ...verdict, published: false } : verdict);
    this.#addShapes(root, record);
    if (root.links !== undefined) this.#links.add(root.links);
    return true;
  }

  /** Replaces texts of an error with equal strings that are in memory already. */
  #withSharedTexts({ rule, objectId, ...error }: FirstError, id: string | null): FirstError {
    const shared = this.#rules.get(rule) ?? rule;
    this.#rules.set(shared, shared);
    return { rule: shared, ...error, ...(objectId === undefined ? {} : { objectId: objectId === id ? id : objectId }) };
  }

  /** Adds a root to the versions of its object. */
  #addVersion({ ids: [id], entityType, begin, sum, lines }: RootResult, { line }: BlockRecord): VersionComparison {
    const first = id === null || id === undefined ? undefined : this.#ids.locationOf(id);
    const before = first && this.#verdicts[first.root];
    const isOne = before?.id !== undefined && isSameId(before.id, id) && before.entityType === entityType;
    return this.#versions.add({ root: this.#verdicts.length, line: lines?.[0] ?? line, begin, sum }, isOne ? first : undefined);
  }

  /** Refuses a root and the versions of its object with the same begin but other content. Returns the error of the root. */
  #addRivals({ rival, contested }: VersionComparison, { record, root }: Added): FirstError | undefined {
    if (rival === undefined) return undefined;
    const id = root.ids[0]!;
    const location = { pointer: record.pointer, line: root.lines?.[0] ?? record.line };
    const found = inAmsterdam(new Date(root.begin!));
    for (const { root: number, line } of contested) {
      const finding = { ...contestedFinding(this.#verdicts[number]!, location), found, line };
      this.#findings.add(finding);
      this.#refuse(number, finding);
    }
    const earlier = this.#earlierAt(rival, id, { record, root });
    const [own] = this.#addLate(SAME_BEGIN, { record, count: 1 }, () => [
      { pointer: '/beginGeldigheid', found, earlier, message: withRemark(DELIVERY_WORDS[SAME_BEGIN].message, otherAt(earlier)) },
    ]);
    return firstErrorOf(own ?? { rule: SAME_BEGIN, ...location, objectId: shownId(id) });
  }

  /** Refuses a version beyond the limit. Returns its error. */
  #addBeyond({ isBeyond }: VersionComparison, { record, root }: Added): FirstError | undefined {
    if (!isBeyond) return undefined;
    const [own] = this.#addLate(TOO_MANY_VERSIONS, { record, count: 1 }, () => [{ pointer: '/id', found: shown(root.ids[0]!) }]);
    const line = root.lines?.[0] ?? record.line;
    return firstErrorOf(own ?? { rule: TOO_MANY_VERSIONS, pointer: record.pointer, line, objectId: shownId(root.ids[0]!) });
  }

  /** Refuses a root that was accepted. */
  #refuse(number: number, found: Finding): void {
    const { published: _, ...verdict } = this.#verdicts[number]!;
    if (verdict.verdict === 'refused') return;
    this.#accepted--;
    this.#verdicts[number] = { ...verdict, verdict: 'refused', firstError: firstErrorOf(found) };
  }

  /**
   * Adds the ids of a root. Returns the indexes of its objects whose id an earlier object has, in this root or in another one. Versions of
   * one object share ids. In a copy of a version all objects count as repeated.
   */
  #addIds({ ids, lines }: RootResult, { line }: BlockRecord, { isVersion, copied }: VersionComparison): readonly number[] {
    const root = this.#verdicts.length;
    const own = new Set<string>();
    const repeated = [...ids.keys()].filter((at) => {
      const id = ids[at]!;
      if (id === null || this.#ids.add(id, { line: lines?.[at] ?? line, root })) return false;
      if (!isVersion) return true;
      const isOwn = own.has(nfc(id));
      own.add(nfc(id));
      return isOwn || !isSameId(this.#verdicts[this.#ids.locationOf(id)!.root]?.id, ids[0]);
    });
    return copied === undefined ? repeated : [...ids.keys()].filter((at) => ids[at] !== null);
  }

  /** The location of an object with this id before the one at `index` in the root that is being added. */
  #earlier(id: string, { record, root, index = -1 }: Added & { readonly index?: number }): EarlierObject {
    const before = root.ids.findIndex((own) => isSameId(own, id));
    const isInRoot = before >= 0 && before < index;
    const location = isInRoot ? { line: root.lines?.[before] ?? record.line, root: this.#verdicts.length } : this.#ids.locationOf(id)!;
    return this.#earlierAt(location, id, { record, root });
  }

  /** The words for an object's location. The root that is being added has no verdict yet. */
  #earlierAt({ line, root: number }: ObjectLocation, id: string, { record, root }: Added): EarlierObject {
    const { id: rootId, pointer } = this.#verdicts[number] ?? { id: root.ids[0], pointer: record.pointer };
    return { pointer, line, objectId: shownId(id), ...(rootId === null || rootId === undefined ? {} : { rootId: shownId(rootId) }) };
  }

  /** Adds the errors for repeated ids; `repeated` has the indexes of the objects. Returns the first error. */
  #addRepeatedIds(
    repeated: readonly number[], { record, root, copied }: Added & Pick<VersionComparison, 'copied'>,
  ): FirstError | undefined {
    const [first] = repeated;
    if (first === undefined) return undefined;
    const outermost = outermostOf(repeated, () => this.#openAgain(record)?.objects ?? []);
    const found = this.#addLate('id.dubbel', { record, count: outermost.length }, (objects) => outermost.map(({ index, inside }) => {
      const { pointer, id } = objects[index]!;
      const isCopy = index === 0 ? copied !== undefined : this.#isCopy(objects, index);
      const earlier = copied === undefined ? this.#earlier(id!, { record, root, index }) : this.#earlierAt(copied, id!, { record, root });
      return { ...repeatedWords({ inside, isSame: isCopy }), pointer: `${pointer}/id`, found: shown(id), earlier };
    }));
    const line = root.lines?.[first] ?? record.line;
    return firstErrorOf(found[0] ?? { rule: 'id.dubbel', pointer: record.pointer, line, objectId: shownId(root.ids[first]!) });
  }

  /** Whether the object at an index equals the first object of its root with the same id. */
  #isCopy(objects: readonly ModelObject[], index: number): boolean {
    const { id, data } = objects[index]!;
    const first = objects.findIndex((object) => object.id === id);
    return first < index && isDeepStrictEqual(objects[first]!.data, data);
  }

  /** Adds the conditional findings that no repeated id or name explains. Returns the first error among them. */
  #addConditionals(
    conditionals: readonly Conditional[], ids: { readonly repeated: readonly string[]; readonly namesakes: readonly string[] },
  ): FirstError | undefined {
    const [repeated, namesakes] = [new Set(ids.repeated), new Set(ids.namesakes)];
    const remaining = conditionals.filter(({ rule, ids: causes }) =>
      !causes.some((id) => repeated.has(id) || (rule === ID_RECOMMENDED.id && namesakes.has(id))));
    for (const found of remaining) this.#addFound(found);
    return remaining.find(({ firstError }) => firstError !== undefined)?.firstError;
  }

  #addNamesakes(namesakes: readonly Namesake[], root: RootResult, record: BlockRecord): void {
    if (namesakes.length === 0) return;
    this.#addLate(REPEATED_IDENTITY.id, { record, count: namesakes.length }, (objects) => namesakes.map(({ index, other }) =>
      ({ pointer: `${objects[index]!.pointer}/identificatie`, found: shown(other), earlier: this.#earlier(other, { record, root }) })));
  }

  /** Adds the geometry keys of a root, and a finding for each that another object has. */
  #addShapes(root: RootResult, record: BlockRecord): void {
    const repeated: { readonly object: number; readonly other: string }[] = [];
    for (const [key, object] of root.shapes ?? []) {
      const id = root.ids[object]!;
      const other = this.#shapes.get(key);
      if (other === undefined) this.#shapes.set(key, id);
      else if (other !== id) repeated.push({ object, other });
    }
    if (repeated.length === 0) return;
    this.#addLate(REPEATED_GEOMETRY.id, { record, count: repeated.length }, (objects) => repeated.map(({ object, other }) =>
      ({ pointer: geometryOf(objects[object]!)!.pointer, found: shown(other), earlier: this.#earlier(other, { record, root }) })));
  }

  /** Adds findings about a root, which is read again for their locations, and returns them. Without room they are only counted. */
  #addLate(
    id: keyof typeof LATE_WORDS,
    { record, count }: { readonly record: BlockRecord; readonly count: number },
    breachesIn: (objects: readonly ModelObject[]) => readonly LateBreach[],
  ): readonly Finding[] {
    const rule = ofRule(id);
    if (!this.#findings.cap.wants(rule)) {
      this.#findings.count(rule, count);
      return [];
    }
    const opened = this.#openAgain(record);
    if (opened === undefined) return [];
    const findings = breachesIn(opened.objects).map((breach) => ({ ...rule, ...LATE_WORDS[id], ...breach }));
    const found = withLines(opened.root, placed(findings, opened));
    for (const finding of found) this.#findings.add(finding);
    return found;
  }

  /** Reads a checked root again, for a finding on the whole delivery; undefined when it cannot be read. */
  #openAgain(record: BlockRecord): ReturnType<typeof open> | undefined {
    const { root } = readRecord(recordIn(this.#block!, record), featureReading(this.#reading));
    return root && open(root, this.#reading);
  }

  #addOfDelivery(finding: Finding): void {
    this.#findings.addOfDelivery(finding);
    if (finding.severity === 'error') this.#firstError ??= firstErrorOf(finding);
  }

  #addOpenLinks(): void {
    for (const finding of this.#links.findings()) this.#findings.add(finding);
    if (this.#links.beyond > 0) this.#findings.count(NOT_CHECKED, this.#links.beyond);
  }

  /** Returns suggestions for as many links as the report has room for. */
  #linkSuggestions(): LinkSuggestions {
    const kept = this.#links.findings().filter((finding) => this.#findings.cap.keeps(finding));
    return new Map(kept.flatMap(({ pointer, suggestions }) => (suggestions === undefined ? [] : [[pointer, suggestions] as const])));
  }

  #closeFindings(): void {
    if (this.#first30 !== undefined) this.#addOfDelivery(withCount(this.#first30, this.#models['3.0']));
    for (const { note, count } of this.#leftOut.values()) this.#addOfDelivery(withCount(note, count));
    this.#findings.reword((finding) => this.#crsMix.reword(finding));
    if (this.#verdicts.length === 0 && this.#findings.errors === 0) {
      this.#addOfDelivery({ ...ofRule('levering.zonder-objecten'), pointer: '', ...DELIVERY_WORDS['levering.zonder-objecten'] });
    }
    if (this.#options.strict && this.#findings.errors > 0) {
      this.#addOfDelivery({ ...ofRule('levering.alles-of-niets'), pointer: '', ...DELIVERY_WORDS['levering.alles-of-niets'] });
    }
  }
}

/** Whether both are equal ids. */
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
