/**
 * `ev export`: writes the documents of one holder to a file, secret ones included. The file is a delivery: handed in again with the same
 * holder and CRS, everything in it is unchanged.
 *
 * Invariants:
 *  - The register is only read, and never waits; memory is bounded by the largest document.
 *  - The file appears whole or not at all, readable by its owner only.
 * Not here: which documents there are (state/register/own-documents.ts), other CRSs (coordinates/document-in-crs.ts).
 */
import { basename, extname, resolve } from 'node:path';
import { DurableFile } from '../../publisher/durable-file.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { CRSS, parseCrsUri, shortNameOf, type CrsCode } from '../../schemas/crs.ts';
import { UsageFault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { ROOT_TYPES, type RootType } from '../../schemas/names.ts';
import { OWN_FORMS, type OwnSelection } from '../../schemas/own-documents.ts';
import { documentIn, publishedAs } from '../coordinates/document-in-crs.ts';
import { gridsOfThread } from '../coordinates/grids.ts';
import { clean } from '../prepare/report/index.ts';
import { openExistingState, type Reader } from '../state/database/database.ts';
import {
  countOwnDocuments, hasRoots, ownDocuments, rootHolders, settledDecision, type CrsCount, type OwnDocuments,
} from '../state/register/own-documents.ts';
import { settingsFor } from './options.ts';
import { crsUri, holderCode, momentOf, rootTypes } from './option-values.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

/** Forms of the file, by the end of its name. */
const FORMS: Readonly<Record<string, (typeof OWN_FORMS)[keyof typeof OWN_FORMS]>> = { '.ndjson': OWN_FORMS.ndjson, '.json': OWN_FORMS.json };

/** Characters of documents that are written together. */
const CHARS_TOGETHER = 256 * 1024;

/** Permission bits: secret documents are for their holder only. */
const PRIVATE = 0o600;

export interface ExportArguments extends OwnSelection {
  readonly data: string;
  readonly out: string;
  /** URI of the CRS; null: the only CRS of the documents. */
  readonly crs: string | null;
}

export function exportCommand({ data, out, crs: requestedCrs, ...options }: ExportArguments, terminal: Terminal): ExitCode {
  const db = openExistingState(data);
  try {
    if (!hasRoots(db, options.holder)) throw unknownHolder(db, options.holder);
    const selection = { ...options, decision: settledDecision(db) };
    const counts = countOwnDocuments(db, selection);
    const crs = crsFor(counts, requestedCrs);
    const documents = counts.reduce((sum, count) => sum + count.documents, 0);
    const written = writeDocuments(db, selection, { out, crs, progress: terminal.progress('documents written', documents) });
    const hidden = counts.reduce((sum, count) => sum + count.hidden, 0);
    summarise({ ...written, documents, hidden }, { options, out, crs }, terminal);
    return EXIT.fine;
  } finally {
    db.close();
  }
}

interface Written {
  readonly bytes: number;
  readonly types: Readonly<Partial<Record<RootType, number>>>;
}

interface Target {
  readonly out: string;
  readonly crs: CrsCode;
  readonly progress: ReturnType<Terminal['progress']>;
}

function writeDocuments(db: Reader, selection: OwnDocuments, { out, crs, progress }: Target): Written {
  const { start, between, end } = FORMS[extname(out)]!;
  const file = new DurableFile(out, { mode: PRIVATE });
  const types: Partial<Record<RootType, number>> = {};
  let [text, bytes, done] = [start, 0, 0];
  const flush = (): void => {
    const buffer = Buffer.from(text);
    file.write(buffer);
    [text, bytes] = ['', bytes + buffer.length];
  };
  try {
    for (const { cursor, ...document } of ownDocuments(db, selection)) {
      text += (done === 0 ? '' : between) + documentIn(document, crs, gridsOfThread());
      types[cursor.type] = (types[cursor.type] ?? 0) + 1;
      progress.to(++done);
      if (text.length >= CHARS_TOGETHER) flush();
    }
    if (done > 0 || start !== '') text += end;
    flush();
    file.sync();
    file.keep();
  } catch (error) {
    file.drop();
    throw error;
  } finally {
    progress.done();
  }
  return { bytes, types };
}

/** Returns the CRS of the file. Throws a UsageFault when it must be named, or when documents cannot be written in it. */
function crsFor(counts: readonly CrsCount[], requested: string | null): CrsCode {
  const inWords = counts.map(({ crs, documents }) => `${documents} in ${shortNameOf(crs)}`).join(', ');
  if (requested === null) {
    if (counts.length <= 1) return counts[0]?.crs ?? 'CRS84';
    throw new UsageFault('the documents have more than one CRS, and a delivery has one', {
      step: 'Export:Crs', actual: inWords, hint: 'Name one with --crs. Documents in another one get their published positions in it.',
    });
  }
  const { code } = parseCrsUri(requested)!;
  if (publishedAs(code) !== undefined || counts.every(({ crs }) => crs === code)) return code;
  throw new UsageFault('positions with heights cannot be made from documents in another CRS', {
    step: 'Export:Crs', actual: `--crs ${shortNameOf(code)}; ${inWords}`, hint: 'Take RD, CRS84, ETRS89 or WebMercator.',
  });
}

function unknownHolder(db: Reader, holder: string): UsageFault {
  const near = nearest(holder, rootHolders(db));
  return new UsageFault('no object of this register has this bronhoudercode', {
    step: 'Export:Holder', actual: `--holder ${holder}`, ...(near.length === 0 ? {} : { expected: near.join(' or ') }),
    hint: 'Check --holder and --data. What is handed in counts once it has taken effect.',
  });
}

interface Exported extends Written {
  readonly documents: number;
  readonly hidden: number;
}

interface ExportSummary {
  readonly options: Omit<ExportArguments, 'data' | 'out' | 'crs'>;
  readonly out: string;
  readonly crs: CrsCode;
}

function summarise({ documents, hidden, bytes, types }: Exported, { options, out, crs }: ExportSummary, terminal: Terminal): void {
  const { holder } = options;
  terminal.print(`${clean(out)}: ${documents} documents of ${holder}, ${bytes} bytes, in ${shortNameOf(crs)}`);
  for (const type of ROOT_TYPES) if (types[type] !== undefined) terminal.print(`  ${types[type]} ${type}`);
  if (hidden > 0) terminal.print(`${hidden} of them are secret or privacy-sensitive: keep the file where only ${holder} can read it.`);
  if (documents > LIMITS.deliveryObjectsMax || bytes > LIMITS.deliveryBytesMax) {
    terminal.note('The file is too large for one delivery; --type writes the types to separate files.');
  }
  terminal.print(`To hand it in again: ev submit ${clean(basename(out))} --holder ${holder} --crs ${shortNameOf(crs)}`);
  terminal.printJson({
    out, holder, crs: CRSS[crs].uri, documents, hidden, bytes, types,
    ...(options.at === null ? {} : { at: new Date(options.at).toISOString() }),
    ...(options.knownAt === null ? {} : { knownAt: new Date(options.knownAt).toISOString() }),
  });
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'export')
  .option('holder', { type: 'string', demandOption: true, describe: 'the bronhoudercode in the documents', coerce: holderCode })
  .option('type', { type: 'string', describe: 'only these types, with commas between', coerce: rootTypes('--type') })
  .option('crs', { type: 'string', describe: 'CRS of the file (default: that of the documents, when they have one)', coerce: crsUri })
  .option('at', { type: 'string', describe: 'only versions that are valid at this moment (default: every recorded version)', coerce: momentOf('--at') })
  .option('known-at', { type: 'string', describe: 'versions as they were recorded at this moment (default: now)', coerce: momentOf('--known-at') })
  .option('out', {
    type: 'string', demandOption: true, requiresArg: true, coerce: (path: string) => resolve(path),
    describe: 'file to write: .ndjson with one document a line, or .json with an array',
  })
  .check(({ out }) => FORMS[extname(out)] !== undefined || `--out ${out}: its name must end in .ndjson or .json`)
  .check(({ 'known-at': knownAt }) => knownAt === undefined || knownAt <= world.clock().getTime() || '--known-at must not be after now'), (argv) =>
  runSet(argv, world, (terminal, { data }) => exportCommand({
    data, holder: argv.holder, types: argv.type ?? [], crs: argv.crs ?? null, at: argv.at ?? null, knownAt: argv['known-at'] ?? null, out: argv.out,
  }, terminal)));
