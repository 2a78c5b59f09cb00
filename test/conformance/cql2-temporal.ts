/** CQL2, Temporal Functions: moments and days of features, and intervals of two of them, compared with literals. */
import { strict as assert } from 'node:assert';
import { combined, eachField, expectGives, given, type Checks, type Predicate } from './cql2.ts';
import { found, quoted } from './filter.ts';
import { samples, valueOf, type Queryable, type Sample } from './queryables.ts';

const OF_INSTANTS = ['T_AFTER', 'T_BEFORE', 'T_DISJOINT', 'T_EQUALS', 'T_INTERSECTS'] as const;
const OF_INTERVALS = [
  ...OF_INSTANTS, 'T_CONTAINS', 'T_DURING', 'T_FINISHEDBY', 'T_FINISHES', 'T_MEETS', 'T_METBY', 'T_OVERLAPPEDBY', 'T_OVERLAPS', 'T_STARTEDBY', 'T_STARTS',
] as const;

const isTemporal = ({ format }: Queryable): boolean => format === 'date-time' || format === 'date';

function literalsOf({ format }: Queryable): { readonly instant: string; readonly interval: string; readonly from: number; readonly until: number } {
  const [from, until] = format === 'date' ? ['2021-01-01', '2025-12-31'] : ['2021-01-01T00:00:00Z', '2025-12-31T23:59:59Z'];
  const instant = format === 'date' ? `DATE('2022-04-24')` : `TIMESTAMP('2022-04-24T07:59:57Z')`;
  return { instant, interval: `INTERVAL('${from}','${until}')`, from: Date.parse(from), until: Date.parse(until) };
}

/** Returns predicates of an instant and the literal intervals. */
function predicatesOf(field: Queryable): readonly Predicate[] {
  const { interval, from, until } = literalsOf(field);
  const holds: Readonly<Record<(typeof OF_INSTANTS)[number], (at: number) => boolean>> = {
    T_AFTER: (at) => at > until, T_BEFORE: (at) => at < from, T_DISJOINT: (at) => at > until || at < from,
    T_EQUALS: (at) => at === from && at === until, T_INTERSECTS: (at) => at >= from && at <= until,
  };
  return OF_INSTANTS.map((name) => ({
    text: `${name}(${quoted(field.name)},${interval})`, json: null, is: (feature) => given(feature, field, (value) => holds[name](Date.parse(String(value)))),
  }));
}

async function eachPair(site: Parameters<Checks[string]>[0], check: (sample: Sample, one: Queryable, other: Queryable) => Promise<void>): Promise<void> {
  for (const sample of await samples(site)) {
    const [first, ...more] = sample.fields.filter(isTemporal);
    for (const other of more) if (first !== undefined && first.format === other.format) await check(sample, first, other);
  }
}

export const TEMPORAL_TESTS: Checks = {
  'temporal-functions-1': async (site) => await eachField(site, async ({ id }, field) => {
    if (!isTemporal(field)) return;
    const { instant, interval } = literalsOf(field);
    for (const name of OF_INSTANTS) for (const literal of [instant, interval]) await found(site, id, `${name}(${quoted(field.name)},${literal})`);
  }),
  'temporal-functions-2': async (site) => await eachPair(site, async ({ id }, one, other) => {
    const own = `INTERVAL(${quoted(one.name)},${quoted(other.name)})`;
    for (const name of OF_INTERVALS) await found(site, id, `${name}(${own},${literalsOf(one).interval})`);
  }),
  'test-data': async (site) => {
    await eachField(site, async (sample, field) => {
      if (!isTemporal(field)) return;
      for (const predicate of predicatesOf(field)) await expectGives(site, sample, predicate);
    });
    await eachPair(site, async (sample, one, other) => {
      const own = `INTERVAL(${quoted(one.name)},${quoted(other.name)})`;
      const both = sample.all.filter((feature) => valueOf(feature, one.name) !== undefined && valueOf(feature, other.name) !== undefined);
      const { interval } = literalsOf(one);
      const [meeting, apart] = [await found(site, sample.id, `T_INTERSECTS(${own},${interval})`), await found(site, sample.id, `T_DISJOINT(${own},${interval})`)];
      assert.equal(meeting.length + apart.length, both.length, `${own} of ${sample.id} meets the interval, or is apart from it`);
    });
  },
  'logical': async (site) => await eachField(site, async (sample, field) => {
    if (!isTemporal(field)) return;
    const [after, before, disjoint, , intersects] = predicatesOf(field);
    await expectGives(site, sample, combined(after!, intersects!, disjoint!, before!));
  }),
};
