/** The report as a workbook: texts stay texts, and codes keep their zeros. */
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { xlsx } from '../../../../pipelines/prepare/report/xlsx.ts';
import type { Finding, Report } from '../../../../schemas/finding.ts';

const FINDING: Finding = {
  rule: 'schema.patroon', severity: 'error', pointer: '/idPandBAG', line: 3, found: '=1+1', suggestions: ['0193100000098765'],
  message: { nl: 'Fout & <zo>.\u0000', en: 'Wrong.' }, mend: { nl: 'Herstel.', en: 'Mend.' },
};
const REPORT: Report = {
  source: 'levering.json', model: '4.0', crs: 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992', objects: [], findings: [FINDING], changes: [],
  counts: { objects: 0, accepted: 0, refused: 0, unchanged: 0, errors: 1, warnings: 0, rules: [], types: [] },
} as unknown as Report;

/** The text of a file in a zip, found by its local header. */
function inZip(bytes: Buffer, name: string): string {
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4)) {
    const length = bytes.readUInt16LE(at + 28);
    if (bytes.toString('utf8', at + 46, at + 46 + length) !== name) continue;
    const [packed, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    return (bytes.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString();
  }
  throw new Error(`no ${name}`);
}

test('every text is a text cell: a code keeps its zeros, no formula runs, a long text ends in an ellipsis', async () => {
  const bytes = await xlsx({ ...REPORT, findings: [{ ...FINDING, expected: '😀'.repeat(20_000) }] });
  const texts = inZip(bytes, 'xl/sharedStrings.xml');
  for (const text of ['0193100000098765', '=1+1', 'Fout &amp; &lt;zo&gt;.', 'bedoeld', `${'😀'.repeat(16_383)}…`]) expect(texts).toContain(`>${text}<`);
  expect(inZip(bytes, 'xl/worksheets/sheet1.xml')).not.toMatch(/<f>|<v>0193/);
  expect(inZip(bytes, 'xl/styles.xml')).toMatch(/numFmtId="49"|formatCode="@"/);
});

test('concurrent workbooks are each complete', async () => {
  const reports = ['een', 'twee'].map((found) => ({ ...REPORT, findings: [{ ...FINDING, found }] }));
  const texts = await Promise.all(reports.map(async (report) => inZip(await xlsx(report), 'xl/sharedStrings.xml')));
  expect(texts.map((text) => />(een|twee)</.exec(text)?.[1])).toEqual(['een', 'twee']);
});
