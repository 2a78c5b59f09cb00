/** The forms of the report and its figures are exact, complete, and harmless whatever the delivery contains. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countsOf } from '../../../../pipelines/prepare/delivery/counts.ts';
import { Findings } from '../../../../pipelines/prepare/delivery/findings.ts';
import { csv } from '../../../../pipelines/prepare/report/csv.ts';
import { geojson } from '../../../../pipelines/prepare/report/geojson.ts';
import { htmlReport } from '../../../../pipelines/prepare/report/html.ts';
import { text } from '../../../../pipelines/prepare/report/text.ts';
import { refusedNote } from '../../../../pipelines/state/outcomes/refusals.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Finding, Report, Severity } from '../../../../schemas/finding.ts';
import { jsonChunks } from '../../../../schemas/json.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import type { RuleId } from '../../../../schemas/rules.ts';
import { reportMistakes } from '../../../report-agrees.ts';
import { IS_FULL } from '../../../runs.ts';
import { PROJECT } from '../../../shared-data.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
let twenty: Report;
beforeAll(async () => {
  spatial = await spatialForTests();
  twenty = (await deliver(spatial, { path: join(PROJECT, 'data/examples/twenty-mistakes.json') })).report;
});
afterAll(() => spatial.close());

interface Feature {
  readonly geometry: { readonly coordinates: readonly number[] } | null;
  readonly properties: Readonly<Record<string, string | number | null>>;
}

const featuresOf = (report: Report) => (JSON.parse(geojson(report)) as { features: readonly Feature[] }).features;

describe('as JSON', () => {
  test('pieces that together equal JSON.stringify', () => {
    const whole = (value: unknown): string => [...jsonChunks(value)].join('');
    expect(whole(twenty)).toBe(JSON.stringify(twenty));
    expect(whole({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
    fc.assert(fc.property(fc.jsonValue(), (value) => { expect(whole(value)).toBe(JSON.stringify(value)); }));
  });

  test('no piece grows with the objects, because a report may be longer than the longest string', () => {
    const longest = (count: number): number => {
      const objects = Array.from({ length: count }, () => twenty.objects[0]);
      const pieces = [...jsonChunks({ objects })];
      expect(pieces.join('')).toBe(JSON.stringify({ objects }));
      return Math.max(...pieces.map(({ length }) => length));
    };
    expect(longest(60_001)).toBeLessThanOrEqual(longest(20_000) + 1);
  });
});

describe('as CSV', () => {
  test('RFC 4180 with a byte-order mark: a header, a row for the whole and a row for each finding, equally wide', () => {
    const page = csv(twenty);
    expect(page.startsWith('\ufeffnummer,ernst,code,bestand,regel,pointer,')).toBe(true);
    const rows = parsed(page);
    expect(rows).toHaveLength(22);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([24]));
    expect(rows[1]?.slice(0, 4)).toEqual(['0', 'Geheel', 'rapport', 'levering.json']);
    expect(rows[2]?.slice(0, 6)).toEqual(['1', 'Fout', 'json.dubbele-sleutel', 'levering.json', '35', '/1/beginGeldigheid']);
  });

  test('any text comes back unchanged except apostrophes, and is no formula, not behind a semicolon either', () => {
    const part = fc.constantFrom('', '=', '+', '-', '@', '＝', ';', '"', ' ', '\t', '\r', '\n', '\'');
    fc.assert(fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'grapheme' }))), (parts) => {
      const found = parts.join('').toWellFormed();
      const cell = parsed(csv(reportOf({ found })))[2]?.[13] ?? '';
      for (const inSpreadsheet of [cell, ...cell.split(/[;\t\r\n]/)]) expect(inSpreadsheet).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
      expect(cell).not.toMatch(/^[\t\r]/);
      expect(cell.replaceAll("'", '')).toBe(found.replaceAll("'", ''));
    }), { numRuns: 300 });
  });
});

describe('as GeoJSON', () => {
  test('every finding in the order of the page, at its position in CRS84 or at its object', () => {
    const features = featuresOf(twenty);
    expect(features.map(({ properties }) => properties['number'])).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const { geometry, properties } of features) {
      if (geometry === null) expect(properties['rule']).toMatch(/^json|^schema.entityType$|ander-stelsel$/);
      else expect(geometry.coordinates.map(Math.floor)).toEqual([5, 52]);
    }
    expect(features.filter(({ properties }) => properties['placeOf'] === 'finding')).toHaveLength(3);
  });

  test('a position in RD is transformed; numbers outside the area of their CRS are not a position', () => {
    const at = (crs: string, ...coordinates: number[]) => featuresOf(reportOf({ place: { crs, coordinates } }))[0]!.geometry?.coordinates;
    const [longitude, latitude] = at(CRSS['28992'].uri, 155_000, 463_000)!;
    expect(longitude).toBeCloseTo(5.38720366, 6);
    expect(latitude).toBeCloseTo(52.1551729, 6);
    expect(at(CRSS.CRS84.uri, 5.5, 52.5)).toEqual([5.5, 52.5]);
    expect(at(CRSS['4258'].uri, 52.5, 5.5)).toEqual([5.5, 52.5]);
    expect(at(CRSS['7415'].uri, 155_000, 463_000, 3)?.[0]).toBeCloseTo(5.38720366, 6);
    expect(at(CRSS.CRS84.uri, 155_000, 463_000)).toBeUndefined();
    expect(at(CRSS.CRS84.uri, Number.NaN, 1)).toBeUndefined();
    expect(at('https://voorbeeld.nl/onbekend', 5, 52)).toBeUndefined();
  });
});

describe('any report', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('<img src=x onerror=a>', '"><script>a</script>', '\'><b>', '</style>', '&lt;i>', '\u202e', '__proto__'),
  );
  const finding: fc.Arbitrary<Finding> = fc.record({
    rule: words as fc.Arbitrary<RuleId>, severity: fc.constantFrom<Severity>('error', 'warning', 'info'), pointer: words,
    message: fc.record({ nl: words, en: words }), mend: fc.record({ nl: words, en: words }),
    found: words, expected: words, objectId: words, suggestions: fc.array(words, { maxLength: 3 }),
    place: fc.record({
      crs: fc.constantFrom(...Object.values(CRSS).map(({ uri }) => uri as string), ''),
      coordinates: fc.array(fc.oneof(fc.double(), fc.constantFrom(5, 52, 155_000, 463_000)), { maxLength: 3 }),
    }),
  });

  test('shows a message on the page when it differs from the title of its rule', () => {
    const page = htmlReport({ ...reportOf(), findings: [refusedNote('te <b>oud</b>')] });
    expect(page).not.toContain('[object');
    expect(page).toContain('Reden: te &lt;b&gt;oud&lt;/b&gt;');
  });

  test('can be written in every form, and adds no markup to the page', () => {
    fc.assert(fc.property(fc.array(finding, { maxLength: 5 }), words, (findings, source) => {
      const report = { ...reportOf(), findings, source };
      expect(parsed(csv(report))).toHaveLength(findings.length + 2);
      expect(featuresOf(report)).toHaveLength(findings.length);
      expect(text(report, { colour: false })).not.toMatch(/(?!\n)\p{Cc}/u);
      const page = htmlReport(report);
      expect(page).not.toMatch(/<[^>]*onerror/);
      expect(page).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      const tags = [...page.matchAll(/<([a-z0-9]+)/gi)].map(([, name]) => name);
      expect(tags.filter((name) => !TAGS.has(name!))).toEqual([]);
    }), { numRuns: 200 });
  });
});

/** All elements and attributes of the page. */
const TAGS = new Set((
  'html head meta title style body main h1 h2 p span br dl dt dd section div table thead tbody tr th td a strong ol li code svg path '
  + 'text g rect circle').split(' '));

describe('the figures', () => {
  test('per rule they are exact, also for findings that the report leaves out', async () => {
    const many = Array.from({ length: LIMITS.findingsPerRuleMax + 205 }, (_, n) => building(n, { populatie: -1 }));
    const { report } = await deliver(spatial, many);
    expect(report.counts.rules).toContainEqual({ rule: 'schema.bereik', severity: 'error', count: 1_205 });
    expect(report.counts.errors).toBe(1_205);
    expect(report.findings.filter(({ rule }) => rule === 'schema.bereik')).toHaveLength(1_000);
    expect(htmlReport(report)).toContain('schema.bereik</code> · 1205×');
    expect(text(report, { colour: false })).toContain('schema.bereik (1205×)');
  });

  test('a rule with findings of two severities has two totals', () => {
    const findings = new Findings();
    const finding = (severity: Severity): Finding => ({ ...reportOf().findings[0]!, severity });
    for (let n = 0; n < 1_600; n++) findings.add(finding(n % 2 === 0 ? 'error' : 'warning'));
    findings.count({ rule: 'regel.afstand-groot', severity: 'warning' }, 5);
    expect(findings.rules).toEqual([
      { rule: 'regel.afstand-groot', severity: 'error', count: 800 }, { rule: 'regel.afstand-groot', severity: 'warning', count: 805 },
    ]);
    expect(countsOf([], findings.rules)).toMatchObject({ errors: 800, warnings: 805 });
    const all = [...findings.close()];
    expect(all).toHaveLength(LIMITS.findingsPerRuleMax + 1);
    expect(all.at(-1)).toMatchObject({ rule: 'rapport.ingekort', found: 'regel.afstand-groot' });
    const report = { ...reportOf(), findings: all, counts: countsOf([], findings.rules) };
    expect(text(report, { colour: false })).toMatch(/Fout regel.afstand-groot \(800×\)[^]*Waarschuwing regel.afstand-groot \(805×\)/);
  });

  test('links that are resolved late, or not at all, are counted exactly', async () => {
    const many = Array.from({ length: LIMITS.findingsPerRuleMax + 50 }, (_, n) => linking(n));
    const { report } = await deliver(spatial, many);
    expect(report.counts.rules).toContainEqual({ rule: 'verwijzing.niet-gecontroleerd', severity: 'warning', count: 1_050 });
  });

  test.runIf(IS_FULL)('more links than a report remembers are counted, all of them, as not checked', async () => {
    let count = 0;
    // Each contour has the maximum number of links.
    const many = (): string => Array.from({ length: 25_000 }, () => `{"href":"#elders-${count++}"}`).join();
    const document = JSON.stringify(example('lpg-tankstation-amersfoort.json')).replace(/"hoortBij":\[/g, (start) => `${start}${many()},`);
    expect(count).toBeGreaterThan(100_000);
    const { report } = await deliver(spatial, document);
    const elsewhere = { rule: 'regel.hoort-bij-elders', severity: 'warning', count: expect.any(Number) as number };
    expect(report.counts.rules).toEqual([elsewhere, { rule: 'verwijzing.niet-gecontroleerd', severity: 'warning', count }]);
    expect(report.findings.filter(({ rule }) => rule !== elsewhere.rule)).toHaveLength(LIMITS.findingsPerRuleMax + 1);
  });

  test('per type: roots and nested objects, in JSON, in the terminal and on the page', () => {
    const types = twenty.counts.types;
    const sum = (nested: boolean) => types.filter((type) => type.nested === nested).reduce((total, { objects }) => total + objects, 0);
    expect([sum(false), sum(true)]).toEqual([19, 15]);
    for (const { objects, accepted, refused, unchanged } of types) expect(accepted + refused + unchanged).toBe(objects);
    expect(types.find(({ entityType }) => entityType === 'PRContour')).toEqual(
      { entityType: 'PRContour', nested: true, objects: 5, accepted: 1, refused: 4, unchanged: 0 },
    );
    expect(types.find(({ entityType }) => entityType === null)).toMatchObject({ nested: false, objects: 1, refused: 1 });
    expect(text(twenty, { colour: false })).toMatch(/\+ PRContour +1 +4 +0\n/);
    expect(htmlReport(twenty)).toContain('<th scope="row">PRContour</th><td>5</td><td>1</td><td>4</td><td>0</td>');
  });

  test('a nested object shares the verdict of its root', () => {
    const object = { id: 'a', entityType: 'LocatieActiviteit', pointer: '', nested: { TankenLPG: 1, PRContour: 2 } } as const;
    const { types, unchanged } = countsOf([{ ...object, verdict: 'unchanged' }, { ...object, verdict: 'accepted' }], []);
    expect(unchanged).toBe(1);
    expect(types.map(({ entityType, accepted, unchanged: same }) => [entityType, accepted, same])).toEqual(
      [['LocatieActiviteit', 1, 1], ['PRContour', 2, 2], ['TankenLPG', 1, 1]],
    );
  });
});

describe('the number of ended objects', () => {
  const ending = (more: Partial<Report>, ended = { roots: 7, parts: 0 }): Report => ({
    ...reportOf(), findings: [], ...more,
    counts: { ...countsOf([{ id: 'a', entityType: 'KwetsbaarGebouw', pointer: '', verdict: 'accepted' }], [], ended), revived: 2, onlyPast: 1 },
  });
  const receipt = { uuid: '00000000-0000-4000-8000-000000000000', received: '2026-11-25T10:00:00.0Z' };

  test('is first in every form, and such a delivery is never called in order', () => {
    const report = ending(receipt);
    expect(reportMistakes(report)).toEqual([]);
    const [nl, en] = ['Let op: deze indiening heeft 7 objecten beëindigd.', 'Mind: this submission ended 7 objects.'];
    expect(text(report, { colour: true }).split('\n').slice(0, 2)).toEqual([nl, en].map((line) => expect.stringContaining(line) as unknown));
    expect(text(report, { colour: true }).startsWith('\u001b[33m')).toBe(true);
    expect(text(report, { colour: false, lang: 'nl' })).toContain('0 geweigerd, 2 weer geldig, 1 alleen in het verleden; 0 fouten');
    for (const [lang, words] of [['nl', nl], ['en', en]] as const) {
      const page = htmlReport(report, lang);
      expect(page).toMatch(new RegExp(`</h1>\\s*<p class="verdict amber"><strong>${words}</strong></p>\\s*<p class="verdict amber">`));
      expect(page).not.toMatch(/in orde|in order/);
    }
    expect(htmlReport(report, 'nl')).toContain('<dt>Beëindigd</dt><dd>7 objecten, 0 onderdelen</dd>');
    expect(parsed(csv(report))[1]?.slice(9, 11)).toEqual([expect.stringContaining(nl), expect.stringContaining(en)]);
    expect(JSON.parse(geojson(report))).toMatchObject({ report: { counts: { ended: 7, endedParts: 0, revived: 2, onlyPast: 1 } } });
  });

  test('is a forecast without a receipt; nested objects are counted apart; 0 is left out', () => {
    expect(htmlReport(ending({}, { roots: 1, parts: 3 }), 'nl')).toContain('Let op: deze levering zou 1 object en 3 onderdelen beëindigen.');
    expect(text(ending({}, { roots: 0, parts: 1 }), { colour: false, lang: 'en' })).toMatch(/^Mind: this delivery would end 1 nested object\.\n/);
    const none = ending(receipt, { roots: 0, parts: 0 });
    expect([text(none, { colour: false }), htmlReport(none)].join('')).not.toMatch(/Let op/);
    expect(htmlReport(none)).toContain('Deze levering is in orde.');
  });

  test.each([
    ['INTREKKING', 'intrekking', 'withdrawal'], ['OVERDRACHT', 'overdracht', 'transfer'], ['HERROEPING', 'herroeping', 'undo'],
  ] as const)('an order is named by its kind, before and after: %s', (order, nl, en) => {
    const foreseen = ending({ order });
    expect(reportMistakes(foreseen)).toEqual([]);
    const [first, second, summary = ''] = text(foreseen, { colour: false }).split('\n');
    expect([first, second]).toEqual([`Let op: deze ${nl} zou 7 objecten beëindigen.`, `Mind: this ${en} would end 7 objects.`]);
    expect(summary.toLowerCase()).toContain(`: ${nl}; 1 object: 1 aanvaard, 0 geweigerd`);
    const done = ending({ order, ...receipt }, { roots: 0, parts: 0 });
    expect(htmlReport(done)).toContain(`Deze ${nl} is in orde.`);
    expect(text(done, { colour: false, lang: 'en' }).toLowerCase()).toContain(`: ${en}; 1 object: 1 accepted, 0 refused`);
  });

  test('unchanged objects are counted beside the accepted and refused ones, and called neither', () => {
    const verdicts = ['accepted', 'unchanged', 'unchanged', 'refused'] as const;
    const counts = countsOf(verdicts.map((verdict, at) => ({ id: `o${at}`, entityType: 'KwetsbaarGebouw', pointer: `/${at}`, verdict })), []);
    const report = { ...reportOf(), findings: [], counts };
    expect(text(report, { colour: false })).toMatch(/4 objecten: 1 aanvaard, 2 ongewijzigd, 1 geweigerd; [^]*4 objects: 1 accepted, 2 unchanged, 1 refused; /);
    expect(htmlReport(report, 'nl')).toMatch(/1 van de 4 objecten is geweigerd\. De andere objecten zijn aanvaard of ongewijzigd\./);
  });

  test('a submission that was not processed is not called empty', () => {
    const page = htmlReport({ ...reportOf(), findings: [refusedNote('te oud')] }, 'nl');
    expect(page).toContain('Er is niets verwerkt; hieronder staat waarom.');
    expect(page).not.toContain('geen enkel object');
  });
});

describe('the schema of the report', () => {
  test('refuses unknown members, and a report without its figures', () => {
    expect(reportMistakes(twenty)).toEqual([]);
    expect(reportMistakes({ ...twenty, extra: 1 })).not.toEqual([]);
    expect(reportMistakes({ ...twenty, counts: { ...twenty.counts, rules: undefined } })).not.toEqual([]);
    expect(reportMistakes({ ...twenty, findings: [{ ...twenty.findings[0], severity: 'ernstig' }] })).not.toEqual([]);
  });
});

/** A contour or activity that links to a location that does not exist. */
function linking(number: number): Record<string, never> {
  const source = JSON.stringify(example('propaantank-texel.json'));
  return JSON.parse(source.replaceAll('tank-0001', `link-${number}`)
    .replace('"hoortBij":[', '"hoortBij":[{"href":"#NL.IMEV.AB12.elders"},')) as Record<string, never>;
}

function reportOf(more: Partial<Finding> = {}): Report {
  const finding: Finding = {
    rule: 'regel.afstand-groot', severity: 'error', pointer: '', message: { nl: 'n', en: 'e' }, mend: { nl: 'h', en: 'm' }, ...more,
  };
  return {
    source: 'proef.json', model: '4.0', crs: CRSS['28992'].uri, objects: [], findings: [finding], changes: [],
    counts: countsOf([], [{ rule: 'regel.afstand-groot', severity: 'error', count: 1 }]),
  };
}

/** RFC 4180, strictly: rows end in CRLF, quotes are doubled. */
function parsed(page: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  cell.lastIndex = 1; // after the byte-order mark
  while (cell.lastIndex < page.length) {
    const [whole, quoted, plain, end] = cell.exec(page) ?? [];
    if (whole === undefined) throw new Error(`no CSV at ${cell.lastIndex}`);
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

