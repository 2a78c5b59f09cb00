import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import type { ActivityType, EntityType, RootType } from '../../schemas/names.ts';
import type {
  Activiteit, AfstandOfGeometriePRContour, KwetsbaarGebouw, LocatieActiviteit, PRContour, Root, TypeOf, Void,
} from './document-types.ts';
import { documentTypes } from './make-document-types.ts';

test('document-types.ts is current: node test/generate/make-document-types.ts makes the same', () => {
  expect(readFileSync(join(import.meta.dirname, 'document-types.ts'), 'utf8')).toBe(documentTypes());
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
