/** The report is readable, exact, and harmless whatever the delivery contains. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { htmlReport } from '../../../../pipelines/prepare/report/html.ts';
import { text } from '../../../../pipelines/prepare/report/text.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import type { Language, Report } from '../../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
let wrong: Report;
beforeAll(async () => {
  spatial = await spatialForTests();
  wrong = (await deliver(spatial, example('fout-gebouwen-den-bosch.json'), { source: 'fout.json' })).report;
});
afterAll(() => spatial.close());

const plain = (report: Report) => text(report, { colour: false });

test('a delivery without findings is in order', async () => {
  const verdict = async (...roots: readonly JsonObject[]) => /class="verdict \w+">(.*)/.exec(htmlReport((await deliver(spatial, roots)).report, 'nl'))?.[1];
  const linked = example('lpg-tankstation-amersfoort.json');
  (linked as { voertUit: [Record<string, Json>] }).voertUit[0]['locatieEVActiviteit'] = { href: '#elders' };
  expect(await verdict(building(1))).toMatch(/^Deze levering is in orde\./);
  expect(await verdict(building(1), linked)).toMatch(/^Er is niets geweigerd\. Kijk nog naar 1 waarschuwing\./);
  expect(await verdict(building(1, { populatie: -1 }), linked)).toMatch(/^1 van de 2 objecten is geweigerd\. Het andere object is aanvaard\..* Kijk nog naar 1 waarschuwing\./);
});

describe('in the terminal', () => {
  test('summary first, in two languages', () => {
    const [first, second] = plain(wrong).split('\n');
    expect(first).toBe(`fout.json: 10 objecten: 2 aanvaard, 8 geweigerd; 13 fouten, ${wrong.counts.warnings} waarschuwing${wrong.counts.warnings === 1 ? '' : 'en'}`);
    expect(second).toContain('10 objects: 2 accepted, 8 refused');
    expect(second).toContain('model 4.0, RD New (28992)');
  });
  test('the top names the first line that was not read', async () => {
    const { report } = await deliver(spatial, `[${JSON.stringify(building(1))}]\n[${JSON.stringify(building(2))}]`);
    expect(report).toMatchObject({ unreadFrom: { line: 2, column: 1 }, counts: { objects: 1, accepted: 1, errors: 1 } });
    const [first, second] = plain(report).split('\n');
    expect(first).toBe('levering.json: Niet gelezen vanaf regel 2; daarvoor 1 object: 1 aanvaard, 0 geweigerd; 1 fout, 0 waarschuwingen');
    expect(second).toContain('Not read from line 2; before that 1 object: 1 accepted');
    expect(htmlReport(report)).toContain('Een deel van het bestand is niet gelezen: alles vanaf regel 2.');
    expect(htmlReport(report, 'en')).toContain('A part of the file was not read: all from line 2.');
  });
  test('every rule is there once, errors before warnings, with locations and fixes', () => {
    const lines = plain(wrong).split('\n');
    const heads = lines.filter((line) => /^(Fout|Waarschuwing|Opmerking) /.test(line));
    expect(heads).toHaveLength(new Set(wrong.findings.map(({ rule }) => rule)).size);
    expect(heads.findLastIndex((line) => line.startsWith('Fout'))).toBeLessThan(heads.findIndex((line) => line.startsWith('Waar')));
    expect(lines.filter((line) => line.includes('→'))).not.toEqual([]);
    expect(plain(wrong)).toContain('fout.json:1  NL.IMEV.AB12.fout-0002  /1/geometrie');
    expect(plain(wrong)).toContain('plaats / place: 149452, 411127');
  });
  test('colour adds only colour', () => {
    const coloured = text(wrong, { colour: true });
    expect(coloured).not.toBe(plain(wrong));
    expect(coloured.replaceAll(/\p{Cc}\[\d+m/gu, '')).toBe(plain(wrong));
  });
  test('a rule with many findings shows some, and the number of others', async () => {
    const many = Array.from({ length: 40 }, (_, i) => building(i, { populatie: -1 }));
    expect(plain((await deliver(spatial, many)).report)).toContain('en nog 30');
  });
  test('text of a delivery cannot control the terminal', async () => {
    const steering = '\u001b[2J\u009b31m\u202e\n kwaad';
    const { report } = await deliver(spatial, [building(1, { id: steering, categorieKwetsbaarheid: steering, [steering]: 1 })], { source: steering });
    expect(plain(report)).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect(report.findings.length).toBeGreaterThan(2);
  });
});

test('in one language, found and expected values are in that language too', async () => {
  const { report } = await deliver(spatial, [building(1, { bronhoudercode: 'ab12' }), building(2, { comment: ['x'.repeat(100_001)] })]);
  const words = { nl: ['3 tot 6 tekens uit A-Z, 0-9 en de komma: AB12', '100001 tekens'], en: ['3 to 6 characters from A-Z, 0-9 and comma: AB12', '100001 characters'] };
  const pages = (lang: Language | null): readonly string[] => [text(report, { colour: false, lang }), htmlReport(report, lang)];
  for (const [lang, other] of [['nl', 'en'], ['en', 'nl']] as const) {
    for (const page of pages(lang)) {
      for (const word of words[lang]) expect(page).toContain(word);
      for (const word of words[other]) expect(page).not.toContain(word);
    }
  }
  for (const page of pages(null)) expect(page).toContain('100001 tekens\u00a0/\u00a0100001 characters');
});

describe('as a file', () => {
  test('HTML is one file without script, with every finding', () => {
    const page = htmlReport(wrong);
    expect(page).toMatch(/^<!doctype html>\n<html lang="nl">/);
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(/);
    expect(page.match(/<li id="b\d+">/g)).toHaveLength(wrong.findings.length);
  });
  test('text of a delivery stays text in HTML', async () => {
    const evil = '"><img src=x onerror=alert(1)>&';
    const { report } = await deliver(spatial, [building(1, { id: evil, [evil]: 1, categorieKwetsbaarheid: evil })], { source: evil });
    expect(htmlReport(report)).not.toContain('<img');
    expect(htmlReport(report)).toContain('&lt;img src=x');
  });
  test('changes of an upgrade are shown with before and after', async () => {
    const { report } = await deliver(spatial, building(1, { categorieKwetsbaarheid: 'kwetsbaar' }), { model: '3.0' });
    expect(report.model).toBe('3.0');
    const changed: Report = { ...report, changes: [{ pointer: '/x', before: '"was"', after: null, reason: {
      nl: 'r',
      en: 'r',
    } }] };
    expect(htmlReport(changed)).toContain('&quot;was&quot;');
    expect(plain(changed)).toContain('"was" → -');
  });
});
