/** What is made from the model and kept beside it is what would be made now; the types say what the model says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type {
  Activiteit, AfstandOfGeometriePRContour, KwetsbaarGebouw, LocatieActiviteit, PRContour, Root, TypeOf, Void,
} from '../../schemas/derived/documents.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { DERIVED } from '../../schemas/derived/make-derived.ts';
import { MODEL, SHAPES } from '../../schemas/model/model.ts';
import type { ActivityType, EntityType, RootType } from '../../schemas/names.ts';
import { PROJECT } from '../shared-data.ts';

test.each(Object.entries(DERIVED))('%s is current: node schemas/derived/make-derived.ts makes the same', (name, text) => {
  expect(readFileSync(join(PROJECT, 'schemas/derived', name), 'utf8')).toBe(text());
});

test('MODEL.md has a section for every type and value type, and every link in it leads to one', () => {
  const text = DERIVED['MODEL.md']?.() ?? '';
  const anchors = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(/[.:,]/g, '').replaceAll(' ', '-'));
  expect(new Set(anchors).size).toBe(anchors.length);
  for (const name of [...MODEL.keys(), ...SHAPES.keys()]) expect(text).toContain(`\n### ${name}\n`);
  for (const [, anchor] of text.matchAll(/\]\(#([^)]*)\)/g)) expect(anchors).toContain(anchor);
});

// Checked by tsc, not by running.
test('the types of documents: constants, choices, voids, and what is required', () => {
  expectTypeOf<keyof TypeOf>().toEqualTypeOf<EntityType>();
  expectTypeOf<Root['entityType']>().toEqualTypeOf<RootType>();
  expectTypeOf<Activiteit['entityType']>().toEqualTypeOf<ActivityType>();
  expectTypeOf<KwetsbaarGebouw['geometrie']['type']>().toEqualTypeOf<'Polygon'>();
  expectTypeOf<LocatieActiviteit['naamExploitant']>().toEqualTypeOf<string | Void>();
  expectTypeOf<KwetsbaarGebouw>().toExtend<JsonObject>();
  expectTypeOf<{ afstand: number }>().toExtend<AfstandOfGeometriePRContour>();
  expectTypeOf<{ afstand: number; geometrie: PRContour }>().not.toExtend<AfstandOfGeometriePRContour>();
  expectTypeOf<Omit<PRContour, 'hoortBij'>>().not.toExtend<PRContour>();
});
