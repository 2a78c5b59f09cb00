/** Ways to break the model's own rules (level 2): all of them seen by the published JSON Schema. */
import type { Field } from '../../../schemas/model/conventions.ts';
import type { Json } from '../../../schemas/json.ts';
import { isObject, own } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { bySchema, type Changes, type Way } from './way.ts';

/** The same for every object. */
const always = (changes: Changes): Way['change'] => () => changes;

/** The first member whose field is such a one. */
function ofField(
  isSuch: (field: Field) => boolean, make: (value: Json) => Json | undefined,
): (object: ModelObject) => Changes | undefined {
  return ({ data, type }) => {
    const field = fieldsOf(type).find((each) => isSuch(each) && own(data, each.name) !== undefined);
    return field === undefined ? undefined : { [field.name]: make(data[field.name] ?? null) };
  };
}

const isVoidable = ({ voidable, kind }: Field): boolean => voidable === true && kind !== 'nested';
const isChoice = (field: Field): boolean => field.kind === 'object' && field.shape.form === 'choice';
const isList = (field: Field): boolean => field.kind === 'links' || (field.kind === 'array' && field.min === 1);

/** A distance of contours, and the population of vulnerable objects. */
function ofNumber(afstand: Json, populatie: Json): Way['change'] {
  return ({ data, type, kind }) => {
    if (type.startsWith('Kwetsba')) return { populatie };
    const extent = own(data, 'afstandOfGeometrie');
    return kind === 'contour' && isObject(extent) && own(extent, 'afstand') !== undefined
      ? { afstandOfGeometrie: { afstand } } : undefined;
  };
}

const BOTH = { stof: { naam: 'propaan' }, stofCategorie: { categorieNaam: 'Klasse 2.1: Brandbaar gas' } };

export const SCHEMA_WAYS: readonly Way[] = [
  bySchema('required-field-missing', 'schema.required', always({ bronhoudercode: undefined })),
  bySchema('id-missing', 'schema.required', always({ id: undefined })),
  bySchema('part-of-value-missing', 'schema.required', always({ identificatie: { namespace: 'NL.IMEV' } })),
  bySchema('unknown-field', 'schema.onbekend-veld', always({ kleur: 'rood' })),
  bySchema('number-for-text', 'schema.type', always({ bronobjectID: 42 })),
  bySchema('null-value', 'schema.type', always({ beginGeldigheid: null })),
  bySchema('text-for-number', 'schema.type', ofNumber('60', 'twaalf')),
  bySchema('number-out-of-range', 'schema.bereik', ofNumber(-1, 10_000_000)),
  bySchema('text-too-long', 'schema.lengte', always({ bronobjectID: 'b'.repeat(51) })),
  bySchema('not-the-pattern', 'schema.patroon', always({ bronhoudercode: 'ab12' })),
  bySchema('not-in-code-list', 'schema.waardelijst',
    ofField(({ kind }) => kind === 'codelist', () => 'bestaat niet')),
  bySchema('two-fraction-digits', 'schema.datum', always({ beginGeldigheid: '2023-06-01T00:00:00.00Z' })),
  bySchema('no-such-day', 'schema.datum', always({ beginGeldigheid: '2023-02-29T00:00:00Z' })),
  bySchema('void-with-a-value', 'schema.type',
    ofField(isVoidable, () => ({ waarde: 'toch iets', geenWaardeReden: 'waardeOnbekend' }))),
  bySchema('void-reason-unknown', 'schema.waardelijst',
    ofField(isVoidable, () => ({ waarde: null, geenWaardeReden: 'geen idee' }))),
  bySchema('two-of-a-choice', 'schema.keuze',
    ({ kind }) => (kind === 'contour' ? { maatgevendeStof: BOTH } : undefined)),
  bySchema('none-of-a-choice', 'schema.keuze', ofField(isChoice, () => ({}))),
  bySchema('empty-list', 'schema.aantal', ofField(isList, () => [])),
  bySchema('item-twice', 'schema.uniek', ofField(({ kind }) => kind === 'links',
    (links) => [...links as readonly Json[], ...links as readonly Json[]])),
  bySchema('no-such-type', 'schema.entityType', always({ entityType: 'Gebouw' })),
  bySchema('type-out-of-place', 'schema.entityType',
    ({ kind }) => ({ entityType: kind === 'root' ? 'PRContour' : 'KwetsbaarGebouw' })),
];
