/** Lines: finds the line in the file of a JSON Pointer in a record. Lines are looked up for findings only. */
import type { Finding } from '../../../schemas/finding.ts';
import { offsetsOf } from '../../strict-json/index.ts';
import type { Root } from './root.ts';

type Lined = Pick<Root, 'record' | 'text'>;

/** Returns a function from a JSON Pointer in the delivery to its line. `pointers` is called only when the root has several lines. */
export function lineFinder(root: Lined, pointers: () => readonly string[]): (pointer: string) => number {
  const { line } = root.record;
  const lines = hasLines(root) ? linesOf(root, pointers()) : undefined;
  return (pointer) => lines?.get(pointer) ?? line;
}

/** Whether the text of a root has several lines. */
export function hasLines({ text }: Pick<Root, 'text'>): boolean {
  return text.includes('\n');
}

/** Adds the line of its pointer to each finding. */
export function withLines(root: Lined, findings: readonly Finding[]): readonly Finding[] {
  const lineAt = lineFinder(root, () => findings.map(({ pointer }) => pointer));
  return findings.map((finding) => ({ line: lineAt(finding.pointer), ...finding }));
}

function linesOf({ record, text }: Lined, pointers: readonly string[]): ReadonlyMap<string, number> {
  const inRecord = new Map(pointers.map((pointer) => [pointer.slice(record.pointer.length), pointer]));
  inRecord.delete('');
  if (inRecord.size === 0) return new Map();
  const offsets = offsetsOf(text, inRecord.keys());
  const lines = new Map<string, number>();
  let line = record.line;
  let newline = text.indexOf('\n');
  for (const [pointer, offset] of [...offsets].sort((a, b) => a[1] - b[1])) {
    for (; newline !== -1 && newline < offset; newline = text.indexOf('\n', newline + 1)) line++;
    lines.set(inRecord.get(pointer)!, line);
  }
  return lines;
}
