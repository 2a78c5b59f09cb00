/**
 * Deliver source: the text of a chosen file. A small file is read as a whole, so that it can be changed; of a large one the lines around a
 * location are read, as a stream. Files in gzip are unpacked.
 */
import { button, make } from './deliver-parts.ts';
import type { Words } from './deliver-texts.ts';
import { element } from './elements.ts';

/** Bytes of the largest file that is shown as a whole. */
const WHOLE_BYTES_MAX = 1 << 20;
/** Lines on each side of a location, and the characters of a line that are shown. */
const AROUND = 8;
const LINE_CHARS_MAX = 2_000;

export interface Excerpt {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Returns the text of a small file; undefined when it is large, packed, or no UTF-8. */
export async function wholeText(file: Blob): Promise<string | undefined> {
  if (file.size > WHOLE_BYTES_MAX || await isGzip(file)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Returns the lines around a line, from 1. */
export async function linesAround(file: Blob, line: number): Promise<Excerpt> {
  const first = Math.max(1, line - AROUND);
  const lines: string[] = [];
  let number = 1;
  let current = '';
  const bytes = await isGzip(file) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done && number <= line + AROUND; piece = await reader.read()) {
    const [rest = '', ...ended] = piece.value.split('\n').reverse();
    for (const end of ended.reverse()) {
      if (number >= first && number <= line + AROUND) lines.push((current + end).slice(0, LINE_CHARS_MAX));
      number += 1;
      current = '';
    }
    if (number >= first && current.length < LINE_CHARS_MAX) current += rest;
  }
  await reader.cancel();
  if (number <= line + AROUND && current !== '') lines.push(current.slice(0, LINE_CHARS_MAX));
  return { first, lines };
}

/** Returns the SHA-256 of a file in hexadecimal; undefined where the connection is not secure, since browsers hash nothing there. */
export async function hashOf(file: Blob): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the begin and end of a line in a text, as indexes. */
export function rangeOfLine(text: string, line: number): readonly [begin: number, end: number] {
  let begin = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf('\n', begin);
    if (next < 0) break;
    begin = next + 1;
  }
  const end = text.indexOf('\n', begin);
  return [begin, end < 0 ? text.length : end];
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

interface SourceOptions {
  readonly words: Words;
  /** Listener for a corrected text. */
  readonly onCorrected: (text: string) => void;
}

/** Shows the text of a file, at a line when one is given. A large file is only shown around a line. */
export async function showSource(file: File, line: number | undefined, { words, onCorrected }: SourceOptions): Promise<void> {
  const text = await wholeText(file);
  if (text === undefined && line === undefined) return;
  element('deliver-source').hidden = false;
  const title = element('deliver-source-title');
  title.textContent = words.source(file.name);
  if (text === undefined) {
    const { first, lines } = await linesAround(file, line!);
    const shown = lines.map((one, at) => make(first + at === line ? 'mark' : 'span', `${first + at}: ${one}\n`));
    element('deliver-text').replaceChildren(make('p', words.excerpt), make('pre', shown, { tabIndex: 0 }));
    title.focus();
    return;
  }
  const area = make('textarea', '', { id: 'deliver-area', value: text, rows: 18, spellcheck: false, ariaLabel: words.source(file.name) });
  const save = button(words.save, () => { saveAs(file.name, area.value); });
  const use = button(words.useChanges, () => { onCorrected(area.value); });
  element('deliver-text').replaceChildren(make('p', words.editable), area, make('p', [use, ' ', save]));
  if (line === undefined) return;
  const [begin, end] = rangeOfLine(text, line);
  area.focus();
  area.setSelectionRange(begin, end);
  // A browser does not scroll to a selection by itself.
  area.scrollTop = Math.max(0, (line - 4) * area.scrollHeight / text.split('\n').length);
}

/** Offers a text as a file. */
function saveAs(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text]));
  make('a', name, { href, download: name }).click();
  setTimeout(() => { URL.revokeObjectURL(href); }, 10_000);
}
