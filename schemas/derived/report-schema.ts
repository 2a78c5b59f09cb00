/**
 * Report schema: the report as JSON Schema 2020-12 with closed objects, for programs that read it.
 * The types in finding.ts are the same in TypeScript; every report of the tests is validated against this schema.
 */
import { EFFECTS, type Effect } from '../effects.ts';
import type { JsonObject } from '../json.ts';
import { VERDICTS } from '../finding.ts';
import { ORDER_METHODS } from '../order-methods.ts';

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
  enum: ['error', 'warning', 'info'], description: 'Only an error refuses the root that contains it',
};

const EFFECT_MEANING: Readonly<Record<Effect, string>> = {
  ended: 'Withdrawn, or with an end of validity or an earlier one', revived: 'Had ended, and valid again',
  reverted: 'With content that an earlier version had', onlyPast: 'Changes the past alone', changed: 'Any other new version',
  new: 'Not in the register before', unchanged: 'Equal to the version in the register',
};

const COUNTS: JsonObject = closed('Exact totals, of roots; `rules` and `types` in more detail', {
  objects: count('Roots in the delivery; each version of a root counts'), accepted: count('Roots accepted'), refused: count('Roots refused'),
  unchanged: count('Roots that equal the current version in the register'),
  errors: count('Findings of severity error'), warnings: count('Findings of severity warning'),
  rules: listOf('RuleCount', 'Number of findings of each rule, including those that `findings` leaves out'),
  types: listOf('TypeCount', 'Verdicts of the objects of each type, nested ones too'),
}, {
  ended: count('Roots that end: left out of a full delivery, deleted, or given an end of validity. Absent without a register, like the next three'),
  endedParts: count('Current nested objects that roots leave out'),
  revived: count('Ended roots that are valid again'),
  onlyPast: count('Versions that change only the past'),
});

const ANY: JsonObject = { description: 'Any value; absent when the field is' };
const PART: JsonObject = { id: text('`id` of the object'), entityType: text('Its type') };
const SIZE: JsonObject = refTo('Size', 'Its size');

/** One form of a difference. */
function difference(kind: string, required: JsonObject, optional: JsonObject = {}): JsonObject {
  return closed(kind, { field: text('Dotted name in its object'), kind: { const: kind }, ...required }, {
    part: refTo('EffectObject', 'The nested object with the field; absent for the root itself'), ...optional,
  });
}

/** One form of a change of a geometry. */
function shape(kinds: readonly string[], required: JsonObject): JsonObject {
  return closed(kinds.join(' or '), { kind: { enum: [...kinds] }, ...required });
}

const EFFECT_DEFS: JsonObject = {
  Effects: closed('What the delivery, undo, transfer or withdrawal changes, root by root', {
    counts: closed('Exact; each version of a root counts', Object.fromEntries(EFFECTS.map((effect) => [effect, count(EFFECT_MEANING[effect])]))),
    roots: listOf('RootEffect', 'The first roots that change'), leftOut: count('Number of changing roots that are not listed'),
  }),
  RootEffect: closed('The effect on one root', { ...PART, effect: { enum: EFFECTS.filter((effect) => effect !== 'unchanged'), description: 'As in the counts' } }, {
    beginGeldigheid: text('Begin of the new version, in UTC; absent for a root that is withdrawn or left out of a full delivery'),
    comparedWith: text('Begin of the version that it was compared with, in UTC'),
    differences: listOf('Difference', 'Fields that differ'), differencesLeftOut: count('Number of differences that are not listed'),
    crs: closed('CRSs of the two documents, when a geometry differs', {
      before: { type: 'string', format: 'uri', description: 'Before' }, after: { type: 'string', format: 'uri', description: 'After' },
    }),
    endedParts: listOf('EffectObject', 'Nested objects that end with it'), endedPartsLeftOut: count('Number of these that are not listed'),
  }),
  EffectObject: closed('An object', PART),
  Difference: {
    description: 'One field that differs', oneOf: [
      difference('value', {}, { before: ANY, after: ANY }),
      difference('geometry', { change: refTo('GeometryChange', 'What happened to it') }, { before: ANY, after: ANY }),
      difference('parts', {
        added: { type: 'array', description: 'New nested objects', items: closed('A nested object', { ...PART, object: { type: 'object', description: 'The whole object' } }) },
        removed: listOf('EffectObject', 'Nested objects that are gone'),
      }),
      difference('order', { after: { type: 'array', items: { type: 'string' }, description: 'Ids of the nested objects in their new order; absent when added ones follow those that stayed' } }),
    ],
  },
  GeometryChange: {
    description: 'What happened to a geometry, measured in RD', oneOf: [
      shape(['new'], { after: SIZE }), shape(['removed'], { before: SIZE }), shape(['same'], {}),
      shape(['moved'], { metres: { type: 'number', minimum: 0, description: 'Distance' } }),
      shape(['grown', 'shrunk', 'reshaped'], { before: SIZE, after: SIZE }),
    ],
  },
  Size: closed('Area, length or number of points', {
    unit: { enum: ['m²', 'm', 'points'], description: 'Unit' }, value: { type: 'number', minimum: 0, description: 'Number of these' },
  }),
};

const COMPARED_COUNTS = {
  new: count('In this report, not in the previous one'), gone: count('In the previous report, not in this one'), left: count('In both'),
};

const COMPARISON_DEFS: JsonObject = {
  Comparison: {
    description: 'The findings beside those of the previous delivery of the source holder', oneOf: [
      closed('The previous delivery cannot be compared', { kind: { enum: ['first', 'older'], description: 'There is none, or an older program decided it' } }),
      closed('The previous delivery was compared', {
        kind: { const: 'compared' },
        with: closed('The previous delivery', { uuid: text('Its receipt'), received: text('Time of its receipt') }),
        objects: count('Roots in this delivery'),
        counts: closed('Findings', COMPARED_COUNTS), rules: listOf('RuleComparison', 'The counts by rule'),
        new: listOf('ComparedFinding', 'The first new findings'), gone: listOf('ComparedFinding', 'The first findings that are gone'),
      }, {
        full: { type: 'array', items: { type: 'string' }, description: 'Types whose roots are also compared when this delivery leaves them out' },
        notCompared: { type: 'array', items: { type: 'string' }, description: 'Rules that are not compared: a report leaves out findings of theirs' },
      }),
    ],
  },
  RuleComparison: closed('Findings of one rule', { rule: text('Name of the rule'), severity: SEVERITY, ...COMPARED_COUNTS }),
  ComparedFinding: closed('Findings of one rule on one field', {
    rule: text('Name of the rule'), severity: SEVERITY, rootId: text('`id` of the root'), count: { type: 'integer', minimum: 1, description: 'Number of findings' },
  }, { objectId: text('`id` of the innermost object, when it is not the root'), field: text('The field, by its type and names') }),
};

const DEFS: JsonObject = {
  Text: closed('The same text in two languages', { nl: text('Dutch'), en: text('English') }),
  Place: closed('A position', {
    crs: { type: 'string', format: 'uri', description: 'CRS of the coordinates: that of the delivery' },
    coordinates: {
      type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 3, description: 'In the axis order of the CRS',
    },
  }),
  FilePlace: closed('A location in the file', {
    line: { type: 'integer', minimum: 1, description: 'From 1' },
    column: { type: 'integer', minimum: 1, description: 'In bytes, from 1' },
  }),
  Finding: closed('One finding', {
    rule: text('Name of the rule; it does not change between releases'), severity: SEVERITY,
    pointer: text('JSON Pointer (RFC 6901) in the delivery. In a newline-delimited or concatenated delivery the first token is the index of the record, from 0'),
    message: refTo('Text', 'The mistake'), mend: refTo('Text', 'The fix'),
  }, {
    missing: text('Name of the field that the object of the pointer lacks'),
    line: LINE,
    objectId: text('`id` of the innermost object that contains the pointer'), rootId: text('`id` of its root'),
    objectType: text('`entityType` of the object of `objectId`'),
    field: text('The wrong or missing field, by its type and names: `PRContour.afstand`'),
    place: refTo('Place', 'Position of the mistake'),
    near: refTo('Place', 'Without `place`: the first position of the object'),
    found: text('The found value, shortened'), expected: text('The expected value'),
    suggestions: { type: 'array', items: { type: 'string' }, description: 'Nearest allowed values, best first' },
    earlier: refTo('Earlier', 'Location of the first occurrence, for a finding about a duplicate'),
  }),
  Earlier: closed('Location of the first occurrence of an object, or of a member', {
    pointer: text('JSON Pointer of the member, or of the root of the object'),
  }, { line: LINE, objectId: text('`id` of the object'), rootId: text('`id` of its root') }),
  Object: withFirstError(closed('The result for one root', {
    id: { type: ['string', 'null'], description: 'Null when it has no readable one' },
    entityType: { type: ['string', 'null'], description: 'As delivered' }, pointer: text('JSON Pointer in the delivery'),
    verdict: { enum: [...VERDICTS], description: 'A root is accepted or refused as a whole' },
  }, {
    beginGeldigheid: text('Begin of the version, in UTC, in a delivery with several versions of the object. The report lists each version as an object'),
    isFeature: { const: true, description: 'Delivered as a GeoJSON Feature' },
    features: count('Number of Features, for a root that was delivered as several, one per object'),
    nested: {
      type: 'object', additionalProperties: { type: 'integer', minimum: 1 },
      description: 'Number of nested objects of each type; `onbekend` for unknown types',
    },
    firstError: refTo('FirstError', 'The first error of a refused root, also where `findings` has no room for it'),
    published: { const: false, description: 'Accepted, but excluded from everything public' },
    part: refTo('Part', 'The nested object, when the request wrote one'),
  })),
  Part: closed('A nested object that a request wrote', {
    id: text('`id` of the object'), entityType: text('`entityType` of the object'),
    change: { enum: ['made', 'changed', 'removed'], description: 'The action of the request' },
  }, { pointer: text('JSON Pointer in the document of its root') }),
  FirstError: closed('The first of the errors that refuse a root', {
    rule: text('Name of the rule'),
    pointer: text('JSON Pointer in the delivery of the wrong field; for a missing field the pointer that it would have'),
  }, { line: LINE, objectId: text('`id` of the innermost object that contains it') }),
  Change: closed('One value that the upgrade from model 3.0 changed, added or left out', {
    pointer: text('JSON Pointer in the delivery'),
    before: { type: ['string', 'null'], description: 'Null when it was absent' },
    after: { type: ['string', 'null'], description: 'Null when it was left out' }, reason: refTo('Text', 'The reason'),
  }, { objectId: text('`id` of the object') }),
  ...EFFECT_DEFS,
  ...COMPARISON_DEFS,
  CheckedBy: closed('A program and its rules', {
    program: text('Name of the program'), version: text('Version of the program'),
    ruleSet: text('Version and hash of schema, code lists and rules: equal for equal rules, on every machine'),
  }),
  RuleCount: closed('Number of findings of a rule', {
    rule: text('Name of the rule'), severity: SEVERITY, count: { type: 'integer', minimum: 1, description: 'Exact' },
  }),
  TypeCount: closed('Verdicts of the objects of one type; a nested object has the verdict of its root', {
    entityType: { type: ['string', 'null'], description: 'Null for an absent or unknown type' },
    nested: { type: 'boolean', description: 'Whether these are nested objects, not roots' },
    objects: count('All'), accepted: count('Accepted'), refused: count('Refused'), unchanged: count('Unchanged'),
  }),
};

/** Returns the schema of a report, for example at `{base_url}/schemas/report`. */
export function reportSchema(baseUri: string): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `${baseUri}/${REPORT}`,
    title: 'Controlerapport van een levering / report of a delivery',
    ...closed('The findings about one delivery, and the result for each object', {
      source: text('File name, or path of the request'),
      model: { enum: ['3.0', '4.0', 'mixed', null], description: 'Model of the delivery as read; null when nothing was read' },
      crs: text('URI of the CRS of the delivery'),
      objects: listOf('Object', 'Every root, in the order of the delivery'),
      findings: listOf('Finding', 'The first findings of each rule and field, up to a total; `counts.rules` has the exact numbers'),
      changes: listOf('Change', 'The changes by the upgrade from model 3.0'), counts: COUNTS,
    }, {
      holder: text('Bronhoudercode of the sender'), uuid: text('Receipt of the submission'),
      received: text('Time of receipt: the recorded time'),
      sha256: text('SHA-256 (hex) of the delivery as received; absent when it was not read to its end'),
      checkedBy: refTo('CheckedBy', 'The program and rules of the check'),
      checkedAt: text('The moment of the check: when the delivery was received, or when `ev validate` ran'),
      order: { enum: ORDER_METHODS, description: 'The kind of order: objects withdrawn, handed over, or a submission undone; absent for a delivery and a request' },
      undoes: { type: 'string', description: 'uuid of the submission that this one undoes' },
      correction: { const: true, description: 'Each root replaces the newest version of its object and its whole period' },
      comparison: refTo('Comparison', 'The findings beside those of the previous delivery of the source holder; absent without a register, and for a request or a delivery without objects'),
      effects: refTo('Effects', 'What the submission changes; absent without a register, and for a request'),
      unreadFrom: refTo('FilePlace', 'Location of the first unread byte, when reading stopped before the end of the file'),
    }),
    $defs: DEFS,
  };
}
