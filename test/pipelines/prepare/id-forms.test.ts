/** Ids and links of a delivery in other normal forms are reported, and compared as equal. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Spatial } from '../../../pipelines/prepare/geometry/spatial.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { describeWithShared } from '../../shared-data.ts';
import { building, deliver, example } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';

const NFC = 'NL.IMEV.AB12.caf\u00e9';
const NFD = 'NL.IMEV.AB12.cafe\u0301';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

function named(id: string, lokaalID = id.slice('NL.IMEV.'.length)): JsonObject {
  return building(1, { id, identificatie: { namespace: 'NL.IMEV', lokaalID } });
}

test('an id that is not in NFC is accepted with a warning that shows both forms', async () => {
  const { report, roots } = await deliver(spatial, named(NFD));
  expect(report.counts).toMatchObject({ accepted: 1, errors: 0 });
  expect(report.findings).toMatchObject([
    { rule: 'regel.id-normaalvorm', severity: 'warning', pointer: '/id', found: String.raw`NL.IMEV.AB12.cafe\u0301`, expected: String.raw`NL.IMEV.AB12.caf\u00e9` },
  ]);
  expect(roots.map(({ id }) => id), 'kept as delivered').toEqual([NFD]);
});

test('an id in NFC has no finding, also with an identificatie in the other form', async () => {
  expect((await deliver(spatial, named(NFC))).found).toEqual([]);
  expect((await deliver(spatial, named(NFC, 'AB12.cafe\u0301'))).found).toEqual([]);
});

test('roots with one id in two forms are versions of one object', async () => {
  const { report } = await deliver(spatial, [named(NFC), { ...named(NFD), beginGeldigheid: '2024-06-01T00:00:00Z' }]);
  expect(report.counts).toMatchObject({ accepted: 2, errors: 0 });
  expect(report.objects.map(({ beginGeldigheid }) => beginGeldigheid)).not.toContain(undefined);
});

test('an object has the same own hash under each form of its id', async () => {
  const [one, other] = await Promise.all([NFC, NFD].map((id) => deliver(spatial, named(id, 'AB12.x'))));
  expect(one!.roots[0]!.objects.map(({ ownHash }) => ownHash)).toEqual(other!.roots[0]!.objects.map(({ ownHash }) => ownHash));
});

test('links to a parent in the other form are links within the root', async () => {
  const document = example('lpg-tankstation-amersfoort.json');
  const { id } = document as { id: string };
  const forms = [NFC, NFD].map((held, index) => {
    const asked = [NFD, NFC][index]!;
    const text = JSON.stringify(document).replaceAll(`"#${id}"`, `"#${asked}"`);
    return { ...JSON.parse(text) as JsonObject, id: held, identificatie: { namespace: 'NL.IMEV', lokaalID: held.slice('NL.IMEV.'.length) } };
  });
  for (const form of forms) {
    const { report, roots } = await deliver(spatial, form);
    expect(report.findings.filter(({ rule }) => rule.startsWith('verwijzing.'))).toEqual([]);
    expect(roots.map(({ links }) => links)).toEqual([[]]);
  }
});

describeWithShared('the case from the field', 'data/field-cases/09-nfc-two.json', (path) => {
  test('two roots with one id in two forms and the same begin are refused, and each names the other', async () => {
    const { report } = await deliver(spatial, readFileSync(path, 'utf8'));
    expect(report.counts).toMatchObject({ accepted: 0, refused: 2 });
    expect(report.findings.filter(({ severity }) => severity === 'error').map(({ rule, pointer }) => `${rule} ${pointer}`))
      .toEqual(['id.zelfde-begin /0/beginGeldigheid', 'id.zelfde-begin /1/beginGeldigheid']);
  });
});
