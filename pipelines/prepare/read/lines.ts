/** Lines: on which line of the file a place in a record stands; sought only where somebody will read it. */
import type { Finding } from '../../../schemas/finding.ts';
import { offsetsOf } from '../../strict-json/index.ts';
import type { Root } from './root.ts';

type Lined = Pick<Root, 'record' | 'text'>;

/** Says the line of each of these places in a root, JSON Pointers in the delivery. They are asked for when the root has lines. */
export function lineFinder(root: Lined, pointers: () => readonly string[]): (pointer: string) => number {
  const { line } = root.record;
  const lines = hasLines(root) ? linesOf(root, pointers()) : undefined;
  return (pointer) => lines?.get(pointer) ?? line;
}

/** Whether a root stands on more than one line. */
export function hasLines({ text }: Pick<Root, 'text'>): boolean {
  return text.includes('\n');
}

/** Findings in a root on the lines of their places. */
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
