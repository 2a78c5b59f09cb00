/** OpenLayers, which the page loads as one script with a global name, with its types; and RD with the tile grid of PDOK. */
import type OpenLayers from 'ol/dist/ol.js';
import type Projection from 'ol/proj/Projection.js';

export const { ol } = globalThis as unknown as { readonly ol: typeof OpenLayers };

/** Metres per pixel of the first level of the grid of PDOK; each next level halves it. */
const FIRST_RESOLUTION = 3_440.64;
const LEVELS = 17;
/** North-west corner of the grid of PDOK, and the square that it covers. */
const GRID_ORIGIN = [-285_401.92, 903_401.92];
const GRID_EXTENT = [-285_401.92, 22_598.08, 595_401.92, 903_401.92];

/** Data come from the server in RD, so nothing is transformed; positions are drawn exactly where they are. */
export const RD: Projection = new ol.proj.Projection({ code: 'EPSG:28992', units: 'm', extent: GRID_EXTENT });
ol.proj.addProjection(RD);

export const RESOLUTIONS = Array.from({ length: LEVELS }, (_, level) => FIRST_RESOLUTION / 2 ** level);

export function resolutionOf(zoom: number): number {
  return FIRST_RESOLUTION / 2 ** zoom;
}

export function zoomOf(resolution: number): number {
  return Math.log2(FIRST_RESOLUTION / resolution);
}

/** Returns a layer of tiles in RD; the address has {z}, {x} and {y}. */
export function tileLayer({ url, attribution }: { readonly url: string; readonly attribution: string }) {
  const tileGrid = new ol.tilegrid.TileGrid({ origin: GRID_ORIGIN, extent: GRID_EXTENT, resolutions: RESOLUTIONS, tileSize: 256 });
  return new ol.layer.Tile({ source: new ol.source.XYZ({ url, projection: RD, tileGrid, attributions: attribution }) });
}
