/** Search words: the index and queries split texts in the same way. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchedWords } from '../../schemas/derived/searched-words.ts';
import type { Json } from '../../schemas/json.ts';
import type { EntityType } from '../../schemas/names.ts';
import { wordsOf } from '../../schemas/search-words.ts';

test('a text is split into words of letters and digits, without case and accents', () => {
  expect(wordsOf('Café A12-Zuid, Ĳmuiden (Noord)')).toEqual(['cafe', 'a12', 'zuid', 'ĳmuiden', 'noord']);
  expect(wordsOf('Cafe\u0301 CAFÉ')).toEqual(['cafe', 'cafe']);
  expect(wordsOf(' - ')).toEqual([]);
});

test('ASCII texts have the same words as by the general way', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
    expect(wordsOf(text)).toEqual(wordsOf(`${text} \u00e9`).slice(0, -1));
  }));
});

test('the words of a word are that word', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => {
    expect(wordsOf(wordsOf(text).join(' '))).toEqual(wordsOf(text));
  }), { numRuns: 1_000 });
});

const IN_ALL: readonly (readonly [string, Json])[] = [
  ['entityType', 'KwetsbaarGebouw'], ['id', 'NL.IMEV.AB12.gebouw-7'], ['identificatie', { namespace: 'NL.IMEV', lokaalID: 'gebouw-7', eigen: { naam: ['Zuid'] } }],
  ['beginGeldigheid', '2026-01-31T12:00:00Z'], ['populatie', 12], ['informatieGeheim', true],
];

function foundIn(type: EntityType, ...members: readonly (readonly [string, Json])[]): readonly string[] {
  return [...searchedWords([...IN_ALL, ...members], type)].filter((word) => !searchedWords(IN_ALL, type).has(word)).sort();
}

test('OPEN-searched: texts, ids and codes are searched, also in lists, nested objects and added properties, but no moments and numbers', () => {
  expect([...searchedWords(IN_ALL, 'KwetsbaarGebouw')].sort()).toEqual(['7', 'ab12', 'gebouw', 'imev', 'kwetsbaar', 'kwetsbaargebouw', 'nl', 'zuid']);
  expect(foundIn('KwetsbaarGebouw', ['gebruiksdoeleindenDetail', ['Basisschool', 'Café De Zon']], ['kadastraleAanduiding', ['UTH02D02662G0000']]))
    .toEqual(['basisschool', 'cafe', 'de', 'uth02d02662g0000', 'zon']);
  expect(foundIn('TankenLPG', ['balActiviteit', ['art. 3.5', { naam: 'Besluit', link: '/akn/nl' }]], ['datumVergunningOfMelding', '2023-11-14']))
    .toEqual(['3', '5', 'akn', 'art', 'besluit']);
});

test('OPEN-searched: a code has the words between its capitals and those of its label', () => {
  expect(foundIn('KwetsbaarGebouw', ['categorieKwetsbaarheid', 'zeerKwetsbaar'])).toEqual(['zeer', 'zeerkwetsbaar']);
  const long = 'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht';
  expect(foundIn(long, ['typeEnergiedrager', ['NMC']])).toEqual(['kobalt', 'lithium', 'mangaan', 'nikkel', 'nmc', 'oxide']);
  expect(foundIn('ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht', ['typeEnergiedrager', 'NMC'])).toEqual(['nmc']);
  expect(foundIn('Vulpunt', ['locatieActiviteit', 'TankenLPG'], ['omschrijving', 'TankenLPG en VulPunt'])).toEqual(['en', 'lpg', 'tanken', 'tankenlpg', 'vulpunt']);
});

test('OPEN-searched: links and reasons for missing values are not searched', () => {
  expect(foundIn('Vulpunt', ['heeft', { href: 'http://a/v1/x', title: 'tank' }], ['resulteertIn', [{ href: 'http://a/v1/y', title: 'PRContour' }]])).toEqual([]);
  expect(foundIn('LocatieActiviteit', ['naamExploitant', { waarde: null, geenWaardeReden: 'waardeOnbekend' }], ['kvkNummerExploitant', { waarde: ['90001001', null] }]))
    .toEqual(['90001001']);
});
