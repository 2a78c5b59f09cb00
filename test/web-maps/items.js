/**
 * Features of a collection for a map on a page of another site: those of a box, page after page by the link `next`.
 * Not here: the maps (openlayers.html, maplibre.html).
 */
const PAGE_SIZE = 5;

/** Features in `box`; in the CRS with the URI `crs`, which is also that of the box, or in CRS84 without one. */
export async function itemsOf(service, collection, box, crs) {
  const query = new URLSearchParams({ bbox: box.join(','), limit: String(PAGE_SIZE), ...crs && { 'bbox-crs': crs, crs } });
  const features = [];
  let next = `${service}/collections/${collection}/items?${query}`;
  while (next !== undefined) {
    const response = await fetch(next);
    const body = await response.json();
    if (!response.ok) throw new Error(`${response.status} of ${next}: ${JSON.stringify(body)}`);
    const given = response.headers.get('content-crs');
    if (crs !== undefined && given !== `<${crs}>`) throw new Error(`${next} is in ${given}`);
    features.push(...body.features);
    next = body.links.find(({ rel }) => rel === 'next')?.href;
  }
  return features;
}

/** Ids of those corners at which one of the canvases, which have no background, has a colour: `corners` are pairs of an id and [x, y] in pixels. */
export function paintedOf(canvases, corners) {
  const images = canvases.map((canvas) => {
    const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, copy.width, copy.height);
  });
  const isPainted = ([x, y]) => images.some(({ data, width, height }) => x >= 0 && y >= 0 && x < width && y < height && data[4 * (Math.floor(y) * width + Math.floor(x)) + 3] > 0);
  return corners.filter(([, corner]) => isPainted(corner)).map(([id]) => id);
}
