/** Personal data of a sensitive location: the public form of its document. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { showsPersonalData, withoutPersonalData } from '../../../../pipelines/state/redact/personal-data.ts';
import { validate } from '../../../../schemas/check/compile.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { MODEL } from '../../../../schemas/model/model.ts';
import { NOT_PUBLIC, WITHHELD_FIELDS } from '../../../../schemas/withheld.ts';

const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

/** The sensitive example with every withheld field. */
function sensitive(): JsonObject {
  const example = JSON.parse(readFileSync('data/examples/propaantank-privacygevoelig.json', 'utf8')) as JsonObject & { voertUit: [JsonObject] };
  const [activity] = example.voertUit;
  return {
    ...example, kvkNummerExploitant: ['12345678'], kvkNummerAanvrager: '12345678', idNummeraanduidingBAGExploitant: '0307200000123456',
    vestigingsnummerExploitant: '000012345678', vestigingsnummerAanvrager: '000012345678', eigenaar: 'kanarie', omschrijving: 'kanarie',
    comment: ['kanarie'], voertUit: [{ ...activity, comment: ['kanarie'] }],
  };
}

test('the public form is valid, has the location and its activities, and none of the withheld values', () => {
  const document = sensitive();
  const shown = withoutPersonalData(document);
  expect([validate(document), validate(shown)]).toEqual([[], []]);
  expect(JSON.stringify(shown)).not.toMatch(/kanarie|Voorbeeld"|Woonhuis|12345678|0307200000123456/);
  expect(shown).toMatchObject({
    id: document['id'], geometrie: document['geometrie'], privacyGevoelig: true, bronhouder: 'Gemeente Voorbeeldstad',
    bedrijfsnaam: NOT_PUBLIC, naamExploitant: VOID, kvkNummerExploitant: VOID, kvkNummerAanvrager: VOID, idNummeraanduidingBAGExploitant: VOID,
  });
  const { comment: _, ...activity } = (document['voertUit'] as [JsonObject])[0];
  expect(shown['voertUit']).toEqual([activity]);
  expect(withoutPersonalData(shown)).toEqual(shown);
});

test('the value in place of a field does not tell which void was delivered', () => {
  const [unknown, none] = ['waardeOnbekend', 'nietVanToepassing'].map((geenWaardeReden) =>
    withoutPersonalData({ ...sensitive(), kvkNummerExploitant: { waarde: null, geenWaardeReden } }));
  expect(none).toEqual(unknown);
});

test('properties show personal data until each withheld field has its public value', () => {
  const document = sensitive();
  expect(showsPersonalData(document)).toBe(true);
  expect(showsPersonalData(withoutPersonalData(document))).toBe(false);
  expect(showsPersonalData({ ...withoutPersonalData(document), eigenaar: null })).toBe(false);
  for (const name of WITHHELD_FIELDS.keys()) {
    expect(showsPersonalData({ ...withoutPersonalData(document), [name]: document[name]! }), name).toBe(true);
  }
});

test('the withheld fields are fields of LocatieActiviteit, with a value when required', () => {
  const fields = new Map(MODEL.get('LocatieActiviteit')!.fields.map((field) => [field.name, field]));
  for (const [name, value] of WITHHELD_FIELDS) {
    expect([name, fields.get(name)?.required], name).toEqual([name, value !== undefined]);
  }
});
