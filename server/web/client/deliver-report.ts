/**
 * Deliver report: a report on the page, with what only a page with script has: a choice of findings by rule, and a button at each finding
 * that shows its line of the file.
 */
import { button, make, type PagePart } from './deliver-parts.ts';
import type { Words } from './deliver-texts.ts';

interface ReportOptions {
  readonly words: Words;
  /** Listener for the line that a finding is in; undefined where there is no file. */
  readonly onLine: ((line: number) => void) | undefined;
}

/** Returns the parts of a report. */
export function reportParts({ nodes }: PagePart, { words, onLine }: ReportOptions): readonly Node[] {
  const holder = make('div', nodes.map((node) => node.cloneNode(true)));
  const rows = [...holder.querySelectorAll<HTMLTableRowElement>('tr[data-rule]')];
  if (onLine !== undefined) addLines(rows, words, onLine);
  const markers = [...holder.querySelectorAll<SVGElement>('[data-rules]')];
  if (rows.length > 1) rows[0]!.closest('.scroll')?.before(filterOf(rows, markers, words));
  return [make('p', words.sees, { className: 'soft' }), ...holder.childNodes];
}

function addLines(rows: readonly HTMLTableRowElement[], words: Words, onLine: (line: number) => void): void {
  for (const row of rows) {
    const line = Number(row.dataset['line']);
    if (Number.isInteger(line) && line > 0) row.cells[1]?.append(make('br', ''), button(words.toLine(line), () => { onLine(line); }));
  }
}

/** Returns a choice of rules, which hides the other findings in the table and on the map. */
function filterOf(rows: readonly HTMLTableRowElement[], markers: readonly SVGElement[], words: Words): HTMLElement {
  const counts = new Map<string, number>();
  for (const { dataset } of rows) counts.set(dataset['rule'] ?? '', (counts.get(dataset['rule'] ?? '') ?? 0) + 1);
  const choice = make('select', [
    make('option', words.allRules(rows.length), { value: '' }),
    ...[...counts].map(([rule, count]) => make('option', `${rule} (${count})`, { value: rule })),
  ]);
  const status = make('span', '', { role: 'status' });
  choice.addEventListener('change', () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = choice.value !== '' && row.dataset['rule'] !== choice.value;
      if (!row.hidden) shown += 1;
    }
    for (const { dataset, style } of markers) {
      style.display = choice.value === '' || (dataset['rules'] ?? '').split(' ').includes(choice.value) ? '' : 'none';
    }
    status.textContent = words.filtered(shown, rows.length);
  });
  return make('p', [make('label', [`${words.filter} `, choice]), ' ', status], { className: 'deliver-filter' });
}
