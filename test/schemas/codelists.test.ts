/** The code lists: our data is the collected data, and a wrong value gets the nearest allowed ones as suggestions. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_LIST_USES } from '../../schemas/derived/code-list-uses.ts';
import { allowedValues, CODE_LISTS, hasUsualShape, IN_TRANSITION } from '../../schemas/codelists.ts';
import { validate } from '../../schemas/check/compile.ts';
import { codesWith, informalCodes } from '../../schemas/check/informal-codes.ts';
import type { Json } from '../../schemas/json.ts';
import { fieldsByName } from '../../schemas/model/model.ts';
import { holding, minimal } from './minimal.ts';
import { describeWithShared } from '../shared-data.ts';

interface Collected {
  readonly version: string;
  readonly source: string;
  readonly values: readonly string[];
  readonly codes?: readonly string[];
  readonly older?: Omit<Collected, 'older'>;
  readonly alsoIn?: { readonly version: string; readonly source: string };
}

describeWithShared('the lists are the collected ones', 'data/codelists.json', (path) => {
  const collected = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Collected>);

  test('exactly the collected lists, and the open list', () => {
    expect([...CODE_LISTS.keys()].sort()).toEqual([...collected.map(([name]) => name), 'TooiWaardelijst'].sort());
  });

  test.each(collected)('%s: source, version and every value in its order, letter for letter', (name, list) => {
    const ours = CODE_LISTS.get(name);
    expect([ours?.source, ours?.version]).toEqual([list.source, list.version]);
    expect(ours?.values).toEqual(list.values);
    expect(ours?.labels).toEqual(list.codes);
    const { older, alsoIn } = list;
    const before = older ?? (alsoIn === undefined ? undefined : { ...alsoIn, values: list.values });
    expect(ours?.older).toEqual(before === undefined ? undefined
      : { version: before.version, source: before.source, values: before.values });
  });

  test('odd spellings stay', () => {
    expect(CODE_LISTS.get('Bronregistratie')?.values).toContain('zelfIngwonnen');
    expect(CODE_LISTS.get('BeschermingsniveauTabelB3')?.values.filter((value) => value.startsWith('Beschermingsniveau 2a;'))).toHaveLength(1);
    expect(CODE_LISTS.has('TypeEnergieopslagsystem')).toBe(true);
  });
});

describe('values allowed in a document', () => {
  test('values of an older version only are not allowed, such as gegevenInTransitie', () => {
    for (const [name, { legacy }] of CODE_LISTS) {
      for (const value of legacy?.values ?? []) expect(allowedValues(name) ?? []).not.toContain(value);
    }
    expect([...CODE_LISTS.values()].filter(({ legacy }) => legacy?.values.includes(IN_TRANSITION)).length).toBeGreaterThan(10);
  });

  test('TooiWaardelijst has a shape and no values; its codes have any number of digits', () => {
    expect(allowedValues('TooiWaardelijst')).toBeUndefined();
    const usual = ['gm0363', 'pv26', 'ws0155', 'so0901', 'mnre1034', 'oorg10103'];
    for (const value of [...usual, 'GM0363', 'gm0363\n', 'pv', 'xx26', 'Zwolle']) {
      expect([value, hasUsualShape('TooiWaardelijst', value)]).toEqual([value, usual.includes(value)]);
    }
  });

  test('every list is used by a field of the model, except one that the earlier model does not use either', () => {
    const unused = [...CODE_LISTS.keys()].filter((name) => (CODE_LIST_USES.get(name) ?? []).length === 0);
    expect(unused).toEqual(['CategorieStikstofgehalte']);
  });
});

/** Lists of fields outside value types, because such a document is made quickly. */
const USED = [...CODE_LIST_USES].flatMap(([list, uses]) => {
  const direct = uses.find(({ type, field }) => holdable(type) && fieldsByName(type)?.get(field)?.kind === 'codelist');
  const values = CODE_LISTS.get(list)?.values ?? [];
  return direct === undefined || values.length === 0 ? [] : [{ list, ...direct, values }];
});

function holdable(type: string): boolean {
  return type !== 'WegAs' && /^[A-Z]/.test(type) && fieldsByName(type)?.has('entityType') === true;
}

/** The errors on the code in a document with the code `value`. */
function errorsOn(use: (typeof USED)[number], value: string) {
  const object = { ...minimal(use.type), [use.field]: value as Json };
  return validate(holding(use.type, object).document).filter(({ field }) => field === use.field);
}

describe('a wrong value gets the nearest allowed values', () => {
  const cases = fc.constantFrom(...USED).chain((use) => fc.constantFrom(...use.values).map((value) => ({ use, value })));

  test('enough lists are tested', () => {
    expect(USED.length).toBeGreaterThan(25);
  });

  test('a value of the list has no error', () => {
    fc.assert(fc.property(cases, ({ use, value }) => { expect(errorsOn(use, value)).toEqual([]); }), { numRuns: 60 });
  });

  test('other case, a space, a lost or doubled letter: one error, with the right value as suggestion', () => {
    const spoilt = cases.filter(({ value }) => value.length > 5).chain(({ use, value }) => (
      fc.record({ at: fc.nat(value.length - 1), how: fc.constantFrom(...SPOILS) })
        // A lost digit is as near to several values: `PR10-` to all of them.
        .map(({ at, how }) => ({ use, value, wrong: /[a-z]/i.test(value.charAt(at)) ? how(value, at) : '' }))));
    fc.assert(fc.property(spoilt, ({ use, value, wrong }) => {
      fc.pre(!use.values.includes(wrong) && wrong !== '');
      const errors = errorsOn(use, wrong);
      expect(errors.map(({ rule }) => rule)).toEqual(['schema.waardelijst']);
      expect(errors[0]?.suggestions, wrong).toContain(value);
      for (const suggestion of errors[0]?.suggestions ?? []) expect(use.values).toContain(suggestion);
      expect(errors[0]?.message.nl).toContain(use.list);
      expect(errors[0]?.mend.nl).toMatch(/^Bedoelde u "|^De gevonden waarde verschilt alleen in witruimte\. .*"/);
    }), { numRuns: 150 });
  });

  test.each<[list: string, written: string, codes: readonly string[]]>([
    ['TypePlaatsgebondenRisico', '10-6', ['PR10-6']], ['TypePlaatsgebondenRisico', '1E-06', ['PR10-6']], ['TypePlaatsgebondenRisico', '10⁻⁷ per jaar', ['PR10-7']],
    ['TypePlaatsgebondenRisico', 'vastgesteld', ['vastgesteld K', 'vastgesteld BK', 'vastgesteld ZK']], ['TypePlaatsgebondenRisico', 'BK', ['vastgesteld BK']],
    ['CategorieAandachtsgebied', 'vast', ['vastgesteld']], ['StatusBuisleiding', 'in gebruik', ['operationeel']], ['StatusBuisleiding', 'buiten gebruik', ['tijdelijkBuitenGebruik']],
    ['HoeveelheidsKlasseAmmoniak', '1500-3500 kg', ['1500tot3500']], ['AantalBatterijcellenEOS', '>35.000', ['groterDan35000']], ['TypeVervoer', 'weg', ['WegVervoer']],
    ['SevesoDrempelType', 'hoge drempel', ['hoog']], ['StatusBuisleiding', 'gesloopt', []],
  ])('a value of practice: %s %s', (list, written, codes) => {
    const use = USED.find((used) => used.list === list)!;
    expect(errorsOn(use, written)[0]?.suggestions).toEqual(codes);
  });

  test('signs and single words of a code', () => {
    const values = (list: string): readonly string[] => allowedValues(list)!;
    expect(informalCodes('CategorieAantalBevoorradingen', values('CategorieAantalBevoorradingen'), '> 5')).toEqual(['groter dan vijf']);
    expect(informalCodes('CategorieAantalBevoorradingen', values('CategorieAantalBevoorradingen'), '≤ 5')).toEqual(['kleiner of gelijk vijf']);
    expect(codesWith(values('StofCategorieNaam'), '3')).toEqual(['Klasse 3: Brandbare vloeistoffen']);
  });

  test('a value far from all gets the allowed values, but no suggestion', () => {
    for (const use of USED) {
      const [error] = errorsOn(use, 'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq');
      expect([error?.rule, error?.suggestions]).toEqual(['schema.waardelijst', []]);
      expect(error?.mend.nl).toContain(use.values[0]);
    }
  });

  test('a value of the older version is reported as such', () => {
    const stof = USED.find(({ list }) => list === 'StofCategorieNaam') ?? USED.find(({ list }) => list === 'OpstellingsUitvoeringAardgas');
    const older = CODE_LISTS.get(stof?.list ?? '')?.legacy?.values[0] ?? '';
    expect(stof === undefined ? '' : errorsOn(stof, older)[0]?.message.nl).toContain('wel in een oudere versie');
  });
});

const SPOILS: readonly ((value: string, at: number) => string)[] = [
  (value) => value.toUpperCase(),
  (value) => ` ${value} `,
  (value, at) => value.slice(0, at) + value.slice(at + 1),
  (value, at) => value.slice(0, at) + value.charAt(at) + value.slice(at),
];
