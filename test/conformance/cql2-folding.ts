/** CQL2, Case-insensitive and Accent-insensitive Comparison: a text matches texts that differ only in case, or only in accents. */
import { strict as assert } from 'node:assert';
import { among, combined, eachText, expectGives, given, like, negated, type Checks, type Predicate } from './cql2.ts';
import { found, quoted } from './filter.ts';
import type { Queryable, Sample } from './queryables.ts';
import type { Site } from './site.ts';

interface Folding {
  readonly name: string;
  readonly fold: (text: string) => string;
  /** Returns two spellings of a text that are equal when folded. */
  readonly writings: (text: string) => readonly [string, string];
}

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{Mn}/gu, '').normalize('NFC');
const withAccents = (text: string): string => text.replaceAll(/[aeiou]/gi, '$&\u0301').normalize('NFC');

const CASE: Folding = { name: 'CASEI', fold: (text) => text.toLowerCase(), writings: (text) => [text.toUpperCase(), text.toLowerCase()] };
const ACCENTS: Folding = { name: 'ACCENTI', fold: withoutAccents, writings: (text) => [withoutAccents(text), withAccents(text)] };

function called({ name }: Folding, text: string): string {
  return `${name}('${text.replaceAll(`'`, `''`)}')`;
}

/** Returns equality, LIKE and IN of a folded field with folded texts. */
function predicatesOf(folding: Folding, field: Queryable, value: string): readonly Predicate[] {
  const left = `${folding.name}(${quoted(field.name)})`;
  const is = (holds: (folded: string) => boolean): Predicate['is'] => (feature) => given(feature, field, (one) => holds(folding.fold(String(one))));
  const [wanted, start] = [folding.fold(value), folding.fold(value.slice(0, 2))];
  const escaped = (text: string): string => text.replaceAll(/[%_\\]/g, '\\$&');
  return folding.writings(value).flatMap((text) => [
    { text: `${left} = ${called(folding, text)}`, json: null, is: is((one) => one === wanted) },
    { text: `${left} <> ${called(folding, text)}`, json: null, is: is((one) => one !== wanted) },
    { text: `${left} LIKE ${called(folding, `${escaped(folding.writings(value.slice(0, 2))[0])}%`)}`, json: null, is: is((one) => one.startsWith(start)) },
    { text: `${left} IN (${called(folding, text)}, ${called(folding, 'foo')})`, json: null, is: is((one) => one === wanted || one === 'foo') },
  ]);
}

/** Compares pairs of filters that must have equal results, or no result in common. */
async function pairs(site: Site, each: (name: string) => readonly [string, string], verdict: 'same' | 'apart'): Promise<void> {
  await eachText(site, async ({ id }, field) => {
    const [one, other] = each(quoted(field.name));
    const [left, right] = [await found(site, id, one), await found(site, id, other)];
    if (verdict === 'same') assert.deepEqual(left, right, `${one} and ${other} of ${id}`);
    else assert.deepEqual(left.filter((item) => right.includes(item)), [], `both ${one} and ${other} of ${id}`);
  });
}

const testData = (folding: Folding): Checks[string] => async (site) => await eachText(site, async (sample, field, value) => {
  for (const predicate of predicatesOf(folding, field, value)) await expectGives(site, sample, predicate);
});

const logical = (folding: Folding): Checks[string] => async (site) => await eachText(site, async (sample: Sample, field, value) => {
  const [equal, , starting] = predicatesOf(folding, field, value);
  await expectGives(site, sample, combined(equal!, negated(starting!), like(field, `${value.slice(0, 1)}%`), among(field, [value])));
});

export const CASE_TESTS: Checks = {
  'casei': async (site) => await pairs(site, (name) => [`CASEI(${name}) = casei('foo')`, `CASEI(${name}) <> casei('FOO')`], 'apart'),
  'casei-like': async (site) => await pairs(site, (name) => [`CASEI(${name}) LIKE casei('foo%')`, `CASEI(${name}) LIKE casei('FOO%')`], 'same'),
  'test-data': testData(CASE),
  'logical': logical(CASE),
};

export const ACCENT_TESTS: Checks = {
  'accenti': async (site) => await pairs(site, (name) => [`ACCENTI(${name}) = accenti('äöüéáí')`, `ACCENTI(${name}) <> accenti('aoueai')`], 'apart'),
  'accenti-like': async (site) => await pairs(site, (name) => [`ACCENTI(${name}) LIKE accenti('Ä%')`, `ACCENTI(${name}) LIKE accenti('A%')`], 'same'),
  'accenti-casei': async (site) => await pairs(
    site, (name) => [`ACCENTI(CASEI(${name})) = accenti(casei('ÄÉ'))`, `ACCENTI(CASEI(${name})) = accenti(casei('ae'))`], 'same',
  ),
  'accenti-casei-like': async (site) => await pairs(
    site, (name) => [`ACCENTI(CASEI(${name})) LIKE accenti(casei('Ä%'))`, `ACCENTI(CASEI(${name})) LIKE accenti(casei('a%'))`], 'same',
  ),
  'test-data': testData(ACCENTS),
  'logical': logical(ACCENTS),
};
