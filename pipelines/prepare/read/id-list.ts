/**
 * Id list: reads the ids that a file names. The file has one id on each line, or is JSON: a list of ids, or a delivery, of which only the
 * ids of its roots count.
 *
 * Invariants: each id once, in the order of the file; a file with anything that is no id gives no list, so that no id is overlooked.
 * Not here: whether objects have these ids (state/decide/).
 */
import { StringDecoder } from 'node:string_decoder';
import { UsageFault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { isPossibleId } from '../../../schemas/model/object-id.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { CLOSE_ARRAY, OPEN_ARRAY, OPEN_OBJECT, parseStrict, QUOTE } from '../../strict-json/index.ts';
import type { SourceFault } from '../unpacker.ts';
import { isSpace } from './bytes.ts';
import { Framer } from './framing.ts';
import { readRecord } from './root.ts';
import { chunksOf, sourceFinding } from './source.ts';

/** Returns the ids in a file. Throws a Fault that names the line when something in the file is no id, or when there are none. */
export async function idsIn(path: string): Promise<readonly string[]> {
  const ids = new Set<string>();
  const add = (id: string, line: number): void => {
    if (!isPossibleId(id)) throw noId(path, line, shown(id));
    ids.add(id);
    if (ids.size > LIMITS.deliveryObjectsMax) throw tooMany(path);
  };
  let reader: IdReader | undefined;
  let fault: SourceFault | undefined;
  for await (const chunk of chunksOf({ path }, { onFault: (found) => { fault = found; } })) {
    reader ??= readerFor(chunk, path, add);
    reader?.push(chunk);
  }
  if (fault !== undefined) throw unread(path, sourceFinding(fault).message.en);
  reader?.end();
  if (ids.size === 0) throw unread(path, 'no id');
  return [...ids];
}

interface IdReader {
  push(chunk: Buffer): void;
  end(): void;
}

type Add = (id: string, line: number) => void;

/** Returns the reader for a file that begins with these bytes; undefined while they are white space. */
function readerFor(chunk: Buffer, path: string, add: Add): IdReader | undefined {
  const start = chunk.subarray(0, 3).equals(BOM) ? 3 : 0;
  const first = chunk.subarray(start).find((byte) => !isSpace(byte));
  if (first === undefined) return undefined;
  return [OPEN_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, QUOTE].includes(first) ? new JsonIds(path, add) : new LineIds(add);
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Reads one id from each line that is not empty. */
class LineIds implements IdReader {
  readonly #add: Add;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #line = 0;

  constructor(add: Add) {
    this.#add = add;
  }

  push(chunk: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split('\n');
    this.#rest = lines.pop()!;
    // A file without line ends is no list, and must not fill the memory.
    if (this.#rest.length > LIMITS.rootBytesMax) this.#take(this.#rest);
    for (const line of lines) this.#take(line);
  }

  end(): void {
    this.#take(this.#rest + this.#decoder.end());
  }

  #take(text: string): void {
    this.#line += 1;
    const id = text.trim();
    if (id !== '') this.#add(id, this.#line);
  }
}

/** Reads the ids of a list, and of the roots of a delivery. */
class JsonIds implements IdReader {
  readonly #path: string;
  readonly #add: Add;
  readonly #framer = new Framer();

  constructor(path: string, add: Add) {
    this.#path = path;
    this.#add = add;
  }

  push(chunk: Buffer): void {
    this.#read(this.#framer.push(chunk));
  }

  end(): void {
    this.#read(this.#framer.end());
  }

  #read(records: ReturnType<Framer['push']>): void {
    for (const record of records) {
      if (record.kind === 'envelope') continue;
      const value = record.fault === undefined ? parseStrict(record.bytes).value : undefined;
      if (typeof value === 'string') {
        this.#add(value, record.line);
        continue;
      }
      const { root, issues } = readRecord(record);
      const id = root?.document['id'];
      if (typeof id === 'string') this.#add(id, record.line);
      else throw noId(this.#path, record.line, issues[0]?.finding().message.en ?? 'an object without an id');
    }
  }
}

function noId(path: string, line: number, actual: string): UsageFault {
  return new UsageFault('this line has no id', {
    step: 'Ids:Read', path: `${path}:${line}`, actual, expected: EXPECTED, hint: 'Nothing was handed in. Mend the file and try again.',
  });
}

function unread(path: string, actual: string): UsageFault {
  return new UsageFault('the file gives no ids', { step: 'Ids:Read', path, actual, expected: EXPECTED, hint: 'Nothing was handed in.' });
}

function tooMany(path: string): UsageFault {
  return new UsageFault('the file has too many ids', {
    step: 'Ids:Read', path, expected: `at most ${LIMITS.deliveryObjectsMax}`, hint: 'Hand them in in parts.',
  });
}

const EXPECTED = 'one id on each line, a JSON list of ids, or a delivery with the objects';
