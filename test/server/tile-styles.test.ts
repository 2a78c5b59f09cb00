/** Styles of tiles: valid for the libraries that read them, in the colours of the legend. */
import { createExpression, validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { rulesToStyleFunction } from 'ol/render/canvas/style.js';
import RenderFeature from 'ol/render/Feature.js';
import type { FlatStyleLike, Rule } from 'ol/style/flat.js';
import type Style from 'ol/style/Style.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colourOf, symbolOf } from '../../schemas/legend.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { building, createAll, state } from '../publisher/registry.ts';
import { realServer, type RealServer } from './real-server.ts';

let server: RealServer;
beforeAll(async () => {
  server = await realServer({ on: 60, changes: createAll([state('KwetsbaarGebouw', 'b', [building('b', { x: 121_000, y: 487_000, size: 30, name: 'Huis' })])]) });
});
afterAll(() => server.close());

const RISKS = ['PR10-5', 'PR10-6', 'PR10-7', 'PR10-8', 'anders'];
const pathOf = (collection: string, set: string, form: string): string => `/v1/collections/${collection}/tiles/${set}?f=${form}`;

describe.each(COLLECTIONS)('%s', (collection) => {
  const symbol = symbolOf(collection);

  test('the style of MapLibre is valid, and its colours are those of the legend', async () => {
    const reply = await server.ask(pathOf(collection, 'WebMercatorQuad', 'maplibre'));
    expect(reply.headers['content-type']).toBe('application/vnd.mapbox.style+json');
    const style = reply.json() as unknown as StyleSpecification;
    expect(validateStyleMin(style).map(({ message }) => message)).toEqual([]);
    expect(style.layers.some(({ type }) => type === 'fill')).toBe(symbol.isFilled);
    const line = style.layers.find(({ id }) => id === `${collection}-line`) as { readonly paint: { readonly 'line-color': unknown } };
    const expression = createExpression(line.paint['line-color'], { type: 'string' } as never);
    for (const typePlaatsgebondenRisico of RISKS) {
      const properties = { typePlaatsgebondenRisico };
      expect(evaluated(expression, properties)).toBe(colourOf(symbol, properties));
    }
  });

  test('the style of QGIS has a layer for each colour of the legend and kind of geometry, dashed where the register made the geometry', async () => {
    const reply = await server.ask(pathOf(collection, 'WebMercatorQuad', 'qml'));
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-qgis-layer-settings']);
    const styles = [...reply.text.matchAll(/<style name="([^"]*)" layer="([^"]*)" geometry="(\d)" expression="([^"]*)"/g)].map(([, ...parts]) => parts);
    const colours = new Set(RISKS.map((typePlaatsgebondenRisico) => colourOf(symbol, { typePlaatsgebondenRisico })));
    expect(styles.filter(([, layer]) => layer === collection).length).toBe(5 * colours.size);
    expect(styles.at(-1)?.slice(0, 3)).toEqual(['aantal', `${collection}-aantallen`, '0']);
    for (const colour of colours) expect(reply.text).toContain(`value="${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(',')},255"`);
    expect(reply.text.match(/value="dash"/g)?.length).toBe(2 * colours.size);
  });

  test('the style of OpenLayers draws features and counts in the colours of the legend, in both sets', async () => {
    for (const set of ['WebMercatorQuad', 'NetherlandsRDNewQuad']) {
      const rules = (await server.ask(pathOf(collection, set, 'openlayers'))).json() as unknown as FlatStyleLike;
      const draw = rulesToStyleFunction(rules as Rule[]);
      const drawn = (type: 'Point' | 'Polygon', properties: object): Style => {
        const styles = draw(new RenderFeature(type, [1, 1, 2, 1, 2, 2, 1, 1], [8], 2, { layer: collection, ...properties }, 1), 1) as Style[];
        expect(styles.length).toBe(1);
        return styles[0]!;
      };
      for (const typePlaatsgebondenRisico of RISKS) {
        const text = colourOf(symbol, { typePlaatsgebondenRisico });
        const colour = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
        const area = drawn('Polygon', { typePlaatsgebondenRisico });
        expect(area.getStroke()!.getColor()).toEqual([...colour, 1]);
        expect(area.getFill()?.getColor() ?? null).toEqual(symbol.isFilled ? [...colour, 0.18] : null);
        expect(area.getStroke()!.getLineDash()).toBeNull();
        expect(drawn('Polygon', { typePlaatsgebondenRisico, geometrieAfgeleid: true }).getStroke()!.getLineDash()).toEqual([8, 6]);
        expect(drawn('Point', { typePlaatsgebondenRisico }).getImage()).not.toBeNull();
      }
      const count = drawn('Point', { layer: `${collection}-aantallen`, aantal: 1_234 });
      expect(count.getText()!.getText()).toBe('1234');
    }
  });
});

function evaluated(expression: ReturnType<typeof createExpression>, properties: Record<string, unknown>): unknown {
  if (expression.result === 'error') throw new Error(JSON.stringify(expression.value));
  return expression.value.evaluate({ zoom: 5 }, { type: 'Polygon', properties } as never);
}

test('MapLibre draws no tiles in RD, so they have no style of it', async () => {
  for (const form of ['maplibre', 'qml']) expect((await server.ask(pathOf('pr-contouren', 'NetherlandsRDNewQuad', form))).status).toBe(406);
});

test('a tileset links its styles, which repeat the moment; the source of MapLibre gives tiles', async () => {
  const linksOf = async (set: string) => {
    const body = (await server.ask(`/v1/collections/kwetsbare-gebouwen/tiles/${set}?geldigOp=2026-02-20`)).json() as unknown as { links: { rel: string; href: string; type: string }[] };
    return body.links.filter(({ rel }) => rel === 'stylesheet');
  };
  expect((await linksOf('NetherlandsRDNewQuad')).map(({ type }) => type)).toEqual(['application/vnd.openlayers.style+json']);
  const [link] = await linksOf('WebMercatorQuad');
  expect(link!.href).toContain('geldigOp=2026-02-20');
  const style = (await server.ask(link!.href.slice(link!.href.indexOf('/v1')))).json() as unknown as { sources: Record<string, { tiles: string[] }>; metadata: object };
  const tile = style.sources['kwetsbare-gebouwen']!.tiles[0]!.replace('{z}/{y}/{x}', '0/0/0');
  expect(tile).toContain('geldigOp=2026-02-20');
  expect((await server.ask(tile.slice(tile.indexOf('/v1')))).status).toBe(200);
  expect(style.metadata).toEqual({ legend: [{ text: 'Kwetsbare gebouwen', colour: '#0b7285' }] });
});
