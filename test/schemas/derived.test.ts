/** The files derived from the model are up to date. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DERIVED } from '../../schemas/derived/make-derived.ts';
import { MODEL, SHAPES } from '../../schemas/model/model.ts';
import { PROJECT } from '../shared-data.ts';

test.each(Object.entries(DERIVED))('%s equals the output of node schemas/derived/make-derived.ts', (name, text) => {
  expect(readFileSync(join(PROJECT, 'schemas/derived', name), 'utf8')).toBe(text());
});

test('MODEL.md has a section for every type and value type, and every link in it leads to one', () => {
  const text = DERIVED['MODEL.md']?.() ?? '';
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(/[.:,]/g, '').replaceAll(' ', '-'));
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const name of [...MODEL.keys(), ...SHAPES.keys()]) expect(text).toContain(`\n### ${name}\n`);
  for (const [, anchor] of text.matchAll(/\]\(#([^)]*)\)/g)) expect(anchors).toContain(anchor);
});
