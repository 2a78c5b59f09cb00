/**
 * Judge: what the checks say of some pieces of a delivery, each by itself; their geometries are judged together.
 *
 *   pieces ─▶ screen ─▶ proven, told
 *               └─────▶ strict JSON ─▶ check ─▶ validity ─▶ judged
 *
 * What comes out is data that can come from another thread (workers/judges.ts). Most pieces of a good delivery are
 * proven right where they lie (screen/), and what is wrong with most others is told there (wording.ts); the rest go the long way.
 * Not here: what only the delivery as a whole can know, such as an id used twice (delivery-report.ts).
 */
import { CRSS } from '../../schemas/crs.ts';
import type { Crs, CrsCode } from '../../schemas/crs.ts';
import type { Change, Finding, ObjectVerdict, RuleCount } from '../../schemas/finding.ts';
import { textOf } from '../../schemas/model/objects.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { pieceOf, piecesOf } from './block.ts';
import type { Block } from './block.ts';
import { check, hasError } from './check.ts';
import type { Checked } from './check.ts';
import { nestedTypesOf, Totals } from './counts.ts';
import type { Explanation } from './explain.ts';
import { finish, hiddenBy } from './finish.ts';
import { Cap, shown } from './findings.ts';
import { flawOf } from './flawed.ts';
import type { Flaw } from './flawed.ts';
import type { Piece } from './frames.ts';
import { invalidRemark } from './geometry.ts';
import type { PlacedGeometry } from './geometry.ts';
import { placed } from './open.ts';
import type { CheckOptions } from './open.ts';
import { ProvenRoots } from './proven.ts';
import type { Proven } from './proven.ts';
import type { Remark } from './remark.ts';
import { isSurelyValid } from './ring.ts';
import { readPiece, withLines } from './roots.ts';
import type { ReadPiece } from './roots.ts';
import { shapesOf } from './rules/repeated-geometry.ts';
import type { Shape } from './rules/repeated-geometry.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import { Screen } from './screen/screen.ts';
import type { Spatial } from './spatial.ts';
import { HIDDEN, LINK, MODEL_30, NOT_CHECKED } from './texts.ts';
import { keptOf, wordsOf } from './wording.ts';
import { FindingWriter } from './written.ts';
import type { Written } from './written.ts';

export interface JudgeOptions extends CheckOptions {
  /** Whether accepted roots are also brought in the form that the register takes. */
  readonly finishes: boolean;
  /** Rules of which the report has all findings that it keeps: more are counted only. */
  readonly full: readonly string[];
}

/** Who judges blocks, each by itself. */
export interface Judges {
  /** How many blocks it is well to hand over before the first of them is judged. */
  readonly ahead: number;
  /** `options`: asked for whenever a part of the work begins. */
  judge(block: Block, options: () => JudgeOptions): Promise<JudgedBlock>;
  close(): Promise<void>;
}

export interface JudgedBlock {
  readonly proven: Proven;
  /** As Screened has them. */
  readonly written: Written;
  readonly counted: readonly RuleCount[];
  /** The pieces that are not proven, in their order. */
  readonly judged: readonly JudgedPiece[];
}

/** One piece that went the long way. */
export interface JudgedPiece {
  readonly findings: readonly Finding[];
  /** How many more there were that the report does not keep. */
  readonly leftOut: readonly RuleCount[];
  readonly refused: boolean;
  /** Undefined when the piece is no root that can be read. */
  readonly root: JudgedRoot | undefined;
}

export interface JudgedRoot {
  readonly verdict: Omit<ObjectVerdict, 'verdict' | 'published'>;
  /** Says that it will be accepted but not be public. */
  readonly hidden: Finding | undefined;
  readonly model: ModelVersion;
  readonly crs: CrsCode;
  /** Says that the root was taken for model 3.0. */
  readonly recognised: Finding | undefined;
  readonly changes: readonly Change[];
  /** Ids of all its objects that have one. */
  readonly ids: readonly string[];
  /** Of the geometries that are compared with others. */
  readonly shapes: readonly Shape[];
  /** Links to ids outside it, each with what to say if the delivery lacks that id. */
  readonly links: readonly { readonly id: string; readonly finding: Finding }[];
  readonly prepared: PreparedRoot | undefined;
}

interface Entry {
  readonly read: ReadPiece;
  readonly checked: Checked | undefined;
  /** About places in the document, the domain rules apart; those of `read` are placed. */
  readonly remarks: Remark[];
  readonly ruleRemarks: readonly Remark[];
}

/** Judges one block at a time, in this thread; closes `spatial` at the end. */
export function judgesHere(spatial: Spatial): Judges {
  return {
    ahead: 1,
    judge: (block, options) => judgeBlock(block, options(), spatial),
    close: async () => { spatial.close(); },
  };
}

/** Judges a block: what the screen does not prove goes the long way. */
export async function judgeBlock(block: Block, options: JudgeOptions, spatial: Spatial): Promise<JudgedBlock> {
  const screened = screenBlock(block, options);
  const { proven, written, counted } = screened;
  return { proven, written, counted, judged: await judgeWithCare(piecesOf(block, screened.others), options, spatial) };
}

/** What the screen proves of a block, and the places of the pieces that must go the long way. */
export interface Screened {
  readonly proven: Proven;
  readonly others: Uint32Array;
  /** What is wrong with pieces among the proven ones. */
  readonly written: Written;
  /** The same of which the report keeps no more words. */
  readonly counted: readonly RuleCount[];
}

export function screenBlock(block: Block, options: JudgeOptions): Screened {
  const screen = options.finishes || options.model === '3.0' ? undefined : screenOf(options.crs ?? CRSS.CRS84);
  const canScreen = screen?.take(block.bytes) ?? false;
  const { starts, ends, odd } = block;
  const proven = new ProvenRoots(ends.length);
  const others: number[] = [];
  const writer = new FindingWriter();
  const cap = new Cap(options.full);
  const totals = new Totals();
  // Not a loop, which V8 would compile at its first turns, before it has seen most of what may be said, and then again and again.
  ends.forEach((end, index) => {
    const isRead = canScreen && !odd.has(index);
    if (isRead && screen!.prove(index, { start: starts[index]!, end }, proven)) return;
    const broken = isRead ? screen!.tell(index, cap, proven) : undefined;
    if (broken === undefined) {
      others.push(index);
      return;
    }
    const kept = keptOf(broken, cap, totals);
    if (kept !== undefined) writer.add(index, wordsOf(kept, pieceOf(block, index), screen!));
  });
  return { proven: proven.columns(), others: Uint32Array.from(others), written: writer.written(), counted: totals.all() };
}

const screens = new Map<CrsCode, Screen>();

function screenOf(crs: Crs): Screen {
  const screen = screens.get(crs.code) ?? new Screen(crs);
  screens.set(crs.code, screen);
  return screen;
}

/** A geometry that is not certain to be valid or not, or that comes after such a one in its root. */
interface Doubt {
  readonly index: number;
  readonly entry: Entry;
  readonly geometry: PlacedGeometry;
  readonly flaw: Flaw | undefined;
}

/**
 * Judges all pieces of a block the long way; what comes out is in their order. Only a piece with a geometry that DuckDB
 * must judge is kept until then: a document that dies young costs little.
 */
export async function judgeWithCare(block: Block, options: JudgeOptions, spatial: Spatial): Promise<readonly JudgedPiece[]> {
  const cap = new Cap(options.full);
  const done: JudgedPiece[] = [];
  const doubts: Doubt[] = [];
  for (let index = 0; index < block.ends.length; index++) {
    const entry = checkPiece(pieceOf(block, index), options);
    const known = doubts.length;
    for (const geometry of entry.checked?.geometries ?? []) {
      if (isSurelyValid(geometry.vertices)) continue;
      const doubt = { index, entry, geometry, flaw: flawOf(geometry.vertices) };
      if (doubt.flaw === undefined || doubts.length > known) doubts.push(doubt);
      else tell(doubt, doubt.flaw);
    }
    if (doubts.length === known) done[index] = judged(entry, options, cap);
  }
  await settle(doubts, spatial);
  for (const { index, entry } of doubts) done[index] ??= judged(entry, options, cap);
  return done;
}

/** Adds to each entry what is wrong with its geometry, in their order; JSTS is loaded when DuckDB refuses one. */
async function settle(doubts: readonly Doubt[], spatial: Spatial): Promise<void> {
  const asked = doubts.filter(({ flaw }) => flaw === undefined);
  const places = await spatial.invalid(asked.map(({ geometry }) => geometry.vertices));
  const invalid = new Set(places.map((place) => asked[place]));
  for (const doubt of doubts) {
    if (doubt.flaw !== undefined) tell(doubt, doubt.flaw);
    else if (invalid.has(doubt)) tell(doubt, (await import('./explain.ts')).explain(doubt.geometry.vertices));
  }
}

function tell({ entry, geometry }: Doubt, explanation: Explanation): void {
  entry.remarks.push(invalidRemark(geometry, explanation, entry.checked!.crs));
}

/** Reads and checks one piece; all but the validity of its geometry. */
function checkPiece(piece: Piece, options: JudgeOptions): Entry {
  const read = readPiece(piece);
  const checked = read.root === undefined ? undefined : check(read.root, options);
  const [remarks, ruleRemarks] = [[...checked?.remarks ?? []], checked?.ruleRemarks ?? []];
  if (read.remarks.length === 0 || remarks.length + ruleRemarks.length === 0) return { read, checked, remarks, ruleRemarks };
  // What is no strict JSON is said once: the schema has nothing to add about the same value.
  const said = new Set(read.remarks.map(({ say }) => say().pointer));
  const isNew = ({ say }: Remark): boolean => !said.has(checked!.root.inFile(say().pointer));
  return { read, checked, remarks: remarks.filter(isNew), ruleRemarks: ruleRemarks.filter(isNew) };
}

function judged({ read, checked, ...entry }: Entry, options: JudgeOptions, cap: Cap): JudgedPiece {
  const remarks = [...entry.remarks, ...entry.ruleRemarks];
  const refused = checked === undefined || hasError(read.remarks) || hasError(remarks);
  const leftOut: RuleCount[] = [];
  const kept = (among: readonly Remark[]): readonly Finding[] => among.flatMap((one) => {
    if (cap.keeps(one)) return [one.say()];
    leftOut.push({ rule: one.rule, severity: one.severity, count: 1 });
    return [];
  });
  const findings = [...kept(read.remarks), ...(checked === undefined ? [] : placed(kept(remarks), checked))];
  return {
    findings: read.root === undefined ? findings : withLines(read.root, findings), leftOut, refused,
    root: checked === undefined ? undefined : judgedRoot(checked, { finishes: options.finishes, refused }),
  };
}

function judgedRoot(checked: Checked, { finishes, refused }: { finishes: boolean; refused: boolean }): JudgedRoot {
  const { document, objects, model, crs, root, why30 } = checked;
  const nested = nestedTypesOf(objects);
  const hidden = refused ? null : hiddenBy(document, objects);
  return {
    verdict: {
      id: textOf(document, 'id') ?? null, entityType: textOf(document, 'entityType') ?? null, pointer: root.inFile(''),
      ...(root.isFeature ? { isFeature: true } : {}), ...(nested === undefined ? {} : { nested }),
    },
    hidden: hidden === null
      ? undefined : ofRoot([{ rule: `openbaarheid.${hidden}`, severity: 'info', pointer: '', ...HIDDEN }], checked)[0],
    model, crs: crs.code, changes: checked.changes,
    recognised: model === '3.0' ? ofRoot([{
      rule: 'model.3.0', severity: 'info', pointer: '', ...(why30 === undefined ? {} : { found: why30 }), ...MODEL_30,
    }], checked)[0] : undefined,
    ids: objects.flatMap(({ id }) => (id === undefined ? [] : [id])),
    shapes: refused ? [] : shapesOf(objects, checked.geometries),
    links: refused ? [] : unansweredLinks(checked),
    prepared: finishes && !refused ? finish({ ...checked, inFile: root.inFile }) : undefined,
  };
}

/** What to say of each link to outside the root if nothing in the delivery answers it. Placed together: each placing finds all objects. */
function unansweredLinks(checked: Checked): JudgedRoot['links'] {
  const { links } = checked;
  const findings = ofRoot(links.map(({ id, pointer }) => ({ ...NOT_CHECKED, pointer, found: shown(id), ...LINK })), checked);
  return findings.map((finding, index) => ({ id: links[index]!.id, finding }));
}

/** Findings about places in the root, on the line of the root. */
function ofRoot(findings: readonly Finding[], checked: Checked): readonly Finding[] {
  const { line } = checked.root.piece;
  return placed(findings.map((finding) => ({ ...finding, line })), checked);
}
