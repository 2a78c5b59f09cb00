/**
 * Upgrade: a root of model 3.0.x becomes one of model 4.0.0, each change logged.
 *
 * What it does: void reasons written as bare text become void objects, an absent `id` is made from NEN3610ID,
 * back links that 3.0.x lacks come from the nesting, codes that are certainly meant get their new spelling
 * (codes.ts), so does a misspelt type, and the fields that 4.0.0 lacks are left out (gone.ts). Nothing else is invented:
 * what 4.0.0 asks beyond this stays absent, and the schema says so. The void reason `gegevenInTransitie` is
 * upgraded to its object like the others, and refused there: 4.0.0 has no such reason.
 */
import type { Change, Finding, Text } from '../../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { objectSchemaAt } from '../../../schemas/check/walk.ts';
import type { Field } from '../../../schemas/model/conventions.ts';
import { fieldsByName } from '../../../schemas/model/model.ts';
import { backLinkOf, kindNestedIn, kindOf, OBJECT_TYPES, type Kind } from '../../../schemas/names.ts';
import { childrenOf, textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { bilingual, shown, shownId } from '../../../schemas/shown-values.ts';
import { renameCodes } from './codes.ts';
import { GONE_FIELDS, goneType, MISSPELT_TYPES } from './gone.ts';

/** A mark of model 3.0.x wherever it stands in a text: it is a value there in nearly every list. */
const MARK_30 = '"gegevenInTransitie"';
const VOID_REASONS: readonly string[] = ['gegevenInTransitie', 'nietVanToepassing', 'waardeOnbekend'];

/**
 * A mark of model 3.0.x in this root, in words, or undefined: then it counts as 4.0.0. One back link that was
 * forgotten, or one void as text in a root with an id, is a mistake in 4.0.0 and no mark.
 */
export function markOf30(objects: readonly ModelObject[], text: string): string | undefined {
  if (text.includes(MARK_30)) return 'gegevenInTransitie';
  return unlinked(objects) ?? (objects[0]?.id === undefined ? bareVoidIn(objects) : undefined);
}

/** That no nested object has its back link. What stands by itself has nothing to link back to, in no model. */
function unlinked(objects: readonly ModelObject[]): string | undefined {
  const nested = objects.filter(({ kind, parent }) => parent !== undefined && backLinkOf(kind) !== undefined);
  const [first] = nested;
  const hasLink = ({ kind, data }: ModelObject): boolean => own(data, backLinkOf(kind)!) !== undefined;
  if (first === undefined || nested.some(hasLink)) return undefined;
  const place = `${first.type}: ${backLinkOf(first.kind)}`;
  return bilingual({ nl: `${place} ontbreekt`, en: `${place} is missing` });
}

function bareVoidIn(objects: readonly ModelObject[]): string | undefined {
  for (const { data, type } of objects) {
    for (const name in data) if (isBareVoid(fieldsByName(type)?.get(name), data[name])) return `${type}.${name}: ${shown(data[name])}`;
  }
  return undefined;
}

export interface Upgraded {
  readonly document: JsonObject;
  /** Pointers are those of the document, which has the same objects in the same places before and after. */
  readonly changes: readonly Change[];
  /** The place in the document as delivered of a place in the upgraded one: that of the value it came from. */
  readonly inDelivered: (pointer: string) => string;
}

/** The 4.0.0 form of a 3.0.x root. Never throws; what it does not understand it leaves as it is. */
export function upgrade(document: JsonObject): Upgraded {
  const changes: Change[] = [];
  const upgraded = upgradeObject({ data: document, pointer: '', parentId: undefined, stands: 'root' }, changes);
  const places = new Set(changes.map(({ pointer }) => pointer));
  const inDelivered = (pointer: string): string => {
    const around = pointer.slice(0, pointer.lastIndexOf('/'));
    return places.has(around) ? around : pointer;
  };
  return { document: upgraded, changes, inDelivered };
}

/** What the schema found in an upgraded root; of a type that 4.0.0 has no more, in words about that. */
export function inWordsOf30(finding: Finding, objects: readonly ModelObject[]): Finding {
  if (finding.rule !== 'schema.entityType') return finding;
  const found = objects.find(({ pointer }) => `${pointer}/entityType` === finding.pointer);
  return { ...finding, ...(found && goneType(found.data)) };
}

interface Place {
  readonly data: JsonObject;
  readonly pointer: string;
  readonly parentId: string | undefined;
  /** The kind of object that belongs in its place. */
  readonly stands: Kind;
}

const TYPES_OF: ReadonlyMap<Kind | undefined, readonly string[]> = Map.groupBy(OBJECT_TYPES, kindOf);

function upgradeObject({ data, pointer, parentId, stands }: Place, changes: Change[]): JsonObject {
  const named = textOf(data, 'entityType') ?? '';
  const type = MISSPELT_TYPES.get(named) ?? named;
  // Of one whose type is unknown, gone perhaps, those that are known of it all the same.
  const fields = fieldsByName(type) ?? objectSchemaAt({ kind: 'entity', types: TYPES_OF.get(stands) ?? [] }, data)?.fields;
  const id = own(data, 'id') ?? idFrom(own(data, 'identificatie'));
  const out: Record<string, Json> = {};
  const tell = (at: string, reason: Text, [before, after]: readonly [Json | undefined, Json | undefined]): void => {
    const owner = typeof id === 'string' ? { objectId: shownId(id) } : {};
    changes.push({ pointer: pointer + at, ...owner, reason, before: asText(before), after: asText(after) });
  };
  const add = (field: string, value: Json, reason: Text): void => {
    tell(`/${field}`, reason, [undefined, value]);
    out[field] = value;
  };
  for (const [field, value] of Object.entries(data)) {
    const after = upgradeField({ type, field, value, known: fields?.get(field) }, (at, reason, values) => tell(`/${field}${at}`, reason, values));
    if (after === undefined) continue;
    Object.defineProperty(out, field, { value: after, enumerable: true, writable: true, configurable: true });
  }
  if (id !== undefined && own(data, 'id') === undefined) add('id', id, REASONS.id);
  const kind = kindOf(type) ?? stands;
  const link = backLinkOf(kind);
  // An id that cannot be one is refused: links to it would only repeat it.
  if (link !== undefined && parentId !== undefined && own(data, link) === undefined && shownId(parentId) === parentId) {
    // What follows `#` is read as part of an address: only `%` would be taken for something else.
    const target = { href: `#${parentId.replaceAll('%', '%25')}` };
    add(link, kind === 'contour' ? [target] : target, REASONS.backLink);
  }
  for (const [field, index, child] of childrenOf(data)) {
    const items = out[field] === data[field] ? [...(data[field] as readonly Json[])] : (out[field] as Json[]);
    items[index] = upgradeObject({
      data: child, pointer: `${pointer}/${field}/${index}`, parentId: typeof id === 'string' ? id : undefined, stands: kindNestedIn(field),
    }, changes);
    out[field] = items;
  }
  return out;
}

type Tell = (at: string, reason: Text, values: readonly [before: Json, after: Json | undefined]) => void;

/** The value of one field in 4.0.0; undefined when it has no place there. */
function upgradeField(
  { type, field, value, known }: { type: string; field: string; value: Json; known: Field | undefined }, tell: Tell,
): Json | undefined {
  if (field === 'entityType' && MISSPELT_TYPES.has(value as string)) {
    tell('', REASONS.type, [value, type]);
    return type;
  }
  if (GONE_FIELDS.get(type) === field) {
    tell('', REASONS.leftOut, [value, undefined]);
    return undefined;
  }
  if (isBareVoid(known, value)) {
    const after = { waarde: null, geenWaardeReden: value };
    tell('', REASONS.voidReason, [value, after]);
    return after;
  }
  if (known === undefined) return value;
  return renameCodes(value, known, (at, ...codes) => tell(at, REASONS.code, codes));
}

/** Whether a value in a field of an object is a reason that is not in its object: a mark of model 3.0.x. */
function isBareVoid(field: Field | undefined, value: Json | undefined): value is string {
  return field?.voidable === true && typeof value === 'string' && VOID_REASONS.includes(value);
}

function asText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** namespace.lokaalID[.versie], as the holders of 3.0.x make it. */
function idFrom(identificatie: Json | undefined): string | undefined {
  if (!isObject(identificatie)) return undefined;
  const [namespace, local, version = ''] = ['namespace', 'lokaalID', 'versie'].map((name) => textOf(identificatie, name));
  if (namespace === undefined || local === undefined) return undefined;
  const parts = [namespace, local, version].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join('.');
}

const REASONS = {
  leftOut: {
    nl: 'Dit veld bestaat niet in model 4.0.0 en is weggelaten.',
    en: 'Model 4.0.0 has no such field; it was left out.',
  },
  voidReason: {
    nl: 'De reden dat een waarde ontbreekt staat in model 4.0.0 in een object.',
    en: 'Model 4.0.0 writes the reason for a missing value as an object.',
  },
  code: {
    nl: 'Deze code wordt in model 4.0.0 zo geschreven.',
    en: 'Model 4.0.0 spells this code so.',
  },
  type: {
    nl: 'Deze naam is een verschrijving in het schema van model 3.0.0 en 3.0.1.',
    en: 'This name is a slip in the schema of model 3.0.0 and 3.0.1.',
  },
  id: {
    nl: 'De id is gemaakt van namespace, lokaalID en versie.',
    en: 'The id was made from namespace, lokaalID and versie.',
  },
  backLink: {
    nl: 'De verwijzing naar het bovenliggende object volgt uit de plaats in het bestand.',
    en: 'The link to the object above follows from the place in the file.',
  },
} as const satisfies Record<string, Text>;
