/** WKT: a geometry as text (OGC 06-103r4), with the published decimals of its positions. */
import type { Geometry, Position } from '../../schemas/geometry.ts';

type Nested = Position | readonly Nested[];

/** Returns the WKT of a geometry, with `Z` where it has heights. */
export function wktOf({ type, coordinates }: Geometry): string {
  return `${type.toUpperCase()}${hasHeights(coordinates) ? ' Z' : ''} ${type === 'Point' ? `(${positionText(coordinates)})` : nestedText(coordinates, type === 'MultiPoint')}`;
}

function hasHeights(part: Nested): boolean {
  const [first] = part;
  return typeof first === 'object' ? hasHeights(first) : part.length > 2;
}

/** Each point of a MultiPoint has parentheses of its own. */
function nestedText(parts: readonly Nested[], arePoints: boolean): string {
  return `(${parts.map((part) => {
    if (typeof part[0] !== 'number') return nestedText(part as readonly Nested[], arePoints);
    const text = positionText(part as Position);
    return arePoints ? `(${text})` : text;
  }).join(', ')})`;
}

function positionText(position: Position): string {
  return position.join(' ');
}
