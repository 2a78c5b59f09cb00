/**
 * Map view: the drawn map: base layer, one layer for each kind, counts in cells, and the searched place. It knows nothing of the
 * address or the server.
 */
import type VectorLayer from 'ol/layer/Vector.js';
import type VectorSource from 'ol/source/Vector.js';
import type { MapState } from './map-address.ts';
import { countsIn, type Extent, type GeoJsonFeature, type InCells, type Shown, type View } from './map-load.ts';
import type { Kind, MapPageData } from './map-page-data.ts';
import { ol, RD, resolutionOf, RESOLUTIONS, tileLayer, zoomOf } from './map-ol.ts';
import { cellStyle, foundStyle, nameStyle, outlineStyle, placeStyle, styleOf } from './map-style.ts';

interface ShownKind {
  readonly shown: Shown;
  readonly kind: Kind;
}

type Position = readonly [number, number];

/** schemas/outline.ts */
interface Outline {
  readonly OUTLINE: readonly (readonly Position[])[];
}

/** schemas/provinces.ts */
interface Provinces {
  readonly PROVINCE_BORDERS: readonly (readonly Position[])[];
  readonly PROVINCE_NAMES: readonly (readonly [string, Position])[];
  readonly CITY_NAMES: readonly (readonly [string, Position])[];
}

type Layer = VectorLayer<VectorSource>;

/** Wait after the last move before the view counts as changed. */
const SETTLED_MS = 200;

export class MapView {
  readonly #map;
  readonly #target: HTMLElement;
  readonly #layers = new Map<string, { readonly layer: Layer; features: readonly GeoJsonFeature[] | null }>();
  readonly #cells: VectorSource = new ol.source.Vector();
  readonly #place: VectorSource = new ol.source.Vector();
  readonly #found: VectorSource = new ol.source.Vector();
  readonly #corners: VectorSource = new ol.source.Vector();
  readonly #format = new ol.format.GeoJSON({ dataProjection: RD, featureProjection: RD });

  constructor(target: HTMLElement, { data, words, state }: {
    readonly data: Pick<MapPageData, 'language' | 'extent' | 'country' | 'basemap'>;
    readonly words: { readonly zoomIn: string; readonly zoomOut: string }; readonly state: Pick<MapState, 'centre' | 'zoom'>;
  }) {
    this.#target = target;
    this.#map = new ol.Map({
      target,
      controls: [
        new ol.control.Zoom({ zoomInTipLabel: words.zoomIn, zoomOutTipLabel: words.zoomOut }), new ol.control.ScaleLine(),
        new ol.control.Attribution({ collapsible: false }),
      ],
      layers: [
        ...data.basemap === undefined ? [] : [tileLayer(data.basemap)],
        new ol.layer.Vector({ source: this.#cells, style: cellStyle(data.language), zIndex: 60 }),
        new ol.layer.Vector({ source: this.#found, style: foundStyle(), zIndex: 5 }),
        new ol.layer.Vector({ source: this.#place, style: placeStyle(), zIndex: 50 }),
        new ol.layer.Vector({ source: this.#corners, style: placeStyle(), zIndex: 70 }),
      ],
      view: new ol.View({
        projection: RD, center: [...state.centre], resolution: resolutionOf(state.zoom), extent: [...data.extent],
        minResolution: RESOLUTIONS.at(-1)!, maxResolution: RESOLUTIONS[0]!, constrainOnlyCenter: true,
      }),
    });
    // OpenLayers names these buttons + and – for screen readers, and has the word as a title only.
    for (const button of target.querySelectorAll<HTMLElement>('.ol-zoom button')) button.ariaLabel = button.title;
    if (data.basemap === undefined) void this.#drawCountry(data.country);
  }

  /** Draws the country, its provinces and their names, which are read when no basemap is configured. */
  async #drawCountry({ outline, provinces }: MapPageData['country']): Promise<void> {
    const { OUTLINE } = await import(outline) as Outline;
    const { PROVINCE_BORDERS, PROVINCE_NAMES, CITY_NAMES } = await import(provinces) as Provinces;
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const shapes = [
      ...OUTLINE.map((ring) => new ol.geom.Polygon([ringOf(ring.flat())])),
      ...PROVINCE_BORDERS.map((line) => new ol.geom.LineString(positionsOf(line.flat()))),
    ];
    const names = [...PROVINCE_NAMES.map(([name, at]) => named(name, at, true)), ...CITY_NAMES.map(([name, at]) => named(name, at, false))];
    const features = shapes.map((geometry) => new ol.Feature(geometry));
    this.#map.addLayer(new ol.layer.Vector({ source: new ol.source.Vector({ features }), style: outlineStyle(isDark), zIndex: 0 }));
    this.#map.addLayer(new ol.layer.Vector({
      source: new ol.source.Vector({ features: names }), style: nameStyle(isDark), declutter: true, zIndex: 40,
    }));
  }

  view(): View {
    const resolution = this.#map.getView().getResolution() ?? 1;
    const size = this.#map.getSize() ?? [1, 1];
    return { extent: this.#map.getView().calculateExtent(size) as unknown as Extent, resolution };
  }

  centre(): readonly [number, number] {
    const [x = 0, y = 0] = this.#map.getView().getCenter() ?? [];
    return [x, y];
  }

  moveTo(centre: readonly [number, number], zoom: number): void {
    this.#map.getView().setCenter([...centre]);
    this.#map.getView().setResolution(resolutionOf(zoom));
  }

  /** Calls back when the view has come to rest. */
  onMove(moved: (centre: readonly [number, number], zoom: number) => void): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#map.on('moveend', () => {
      clearTimeout(timer);
      timer = setTimeout(() => { moved(this.centre(), zoomOf(this.view().resolution)); }, SETTLED_MS);
    });
  }

  /** Calls back with a clicked position, or the middle of the map for Enter. */
  onPosition(pointed: (position: readonly [number, number]) => void): void {
    this.#map.on('singleclick', ({ coordinate: [x = 0, y = 0] }) => { pointed([x, y]); });
    this.#target.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.target !== this.#target) return;
      event.preventDefault();
      pointed(this.centre());
    });
  }

  /** Draws the kinds, and returns how many objects in view are drawn and counted. */
  draw(kinds: readonly ShownKind[]): InCells & { readonly drawn: number } {
    const wanted = new Set(kinds.map(({ kind }) => kind.id));
    for (const [id, { layer }] of this.#layers) layer.setVisible(wanted.has(id));
    for (const { shown, kind } of kinds) this.#drawKind(shown, kind);
    this.#drawCells(kinds.map(({ shown }) => shown));
    return { drawn: this.inView().length, ...countsIn(kinds.map(({ shown }) => shown), this.view().extent) };
  }

  /** Returns the drawn objects in view, with the kind of each. */
  inView(): readonly { readonly kind: string; readonly feature: GeoJsonFeature }[] {
    const { extent } = this.view();
    return [...this.#layers].flatMap(([kind, { layer, features }]) => {
      if (!layer.getVisible() || features === null) return [];
      const ids = new Set<unknown>();
      layer.getSource()!.forEachFeatureIntersectingExtent([...extent], (feature) => { ids.add(feature.getId()); });
      return features.flatMap((feature) => (ids.has(feature.id) ? [{ kind, feature }] : []));
    });
  }

  #drawKind({ features }: Shown, kind: Kind): void {
    const known = this.#layers.get(kind.id) ?? this.#addLayer(kind);
    if (known.features === features) return;
    known.features = features;
    const source = known.layer.getSource()!;
    source.clear(true);
    source.addFeatures((features ?? []).flatMap((feature) => this.#format.readFeatures(feature)));
  }

  #addLayer(kind: Kind) {
    // Areas lie below lines and points of other kinds.
    const zIndex = kind.symbol.isFilled ? 10 : 20;
    const layer: Layer = new ol.layer.Vector({ source: new ol.source.Vector(), style: styleOf(kind.symbol), zIndex });
    this.#map.addLayer(layer);
    const added = { layer, features: null as readonly GeoJsonFeature[] | null };
    this.#layers.set(kind.id, added);
    return added;
  }

  /** Draws one circle for each cell, with the objects of all counted kinds together. */
  #drawCells(all: readonly Shown[]): void {
    const counts = new Map<string, { x: number; y: number; size: number; count: number }>();
    for (const { cells, cellSize } of all) {
      for (const [x, y, count] of cells) {
        const key = `${x} ${y} ${cellSize}`;
        const known = counts.get(key) ?? { x, y, size: cellSize, count: 0 };
        known.count += count;
        counts.set(key, known);
      }
    }
    this.#cells.clear(true);
    this.#cells.addFeatures([...counts.values()].map(({ x, y, size, count }) => new ol.Feature({
      geometry: new ol.geom.Point([x + size / 2, y + size / 2]), count,
    })));
  }

  /** Draws the searched place: a point with its radius, or an area. */
  showPlace(place: readonly number[], radius: number): void {
    this.#place.clear();
    if (place.length === 2) {
      this.#place.addFeature(new ol.Feature(new ol.geom.Point([...place])));
      if (radius > 0) this.#place.addFeature(new ol.Feature(new ol.geom.Circle([...place], radius)));
    } else if (place.length >= 6) {
      this.#place.addFeature(new ol.Feature(new ol.geom.Polygon([ringOf(place)])));
    }
  }

  /** Marks the objects that a question found, below the objects of their kinds. */
  showFound(features: readonly GeoJsonFeature[]): void {
    this.#found.clear(true);
    this.#found.addFeatures(features.flatMap((feature) => this.#format.readFeatures(feature)));
  }

  /** Draws corners that are being set. */
  showCorners(corners: readonly number[], isArea: boolean): void {
    this.#corners.clear();
    const positions = positionsOf(corners);
    for (const position of positions) this.#corners.addFeature(new ol.Feature(new ol.geom.Point(position)));
    if (isArea && positions.length > 2) this.#corners.addFeature(new ol.Feature(new ol.geom.Polygon([ringOf(corners)])));
    else if (positions.length > 1) this.#corners.addFeature(new ol.Feature(new ol.geom.LineString(positions)));
  }
}

function named(name: string, at: Position, isProvince: boolean) {
  return new ol.Feature({ geometry: new ol.geom.Point([...at]), name, isProvince });
}

function positionsOf(corners: readonly number[]): number[][] {
  return Array.from({ length: Math.floor(corners.length / 2) }, (_, at) => [corners[at * 2]!, corners[at * 2 + 1]!]);
}

function ringOf(corners: readonly number[]): number[][] {
  const positions = positionsOf(corners);
  return [...positions, positions[0]!];
}
