/** Structure: a value whose parts do not fit together: a repeated item, not exactly one of the alternatives, a malformed geometry. */
import type { Json } from '../../json.ts';
import { bilingual } from '../../shown-values.ts';
import { notation, show } from '../describe.ts';
import type { GeometryMistake } from '../geometry-structure.ts';
import type { LocatedMistake, SchemaError } from './schema-error.ts';

export function explainDuplicate({ pointer, field, params }: LocatedMistake): SchemaError {
  const { i, j } = params as { readonly i: number; readonly j: number };
  return {
    pointer: `${pointer}/${i}`, rule: 'schema.uniek', field,
    message: {
      nl: `Onderdeel ${i + 1} van "${field}" is gelijk aan onderdeel ${j + 1}.`,
      en: `Item ${i + 1} of "${field}" equals item ${j + 1}.`,
    },
    mend: { nl: 'Haal een van beide weg.', en: 'Remove one of them.' },
  };
}

export function explainChoice({ pointer, field, at }: LocatedMistake): SchemaError {
  const names = [...at.schema?.fields.keys() ?? []].map((name) => `"${name}"`);
  return {
    pointer, rule: 'schema.keuze', field, found: show(at.data), expected: names.join(' | '),
    message: {
      nl: `"${field}" moet precies één van deze velden hebben: ${names.join(', ')}.`,
      en: `"${field}" must have exactly one of these fields: ${names.join(', ')}.`,
    },
    mend: {
      nl: `Geef ${names.join(' of ')}, niet meer dan één.`,
      en: `Give ${names.join(' or ')}, no more than one.`,
    },
  };
}

export function explainGeometry({ pointer, field, at, params }: LocatedMistake): SchemaError {
  const { path, expected, cause } = params as unknown as GeometryMistake;
  const found = show(path.reduce<Json | undefined>(
    (data, token) => (data as Record<string | number, Json>)[token], at.data));
  return {
    pointer: [pointer, ...path].join('/'), rule: 'schema.geometrie', field, found,
    expected: at.node?.kind === 'geometry' ? notation(at.node) : bilingual(expected),
    message: {
      nl: `De geometrie in "${field}" is niet compleet of niet goed opgebouwd: hier staat ${found}.`,
      en: `The geometry in "${field}" is incomplete or badly built: found ${found} here.`,
    },
    mend: { nl: `Hier hoort ${expected.nl}.`, en: `Expected here: ${expected.en}.` },
    ...cause?.(),
  };
}
