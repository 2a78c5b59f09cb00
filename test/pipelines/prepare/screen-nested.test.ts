/** The screen on roots with nested objects: what it proves of them, the long way accepts without a word, and nothing wrong is proven. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../pipelines/generate/generate.ts';
import { ProvenRoots } from '../../../pipelines/prepare/proven.ts';
import { Screen } from '../../../pipelines/prepare/screen/screen.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { deliver, RD, screened } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

type Made = Record<string, Json>;

let spatial: Spatial;
let lines: readonly string[];
const screen = new Screen(CRSS['28992']);

beforeAll(async () => {
  spatial = await spatialForTests();
  let made = '';
  await generate({ objects: 3_000, seed: 5, write: (chunk) => { made += Buffer.from(chunk).toString(); } });
  lines = made.split('\n').filter((line) => line.includes('"voertUit"') && proves(line));
});
afterAll(() => { spatial.close(); });

function proves(text: string): boolean {
  const bytes = Buffer.from(text);
  return screen.take(bytes) && screen.prove(0, { start: 0, end: bytes.length }, new ProvenRoots(1));
}

/** Every object in a value, outer ones first. */
function objectsIn(value: Json): readonly Made[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value as Made).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Made, ...inner];
}

function geometry(type: string, coordinates: Json): Made {
  return { type, coordinates };
}

/** Changes that make a root one of which something must be said; each says whether it found where to be made. */
const WRONG: Readonly<Record<string, (objects: readonly Made[]) => unknown>> = {
  'a choice of two': (objects) => objects.find((made) => made['afstand'] !== undefined && (made['geometrie'] = geometry('Point', [155_000, 463_000]))),
  'a choice of none': (objects) => objects.find((made) => made['stof'] !== undefined && delete made['stof']),
  'a link to another object of the root': (objects) => {
    const reference = objects.find((made) => made['resulteertIn'] !== undefined);
    return reference && (reference['heeft'] = { href: `#${objects[0]!['id'] as string}` });
  },
  'a link to nothing': (objects) => objects.find((made) => typeof made['href'] === 'string' && (made['href'] = `${made['href']}x`)),
  'a link with half an id': (objects) => objects.find((made) => typeof made['href'] === 'string' && (made['href'] = made['href'].slice(0, -1))),
  'a link twice': (objects) => objects.find((made) => Array.isArray(made['hoortBij'])
    && (made['hoortBij'] = [...made['hoortBij'] as Json[], ...made['hoortBij'] as Json[]])),
  'an id twice': (objects) => {
    const [first, second] = objects.filter((made) => made['hoortBij'] !== undefined);
    return second && (second['id'] = first!['id']!);
  },
  'a nested object twice': (objects) => objects.find((made) => Array.isArray(made['resulteertIn'])
    && (made['resulteertIn'] = [...made['resulteertIn'] as Json[], (made['resulteertIn'] as Json[])[0]!])),
  'a nested secret': (objects) => objects.find((made) => made['hoortBij'] !== undefined && (made['informatieGeheim'] = true)),
  'a nested object of a type that may not stand there': (objects) => objects.find((made) => made['hoortBij'] !== undefined && (made['entityType'] = 'Vulpunt')),
  'a nested object without id': (objects) => objects.find((made) => made['hoortBij'] !== undefined && delete made['id']),
  'a code twice in a list of different ones': (objects) => objects.find((made) => {
    const name = ['categorieVuurwerk', 'buisleidingCategorieStof'].find((name) => Array.isArray(made[name]));
    return name !== undefined && (made[name] = [(made[name] as Json[])[0]!, (made[name] as Json[])[0]!]);
  }),
  'a line that goes nowhere': (objects) => objects.find((made) => made['hoortBij'] !== undefined
    && (made['afstandOfGeometrie'] = { geometrie: geometry('LineString', [[155_000, 463_000], [155_000, 463_000]]) })),
  'a bow tie': (objects) => objects.find((made) => made['hoortBij'] !== undefined
    && (made['afstandOfGeometrie'] = { geometrie: geometry('Polygon', [[[0, 0], [9, 9], [9, 0], [0, 9], [0, 0]].map(([x, y]) => [155_000 + x!, 463_000 + y!])]) })),
  'a reason without its object, the mark of 3.0': (objects) => objects.find((made) => made['naamExploitant'] !== undefined && (made['naamExploitant'] = 'waardeOnbekend')),
  'an activity field that is expected and absent': (objects) => objects.find((made) => {
    const expected = fieldsOf(made['entityType'] as string).find(({ name, expected }) => expected && made[name] !== undefined);
    return expected !== undefined && delete made[expected.name];
  }),
  'a part of another source holder': (objects) => objects.find((made) => made['hoortBij'] !== undefined && (made['bronhoudercode'] = 'XY789')),
  'a distance beyond what occurs': (objects) => objects.find((made) => made['afstand'] !== undefined && (made['afstand'] = 4_500)),
  'a distance below zero': (objects) => objects.find((made) => made['afstand'] !== undefined && (made['afstand'] = -1)),
};

describe('nothing is proven of', () => {
  test.each(Object.entries(WRONG))('%s', (_, change) => {
    let changed = 0;
    for (const line of lines) {
      const document = JSON.parse(line) as Made;
      if (change(objectsIn(document)) === undefined) continue;
      const text = JSON.stringify(document);
      if (text === line) continue;
      changed++;
      expect(proves(text), document['id'] as string).toBe(false);
    }
    expect(changed).toBeGreaterThan(0);
  });
});

test('the report is the same with the screen and without, whatever is changed in nested objects', async () => {
  const value = fc.constantFrom<Json>(
    null, true, false, 0, 1.5, '', 'x', 'AB12', 'gegevenInTransitie', 'waardeOnbekend', '2020-01-01T00:00:00Z', '2021-02-29', [], {}, ['x'], ['x', 'x'],
    { href: '#x' }, [{ href: '#x' }], { afstand: 5 }, geometry('Point', [155_000, 463_000]), geometry('LineString', [[155_000, 463_000], [155_001, 463_000]]),
    { waarde: null, geenWaardeReden: 'waardeOnbekend' }, { naam: 'n', link: 'x' },
  );
  const edit = fc.record({ line: fc.nat(), object: fc.nat(), member: fc.nat(), other: fc.nat(), how: fc.constantFrom('remove', 'replace', 'copy', 'last', 'add'), value });
  await fc.assert(fc.asyncProperty(fc.array(edit, { minLength: 40, maxLength: 80 }), async (edits) => {
    const changed = edits.map(({ line, object, member, other, how, value }) => {
      const document = JSON.parse(lines[line % lines.length]!) as Made;
      const objects = objectsIn(document);
      const at = objects[object % objects.length]!;
      const name = Object.keys(at)[member % Object.keys(at).length]!;
      const [otherName, otherValue] = Object.entries(objects[other % objects.length]!)[0]!;
      const before = at[name]!;
      if (how === 'add') at[otherName] = structuredClone(otherValue);
      else if (how !== 'replace') delete at[name];
      if (how === 'replace') at[name] = value;
      if (how === 'copy') at[name] = structuredClone(otherValue);
      if (how === 'last') at[name] = before;
      return JSON.stringify(document);
    });
    const bytes = Buffer.from(changed.join('\n'));
    expect(await screened(spatial, { bytes }, { crs: RD })).toEqual((await deliver(spatial, { bytes }, { crs: RD })).report);
  }), { numRuns: 30 });
});

test('a root that comes again under other ids: its shapes and those of its references are told, those of contours are not', async () => {
  const line = lines.find((text) => /"resulteertIn".*"Polygon"/.test(text))!;
  const bytes = Buffer.from(`${line}\n${line.replaceAll('.s5-', '.t5-')}\n`);
  const report = await screened(spatial, { bytes }, { crs: RD });
  expect(report).toEqual((await deliver(spatial, { bytes }, { crs: RD })).report);
  expect(report.counts).toMatchObject({ accepted: 2, errors: 0 });
  expect(report.findings.map(({ rule }) => rule)).toContain('regel.zelfde-geometrie');
});
