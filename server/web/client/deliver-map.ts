/**
 * Deliver map: the map on which positions of a geometry are pointed at, in RD. It is that of the map page, without a basemap, because this
 * page loads nothing of another host. A position that is pointed at becomes a line of the text of positions, which stays the one truth.
 *
 * OpenLayers is loaded when the first map opens.
 */
import { data } from './deliver-app.ts';
import { positionText, type Position } from './deliver-geometry.ts';
import { button, make } from './deliver-parts.ts';
import type { Json, JsonObject } from './deliver-schema.ts';

export interface Drawing {
  readonly area: HTMLTextAreaElement;
  /** Returns the chosen type of geometry. */
  readonly type: () => string;
  /** Returns the geometry that the text makes; null or undefined without one. */
  readonly geometry: () => Json | null | undefined;
  readonly words: { readonly map: string; readonly dropLast: string; readonly zoomIn: string; readonly zoomOut: string };
}

type Shape = JsonObject & { readonly type: string };

/** All geometries of the form, by their elements, so that each map shows the others. */
const drawings = new WeakMap<Element, Drawing>();
/** Zoom levels of a map of the country, and of the surroundings of a position. */
const COUNTRY_ZOOM = 2.6;
const NEAR_ZOOM = 11;
const COUNTRY_CENTRE: Position = [155_000, 463_000];

let loading: Promise<void> | undefined;

/** Loads OpenLayers once; after a failure it may be tried again. */
async function loadOpenLayers(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = make('script', '', { src: data.map.ol });
    script.addEventListener('load', () => { resolve(); });
    script.addEventListener('error', () => {
      loading = undefined;
      reject(new Error(data.map.ol));
    });
    document.head.append(script);
  });
  await loading;
}

/** Names the geometry of an element of the form. */
export function nameDrawing(element: Element, drawing: Drawing): void {
  drawings.set(element, drawing);
}

/** Opens a map in `room`. `own`: the element of its geometry. */
export async function openMap(room: HTMLElement, own: Element): Promise<void> {
  const { area, type, geometry, words } = drawings.get(own)!;
  await loadOpenLayers();
  const { MapView } = await import('./map-view.ts');
  const others = [...document.querySelectorAll('.deliver-geometry')].filter((one) => one !== own).flatMap((one) => shapesOf(drawings.get(one)));
  const canvas = make('div', '', { className: 'map-canvas', tabIndex: 0, role: 'application', ariaLabel: words.map });
  room.replaceChildren(make('div', [canvas], { className: 'map-frame' }), button(words.dropLast, () => { write(area, linesOf(area).slice(0, -1)); }));
  const [start] = [...positionsIn(geometry()), ...others.flatMap(positionsIn)];
  const state = { centre: start ?? COUNTRY_CENTRE, zoom: start === undefined ? COUNTRY_ZOOM : NEAR_ZOOM };
  const view = new MapView(canvas, { data: { ...data.map, language: data.language }, words, state });
  view.showFound(others.map((geometry, at) => ({ type: 'Feature', id: String(at), properties: {}, geometry })));
  const show = (): void => { view.showCorners(positionsIn(geometry()).flat(), type().endsWith('Polygon')); };
  view.onPosition((position) => {
    write(area, [...type() === 'Point' ? [] : linesOf(area), positionText(position)]);
  });
  area.addEventListener('input', show);
  show();
  canvas.focus();
}

function shapesOf(drawing: Drawing | undefined): readonly Shape[] {
  const shape = drawing?.geometry();
  return shape === null || shape === undefined ? [] : [shape as Shape];
}

function linesOf({ value }: HTMLTextAreaElement): readonly string[] {
  return value.trim() === '' ? [] : value.trim().split('\n');
}

function write(area: HTMLTextAreaElement, lines: readonly string[]): void {
  area.value = lines.join('\n');
  area.dispatchEvent(new Event('input'));
}

/** Returns all positions of a geometry, in their order. */
function positionsIn(geometry: Json | null | undefined): readonly Position[] {
  const inside = (value: Json | undefined): readonly Position[] => {
    if (!Array.isArray(value)) return [];
    return typeof value[0] === 'number' ? [value as unknown as Position] : (value as readonly Json[]).flatMap(inside);
  };
  return inside((geometry as JsonObject | null | undefined)?.['coordinates']);
}
