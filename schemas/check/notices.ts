/**
 * Notices: warnings about documents that the schema allows:
 *  - schema.ongebruikt-veld: an unknown property of an open value type or a geometry;
 *  - schema.verwacht: an absent activity field that the document leaves open and practice requires;
 *  - schema.geen-waarde: an empty text, or a text in a voidable field that stands for no value;
 *  - schema.tooi: a value of the open list TooiWaardelijst with another shape than its values have.
 */
import { hasUsualShape } from '../codelists.ts';
import { describe, notation, show, USUAL_CODES, WHY_NONE } from './describe.ts';
import type { SchemaError } from './explain/schema-error.ts';
import { escapeToken, isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { LIMITS } from '../limits.ts';
import type { Field } from '../model/conventions.ts';
import { MODEL } from '../model/model.ts';
import { ROOT_TYPES } from '../names.ts';
import { misnamedIn } from './misnamed.ts';
import { nearest } from './nearest.ts';
import { isBlank, suggestVoidReason, voidFix, voidOf } from './void-reasons.ts';
import type { VoidReason } from './void-reasons.ts';
import { bilingual } from '../shown-values.ts';
import { objectSchemaAt, itemNode } from './walk.ts';
import type { ObjectSchema, ModelNode } from './walk.ts';

export type NoticeRule = 'schema.ongebruikt-veld' | 'schema.verwacht' | 'schema.geen-waarde' | 'schema.tooi';
export type Notice = Omit<SchemaError, 'rule'> & { readonly rule: NoticeRule };

const GEOMETRY_MEMBERS: ReadonlySet<string> = new Set(['type', 'coordinates', 'bbox']);
const GEOMETRY_NOTICES_MAX = 10;
/** The fields that practice requires, by type. */
const EXPECTED: ReadonlyMap<string, readonly Field[]> = new Map([...MODEL].flatMap(([name, { fields }]) => {
  const expected = fields.filter((field) => field.expected);
  return expected.length === 0 ? [] : [[name, expected] as const];
}));

/** Returns the notices about a root that has been validated; at most a thousand. */
export function noticesOf(document: Json): readonly Notice[] {
  const notices: Notice[] = [];
  visit({ kind: 'entity', types: ROOT_TYPES }, document, '', notices);
  return notices;
}

function visit(node: ModelNode, data: Json, pointer: string, notices: Notice[]): void {
  if (notices.length >= LIMITS.findingsPerRuleMax) return;
  if (Array.isArray(data)) {
    const items = itemNode(node);
    if (items !== undefined) data.forEach((item: Json, i) => visit(items, item, `${pointer}/${i}`, notices));
  } else if (isObject(data)) {
    visitObject(node, data, pointer, notices);
  } else if (node.kind === 'codelist' && typeof data === 'string') {
    visitCode(node.codelist, data, pointer, notices);
  } else if (node.kind === 'text' && node.pattern === undefined) {
    const reason = node.voidable === true ? suggestVoidReason(data) : undefined;
    if (reason !== undefined) notices.push(noValue(reason, data, pointer));
    // A required text that is empty is reported by the schema or a rule.
    else if (node.min === undefined && isBlank(data)) notices.push(blank(node, data, pointer));
  }
}

function blank(node: ModelNode & { readonly kind: 'text' }, data: Json, pointer: string): Notice {
  const field = fieldAt(pointer);
  const inList = !pointer.endsWith(`/${field}`);
  const mayLack = inList || ('required' in node && node.required === false);
  const wanted = describe({ ...node, voidable: false });
  const [nl, en] = node.voidable === true ? [` of ${WHY_NONE.nl}`, ` or ${WHY_NONE.en}`] : ['', ''];
  return {
    pointer, rule: 'schema.geen-waarde', field, found: show(data), expected: notation(node),
    message: inList
      ? { nl: `De lijst in "${field}" heeft een lege tekst.`, en: `The list in "${field}" has an empty text.` }
      : { nl: `Het veld "${field}" is er wel, maar is leeg.`, en: `The field "${field}" is there, but it is empty.` },
    mend: mayLack
      ? { nl: `Laat ${inList ? 'die' : 'het'} weg, of geef ${wanted.nl}${nl}.`, en: `Leave it out, or give ${wanted.en}${en}.` }
      : { nl: `Geef ${wanted.nl}${nl}.`, en: `Give ${wanted.en}${en}.` },
  };
}

/** The notice about a field that allows any text. Where a text must have a form, the schema refuses it. */
function noValue(reason: VoidReason, data: Json, pointer: string): Notice {
  const field = fieldAt(pointer);
  const found = show(data);
  return {
    pointer, rule: 'schema.geen-waarde', field, found, suggestions: [voidOf(reason)],
    message: {
      nl: `De tekst ${found} in "${field}" zegt dat er geen waarde is, maar telt als waarde.`,
      en: `The text ${found} in "${field}" says that there is no value, but counts as one.`,
    },
    mend: voidFix(field, reason, { inList: false }),
  };
}

function visitObject(node: ModelNode, data: JsonObject, pointer: string, notices: Notice[]): void {
  if (node.kind === 'geometry') {
    // A value without coordinates is no geometry, and its error says what to do with its members.
    const others = Object.hasOwn(data, 'coordinates') ? Object.keys(data).filter((name) => !GEOMETRY_MEMBERS.has(name)) : [];
    for (const name of others.slice(0, GEOMETRY_NOTICES_MAX)) notices.push(unusedInGeometry(name, pointer));
    return;
  }
  const known = objectSchemaAt(node, data);
  if (known === undefined) return;
  let misnamed: ReadonlyMap<string, string> | undefined;
  for (const name of Object.keys(data)) {
    if (notices.length >= LIMITS.findingsPerRuleMax) return;
    const field = known.fields.get(name);
    const value = data[name] ?? null;
    if (field === undefined) {
      misnamed ??= misnamedIn(data, known.fields);
      // A required field under another name is an error of its own.
      const isMissed = known.fields.get(misnamed.get(name) ?? '')?.required === true;
      if (!known.closed && !isMissed) notices.push(unused(name, known, pointer));
    } else if (typeof value === 'object' || field.kind === 'codelist' || field.voidable === true || isBlank(value)) { // other values cannot give a notice
      visit(field, value, `${pointer}/${name}`, notices);
    }
  }
  if (node.kind === 'entity') noticeAbsent({ type: known.name, data, pointer, misnamed }, notices);
}

function visitCode(listName: string, value: string, pointer: string, notices: Notice[]): void {
  if (!hasUsualShape(listName, value)) {
    notices.push({
      pointer, rule: 'schema.tooi', field: fieldAt(pointer), found: show(value), expected: bilingual(USUAL_CODES),
      message: {
        nl: `${show(value)} lijkt geen code uit ${listName}.`,
        en: `${show(value)} does not look like a code of ${listName}.`,
      },
      mend: {
        nl: 'Controleer de code; een gemeente is bijvoorbeeld "gm1979".',
        en: 'Check the code; a municipality is for example "gm1979".',
      },
    });
  }
}

/** Name of the innermost field that contains a location. */
function fieldAt(pointer: string): string {
  return pointer.split('/').findLast((token) => !/^\d+$/.test(token)) ?? '';
}

interface Typed {
  readonly type: string;
  readonly data: JsonObject;
  readonly pointer: string;
  /** The misnamed fields, with the fields that they replace. The error about each names the field that is meant. */
  readonly misnamed: ReadonlyMap<string, string> | undefined;
}

function noticeAbsent({ type, data, pointer, misnamed }: Typed, notices: Notice[]): void {
  for (const field of EXPECTED.get(type) ?? []) {
    const isThere = Object.hasOwn(data, field.name) || [...misnamed?.values() ?? []].includes(field.name);
    if (!isThere) notices.push(absent(type, field, pointer));
  }
}

/** The notice about an expected field that an object at `pointer` lacks. */
function absent(type: string, field: Field, pointer: string): Notice {
  const wanted = describe(field);
  return {
    pointer, rule: 'schema.verwacht', field: field.name, expected: notation(field),
    message: {
      nl: `"${field.name}" ontbreekt; dit veld wordt bij ${type} verwacht.`,
      en: `"${field.name}" is missing; it is expected for ${type}.`,
    },
    mend: { nl: `Geef zo mogelijk ${wanted.nl}.`, en: `If possible, give ${wanted.en}.` },
  };
}

/** The notice about an unused property. `pointer`: of the value that has it. */
function unused(name: string, known: ObjectSchema, pointer: string): Notice {
  const suggestions = nearest(name, known.fields.keys());
  const [best] = suggestions;
  const where = show(pointer.split('/').findLast((token) => !/^\d+$/.test(token)));
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.ongebruikt-veld', field: name, suggestions,
    message: {
      nl: `Het veld ${show(name)} is geen veld van ${where}.`,
      en: `The field ${show(name)} is no field of ${where}.`,
    },
    mend: best === undefined
      ? { nl: 'Haal het weg als het niet nodig is.', en: 'Remove it if it is not needed.' }
      : { nl: `Bedoelde u "${best}"?`, en: `Did you mean "${best}"?` },
  };
}

function unusedInGeometry(name: string, pointer: string): Notice {
  return {
    pointer: `${pointer}/${escapeToken(name)}`, rule: 'schema.ongebruikt-veld', field: name,
    message: {
      nl: `Het veld ${show(name)} in de geometrie wordt niet gebruikt.`,
      en: `The field ${show(name)} in the geometry is not used.`,
    },
    mend: name === 'crs'
      ? {
        nl: 'Geef het coördinatenstelsel op bij de levering, niet in de geometrie.',
        en: 'Name the coordinate reference system with the delivery, not in the geometry.',
      }
      : { nl: 'Haal het weg.', en: 'Remove it.' },
  };
}
