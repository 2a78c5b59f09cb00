/**
 * Delivery report: what was found in the whole of one delivery, from the first piece to the last, and what only the
 * whole can know: an id used twice, a link that nothing answers, the exact totals.
 */
import type { Crs } from '../../schemas/crs.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Finding, ObjectVerdict } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { pieceOf } from './block.ts';
import type { Block } from './block.ts';
import { countsFrom } from './counts.ts';
import { Findings, shown, withRemark } from './findings.ts';
import type { Piece } from './frames.ts';
import { Ids } from './ids.ts';
import type { JudgedBlock, JudgedPiece, JudgedRoot } from './judge.ts';
import { findingsAt } from './late.ts';
import type { CheckOptions } from './open.ts';
import type { PreparedReport } from './prepared-report.ts';
import { hasId, NO_VALUE, REFUSED } from './proven.ts';
import type { Proven } from './proven.ts';
import { REPEATED_GEOMETRY, RepeatedGeometries } from './rules/repeated-geometry.ts';
import type { Shape } from './rules/repeated-geometry.ts';
import type { SourceFault } from './source.ts';
import { DELIVERY, NOT_CHECKED, REPEATED_ID, SOURCE_FAULTS } from './texts.ts';
import { Verdicts } from './verdicts.ts';

/** Links to ids not seen yet, kept until the end of the delivery; more are counted as not checked. */
const LINKS_MAX = 100_000;

export interface PrepareOptions {
  /** File name or path of the request, for the report. */
  readonly source: string;
  /** URI of the CRS of all geometry; null: the default of each root's model. */
  readonly crs: string | null;
  /** null: recognised per root. */
  readonly model: ModelVersion | null;
  /** One error anywhere refuses every root. */
  readonly strict: boolean;
}

interface PieceOf {
  readonly block: Block;
  readonly index: number;
  /** Whether it is known to be strict JSON. */
  readonly isStrict: boolean;
}

/**
 * A proven piece: its objects stand in the columns from `from` until `until`.
 * The first id of the columns has number `firstId`.
 */
interface ProvenPiece extends PieceOf {
  readonly proven: Proven;
  readonly from: number;
  readonly until: number;
  readonly firstId: number;
}

/** What becomes of a piece that went the long way; no verdict when it is no root. */
interface Taken {
  readonly verdict?: ObjectVerdict;
  readonly prepared?: PreparedRoot | undefined;
}

export class DeliveryReport {
  readonly #options: PrepareOptions;
  readonly #checks: CheckOptions;
  #crs: Crs;
  readonly #findings = new Findings();
  readonly #verdicts = new Verdicts();
  readonly #ids = new Ids();
  readonly #geometries = new RepeatedGeometries();
  readonly #links: { readonly id: string; readonly finding: Finding }[] = [];
  #linksBeyond = 0;
  readonly #models = { '3.0': 0, '4.0': 0 };
  #accepted = 0;
  #first30: Finding | undefined;
  #unreliable = false;

  /** `crs` null: that of the first root, or CRS84 when there is none. */
  constructor(options: PrepareOptions, crs: Crs | null) {
    this.#options = options;
    this.#checks = { crs, model: options.model };
    this.#crs = crs ?? CRSS.CRS84;
  }

  /** Adds what was judged of a block of pieces, in the order of the delivery; gives the roots that are accepted. */
  take(block: Block, { proven, written, counted, judged }: JudgedBlock): readonly PreparedRoot[] {
    const prepared: PreparedRoot[] = [];
    const others: (ObjectVerdict | undefined)[] = [];
    const refused = new Set<number>();
    const firstId = this.#ids.open(proven);
    let [nextProven, nextWritten, from] = [0, 0, 0];
    // Not a loop: see screenBlock (judge.ts).
    proven.types.forEach((type, index) => {
      while (written.pieces[nextWritten] === index) this.#findings.addWritten(written, nextWritten++);
      if (type === NO_VALUE) return;
      if (type > 0) {
        const until = from + proven.objects[nextProven++]!;
        const piece = { block, index, isStrict: type < REFUSED, proven, from, until, firstId };
        if (!this.#proven(piece)) refused.add(index);
        from = until;
        return;
      }
      const taken = this.#piece({ block, index, isStrict: false }, judged[others.length]!);
      others.push(taken.verdict);
      if (taken.prepared !== undefined) prepared.push(taken.prepared);
    });
    for (const total of counted) this.#findings.count(total, total.count);
    this.#verdicts.add({ places: block, proven, refused, others });
    return prepared;
  }

  /** Whether no more objects fit: what follows must not be read. */
  get isFull(): boolean {
    return Math.max(this.#ids.size, this.#verdicts.length) > LIMITS.deliveryObjectsMax;
  }

  /** The verdicts so far; with `strict` a later error still turns those that are accepted. */
  get tally(): { readonly accepted: number; readonly refused: number } {
    return { accepted: this.#accepted, refused: this.#verdicts.length - this.#accepted };
  }

  /** Rules of which no more findings are kept. */
  get full(): readonly string[] {
    return this.#findings.full;
  }

  unknownCrs(): void {
    this.#findings.add({
      rule: 'levering.crs-onbekend', severity: 'error', pointer: '', ...DELIVERY.unknownCrs,
      found: shown(this.#options.crs), suggestions: [CRSS['28992'].uri, CRSS.CRS84.uri],
    });
  }

  tooLarge(): void {
    this.#findings.add({ rule: 'levering.te-groot', severity: 'error', pointer: '', ...DELIVERY.tooLarge });
  }

  tooManyObjects(): void {
    this.#findings.add({ rule: 'levering.te-veel-objecten', severity: 'error', pointer: '', ...DELIVERY.tooManyObjects });
  }

  /** Why the bytes stopped, or cannot be trusted: then no root of them is taken. */
  sourceFault(fault: SourceFault): void {
    const { refusesAll, ...words } = SOURCE_FAULTS[fault];
    this.#unreliable ||= refusesAll;
    this.#findings.add({ rule: `levering.${fault}`, severity: 'error', pointer: '', ...words });
  }

  byteOrderMark(): void {
    this.#findings.add({ rule: 'json.bom', severity: 'warning', pointer: '', line: 1, ...DELIVERY.bom });
  }

  close(): PreparedReport {
    this.#closeFindings();
    if (this.#unreliable || (this.#options.strict && this.#findings.errors > 0)) this.#verdicts.refuseAll();
    const { '3.0': old, '4.0': present } = this.#models;
    return {
      source: this.#options.source,
      model: old > 0 && present > 0 ? 'mixed' : old > 0 ? '3.0' : present > 0 ? '4.0' : null,
      crs: this.#crs.uri, objects: this.#verdicts,
      findings: this.#findings.close(), changes: this.#findings.changes,
      counts: countsFrom(this.#verdicts.types(), this.#findings.rules),
    };
  }

  /** A root of which nothing need be said any more, unless an id or a geometry of it was there before. Whether it is accepted. */
  #proven(piece: ProvenPiece): boolean {
    const { proven, index, from, until, firstId } = piece;
    const { types, keys } = proven;
    if (this.#models['3.0'] + this.#models['4.0'] === 0) this.#crs = this.#checks.crs ?? CRSS.CRS84;
    this.#models['4.0']++;
    let known: number[] | undefined;
    let place = 0;
    for (let at = from; at < until; at++) {
      if (!hasId(proven, at)) continue;
      if (!this.#ids.add(firstId + at)) (known ??= []).push(place);
      place++;
    }
    if (known !== undefined) {
      this.#addRepeatedIds(known, piece);
      return false;
    }
    if (types[index]! >= REFUSED) return false;
    this.#accepted++;
    let repeated: Map<number, number> | undefined;
    for (let at = from; at < until; at++) {
      const other = keys[at] === 0 ? undefined : this.#geometries.add(keys[at]!, firstId + at);
      if (other !== undefined) (repeated ??= new Map()).set(at - from, other);
    }
    if (repeated !== undefined) this.#addRepeatedShapesOf(piece, repeated);
    return true;
  }

  /** `repeated`: places of objects, each with the number of the object that had its geometry before. */
  #addRepeatedShapesOf(piece: PieceOf, repeated: ReadonlyMap<number, number>): void {
    this.#addRepeatedShapes(repeated.size, piece, (objects) => [...repeated].map(([place, other]) =>
      ({ pointer: `${objects[place]!.pointer}/geometrie`, found: shown(this.#ids.at(other)) })));
  }

  #piece(of: PieceOf, { findings, leftOut, refused, root }: JudgedPiece): Taken {
    for (const finding of findings) this.#findings.add(finding);
    for (const total of leftOut) this.#findings.count(total, total.count);
    if (root !== undefined) return this.#root(of, { root, refused });
    const piece = pieceOf(of.block, of.index);
    return isMeantAsRoot(piece)
      ? { verdict: { id: null, entityType: null, pointer: piece.pointer, verdict: 'refused' } } : {};
  }

  #root(of: PieceOf, { root, refused }: { root: JudgedRoot; refused: boolean }): Taken {
    if (this.#models['3.0'] + this.#models['4.0'] === 0) this.#crs = CRSS[root.crs];
    this.#models[root.model]++;
    this.#first30 ??= root.recognised;
    for (const change of root.changes) this.#findings.addChange(change);
    const known = [...root.ids.keys()].filter((place) => this.#ids.addText(root.ids[place]!) === undefined);
    if (known.length > 0) this.#addRepeatedIds(known, of);
    if (refused || known.length > 0) return { verdict: { ...root.verdict, verdict: 'refused' } };
    if (root.hidden !== undefined) this.#findings.add(root.hidden);
    this.#accepted++;
    this.#addShapes(root.shapes, of);
    const open = root.links.filter(({ id }) => !this.#ids.has(id));
    const kept = open.slice(0, LINKS_MAX - this.#links.length);
    for (const link of kept) this.#links.push(link);
    this.#linksBeyond += open.length - kept.length;
    const published = root.hidden === undefined ? {} : { published: false };
    return { verdict: { ...root.verdict, verdict: 'accepted', ...published }, prepared: root.prepared };
  }

  /** `known`: places among the objects of the root that have an id. */
  #addRepeatedIds(known: readonly number[], piece: PieceOf): void {
    const rule = { rule: 'id.dubbel', severity: 'error', ...REPEATED_ID } as const;
    const places = new Set(known);
    this.#addLate(rule, known.length, () => this.#findingsAt(piece, (objects) =>
      objects.filter(({ id }) => id !== undefined).filter((_, place) => places.has(place))
        .map(({ id, pointer }) => ({ ...rule, pointer: `${pointer}/id`, found: shown(id) }))));
  }

  /** Remembers geometries, and says which were there before; the ids of their objects are known. */
  #addShapes(shapes: readonly Shape[], of: PieceOf): void {
    const repeated = shapes.flatMap(({ key, id, pointer }) => {
      const other = this.#geometries.add(key, this.#ids.numberOf(id)!);
      return other === undefined ? [] : [{ pointer, found: shown(this.#ids.at(other)) }];
    });
    if (repeated.length > 0) this.#addRepeatedShapes(repeated.length, of, () => repeated);
  }

  /** Together, for placing them reads the whole piece again. */
  #addRepeatedShapes(
    count: number, piece: PieceOf,
    placesIn: (objects: readonly ModelObject[]) => readonly Pick<Finding, 'pointer' | 'found'>[],
  ): void {
    const { id: rule, severity, message, mend } = REPEATED_GEOMETRY;
    this.#addLate({ rule, severity }, count, () => this.#findingsAt(piece, (objects) =>
      placesIn(objects).map((place) => ({ rule, severity, message, mend, ...place }))));
  }

  #findingsAt({ block, index, isStrict }: PieceOf, about: (objects: readonly ModelObject[]) => readonly Finding[]): readonly Finding[] {
    return findingsAt(pieceOf(block, index), { ...this.#checks, isStrict }, about);
  }

  /** Adds findings that must still be placed, if there is room for them; else counts them. */
  #addLate(rule: Pick<Finding, 'rule' | 'severity'>, count: number, make: () => readonly Finding[]): void {
    if (this.#findings.wants(rule.rule)) for (const finding of make()) this.#findings.add(finding);
    else this.#findings.count(rule, count);
  }

  #closeFindings(): void {
    for (const { id, finding } of this.#links) if (!this.#ids.has(id)) this.#findings.add(finding);
    if (this.#linksBeyond > 0) this.#findings.count(NOT_CHECKED, this.#linksBeyond);
    if (this.#first30 !== undefined) this.#findings.add(counted(this.#first30, this.#models['3.0']));
    if (this.#verdicts.length === 0 && this.#findings.errors === 0) {
      this.#findings.add({
        rule: 'levering.zonder-objecten', severity: 'warning', pointer: '', ...DELIVERY.empty,
      });
    }
    if (this.#options.strict && this.#findings.errors > 0) {
      this.#findings.add({ rule: 'levering.alles-of-niets', severity: 'info', pointer: '', ...DELIVERY.strict });
    }
  }
}

function isMeantAsRoot({ kind, fault }: Piece): boolean {
  return kind === 'root' && (fault === undefined || fault === 'te-groot');
}

function counted(finding: Finding, count: number): Finding {
  const remark = { nl: ` (${count} objecten)`, en: ` (${count} objects)` };
  return count === 1 ? finding : { ...finding, message: withRemark(finding.message, remark) };
}
