/**
 * Delivery report: what was found in the whole of one delivery, from the first piece to the last, and what only the
 * whole can know: an id used twice, a link that nothing answers, the exact totals.
 */
import type { Crs } from '../../schemas/crs.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Finding, ObjectVerdict, Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import type { EntityType, ModelVersion } from '../../schemas/names.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { pieceOf, pointerOf } from './block.ts';
import type { Block } from './block.ts';
import type { CheckOptions } from './check.ts';
import { countsOf, nestedTypesOf } from './counts.ts';
import { Findings, shown, withRemark } from './findings.ts';
import type { Piece } from './frames.ts';
import { findingsAt } from './judge.ts';
import type { JudgedBlock, JudgedPiece, JudgedRoot } from './judge.ts';
import type { Proven } from './proven.ts';
import { REPEATED_GEOMETRY, RepeatedGeometries } from './rules/repeated-geometry.ts';
import type { Shape } from './rules/repeated-geometry.ts';
import type { SourceFault } from './source.ts';
import { DELIVERY, NOT_CHECKED, REPEATED_ID, SOURCE_FAULTS } from './texts.ts';

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

/** A proven piece: its objects stand in the columns from `from` until `until`. */
interface ProvenPiece {
  readonly block: Block;
  readonly index: number;
  readonly proven: Proven;
  readonly from: number;
  readonly until: number;
}

export class DeliveryReport {
  readonly #options: PrepareOptions;
  readonly #checks: CheckOptions;
  #crs: Crs;
  readonly #findings = new Findings();
  readonly #objects: ObjectVerdict[] = [];
  readonly #ids = new Set<string>();
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
  take(block: Block, { proven, judged }: JudgedBlock): readonly PreparedRoot[] {
    const prepared: PreparedRoot[] = [];
    let [nextProven, nextJudged, from] = [0, 0, 0];
    for (let index = 0; index < proven.types.length; index++) {
      if (proven.types[index]! > 0) {
        const until = from + proven.objects[nextProven++]!;
        this.#proven({ block, index, proven, from, until });
        from = until;
        continue;
      }
      const root = this.#piece(block, index, judged[nextJudged++]!);
      if (root !== undefined) prepared.push(root);
    }
    return prepared;
  }

  /** Whether no more objects fit: what follows must not be read. */
  get isFull(): boolean {
    return Math.max(this.#ids.size, this.#objects.length) > LIMITS.deliveryObjectsMax;
  }

  /** The verdicts so far; with `strict` a later error still turns those that are accepted. */
  get tally(): { readonly accepted: number; readonly refused: number } {
    return { accepted: this.#accepted, refused: this.#objects.length - this.#accepted };
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

  close(): Report {
    this.#closeFindings();
    const refuseAll = this.#unreliable || (this.#options.strict && this.#findings.errors > 0);
    const objects = refuseAll
      ? this.#objects.map((object) => ({ ...object, verdict: 'refused' as const }))
      : this.#objects;
    const { '3.0': old, '4.0': present } = this.#models;
    return {
      source: this.#options.source,
      model: old > 0 && present > 0 ? 'mixed' : old > 0 ? '3.0' : present > 0 ? '4.0' : null,
      crs: this.#crs.uri, objects,
      findings: this.#findings.all(), changes: this.#findings.changes,
      counts: countsOf(objects, this.#findings.rules),
    };
  }

  /** A root of which nothing need be said, unless an id or a geometry of it was there before. */
  #proven({ block, index, proven, from, until }: ProvenPiece): void {
    if (this.#models['3.0'] + this.#models['4.0'] === 0) this.#crs = this.#checks.crs ?? CRSS.CRS84;
    this.#models['4.0']++;
    const objects = objectsIn(proven, from, until);
    const isRepeated = this.#addIds(objects.map(({ id }) => id), block, index);
    const [{ id, type }] = objects as [ProvenObject];
    const nested = nestedTypesOf(objects);
    this.#objects.push({
      id, entityType: type, pointer: pointerOf(block, index), ...(nested === undefined ? {} : { nested }),
      verdict: isRepeated ? 'refused' : 'accepted',
    });
    if (isRepeated) return;
    this.#accepted++;
    const repeated = new Map<number, string>();
    for (const [place, { id, key }] of objects.entries()) {
      const other = key === 0 ? undefined : this.#geometries.add(key, id);
      if (other !== undefined) repeated.set(place, other);
    }
    if (repeated.size === 0) return;
    this.#addRepeatedShapes(repeated.size, { block, index }, (all) =>
      [...repeated].map(([place, other]) => ({ pointer: `${all[place]!.pointer}/geometrie`, found: shown(other) })));
  }

  #piece(block: Block, index: number, { findings, leftOut, refused, root }: JudgedPiece): PreparedRoot | undefined {
    for (const finding of findings) this.#findings.add(finding);
    for (const total of leftOut) this.#findings.count(total, total.count);
    if (root !== undefined) return this.#root(block, index, { root, refused });
    const piece = pieceOf(block, index);
    if (isMeantAsRoot(piece)) {
      this.#objects.push({ id: null, entityType: null, pointer: piece.pointer, verdict: 'refused' });
    }
    return undefined;
  }

  #root(block: Block, index: number, { root, refused }: { root: JudgedRoot; refused: boolean }): PreparedRoot | undefined {
    if (this.#models['3.0'] + this.#models['4.0'] === 0) this.#crs = CRSS[root.crs];
    this.#models[root.model]++;
    this.#first30 ??= root.recognised;
    for (const change of root.changes) this.#findings.addChange(change);
    const isRepeated = this.#addIds(root.ids, block, index);
    const isAccepted = !refused && !isRepeated;
    const hidden = isAccepted ? root.hidden : undefined;
    if (hidden !== undefined) this.#findings.add(hidden);
    this.#objects.push({
      ...root.verdict, verdict: isAccepted ? 'accepted' : 'refused',
      ...(hidden === undefined ? {} : { published: false }),
    });
    if (!isAccepted) return undefined;
    this.#accepted++;
    this.#addShapes(root.shapes, block, index);
    const open = root.links.filter(({ id }) => !this.#ids.has(id));
    const kept = open.slice(0, LINKS_MAX - this.#links.length);
    for (const link of kept) this.#links.push(link);
    this.#linksBeyond += open.length - kept.length;
    return root.prepared;
  }

  /** Remembers the ids of a root's objects; whether one was there before, and if so says it. */
  #addIds(ids: readonly string[], block: Block, index: number): boolean {
    const known = new Set<number>();
    for (let place = 0; place < ids.length; place++) {
      const before = this.#ids.size;
      if (this.#ids.add(ids[place]!).size === before) known.add(place);
    }
    if (known.size > 0) this.#addRepeatedIds(known, block, index);
    return known.size > 0;
  }

  /** `known`: places among the objects of the root that have an id. */
  #addRepeatedIds(known: ReadonlySet<number>, block: Block, index: number): void {
    const rule = { rule: 'id.dubbel', severity: 'error', ...REPEATED_ID } as const;
    this.#addLate(rule, known.size, () => findingsAt(pieceOf(block, index), this.#checks, (objects) =>
      objects.filter(({ id }) => id !== undefined).filter((_, place) => known.has(place))
        .map(({ id, pointer }) => ({ ...rule, pointer: `${pointer}/id`, found: shown(id) }))));
  }

  /** Remembers geometries, and says which were there before. */
  #addShapes(shapes: readonly Shape[], block: Block, index: number): void {
    const repeated = shapes.flatMap(({ key, id, pointer }) => {
      const other = this.#geometries.add(key, id);
      return other === undefined ? [] : [{ pointer, found: shown(other) }];
    });
    if (repeated.length > 0) this.#addRepeatedShapes(repeated.length, { block, index }, () => repeated);
  }

  /** Together, for placing them reads the whole piece again. */
  #addRepeatedShapes(
    count: number, { block, index }: { readonly block: Block; readonly index: number },
    placesIn: (objects: readonly ModelObject[]) => readonly Pick<Finding, 'pointer' | 'found'>[],
  ): void {
    const { id: rule, severity, message, mend } = REPEATED_GEOMETRY;
    this.#addLate({ rule, severity }, count, () => findingsAt(pieceOf(block, index), this.#checks, (objects) =>
      placesIn(objects).map((place) => ({ rule, severity, message, mend, ...place }))));
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
    if (this.#objects.length === 0 && this.#findings.errors === 0) {
      this.#findings.add({
        rule: 'levering.zonder-objecten', severity: 'warning', pointer: '', ...DELIVERY.empty,
      });
    }
    if (this.#options.strict && this.#findings.errors > 0) {
      this.#findings.add({ rule: 'levering.alles-of-niets', severity: 'info', pointer: '', ...DELIVERY.strict });
    }
  }
}

interface ProvenObject {
  readonly id: string;
  readonly type: EntityType;
  readonly key: number;
}

function objectsIn({ ids, idEnds, objectTypes, keys }: Proven, from: number, until: number): readonly ProvenObject[] {
  const bytes = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
  return Array.from(keys.subarray(from, until), (key, place) => {
    const object = from + place;
    const id = bytes.toString('utf8', object === 0 ? 0 : idEnds[object - 1], idEnds[object]);
    return { id, type: OBJECT_TYPES[objectTypes[object]!]!, key };
  });
}

function isMeantAsRoot({ kind, fault }: Piece): boolean {
  return kind === 'root' && (fault === undefined || fault === 'te-groot');
}

function counted(finding: Finding, count: number): Finding {
  const remark = { nl: ` (${count} objecten)`, en: ` (${count} objects)` };
  return count === 1 ? finding : { ...finding, message: withRemark(finding.message, remark) };
}
