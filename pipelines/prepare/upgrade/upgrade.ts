/**
 * Upgrade: upgrades a root of model 3.0.x to model 4.0.0, and logs each change.
 *
 * The changes:
 *  - A void reason as bare text becomes a void object. 4.0.0 then refuses the reason `gegevenInTransitie`, which it does not have.
 *  - An absent `id` is made from NEN3610ID, an absent back link from the nesting.
 *  - A code gets its new spelling when that is certain (codes.ts). A misspelt type is corrected.
 *  - A field that 4.0.0 does not have is left out (gone.ts).
 * Nothing else is invented: other fields that 4.0.0 requires stay absent, and the schema reports them.
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

/** A mark of model 3.0.x anywhere in a text. Nearly every code list of 3.0.x has this value. */
const MARK_30 = '"gegevenInTransitie"';
const VOID_REASONS: readonly string[] = ['gegevenInTransitie', 'nietVanToepassing', 'waardeOnbekend'];

/**
 * The mark of model 3.0.x in a root, in words; undefined when the root counts as 4.0.0. One forgotten back link, or one void as text in a
 * root with an id, is a mistake in 4.0.0 and no mark.
 */
export function markOf30(objects: readonly ModelObject[], text: string): string | undefined {
  if (text.includes(MARK_30)) return 'gegevenInTransitie';
  return unlinked(objects) ?? (objects[0]?.id === undefined ? bareVoidIn(objects) : undefined);
}

/** The mark that no nested object has its back link; undefined without nested objects. */
function unlinked(objects: readonly ModelObject[]): string | undefined {
  const nested = objects.filter(({ kind, parent }) => parent !== undefined && backLinkOf(kind) !== undefined);
  const [first] = nested;
  const hasLink = ({ kind, data }: ModelObject): boolean => own(data, backLinkOf(kind)!) !== undefined;
  if (first === undefined || nested.some(hasLink)) return undefined;
  const backLink = `${first.type}: ${backLinkOf(first.kind)}`;
  return bilingual({ nl: `${backLink} ontbreekt`, en: `${backLink} is missing` });
}

function bareVoidIn(objects: readonly ModelObject[]): string | undefined {
  for (const { data, type } of objects) {
    for (const name in data) if (isBareVoid(fieldsByName(type)?.get(name), data[name])) return `${type}.${name}: ${shown(data[name])}`;
  }
  return undefined;
}

export interface Upgraded {
  readonly document: JsonObject;
  /** Pointers into the document. Objects have equal pointers before and after the upgrade. */
  readonly changes: readonly Change[];
  /** Maps a pointer in the upgraded document to the delivered value that it came from. */
  readonly inDelivered: (pointer: string) => string;
}

/** The 4.0.0 form of a 3.0.x root. Never throws; leaves unknown values as they are. */
export function upgrade(document: JsonObject): Upgraded {
  const changes: Change[] = [];
  const upgraded = upgradeObject({ data: document, pointer: '', parentId: undefined, expectedKind: 'root' }, changes);
  const changed = new Set(changes.map(({ pointer }) => pointer));
  const inDelivered = (pointer: string): string => {
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    return changed.has(parent) ? parent : pointer;
  };
  return { document: upgraded, changes, inDelivered };
}

/** A finding of the schema in an upgraded root. For a type that is gone, the words say so. */
export function inWordsOf30(finding: Finding, objects: readonly ModelObject[]): Finding {
  if (finding.rule !== 'schema.entityType') return finding;
  const found = objects.find(({ pointer }) => `${pointer}/entityType` === finding.pointer);
  return { ...finding, ...(found && goneType(found.data)) };
}

interface UpgradeInput {
  readonly data: JsonObject;
  readonly pointer: string;
  readonly parentId: string | undefined;
  /** The kind of object that its list should have. */
  readonly expectedKind: Kind;
}

const TYPES_OF: ReadonlyMap<Kind | undefined, readonly string[]> = Map.groupBy(OBJECT_TYPES, kindOf);

function upgradeObject({ data, pointer, parentId, expectedKind }: UpgradeInput, changes: Change[]): JsonObject {
  const named = textOf(data, 'entityType') ?? '';
  const type = MISSPELT_TYPES.get(named) ?? named;
  // An object of unknown type, which may be gone, gets the fields of the nearest type.
  const fields = fieldsByName(type) ?? objectSchemaAt({ kind: 'entity', types: TYPES_OF.get(expectedKind) ?? [] }, data)?.fields;
  const id = own(data, 'id') ?? idFrom(own(data, 'identificatie'));
  const out: Record<string, Json> = {};
  const log = (at: string, reason: Text, [before, after]: readonly [Json | undefined, Json | undefined]): void => {
    const owner = typeof id === 'string' ? { objectId: shownId(id) } : {};
    changes.push({ pointer: pointer + at, ...owner, reason, before: asText(before), after: asText(after) });
  };
  const add = (field: string, value: Json, reason: Text): void => {
    log(`/${field}`, reason, [undefined, value]);
    out[field] = value;
  };
  for (const [field, value] of Object.entries(data)) {
    const after = upgradeField({ type, field, value, known: fields?.get(field) }, (at, reason, values) => log(`/${field}${at}`, reason, values));
    if (after === undefined) continue;
    Object.defineProperty(out, field, { value: after, enumerable: true, writable: true, configurable: true });
  }
  if (id !== undefined && own(data, 'id') === undefined) add('id', id, REASONS.id);
  const kind = kindOf(type) ?? expectedKind;
  const link = backLinkOf(kind);
  // A malformed id is refused; links to it would only repeat the mistake.
  if (link !== undefined && parentId !== undefined && own(data, link) === undefined && shownId(parentId) === parentId) {
    // The fragment of an address: only `%` needs escaping.
    const target = { href: `#${parentId.replaceAll('%', '%25')}` };
    add(link, kind === 'contour' ? [target] : target, REASONS.backLink);
  }
  for (const [field, index, child] of childrenOf(data)) {
    const items = out[field] === data[field] ? [...(data[field] as readonly Json[])] : (out[field] as Json[]);
    items[index] = upgradeObject({
      data: child, pointer: `${pointer}/${field}/${index}`, parentId: typeof id === 'string' ? id : undefined, expectedKind: kindNestedIn(field),
    }, changes);
    out[field] = items;
  }
  return out;
}

type LogChange = (at: string, reason: Text, values: readonly [before: Json, after: Json | undefined]) => void;

/** The value of one field in 4.0.0; undefined when 4.0.0 does not have the field. */
function upgradeField(
  { type, field, value, known }: { type: string; field: string; value: Json; known: Field | undefined }, log: LogChange,
): Json | undefined {
  if (field === 'entityType' && MISSPELT_TYPES.has(value as string)) {
    log('', REASONS.type, [value, type]);
    return type;
  }
  if (GONE_FIELDS.get(type) === field) {
    log('', REASONS.leftOut, [value, undefined]);
    return undefined;
  }
  if (isBareVoid(known, value)) {
    const after = { waarde: null, geenWaardeReden: value };
    log('', REASONS.voidReason, [value, after]);
    return after;
  }
  if (known === undefined) return value;
  return renameCodes(value, known, (at, ...codes) => log(at, REASONS.code, codes));
}

/** Whether a value is a void reason as bare text, a mark of model 3.0.x. */
function isBareVoid(field: Field | undefined, value: Json | undefined): value is string {
  return field?.voidable === true && typeof value === 'string' && VOID_REASONS.includes(value);
}

function asText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** An id of the form namespace.lokaalID[.versie], as holders of 3.0.x make it. */
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
    en: 'Model 4.0.0 does not have this field; it was left out.',
  },
  voidReason: {
    nl: 'De reden dat een waarde ontbreekt staat in model 4.0.0 in een object.',
    en: 'Model 4.0.0 writes the reason for a missing value as an object.',
  },
  code: {
    nl: 'Deze code wordt in model 4.0.0 zo geschreven.',
    en: 'Model 4.0.0 spells this code like this.',
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
    en: 'The link to the parent object follows from the nesting in the file.',
  },
} as const satisfies Record<string, Text>;
