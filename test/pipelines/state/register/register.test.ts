/** Effect of a submission on the register: decisions, links and ids, who may write, versions. */
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../../schemas/finding.ts';
import { Bench, START_US } from '../register-bench.ts';
import { building, location } from '../small-roots.ts';

describe('deliveries', () => {
  test('a delivery creates roots; the same again is unchanged and publishes nothing', async () => {
    const bench = new Bench();
    const first = await bench.deliver([building('b1'), building('b2')]);
    expect(first).toMatchObject({ state: 'settled', status: 200, roots: [{ id: 'b1' }, { id: 'b2' }] });
    expect(first.report).toMatchObject({ holder: 'AB12', counts: { accepted: 2, unchanged: 0 } });
    const editions = bench.publisher.requests.length;
    const touched = bench.publisher.touched;

    const again = await bench.deliver([building('b1'), building('b2')]);
    expect(again).toMatchObject({ state: 'settled', status: 200, roots: [] });
    expect(again.report?.objects.map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged']);
    expect(bench.publisher.touched).toBe(touched);
    expect(bench.publisher.requests.length).toBe(editions + 1);
  });

  test('tijdstipRegistratie of an object is the time at which its own content last changed', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1', 'm2'])]);
    const changed = location('l1', ['m1', 'm2']);
    const mill = JSON.parse(JSON.stringify(changed).replace('"ashoogte":80', '"ashoogte":90')) as typeof changed;
    await bench.deliver([mill]);
    const times = JSON.parse(bench.publisher.states.get('l1') ?? '')[2][0][2] as Record<string, string>;
    expect(times).toEqual({
      l1: '2026-01-01T00:00:01.0Z', 'l1-activiteit': '2026-01-01T00:00:01.0Z',
      m1: '2026-01-01T00:00:02.0Z', m2: '2026-01-01T00:00:01.0Z',
    });
  });

  test('a root of another holder is refused, the others survive', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([building('b1'), building('b2', { holder: 'CD34' })]);
    expect(bench.rules(outcome)).toEqual(['houder.andere-bronhouder']);
    expect(outcome.report?.objects.map(({ verdict }) => verdict)).toEqual(['accepted', 'refused']);
    expect(outcome.report?.counts).toMatchObject({ accepted: 1, refused: 1, errors: 1 });
    expect([...bench.publisher.states.keys()]).toEqual(['b1']);
  });

  test('an id that another holder, another root or another type has is refused', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1'])]);
    await bench.deliver([building('b1', { holder: 'CD34' })], { holder: 'CD34' });
    expect(bench.rules(await bench.deliver([building('b1')]))).toEqual(['houder.niet-de-eigenaar']);
    expect(bench.rules(await bench.deliver([location('l2', ['m1'])]))).toEqual(['id.in-gebruik']);
    expect(bench.rules(await bench.deliver([building('m1')]))).toEqual(['id.in-gebruik']);
    expect(bench.rules(await bench.deliver([building('l1')]))).toEqual(['id.in-gebruik']);
  });

  test('a delivery that is handed in as another holder names the holder of its objects and how to hand it in as that', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1', { holder: 'CD34' })], { holder: 'CD34' });
    const mends = async (target: string): Promise<string> => {
      const { report } = await bench.deliver([building('b1', { holder: 'CD34' }), building('b2', { holder: 'CD34' })], { target });
      expect(report!.findings.map(({ rule, found, expected }) => [rule, found, expected])).toEqual(Array.from({ length: 2 }, () => ['houder.andere-bronhouder', 'CD34', 'AB12']));
      const [{ message, mend }] = report!.findings as [Finding];
      expect(message.nl).toBe('Dit object is van bronhouder CD34, maar de levering is die van AB12.');
      return mend.nl;
    };
    expect(await mends('gebouwen.json')).toContain('`ev submit gebouwen.json --holder CD34`');
    expect(await mends("oud 'en' nieuw.json")).toContain(String.raw`ev submit 'oud '\''en'\'' nieuw.json' --holder CD34`);
    expect(await mends('/indieningen')).toContain('met een token van CD34');
  });

  test('one submission with the same id in two roots: the second is refused, nothing breaks', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([location('l1', ['m1']), location('l2', ['m1']), building('b1')]);
    expect(outcome.roots.map(({ id }) => id)).toEqual(['l1', 'b1']);
  });

  test('a strict delivery is accepted or refused as one', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([building('b1'), building('b2', { holder: 'CD34' })], { strict: true });
    expect(outcome.report?.objects.map(({ verdict }) => verdict)).toEqual(['refused', 'refused']);
    expect(bench.rules(outcome)).toEqual(['houder.andere-bronhouder', 'levering.geheel-geweigerd']);
    expect(bench.publisher.states.size).toBe(0);
    expect((await bench.deliver([building('b1')])).roots).toHaveLength(1);
  });
});

describe('links', () => {
  test('a link resolves in the delivery, in either order, and in the register', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([building('b1', { linksTo: ['l1', 'm1'] }), location('l1', ['m1'])]);
    expect(outcome.roots).toHaveLength(2);
    expect((await bench.deliver([building('b2', { linksTo: ['m1'] })])).roots).toHaveLength(1);
    const targets = JSON.parse(bench.publisher.states.get('b2') ?? '')[2][0][3] as unknown;
    expect(targets).toEqual({ m1: { type: 'Windturbine', root: 'l1' } });
  });

  test('a link to nothing refuses its root, and every root that links to that one', async () => {
    const bench = new Bench();
    const chain = [['b1', 'b2'], ['b2', 'b3'], ['b3', 'nergens']].map(([id = '', to = '']) => building(id, { linksTo: [to] }));
    const outcome = await bench.deliver([...chain, building('b4')]);
    expect(outcome.roots.map(({ id }) => id)).toEqual(['b4']);
    expect(bench.rules(outcome)).toEqual(['verwijzing.onbekend', 'verwijzing.onbekend', 'verwijzing.onbekend']);
    expect(outcome.report?.findings[0]).toMatchObject({ pointer: '/0/comment/0', found: 'b2' });
  });

  test('IM Relations: a link to the wrong kind of object refuses its root, whether the register has it or the delivery', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1'])]);
    const wrong = [building('b1', { linksTo: ['m1 locatieEVActiviteit'] }), building('b2', { linksTo: ['m2 heeft'] }), location('l2', ['m2'])];
    const outcome = await bench.deliver([...wrong, building('b3', { linksTo: ['b1'] })]);
    expect(bench.rules(outcome)).toEqual(['verwijzing.verkeerde-soort', 'verwijzing.verkeerde-soort', 'verwijzing.onbekend']);
    expect(outcome.report?.findings[0]).toMatchObject({ pointer: '/0/comment/0', found: 'Windturbine' });
    expect(outcome.roots.map(({ id }) => id)).toEqual(['l2']);
    const right = [building('b4', { linksTo: ['l1 locatieEVActiviteit'] }), building('b5', { linksTo: ['l1-activiteit heeft'] })];
    expect((await bench.deliver([...right, building('b6', { linksTo: ['b4 hoortBij'] })])).roots).toHaveLength(3);
  });

  test('a circle of links is fine', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([building('b1', { linksTo: ['b2'] }), building('b2', { linksTo: ['b1'] })]);
    expect(outcome.roots).toHaveLength(2);
  });

  test('a correction may not drop what another root links to; what is gone is no target', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1', 'm2']), building('b1', { linksTo: ['m1'] })]);
    expect(bench.rules(await bench.deliver([location('l1', ['m2'])]))).toEqual(['verwijzing.doel-vervalt']);
    expect((await bench.deliver([location('l1', ['m1'])])).roots).toHaveLength(1);
    expect(bench.rules(await bench.deliver([building('b2', { linksTo: ['m2'] })]))).toEqual(['verwijzing.onbekend']);
    expect((await bench.deliver([location('l1', ['m1', 'm2'])])).roots).toHaveLength(1);
    expect((await bench.deliver([building('b2', { linksTo: ['m2'] })])).roots).toHaveLength(1);
  });

  test('a later version may leave a part out: the earlier one still has it', async () => {
    const bench = new Bench();
    await bench.deliver([location('l1', ['m1', 'm2']), building('b1', { linksTo: ['m1'] })]);
    expect((await bench.deliver([location('l1', ['m2'], { from: '2025-01-01T00:00:00Z' })])).roots).toHaveLength(1);
  });
});

describe('requests', () => {
  test('IR endpoint table, POST /{resources}: 201; 409 if it already exists', async () => {
    const bench = new Bench();
    const first = await bench.deliver([building('b1')], { method: 'POST' });
    expect(first).toMatchObject({ status: 201, roots: [{ id: 'b1', type: 'KwetsbaarGebouw' }] });
    const again = await bench.deliver([building('b1')], { method: 'POST' });
    expect(again).toMatchObject({ status: 409, roots: [] });
    expect(bench.rules(again)).toEqual(['id.bestaat-al']);
  });

  test('a link to nothing is 422; a bronhoudercode of another is 403; an object of another is 401', async () => {
    const bench = new Bench();
    await bench.deliver([building('b0', { holder: 'CD34' })], { holder: 'CD34' });
    expect((await bench.deliver([building('b1', { linksTo: ['x'] })], { method: 'POST' })).status).toBe(422);
    expect((await bench.deliver([building('b1', { holder: 'CD34' })], { method: 'POST' })).status).toBe(403);
    expect((await bench.deliver([building('b0')], { method: 'POST' })).status).toBe(401);
  });
});

describe('hidden roots', () => {
  test('a root with informatieGeheim is kept, not published, and its report says so', async () => {
    const bench = new Bench();
    const outcome = await bench.deliver([building('b1', { secret: true }), building('b2')]);
    expect(outcome.report?.objects).toMatchObject([{ verdict: 'accepted', published: false }, { verdict: 'accepted' }]);
    expect(outcome.report?.objects[1]).not.toHaveProperty('published');
    expect([...bench.publisher.states.keys()]).toEqual(['b2']);
    expect(bench.db.prepare('SELECT count(*) AS n FROM version').get()).toEqual({ n: 2 });
  });

  test('an object that becomes secret in any period leaves the public edition, and its report says so', async () => {
    const bench = new Bench();
    await bench.deliver([building('b1')]);
    expect(bench.publisher.states.size).toBe(1);
    await bench.deliver([building('b1', { secret: true, from: '2025-01-01T00:00:00Z' })]);
    expect(bench.publisher.states.size).toBe(0);

    const later = await bench.deliver([building('b1', { from: '2025-06-01T00:00:00Z' })]);
    expect(later.report?.objects).toMatchObject([{ verdict: 'accepted', published: false }]);
    expect(bench.rules(later)).toEqual(['openbaarheid.andere-versie', 'regel.oude-inhoud']);
    expect(bench.publisher.states.size).toBe(0);
    await bench.deliver([building('b1', { from: '2025-01-01T00:00:00Z' })]);
    expect(bench.publisher.states.size).toBe(1);
  });

  test('a link to a root that becomes secret is like a link to an id that nobody knows, until it is public again', async () => {
    const bench = new Bench();
    const targets = (): string => /\{"?[^{}]*"root"[^{}]*\}/.exec(bench.publisher.states.get('b2') ?? '')?.[0] ?? '';
    await bench.deliver([building('b1'), building('b2', { linksTo: ['b1'] })]);
    expect(targets()).toContain('"b1"');
    await bench.deliver([building('b1', { secret: true })]);
    expect(bench.publisher.changed).toEqual(['b1', 'b2']);
    expect(targets()).toBe('');
    await bench.deliver([building('b1')]);
    expect(bench.publisher.changed).toEqual(['b1', 'b2']);
    expect(targets()).toContain('"b1"');
  });
});

// SQLite has no checksum of its own: a changed byte in a document would be published.
test.each(['body', 'objects', 'links', 'crs', 'hidden'])('damage to the %s of a document is found before it is published', async (column) => {
  const bench = new Bench();
  const until = '2026-01-01T01:00:00Z';
  await bench.deliver([building('b1'), building('b2', { until, secret: column === 'hidden' })]);
  bench.db.exec(`UPDATE doc SET ${column} = CASE '${column}' WHEN 'hidden' THEN NULL WHEN 'crs' THEN '4258'
    ELSE replace(${column}, substr(${column}, 2, 1), '!') END`);
  bench.nowUs = START_US + 3_700_000_000;
  const before = new Map(bench.publisher.states);
  await expect(bench.conductor.drain()).rejects.toThrow(/document \d of the register is not what was recorded.*register\.db/);
  expect(bench.publisher.states).toEqual(before);
});
