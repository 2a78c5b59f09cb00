/**
 * RD projection: the double stereographic projection of the Netherlands (EPSG method 9809), both ways, on Bessel 1841.
 *
 * Positions lie one after another, `stride` numbers each, and are replaced: latitude and longitude in degrees, or x and y in metres. A
 * third number stays as it is.
 * Invariants:
 *  - Closed forms, never iteration: isometric latitudes relative to Amersfoort, and short series. Exact to 0.001 mm wherever the
 *    projection is used.
 *  - Undefined at the antipode of Amersfoort only, where the numbers are not finite. Never throws.
 * Not here: datum shift and grids (rdnaptrans.ts).    Source: RDNAPTRANS2018, RD map projection
 */
import { AMERSFOORT, BESSEL, DEGREES, RADIANS } from './datum.ts';
import { atan2, atanh, cos, sin, tanh } from './small-angles.ts';

const X_0 = 155_000;
const Y_0 = 463_000;
const SCALE = 0.9999079;

const NORTH_0 = AMERSFOORT.latitude;
const EAST_0 = AMERSFOORT.longitude;
const { a, e2 } = BESSEL;
const E = Math.sqrt(e2);
const SIN_0 = Math.sin(AMERSFOORT.latitude);
const COS_0 = Math.cos(AMERSFOORT.latitude);
/** Radii of curvature at Amersfoort, in the prime vertical and in the meridian. */
const RADIUS_NORMAL = a / Math.sqrt(1 - e2 * SIN_0 * SIN_0);
const RADIUS_MERIDIAN = (RADIUS_NORMAL * (1 - e2)) / (1 - e2 * SIN_0 * SIN_0);
/** Diameter of the conformal sphere, scaled. */
const DIAMETER = 2 * SCALE * Math.sqrt(RADIUS_NORMAL * RADIUS_MERIDIAN);
/** Factor by which differences of isometric latitude and of longitude grow from ellipsoid to sphere. */
const N = Math.sqrt(1 + (e2 * COS_0 ** 4) / (1 - e2));
/** Latitude of Amersfoort on the sphere. */
const SPHERE_0 = Math.atan(Math.sqrt(RADIUS_MERIDIAN / RADIUS_NORMAL) * Math.tan(AMERSFOORT.latitude));
const SPHERE_SIN_0 = Math.sin(SPHERE_0);
const SPHERE_COS_0 = Math.cos(SPHERE_0);
/** Conformal latitude of Amersfoort. */
const CONFORMAL_SIN_0 = Math.tanh(Math.atanh(SIN_0) - E * Math.atanh(E * SIN_0));
const CONFORMAL_COS_0 = Math.sqrt(1 - CONFORMAL_SIN_0 * CONFORMAL_SIN_0);
const CONFORMAL_0 = Math.asin(CONFORMAL_SIN_0);

/**
 * Geodetic minus conformal latitude is C2 sin 2chi + C4 sin 4chi + C6 sin 6chi + C8 sin 8chi, chi the conformal one.
 */
const C2 = e2 / 2 + (5 * e2 ** 2) / 24 + e2 ** 3 / 12 + (13 * e2 ** 4) / 360;
const C4 = (7 * e2 ** 2) / 48 + (29 * e2 ** 3) / 240 + (811 * e2 ** 4) / 11_520;
const C6 = (7 * e2 ** 3) / 120 + (81 * e2 ** 4) / 1_120;
const C8 = (4_279 * e2 ** 4) / 161_280;

/** Replaces Bessel latitude and longitude (degrees) with RD x and y (metres). */
export function project(positions: Float64Array, stride: 2 | 3): void {
  for (let at = 0; at + stride <= positions.length; at += stride) {
    const north = positions[at]! * RADIANS - NORTH_0;
    const sinLat = SIN_0 * cos(north) + COS_0 * sin(north);
    // atanh p - atanh q = atanh((p - q) / (1 - p q)), used for the sphere and for the ellipsoid.
    const isometric = atanh((sinLat - SIN_0) / (1 - sinLat * SIN_0))
      - E * atanh((E * (sinLat - SIN_0)) / (1 - e2 * sinLat * SIN_0));
    const t = tanh(N * isometric);
    const share = 1 / (1 + SPHERE_SIN_0 * t);
    const up = (SPHERE_SIN_0 + t) * share;
    const axial = SPHERE_COS_0 * Math.sqrt(1 - t * t) * share;
    const turn = N * (positions[at + 1]! * RADIANS - EAST_0);
    const out = axial * cos(turn);
    const reach = DIAMETER / (1 + SPHERE_SIN_0 * up + SPHERE_COS_0 * out);
    positions[at] = X_0 + reach * axial * sin(turn);
    positions[at + 1] = Y_0 + reach * (SPHERE_COS_0 * up - SPHERE_SIN_0 * out);
  }
}

/** Replaces RD x and y (metres) with Bessel latitude and longitude (degrees). */
export function unproject(positions: Float64Array, stride: 2 | 3): void {
  for (let at = 0; at + stride <= positions.length; at += stride) {
    const dx = (positions[at]! - X_0) / DIAMETER;
    const dy = (positions[at + 1]! - Y_0) / DIAMETER;
    // The position on the unit sphere: `out` through the equator on the meridian of Amersfoort, `east` across it, `up` through the pole.
    const t2 = dx * dx + dy * dy;
    const stretch = 1 / (1 + t2);
    const cosFar = (1 - t2) * stretch;
    const east = 2 * dx * stretch;
    const ahead = 2 * dy * stretch;
    const out = cosFar * SPHERE_COS_0 - ahead * SPHERE_SIN_0;
    const up = cosFar * SPHERE_SIN_0 + ahead * SPHERE_COS_0;

    const isometric = atanh((up - SPHERE_SIN_0) / (1 - up * SPHERE_SIN_0)) / N;
    const t = tanh(isometric);
    const share = 1 / (1 + CONFORMAL_SIN_0 * t);
    const sinConformal = (CONFORMAL_SIN_0 + t) * share;
    const cosConformal = CONFORMAL_COS_0 * Math.sqrt(1 - t * t) * share;
    const fromAmersfoort = atan2(
      sinConformal * CONFORMAL_COS_0 - cosConformal * CONFORMAL_SIN_0,
      cosConformal * CONFORMAL_COS_0 + sinConformal * CONFORMAL_SIN_0,
    );
    // Clenshaw's sum of the series.
    const sin2 = 2 * sinConformal * cosConformal;
    const cos2 = 1 - 2 * sinConformal * sinConformal;
    const b3 = C6 + 2 * cos2 * C8;
    const b2 = C4 + 2 * cos2 * b3 - C8;
    const b1 = C2 + 2 * cos2 * b2 - b3;
    positions[at] = (CONFORMAL_0 + fromAmersfoort + sin2 * b1) * DEGREES;
    // atan2, not atan, which is wrong on the far side of the earth.
    positions[at + 1] = (EAST_0 + atan2(east, out) / N) * DEGREES;
  }
}
