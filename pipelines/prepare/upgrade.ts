/**
 * Upgrade: a root of model 3.0.x becomes one of model 4.0.0, each change told (design 6).
 *
 * What it does: void reasons written as bare text become void objects, an absent `id` is made from NEN3610ID,
 * back links that 3.0.x lacks come from the nesting, and the fields that 4.0.0 lacks are left out. Nothing else
 * is invented: what 4.0.0 asks beyond this stays absent, and the schema says so.
 * Not here: code lists (a code that 4.0.0 lacks is refused, not renamed).
 */
import type { Change, Text } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { isObject, own } from '../../schemas/json.ts';
import { fieldsByName } from '../../schemas/model.ts';
import { BACK_LINKS, kindOf } from '../../schemas/names.ts';
import type { ModelObject } from '../../schemas/objects.ts';
import { childrenOf, textOf } from '../../schemas/objects.ts';
import { shown } from './findings.ts';

/** Fields of the 3.0.2 schema that 4.0.0 has not: no type has others. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['BuisleidingReferentie', 'buisleidingIdentificatie'],
  ['Windturbine', 'pandIdentificatie'],
]);

const VOID_REASONS = new Set(['gegevenInTransitie', 'nietVanToepassing', 'waardeOnbekend']);

/** A mark of model 3.0.x in this root, in words, or undefined: then it counts as 4.0.0. */
export function markOf30(objects: readonly ModelObject[], text: string): string | undefined {
  if (text.includes('"gegevenInTransitie"')) return 'gegevenInTransitie';
  for (const { data, type, kind } of objects) {
    const link = kind && BACK_LINKS[kind];
    if (link !== undefined && own(data, link) === undefined) return `${type}: ${link} ontbreekt / is missing`;
    const bare = Object.keys(data).find((name) => isBareVoid(type, name, data[name]));
    if (bare !== undefined) return `${type}.${bare}: ${shown(data[bare])}`;
  }
  return undefined;
}

export interface Upgraded {
  readonly document: JsonObject;
  /** Pointers are those of the document, which has the same places before and after. */
  readonly changes: readonly Change[];
}

/** The 4.0.0 form of a 3.0.x root. Never throws; what it does not understand it leaves as it is. */
export function upgrade(document: JsonObject): Upgraded {
  const changes: Change[] = [];
  return { document: upgradeObject({ data: document, pointer: '', parentId: undefined }, changes), changes };
}

interface Place {
  readonly data: JsonObject;
  readonly pointer: string;
  readonly parentId: string | undefined;
}

function upgradeObject({ data, pointer, parentId }: Place, changes: Change[]): JsonObject {
  const type = textOf(data, 'entityType') ?? '';
  const id = own(data, 'id') ?? idFrom(own(data, 'identificatie'));
  const out: Record<string, Json> = {};
  const change = (field: string, after: Json | undefined, reason: Text): void => {
    const before = own(data, field);
    changes.push({
      pointer: `${pointer}/${field}`, ...(typeof id === 'string' ? { objectId: id } : {}), reason,
      before: asText(before), after: asText(after),
    });
    if (after !== undefined) out[field] = after;
  };
  for (const [field, value] of Object.entries(data)) {
    if (LEFT_OUT.get(type) === field) change(field, undefined, REASONS.leftOut);
    else if (isBareVoid(type, field, value)) {
      change(field, { waarde: null, geenWaardeReden: value }, REASONS.voidReason);
    } else Object.defineProperty(out, field, { value, enumerable: true, writable: true, configurable: true });
  }
  if (id !== undefined && own(data, 'id') === undefined) change('id', id, REASONS.id);
  const kind = kindOf(type);
  const link = kind && BACK_LINKS[kind];
  if (link !== undefined && parentId !== undefined && own(data, link) === undefined) {
    const target = { href: `#${parentId}` };
    change(link, kind === 'contour' ? [target] : target, REASONS.backLink);
  }
  for (const [field, index, child] of childrenOf(data)) {
    const items = out[field] === data[field] ? [...(data[field] as readonly Json[])] : (out[field] as Json[]);
    items[index] = upgradeObject({
      data: child, pointer: `${pointer}/${field}/${index}`, parentId: typeof id === 'string' ? id : undefined,
    }, changes);
    out[field] = items;
  }
  return out;
}

function isBareVoid(type: string, field: string, value: Json | undefined): value is string {
  const isReason = typeof value === 'string' && VOID_REASONS.has(value);
  return isReason && fieldsByName(type)?.get(field)?.voidable === true;
}

function asText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** namespace.lokaalID[.versie], as the holders of 3.0.x make it. */
function idFrom(identificatie: Json | undefined): string | undefined {
  if (!isObject(identificatie)) return undefined;
  const namespace = textOf(identificatie, 'namespace');
  const local = textOf(identificatie, 'lokaalID');
  if (namespace === undefined || local === undefined) return undefined;
  return [namespace, local, textOf(identificatie, 'versie') ?? ''].filter((part) => part !== '').join('.');
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
  id: {
    nl: 'De id is gemaakt van namespace, lokaalID en versie.',
    en: 'The id was made from namespace, lokaalID and versie.',
  },
  backLink: {
    nl: 'De verwijzing naar het bovenliggende object volgt uit de plaats in het bestand.',
    en: 'The link to the object above follows from the place in the file.',
  },
} as const satisfies Record<string, Text>;
