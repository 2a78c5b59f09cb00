/** The findings about malformed geometries: one finding that names the slip behind the mistakes. */
import { expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import type { Json } from '../../schemas/json.ts';
import { building } from '../pipelines/prepare/deliveries.ts';
import { holding, minimal } from './minimal.ts';

const RING = [[0.5, 0.5], [9.5, 0.5], [9.5, 9.5], [0.5, 0.5]];
const geo = (type: Json, coordinates: Json): Json => ({ type, coordinates });
const ringOf = (change: (position: readonly number[], index: number) => Json): Json => geo('Polygon', [RING.map(change)]);

/** `pointer message mend` of each mistake in the geometry of a building, which is a Polygon. */
function mistakesIn(geometrie: Json): readonly string[] {
  return validate(building(1, { geometrie })).map(({ pointer, message, mend }) => `${pointer} ${message.nl} ${mend.nl}`);
}

/** The same for an area, which may be a MultiPolygon too. */
function mistakesInArea(geometrie: Json): readonly string[] {
  const { root, document } = holding('KwetsbareLocatie', { ...minimal('KwetsbareLocatie'), geometrie });
  expect(root).toBe('KwetsbareLocatie');
  return validate(document).map(({ message, mend }) => `${message.nl} ${mend.nl}`);
}

test.each<[string, Json, RegExp]>([
  ['a pair of brackets too few', geo('Polygon', RING), /^\/geometrie\/coordinates Zo wordt een MultiPoint of LineString geschreven; voor een Polygon staat er één paar haken te weinig\. Zet nog één paar haken om het geheel: \[\[\[x, y\], …\]\]\.$/],
  ['a pair too many', geo('Polygon', [[RING]]), /Zo wordt een MultiPolygon geschreven; voor een Polygon staat er één paar haken te veel\. Haal één paar haken weg/],
  ['more pairs than any type has', geo('Polygon', [[[RING]]]), /coordinates Voor een Polygon staat er 2 paar haken te veel/],
  ['a hole without its own brackets', geo('Polygon', [RING, ...RING]), /coordinates\/1 In dit deel van de geometrie staat er één paar haken te weinig\. Schrijf dit deel als \[\[x, y\], …\]\.$/],
  ['numbers behind one another', geo('Polygon', [RING.flat()]), /De getallen staan achter elkaar, zonder haken om elk punt\./],
  ['a type in small letters', geo('polygon', [RING]), /^\/geometrie\/type Het type van deze geometrie is "polygon"; dit veld neemt Polygon\. Maak het type "Polygon"/],
  ['a type of another language', geo('Vlak', [RING]), /De coordinates zijn geschreven als een Polygon: is het dat, maak dan het type "Polygon"/],
  ['many parts of which there is one', geo('MultiPolygon', [[RING]]), /Er is maar één deel: maak het type "Polygon" en haal het buitenste paar haken/],
  ['many parts', geo('MultiPolygon', [[RING], [RING]]), /Dit zijn 2 delen: voeg ze samen tot één Polygon, of lever elk deel/],
  ['no type', { coordinates: [RING] }, /^\/geometrie Deze geometrie heeft geen "type"\. Voeg "type": "Polygon" toe\.$/],
  ['coordinates by another name', { type: 'Polygon', coordinaten: [RING] }, /geen "coordinates"\. Noem "coordinaten" "coordinates"\.$/],
  ['a Feature', { type: 'Feature', geometry: geo('Polygon', [RING]) }, /Geef alleen wat in "geometry" van de Feature staat\./],
  ['a collection', { type: 'GeometryCollection', geometries: [geo('Polygon', [RING])] }, /Geef alleen wat in "geometries" staat: een Polygon\.$/],
  ['an outline as a line', geo('LineString', RING), /Is deze lijn de omtrek, maak dan het type "Polygon" en zet nog één paar haken om "coordinates"/],
  ['well-known text', 'POLYGON((0 0, 1 0, 1 1, 0 0))', /als WKT geschreven; hier hoort GeoJSON\. Schrijf de geometrie als \{"type": "Polygon", "coordinates": \[\[\[x, y\], …\]\]\}\.$/],
  ['an object as text', JSON.stringify(geo('Polygon', [RING])), /^\/geometrie Hier staat de geometrie als tekst, tussen aanhalingstekens\. Haal de aanhalingstekens eromheen weg/],
  ['a list as text', geo('Polygon', JSON.stringify([RING])), /^\/geometrie\/coordinates Hier staat de geometrie als tekst/],
  ['null', null, /De geometrie is leeg \(null\), maar is hier nodig\./],
  ['every number as text', ringOf((position) => position.map(String)), /coordinates\/0\/0 Alle 4 punten van deze geometrie zijn als tekst geschreven, niet als getallen\. Schrijf \[0\.5, 0\.5\] in plaats van \["0\.5", "0\.5"\]\./],
  ['one number as text', ringOf(([x, y], at) => (at === 2 ? [x!, String(y)] : [x!, y!])), /coordinates\/0\/2 1 van de 4 punten van deze geometrie is als tekst geschreven/],
  ['positions as one text', ringOf((position) => position.join(' ')), /Schrijf \[0\.5, 0\.5\] in plaats van "0\.5 0\.5"/],
  ['positions as objects', ringOf(([x, y]) => ({ x: x!, y: y! })), /Alle 4 punten van deze geometrie zijn als object geschreven, niet als lijst\. Schrijf \[0\.5, 0\.5\]/],
  ['decimal commas in all', ringOf(([x, y]) => [x! - 0.5, 5, y! - 0.5, 5]), /Alle 4 punten van deze geometrie hebben te veel getallen: een decimale komma heeft getallen in tweeën gedeeld\. Schrijf \[0\.5, 0\.5\] in plaats van \[0, 5, 0, 5\]\./],
  ['a decimal comma in one', ringOf((position, at) => (at === 1 ? [9, 5, 0, 5] : position)), /coordinates\/0\/1 1 van de 4 punten van deze geometrie heeft te veel getallen/],
  ['three corners that are not closed', geo('Polygon', [RING.slice(0, 3)]), /Een ring heeft ten minste 4 punten, het laatste gelijk aan het eerste; deze heeft er 3\. Herhaal het eerste punt, \[0\.5, 0\.5\], aan het eind\.$/],
  ['there and back', geo('Polygon', [[RING[0]!, RING[1]!, RING[0]!]]), /deze heeft er 3\. Voeg de punten toe die ontbreken: dit is de buitenrand, zonder die is er geen vlak\.$/],
  ['a hole there and back', geo('Polygon', [RING, [RING[0]!, RING[1]!, RING[0]!]]), /deze heeft er 3\. Voeg de punten toe die ontbreken, of laat dit gat weg\.$/],
])('%s is reported once', (_, geometrie, words) => {
  expect(mistakesIn(geometrie)).toEqual([expect.stringMatching(words)]);
});

test('members of a value that is no geometry are not called unused', () => {
  for (const geometrie of [{ type: 'GeometryCollection', geometries: [geo('Polygon', [RING])] }, { type: 'Feature', geometry: geo('Polygon', [RING]) }]) {
    expect(noticesOf({ ...minimal('KwetsbaarGebouw'), geometrie })).toEqual([]);
  }
  expect(noticesOf({ ...minimal('KwetsbaarGebouw'), geometrie: { ...geo('Polygon', [RING]) as object, srid: 28992 } })).toHaveLength(1);
});

test('brackets and types of a geometry of one or more parts', () => {
  expect(mistakesInArea(geo('MultiPolygon', [RING]))).toEqual([
    'Zo wordt een MultiLineString of Polygon geschreven; voor een MultiPolygon staat er één paar haken te weinig. Zet nog één paar haken om het geheel: [[[[x, y], …]]]; of maak het type "Polygon".',
  ]);
  expect(mistakesInArea(geo('Polygon', [[RING], [RING]]))).toEqual([
    'Zo wordt een MultiPolygon geschreven; voor een Polygon staat er één paar haken te veel. Maak het type "MultiPolygon".',
  ]);
  expect(mistakesInArea(geo('MultiPolygon', [[RING], RING]))).toEqual([
    'In dit deel van de geometrie staat er één paar haken te weinig. Schrijf dit deel als [[[x, y], …]].',
  ]);
});

test('a misspelled type does not hide mistakes in the coordinates', () => {
  expect(mistakesInArea(geo('multipolygon', [[RING.slice(0, 3)]]))).toEqual([
    expect.stringContaining('Maak het type "MultiPolygon"'), expect.stringContaining('deze heeft er 3'),
  ]);
});

test('an empty geometry in a choice: both alternatives are named', () => {
  const { document } = holding('PRContour', { ...minimal('PRContour'), afstandOfGeometrie: { geometrie: null } });
  expect(validate(document).map(({ mend }) => mend.nl)).toEqual([
    'Geef Point of LineString of Polygon of MultiPoint of MultiLineString of MultiPolygon, of geef in plaats van "geometrie" "afstand".',
  ]);
});
