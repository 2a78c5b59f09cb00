/**
 * Judge: what the checks say of some pieces of a delivery, each by itself; their geometries are judged together.
 *
 *   pieces ─▶ screen ─▶ proven
 *               └─────▶ strict JSON ─▶ check ─▶ validity ─▶ judged
 *
 * What comes out is data that can come from another thread (workers/judges.ts). Most pieces of a good delivery are
 * proven right where they lie (screen/); the others go the long way, which alone makes findings.
 * Not here: what only the delivery as a whole can know, such as an id used twice (delivery-report.ts).
 */
import type { CrsCode } from '../../schemas/crs.ts';
import type { Change, Finding, ObjectVerdict, RuleCount } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { ModelVersion } from '../../schemas/model.ts';
import { textOf } from '../../schemas/objects.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { check, placed } from './check.ts';
import type { Checked, CheckOptions } from './check.ts';
import { nestedTypesOf } from './counts.ts';
import { explain } from './explain.ts';
import { finish, hiddenBy } from './finish.ts';
import { shown } from './findings.ts';
import type { Piece } from './frames.ts';
import type { PlacedGeometry } from './geometry.ts';
import { linesOf, readPiece } from './roots.ts';
import type { ReadPiece, Root } from './roots.ts';
import type { Spatial } from './spatial.ts';
import { HIDDEN, LINK, MODEL_30 } from './texts.ts';

export interface JudgeOptions extends CheckOptions {
  /** Whether accepted roots are also brought in the form that the register takes. */
  readonly finishes: boolean;
  /** Rules of which the report has all findings that it keeps: more are counted only. */
  readonly full: readonly string[];
}

/** One piece that went the long way. */
export interface JudgedPiece {
  readonly findings: readonly Finding[];
  /** Findings that are not kept. */
  readonly uncounted: readonly RuleCount[];
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
  /** Links to ids outside it, each with what to say if the delivery lacks that id. */
  readonly links: readonly { readonly id: string; readonly finding: Finding }[];
  readonly prepared: PreparedRoot | undefined;
}

interface Entry {
  readonly read: ReadPiece;
  readonly checked: Checked | undefined;
  readonly findings: Finding[];
}

/** Judges pieces the long way, in their order. */
export async function judgePieces(
  pieces: readonly Piece[], options: JudgeOptions, spatial: Spatial,
): Promise<readonly JudgedPiece[]> {
  const entries = pieces.map((piece) => checkPiece(piece, options));
  const queue = entries.flatMap((entry) =>
    (entry.checked?.geometries ?? []).map((geometry) => ({ entry, geometry })));
  for (const index of await spatial.invalid(queue.map(({ geometry }) => geometry.vertices))) {
    const { entry, geometry } = queue[index]!;
    entry.findings.push(...placed([invalid(geometry, entry.checked!)], entry.checked!));
  }
  const sieve = new Sieve(options.full);
  return entries.map((entry) => judged(entry, options, sieve));
}

/** What is wrong with the objects of a root whose id was known before; `index` counts the objects that have one. */
export function repeatedIds(piece: Piece, options: CheckOptions, isKnown: (index: number) => boolean): readonly Finding[] {
  const { root } = readPiece(piece);
  if (root === undefined) return [];
  const checked = check(root, options);
  const repeated = checked.objects.filter(({ id }) => id !== undefined).filter((_, index) => isKnown(index));
  return withLines(root, placed(repeated.map(({ id, pointer }) => ({
    ...REPEATED_ID, pointer: `${pointer}/id`, found: shown(id),
  })), checked));
}

/** Reads and checks one piece; all but the validity of its geometry. */
function checkPiece(piece: Piece, options: JudgeOptions): Entry {
  const read = readPiece(piece);
  const checked = read.root === undefined ? undefined : check(read.root, options);
  // What is no strict JSON is said once: the schema has nothing to add about the same value.
  const said = new Set(read.findings.map(({ pointer }) => pointer));
  const findings = [...read.findings, ...(checked?.findings ?? []).filter(({ pointer }) => !said.has(pointer))];
  return { read, checked, findings };
}

function judged({ read, checked, findings }: Entry, options: JudgeOptions, sieve: Sieve): JudgedPiece {
  const refused = checked === undefined || findings.some(({ severity }) => severity === 'error');
  const { kept, uncounted } = sieve.sift(findings);
  return {
    findings: read.root === undefined ? kept : withLines(read.root, kept), uncounted, refused,
    root: checked === undefined ? undefined : judgedRoot(checked, { finishes: options.finishes, refused }),
  };
}

function judgedRoot(checked: Checked, { finishes, refused }: { finishes: boolean; refused: boolean }): JudgedRoot {
  const { document, objects, model, crs, root, why30, links } = checked;
  const nested = nestedTypesOf(objects);
  const hidden = refused ? null : hiddenBy(document, objects);
  return {
    verdict: {
      id: textOf(document, 'id') ?? null, entityType: textOf(document, 'entityType') ?? null, pointer: root.inFile(''),
      ...(root.isFeature ? { isFeature: true } : {}), ...(nested === undefined ? {} : { nested }),
    },
    hidden: hidden === null
      ? undefined : ofRoot({ rule: `openbaarheid.${hidden}`, severity: 'info', ...HIDDEN }, checked)[0],
    model, crs: crs.code, changes: checked.changes,
    recognised: model === '3.0' ? ofRoot({
      rule: 'model.3.0', severity: 'info', ...(why30 === undefined ? {} : { found: why30 }), ...MODEL_30,
    }, checked)[0] : undefined,
    ids: objects.flatMap(({ id }) => (id === undefined ? [] : [id])),
    links: refused ? [] : links.map(({ id, pointer }) => ({
      id, finding: ofRoot({
        rule: 'verwijzing.niet-gecontroleerd', severity: 'warning', pointer, found: shown(id), ...LINK,
      }, checked)[0]!,
    })),
    prepared: finishes && !refused ? finish({ ...checked, inFile: root.inFile }) : undefined,
  };
}

/** A finding about the root or a place in it, on the line of the root. */
function ofRoot(finding: Omit<Finding, 'pointer'> & { readonly pointer?: string }, checked: Checked): readonly Finding[] {
  return placed([{ pointer: '', line: checked.root.piece.line, ...finding }], checked);
}

/** Lines are sought for what is kept only. */
function withLines(root: Root, findings: readonly Finding[]): readonly Finding[] {
  const unplaced = findings.filter(({ line }) => line === undefined);
  if (unplaced.length === 0) return findings;
  const lines = linesOf(root, unplaced.map(({ pointer }) => pointer));
  return findings.map((finding) => (finding.line === undefined
    ? { ...finding, line: lines.get(finding.pointer) ?? root.piece.line }
    : finding));
}

/** Lets through of each rule what the report may still keep, and counts the rest. */
class Sieve {
  readonly #kept: Map<string, number>;

  constructor(full: readonly string[]) {
    this.#kept = new Map(full.map((rule) => [rule, LIMITS.findingsPerRuleMax]));
  }

  sift(findings: readonly Finding[]): { kept: readonly Finding[]; uncounted: readonly RuleCount[] } {
    const kept: Finding[] = [];
    const uncounted: RuleCount[] = [];
    for (const finding of findings) {
      const before = this.#kept.get(finding.rule) ?? 0;
      this.#kept.set(finding.rule, before + 1);
      if (before < LIMITS.findingsPerRuleMax) kept.push(finding);
      else uncounted.push({ rule: finding.rule, severity: finding.severity, count: 1 });
    }
    return { kept, uncounted };
  }
}

function invalid(geometry: PlacedGeometry, { crs }: Checked): Finding {
  const { place, ...reason } = explain(geometry.vertices);
  return {
    ...reason, severity: 'error', pointer: geometry.pointer,
    ...(place === undefined ? {} : { place: { crs: crs.uri, coordinates: place } }),
  };
}

/** Said of an id that an earlier object of the delivery has. */
export const REPEATED_ID = {
  rule: 'id.dubbel', severity: 'error',
  message: {
    nl: 'Deze id is in de levering al door een ander object gebruikt.',
    en: 'Another object of the delivery has this id already.',
  },
  mend: { nl: 'Geef elk object een eigen id.', en: 'Give every object an id of its own.' },
} as const;
