/** Expected position: the position that the model gives an object, in words, for an object in another position. */
import type { Text } from '../finding.ts';
import { isObject, own } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { linkTarget } from '../model/internal-links.ts';
import { objectsOf } from '../model/objects.ts';
import { wrongTarget } from '../model/relations.ts';
import { backLinkOf, kindOf } from '../names.ts';
import { IdMap } from '../normal-form.ts';
import type { Kind } from '../names.ts';
import { shown } from '../shown-values.ts';

const POSITIONS: Readonly<Record<Kind, Text>> = {
  root: {
    nl: 'staat op zichzelf: als eigen object in de levering, niet in een ander',
    en: 'is a root: an object of the delivery, not nested in another',
  },
  activity: {
    nl: 'is een activiteit en staat in de lijst "voertUit" van een locatie (zoals LocatieActiviteit)',
    en: 'is an activity and belongs in the list "voertUit" of a location (such as LocatieActiviteit)',
  },
  reference: {
    nl: 'is een referentie en staat in de lijst "heeft" van een activiteit, die zelf in "voertUit" van een locatie staat',
    en: 'is a reference and belongs in the list "heeft" of an activity, which is in "voertUit" of a location',
  },
  contour: {
    nl: 'is een contour en staat in de lijst "resulteertIn" van een referentie, die zelf in "heeft" van een activiteit staat',
    en: 'is a contour and belongs in the list "resulteertIn" of a reference, which is in "heeft" of an activity',
  },
};

/** Returns where an object belongs, by its type and by the object that it links to; undefined when the model does not know its type. */
export function expectedPosition(type: string, data: JsonObject, document: Json): Text | undefined {
  const kind = kindOf(type);
  if (kind === undefined) return undefined;
  const position = POSITIONS[kind];
  const back = backLinkOf(kind) ?? '';
  const parentId = linkedId(own(data, back));
  const move = parentId === undefined || !canBeParent(typeOf(parentId, document), back)
    ? { nl: 'Verplaats het object daarheen.', en: 'Move the object there.' }
    : { nl: `Verplaats het object daarheen: zelf noemt het ${shown(parentId)}.`, en: `Move the object there: it names ${shown(parentId)} itself.` };
  return { nl: `${type} ${position.nl}. ${move.nl}`, en: `${type} ${position.en}. ${move.en}` };
}

/** Returns the id in a link, or in the first link of a list. */
function linkedId(value: Json | undefined): string | undefined {
  const link = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  const href = isObject(link) ? own(link, 'href') : undefined;
  return typeof href === 'string' && href !== '' ? linkTarget(href, new Map()) : undefined;
}

/**
 * Whether an object of the type may be the parent that a back link names. An undefined type is that of an object outside the document, so
 * any.
 */
function canBeParent(type: string | undefined, back: string): boolean {
  return type === undefined || wrongTarget(back, type) === undefined;
}

/** Types of the objects of a document by id. Cached, because one document may have thousands of misplaced objects. */
const typesOf = new WeakMap<JsonObject, ReadonlyMap<string, string>>();

function typeOf(id: string, document: Json): string | undefined {
  if (!isObject(document)) return undefined;
  const types = typesOf.get(document)
    ?? new IdMap(objectsOf(document).flatMap(({ id: own, type }) => (own === undefined ? [] : [[own, type] as const])));
  typesOf.set(document, types);
  return types.get(id);
}
