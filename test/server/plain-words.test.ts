/** Words of fields and types on pages, moments as people write them, and values with their codes and units. */
import { expect, test } from 'vitest';
import { html } from '../../schemas/html.ts';
import { featureFieldsOf } from '../../schemas/model/feature-fields.ts';
import { fieldsByName, MODEL, SHAPES } from '../../schemas/model/model.ts';
import { FIELD_WORDS, fieldWords, pathWords, spaced } from '../../server/description/field-words.ts';
import { LEADING_FIELDS } from '../../server/description/leading-fields.ts';
import { nameIn } from '../../publisher/read/object-name.ts';
import { fullTypeWords, TYPE_WORDS, typeWords } from '../../server/description/type-words.ts';
import { groupsOf } from '../../server/web/field-groups.ts';
import { sentenceOf, titleOf } from '../../server/web/object-sentence.ts';
import { dayText, shownMoment, validityText } from '../../server/web/date-text.ts';
import { shownValue } from '../../server/web/value.ts';

test('each field of the model has words in both languages, and no other name has', () => {
  const names = new Set([
    ...[...MODEL.keys()].flatMap((type) => featureFieldsOf(type).map(({ name }) => name)), ...[...SHAPES.values()].flatMap(({ fields }) => fields.map(({ name }) => name)),
  ]);
  expect(new Set(Object.keys(FIELD_WORDS))).toEqual(names);
  for (const { nl, en } of Object.values(FIELD_WORDS)) expect([nl, en].every((words) => words.trim() !== '')).toBe(true);
  expect(fieldWords('__proto__')).toEqual({ nl: '__proto__', en: '__proto__' });
});

test('each type has words, and with their clause no two types have the same', () => {
  const full = [...MODEL.keys()].map((type) => [fullTypeWords(type).nl, fullTypeWords(type).en]);
  for (const [at, type] of [...MODEL.keys()].entries()) expect(full[at], type).not.toContain(type);
  for (const language of [0, 1]) expect(new Set(full.map((words) => words[language])).size).toBe(MODEL.size);
  expect(Object.keys(TYPE_WORDS).filter((name) => ![...MODEL.keys()].some((type) => type === name || type.startsWith(`${name}_`)))).toEqual([]);
  expect(typeWords('OpslagtankPropaanPropeen_VasteAfstandVergunningplicht').nl).toBe('opslagtank voor propaan of propeen');
  expect(typeWords('constructor')).toEqual({ nl: 'constructor', en: 'constructor' });
});

test('a leading field is a field of the model', () => {
  const names = new Set([...MODEL.keys()].flatMap((type) => featureFieldsOf(type).map(({ name }) => name)));
  expect(LEADING_FIELDS.filter((name) => !names.has(name.split('.')[0]!))).toEqual([]);
});

test.each([
  ['kleinerOfGelijkAan35000', 'kleiner of gelijk aan 35000'], ['1500tot3500', '1500 tot 3500'], ['12DagenOfMeer', '12 dagen of meer'],
  ['zeerKwetsbaar', 'zeer kwetsbaar'], ['PR10-5', 'PR10-5'], ['opslagtank', 'opslagtank'], ['NMC+LFP', 'NMC+LFP'],
])('%s has the words %s', (name, words) => {
  expect(spaced(name)).toBe(words);
});

test('the words of a path are those of its first and its last name', () => {
  expect(pathWords('maatgevendeStof.stof.naam')).toEqual({ nl: 'maatgevende stof: naam', en: 'decisive substance: name' });
});

test.each([
  ['2025-12-31T23:00:00Z', '1 januari 2026', '1 January 2026'],
  ['2025-05-01T08:30:00Z', '1 mei 2025 om 10:30 CEST', '1 May 2025 at 10:30 CEST'],
])('%s is %s', (moment, nl, en) => {
  expect([validityText(new Date(moment), 'nl'), validityText(new Date(moment), 'en')]).toEqual([nl, en]);
});

test('a text that is no day or moment is shown as it is', () => {
  expect([dayText('2026-02-31x', 'nl'), shownMoment('<b>', 'nl').text]).toEqual(['2026-02-31x', '&lt;b&gt;']);
  expect(dayText('2026-01-05', 'nl')).toBe('5 januari 2026');
});

test.each([
  ['PRContour', 'typePlaatsgebondenRisico', 'PR10-6', 'PR10-6', 'PR10-6'],
  ['KwetsbaarGebouw', 'categorieKwetsbaarheid', 'zeerKwetsbaar', 'zeer kwetsbaar (zeerKwetsbaar)', '<span lang="nl">zeer kwetsbaar</span> (zeerKwetsbaar)'],
  ['LocatieActiviteit', 'bronhoudercodeOverheid', 'gm0307', 'gm0307', 'gm0307'],
  ['TankenLPG', 'doorzetPerJaar', 1499.5, '1.499,5 m3', '1,499.5 m3'],
  ['LocatieActiviteit', 'kvkNummerAanvrager', { waarde: null, geenWaardeReden: 'nietVanToepassing' }, 'geen waarde: niet van toepassing', 'no value: not applicable'],
  ['LocatieActiviteit', 'kvkNummerExploitant', ['12345678', '23456789'], '12345678; 23456789', '12345678; 23456789'],
  ['OpslagReferentie', 'bovengronds', true, 'ja', 'yes'],
  ['OpslagReferentie', 'omschrijving', '<b>"\'', '&lt;b&gt;&quot;&#39;', '&lt;b&gt;&quot;&#39;'],
])('%s.%s %j is shown as %s', (type, name, value, nl, en) => {
  const field = fieldsByName(type)?.get(name);
  expect([shownValue(value, field, { language: 'nl' }).text, shownValue(value, field, { language: 'en' }).text]).toEqual([nl, en]);
});

test('an object is grouped as the model groups it, the fields that readers look for first', () => {
  const groups = groupsOf({
    entityType: 'BrandAandachtsgebied', id: 'a', typeBrand: 'plasbrand', aardRisico: null, bronhoudercode: 'AB12', hoortBij: [], afstand: 5,
    maatgevendeStof: { waarde: null, geenWaardeReden: 'waardeOnbekend' }, eigen: 1,
  });
  expect(groups.map(({ title, members, empty }) => [title.nl, members.map(([name]) => name), empty])).toEqual([
    ['brandaandachtsgebied', ['typeBrand'], []], ['Aandachtsgebied', ['maatgevendeStof'], ['aardRisico']], ['Elk object', ['bronhoudercode'], []],
    ['Door het register toegevoegd', ['afstand'], []], ['Overige gegevens', ['eigen'], []],
  ]);
});

test('a list and the page of an object name it by the same field', () => {
  const names = [
    'bedrijfsnaam', 'route', 'wegvakcode', 'trajectcode', 'watervakcode', 'omschrijving', 'locatieomschrijving', 'locatieNaam', 'eigenaar',
  ];
  for (const [at, name] of names.entries()) {
    const object = Object.fromEntries(names.slice(at).map((one) => [one, `de ${one}`]));
    expect([nameIn(object), titleOf(object, 'nl')]).toEqual([`de ${name}`, `Object ‘de ${name}’`]);
  }
});

test('a sentence says what an object is, where, of whom and since when', () => {
  const tank = {
    entityType: 'OpslagReferentie', omschrijving: 'propaantank', bronhoudercode: 'AB12', bronhouder: 'Gemeente Dorp', locatieNaam: 'Camping',
    beginGeldigheid: '2025-12-31T23:00:00Z',
  };
  expect(sentenceOf(tank, 'nl')).toBe('Opslagvoorziening ‘propaantank’ bij Camping, van bronhouder Gemeente Dorp (AB12), geldig sinds 1 januari 2026.');
  expect(sentenceOf({ ...tank, eindGeldigheid: '2026-12-31T23:00:00Z' }, 'en')).toBe(
    'Storage facility ‘propaantank’ at Camping, of source holder Gemeente Dorp (AB12), valid from 1 January 2026 until 1 January 2027.',
  );
  expect(sentenceOf({ entityType: 'PRContour', afstand: 10.5 }, 'nl')).toBe('Contour van het plaatsgebonden risico van 10,5 m.');
  expect(titleOf({}, 'nl')).toBe('Object');
  expect(sentenceOf({ entityType: 'OpslagReferentie', locatieNaam: 'Camping' }, 'nl')).toBe('Opslagvoorziening ‘Camping’.');
  expect(html`${sentenceOf({ entityType: '<b>' }, 'nl')}`.text).toBe('&lt;b&gt;.');
});
