/** Documents: fuzz targets for what a holder sends: strict JSON, the cutting of a delivery into roots, the check of a document, a merge patch. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Framer } from '../../pipelines/prepare/read/framing.ts';
import { offsetsOf, parseStrict } from '../../pipelines/strict-json/index.ts';
import { scan } from '../../pipelines/strict-json/scanner.ts';
import { validate } from '../../schemas/check/compile.ts';
import type { Json } from '../../schemas/json.ts';
import { mergePatch } from '../../schemas/merge-patch.ts';
import { PROJECT } from '../shared-data.ts';
import type { Target } from './fuzz.ts';

const EXAMPLES = join(PROJECT, 'data/examples');
const examples = readdirSync(EXAMPLES).filter((name) => name.endsWith('.json')).map((name) => readFileSync(join(EXAMPLES, name)));
const small = examples.map((bytes) => Buffer.from(JSON.stringify(JSON.parse(bytes.toString())))).filter(({ length }) => length < 4_000);
const WORDS = [
  '"id":', '"geometrie":', '"type":"Point"', '"type":"Polygon"', '"coordinates":[', '"entityType":', '"geenWaardeReden":"waardeOnbekend"', '"waarde":null', '"__proto__":', '"constructor":', '"features":[', '"Feature"',
  '"properties":{', '"voertUit":[', '"heeft":[', '"resulteertIn":[', '"href":"#', 'null', 'true', '\\ud800', '\\u0000', '{"', '"}', '[[', ']]', '},{', ',\n', '\n', '//', '/*', '\u001e', '```',
];

/** Accepted is what JSON.parse reads to an equal value, and the scanner finds no defect in. */
function readStrict(input: Buffer): void {
  const { value, defects, text } = parseStrict(input);
  for (const { offset } of defects) assert.ok(offset >= 0 && offset <= input.length);
  if (text === undefined) return assert.ok(defects.length > 0);
  if (defects.length > 0) return;
  assert.deepEqual(scan(text), []);
  assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)));
  offsetsOf(text, ['', '/0', '/a', '/type']);
}

/** Whole or byte by byte, a delivery is cut into the same records, each of bytes that are in it. */
function frame(input: Buffer): void {
  const records = (chunkBytes: number): readonly string[] => {
    const framer = new Framer();
    const found: string[] = [];
    const take = (more: ReturnType<Framer['push']>): void => {
      for (const { kind, pointer, bytes, fault, line, column } of more) found.push(`${kind} ${pointer} ${fault ?? ''} ${line}:${column} ${bytes.toString('latin1')}`);
    };
    for (let at = 0; at < input.length; at += chunkBytes) take(framer.push(input.subarray(at, at + chunkBytes)));
    take(framer.end());
    return found;
  };
  assert.deepEqual(records(7), records(Infinity));
}

/** A document of any shape is judged: refused with findings that point into it, or accepted. */
function check(input: Buffer): void {
  const { value, defects } = parseStrict(input);
  if (value === undefined || defects.length > 0) return;
  for (const { pointer } of validate(value)) assert.ok(pointer === '' || pointer.startsWith('/'));
}

/** The two halves of an input: a document and a patch of it. */
function patch(input: Buffer): void {
  const middle = input.indexOf('\n\n');
  const [target, change] = [input.subarray(0, middle), input.subarray(middle + 2)].map((bytes) => parseStrict(bytes));
  if (target!.value === undefined || change!.value === undefined || target!.defects.length + change!.defects.length > 0) return;
  const merged = mergePatch(target!.value, change!.value);
  // The same patch once more changes nothing (RFC 7396).
  assert.equal(JSON.stringify(mergePatch(merged, change!.value)), JSON.stringify(merged));
  assert.equal(({} as { polluted?: Json }).polluted, undefined);
}

export const DOCUMENT_TARGETS: readonly Target[] = [
  { name: 'strict-json', run: readStrict, words: WORDS, bytesMax: 8_000, cpuMsMax: 100, seeds: [...small, Buffer.from('[1e5,-0,"\\ud83d\\ude00",9007199254740992]'), Buffer.from('{"a":{"a":[{}]},"é":"\\u0061"}')] },
  {
    name: 'framing', run: frame, words: WORDS, bytesMax: 4_000, cpuMsMax: 100,
    seeds: ['[{"a":1},{"b":[2]}]', '{"type":"FeatureCollection","features":[{"a":1},{}],"x":[]}', '{"a":1}\n{"b":2}\n', '{"a":\n1}\n{"b":2}', '// x\n[\n{"a":1}, /* y */ {"b":2}\n]', '```json\n{"a":1}\n```\n', '\ufeff{"a":"}"}'].map((text) => Buffer.from(text)),
  },
  { name: 'document', run: check, words: WORDS, bytesMax: 8_000, cpuMsMax: 500, seeds: small },
  { name: 'merge-patch', run: patch, words: WORDS, bytesMax: 4_000, cpuMsMax: 100, seeds: ['{"a":{"b":1,"c":[1]}}\n\n{"a":{"b":null,"d":{"e":null}}}', '{}\n\n{"__proto__":{"polluted":1}}', '[1]\n\n{"a":null}'].map((text) => Buffer.from(text)) },
];
