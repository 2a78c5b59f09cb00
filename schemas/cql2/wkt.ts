/** WKT: the geometries of a CQL2 text, Well-Known Text and `BBOX(…)`, heights allowed. */
import type { GeometryType, Position } from '../geometry.ts';
import { FilterFault, type Coordinates, type Expression, type GeometryExpression } from './expression.ts';
import { finite, Tokens } from './tokens.ts';

/** Depth of positions in the brackets of each geometry. */
const DEPTHS: Readonly<Record<string, { readonly type: GeometryType; readonly depth: number }>> = {
  POINT: { type: 'Point', depth: 0 },
  LINESTRING: { type: 'LineString', depth: 1 },
  POLYGON: { type: 'Polygon', depth: 2 },
  MULTIPOINT: { type: 'MultiPoint', depth: 1 },
  MULTILINESTRING: { type: 'MultiLineString', depth: 2 },
  MULTIPOLYGON: { type: 'MultiPolygon', depth: 3 },
};

export function isGeometryWord(word: string): boolean {
  return Object.hasOwn(DEPTHS, word);
}

/** Parses a text that is exactly one geometry, to GeoJSON; undefined for other texts. */
export function geometryInText(text: string): { readonly type: GeometryType; readonly coordinates: Coordinates } | undefined {
  try {
    const tokens = new Tokens(text);
    const { text: word, at } = tokens.take();
    const geometry = isGeometryWord(word.toUpperCase()) ? readGeometryText(word.toUpperCase(), at, tokens) : undefined;
    if (geometry?.kind !== 'geometry' || tokens.current.kind !== 'end') return undefined;
    return { type: geometry.type, coordinates: geometry.coordinates };
  } catch (error) {
    if (error instanceof FilterFault) return undefined;
    throw error;
  }
}

/** Reads the geometry collection after its keyword. */
export function readCollectionText(at: number, tokens: Tokens): Expression {
  const item = (): GeometryExpression => {
    const { text, at: start } = tokens.current;
    const word = text.toUpperCase();
    if (!isGeometryWord(word)) throw tokens.unexpected('een geometrie, zoals POINT', 'a geometry, such as POINT');
    tokens.take();
    return readGeometryText(word, start, tokens);
  };
  tokens.takeIf('Z');
  tokens.expect('(');
  const items = [item()];
  while (tokens.takeIf(',')) items.push(item());
  return closed({ kind: 'geometries', items, at }, tokens);
}

/** Reads the geometry after its keyword. */
export function readGeometryText(word: string, at: number, tokens: Tokens): GeometryExpression {
  const { type, depth } = DEPTHS[word]!;
  tokens.takeIf('Z');
  if (type === 'Point') {
    tokens.expect('(');
    return { kind: 'geometry', type, coordinates: closed(position(tokens), tokens), at };
  }
  return { kind: 'geometry', type, coordinates: list(depth, tokens, type === 'MultiPoint'), at };
}

/** Reads the box after its keyword. */
export function readBboxText(at: number, tokens: Tokens): Expression {
  tokens.expect('(');
  const numbers = [number(tokens)];
  while (tokens.takeIf(',')) numbers.push(number(tokens));
  return closed({ kind: 'bbox', numbers, at }, tokens);
}

/** Reads a list. `bracketed`: each point of a MultiPoint may have its own brackets. */
function list(depth: number, tokens: Tokens, bracketed: boolean): Coordinates {
  const item = (): Coordinates => {
    if (depth > 1) return list(depth - 1, tokens, bracketed);
    return bracketed && tokens.takeIf('(') ? closed(position(tokens), tokens) : position(tokens);
  };
  tokens.expect('(');
  const items = [item()];
  while (tokens.takeIf(',')) items.push(item());
  return closed(items, tokens);
}

function closed<T>(value: T, tokens: Tokens): T {
  tokens.expect(')');
  return value;
}

function position(tokens: Tokens): Position {
  const numbers = [number(tokens), number(tokens)];
  return tokens.current.kind === 'number' ? [...numbers, number(tokens)] : numbers;
}

function number(tokens: Tokens): number {
  const { kind, text, at } = tokens.current;
  if (kind !== 'number') throw tokens.unexpected('een getal', 'a number');
  tokens.take();
  return finite(text, at);
}
