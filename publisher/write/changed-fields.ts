/**
 * Changed fields: the fields in which two versions of a root differ, by the dotted names that queries use (`voertUit.heeft.ashoogte`).
 *
 * Nested objects are identified by their id; when one is added, removed or moved, their list is named. A geometry is named as a whole.
 * Invariant: only published fields are named. Times of registration in a delivery are left out. So are links to other roots, because the
 * target decides whether they are published.
 */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { REGISTER_FIELDS } from '../../schemas/model/base.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { BACK_LINKS } from '../../schemas/names.ts';
import type { DeliveredDocument } from '../difference/difference.ts';
import { nestedIn } from './published-links.ts';

/** Sorted, without duplicates. */
export function changedFields(before: DeliveredDocument, after: DeliveredDocument): readonly string[] {
  const found = new Set<string>();
  new Comparison(found, before, after).objects(before.document, after.document, '');
  return [...found].sort();
}

const LINK_FIELDS: ReadonlySet<string> = new Set(Object.values(BACK_LINKS));
const LEFT_OUT: ReadonlySet<string> = new Set(REGISTER_FIELDS);

class Comparison {
  readonly #found: Set<string>;
  readonly #isSameCrs: boolean;
  readonly #ids: readonly [ReadonlySet<string>, ReadonlySet<string>];

  constructor(found: Set<string>, before: DeliveredDocument, after: DeliveredDocument) {
    this.#found = found;
    this.#isSameCrs = before.crs === after.crs;
    this.#ids = [idsIn(before.document), idsIn(after.document)];
  }

  objects(before: JsonObject, after: JsonObject, path: string): void {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (!LEFT_OUT.has(name)) this.#field([before[name], after[name]], name, path + name);
    }
  }

  #field([before, after]: readonly [Json | undefined, Json | undefined], name: string, path: string): void {
    const lists = [nestedIn(name, before ?? null), nestedIn(name, after ?? null)] as const;
    if (lists[0] !== null && lists[1] !== null) this.#lists(lists[0], lists[1], path);
    else if (LINK_FIELDS.has(name)) this.#value(targetsOf(before, this.#ids[0]), targetsOf(after, this.#ids[1]), path);
    else if (name === 'geometrie') this.#value(before, this.#isSameCrs ? after : undefined, path);
    else if (isObject(before) && isObject(after)) this.objects(before, after, `${path}.`);
    else this.#value(before, after, path);
  }

  #lists(before: readonly JsonObject[], after: readonly JsonObject[], path: string): void {
    this.#value(before.map(idOf), after.map(idOf), path);
    const known = new Map(before.map((child) => [idOf(child), child]));
    for (const child of after) {
      const same = known.get(idOf(child));
      if (same !== undefined) this.objects(same, child, `${path}.`);
    }
  }

  #value(before: Json | undefined, after: Json | undefined, path: string): void {
    if (!isDeepStrictEqual(before, after)) this.#found.add(path);
  }
}

function idOf({ id }: JsonObject): string {
  return id as string;
}

function idsIn(object: JsonObject): Set<string> {
  const children = Object.entries(object).flatMap(([name, value]) => nestedIn(name, value) ?? []);
  return new Set([idOf(object), ...children.flatMap((child) => [...idsIn(child)])]);
}

/** Returns the ids within the same root that a link, or a list of links, names; a value that is no link is returned unchanged. */
function targetsOf(value: Json | undefined, ids: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((link) => targetsOf(link, ids)).filter((target) => target !== null);
  if (!isObject(value) || typeof value['href'] !== 'string') return value ?? null;
  const target = linkTarget(value['href'], ids);
  return target !== undefined && ids.has(target) ? target : null;
}
