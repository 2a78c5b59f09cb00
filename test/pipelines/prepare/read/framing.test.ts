/** Framing: every way to put roots in a file, cut at any byte; and the damage of a broken root. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RawRecord } from '../../../../pipelines/prepare/read/raw-record.ts';
import type { Block } from '../../../../pipelines/prepare/read/block.ts';
import { BlockBuilder, recordIn } from '../../../../pipelines/prepare/read/block.ts';
import { Framer } from '../../../../pipelines/prepare/read/framing.ts';
import { LIMITS } from '../../../../schemas/limits.ts';

/** The records of a text in chunks. Each chunk reuses the memory of the one before. */
function cut(text: string | Buffer, chunkBytes = Infinity): readonly RawRecord[] {
  const bytes = Buffer.from(text);
  const framer = new Framer();
  const records: RawRecord[] = [];
  const take = (more: readonly RawRecord[]): void => {
    records.push(...more.map((record) => ({ ...record, bytes: Buffer.from(record.bytes) })));
  };
  const memory = Buffer.alloc(Math.min(chunkBytes, bytes.length));
  for (let at = 0; at < bytes.length; at += memory.length) {
    take(framer.push(memory.subarray(0, bytes.copy(memory, 0, at))));
  }
  take(framer.end());
  return records;
}

/** Records in short: `pointer text`, or `pointer !fault`; an envelope starts with `^`. */
function brief(text: string | Buffer, chunkBytes?: number): readonly string[] {
  return cut(text, chunkBytes).map(({ kind, pointer, bytes, fault }) =>
    `${kind === 'envelope' ? '^' : ''}${pointer} ${fault === undefined ? bytes.toString().trim() : `!${fault}`}`);
}

const object = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

describe('every framing returns its roots, wherever the chunks are cut', () => {
  const framings = {
    array: (texts: readonly string[]) => `[${texts.join(',')}]`,
    spaced: (texts: readonly string[]) => ` \n[\n  ${texts.join('\r\n ,\t')}\n]\n`,
    collection: (texts: readonly string[]) => `{"type":"FeatureCollection","features":[${texts.join(', ')}],"x":[1,{"features":2}]}`,
    lines: (texts: readonly string[]) => `${texts.join('\n')}\n`,
  };
  test.each(Object.entries(framings))('%s', (name, frame) => {
    fc.assert(fc.property(fc.array(object, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 40 }), fc.boolean(), (objects, chunkBytes, pretty) => {
      const texts = objects.map((value) => (pretty && name !== 'lines' ? JSON.stringify(value, null, 2) : JSON.stringify(value)));
      const whole = frame(texts);
      const pieces = cut(whole, chunkBytes).filter(({ kind }) => kind === 'root');
      expect(pieces.map(({ bytes }) => JSON.parse(bytes.toString()) as unknown)).toEqual(objects.map((value) => JSON.parse(JSON.stringify(value)) as unknown));
      expect(pieces.map(({ pointer }) => pointer)).toEqual(objects.map((_, i) => `${name === 'collection' ? '/features' : ''}/${i}`));
      for (const { line, column, bytes } of pieces) {
        const rest = Buffer.from(whole.split('\n').slice(line - 1).join('\n')).subarray(column - 1);
        expect(rest.subarray(0, bytes.length).equals(bytes)).toBe(true);
      }
    }), { numRuns: 150 });
  });

  test('one object, compact or on many lines, is one record with an empty pointer', () => {
    fc.assert(fc.property(object, fc.constantFrom(0, 2), fc.integer({ min: 1, max: 40 }), (value, indent, chunkBytes) => {
      fc.pre(!Object.hasOwn(value, 'features'));
      const text = JSON.stringify(value, null, indent);
      expect(brief(`${text}\n\n`, chunkBytes)).toEqual([` ${text}`]);
    }));
  });
});

describe('objects one after the other', () => {
  const pretty = (...values: readonly object[]) => values.map((value) => JSON.stringify(value, null, 2)) as [string, string, string];
  const [a, b, c] = pretty({ a: 1, x: { y: [{ z: 1 }, 2] } }, { b: 1, x: {} }, { c: 1 });

  test.each([
    ['pretty-printed', `${a}\n${b}\n${c}\n`, [`/0 ${a}`, `/1 ${b}`, `/2 ${c}`]],
    ['with commas', `${a},\n${b}\n,${c},\n`, [`/0 ${a}`, `/1 ${b}`, `/2 ${c}`, ' !komma-na-object']],
    ['on one line', '{"a":1}{"b":1} {"c":1},{"d":1}', ['/0 {"a":1}', '/1 {"b":1}', '/2 {"c":1}', '/3 {"d":1}', ' !komma-na-object']],
    ['lines with commas', '{"a":1},\n{"b":1},\r\n\n{"c":1},\n', ['/0 {"a":1}', '/1 {"b":1}', '/3 {"c":1}', ' !komma-na-object']],
    ['lines with commas, one of them broken', '{"a":1},\n{"b":[\n{"c":1}\n', ['/0 {"a":1}', '/1 {"b":[', '/2 {"c":1}', ' !komma-na-object']],
    ['one object and a comma', '{"a":1},', ['/0 {"a":1}', ' !komma-na-object']],
    ['a line, then pretty-printed', `{"z":1}\n{"y":1}\n${a}\n${c}`, ['/0 {"z":1}', '/1 {"y":1}', `/2 ${a}`, `/13 ${c}`]],
    ['the first not closed', `${a.slice(0, -2)}\n${b}\n${c}`, [`/0 ${a.slice(0, -2)}`, `/1 ${b}`, `/2 ${c}`]],
    ['the second not closed', `${a}\n${b.slice(0, -2)}\n${c}`, [`/0 ${a}`, `/1 ${b.slice(0, -2)}`, `/2 ${c}`]],
    ['the second closed too early', `${a}\n{"b":{}},\n"d": [1, {}],\n"e": 2}\n${c}`,
      [`/0 ${a}`, '/1 {"b":{}}', '/2 "d": [1, {}],\n"e": 2}', `/3 ${c}`, ' !komma-na-object']],
    ['a list that did not begin', `${a},\n${b}\n]\n`, [`/0 ${a}`, `/1 ${b}`, ' !haak-ontbreekt']],
    ['lines of a list that did not begin', '{"a":1},\n{"b":1}\n]\n', ['/0 {"a":1}', '/1 {"b":1}', ' !haak-ontbreekt']],
    ['a list of one that did not begin', '{"a":1}]', ['/0 {"a":1}', ' !haak-ontbreekt']],
    ['and then text', `${a}\nklaar\n${b}`, [` !na-einde`, ` ${a}`]],
    ['closed too early, and then its own fields', '{"a":{}},\n"b":1}\n', [' !na-einde', ' {"a":{}}']],
    ['two lists', '[{"a":1}]\n[{"b":1}]', ['/0 {"a":1}', ' !na-einde']],
    ['a list without commas', `[${a}\n${b}{"d":1},${c}]`, [`/0 ${a}`, ' !komma-ontbreekt', `/1 ${b}`, '/2 {"d":1}', `/3 ${c}`]],
    ['features without commas', '{"features":[{"a":1}\n{"b":1}]}', ['/features/0 {"a":1}', ' !komma-ontbreekt', '/features/1 {"b":1}', '^ {"features":[]}']],
  ])('%s', (_, text, expected) => {
    expect(brief(text)).toEqual(expected);
    expect(brief(text, 1)).toEqual(expected);
  });

  test('whatever is between them', () => {
    const between = fc.constantFrom('', ' ', '\n', '\r\n\r\n', ',', ',\n', '\n,\n', ' , ');
    const wellFormed = fc.record({ value: object, indent: fc.constantFrom(0, 2), between });
    fc.assert(fc.property(fc.array(wellFormed, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (parts, chunkBytes) => {
      fc.pre(!Object.hasOwn(parts[0]!.value, 'features'));
      // With one JSON text a line, a line with two objects is one broken line.
      fc.pre(parts.every(({ between: space }) => space.includes('\n')) || parts.every(({ indent, value }) => indent === 2 && Object.keys(value).length > 0));
      const texts = parts.map(({ value, indent }) => JSON.stringify(value, null, indent));
      const pieces = cut(texts.map((text, at) => text + parts[at]!.between).join(''), chunkBytes).filter(({ fault }) => fault === undefined);
      expect(pieces.map(({ bytes }) => bytes.toString().trim())).toEqual(texts);
      expect(new Set(pieces.map(({ pointer }) => pointer)).size).toBe(pieces.length);
    }), { numRuns: 200 });
  });
});

describe('comments harm no record', () => {
  test.each([
    ['on top', '// a "b\n/* [\n */ [{"a":1}]', [' !commentaar', '/0 {"a":1}']],
    ['on top, of a script', '# a\n# b\n{"a":1}\n{"b":1}', [' !commentaar', '/2 {"a":1}', '/3 {"b":1}']],
    ['between items', '[{"a":1}, // it\'s "one [\n{"b":1} /* { */, {"c":1} // last\n]', [
      ' !commentaar', '/0 {"a":1}', '/1 {"b":1}', '/2 {"c":1}']],
    ['between lines', '{"a":1}\n// two\n{"b":1}', ['/0 {"a":1}', ' !commentaar', '/2 {"b":1}']],
    ['after the end', '[{"a":1}] // done', ['/0 {"a":1}', ' !commentaar']],
    ['in an item, which is not JSON', '[{"a":1, // "x [\n"b":1},{"c":1}]', ['/0 {"a":1, // "x [\n"b":1}', '/1 {"c":1}']],
    ['an address that lost its quotes is none', '[{"a":http://x},{"b":"c//d"},{"e":f//g},{"h":1}]', [
      '/0 {"a":http://x}', '/1 {"b":"c//d"}', '/2 {"e":f//g}', '/3 {"h":1}']],
  ])('%s', (_, text, expected) => {
    const sorted = (rows: readonly string[]) => rows.toSorted();
    expect(sorted(brief(text))).toEqual(sorted(expected));
    expect(brief(text, 1)).toEqual(brief(text));
  });
});

describe('a broken root harms no other root', () => {
  test.each([
    ['a bracket left open', '[{"a":[1,2},{"b":1},{"c":1}]', ['/0 {"a":[1,2}', '/1 {"b":1}', '/2 {"c":1}']],
    ['a brace left open', '[{"a":1,{"b":1},{"c":1}]', ['/0 {"a":1,', '/1 {"b":1}', '/2 {"c":1}']],
    ['a bracket too many', '[{"a":1]},{"b":1}]', ['/0 {"a":1', ' !na-einde']],
    ['a brace too many', '[{"a":1}},{"b":1}]', ['/0 {"a":1}}', '/1 {"b":1}']],
    ['a brace before a root', '[}{"a":1},{"b":1}]', ['/0 }{"a":1}', '/1 {"b":1}']],
    ['a text left open at a line end', '[{"a":"x\n},{"b":1}]', ['/0 {"a":"x\n}', '/1 {"b":1}']],
    ['no root between commas', '[{"a":1},,{"b":1},]', ['/0 {"a":1}', '/1 !leeg-item', '/2 {"b":1}', ' !leeg-item']],
    ['the end is missing', '[{"a":1},{"b":', ['/0 {"a":1}', '/1 {"b":']],
    ['text after the end', '[{"a":1}] x', ['/0 {"a":1}', ' !na-einde']],
    ['a broken line', '{"a":1}\n{"b":\n{"c":1}', ['/0 {"a":1}', '/1 {"b":', '/2 {"c":1}']],
    ['a broken first line', '{"a":1,"b":"x\n{"b":1}\n{"c":1}', ['/0 {"a":1,"b":"x', '/1 {"b":1}', '/2 {"c":1}']],
    ['a first line cut before a value', '{"a":1,"b":\n{"b":1}\n{"c":1}\n', ['/0 {"a":1,"b":', '/1 {"b":1}', '/2 {"c":1}']],
    ['a first line cut inside a list', '{"a":[1,\n{"b":1}\n\n{"c":{}}\n', ['/0 {"a":[1,', '/1 {"b":1}', '/3 {"c":{}}']],
    ['a first of two lines cut', '{"a":1,"b":\n{"b":1}', ['/0 {"a":1,"b":', '/1 {"b":1}']],
    ['braces on lines of their own', '{"a":\n{"b":1}\n,"c":\n{}\n}', [' {"a":\n{"b":1}\n,"c":\n{}\n}']],
    ['a first line that lost its beginning', 'a":1}\n{"b":1}\n', ['/0 a":1}', '/1 {"b":1}']],
    ['a first object that lost its brace', '"a":{"x":1}}\n{"b":1}\n', ['/0 "a":{"x":1}}', '/1 {"b":1}']],
    ['text before the first object', 'Beste,\n\n{"b":1}\n{"c":1}', [' !voor-begin', '/2 {"b":1}', '/3 {"c":1}']],
    ['blank lines count', '\n{"a":1}\r\n\r\n{"b":1}', ['/1 {"a":1}', '/3 {"b":1}']],
    ['a feature list cut short', '{"features":[{"a":1},{"b":2', ['/features/0 {"a":1}', '/features/1 {"b":2']],
    ['a feature list that is not closed', '{"features":[{"a":1}}', ['/features/0 {"a":1}', '^ {"features":[}']],
    ['nothing', '', [' !leeg']],
    ['only space', ' \n\t ', [' !leeg']],
    ['XML', '<?xml version="1.0"?>', [' !geen-json']],
    ['an empty list', '[]', []],
  ])('%s: %s', (_, text, expected) => {
    expect(brief(text)).toEqual(expected);
    expect(brief(text, 1)).toEqual(expected);
  });

  test('any bytes give records, never an exception', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,a1 \n\\/*#\u200b\ufeffé'.split('')), maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (text, chunkBytes) => {
      expect(brief(text, chunkBytes)).toEqual(brief(text));
    }), { numRuns: 2_000 });
  });
});

/** The records of blocks that are built from the framer's records. The memory of a block is reused after some others. */
function blocked(text: string, chunkBytes: number): readonly RawRecord[] {
  const framer = new Framer();
  const builder = new BlockBuilder();
  const blocks: Block[] = [];
  const records: RawRecord[] = [];
  const settle = (): void => {
    for (const block of blocks.splice(0)) {
      for (const inBlock of block.records) {
        const record = recordIn(block, inBlock);
        records.push({ ...record, bytes: Buffer.from(record.bytes) });
      }
      block.bytes.fill(0x78);
      builder.reuse(block);
    }
  };
  const add = (more: readonly RawRecord[]): void => {
    for (const [index, record] of more.entries()) {
      builder.add(record);
      if (!builder.isFull && (record.line + index) % 3 > 0) continue;
      blocks.push(builder.take());
      if (blocks.length > 2) settle();
    }
  };
  const bytes = Buffer.from(text);
  const memory = Buffer.alloc(chunkBytes);
  for (let at = 0; at < bytes.length; at += chunkBytes) add(framer.push(memory.subarray(0, bytes.copy(memory, 0, at))));
  add(framer.end());
  blocks.push(builder.take());
  settle();
  return records;
}

const plain = (records: readonly RawRecord[]) => records.map(({ bytes, ...record }) => ({ ...record, text: bytes.toString() }));

function expectSame(lines: readonly string[], chunkBytes: number): void {
  const text = lines.join('\n');
  expect(plain(blocked(text, chunkBytes))).toEqual(plain(cut(text)));
}

test('the records of blocks are those of the framer, whatever the chunks', () => {
  const line = fc.constantFrom('{"a":1}', '{"b":"\\n"}', '', ' ', '\r', '{"c":', '}', 'x', '[1]');
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), expectSame), { numRuns: 500 });
});

test('and so are long records, also when longer than a block', () => {
  const line = fc.tuple(fc.constantFrom(1, 10, 40_000, 300_000, 1_200_000), fc.constantFrom('x', 'y', 'z')).map(([length, letter]) => letter.repeat(length));
  fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), fc.integer({ min: 2_000, max: 200_000 }), expectSame), { numRuns: 20 });
});

describe('limits', () => {
  test('a root above LIMITS.rootBytesMax is not read; other roots are', () => {
    const big = `{"a":"${'x'.repeat(LIMITS.rootBytesMax)}"}`;
    expect(brief(`[{"b":1},${big},{"c":1}]`, 1 << 20)).toEqual(['/0 {"b":1}', '/1 !te-groot', '/2 {"c":1}']);
  });
  test('a byte-order mark is skipped and reported', () => {
    const framer = new Framer();
    framer.push(Buffer.from('\ufeff{"a":1}'));
    expect(framer.end().map(({ bytes }) => bytes.toString())).toEqual(['{"a":1}']);
    expect(framer.bom).toBe(true);
  });
});
