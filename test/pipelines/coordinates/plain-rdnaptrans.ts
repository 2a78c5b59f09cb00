/**
 * Plain RDNAPTRANS2018: written word by word from the procedure, with its iterations, one position at a time. It is slow, and shares only
 * the unpacked grids with the product: the oracle for its closed forms.
 */
import type { WholeGrids } from '../../../pipelines/coordinates/packed-grids.ts';

type Pair = readonly [number, number];
const RAD = Math.PI / 180;
const GRS80 = { a: 6378137, f: 1 / 298.257222101 };
const BESSEL = { a: 6377397.155, f: 1 / 299.1528128 };
const e2Of = (f: number): number => f * (2 - f);

function xyz({ a, f }: typeof GRS80, [lat, lon]: Pair, h: number): number[] {
  const e2 = e2Of(f);
  const n = a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
  const r = (n + h) * Math.cos(lat);
  return [r * Math.cos(lon), r * Math.sin(lon), (n * (1 - e2) + h) * Math.sin(lat)];
}

function latLon({ a, f }: typeof GRS80, [x, y, z]: number[]): Pair {
  const e2 = e2Of(f);
  const r = Math.hypot(x!, y!);
  let lat = Math.atan(z! / r);
  for (let round = 0; round < 50; round++) {
    const n = a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
    lat = Math.atan((z! + e2 * n * Math.sin(lat)) / r);
  }
  return [lat, Math.atan2(y!, x!)];
}

function helmert([x, y, z]: number[], t: number[], [a, b, g, d]: number[]): number[] {
  const [sa, sb, sg] = [Math.sin(a!), Math.sin(b!), Math.sin(g!)];
  const [ca, cb, cg] = [Math.cos(a!), Math.cos(b!), Math.cos(g!)];
  const rows = [
    [cg * cb, cg * sb * sa + sg * ca, -cg * sb * ca + sg * sa],
    [-sg * cb, -sg * sb * sa + cg * ca, sg * sb * ca + cg * sa],
    [sb, -cb * sa, cb * ca],
  ];
  return rows.map((row, axis) => t[axis]! + (1 + d!) * (row[0]! * x! + row[1]! * y! + row[2]! * z!));
}

function correction({ latitude, longitude }: WholeGrids, [lat, lon]: Pair): Pair {
  const [u, v] = [(lat - 50) / 0.0125, (lon - 2) / 0.02];
  if (!(u >= 0 && u <= 480 && v >= 0 && v <= 300)) return [0, 0];
  const [i, j] = [Math.min(Math.floor(u), 479), Math.min(Math.floor(v), 299)];
  const [du, dv] = [u - i, v - j];
  const at = (grid: Int32Array, row: number, column: number): number => grid[row * 301 + column]! * 1e-9;
  const value = (grid: Int32Array): number =>
    (1 - du) * ((1 - dv) * at(grid, i, j) + dv * at(grid, i, j + 1))
    + du * ((1 - dv) * at(grid, i + 1, j) + dv * at(grid, i + 1, j + 1));
  return [value(latitude), value(longitude)];
}

const PHI0 = (52 + 9 / 60 + 22.178 / 3600) * RAD;
const LAM0 = (5 + 23 / 60 + 15.5 / 3600) * RAD;
const K = 0.9999079;
const E2 = e2Of(BESSEL.f);
const E = Math.sqrt(E2);
const RN = BESSEL.a / Math.sqrt(1 - E2 * Math.sin(PHI0) ** 2);
const RM = (RN * (1 - E2)) / (1 - E2 * Math.sin(PHI0) ** 2);
const R = Math.sqrt(RM * RN);
const SPHERE0 = Math.atan((Math.sqrt(RM) / Math.sqrt(RN)) * Math.tan(PHI0));
const N = Math.sqrt(1 + (E2 * Math.cos(PHI0) ** 4) / (1 - E2));
const bend = (lat: number): number => (E / 2) * Math.log((1 + E * Math.sin(lat)) / (1 - E * Math.sin(lat)));
const q = (lat: number): number => Math.log(Math.tan(lat / 2 + Math.PI / 4)) - bend(lat);
const M = Math.log(Math.tan(SPHERE0 / 2 + Math.PI / 4)) - N * q(PHI0);

/** ETRS89 latitude and longitude (degrees) to RD x and y. */
export function plainToRd(grids: WholeGrids, position: Pair): Pair {
  const bessel = helmert(xyz(GRS80, [position[0] * RAD, position[1] * RAD], 43),
    [-565.7346, -50.4058, -465.2895], [-1.91513e-6, 1.60365e-6, -9.09546e-6, -4.07242e-6]);
  const pseudo = latLon(BESSEL, bessel).map((angle) => angle / RAD) as unknown as Pair;
  let real = pseudo;
  for (let round = 0; round < 10; round++) {
    const [lat, lon] = correction(grids, real);
    real = [pseudo[0] - lat, pseudo[1] - lon];
  }
  const sphere = 2 * Math.atan(Math.exp(N * q(real[0] * RAD) + M)) - Math.PI / 2;
  const turn = N * (real[1] * RAD - LAM0);
  const [up, out] = [Math.sin(sphere), Math.cos(sphere) * Math.cos(turn)];
  const d = 1 + Math.sin(SPHERE0) * up + Math.cos(SPHERE0) * out;
  return [
    155000 + (2 * K * R * Math.cos(sphere) * Math.sin(turn)) / d,
    463000 + (2 * K * R * (Math.cos(SPHERE0) * up - Math.sin(SPHERE0) * out)) / d,
  ];
}

/** RD x and y to ETRS89 latitude and longitude (degrees). */
export function plainToEtrs89(grids: WholeGrids, [x, y]: Pair): Pair {
  const [dx, dy] = [x - 155000, y - 463000];
  const r = Math.hypot(dx, dy) || 1e-9;
  const psi = 2 * Math.atan(r / (2 * K * R));
  const xn = Math.cos(psi) * Math.cos(SPHERE0) - (dy / r) * Math.sin(psi) * Math.sin(SPHERE0);
  const yn = (dx / r) * Math.sin(psi);
  const zn = Math.cos(psi) * Math.sin(SPHERE0) + (dy / r) * Math.sin(psi) * Math.cos(SPHERE0);
  const isometric = (Math.log(Math.tan(Math.asin(zn) / 2 + Math.PI / 4)) - M) / N;
  let lat = 0;
  for (let round = 0; round < 30; round++) {
    lat = 2 * Math.atan(Math.exp(isometric + bend(lat))) - Math.PI / 2;
  }
  const real: Pair = [lat / RAD, (LAM0 + Math.atan2(yn, xn) / N) / RAD];
  const [dLat, dLon] = correction(grids, real);
  const grs80 = helmert(xyz(BESSEL, [(real[0] + dLat) * RAD, (real[1] + dLon) * RAD], 0),
    [565.7381, 50.4018, 465.2904], [1.91514e-6, -1.60363e-6, 9.09546e-6, 4.07244e-6]);
  return latLon(GRS80, grs80).map((angle) => angle / RAD) as unknown as Pair;
}
