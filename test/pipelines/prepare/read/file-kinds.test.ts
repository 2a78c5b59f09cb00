/** Files that are not JSON, or nearly JSON, have one finding, which names the kind or the slip. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { readRecord } from '../../../../pipelines/prepare/read/index.ts';
import type { Json } from '../../../../schemas/json.ts';
import { building, deliver } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => spatial.close());

const compact = (number: number) => JSON.stringify(building(number));
const PRETTY = JSON.stringify([building(1), building(2)], null, 2);
const [ONE, TWO] = [compact(1), compact(2)];

describe('one finding names it: a file that is not JSON', () => {
  test.each<[string, string | readonly number[] | Buffer]>([
    ['tabel (CSV)', 'id;naam;x\n1;School;150000\n2;Winkel, groot;150001\n'],
    ['tabel (CSV)', '"id","naam"\r\n"1","School"\r\n'],
    ['tabel (CSV)', 'id\tnaam\n1\tSchool'],
    ['YAML', 'entityType: KwetsbaarGebouw\nid: x\nidentificatie:\n  namespace: NL\n'],
    ['YAML', '- entityType: KwetsbaarGebouw\n  id: x\n'],
    ['YAML', '---\nentityType: Wegen\n'],
    ['TOML', '[object]\nentityType = "KwetsbaarGebouw"\n[object.identificatie]\nnamespace = "NL"\n'],
    ['TOML', '# levering\r\nentityType = "KwetsbaarGebouw"\r\npopulatie = 3\r\n'],
    ['andere aanhalingstekens', PRETTY.replaceAll('"', "'")], ['andere aanhalingstekens', `${ONE}\n${TWO}`.replaceAll(/"([^"]*)"/g, '“$1”')],
    ['JSON5', PRETTY.replaceAll(/"(\w+)":/g, '$1:')],
    ['met iets ervoor', `1\t${ONE}\n2\t${TWO}\n`],
    ['JavaScript', `var data = ${PRETTY};`],
    ['JavaScript', `export default ${PRETTY}`],
    ['JavaScript', `callback(${ONE});`],
    ['gewone tekst', 'Beste collega,\n\nHierbij de levering.\nGroet\n'],
    ['webpagina (HTML)', '<!DOCTYPE html>\n<html><body><h1>502 Bad Gateway</h1></body></html>'],
    ['XML (GML)', '\n<gml:FeatureCollection xmlns:gml="x">\n</gml:FeatureCollection>'],
    ['XML.', '<?xml version="1.0"?>\n<x/>'],
    ['Excel', Buffer.from('PK\u0003\u0004....[Content_Types].xml')],
    ['Excel', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 10]],
    ['zip-bestand', 'PK\u0003\u0004....x.json'],
    ['twee keer met gzip', gzipSync(gzipSync(ONE))],
    ['ingepakt bestand (tar', gzipSync(`${'x.json'.padEnd(257, '\0')}ustar${ONE}`)],
    ['GeoPackage', 'SQLite format 3\0\n'], ['PDF', '%PDF-1.7\n1 0 obj\n'], ['shapefile', [0, 0, 0x27, 0x0a, 0, 0]],
    ['Parquet', 'PAR1\u0015\n'], ['FlatGeobuf', 'fgb\u0003fgb\0'], ['binair', [3, 0x7a, 1, 1, 5, 0, 10, 32]],
    ['RFC 8142', `\u001e${ONE}\n\u001e${TWO}\n`],
    ['UTF-16', Buffer.from(`\ufeff${ONE}`, 'utf16le')], ['UTF-16', Buffer.from(ONE, 'utf16le').swap16()],
    ['leeg', ' \n\n'],
  ])('%s', async (name, bytes) => {
    const { report } = await deliver(spatial, { bytes: Buffer.from(bytes as string) });
    expect(report.findings).toHaveLength(1);
    expect(report.findings[0]!.message.nl).toContain(name);
    expect(report.counts).toMatchObject({ objects: 0, errors: 1 });
  });
});

describe('one finding names it, and the valid roots are read', () => {
  test.each<[string, string, string, number]>([
    ['a comment on top', `// levering\n${PRETTY}`, 'levering.commentaar', 2],
    ['a comment of a script on top', `# levering\n${ONE}\n${TWO}`, 'levering.commentaar', 2],
    ['comments between objects', `[${ONE}, // een\n${TWO} // twee\n]`, 'levering.commentaar', 2],
    ['text on top', `Resultaat:\n${PRETTY}`, 'levering.voor-begin', 2],
    ['a code block', `\`\`\`json\n${PRETTY}\n\`\`\`\n`, 'levering.codeblok', 2],
    ['a code block of lines in a letter', `Beste collega,\n\n\`\`\`\n${ONE}\n${TWO}\n\`\`\`\nGroet`, 'levering.codeblok', 2],
    ['a code block of objects', `\`\`\`\n${JSON.stringify(building(1), null, 1)}\n${JSON.stringify(building(2), null, 1)}\n\`\`\``, 'levering.codeblok', 2],
    ['lines with commas', `${ONE},\n${TWO},\n`, 'levering.komma-na-object', 2],
    ['no comma in a list', `[${ONE}\n${TWO}]`, 'levering.komma-ontbreekt', 2],
    ['a list that did not begin', PRETTY.slice(1), 'levering.haak-ontbreekt', 2],
    ['a list that does not end', PRETTY.slice(0, -1), 'levering.onaf', 2],
    ['a comma too many in a list', `[${ONE},${TWO},]`, 'levering.leeg-item', 2],
  ])('%s', async (_, text, rule, accepted) => {
    const { report } = await deliver(spatial, text);
    const severity = rule.startsWith('levering.komma') ? 'warning' : 'error';
    expect(report.findings.map((finding) => [finding.rule, finding.severity])).toEqual([[rule, severity]]);
    expect(report.counts.accepted).toBe(accepted);
  });
  test('a root that is too large is one unread object', () => {
    const { issues } = readRecord({ kind: 'root', pointer: '/1', line: 2, column: 1, bytes: Buffer.alloc(0), fault: 'te-groot' });
    expect(issues.map((issue) => issue.finding().message.nl)).toEqual([expect.stringMatching(/^Dit object/)]);
  });
});

describe('one finding names it: the file ends in the middle of an object', () => {
  test.each<[string, string, number, number]>([
    ['of the last line', `${ONE}\n${TWO.slice(0, -20)}`, 2, 1], ['in a text', `${ONE}\n${TWO.slice(0, TWO.indexOf('AB12'))}`, 2, 1],
    ['of a word', `${ONE}\n${TWO.slice(0, -1)},"informatieGeheim":tr`, 2, 1], ['of the only object', JSON.stringify(building(1), null, 1).slice(0, -9), 1, 0],
    ['of a list', PRETTY.slice(0, -30), 1 + PRETTY.slice(0, PRETTY.lastIndexOf('\n  {') + 1).split('\n').length - 1, 1],
  ])('%s', async (_, text, line, accepted) => {
    const { report } = await deliver(spatial, text);
    expect(report.findings).toMatchObject([{ rule: 'levering.onaf', line, message: { nl: expect.stringContaining(`dat op regel ${line} begint`) as string } }]);
    expect(report.counts.accepted).toBe(accepted);
  });
  test('or in the middle of a character', async () => {
    const bytes = Buffer.from(`${ONE}\n${TWO.slice(0, -1)},"bronhouder":"é`);
    expect((await deliver(spatial, { bytes: bytes.subarray(0, -1) })).found).toEqual(['levering.onaf /1']);
  });
});

describe('one finding names it: letters in another encoding', () => {
  const latin1 = (more: Record<string, Json>) => Buffer.from(JSON.stringify(building(1, more)), 'latin1');
  test.each<[string, Buffer, RegExp, RegExp]>([
    ['Windows-1252', latin1({ bronhouder: 'Café René' }), /Windows-1252.*hier is é bedoeld/, /Café René/],
    ['a euro', Buffer.concat([latin1({ bronhouder: '' }).subarray(0, -2), Buffer.from([0x80, 0x22, 0x7d])]), /hier is € bedoeld/, /€/],
    ['only here', Buffer.concat([Buffer.from(JSON.stringify(building(1, { bronhouder: 'Één caf' })).slice(0, -2)), Buffer.from([0xe9, 0x22, 0x7d])]), /deels UTF-8.*waarschijnlijk é/, /Één café/],
    ['no text at all', Buffer.concat([latin1({ bronhouder: '' }).subarray(0, -2), Buffer.from([0x81, 0x22, 0x7d])]), /bytes die geen UTF-8 zijn/, /^81 22 7d/],
  ])('%s', async (_, bytes, message, found) => {
    const { report } = await deliver(spatial, { bytes });
    expect(report.findings).toMatchObject([{ rule: 'json.utf8', message: { nl: expect.stringMatching(message) as string }, found: expect.stringMatching(found) as string }]);
  });

  test.each<[string, string | undefined]>([
    ['CafÃ© RenÃ©', 'json.tekst-verminkt Café René'], ['Ã‰Ã©n â‚¬ 5', 'json.tekst-verminkt Één € 5'], ['Jansen &amp; Zn &#233;', 'json.html-code Jansen & Zn é'],
    ['CafÃ© &amp; Zn', 'json.tekst-verminkt Café & Zn'], ['Vâlà & São a?b=1&c=2', undefined], ['&onbekend; &copy', undefined],
  ])('%s: the original is suggested', async (bronhouder, meant) => {
    const { report } = await deliver(spatial, building(1, { bronhouder }));
    expect(report.findings.map(({ rule, severity, pointer, expected }) => [`${rule} ${expected}`, severity, pointer]))
      .toEqual(meant === undefined ? [] : [[meant, 'warning', '/bronhouder']]);
  });
});

describe('one finding names it: a wrapper', () => {
  test.each<[string, Json]>([
    ['/data', { count: 2, data: [building(1), building(2)] }],
    ['/_embedded/kwetsbareGebouwen', { _links: { self: { href: '/' } }, _embedded: { kwetsbareGebouwen: [building(1)] } }],
    ['/result', { result: building(1) }],
    ['/0/features', [{ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {} }] }]],
  ])('%s', async (pointer, wrapper) => {
    const { found, report } = await deliver(spatial, wrapper);
    expect(found).toEqual([`levering.omhulsel ${pointer}`]);
    expect(report.findings[0]!.mend.nl).toMatch(/lijst tussen \[ en \].*FeatureCollection/);
  });
  test.each<[string, string, Json]>([
    ['a FeatureCollection without features', 'levering.zonder-features /features', { type: 'FeatureCollection', features: null }],
    ['a bare geometry', 'levering.losse-geometrie', { type: 'Point', coordinates: [155000, 463000] }],
    ['an object converted twice', 'levering.object-in-tekst /0', [ONE]], ['a text that is none', 'levering.geen-object /0', ['x']],
  ])('%s', async (_, found, what) => {
    expect((await deliver(spatial, what)).found).toEqual([found]);
  });
  test('a root without its type is not a wrapper, whatever its members', async () => {
    const { found } = await deliver(spatial, { voertUit: [{ entityType: 'Propaan', id: 'x' }] });
    expect(found).toEqual(['schema.required', 'schema.entityType /voertUit/0/entityType']);
  });
  test('Esri JSON is named', async () => {
    const esri = { geometryType: 'esriGeometryPoint', features: [{ attributes: { id: 1 }, geometry: { x: 1, y: 2 } }] };
    expect((await deliver(spatial, esri)).found).toEqual(['levering.esri /features/0/attributes']);
  });
});

describe('one finding names it: a slip in an object, which costs that object only', () => {
  const changed = (change: (text: string) => string) => `[${change(ONE)},${TWO}]`;
  const withValue = (value: string) => changed((text) => `${text.slice(0, -1)},"populatie":${value}}`);
  test.each<[string, string, readonly string[] | undefined]>([
    ['andere aanhalingstekens', changed((text) => text.replaceAll('"', "'")), undefined],
    ['andere aanhalingstekens', changed((text) => text.replaceAll(/"([^"]*)"/g, '“$1”')), undefined],
    ['niet tussen aanhalingstekens', changed((text) => text.replaceAll(/"(\w+)":/g, '$1:')), ['"entityType"']],
    ['niet tussen aanhalingstekens', withValue('veel'), ['"veel"']],
    ['NaN', withValue('NaN'), undefined], ['Infinity', withValue('-Infinity'), undefined],
    ['kleine letters', withValue('True'), ['true']], ['geen waarde', withValue('None'), undefined],
    ['commentaar', changed((text) => text.replace('"id"', '/* het id */ "id"')), undefined],
    ['komma te veel', changed((text) => text.replace(']]]', ',]]]')), undefined],
    ['ontbreekt de accolade {', `${ONE.slice(1)}\n${TWO}\n`, undefined],
  ])('%s', async (name, text, suggestions) => {
    const { report } = await deliver(spatial, text);
    expect(report.findings).toMatchObject([{ rule: 'json.syntaxis', ...(suggestions === undefined ? {} : { suggestions }) }]);
    expect(report.findings[0]!.message.nl).toContain(name);
    expect(report.counts).toMatchObject({ objects: 2, accepted: 1 });
  });
});
