/** Lines: on which line of the file a place in a record stands; sought only for findings that are kept. */
import type { Finding } from '../../../schemas/finding.ts';
import type { Root } from './root.ts';
import { scan } from './scanner.ts';

/** Findings in a root on the lines of their places. */
export function withLines(root: Pick<Root, 'record' | 'text'>, findings: readonly Finding[]): readonly Finding[] {
  const unplaced = findings.filter(({ line }) => line === undefined);
  if (unplaced.length === 0) return findings;
  const { line } = root.record;
  const isOneLine = !root.text.includes('\n');
  const lines = isOneLine ? undefined : linesOf(root, unplaced.map(({ pointer }) => pointer));
  return findings.map((finding) => (finding.line === undefined ? { line: lines?.get(finding.pointer) ?? line, ...finding } : finding));
}

/** The lines of places in a root's file, for pointers in the delivery. */
function linesOf({ record, text }: Pick<Root, 'record' | 'text'>, pointers: readonly string[]): ReadonlyMap<string, number> {
  const inRecord = new Map(pointers.map((pointer) => [pointer.slice(record.pointer.length), pointer]));
  const offsets = scan(text, inRecord.keys()).offsets;
  const lines = new Map<string, number>();
  let line = record.line;
  let newline = text.indexOf('\n');
  for (const [pointer, offset] of [...offsets].sort((a, b) => a[1] - b[1])) {
    for (; newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) line++;
    lines.set(inRecord.get(pointer)!, line);
  }
  return lines;
}
