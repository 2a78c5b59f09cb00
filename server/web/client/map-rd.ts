/** Map RD: transforms a position of the browser to RD by proj4, which the page loads as a script with a global name. Accurate to decimetres. */
import type Proj4 from 'proj4';

/** Official parameters of RD (EPSG:28992), with the seven parameters to WGS 84. */
const RD = '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel '
  + '+towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725 +units=m +no_defs';

export function rdOf(longitude: number, latitude: number): readonly [number, number] {
  const { proj4 } = globalThis as unknown as { readonly proj4: typeof Proj4 };
  const [x, y] = proj4(RD, [longitude, latitude]);
  return [x, y];
}
