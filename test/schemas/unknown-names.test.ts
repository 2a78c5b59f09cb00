/** Unknown names, as other programs make them: the finding names the field that is meant, or the one for the value. */
import { describe, expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import { flattenedIn } from '../../schemas/check/flattened-name.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { fieldsByName } from '../../schemas/model/model.ts';
import { holding, minimal } from './minimal.ts';

/** The building without `left`, with other members. */
function building(left: string, others: JsonObject): Json {
  const { [left]: _, ...rest } = minimal('KwetsbaarGebouw') as Record<string, Json>;
  return { ...rest, ...others };
}

/** `pointer mend` of each mistake. */
const mends = (document: Json): readonly string[] => validate(document).map(({ pointer, mend }) => `${pointer} ${mend.nl}`);

test.each<[string, string, readonly string[] | undefined]>([
  ['a point', 'identificatie.lokaalID', ['identificatie', 'lokaalID']], ['an underscore, small letters', 'identificatie_lokaalid', ['identificatie', 'lokaalID']],
  ['a slash', 'geometrieMetagegevens/bronregistratie', ['geometrieMetagegevens', 'bronregistratie']], ['a geometry', 'geometrie.coordinates', ['geometrie', 'coordinates']],
  ['another name behind it', 'identificatie.naam', undefined], ['only a field', 'identificatie', undefined], ['words', 'begin_geldigheid', undefined],
])('flattened with %s', (_, name, path) => {
  expect(flattenedIn(name, fieldsByName('KwetsbaarGebouw')!)).toEqual(path);
});

test('a reason for no value, flattened', () => {
  expect(flattenedIn('kvkNummerAanvrager.geenWaardeReden', fieldsByName('LocatieActiviteit')!)).toEqual(['kvkNummerAanvrager', 'geenWaardeReden']);
});

describe('the finding about a name', () => {
  test('each part of a flattened object gets its location; the object is not called missing', () => {
    expect(mends(building('identificatie', { 'identificatie.namespace': 'NL.IMEV', 'identificatie.lokaalID': 'AB12.1' }))).toEqual([
      '/identificatie.namespace Maak van "identificatie" een object en zet de waarde daarin: {"identificatie": {"namespace": …}}.',
      '/identificatie.lokaalID Maak van "identificatie" een object en zet de waarde daarin: {"identificatie": {"lokaalID": …}}.',
    ]);
  });

  test('a prefix of a namespace, before a short name too', () => {
    expect(mends(building('id', { 'imev:id': 'NL.IMEV.AB12.1' }))).toEqual(['/imev:id Noem het veld "id".']);
  });

  test('a repeated type under another name', () => {
    const location = { ...minimal('LocatieActiviteit'), type: 'LocatieActiviteit' };
    expect(mends(location)).toEqual(['/type Haal dit veld weg: "entityType" zegt het al.']);
    const { document, pointer } = holding('TankenLPG', { ...minimal('TankenLPG'), entityType: 'x' });
    const text = JSON.stringify(document).replace('"entityType":"x"', '"type":"TankenLPG"');
    expect(mends(JSON.parse(text) as Json)).toEqual([`${pointer}/type Noem het veld "entityType".`]);
    const { entityType, ...area } = minimal('KwetsbareLocatie');
    expect(mends({ type: entityType!, ...area })).toEqual(['/type Noem het veld "entityType".']);
  });

  test('an id for the href of a link: one mistake, with the link as it is written', () => {
    const link = (id: string) => holding('TankenLPG', { ...minimal('TankenLPG'), locatieEVActiviteit: { id } });
    const { document, pointer } = link('NL.IMEV.AB12.1');
    expect(mends(document)).toEqual([`${pointer}/locatieEVActiviteit/id Noem het veld "href" en zet # voor de waarde: {"href": "#NL.IMEV.AB12.1"}.`]);
    expect(noticesOf(document).filter(({ field }) => field === 'id')).toEqual([]);
    expect(mends(link('#a').document)).toEqual([`${pointer}/locatieEVActiviteit/id Noem het veld "href".`]);
  });

  test('a field of one other type', () => {
    expect(mends(building('', { gebruiksdoeleindenLocatie: 'x' }))).toEqual([
      '/gebruiksdoeleindenLocatie Dit is een veld van KwetsbareLocatie. Is het object dat, verbeter dan "entityType"; haal anders dit veld weg.',
    ]);
  });

  test('a value that belongs in another field of the object', () => {
    const pipes = (name: string, value: Json) => mends(building('idPandBAG', { [name]: value })).map((mend) => mend.split('?')[0]);
    expect(pipes('nummer', '0193100000098765')).toEqual(['/nummer Hoort deze waarde in "idPandBAG" of "idAdresseerbaarobjectBAG"']);
    expect(pipes('nummer', 193100000098765)[0]).toContain('"idPandBAG" ("0193100000098765")');
    expect(pipes('kadaster', 'ZLE00B01234G0000')).toEqual(['/kadaster Hoort deze waarde in "kadastraleAanduiding" (["ZLE00B01234G0000"])']);
    const { afstandOfGeometrie: _, ...contour } = minimal('PRContour') as Record<string, Json>;
    const { document, pointer } = holding('PRContour', { ...contour, straal: 35 });
    expect(mends(document)).toContain(`${pointer}/straal Hoort deze waarde in "afstandOfGeometrie" ({"afstand": 35})? Zet haar daar. Haal anders dit veld weg.`);
  });

  test('a repeated value may go; a value that would make an object secret or end it fits no field', () => {
    expect(mends(building('', { soort: 'kwetsbaar', categorieKwetsbaarheid: 'kwetsbaar' }))).toEqual([
      '/soort Haal dit veld weg: dezelfde waarde staat al in "categorieKwetsbaarheid".',
    ]);
    for (const value of [true, '2024-01-01T00:00:00Z', 'een tekst']) expect(mends(building('', { zomaar: value }))[0]).toMatch(/^\/zomaar Haal dit veld weg\. /);
  });

  test('a link where the object belongs', () => {
    expect(mends({ ...minimal('LocatieActiviteit'), voertUit: [{ href: '#a1' }] })).toEqual([
      '/voertUit/0 Zet het hele object hier, in plaats van de verwijzing.',
    ]);
  });
});
