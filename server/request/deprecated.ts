/**
 * Deprecated: CRSs by their old names in headers, `Accept-Crs: EPSG:28992` and `Content-Crs: EPSG:28992` (Interface Rules,
 * Deprecated rules). Only a request that carries them is told of them.
 *
 * Accept-Crs means what the parameter `crs` means and is read as if that had been given (parameters/query.ts), so every answer with
 * geometry knows it by itself, and links name the CRS as a parameter; a parameter that is there wins. EPSG:4326 names the numbers of
 * CRS84, longitude first, as the old clients expect. Content-Crs of the answer is in the words of the request.
 */
import { CRSS, parseCrsUri, type Crs, type PublishedCrs } from '../../schemas/crs.ts';

const BY_NAME: ReadonlyMap<string, PublishedCrs> = new Map([
  ['EPSG:4326', 'CRS84'], ['EPSG:3857', '3857'], ['EPSG:4258', '4258'], ['EPSG:28992', '28992'],
]);

export const OLD_CRS_NAMES: readonly string[] = [...BY_NAME.keys()];

/** The CRS that an old name means, in any case; undefined for anything else. */
export function crsByOldName(name: string): Crs | undefined {
  const code = BY_NAME.get(canonical(name));
  return code === undefined ? undefined : CRSS[code];
}

/** Headers of an answer, flat; Content-Crs in the old name when Accept-Crs gave that of the same CRS. */
export function saidInOldNames(headers: readonly string[], acceptCrs: string): readonly string[] {
  const at = headers.indexOf('Content-Crs') + 1;
  if (at === 0) return headers;
  const answered = parseCrsUri(headers[at]!.slice(1, -1));
  return answered === undefined || answered !== crsByOldName(acceptCrs) ? headers : headers.with(at, canonical(acceptCrs));
}

function canonical(name: string): string {
  return name.trim().toUpperCase();
}
