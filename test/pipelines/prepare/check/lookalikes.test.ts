/** Ids and links with differences that people overlook: a space, case, dashes, the form of a link. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import type { Finding } from '../../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { hasUnseen, inLatin, likenessKey, describeDifference, withoutUnseen, withUnseenShown } from '../../../../schemas/lookalike.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

async function findings(...roots: readonly JsonObject[]): Promise<readonly Finding[]> {
  return (await deliver(spatial, roots)).report.findings;
}

/** An example with members of the object at a pointer replaced. */
function changed(pointer: string, more: Readonly<Record<string, Json>>, name = 'lpg-tankstation-amersfoort.json'): JsonObject {
  const document = example(name);
  Object.assign(objectsOf(document).find((object) => object.pointer === pointer)!.data, more);
  return document;
}

test('invisible characters', () => {
  for (const text of [' a', 'a ', 'a\u00A0b', 'a\u200Bb', '\uFEFFa', 'a\tb']) {
    expect([text, hasUnseen(text), withoutUnseen(text).replace('b', '')]).toEqual([text, true, 'a']);
  }
  expect([hasUnseen('a b'), hasUnseen('é-ñ.1'), hasUnseen('')]).toEqual([false, false, false]);
  expect(withUnseenShown(' a b\u00A0c ')).toBe(String.raw`"␣a b\u00a0c␣"`);
  expect(likenessKey('NL.IMEV.AB12.lpg-0001 ')).toBe(likenessKey('nl.imev.ab12.LPG_0001'));
});

test('the expected value with other white space, or a letter that looks the same', () => {
  expect(describeDifference('Niet\nbeschikbaar', 'Niet beschikbaar')?.en).toBe('What was found differs only in white space. Write exactly "Niet beschikbaar".');
  expect(describeDifference('\u0410\u042512', 'AX12')?.en).toBe('The first character is not the A of the keyboard but U+0410. Write exactly "AX12".');
  expect(describeDifference('A\u03a712', 'AX12')?.nl).toContain('Teken 2 is niet de X van het toetsenbord maar U+03A7.');
  expect([describeDifference('AX12', 'AX12'), describeDifference('ax12', 'AX12'), inLatin('Groß é')]).toEqual([undefined, undefined, 'Groß é']);
});

describe('a letter that looks the same is named', () => {
  test.each<[string, Readonly<Record<string, Json>>]>([
    ['schema.patroon', { bronhoudercode: '\u0410\u041212' }],
    ['schema.waardelijst', { categorieKwetsbaarheid: 'kw\u0435tsbaar' }],
    ['schema.entityType', { entityType: '\u041awetsbaarGebouw' }],
    ['schema.onbekend-veld', { p\u043epulatie: 3 }],
    ['regel.id-aanbevolen', { id: 'NL.IMEV.\u0410B12.g1' }],
    ['regel.lokaalid-bronhouder', { id: 'NL.IMEV.\u0410B12.g1', identificatie: { namespace: 'NL.IMEV', lokaalID: '\u0410B12.g1' } }],
  ])('%s', async (rule, more) => {
    const finding = (await findings(building(1, more))).find((one) => one.rule === rule);
    expect(finding?.mend.en).toMatch(/is not the [AKeo] of the keyboard but U\+04/);
  });

  test('an idActiviteitTR on two lines', async () => {
    const [finding] = await findings(changed('/voertUit/0', { idActiviteitTR: 'nl.imow-mnre1034.activiteit.\nTankenOpslaanLPG' }));
    expect(finding).toMatchObject({ rule: 'regel.tr-activiteit', found: String.raw`"nl.imow-mnre1034.activiteit.\nTankenOpslaanLPG"` });
    expect(finding?.mend.nl).toContain('alleen in witruimte');
  });
});

describe('an id or name with an invisible character is reported once, with the character shown', () => {
  const id = 'NL.IMEV.AB12.g1';
  test.each<[string, Readonly<Record<string, Json>>, string, string]>([
    ['id', { id: `${id} ` }, '/0/id', `"${id}␣"`],
    ['id', { id: 'NL.IMEV.\u00A0AB12.g1' }, '/0/id', String.raw`"NL.IMEV.\u00a0AB12.g1"`],
    ['lokaalID', { identificatie: { namespace: 'NL.IMEV', lokaalID: ' AB12.g1' } }, '/0/identificatie/lokaalID', '"␣AB12.g1"'],
    ['namespace', { identificatie: { namespace: 'NL.IMEV ', lokaalID: 'AB12.g1' } }, '/0/identificatie/namespace', '"NL.IMEV␣"'],
  ])('%s: %j', async (_, more, pointer, shown) => {
    expect(await findings(building(1, more))).toMatchObject([{ rule: 'regel.onzichtbaar-teken', severity: 'warning', pointer, found: shown }]);
  });

  test('a space in the middle becomes part of addresses; a dash is suggested', async () => {
    const found = await findings(building(1, {
      id: 'NL.IMEV.AB12.gebouw 0001', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.gebouw 0001' }, bronobjectID: 'van een ander',
    }));
    expect(found).toMatchObject([
      { rule: 'regel.onzichtbaar-teken', pointer: '/0/id', suggestions: ['NL.IMEV.AB12.gebouw-0001'], message: { en: expect.stringContaining('part of addresses') as string } },
      { pointer: '/0/identificatie/lokaalID', suggestions: ['AB12.gebouw-0001'] },
    ]);
  });

  test('an id that differs from the identificatie in case: the finding calls neither right', async () => {
    const [finding] = await findings(building(1, { identificatie: { namespace: 'nl.imev', lokaalID: 'AB12.g1' } }));
    expect(finding).toMatchObject({ rule: 'regel.id-aanbevolen', message: { nl: expect.stringContaining('alleen in hoofdletters') as string } });
    expect(finding?.mend.nl).toContain('Kijk welke van de twee niet klopt');
  });
});

describe('a link that misspells the id of the parent', () => {
  const ID = 'NL.IMEV.AB12.lpg-0001';
  test.each([
    `#${ID} `, '#nl.imev.ab12.lpg-0001', '#NL.IMEV.AB12.lpg_0001', 'AB12.lpg-0001', `urn:x:${ID}`, `/locatie-activiteiten/${ID}`, `https://x.nl/v1/a#${ID}`,
  ])('%s', async (href) => {
    const [finding, ...more] = await findings(changed('/voertUit/0', { locatieEVActiviteit: { href } }));
    expect(finding).toMatchObject({ rule: 'verwijzing.anders-dan-plaats', suggestions: [`#${ID}`], message: { nl: expect.stringContaining('al lijkt dat wel bedoeld') as string } });
    expect(finding?.found).toBe(href.endsWith(' ') ? `"#${ID}␣"` : href);
    expect(more).toEqual([]);
  });
  test('an address that ends in a slash has no target, but the parent is suggested', async () => {
    const href = `https://x.nl/v1/locatie-activiteiten/${ID}/`;
    expect(await findings(changed('/voertUit/0', { locatieEVActiviteit: { href } })))
      .toMatchObject([{ rule: 'verwijzing.zonder-doel', suggestions: [`#${ID}`] }]);
  });
  test('a link to another object gets no suggestion', async () => {
    const [finding] = await findings(changed('/voertUit/0', { locatieEVActiviteit: { href: '#elders' } }));
    expect(finding?.suggestions).toBeUndefined();
  });
  test('a space in the parent’s id is reported there', async () => {
    const found = await findings(changed('', { id: `${ID} ` }));
    expect(found.map(({ rule }) => rule).toSorted()).toEqual(['regel.onzichtbaar-teken', 'verwijzing.anders-dan-plaats']);
    expect(found.find(({ rule }) => rule.startsWith('verwijzing'))).toMatchObject({ mend: { nl: expect.stringContaining(`"${ID}␣", heeft een teken dat men niet ziet`) as string } });
  });
});

test('a link to an id that resembles that of another root: that id is suggested', async () => {
  const other = example('propaantank-texel.json');
  const [, , tank] = objectsOf(other);
  const near = tank!.id!.toLowerCase();
  const contour = objectsOf(example('lpg-tankstation-amersfoort.json')).find(({ kind }) => kind === 'contour')!;
  const hoortBij = [{ href: `#${contour.parent!.id!}` }, { href: `#${near}` }, { href: '#NL.IMEV.AB12.nergens' }];
  const found = await findings(changed(contour.pointer, { hoortBij }), other);
  // A contour with a distance and a reference elsewhere may be drawn too small, which is another finding.
  expect(found.filter(({ rule }) => rule !== 'regel.hoort-bij-elders')).toMatchObject([
    { rule: 'verwijzing.niet-gecontroleerd', found: near, suggestions: [`#${tank!.id!}`] },
    { rule: 'verwijzing.niet-gecontroleerd', found: 'NL.IMEV.AB12.nergens' },
  ]);
});

test('a register will check the links: the report has no warning on them, and the suggestions are given apart', async () => {
  const [link] = objectsOf(example('propaantank-texel.json')).filter(({ id }) => id?.includes('tank'));
  const contour = objectsOf(example('lpg-tankstation-amersfoort.json')).find(({ kind }) => kind === 'contour')!;
  const hoortBij = [{ href: `#${contour.parent!.id!}` }, { href: `#${link!.id!.toLowerCase()}` }, { href: '#NL.IMEV.AB12.nergens' }];
  const roots = [changed(contour.pointer, { hoortBij }), example('propaantank-texel.json')];
  const [open, closed] = await Promise.all([deliver(spatial, roots), deliver(spatial, roots, {}, true)]);
  const rest = open.report.findings.filter(({ rule }) => rule !== 'verwijzing.niet-gecontroleerd');
  expect(closed.report.findings).toEqual(rest);
  expect(closed.report.counts).toMatchObject({ warnings: open.report.counts.warnings - 2, objects: open.report.counts.objects });
  expect(closed.suggestions).toEqual(new Map([[`/0${contour.pointer}/hoortBij/1/href`, [`#${link!.id!}`]]]));
});

test('a misspelt type does not hide the rules for all objects', async () => {
  const found = await findings(building(1, { entityType: 'Kwetsbaargebouw', eindGeldigheid: '2019-01-01T00:00:00Z' }));
  expect(found.map(({ rule }) => rule)).toEqual(['schema.entityType', 'regel.einde-na-begin']);
});
