/**
 * Deliver files: the chosen files with their states, and the list of them on the page.
 *
 * Invariants: a file is handed in only after a dry run of the same text with the same options (`rehearsed`). A file that was handed in, or
 * of which that is uncertain, cannot be handed in again from the list.
 * Not here: requests (deliver-service.ts), reports (deliver-report.ts).
 */
import type { FilledForm } from './deliver-form.ts';
import { button, make, type PagePart } from './deliver-parts.ts';
import { sizeText, type Language, type Words } from './deliver-texts.ts';

export type FileState = 'new' | 'rehearsing' | 'rehearsed' | 'failed' | 'sending' | 'unsure' | 'stored';

export interface ChosenFile {
  /** Text and name of the file; another one after a correction in the page. */
  file: File;
  state: FileState;
  isCorrected: boolean;
  /** The form that made the text; absent: a file of the reader. */
  form?: FilledForm;
  /** Report of the dry run. */
  report?: PagePart | undefined;
  /** `all`, `partly` or `none` of the delivery would be accepted. */
  verdict?: string | undefined;
  /** The error of the last request, or its receipt. */
  message: string;
}

interface ListActions {
  readonly onReport: (chosen: ChosenFile) => void;
  readonly onLook: (chosen: ChosenFile) => void;
  readonly onRemove: (chosen: ChosenFile) => void;
}

export function choose(file: File): ChosenFile {
  return { file, state: 'new', isCorrected: false, message: '' };
}

/** Whether a dry run of the file may begin. */
export function mayRehearse({ state }: ChosenFile): boolean {
  return state === 'new' || state === 'failed';
}

/** Forgets the dry run, after the text or the options changed. */
export function forgetRehearsal(chosen: ChosenFile): void {
  if (chosen.state !== 'rehearsed' && chosen.state !== 'failed') return;
  Object.assign(chosen, { state: 'new', report: undefined, verdict: undefined, message: '' });
}

/** Returns the media type of a delivery by the name of its file. The service recognises gzip and the kind of JSON by their bytes. */
export function mediaTypeOf({ name }: File): string {
  if (/\.geojson(?:\.gz)?$/i.test(name)) return 'application/geo+json';
  return /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(name) ? 'application/x-ndjson' : 'application/json';
}

/** Returns the items of the list. */
export function fileItems(
  files: readonly ChosenFile[],
  { words, language, onReport, onLook, onRemove }: ListActions & { readonly words: Words; readonly language: Language },
): readonly HTMLElement[] {
  return files.map((chosen) => {
    const { file, state, report, verdict, message, isCorrected } = chosen;
    const judged = verdict === undefined ? [] : [words.verdicts[verdict] ?? ''];
    const said = [words.states[state], ...judged, ...isCorrected ? [words.changed] : []].join(' · ');
    const named = (one: HTMLButtonElement): HTMLButtonElement => Object.assign(one, { ariaLabel: `${one.textContent}: ${file.name}` });
    const item = make('li', [
      make('strong', file.name), ` (${sizeText(file.size, language)}) `, make('span', said, { className: 'soft' }),
      ...message === '' ? [] : [make('p', message)],
      make('p', [
        ...report === undefined ? [] : [named(button(words.report, () => { onReport(chosen); })), ' '],
        ...state === 'unsure' ? [named(button(words.lookAgain, () => { onLook(chosen); })), ' '] : [],
        ...['sending', 'rehearsing', 'unsure'].includes(state) ? [] : [named(button(words.remove, () => { onRemove(chosen); }))],
      ]),
    ]);
    item.dataset['state'] = state;
    return item;
  });
}
