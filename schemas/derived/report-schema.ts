/**
 * Report schema: the report as JSON Schema 2020-12 with closed objects, for programs that read it.
 * The types in finding.ts are the same in TypeScript; every report of the tests is validated against this schema.
 */
import type { JsonObject } from '../json.ts';
import { VERDICTS } from '../finding.ts';

/** Name of the schema beside those of the model. */
export const REPORT = 'report';

const text = (description: string): JsonObject => ({ type: 'string', description });
const count = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description });
const listOf = (name: string, description: string): JsonObject =>
  ({ type: 'array', items: { $ref: `#/$defs/${name}` }, description });
const refTo = (name: string, description: string): JsonObject => ({ $ref: `#/$defs/${name}`, description });

/** A closed object, in which every member is required but the optional ones. */
function closed(description: string, required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: 'object', description, properties: { ...required, ...optional },
    required: Object.keys(required), additionalProperties: false,
  };
}

const LINE: JsonObject = { type: 'integer', minimum: 1, description: 'Line in the file, from 1' };

/** Requires the first error of a refused root, and forbids it for other roots. */
function withFirstError(object: JsonObject): JsonObject {
  const fine = VERDICTS.filter((verdict) => verdict !== 'refused');
  return {
    ...object, oneOf: [
      { properties: { verdict: { const: 'refused' }, firstError: true }, required: ['firstError'] },
      { properties: { verdict: { enum: fine }, firstError: false } },
    ],
  };
}

const SEVERITY: JsonObject = {
  enum: ['error', 'warning', 'info'], description: 'Only an error refuses the root in which it lies',
};

const COUNTS: JsonObject = closed('Exact totals, of roots; `rules` and `types` in more detail', {
  objects: count('Roots in the delivery, each version of one by itself'), accepted: count('Roots accepted'), refused: count('Roots refused'),
  unchanged: count('Roots that the register held already, exactly so'),
  errors: count('Findings of severity error'), warnings: count('Findings of severity warning'),
  rules: listOf('RuleCount', 'How often each rule was found broken, also where `findings` keeps only the first'),
  types: listOf('TypeCount', 'What became of the objects of each type, nested ones too'),
}, {
  ended: count('Roots that end: left out of a full delivery, deleted, or given an end of validity. This and the next three are absent when no register was asked'),
  endedParts: count('Nested objects that are left out of roots which the register has them in'),
  revived: count('Roots that had ended and are valid again'),
  onlyPast: count('Versions that change the past only'),
});

const DEFS: JsonObject = {
  Text: closed('The same text in two languages', { nl: text('Dutch'), en: text('English') }),
  Place: closed('A position', {
    crs: { type: 'string', format: 'uri', description: 'CRS of the coordinates: that of the delivery' },
    coordinates: {
      type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 3, description: 'In the axis order of the CRS',
    },
  }),
  FilePlace: closed('A place in the file', {
    line: { type: 'integer', minimum: 1, description: 'From 1' },
    column: { type: 'integer', minimum: 1, description: 'In bytes, from 1' },
  }),
  Finding: closed('One thing that was found', {
    rule: text('Name of the rule; it does not change between releases'), severity: SEVERITY,
    pointer: text('JSON Pointer (RFC 6901) in the delivery; newline-delimited: the first token is the line, from 0; other objects one after the other: as in an array'),
    message: refTo('Text', 'What is wrong'), mend: refTo('Text', 'What to do about it'),
  }, {
    missing: text('Name of the field that the object of the pointer lacks'),
    line: LINE,
    objectId: text('`id` of the innermost object that holds the pointer'), rootId: text('`id` of its root'),
    objectType: text('`entityType` of the object of `objectId`'),
    field: text('The field in which the pointer lies, or that is missing there, by its type and names: `PRContour.afstand`'),
    place: refTo('Place', 'Where the mistake itself lies'),
    near: refTo('Place', 'Without `place`: where the object begins'),
    found: text('The value as found, shortened'), expected: text('What was expected'),
    suggestions: { type: 'array', items: { type: 'string' }, description: 'Nearest allowed values, best first' },
    earlier: refTo('Earlier', 'Of what must not be there twice: where it stands first'),
  }),
  Earlier: closed('Where an object, or a member of one, stands first', {
    pointer: text('JSON Pointer of the member, or of the root in which the object stands'),
  }, { line: LINE, objectId: text('`id` of the object'), rootId: text('`id` of its root') }),
  Object: withFirstError(closed('What became of one root', {
    id: { type: ['string', 'null'], description: 'Null when it has none that can be read' },
    entityType: { type: ['string', 'null'], description: 'As found' }, pointer: text('JSON Pointer in the delivery'),
    verdict: { enum: [...VERDICTS], description: 'A root is accepted or refused whole' },
  }, {
    beginGeldigheid: text('Of one of several versions of an object in the delivery: when it begins, UTC. Each version is an object of its own in the report'),
    isFeature: { const: true, description: 'It came as a GeoJSON Feature' },
    features: count('Of a root that came as several Features, each of an object in it: how many'),
    nested: {
      type: 'object', additionalProperties: { type: 'integer', minimum: 1 },
      description: 'How many objects of each type are nested in it; `onbekend` for unknown types',
    },
    firstError: refTo('FirstError', 'Of each root that is refused, also where `findings` has no room for it'),
    published: { const: false, description: 'Accepted, but kept out of everything public' },
    part: refTo('Part', 'Of a request to write one object nested in it: that object'),
  })),
  Part: closed('A nested object that a request wrote', {
    id: text('`id` of the object'), entityType: text('`entityType` of the object'),
    change: { enum: ['made', 'changed', 'removed'], description: 'What the request did' },
  }, { pointer: text('JSON Pointer in the document of its root') }),
  FirstError: closed('The first of the errors that refuse a root', {
    rule: text('Name of the rule'),
    pointer: text('JSON Pointer in the delivery: of the field that is wrong, or that it would have if it were there'),
  }, { line: LINE, objectId: text('`id` of the innermost object that holds it') }),
  Change: closed('One value that the upgrade from model 3.0 changed, added or left out', {
    pointer: text('JSON Pointer in the delivery'),
    before: { type: ['string', 'null'], description: 'Null: it was not there' },
    after: { type: ['string', 'null'], description: 'Null: it was left out' }, reason: refTo('Text', 'Why'),
  }, { objectId: text('`id` of the object') }),
  CheckedBy: closed('A program and its rules', {
    program: text('Name of the program'), version: text('Version of the program'),
    ruleSet: text('Version and hash of schema, code lists and rules: equal for equal rules, on every machine'),
  }),
  RuleCount: closed('How often a rule was found broken', {
    rule: text('Name of the rule'), severity: SEVERITY, count: { type: 'integer', minimum: 1, description: 'Exact' },
  }),
  TypeCount: closed('What became of the objects of one type; nested objects share the verdict of their root', {
    entityType: { type: ['string', 'null'], description: 'Null: unknown to the model, or absent' },
    nested: { type: 'boolean', description: 'Whether these are nested objects, not roots' },
    objects: count('All'), accepted: count('Accepted'), refused: count('Refused'), unchanged: count('Unchanged'),
  }),
};

/** Returns the schema of a report, for example at `{base_url}/schemas/report`. */
export function reportSchema(baseUri: string): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `${baseUri}/${REPORT}`,
    title: 'Controlerapport van een levering / report of a delivery',
    ...closed('What was found in one delivery, and what became of each object in it', {
      source: text('File name, or path of the request'),
      model: { enum: ['3.0', '4.0', 'mixed', null], description: 'Model in which the delivery was read; null: nothing was' },
      crs: text('URI of the CRS in which the delivery was read'),
      objects: listOf('Object', 'Every root, in the order of the delivery'),
      findings: listOf('Finding', 'Of each rule and field the first findings, and so many in all; `counts.rules` has the totals'),
      changes: listOf('Change', 'What the upgrade from model 3.0 did'), counts: COUNTS,
    }, {
      holder: text('Bronhoudercode of who delivered'), uuid: text('Receipt of the submission'),
      received: text('When it was received: its recorded time'),
      sha256: text('SHA-256 (hex) of the delivery as it came; absent when it was not read to its end'),
      checkedBy: refTo('CheckedBy', 'By which program and rules it was checked'),
      checkedAt: text('The moment as of which it was checked: when it was received, or when `ev validate` ran'),
      correction: { const: true, description: 'Each root replaces the newest version of its object with all of its period' },
      unreadFrom: refTo('FilePlace', 'Where that begins which was not read, when the reading stopped before the end of the file'),
    }),
    $defs: DEFS,
  };
}
