/** Versions: several of one object in one submission, changes of the past, and what is said of both; with a small preparation (../small-roots.ts). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PreparedWriter, readPrepared } from '../../../../pipelines/state/inbox/prepared.ts';
import { compareDerived } from '../../../../pipelines/state/register/derived-tables.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { Bench } from '../register-bench.ts';
import { asText, building, location, prepared } from '../small-roots.ts';
import { drawn } from '../../../runs.ts';

const at = (year: number): string => `${year}-01-01T00:00:00Z`;
const version = (year: number, options: Parameters<typeof building>[1] = {}): JsonObject => building('b1', { from: at(year), populatie: year, ...options });

/** The valid periods of an object, by year, with the field in which its versions differ. */
function periods(bench: Bench, id = 'b1'): readonly (readonly [number, number | null, unknown])[] {
  const text = bench.publisher.states.get(id);
  const versions = text === undefined ? [] : (JSON.parse(text) as [string, string, [{ from: number; until: number | null }, JsonObject][]])[2];
  const year = (ms: number): number => new Date(ms).getUTCFullYear();
  return versions.map(([valid, document]) => [year(valid.from), valid.until === null ? null : year(valid.until), document['populatie']] as const)
    .sort(([one], [other]) => one - other);
}

function said({ report }: Outcome): readonly string[] {
  return report?.findings.map(({ rule, pointer }) => `${rule} ${pointer}`) ?? [];
}

describe('OPEN-versions-in-one-delivery', () => {
  test.each([[[2020, 2021, 2022]], [[2022, 2021, 2020]], [[2021, 2022, 2020]]])('versions from %j: each ends where the next begins', async (years) => {
    const bench = new Bench();
    const outcome = await bench.deliver(years.map((year) => version(year)));
    expect([said(outcome), outcome.roots]).toEqual([[], [{ id: 'b1', type: 'KwetsbaarGebouw' }]]);
    expect(outcome.report?.counts).toMatchObject({ objects: 3, accepted: 3 });
    expect(periods(bench)).toEqual([[2020, 2021, 2020], [2021, 2022, 2021], [2022, null, 2022]]);
    expect((await bench.deliver(years.map((year) => version(year)))).report?.counts).toMatchObject({ accepted: 0, unchanged: 3 });
  });

  test('an end of its own stays, also when it leaves a gap', async () => {
    const bench = new Bench();
    await bench.deliver([version(2022), version(2018, { until: at(2020) })]);
    expect(periods(bench)).toEqual([[2018, 2020, 2018], [2022, null, 2022]]);
  });

  test('OPEN-overlapping-versions: the later begin ends the earlier version, and that is said of both roads', async () => {
    const [together, apart] = [new Bench(), new Bench()];
    const overlapping = [version(2021), version(2020, { until: at(2022) })];
    expect(said(await together.deliver(overlapping))).toEqual(['regel.versies-overlappen /0']);
    await apart.deliver([overlapping[1]!]);
    expect(said(await apart.deliver([overlapping[0]!]))).toEqual(['regel.weer-geldig /0', 'regel.versies-overlappen /0']);
    const late = await apart.deliver([version(2017, { until: at(2024) })]);
    expect(late.report?.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(['regel.versies-overlappen warning', 'regel.alleen-verleden warning']);
    for (const bench of [together, apart]) expect(periods(bench).slice(-2)).toEqual([[2020, 2021, 2020], [2021, null, 2021]]);
  });

  test('at each recorded moment no two versions are valid at once, and what one decision opened and closed is none', async () => {
    const bench = new Bench();
    await bench.deliver([version(2019)]);
    await bench.deliver([version(2023), version(2021, { until: at(2025) }), version(2019, { populatie: 1 })]);
    const rows = bench.db.prepare('SELECT val_from, val_to, rec_from, rec_to FROM version WHERE rec_to IS NULL OR rec_to > rec_from').all() as
      { val_from: number; val_to: number | null; rec_from: number; rec_to: number | null }[];
    for (const [index, one] of rows.entries()) {
      for (const other of rows.slice(index + 1)) {
        const meets = (aFrom: number, aTo: number | null, bFrom: number, bTo: number | null): boolean => aFrom < (bTo ?? Infinity) && bFrom < (aTo ?? Infinity);
        expect(meets(one.val_from, one.val_to, other.val_from, other.val_to) && meets(one.rec_from, one.rec_to, other.rec_from, other.rec_to)).toBe(false);
      }
    }
  });

  test('a version beside many others changes no more rows than one beside few, and what is derived stays right', async () => {
    const bench = new Bench();
    const parts = (year: number): readonly string[] => [`m${year}`, 'm'];
    const changesOf = async (year: number, mills = parts(year)): Promise<number> => {
      const total = (): number => (bench.db.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
      const before = total();
      await bench.deliver([location('l1', mills, { from: at(year) })]);
      expect([...compareDerived(bench.db)].flatMap(({ differences }) => differences)).toEqual([]);
      return total() - before;
    };
    await changesOf(2020);
    const few = await changesOf(2021);
    for (let year = 2022; year < 2040; year += 1) await changesOf(year);
    expect(await changesOf(2040)).toBeLessThanOrEqual(few + 2);
    await changesOf(2019);
    await changesOf(2025, ['m']);
  });

  test('a refused version is named at the version that goes on in its stead', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([version(2020), version(2021, { holder: 'CD34' }), version(2022), version(2019, { holder: 'CD34' })]);
    expect(said(outcome)).toEqual(['houder.andere-bronhouder /3', 'houder.andere-bronhouder /1', 'regel.versie-geweigerd /0']);
    expect(outcome.report?.findings.at(-1)?.message.nl).toBe(
      'De versie van dit object vanaf 2021-01-01T01:00:00+01:00 is geweigerd; daarom blijft deze versie daarna gelden tot 2022-01-01T01:00:00+01:00.',
    );
    expect(periods(bench)).toEqual([[2020, 2022, 2020], [2022, null, 2022]]);
  });

  test('an id keeps its type in every version', async () => {
    const bench = new Bench();
    const other = JSON.parse(JSON.stringify(location('l1', ['l1-activiteit'], { from: at(2022) })).replaceAll('l1-activiteit', 'm1')) as JsonObject;
    const outcome = await bench.deliver([other, location('l1', ['m1'], { from: at(2021) })]);
    expect(said(outcome)[0]).toMatch(/^id\.in-gebruik \/0/);
    expect(outcome.report?.objects.map(({ verdict }) => verdict)).toEqual(['refused', 'accepted']);
  });

  test('a link leads to an object that any accepted version brings', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([
      building('b2', { linksTo: ['m1'] }), building('b3', { linksTo: ['m9'] }), location('l1', ['m1', 'm9'], { from: at(2021), holder: 'CD34' }), location('l1', ['m1']),
    ]);
    expect(outcome.report?.objects.map(({ verdict }) => verdict)).toEqual(['accepted', 'refused', 'refused', 'accepted']);
  });

  test('a full delivery has an object when it has any version of it', async () => {
    const bench = new Bench();
    await bench.deliver([version(2020), building('b2')]);
    const outcome = await bench.deliver([version(2022), version(2021)], { full: ['KwetsbaarGebouw'] });
    expect(said(outcome)).toEqual(['levering.beeindigd ']);
    expect([...bench.publisher.states.keys()]).toEqual(['b1']);
  });

  test('a strict submission with one refused version takes none', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([version(2021), version(2020, { holder: 'CD34' })], { strict: true });
    expect(outcome.report?.counts).toMatchObject({ accepted: 0, refused: 2 });
    expect(periods(bench)).toEqual([]);
  });

  test('POST makes an object with all of its versions; of one that exists it makes none', async () => {
    const bench = new Bench();
    const made = await bench.deliver([version(2021), version(2020)], { method: 'POST', target: '/collections' });
    expect([made.status, made.roots]).toEqual([201, [{ id: 'b1', type: 'KwetsbaarGebouw' }]]);
    expect(periods(bench)).toEqual([[2020, 2021, 2020], [2021, null, 2021]]);
    expect((await bench.deliver([version(2023), version(2022)], { method: 'POST', target: '/collections' })).status).toBe(409);
  });

  test('one secret version keeps all back, and each says so', async () => {
    const bench = new Bench();
    const { report } = await bench.deliver([version(2022, { secret: true }), version(2020), version(2021)]);
    expect(report?.objects.map(({ published }) => published)).toEqual([false, false, false]);
    expect(report?.findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(['openbaarheid.andere-versie /1', 'openbaarheid.andere-versie /2']);
  });

  test('delivered together in any order, versions give what they give one by one in order of their begin', async () => {
    const one = fc.record({
      year: fc.integer({ min: 2000, max: 2030 }), length: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }), populatie: fc.nat(3),
    });
    const sets = fc.uniqueArray(one, { selector: ({ year }) => year, minLength: 1, maxLength: 5 });
    await fc.assert(fc.asyncProperty(sets, sets, fc.infiniteStream(fc.nat()), async (held, given, random) => {
      const documents = (list: typeof given): readonly JsonObject[] => list.map(({ year, length, populatie }) =>
        version(year, { populatie, ...(length === undefined ? {} : { until: at(year + length) }) }));
      const [together, apart] = [new Bench(), new Bench()];
      for (const bench of [together, apart]) await bench.deliver(documents(held));
      const mixed = documents(given).map((document) => ({ document, key: random.next().value! })).sort((a, b) => a.key - b.key);
      await together.deliver(mixed.map(({ document }) => document));
      for (const document of documents([...given].sort((a, b) => a.year - b.year))) await apart.deliver([document]);
      expect(periods(together)).toEqual(periods(apart));
    }), { numRuns: drawn(15, 3) });
  });
});

describe('the order in which prepared roots are decided', () => {
  test.each([3, 3_000])('versions by their begin, other roots as delivered, without what was refused after all (%d between)', async (between) => {
    const bench = new Bench();
    const documents = [version(2022), ...Array.from({ length: between }, (_, n) => building(`x${n}é`)), version(2020), version(2023), version(2021)];
    const roots = documents.map((document, index) => prepared(document, `/${index}`));
    const writer = new PreparedWriter(bench.data, 'u');
    for (const root of roots) writer.add(asText(root));
    const objects = roots.map(({ id, type, pointer, validFrom }) => ({
      id, entityType: type, pointer, verdict: validFrom === Date.parse(at(2023)) ? 'refused' as const : 'accepted' as const,
      ...(id === 'b1' ? { beginGeldigheid: new Date(validFrom).toISOString() } : {}),
    }));
    const report = { source: '', model: '4.0' as const, crs: '', findings: [], changes: [], objects, counts: { objects: 0, accepted: 1, refused: 1, unchanged: 0, errors: 0, warnings: 0, rules: [], types: [] } };
    const written = await writer.finish(report);
    const wanted = [roots.at(-3)!, ...roots.slice(1, -3), roots.at(-1)!, roots[0]!];
    for (const each of [written, readPrepared(bench.data, 'u')]) expect([...each.roots()]).toEqual(wanted);
  });
});

describe('OPEN-past-only', () => {
  test('a change before the newest version says what it changes, when, and what is valid today', async () => {
    const bench = new Bench();
    await bench.deliver([version(2020), version(2022)]);
    const outcome = await bench.deliver([version(2021, { populatie: 7 })]);
    expect(said(outcome)).toEqual(['regel.alleen-verleden /0']);
    expect(outcome.report?.findings[0]).toMatchObject({
      severity: 'warning', line: 1, objectId: 'b1',
      message: { nl: 'Deze versie verandert alleen het verleden: 2021-01-01T01:00:00+01:00 – 2022-01-01T01:00:00+01:00; anders dan in de versie vanaf 2020-01-01T01:00:00+01:00: populatie. Vandaag geldt, zoals eerst, de versie vanaf 2022-01-01T01:00:00+01:00.' },
    });
    expect(outcome.report?.counts).toMatchObject({ accepted: 1, warnings: 1 });
    expect(said(await bench.deliver([version(2021, { populatie: 7 })]))).toEqual([]);
    expect(said(await bench.deliver([version(2020, { populatie: 8 })])), 'an older version corrected').toEqual(['regel.alleen-verleden /0']);
    expect((await bench.deliver([version(2010)])).report?.findings[0]?.message.en).toContain('nothing was valid then before');
  });

  test('nothing is said of a change that holds today, of what is still to come, or when the newest version comes along', async () => {
    const bench = new Bench();
    await bench.deliver([version(2020), version(2040)]);
    expect(said(await bench.deliver([version(2022)]))).toEqual([]);
    expect(said(await bench.deliver([version(2030)]))).toEqual([]);
    expect(said(await bench.deliver([version(2021), version(2040)]))).toEqual([]);
    expect(said(await bench.deliver([version(2019, { populatie: 3 }), version(2041)]))).toEqual([]);
  });

  test('an object that has ended: no version is valid today', async () => {
    const bench = new Bench();
    await bench.deliver([version(2022, { until: at(2023) })]);
    const { report } = await bench.deliver([version(2020)]);
    expect(report?.findings.map(({ message }) => message.nl)).toEqual([expect.stringContaining('Vandaag geldt, zoals eerst, geen versie; de nieuwste geldt 2022')]);
  });

  test.each(['PUT', 'PATCH'] as const)('a %s with an older begin says so', async (method) => {
    const bench = new Bench();
    await bench.deliver([version(2022)]);
    const body = method === 'PUT' ? [version(2021)] : Buffer.from(JSON.stringify({ beginGeldigheid: at(2021) }));
    const outcome = await bench.deliver(body, { method, target: '/kwetsbare-gebouwen/b1' });
    expect([outcome.status, said(outcome)]).toEqual([200, ['regel.alleen-verleden /0']]);
  });
});
