/**
 * Roots: from a piece of the delivery to the document of one root (design 12: a Feature's properties are the
 * complete document without its geometry), keeping the way back from the document to the place in the file.
 * Not here: cutting pieces (frames.ts), strictness (strict.ts), the model (schemas/).
 */
import type { Finding } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { isObject, own } from '../../schemas/json.ts';
import { geometryPathOf } from '../../schemas/model/model.ts';
import { textOf } from '../../schemas/model/objects.ts';
import { shown, withRemark } from './findings.ts';
import type { FrameFault, Piece } from './frames.ts';
import { remark } from './remark.ts';
import type { Remark } from './remark.ts';
import type { Flaw } from './scan.ts';
import { scan } from './scan.ts';
import { decoded, parseStrict } from './strict.ts';
import type { NamedFlaw } from './strict.ts';
import { FRAME_FAULTS, ROOT_FAULTS } from './texts.ts';

/** One root as read. */
export interface Root {
  readonly piece: Piece;
  readonly text: string;
  readonly document: JsonObject;
  /** Whether it came as a GeoJSON Feature. */
  readonly isFeature: boolean;
  /** JSON Pointer in the delivery of a JSON Pointer in the document. */
  readonly inFile: (pointer: string) => string;
}

export interface ReadPiece {
  readonly piece: Piece;
  readonly root: Root | undefined;
  /** Level 1, and what makes a piece no root; lines included. */
  readonly remarks: readonly Remark[];
}

/** Reads one piece. Never throws; a root is there when its JSON could be parsed, even with remarks beside it. */
export function readPiece(piece: Piece): ReadPiece {
  if (piece.fault !== undefined) return { piece, root: undefined, remarks: [remark(frameFinding(piece, piece.fault))] };
  const { value, flaws, text } = parseStrict(piece.bytes);
  const remarks = flaws.map(({ rule, say }): Remark =>
    ({ rule, severity: 'error', say: () => flawFinding(piece, say(), text) }));
  if (value === undefined || text === undefined) return { piece, root: undefined, remarks };
  const noRoot = (more: readonly Finding[]): ReadPiece =>
    ({ piece, root: undefined, remarks: [...remarks, ...more.map(remark)] });
  if (!isObject(value)) return noRoot([rootFinding(piece, 'geen-object')]);
  if (piece.kind === 'envelope') return noRoot(envelopeFindings(piece, value));
  if (own(value, 'entityType') !== undefined || own(value, 'type') !== 'Feature') {
    return { piece, root: rootOf(piece, text, value), remarks };
  }
  return fromFeature({ piece, text, feature: value, remarks });
}

/** Findings in a root on the lines of their places; sought for what is kept only. */
export function withLines(root: Pick<Root, 'piece' | 'text'>, findings: readonly Finding[]): readonly Finding[] {
  const unplaced = findings.filter(({ line }) => line === undefined);
  if (unplaced.length === 0) return findings;
  const { line } = root.piece;
  const isOneLine = !root.text.includes('\n');
  const lines = isOneLine ? undefined : linesOf(root, unplaced.map(({ pointer }) => pointer));
  return findings.map((finding) => (finding.line === undefined ? { line: lines?.get(finding.pointer) ?? line, ...finding } : finding));
}

/** The lines of places in a root's file, for pointers in the delivery. */
function linesOf({ piece, text }: Pick<Root, 'piece' | 'text'>, pointers: readonly string[]): ReadonlyMap<string, number> {
  const inPiece = new Map(pointers.map((pointer) => [pointer.slice(piece.pointer.length), pointer]));
  const offsets = scan(text, inPiece.keys()).offsets;
  const lines = new Map<string, number>();
  let line = piece.line;
  let newline = text.indexOf('\n');
  for (const [pointer, offset] of [...offsets].sort((a, b) => a[1] - b[1])) {
    for (; newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) line++;
    lines.set(inPiece.get(pointer)!, line);
  }
  return lines;
}

/** What is wrong with the text of a piece, in words. */
export function textFinding(piece: Piece, { rule, say }: NamedFlaw): Finding {
  return flawFinding(piece, say(), rule === 'json.utf8' ? undefined : decoded(piece.bytes));
}

/** Reads a piece that is known to be strict JSON, and the document of a root. */
export function readStrict(piece: Piece): ReadPiece {
  const text = decoded(piece.bytes);
  return { piece, root: rootOf(piece, text, JSON.parse(text) as JsonObject), remarks: [] };
}

/** The root that a piece is as it stands. */
function rootOf(piece: Piece, text: string, document: JsonObject): Root {
  return { piece, text, document, isFeature: false, inFile: (pointer) => piece.pointer + pointer };
}

interface FeaturePiece {
  readonly piece: Piece;
  readonly text: string;
  readonly feature: JsonObject;
  readonly remarks: readonly Remark[];
}

function fromFeature({ piece, text, feature, remarks }: FeaturePiece): ReadPiece {
  const properties = own(feature, 'properties');
  if (!isObject(properties)) {
    const missing = rootFinding(piece, 'feature-zonder-properties', '/properties');
    return { piece, root: undefined, remarks: [...remarks, remark(missing)] };
  }
  const geometry = own(feature, 'geometry') ?? null;
  const [field] = geometryPathOf(textOf(properties, 'entityType') ?? '') ?? ['geometrie'];
  const more: Finding[] = [];
  if (own(properties, field!) !== undefined && geometry !== null) {
    more.push(rootFinding(piece, 'geometrie-dubbel', `/properties/${field}`));
  }
  if (own(feature, 'crs') !== undefined) more.push({ ...rootFinding(piece, 'crs-in-bestand', '/crs'), severity: 'warning' });
  const id = own(feature, 'id');
  const ownId = own(properties, 'id');
  if (id !== undefined && ownId !== undefined && id !== ownId) more.push(rootFinding(piece, 'feature-id', '/id'));
  const document: Record<string, Json> = { ...properties };
  if (ownId === undefined && id !== undefined) document['id'] = id;
  if (geometry !== null) document[field!] = geometry;
  const way = { field: field!, geometry, idOutside: ownId === undefined && id !== undefined };
  const inFile = (pointer: string) => piece.pointer + featurePointer(pointer, way);
  return { piece, root: { piece, text, document, isFeature: true, inFile }, remarks: [...remarks, ...more.map(remark)] };
}

function featurePointer(pointer: string, feature: { field: string; geometry: Json; idOutside: boolean }): string {
  if (pointer === '') return '';
  const own = `/${feature.field}`;
  const isGeometry = feature.geometry !== null && (pointer === own || pointer.startsWith(`${own}/`));
  if (isGeometry) return `/geometry${pointer.slice(own.length)}`;
  return feature.idOutside && pointer === '/id' ? '/id' : `/properties${pointer}`;
}

function envelopeFindings(piece: Piece, envelope: JsonObject): readonly Finding[] {
  const findings: Finding[] = [];
  if (own(envelope, 'type') !== 'FeatureCollection') {
    findings.push(rootFinding(piece, 'geen-collectie', '/type'));
  }
  if (own(envelope, 'crs') !== undefined) {
    findings.push({ ...rootFinding(piece, 'crs-in-bestand', '/crs'), severity: 'warning' });
  }
  return findings;
}

function frameFinding(piece: Piece, fault: FrameFault): Finding {
  const { severity, ...words } = FRAME_FAULTS[fault];
  return { rule: `levering.${fault}`, severity, pointer: piece.pointer, line: piece.line, ...words };
}

function rootFinding(piece: Piece, fault: keyof typeof ROOT_FAULTS, pointer = ''): Finding {
  return {
    rule: `levering.${fault}`, severity: 'error', pointer: piece.pointer + pointer, line: piece.line,
    ...ROOT_FAULTS[fault],
  };
}

function flawFinding(piece: Piece, flaw: Flaw, text: string | undefined): Finding {
  const before = text === undefined ? piece.bytes.toString('latin1', 0, flaw.offset) : text.slice(0, flaw.offset);
  const newlines = before.split('\n').length - 1;
  const line = piece.line + newlines;
  const column = newlines === 0 ? piece.column + before.length : before.length - before.lastIndexOf('\n');
  const { rule, pointer, message, mend, found, expected } = flaw;
  return {
    rule, severity: 'error', pointer: piece.pointer + pointer, line, mend,
    ...(found === undefined ? {} : { found: shown(found) }), ...(expected === undefined ? {} : { expected }),
    message: withRemark(message, {
      nl: ` (regel ${line}, kolom ${column})`,
      en: ` (line ${line}, column ${column})`,
    }),
  };
}
