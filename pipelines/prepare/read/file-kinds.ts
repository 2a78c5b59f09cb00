/**
 * File kinds: what a file is that is not JSON, known by how it begins.
 *
 * Invariant: a kind needs evidence. A text that may be JSON with a mistake in it is of no kind, so that what is good in it
 * can be read.
 * Not here: packed with gzip (source.ts), mistakes in JSON (framing.ts, strict-json/).
 */
import type { FILE_KINDS } from '../../../schemas/rule-words/file-kinds.ts';

export type FileKind = keyof typeof FILE_KINDS;

/** How files of each kind begin; a shorter beginning stands below those that go on from it. */
const SIGNATURES: readonly (readonly [kind: FileKind, bytes: readonly number[] | string])[] = [
  ['gzip', [0x1f, 0x8b]], ['office', [0xd0, 0xcf, 0x11, 0xe0]], ['zip', 'PK\u0003\u0004'], ['zip', 'PK\u0005\u0006'], ['pdf', '%PDF'],
  ['geopackage', 'SQLite format 3'], ['shapefile', [0, 0, 0x27, 0x0a]], ['flatgeobuf', 'fgb'], ['parquet', 'PAR1'],
  ['packed', '7z\u00bc\u00af'], ['packed', 'BZh'], ['packed', [0xfd, 0x37, 0x7a]], ['packed', [0x28, 0xb5, 0x2f, 0xfd]], ['json-seq', '\u001e'],
];
const OFFICE_PART = '[Content_Types].xml';
const TAR = 'ustar';
const TAR_AT = 257;

/** What a file is by its first bytes, when these are no text in UTF-8. */
export function binaryKindOf(head: Buffer): FileKind | 'utf-16' | undefined {
  const latin1 = head.toString('latin1');
  const kind = SIGNATURES.find(([, bytes]) => latin1.startsWith(typeof bytes === 'string' ? bytes : String.fromCharCode(...bytes)))?.[0];
  if (kind === 'zip') return latin1.includes(OFFICE_PART) ? 'office' : 'zip';
  if (kind !== undefined) return kind;
  if (latin1.startsWith(TAR, TAR_AT)) return 'packed';
  if (isUtf16(head)) return 'utf-16';
  return !/^\s*[{[]/.test(latin1) && head.some(isControl) ? 'binary' : undefined;
}

/** A control character that no text has. */
function isControl(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x1b);
}

/** JSON starts with two ASCII characters: in UTF-16 one of the first two bytes is zero, or they are its mark. */
function isUtf16([first, second]: Buffer): boolean {
  const mark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return first === 0 || second === 0 || mark;
}

/** What a text is that begins with a bracket and that nowhere has a member name as JSON writes it; undefined for JSON. */
export function nearJsonKindOf(head: string): FileKind | undefined {
  const text = head.trimStart();
  if (TOML_TABLE.test(text)) return 'toml';
  if (!/^[[{]/.test(text) || MEMBER_NAME.test(text)) return undefined;
  if (OTHER_QUOTES.test(text)) return 'python';
  return BARE_NAME.test(text) ? 'json5' : undefined;
}

const MEMBER_NAME = /"[\w.-]+"\s*:/;
const OTHER_QUOTES = /^[[{\s]*\{\s*['‘’‚“”„«`]/;
const BARE_NAME = /^[[{\s]*\{\s*[\p{L}_$][\w$]*\s*:/u;
const TOML_TABLE = /^\[{1,2}[A-Za-z_][\w.-]*\]{1,2}[ \t]*(?:#.*)?\r?\n/;

/** What a text is that begins so, without space before it, and without a line on which JSON begins. */
export function textKindOf(head: string): FileKind | undefined {
  if (/^<(?:!doctype html|html)\b/i.test(head)) return 'html';
  if (head.startsWith('<')) return /\b(?:gml|wfs)[:"/]/i.test(head) ? 'gml' : 'xml';
  if (MEMBER.test(head)) return undefined;
  if (isToml(head)) return 'toml';
  if (JAVASCRIPT.test(head)) return 'javascript';
  if (isYaml(head)) return 'yaml';
  if (LABELLED.test(head)) return 'labelled';
  if (isTable(head)) return 'csv';
  return /^[\p{L}(*=]/u.test(head) && !/[{}[\]"]/.test(head) && !SCALAR.test(head) ? 'text' : undefined;
}

/** An object of which the opening brace is missing. */
export const MEMBER = /^"[^"\n]*"\s*:/;
/** A number or a name before the object on the first line. */
const LABELLED = /^[\w.-]{1,60}[ \t:;,|]+\{\s*"[\w.-]+"\s*:.*\}\s*$/m;
const SCALAR = /^(?:true|false|null)\b/;
const JAVASCRIPT = /^(?:(?:var|let|const|export|import|module|window|function)\b|[\w$.]+\s*[=(]\s*[{[])/;

/** Names with values from the first line on; what follows may go on for lines. */
function isToml(head: string): boolean {
  const lines = linesOf(head).filter((line) => !line.startsWith('#')).slice(0, 3);
  return lines.length > 1 && lines.every((line) => /^(?:[\w."-]+\s*=\s*\S|\[{1,2}[\w.-]+\]{1,2}\s*$)/.test(line));
}

function isYaml(head: string): boolean {
  if (/^(?:---\s|%YAML)/.test(head)) return true;
  const lines = linesOf(head);
  return lines.length > 1 && lines.every((line) => /^\s*(?:- |-$|#|[\w-]+:(?:\s|$)|- [\w-]+:\s)/.test(line));
}

/** On each line the same separator, as often as on the first. */
function isTable(head: string): boolean {
  const [first = '', ...more] = linesOf(head);
  if (more.length === 0 || first.includes('(')) return false;
  return [';', '\t', ',', '|'].some((separator) => {
    const count = first.split(separator).length;
    return count > 1 && more.every((line) => line.split(separator).length >= count);
  });
}

/** Whole lines that are not blank; the last may have been cut. */
function linesOf(head: string): readonly string[] {
  const lines = head.split(/\r\n|\r|\n/);
  return (lines.length > 2 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '');
}

/** A line on which JSON may begin. */
const JSON_LINE = /^(?:\{[ \t]*(?:["'}\r\n]|$)|\[[ \t]*(?:[{[\]\r\n]|$))/m;
/** The end of an object that lost its beginning. */
const OBJECT_END = /[}\]],?\s*$/;

/** A line that begins or ends a code block of Markdown. */
export const FENCE = /^```/m;

/** How many characters of text stand before the line on which JSON begins; 0 when it does not, or when these may be JSON too. */
export function textBeforeJson(head: string): number {
  const at = head.search(JSON_LINE);
  return at <= 0 || MEMBER.test(head) || OBJECT_END.test(head.slice(0, at)) ? 0 : at;
}
