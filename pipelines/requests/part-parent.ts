/**
 * Parent of a part: the object of its root that the link of the part names. A contour may name several references: its parent is the first
 * one, and an existing contour keeps its parent as long as a link names that parent.
 */
import type { Finding } from '../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { textOf, type ModelObject } from '../../schemas/model/objects.ts';
import { RELATIONS } from '../../schemas/model/relations.ts';
import { backLinkOf, NESTED_IN, type Kind } from '../../schemas/names.ts';
import { IdMap, sameInNfc } from '../../schemas/normal-form.ts';
import { shown, shownId } from '../../schemas/shown-values.ts';
import { finding } from './request-rules.ts';

const SUGGESTIONS_MAX = 10;

export interface PartPlace {
  /** The parent; a possible parent when the part names none. */
  readonly parent: ModelObject;
  /** The link, or list of links, that names this parent. */
  readonly link: Json;
  /** The error in its link, with a pointer into the part. */
  readonly finding: Finding | undefined;
}

interface PartContext {
  readonly kind: Kind;
  /** All objects of the root. */
  readonly objects: readonly ModelObject[];
  /** The part in the current document. */
  readonly found: ModelObject | undefined;
}

export function placeFor(part: JsonObject, { kind, objects, found }: PartContext): PartPlace {
  const above = parentKindOf(kind);
  const candidates = objects.filter((object) => object.kind === above);
  const parents = new IdMap(candidates.flatMap((object) => (object.id === undefined ? [] : [[object.id, object] as const])));
  const ids = idsOf(objects);
  const named = idsNamedBy(part, kind, ids);
  const ownParent = found?.parent;
  const isUnchanged = found !== undefined && String(named) === String(idsNamedBy(found.data, kind, ids));
  const stays = ownParent?.id !== undefined && (isUnchanged || named.some((id) => sameInNfc(id, ownParent.id!)));
  const parent = (stays ? ownParent : undefined) ?? named.map((id) => parents.get(id)).find((object) => object !== undefined);
  const [first] = parents.values();
  const place = parent ?? ownParent ?? first;
  if (place === undefined) throw new Error('a root nests no object in which a part may stand');
  const link = { href: `#${place.id}` };
  return {
    parent: place, link: kind === 'contour' ? [link] : link,
    // The validator reports a missing link, or one that names nothing.
    finding: parent === undefined && named.length > 0 ? notHere({ kind, named, parents: [...parents.keys()] }) : undefined,
  };
}

/** Returns a map by the ids of objects, in any normal form. */
export function idsOf(objects: readonly { readonly id: string | undefined }[]): IdMap<string> {
  return new IdMap(objects.flatMap(({ id }) => (id === undefined ? [] : [[id, id] as const])));
}

/** Returns the kind of the parents of a kind; undefined for roots. */
export function parentKindOf(kind: Kind): Kind | undefined {
  return RELATIONS.find(({ form, field }) => form === 'nested' && field === NESTED_IN[kind])?.from;
}

/** Returns the ids in the links of an object to its parents. `near`: the ids of its root. */
export function idsNamedBy(data: JsonObject, kind: Kind | undefined, near: { has(id: string): boolean }): readonly string[] {
  const field = backLinkOf(kind);
  const value = field === undefined ? undefined : own(data, field);
  const links = Array.isArray(value) ? value as readonly Json[] : value === undefined ? [] : [value];
  return links.flatMap((link) => {
    const href = isObject(link) ? textOf(link, 'href') : undefined;
    return href === undefined ? [] : linkTarget(href, near) ?? [];
  });
}

function notHere({ kind, named, parents }: { kind: Kind; named: readonly string[]; parents: readonly string[] }): Finding {
  return {
    ...finding('verwijzing.niet-in-hoofdobject', NO_PLACE, shown(named.join(', '))), pointer: `/${backLinkOf(kind)}`,
    suggestions: parents.slice(0, SUGGESTIONS_MAX).map((id) => `#${shownId(id)}`),
  };
}

const NO_PLACE = {
  message: {
    nl: 'Deze verwijzing noemt geen object van het hoofdobject op dit pad waarin dit object kan staan.',
    en: 'This link names no object of the root at this path in which this object can stand.',
  },
  mend: {
    nl: 'Noem een object van dit hoofdobject: van een activiteit de locatie, van een referentie haar activiteit, van een contour een van haar referenties.',
    en: 'Name an object of this root: of an activity its location, of a reference its activity, of a contour one of its references.',
  },
};
