/** Ways to break a geometry (level 3): four that the schema sees, and seven that it cannot. */
import { own } from '../../../schemas/json.ts';
import { bySchema, ofGeometry, ofRing, withPositions, type Position, type Way } from './way.ts';

function beyond(name: string, rule: string, change: Way['change']): Way {
  return { name, visible: 'beyond', rule: `geometrie.${rule}`, severity: 'error', change };
}

const ofPositions = (make: (position: Position, index: number) => Position): Way['change'] =>
  ofGeometry((geometry) => withPositions(geometry, make));

/** Metres to the east: further than any generated shape is wide. */
const ASIDE = 20_000;
/** Utrecht, in degrees. */
const DEGREES: Position = [5.1214, 52.0907];

export const GEOMETRY_WAYS: readonly Way[] = [
  bySchema('geometry-missing', 'schema.required',
    ({ data }) => (own(data, 'geometrie') === undefined ? undefined : { geometrie: undefined })),
  bySchema('other-geometry-type', 'schema.geometrie',
    ofGeometry(({ coordinates }) => ({ type: 'GeometryCollection', coordinates: coordinates ?? [] }))),
  bySchema('too-few-positions', 'schema.geometrie', ofRing(([a, b]) => [[a!, b!, a!]])),
  bySchema('position-of-one-number', 'schema.geometrie',
    ofPositions((position, index) => (index === 0 ? position.slice(0, 1) : position))),
  beyond('ring-not-closed', 'ring-open', ofRing((ring) => [ring.slice(0, -1)])),
  beyond('bow-tie', 'zelfdoorsnijding', ofRing(([a, b, c, ...rest]) => [[a!, c!, b!, ...rest]])),
  beyond('spike', 'zelfdoorsnijding', ofRing(([a, ...rest]) => [[a!, [a![0]! - ASIDE / 10, a![1]!], a!, ...rest]])),
  beyond('hole-outside', 'gat-buiten-vlak',
    ofRing((ring) => [ring, ring.map(([x, y]) => [x! + ASIDE, y!])])),
  beyond('axes-swapped', 'buiten-bereik', ofPositions(([x, y]) => [y!, x!])),
  beyond('degrees-for-metres', 'ander-stelsel', ofPositions(() => DEGREES)),
  beyond('one-height', 'gemengd', ofGeometry((geometry) => (own(geometry, 'type') === 'Point'
    ? undefined
    : withPositions(geometry, (position, index) => (index === 0 ? [...position, 1.5] : position))))),
];
