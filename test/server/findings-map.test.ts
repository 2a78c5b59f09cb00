/** The map of findings on the page of a report: one marker for each position, which leads to a row; texts stay texts. */
import { expect, test } from 'vitest';
import type { Finding } from '../../schemas/finding.ts';
import { html } from '../../schemas/html.ts';
import { findingId, findingsMap } from '../../server/web/findings-map.ts';
import { findingsTable } from '../../server/web/submission-page.ts';

function finding(rule: string, message: string): Finding {
  return { rule, severity: 'error', pointer: '/0', message: { nl: message, en: message }, mend: { nl: '', en: '' } } as Finding;
}

const FINDINGS = [finding('schema.type', 'een'), finding('schema.type', '<img src=x onerror=alert(1)>'), finding('geometrie.ring-open', 'drie'), finding('schema.type', 'vier')];

test('OPEN-findings-map: positions that are equal share a marker, which leads to the row of its first finding', () => {
  const positions = [{ at: 1, rd: [155_000, 463_000] }, { at: 2, rd: [155_000, 463_000] }, { at: 3, rd: [155_100, 463_000] }] as const;
  const { text } = html`${findingsMap(FINDINGS, positions, 'nl')}${findingsTable(FINDINGS, 'nl', findingId)}`;
  const markers = [...text.matchAll(/<a href="#([^"]+)" tabindex="-1" data-rules="([^"]+)">/g)].map(([, id, rules]) => [id, rules]);
  expect(markers).toEqual([['bevinding-2', 'schema.type geometrie.ring-open'], ['bevinding-4', 'schema.type']]);
  for (const [id] of markers) expect(text.split(`<tr id="${id}"`)).toHaveLength(2);
  expect(text).toContain('3 van de 4 bevindingen');
  expect(text).not.toContain('<img');
});

test('without positions there is no map, and a table without a map gives its rows no ids', () => {
  expect(html`${findingsMap(FINDINGS, [], 'nl')}`.text).toBe('');
  expect(html`${findingsTable(FINDINGS, 'nl')}`.text).not.toContain(' id=');
});
