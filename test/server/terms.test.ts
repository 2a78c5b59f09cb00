/** Terms: declared terms are shown with the data, and undeclared terms are not claimed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COLLECTIONS } from '../../schemas/names.ts';
import { NO_TERMS, termsOf } from '../../schemas/terms.ts';
import { aRegister, started, type Client } from './harness.ts';

const LICENCE = 'https://creativecommons.org/publicdomain/zero/1.0/';
const TERMS = termsOf({
  licence: `CC0 1.0 <${LICENCE}>`, contact: 'Servicepunt EV <ev@voorbeeld.nl> <https://voorbeeld.nl/ev>',
  attribution: 'Bron: Gemeente Voorbeeld & "Co"', publisher: 'Gemeente Voorbeeld',
});

test('a text of a setting becomes a name with its addresses', () => {
  expect(TERMS).toEqual({
    licence: { name: 'CC0 1.0', url: LICENCE }, contact: { name: 'Servicepunt EV', email: 'ev@voorbeeld.nl', url: 'https://voorbeeld.nl/ev' },
    attribution: 'Bron: Gemeente Voorbeeld & "Co"', publisher: { name: 'Gemeente Voorbeeld' },
  });
  expect(termsOf({ licence: null, contact: null, attribution: null, publisher: null })).toEqual(NO_TERMS);
});

let [declared, silent]: [Client, Client] = [undefined, undefined] as unknown as [Client, Client];
beforeAll(async () => {
  [declared, silent] = await Promise.all([started({ editions: aRegister(), terms: TERMS }), started({ editions: aRegister() })]);
});
afterAll(() => Promise.all([declared.close(), silent.close()]));

interface Described { readonly id: string; readonly keywords: readonly string[]; readonly links: readonly Readonly<Record<string, string>>[] }

describe('with settings', () => {
  test('each collection has keywords, licence, contact, publisher and attribution', async () => {
    const { collections } = (await declared.ask('/v1/collections')).json() as unknown as { collections: readonly Described[] };
    expect(collections.map(({ id }) => id)).toEqual(COLLECTIONS);
    for (const collection of collections) {
      expect(collection).toMatchObject({
        attribution: TERMS.attribution,
        contacts: [
          { name: 'Servicepunt EV', roles: ['pointOfContact'], emails: [{ value: 'ev@voorbeeld.nl' }], links: [{ href: 'https://voorbeeld.nl/ev', rel: 'about' }] },
          { name: 'Gemeente Voorbeeld', roles: ['publisher'] },
        ],
      });
      expect(collection.links.filter(({ rel }) => rel === 'license')).toEqual([{ href: LICENCE, rel: 'license', title: 'CC0 1.0' }]);
      expect(collection.keywords).toContain('externe veiligheid');
    }
  });

  test('OpenAPI names the contact and the licence of the data, not those of the software', async () => {
    const { info } = (await declared.ask('/v1/openapi.json')).json() as { info: object };
    expect(info).toMatchObject({ contact: TERMS.contact, license: { name: 'CC0 1.0', url: LICENCE } });
  });

  test.each(['/v1', '/v1/collections/wegen'])('the page %s shows them, with markup escaped', async (path) => {
    const { text } = await declared.ask(path, { headers: { accept: 'text/html' } });
    for (const shown of [`<a href="${LICENCE}">CC0 1.0</a>`, 'mailto:ev@voorbeeld.nl', 'Bron: Gemeente Voorbeeld &amp; &quot;Co&quot;']) expect(text).toContain(shown);
  });
});

describe('without settings', () => {
  test.each(['/v1', '/v1/collections', '/v1/collections/wegen'])('%s claims none', async (path) => {
    for (const accept of ['application/json', 'text/html']) {
      const { text } = await silent.ask(path, { headers: { accept } });
      expect(text).not.toMatch(/license|"contacts":|attribution|Licentie|mailto:/);
    }
  });

  test('OpenAPI claims none', async () => {
    const { info } = (await silent.ask('/v1/openapi.json')).json() as { info: object };
    expect(Object.keys(info)).toEqual(['title', 'description', 'version']);
  });
});
