/**
 * Legacy CRS names: `Accept-Crs: EPSG:28992` and `Content-Crs: EPSG:28992` (Interface Rules, Deprecated rules). Only a request that uses a
 * legacy name gets one back.
 *
 * Accept-Crs means the same as the parameter `crs`, and is read as that parameter (parameters/query.ts). Links name the CRS as a
 * parameter. A parameter wins over the header. EPSG:4326 means the numbers of CRS84, longitude first, as the legacy clients expect.
 */
import { CRSS, parseCrsUri, type Crs, type PublishedCrs } from '../../schemas/crs.ts';

const BY_NAME: ReadonlyMap<string, PublishedCrs> = new Map([
  ['EPSG:4326', 'CRS84'], ['EPSG:3857', '3857'], ['EPSG:4258', '4258'], ['EPSG:28992', '28992'],
]);

export const LEGACY_CRS_NAMES: readonly string[] = [...BY_NAME.keys()];

/** Returns the CRS of a legacy name, in any case; undefined for other texts. */
export function crsByLegacyName(name: string): Crs | undefined {
  const code = BY_NAME.get(canonical(name));
  return code === undefined ? undefined : CRSS[code];
}

/** Returns flat response headers. Content-Crs has the legacy name when Accept-Crs named the same CRS. */
export function withLegacyContentCrs(headers: readonly string[], acceptCrs: string): readonly string[] {
  const at = headers.indexOf('Content-Crs') + 1;
  if (at === 0) return headers;
  const answered = parseCrsUri(headers[at]!.slice(1, -1));
  return answered === undefined || answered !== crsByLegacyName(acceptCrs) ? headers : headers.with(at, canonical(acceptCrs));
}

function canonical(name: string): string {
  return name.trim().toUpperCase();
}
