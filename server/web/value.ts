/**
 * Value: shows any JSON value of an object as nested definition lists. Links become links, `entityType` comes first, and a geometry is
 * only named, because the map draws it.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';
import type { Drawable } from './map.ts';

export function fields(object: JsonObject): Html {
  const rows = Object.entries(object).map(([name, value]) => html`<dt>${name}</dt><dd>${shown(value)}</dd>`);
  return html`<dl>${rows}</dl>`;
}

function shown(value: Json): Html {
  if (Array.isArray(value)) return list(value);
  if (!isObject(value)) return html`${scalar(value)}`;
  const geometry = asGeometry(value);
  if (geometry !== undefined) return html`${geometry.type}`;
  if (typeof value['href'] === 'string') return linkTo(value['href'], text(value['title']) ?? value['href']);
  if (typeof value['link'] === 'string') return linkTo(value['link'], text(value['naam']) ?? value['link']);
  return fields(value);
}

function list(values: readonly Json[]): Html {
  if (values.every((value) => !isObject(value) && !Array.isArray(value))) return html`${values.map(scalar).join(', ')}`;
  return html`${values.map((value) => html`<div>${shown(value)}</div>`)}`;
}

/** Returns a scalar in words; empty for an object or an array. */
export function scalar(value: Json | undefined): string {
  if (value === null) return 'leeg / empty';
  if (typeof value === 'boolean') return value ? 'ja / yes' : 'nee / no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function asGeometry(value: Json | undefined): Drawable | undefined {
  if (!isObject(value) || !Array.isArray(value['coordinates']) || typeof value['type'] !== 'string') return undefined;
  return { type: value['type'], coordinates: value['coordinates'] };
}

/** Returns all geometries inside a value, each with the `id` of the object around it. */
export function geometriesIn(value: Json | undefined, id = ''): readonly { geometry: Drawable; label: string }[] {
  if (Array.isArray(value)) return value.flatMap((entry: Json) => geometriesIn(entry, id));
  if (!isObject(value)) return [];
  const geometry = asGeometry(value);
  if (geometry !== undefined) return [{ geometry, label: id }];
  const own = typeof value['id'] === 'string' ? value['id'] : id;
  return Object.values(value).flatMap((entry) => geometriesIn(entry, own));
}
