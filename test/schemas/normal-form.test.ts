/** Normal form: texts that are equal in NFC, and maps by id. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IdMap, isNfc, nfc, sameInNfc } from '../../schemas/normal-form.ts';

const NFC = 'caf\u00e9';
const NFD = 'cafe\u0301';
const KELVIN = '\u212a';

/** Texts with letters, accents, letters with accents, and characters that NFC replaces by ASCII. */
const TEXT = fc.string({ unit: fc.oneof(fc.constantFrom('e', '\u00e9', '\u0301', '\u0323', '\u1e69', KELVIN, '\ufb01', '\ud83c', '\u1100', '\u1161', '\u2260'), fc.string({ minLength: 1, maxLength: 1 })) });

test('nfc equals the NFC of Unicode, for every text', () => {
  fc.assert(fc.property(TEXT, (text) => {
    expect(nfc(text)).toBe(text.normalize('NFC'));
    expect(isNfc(text)).toBe(text.normalize('NFC') === text);
  }), { numRuns: 2_000 });
});

test('two characters below U+0300 are in NFC together', () => {
  const all = String.fromCharCode(...Array.from({ length: 0x300 }, (_, unit) => unit));
  expect(all.normalize('NFC')).toBe(all);
  for (const first of all) expect(Array.from(all, (second) => first + second).join('\n').normalize('NFC')).toBe(Array.from(all, (second) => first + second).join('\n'));
});

test('texts are equal when their NFC is, even if that is ASCII', () => {
  expect([sameInNfc(NFC, NFD), sameInNfc(`${KELVIN}1`, 'K1'), sameInNfc('cafe', NFC), sameInNfc('\ufb01', 'fi')]).toEqual([true, true, false, false]);
});

describe('a map by id', () => {
  test.each([[NFC, NFD], [NFD, NFC], [`${KELVIN}1`, 'K1'], ['K1', `${KELVIN}1`]])('%j is found by %j', (stored, wanted) => {
    const map = new IdMap([[stored, 1]]);
    expect([map.has(wanted), map.get(wanted), map.formOf(wanted), map.size]).toEqual([true, 1, stored, 1]);
  });

  test('finds the exact id first, then its NFC, then the first other form', () => {
    const [one, other] = ['\u1e69', '\u1e63\u0307'];
    const third = 's\u0307\u0323';
    expect(new IdMap([[other, 'other'], [one, 'nfc']]).get(other)).toBe('other');
    expect(new IdMap([[other, 'other'], [one, 'nfc']]).get(third)).toBe('nfc');
    expect(new IdMap([[other, 'other'], ['s\u0323\u0307', 'last']]).get(third)).toBe('other');
    expect(new IdMap([[one, 'nfc']]).get('s')).toBeUndefined();
  });
});
