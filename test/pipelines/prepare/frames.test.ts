/** Framing: every way to put roots in a file, cut at any byte; and what a broken root costs its neighbours. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Piece } from '../../../pipelines/prepare/frames.ts';
import type { Block } from '../../../pipelines/prepare/block.ts';
import { pieceOf } from '../../../pipelines/prepare/block.ts';
import { BlockMaker } from '../../../pipelines/prepare/block-maker.ts';
import { FrameCutter } from '../../../pipelines/prepare/frames.ts';
import { LIMITS } from '../../../schemas/limits.ts';

/** Each chunk lies in the memory of the one before. */
function cut(text: string | Buffer, chunkBytes = Infinity): readonly Piece[] {
  const bytes = Buffer.from(text);
  const cutter = new FrameCutter();
  const pieces: Piece[] = [];
  const memory = Buffer.alloc(Math.min(chunkBytes, bytes.length));
  for (let at = 0; at < bytes.length; at += memory.length) {
    pieces.push(...cutter.push(memory.subarray(0, bytes.copy(memory, 0, at))));
  }
  return [...pieces, ...cutter.end()];
}

/** Pieces in short: `pointer text`, or `pointer !fault`; an envelope starts with `^`. */
function brief(text: string | Buffer, chunkBytes?: number): readonly string[] {
  return cut(text, chunkBytes).map(({ kind, pointer, bytes, fault }) =>
    `${kind === 'envelope' ? '^' : ''}${pointer} ${fault === undefined ? bytes.toString().trim() : `!${fault}`}`);
}

const object = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

describe('every framing gives back its roots, wherever the chunks are cut', () => {
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

  test('one object, compact or on many lines, is one piece without a prefix', () => {
    fc.assert(fc.property(object, fc.constantFrom(0, 2), fc.integer({ min: 1, max: 40 }), (value, indent, chunkBytes) => {
      fc.pre(!Object.hasOwn(value, 'features'));
      const text = JSON.stringify(value, null, indent);
      expect(brief(`${text}\n\n`, chunkBytes)).toEqual([` ${text}`]);
    }));
  });
});

describe('a broken root costs itself only', () => {
  test.each([
    ['a bracket left open', '[{"a":[1,2},{"b":1},{"c":1}]', ['/0 {"a":[1,2}', '/1 {"b":1}', '/2 {"c":1}']],
    ['a brace left open', '[{"a":1,{"b":1},{"c":1}]', ['/0 {"a":1,', '/1 {"b":1}', '/2 {"c":1}']],
    ['a bracket too many', '[{"a":1]},{"b":1}]', ['/0 {"a":1', ' !na-einde']],
    ['a brace too many', '[{"a":1}},{"b":1}]', ['/0 {"a":1}}', '/1 {"b":1}']],
    ['a brace before a root', '[}{"a":1},{"b":1}]', ['/0 }{"a":1}', '/1 {"b":1}']],
    ['a text left open at a line end', '[{"a":"x\n},{"b":1}]', ['/0 {"a":"x\n}', '/1 {"b":1}']],
    ['no root between commas', '[{"a":1},,{"b":1},]', ['/0 {"a":1}', '/1 !leeg-item', '/2 {"b":1}', ' !leeg-item']],
    ['the end is missing', '[{"a":1},{"b":', ['/0 {"a":1}', '/1 {"b":', ' !onaf']],
    ['text after the end', '[{"a":1}] x', ['/0 {"a":1}', ' !na-einde']],
    ['a broken line', '{"a":1}\n{"b":\n{"c":1}', ['/0 {"a":1}', '/1 {"b":', '/2 {"c":1}']],
    ['a broken first line', '{"a":1,"b":"x\n{"b":1}\n{"c":1}', ['/0 {"a":1,"b":"x', '/1 {"b":1}', '/2 {"c":1}']],
    ['a first line cut before a value', '{"a":1,"b":\n{"b":1}\n{"c":1}\n', ['/0 {"a":1,"b":', '/1 {"b":1}', '/2 {"c":1}']],
    ['a first line cut inside a list', '{"a":[1,\n{"b":1}\n\n{"c":{}}\n', ['/0 {"a":[1,', '/1 {"b":1}', '/3 {"c":{}}']],
    ['a first of two lines cut', '{"a":1,"b":\n{"b":1}', ['/0 {"a":1,"b":', '/1 {"b":1}']],
    ['braces on lines of their own', '{"a":\n{"b":1}\n,"c":\n{}\n}', [' {"a":\n{"b":1}\n,"c":\n{}\n}']],
    ['a first line that is no object', 'x\n{"b":1}\n', ['/0 x', '/1 {"b":1}']],
    ['blank lines count', '\n{"a":1}\r\n\r\n{"b":1}', ['/1 {"a":1}', '/3 {"b":1}']],
    ['a feature list cut short', '{"features":[{"a":1},{"b":2', ['/features/0 {"a":1}', '/features/1 {"b":2', ' !onaf']],
    ['a feature list that is not closed', '{"features":[{"a":1}}', ['/features/0 {"a":1}', '^ {"features":[}']],
    ['nothing', '', [' !leeg']],
    ['only space', ' \n\t ', [' !leeg']],
    ['XML', '<?xml version="1.0"?>', [' !geen-json']],
    ['an empty list', '[]', []],
  ])('%s: %s', (_, text, expected) => {
    expect(brief(text)).toEqual(expected);
    expect(brief(text, 1)).toEqual(expected);
  });

  test('any bytes give pieces, never an exception', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,a1 \n\\'.split('')), maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (text, chunkBytes) => {
      expect(brief(text, chunkBytes)).toEqual(brief(text));
    }), { numRuns: 2_000 });
  });
});

/**
 * The pieces of the blocks that are made of what the cutter gives, of which some are given back at once and some later;
 * then nothing more is in them.
 */
function blocked(text: string, chunkBytes: number, linesMax: number): readonly Piece[] {
  const cutter = new FrameCutter(linesMax);
  const bytes = Buffer.from(text);
  const maker = new BlockMaker(chunkBytes);
  const out: Block[] = [];
  const pieces: Piece[] = [];
  const settle = (): void => {
    for (const block of out.splice(0)) {
      for (const index of block.ends.keys()) {
        const piece = pieceOf(block, index);
        pieces.push({ ...piece, bytes: Buffer.from(piece.bytes) });
      }
      block.bytes.fill('x');
      maker.giveBack(block);
    }
  };
  const add = (more: readonly Piece[]): void => {
    for (const [index, piece] of more.entries()) {
      maker.add(piece);
      if ((piece.line + index) % 3 > 0) continue;
      out.push(maker.take());
      if (out.length > 2) settle();
    }
  };
  for (let at = 0; at < bytes.length;) {
    const room = maker.room(cutter.left).subarray(0, chunkBytes);
    const length = bytes.copy(room, 0, at);
    at += length;
    add(cutter.push(maker.chunkOf(room.subarray(0, length))));
  }
  add(cutter.end());
  out.push(maker.take());
  settle();
  return pieces;
}

const plain = (pieces: readonly Piece[]) => pieces.map(({ bytes, ...piece }) => ({ ...piece, text: bytes.toString() }));

function expectSame(lines: readonly string[], chunkBytes: number, linesMax: number): void {
  const text = lines.join('\n');
  const cutter = new FrameCutter();
  const expected = [...cutter.push(Buffer.from(text)), ...cutter.end()];
  expect(plain(blocked(text, chunkBytes, linesMax))).toEqual(plain(expected));
}

test('lines that come together are the same pieces as lines by themselves', () => {
  const line = fc.constantFrom('{"a":1}', '{"b":"\\n"}', '', ' ', '\r', '{"c":', '}', 'x', '[1]');
  fc.assert(fc.property(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 5 }), expectSame), { numRuns: 2_000 });
});

test('so are long ones, of which no room holds many', () => {
  const line = fc.tuple(fc.constantFrom(1, 10, 5_000, 40_000, 90_000), fc.constantFrom('x', 'y', 'z')).map(([length, letter]) => letter.repeat(length));
  const lines = fc.array(line, { minLength: 10, maxLength: 20 });
  fc.assert(fc.property(lines, fc.integer({ min: 2_000, max: 60_000 }), fc.integer({ min: 1, max: 5 }), expectSame), { numRuns: 100 });
});

describe('limits', () => {
  test('a root above LIMITS.rootBytesMax is not read; the others are', () => {
    const big = `{"a":"${'x'.repeat(LIMITS.rootBytesMax)}"}`;
    expect(brief(`[{"b":1},${big},{"c":1}]`, 1 << 20)).toEqual(['/0 {"b":1}', '/1 !te-groot', '/2 {"c":1}']);
  });
  test('a byte-order mark is skipped and told', () => {
    const cutter = new FrameCutter();
    cutter.push(Buffer.from('\ufeff{"a":1}'));
    expect(cutter.end().map(({ bytes }) => bytes.toString())).toEqual(['{"a":1}']);
    expect(cutter.bom).toBe(true);
  });
});
