/** Position in RD: one position of a question, transformed by the official procedure and rounded as RD is published. */
import type { ToRd } from '../../schemas/crs.ts';
import { gridsOfThread } from './grids.ts';
import { transform } from './transform.ts';

/** Positions in RD are published in millimetres. */
const MILLIMETRES = 1000;

export const positionInRd: ToRd = (position, from) => {
  const given = Float64Array.of(...position);
  const numbers = from === '28992' ? given : transform(given, { from, to: '28992' }, { grids: gridsOfThread() });
  const [x, y] = numbers.map((number) => Math.round(number * MILLIMETRES) / MILLIMETRES);
  return [x!, y!];
};
