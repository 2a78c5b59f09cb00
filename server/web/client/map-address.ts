/**
 * Map address: the state of the map as a query string, and back. The address reproduces the view, so it can be shared. Pure.
 * Parameters with their usual value are left out. The server checks the same parameters (server/parameters/map-query.ts).
 */
export interface MapState {
  /** Centre of the view in RD. */
  readonly centre: readonly [number, number];
  /** Zoom level in the grid of PDOK; fractions are allowed. */
  readonly zoom: number;
  /** Collections that are shown; null: the usual ones. */
  readonly kinds: readonly string[] | null;
  /** A filter in CQL2 text; empty: none. */
  readonly filter: string;
  /** Day of validity; empty: today. */
  readonly validOn: string;
  /** Moment of availability; empty: now. */
  readonly availableAt: string;
  /** The kind of geometry that objects must have (geometrieSoort); empty: every kind. */
  readonly geometryKind: string;
  /** The searched place: a point (2 numbers) or the corners of an area; empty: none. */
  readonly place: readonly number[];
  /** Metres around a point. */
  readonly radius: number;
  /** Whether objects must lie wholly within a searched area. */
  readonly isInside: boolean;
  /** Corners of a measured line. */
  readonly line: readonly number[];
}

/** Names and values of parameters. */
export type Pairs = readonly (readonly [name: string, value: string])[];

export const USUAL_STATE: MapState = {
  centre: [155_000, 463_000], zoom: 2.6, kinds: null, filter: '', validOn: '', availableAt: '', geometryKind: '', place: [], radius: 500,
  isInside: false, line: [],
};

/** Returns the state of an address. A value that is no number counts as absent; the server has refused it. */
export function stateOf(search: string): MapState {
  const given = new URLSearchParams(search);
  const textOf = (name: string): string => given.get(name) ?? '';
  const [x, y] = numbersIn(textOf('midden'));
  const [zoom] = numbersIn(textOf('zoom'));
  const place = numbersIn(textOf('plaats'));
  const start = x !== undefined && y !== undefined ? [x, y] as const : centreOf(place);
  return {
    centre: start ?? USUAL_STATE.centre,
    zoom: zoom ?? (place.length > 0 ? 10 : USUAL_STATE.zoom),
    kinds: given.get('collecties')?.split(',').filter((kind) => kind !== '') ?? null,
    filter: textOf('filter'), validOn: textOf('geldigOp'), availableAt: textOf('beschikbaarOp'), geometryKind: textOf('geometrieSoort'),
    place, radius: numbersIn(textOf('straal'))[0] ?? USUAL_STATE.radius, isInside: textOf('relatie') === 'binnen',
    line: numbersIn(textOf('lijn')),
  };
}

/** Returns the radius that a field says, in whole metres; an empty field has the usual radius. */
export function radiusOf(text: string, max: number): number {
  return text.trim() === '' ? USUAL_STATE.radius : Math.max(0, Math.min(max, Math.round(Number(text))));
}

function centreOf(corners: readonly number[]): readonly [number, number] | undefined {
  if (corners.length < 2) return undefined;
  const middle = (offset: 0 | 1): number => {
    const values = corners.filter((_, at) => at % 2 === offset);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  return [middle(0), middle(1)];
}

/** Returns the query string of a state; `passed`: parameters of the page that stay, such as the language. */
export function searchOf(state: MapState, passed = ''): string {
  const { centre, zoom, kinds, line } = state;
  const pairs: Pairs = [
    ['midden', centre.map(Math.round).join(',')], ['zoom', String(Math.round(zoom * 100) / 100)],
    // Without a value: no kind is chosen.
    ...kinds === null ? [] : [['collecties', kinds.join(',')] as const],
    ...conditionPairs(state),
    ...placePairs(state),
    ...line.length === 0 ? [] : [['lijn', line.join(',')] as const],
  ];
  return [queryOf(pairs), ...passed === '' ? [] : [passed]].join('&');
}

/** Returns the parameters that select objects: filter, kind of geometry and moments. */
export function conditionPairs(state: MapState): Pairs {
  return [...given('filter', state.filter), ...given('geometrieSoort', state.geometryKind), ...momentPairs(state)];
}

/** Returns the parameters of the searched place; none without one. */
export function placePairs({ place, radius, isInside }: Pick<MapState, 'place' | 'radius' | 'isInside'>): Pairs {
  return [
    ...given('plaats', place.join(',')), ...place.length === 2 ? [['straal', String(radius)] as const] : [],
    ...place.length > 2 && isInside ? [['relatie', 'binnen'] as const] : [],
  ];
}

/** Returns the moments of a state, which the addresses of objects and places take too. */
export function momentPairs({ validOn, availableAt }: MapState): Pairs {
  return [...given('geldigOp', validOn), ...given('beschikbaarOp', availableAt)];
}

function given(name: string, value: string): Pairs {
  return value === '' ? [] : [[name, value]];
}

/** Returns pairs as a query string; commas, colons and slashes stay readable. */
export function queryOf(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
}

function encoded(value: string): string {
  return encodeURIComponent(value).replace(/%(?:2C|3A|2F)/g, decodeURIComponent);
}

function numbersIn(text: string): readonly number[] {
  const numbers = text === '' ? [] : text.split(',').map(Number);
  return numbers.every(Number.isFinite) ? numbers : [];
}
