/**
 * ITRF2014: its datum shift with ETRF2000, at one epoch (EPSG:8405, method 1053).
 *
 * The plate moves some 2.4 cm a year, so coordinates need an epoch; there is no default.
 * Invariant: the two directions undo each other to 1e-9 m.
 * Not here: which epoch (the operator's configuration).    Source: EPSG:8405, reference epoch 2010.0
 */
import { GRS80, shiftDatum, type Shift, type Triple } from './datum.ts';

const REFERENCE_EPOCH = 2010;
/** Values at the reference epoch, and rates a year: millimetres, parts per billion, milliarcseconds. */
const MOVE = { value: [54.7, 52.2, -74.1], rate: [0.1, 0.1, -1.9] } as const;
const GROW = { value: 2.12, rate: 0.11 } as const;
const TURN = { value: [1.701, 10.29, -16.632], rate: [0.081, 0.49, -0.792] } as const;
const MILLIARCSECOND = Math.PI / 180 / 3_600_000;

/**
 * Replaces ETRF2000 latitude, longitude (degrees)[, h (m)] with those of ITRF2014 at `epoch` (decimal year:
 * 2025.0). Without a third number the height counts as 0, which moves the result by less than 1e-9 degree.
 */
export function etrf2000ToItrf2014(positions: Float64Array, stride: 2 | 3, epoch: number): void {
  shiftDatum(positions, stride, { from: GRS80, to: GRS80, height: null, shift: inverse(epoch) });
}

/** Replaces ITRF2014 latitude, longitude (degrees)[, h (m)] at `epoch` with those of ETRF2000. */
export function itrf2014ToEtrf2000(positions: Float64Array, stride: 2 | 3, epoch: number): void {
  const { move, rows, scale } = parameters(epoch);
  const scaled = rows.map(([x, y, z]): Triple => [scale * x, scale * y, scale * z]) as [Triple, Triple, Triple];
  shiftDatum(positions, stride, { from: GRS80, to: GRS80, height: null, shift: { move, rows: scaled } });
}

function parameters(epoch: number): Shift & { readonly scale: number } {
  const years = epoch - REFERENCE_EPOCH;
  const at = (value: number, rate: number): number => value + rate * years;
  const turn = (axis: 0 | 1 | 2): number => at(TURN.value[axis], TURN.rate[axis]) * MILLIARCSECOND;
  const [rx, ry, rz] = [turn(0), turn(1), turn(2)];
  return {
    move: MOVE.value.map((value, axis) => at(value, MOVE.rate[axis]!) / 1000) as [number, number, number],
    rows: [[1, -rz, ry], [rz, 1, -rx], [-ry, rx, 1]],
    scale: 1 + at(GROW.value, GROW.rate) * 1e-9,
  };
}

/** X_I = R^T (X_E - T) / (1 + D): the rotation is so small that its transpose is its inverse. */
function inverse(epoch: number): Shift {
  const { move: [x, y, z], rows: [first, second, third], scale } = parameters(epoch);
  const column = (axis: 0 | 1 | 2): Triple => [first[axis] / scale, second[axis] / scale, third[axis] / scale];
  const rows = [column(0), column(1), column(2)] as const;
  return { rows, move: rows.map((row) => -(row[0] * x + row[1] * y + row[2] * z)) as [number, number, number] };
}
