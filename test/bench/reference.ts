/**
 * The reference that validation is measured against and compared with: what a developer writes in an hour with JSON.parse and ajv. Streams
 * the file, splits lines, parses each, picks the branch by `entityType`, asks the compiled schema of the model (json-schema.ts), and stops
 * at the first mistake. One core.
 *
 * As a program: `node reference.ts FILE VERDICTS`; writes one byte a root to VERDICTS (1 accepted, 0 refused) after the clock has stopped,
 * and what it took as JSON on standard output.
 */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonSchema } from '../../schemas/check/json-schema.ts';
import { ROOTS } from '../../schemas/names.ts';

export interface ReferenceTimes {
  /** Time to compile the schema, before the first line. */
  readonly compileSeconds: number;
  readonly readSeconds: number;
  readonly roots: number;
  readonly accepted: number;
}

export type Reference = (line: string) => boolean;

/** Compiles the schema, once; the answer says whether the text of a root is accepted. */
export function openReference(): Reference {
  const ajv = new Ajv2020({ discriminator: true, strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'model', ...jsonSchema() });
  const branches = new Map(Object.keys(ROOTS).map((type) => [type, ajv.compile({ $ref: `model#/$defs/${type}` })]));
  return (line) => {
    try {
      const document = JSON.parse(line) as { readonly entityType?: string } | null;
      return branches.get(document?.entityType ?? '')?.(document) ?? false;
    } catch {
      return false;
    }
  };
}

async function read(file: string, see: (line: string) => void): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const text = rest + (chunk as string);
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      see(text.slice(from, end));
      from = end + 1;
    }
    rest = text.slice(from);
  }
  if (rest !== '') see(rest);
}

if (import.meta.main) {
  const [file = '', verdicts = ''] = process.argv.slice(2);
  const start = performance.now();
  const isAccepted = openReference();
  const compiled = performance.now();
  const found: (0 | 1)[] = [];
  let accepted = 0;
  await read(file, (line) => {
    const verdict = isAccepted(line) ? 1 : 0;
    accepted += verdict;
    found.push(verdict);
  });
  const end = performance.now();
  await writeFile(verdicts, Uint8Array.from(found));
  const times: ReferenceTimes = {
    compileSeconds: (compiled - start) / 1000, readSeconds: (end - compiled) / 1000, roots: found.length, accepted,
  };
  process.stdout.write(`${JSON.stringify(times)}\n`);
}
