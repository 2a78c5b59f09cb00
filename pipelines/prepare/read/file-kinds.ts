/**
 * File kinds: recognises a file that is not JSON by its first bytes.
 *
 * Invariant: a kind needs evidence. A text that may be JSON with a mistake has no kind, so that its valid parts are read.
 * Not here: gzip (source.ts), mistakes in JSON (framing.ts, strict-json/).
 */
import type { FILE_KINDS } from '../../../schemas/rule-words/file-kinds.ts';

export type FileKind = keyof typeof FILE_KINDS;

/** The first bytes of files of each kind. Of two signatures with a common beginning the longer comes first. */
const SIGNATURES: readonly (readonly [kind: FileKind, bytes: readonly number[] | string])[] = [
  ['gzip', [0x1f, 0x8b]], ['office', [0xd0, 0xcf, 0x11, 0xe0]], ['zip', 'PK\u0003\u0004'], ['zip', 'PK\u0005\u0006'], ['pdf', '%PDF'],
  ['geopackage', 'SQLite format 3'], ['shapefile', [0, 0, 0x27, 0x0a]], ['flatgeobuf', 'fgb'], ['parquet', 'PAR1'],
  ['packed', '7z\u00bc\u00af'], ['packed', 'BZh'], ['packed', [0xfd, 0x37, 0x7a]], ['packed', [0x28, 0xb5, 0x2f, 0xfd]], ['json-seq', '\u001e'],
];
const OFFICE_PART = '[Content_Types].xml';
const TAR = 'ustar';
const TAR_AT = 257;

/** The kind of a file whose first bytes are not UTF-8 text. */
export function binaryKindOf(head: Buffer): FileKind | 'utf-16' | undefined {
  const latin1 = head.toString('latin1');
  const kind = SIGNATURES.find(([, bytes]) => latin1.startsWith(typeof bytes === 'string' ? bytes : String.fromCharCode(...bytes)))?.[0];
  if (kind === 'zip') return latin1.includes(OFFICE_PART) ? 'office' : 'zip';
  if (kind !== undefined) return kind;
  if (latin1.startsWith(TAR, TAR_AT)) return 'packed';
  if (isUtf16(head)) return 'utf-16';
  return !/^\s*[{[]/.test(latin1) && head.some(isControl) ? 'binary' : undefined;
}

/** Whether a byte is a control character that texts do not have. */
function isControl(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x1b);
}

/** Whether a file is UTF-16: its first two bytes are a byte-order mark, or one of them is zero, because JSON begins with ASCII. */
function isUtf16([first, second]: Buffer): boolean {
  const mark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return first === 0 || second === 0 || mark;
}

/** The kind of a text that begins with a bracket but has no JSON member name; undefined for JSON. */
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

/** The kind of a text, from its beginning without leading white space. No line of the text begins JSON. */
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

/** The beginning of an object without its opening brace. */
export const MEMBER = /^"[^"\n]*"\s*:/;
/** A number or a name before the object on a line. */
const LABELLED = /^[\w.-]{1,60}[ \t:;,|]+\{\s*"[\w.-]+"\s*:.*\}\s*$/m;
const SCALAR = /^(?:true|false|null)\b/;
const JAVASCRIPT = /^(?:(?:var|let|const|export|import|module|window|function)\b|[\w$.]+\s*[=(]\s*[{[])/;

/** Whether the first three lines are names with values, or tables. Later values may have several lines. */
function isToml(head: string): boolean {
  const lines = linesOf(head).filter((line) => !line.startsWith('#')).slice(0, 3);
  return lines.length > 1 && lines.every((line) => /^(?:[\w."-]+\s*=\s*\S|\[{1,2}[\w.-]+\]{1,2}\s*$)/.test(line));
}

function isYaml(head: string): boolean {
  if (/^(?:---\s|%YAML)/.test(head)) return true;
  const lines = linesOf(head);
  return lines.length > 1 && lines.every((line) => /^\s*(?:- |-$|#|[\w-]+:(?:\s|$)|- [\w-]+:\s)/.test(line));
}

/** Whether every line has one separator at least as often as the first line. */
function isTable(head: string): boolean {
  const [first = '', ...more] = linesOf(head);
  if (more.length === 0 || first.includes('(')) return false;
  return [';', '\t', ',', '|'].some((separator) => {
    const count = first.split(separator).length;
    return count > 1 && more.every((line) => line.split(separator).length >= count);
  });
}

/** The lines that are not blank, without the last of several, which may be cut. */
function linesOf(head: string): readonly string[] {
  const lines = head.split(/\r\n|\r|\n/);
  return (lines.length > 2 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '');
}

/** A line on which JSON may begin. */
const JSON_LINE = /^(?:\{[ \t]*(?:["'}\r\n]|$)|\[[ \t]*(?:[{[\]\r\n]|$))/m;
/** The end of an object without its beginning. */
const OBJECT_END = /[}\]],?\s*$/;

/** A line that begins or ends a code block of Markdown. */
export const FENCE = /^```/m;

/** Number of characters before the line on which JSON begins; 0 when there is none, or when the text before may be JSON. */
export function textBeforeJson(head: string): number {
  const at = head.search(JSON_LINE);
  return at <= 0 || MEMBER.test(head) || OBJECT_END.test(head.slice(0, at)) ? 0 : at;
}
