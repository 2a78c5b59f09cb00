/**
 * `ev rules`: `list` prints the table of all rules; `try` checks the current documents of a data folder with the rules of this program,
 * and lists the objects that these would refuse.
 *
 * Invariants:
 *  - The data folder is only read; it may be of an older version.
 *  - The documents of a holder are checked in groups, as deliveries without a register. Links to other groups are not checked.
 *  - A damaged document is listed and not checked; the others are checked.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import type { Report, Text } from '../../schemas/finding.ts';
import { csvText } from '../../schemas/csv.ts';
import { LEVEL_WORDS, RULE_CSV_ROWS, RULE_TABLE, SEVERITY_WORDS } from '../../schemas/rule-table.ts';
import { shownId } from '../../schemas/shown-values.ts';
import type { Moment } from '../../schemas/time.ts';
import { prepare } from '../prepare/prepare.ts';
import { checkedBy } from '../prepare/rule-set.ts';
import { foldersOf, type Reader } from '../state/database/database.ts';
import {
  countOwnDocuments, newestDecision, ownDocuments, rootHolders, type OwnDocument, type OwnDocuments,
} from '../state/register/own-documents.ts';
import { withRegisterCopy } from '../state/register/register-copy.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';
import { provide, thisThread, type OpenChecker } from './validate.ts';
import { run, type Define } from './world.ts';

/** Documents that are checked together. An object may not have more versions in one delivery (LIMITS.versionsPerObjectMax). */
const DOCUMENTS_TOGETHER = 1_000;
/** Ids that are printed for one rule of one holder; --json has all. */
const IDS_PRINTED = 10;

/** Roots of one holder that this program would refuse for the same rule. */
interface Refusal {
  readonly holder: string;
  readonly rule: string;
  readonly ids: readonly string[];
}

/** Roots of one holder with a document that is not what was recorded. */
interface Damaged {
  readonly holder: string;
  readonly ids: readonly string[];
}

/** Prints the table of all rules, in Dutch and English. */
export function listCommand(terminal: Terminal, { csv }: { readonly csv: boolean }): ExitCode {
  if (csv) terminal.print(csvText(RULE_CSV_ROWS).trimEnd());
  else for (const { rule, level, severity, fields, text, example } of RULE_TABLE) {
    terminal.print([
      rule, `  ${inBoth(SEVERITY_WORDS[severity])}; ${inBoth(NAMES.level)}: ${inBoth(LEVEL_WORDS[level])}`,
      ...(fields.length === 0 ? [] : [`  ${inBoth(NAMES.fields)}: ${fields.join(', ')}`]),
      `  ${inBoth(text)}`, ...(example === undefined ? [] : [`  → ${inBoth(example.mend)}`]),
    ].join('\n'));
  }
  terminal.printJson({ ruleSet: checkedBy().ruleSet, rules: RULE_TABLE });
  return EXIT.fine;
}

const NAMES = { level: { nl: 'controle', en: 'check' }, fields: { nl: 'velden', en: 'fields' } } as const satisfies Readonly<Record<string, Text>>;

function inBoth({ nl, en }: Text): string {
  return `${nl} / ${en}`;
}

interface TryArguments {
  readonly data: string;
  readonly cacheFolder: string;
  readonly clock: () => Date;
}

export async function tryCommand({ data, cacheFolder, clock }: TryArguments, terminal: Terminal): Promise<ExitCode> {
  const opened = thisThread(async () => await provide(cacheFolder, terminal));
  try {
    const { documents, refusals, damaged } = await withRegisterCopy(data, async (db, folder) =>
      await tryAll(db, folder, { opened, clock, terminal }));
    for (const { holder, rule, ids } of refusals) terminal.print(`${holder}  ${rule}  ${idsInWords(ids)}`);
    for (const { holder, ids } of damaged) terminal.print(`${holder}  damaged, not checked  ${idsInWords(ids)}`);
    const refused = new Set(refusals.flatMap(({ ids }) => ids)).size;
    terminal.print(refused === 0
      ? `None of the ${documents} documents that were checked would be refused by rules ${checkedBy().ruleSet}.`
      : `Rules ${checkedBy().ruleSet} would refuse ${refused} ${refused === 1 ? 'object that was' : 'objects that were'} accepted; ${documents} documents were checked.`);
    if (damaged.length > 0) terminal.print(`Damaged documents are in ${foldersOf(data).register}: restore the data folder from a backup, and try again.`);
    terminal.printJson({ data, checkedBy: checkedBy(), documents, refused, refusals, damaged });
    return refused === 0 && damaged.length === 0 ? EXIT.fine : EXIT.errors;
  } finally {
    opened.close();
  }
}

function idsInWords(ids: readonly string[]): string {
  const more = ids.length > IDS_PRINTED ? ', …' : '';
  return `${ids.length} ${ids.length === 1 ? 'object' : 'objects'}: ${ids.slice(0, IDS_PRINTED).map(shownId).join(', ')}${more}`;
}

interface Trial {
  readonly opened: OpenChecker;
  readonly clock: () => Date;
  readonly terminal: Terminal;
}

interface Tried {
  /** Number of documents that were checked. */
  readonly documents: number;
  readonly refusals: readonly Refusal[];
  readonly damaged: readonly Damaged[];
}

async function tryAll(db: Reader, folder: string, trial: Trial): Promise<Tried> {
  const [refusals, damaged]: [Refusal[], Damaged[]] = [[], []];
  let documents = 0;
  for (const holder of rootHolders(db)) {
    const damagedIds: string[] = [];
    const selection: OwnDocuments = {
      holder, types: [], at: null, knownAt: null, decision: newestDecision(db), onDamaged: (id) => damagedIds.push(id),
    };
    const total = countOwnDocuments(db, selection).reduce((sum, count) => sum + count.documents, 0);
    const progress = trial.terminal.progress(`documents of ${holder}`, total);
    const ids = new Map<string, Set<string>>();
    for await (const { objects } of reportsOf(db, selection, { ...trial, folder, progress })) {
      for (const { id, firstError } of objects) {
        if (firstError === undefined) continue;
        const found = ids.get(firstError.rule);
        if (found === undefined) ids.set(firstError.rule, new Set([id ?? '']));
        else found.add(id ?? '');
      }
    }
    progress.done();
    documents += total - damagedIds.length;
    refusals.push(...[...ids].map(([rule, found]) => ({ holder, rule, ids: [...found] })));
    if (damagedIds.length > 0) damaged.push({ holder, ids: [...new Set(damagedIds)] });
  }
  return { documents, refusals, damaged };
}

interface HolderTrial extends Trial {
  readonly folder: string;
  readonly progress: Progress;
}

/** Yields the reports on the documents of one holder. A group has one CRS. */
async function* reportsOf(
  db: Reader, selection: OwnDocuments, { opened, clock, folder, progress }: HolderTrial,
): AsyncGenerator<Report> {
  const groups = new Map<CrsCode, { readonly path: string; size: number }>();
  const check = async (crs: CrsCode, path: string): Promise<Report> => {
    const report = await prepare({ path }, {
      source: selection.holder, crs: CRSS[crs].uri, model: '4.0', strict: false, now: clock().getTime() as Moment,
    }, { checker: opened.checker, sink: null });
    rmSync(path);
    groups.delete(crs);
    return report;
  };
  let done = 0;
  for (const document of ownDocuments(db, selection)) {
    const { crs } = document;
    const group = groups.get(crs) ?? beginGroup(folder, crs);
    groups.set(crs, group);
    addTo(group.path, document);
    progress.to(++done);
    if (++group.size === DOCUMENTS_TOGETHER) yield await check(crs, group.path);
  }
  for (const [crs, { path }] of groups) yield await check(crs, path);
}

function beginGroup(folder: string, crs: CrsCode): { readonly path: string; size: number } {
  const path = join(folder, `${crs}.ndjson`);
  writeFileSync(path, '');
  return { path, size: 0 };
}

function addTo(path: string, { body }: OwnDocument): void {
  appendFileSync(path, `${body}\n`);
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => inner
  .command('list', 'print all rules of the checks: name, level, severity, fields, text and fix', (list) => list
    .option('csv', { type: 'boolean', default: false, describe: 'print the table as CSV, for a spreadsheet' })
    .check(({ csv, json }) => !csv || !json || '--csv and --json exclude each other'), (argv) =>
    run(argv, (terminal) => listCommand(terminal, { csv: argv.csv })))
  .command('try', 'check what a data folder has now by the rules of this program, and change nothing: 1 when any object would be refused or is damaged', (trial) => trial
    .option('data', {
      type: 'string', demandOption: true, requiresArg: true, coerce: (path: string) => resolve(path),
      describe: 'the data folder, of this or an older version',
    }), (argv) =>
    run(argv, (terminal) => tryCommand({ data: argv.data, cacheFolder: world.cacheFolder, clock: world.clock }, terminal)))
  .demandCommand(1, 'Name what to do: list or try.'));
