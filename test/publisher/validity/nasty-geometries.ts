/**
 * Geometries on the edge of what rounding to the published decimals breaks: slivers, holes that touch in mid-edge, parts within a
 * millimetre, near-duplicate positions, spikes, long edges, many places, delivered in each CRS. Not all are valid.
 */
import type { CrsCode } from '../../../schemas/crs.ts';
import { flatten, type Vertices } from '../../../schemas/check/flatten.ts';
import type { Json } from '../../../schemas/json.ts';
import { gridsOfThread } from '../../../pipelines/coordinates/grids.ts';
import { transform } from '../../../pipelines/coordinates/transform.ts';

export interface NastyGeometry {
  readonly kind: string;
  readonly crs: CrsCode;
  readonly value: { readonly type: string; readonly coordinates: Json };
  readonly vertices: Vertices;
}

type Position = readonly [number, number];
type Ring = readonly Position[];

const grids = gridsOfThread();
const CRS_CODES = ['28992', 'CRS84', '4258', '3857'] as const;
/** Metres: of the whole, and of what is too small. */
const SIZES = [0.01, 1, 10, 100, 1_000];
const GAPS = [0.0003, 0.0007, 0.001, 0.0015, 0.002, 0.004];

interface Drawn {
  readonly size: number;
  readonly gap: number;
  readonly random: () => number;
}

function square(x: number, y: number, [width, height]: Position): Ring {
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height], [x, y]];
}

function polygon(...rings: readonly Ring[]): Shape {
  return { type: 'Polygon', parts: [rings] };
}

function parts(...shells: readonly Ring[]): Shape {
  return { type: 'MultiPolygon', parts: shells.map((shell) => [shell]) };
}

interface Shape {
  readonly type: 'Polygon' | 'MultiPolygon' | 'LineString';
  readonly parts: readonly (readonly Ring[])[];
}

const KINDS: Readonly<Record<string, (drawn: Drawn) => Shape>> = {
  sliver: ({ size, gap }) => polygon(square(0, 0, [size, gap])),
  'hole that touches in mid-edge': ({ size, random }) => {
    const at = size * (1 + 2 * random());
    return polygon(square(0, 0, [4 * size, 3 * size]), [[at, 0], [at + size * 0.2, size * 0.3], [at - size * 0.2, size * 0.3], [at, 0]]);
  },
  'hole beside the outside': ({ size, gap }) => polygon(square(0, 0, [4 * size, 3 * size]), square(size, gap, [size, size])),
  'hole that touches at a corner': ({ size }) => polygon(square(0, 0, [4 * size, 3 * size]), [[0, 0], [size, size / 2], [size / 2, size], [0, 0]]),
  'parts side by side': ({ size, gap, random }) => parts(square(0, 0, [size, size]), square(size + gap, random() * size * 0.5, [size, size])),
  'parts of one width': ({ size, gap }) => parts(square(0, 0, [size, size]), square(0, size + gap, [size, size])),
  'parts that touch in mid-edge': ({ size, random }) => {
    const at = size * (0.2 + 0.6 * random());
    return parts(square(0, 0, [size, -size]), [[at, 0], [at + size, size], [at - size, size], [at, 0]]);
  },
  'near-duplicate positions': ({ size, gap }) => polygon([[0, 0], [gap, 0], [size, 0], [size, size], [size - gap, size], [0, size], [0, gap], [0, 0]]),
  spike: ({ size, gap }) => polygon([
    [0, 0], [size, 0], [size, size], [size / 2 + gap, size], [size / 2, size * 2], [size / 2 - gap / 3, size], [0, size], [0, 0],
  ]),
  comb: ({ size, gap }) => polygon([
    [0, 0], ...Array.from({ length: 6 }, (_, tooth): Ring => [[tooth * size * 0.2, 0], [tooth * size * 0.2 + size * 0.1, size - gap * (tooth % 2)]]).flat(),
    [size * 1.2, size + gap], [-size * 0.1, size + gap], [0, 0],
  ]),
  'short line': ({ gap, random }) => ({ type: 'LineString', parts: [[[[0, 0], [gap, gap * random()]]]] }),
  'concave building': ({ size }) => polygon([[0, 0], [size, 0], [size, size], [size / 2, size * 0.6], [0, size], [0, 0]]),
};

/** So many geometries; the same ones for a seed. */
export function nastyGeometries(count: number, seed: number): readonly NastyGeometry[] {
  const random = sequence(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  return Array.from({ length: count }, (_, index): NastyGeometry => {
    const kind = pick(Object.keys(KINDS));
    const { type, parts: rings } = KINDS[kind]!({ size: pick(SIZES), gap: pick(GAPS), random });
    const crs = CRS_CODES[index % CRS_CODES.length]!;
    const origin: Position = [20_000 + random() * 250_000, 310_000 + random() * 300_000];
    const angle = [0, random() * 2 * Math.PI, Math.PI / 4, Math.atan2(3, 4)][index % 4 === 0 ? Math.floor(random() * 4) : 1]!;
    const isRounded = random() < 0.5;
    const place = ([x, y]: Position): Json => {
      const rd = [origin[0] + x * Math.cos(angle) - y * Math.sin(angle), origin[1] + x * Math.sin(angle) + y * Math.cos(angle)];
      const there = crs === '28992' ? rd : [...transform(Float64Array.from(rd), { from: '28992', to: crs }, { grids })];
      const unit = crs === '28992' || crs === '3857' ? 1e3 : 1e8;
      return isRounded ? there.map((number) => Math.round(number * unit) / unit) : there;
    };
    const placed = rings.map((part) => part.map((ring) => ring.map(place)));
    const coordinates: Json = type === 'MultiPolygon' ? placed : type === 'Polygon' ? placed[0]! : placed[0]![0]!;
    const value = { type, coordinates };
    return { kind, crs, value, vertices: flatten(value)! };
  });
}

/** Numbers below 1, by a linear congruence: enough to scatter places. */
function sequence(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
