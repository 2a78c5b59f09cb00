/**
 * Benchmark: RD to ETRS89 and back, ours beside proj4 in one run. As a program: `node coordinates.ts`.
 *
 * Both sides go from one typed array of seeded positions over the Netherlands to another. proj4 gets the usual seven parameters without
 * grids: less work, and up to 0.24 m off. Rounds alternate and the best of each counts, so a busy machine harms both alike.
 */
import proj4 from 'proj4';
import { loadGrids } from '../../pipelines/coordinates/grids.ts';
import { etrf2000ToRd, rdToEtrf2000 } from '../../pipelines/coordinates/rdnaptrans.ts';
import { printRows, type Row } from './table.ts';

const PROJ4_RD = '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 '
  + '+x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725 +units=m +no_defs';

const POSITIONS = 200_000;
const ROUNDS = 15;

/** Measures both directions; some seconds. */
export function coordinatesRows(): readonly Row[] {
  process.stderr.write('coordinates\n');
  const grids = loadGrids();
  const rd = seededRd(POSITIONS);
  const etrs = rd.slice();
  rdToEtrf2000(etrs, 2, grids);
  const converter = proj4(PROJ4_RD, 'EPSG:4326');
  const result = new Float64Array(rd.length);
  const measure = (name: string, run: () => void, other: () => void): Row => {
    const best = { ours: Infinity, proj4: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      best.ours = Math.min(best.ours, seconds(run));
      best.proj4 = Math.min(best.proj4, seconds(other));
    }
    const millions = (taken: number): string => `${(POSITIONS / taken / 1e6).toFixed(2)} M`;
    return {
      what: name, ours: `${millions(best.ours)} positions/s`, beside: `proj4: ${millions(best.proj4)}`,
      ratio: `${(best.proj4 / best.ours).toFixed(1)}×`,
    };
  };
  return [
    measure('RD to ETRS89', () => {
      result.set(rd);
      rdToEtrf2000(result, 2, grids);
    }, () => {
      for (let at = 0; at < rd.length; at += 2) {
        const [longitude, latitude] = converter.forward([rd[at]!, rd[at + 1]!]);
        result[at] = latitude;
        result[at + 1] = longitude;
      }
    }),
    measure('ETRS89 to RD', () => {
      result.set(etrs);
      etrf2000ToRd(result, 2, grids);
    }, () => {
      for (let at = 0; at < rd.length; at += 2) {
        const [x, y] = converter.inverse([etrs[at + 1]!, etrs[at]!]);
        result[at] = x;
        result[at + 1] = y;
      }
    }),
  ];
}

function seconds(run: () => void): number {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
}

/** Mulberry32: the same positions in every run. */
function seededRd(count: number): Float64Array {
  let state = 28_992;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Float64Array.from({ length: 2 * count }, (_, at) =>
    (at % 2 === 0 ? 20_000 + 250_000 * next() : 310_000 + 300_000 * next()));
}

if (import.meta.main) await printRows(async () => coordinatesRows());
