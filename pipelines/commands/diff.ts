/**
 * `ev diff`: what is different between two editions of a data folder: counts first, then object by object.
 *
 * Invariants:
 *  - The differences are those of `/verschillen`: of features that are valid now in the public editions. Hidden objects are in none.
 *  - The folder is only read. No edition is dropped meanwhile.
 * Not here: the comparison (publisher/read/differences.ts), the fields that differ (publisher/difference/).
 */
import { fieldsIn, shownIn, valueAt } from '../../publisher/difference/feature-fields.ts';
import { EMPTY_REGISTER, relationOf, stateOf, type ComparedEnd, type ComparedState } from '../../publisher/read/compared-state.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Filter, QueryBox } from '../../publisher/read/series-query.ts';
import type {
  ActiveAt, ChangeKind, DifferenceCounts, DifferenceQuery, EditionPair, Editions, FeatureDifference,
} from '../../publisher/read/types.ts';
import { parseBox } from '../../schemas/box-text.ts';
import { CRSS, PUBLISHED_CRSS, type PublishedCrs } from '../../schemas/crs.ts';
import { queryablesOf } from '../../schemas/derived/queryables.ts';
import { differenceWords } from '../../schemas/effect-words.ts';
import type { FieldDifference } from '../../schemas/effects.ts';
import { Fault, UsageFault } from '../../schemas/fault.ts';
import { SERIES, seriesOf, type EntityType } from '../../schemas/names.ts';
import { formatMoment, inAmsterdam, type Moment } from '../../schemas/time.ts';
import { clean } from '../prepare/report/index.ts';
import { foldersOf, openExistingState } from '../state/database/database.ts';
import { pinEditions } from '../state/folder/lock.ts';
import { fieldDifference } from '../state/notes/effects.ts';
import { crsUri, holderCode, momentOf, objectTypes, whole } from './option-values.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

export interface DiffArguments {
  readonly data: string;
  readonly a: ComparedEnd;
  /** Null: the active edition. */
  readonly b: ComparedEnd | null;
  readonly holder: string | null;
  /** Empty: all types. */
  readonly types: readonly EntityType[];
  /** Its CRS is also that of the geometries. */
  readonly crs: PublishedCrs;
  readonly box: QueryBox | null;
  /** Number of differences that are shown. */
  readonly limit: number;
  readonly now: Moment;
}

const PAGE = 100;

/** Compares two editions. Exits 0 also when they differ. */
export async function diffCommand(argv: DiffArguments, terminal: Terminal): Promise<ExitCode> {
  const { data, a, b, crs, limit, now } = argv;
  openExistingState(data).close();
  const release = pinEditions(data);
  const editions = openEditions(foldersOf(data).editions, 'public');
  try {
    const [before, after] = [stateAt(a, editions, now), stateAt(b, editions, now)];
    const [pair, query] = [{ before: before.edition, after: after.edition }, queryOf(argv)];
    const counts = await editions.countDifferences(pair, query);
    const count = [...counts.values()].reduce((sum, { added, changed, ended }) => sum + added + changed + ended, 0);
    const found = (await firstOf(pair, editions, { query, crs, limit })).map((difference) => described(difference));
    const remark = remarkOn(before, after);
    print({ before, after, remark, counts, count, found }, terminal);
    terminal.printJson({
      before: inJson(before), after: inJson(after), ...(remark === null ? {} : { remark }), crs: CRSS[crs].uri, count,
      counts: Object.fromEntries(changing(counts)), differences: found, leftOut: count - found.length,
    });
    return EXIT.fine;
  } finally {
    editions.close();
    release();
  }
}

function queryOf({ holder, types, box }: DiffArguments): DifferenceQuery {
  const names = types.length === 0 ? SERIES : SERIES.filter((name) => types.some((type) => seriesOf(type) === name));
  const series = names.flatMap((name) => {
    if (holder !== null && queryablesOf(name).every((field) => field.name !== HOLDER_FIELD)) return [];
    const own: readonly Filter[] = [
      ...holder === null ? [] : [{ kind: 'compare', field: HOLDER_FIELD, relation: '=', value: holder } as const],
      ...types.length === 0 ? [] : [{ kind: 'in', field: 'entityType', values: types.filter((type) => seriesOf(type) === name) } as const],
    ];
    return [{ name, filter: own.length === 0 ? null : { kind: 'and', of: own } as const }];
  });
  return { series, box, words: [] };
}

const HOLDER_FIELD = 'bronhoudercode';

/** Returns the first differences. */
async function firstOf(
  pair: EditionPair, editions: Editions, { query, crs, limit }: Pick<DiffArguments, 'crs' | 'limit'> & { readonly query: DifferenceQuery },
): Promise<readonly FeatureDifference[]> {
  const found: FeatureDifference[] = [];
  // Fields are compared in RD, the last CRS of each difference.
  const crss = [...new Set([crs, '28992'] as const)];
  for (let hasMore = true; hasMore && found.length < limit;) {
    const from = found.at(-1)?.position ?? null;
    const page = await editions.differences(pair, query, { crss, from, limit: Math.min(PAGE, limit - found.length) });
    found.push(...page.differences);
    hasMore = page.hasMore;
  }
  return found;
}

/** Returns the state of the register at one end. Throws a UsageFault when there is none, and a Fault when it cannot be known. */
function stateAt(end: ComparedEnd | null, editions: Editions, now: Moment): ComparedState {
  const active = editions.current();
  if (active === undefined) {
    throw new Fault('there is no edition', { step: STEP, hint: '`ev batch` or `ev serve` publishes the first.' });
  }
  if (end === null) return stateOf(active);
  if ('number' in end) return numberedState(end.number, editions, active.newest);
  if (end.moment > now) {
    throw new UsageFault('this moment is in the future', { step: STEP, expected: `a moment not after ${formatMoment(now)}`, actual: formatMoment(end.moment) });
  }
  const found = editions.at(end.moment);
  if (found === 'nothing') return EMPTY_REGISTER;
  if ('gone' in found) throw goneAt(end.moment, found);
  return stateOf(found);
}

const STEP = 'Edition:Compare';

function numberedState(number: number, editions: Editions, newest: number): ComparedState {
  if (number === 0) return EMPTY_REGISTER;
  const found = editions.numbered(number);
  if (found === 'unknown') {
    throw new UsageFault('no edition has this number', { step: STEP, expected: `0 (before the first edition) to ${newest}`, actual: String(number) });
  }
  if (!('gone' in found)) return stateOf(found.activated);
  const around = found.nearest.length === 0 ? {} : { expected: `one that is, such as ${found.nearest.join(' or ')}` };
  if (found.isDamaged === true) throw damaged(`edition ${number}`);
  throw new UsageFault('this edition is no longer kept', { step: STEP, ...around, actual: String(number), hint: REBUILD });
}

function goneAt(moment: Moment, { isDamaged, nearest }: Extract<ActiveAt, { readonly gone: true }>): Fault {
  if (isDamaged === true) return damaged(`the edition of ${formatMoment(moment)}`);
  const around = nearest.length === 0 ? {} : { expected: `a moment of one that is, such as ${nearest.map((date) => date.toISOString()).join(' or ')}` };
  return new UsageFault('the edition of this moment is no longer kept', { step: STEP, ...around, actual: formatMoment(moment), hint: REBUILD });
}

const REBUILD = '`ev editions rebuild --at MOMENT` makes it again.';

function damaged(what: string): Fault {
  return new Fault('a file of an edition is damaged', { step: STEP, actual: what, hint: '`ev editions verify` names it; `ev doctor --mend` mends.' });
}

function remarkOn(before: ComparedState, after: ComparedState): string | null {
  const relation = relationOf(before, after);
  return relation === 'later' ? null : REMARKS[relation];
}

const REMARKS = {
  same: 'A and B are the same state: there are no differences.',
  earlier: 'A is later than B: this is what was different in the earlier state.',
} as const;

interface Described {
  readonly collection: string;
  readonly id: string;
  readonly kind: ChangeKind;
  /** The object that ended or was added, or the fields of one that changed. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly fields?: readonly FieldDifference[];
}

function described({ kind, position: { series: collection, id }, before, after }: FeatureDifference): Described {
  const [old, now] = [before?.[0], after?.[0]].map((bytes) => (bytes === undefined ? null : shownIn(bytes)));
  if (kind === 'added') return { collection, id, kind, after: now };
  if (kind === 'ended') return { collection, id, kind, before: old };
  const fields = fieldsIn({ before, after }).map((difference): FieldDifference => {
    const shown = fieldDifference(difference);
    if (shown.kind !== 'geometry') return shown;
    return { ...shown, before: valueAt(old!, difference.name), after: valueAt(now!, difference.name) };
  });
  return { collection, id, kind, fields };
}

interface Shown {
  readonly before: ComparedState;
  readonly after: ComparedState;
  readonly remark: string | null;
  readonly counts: DifferenceCounts;
  readonly count: number;
  readonly found: readonly Described[];
}

function print({ before, after, remark, counts, count, found }: Shown, { print: line }: Pick<Terminal, 'print'>): void {
  line(`Before: ${stateText(before)}. After: ${stateText(after)}.`);
  if (remark !== null) line(remark);
  line(count === 1 ? '1 difference.' : `${count} differences.`);
  for (const [name, { added, changed, ended }] of changing(counts)) line(`  ${name}: ${added} added, ${changed} changed, ${ended} ended`);
  for (const { collection, id, kind, fields } of found) {
    line(clean(`${kind} ${collection} ${id}`));
    if (fields?.length === 0) line('    Only what no field shows is different.');
    for (const field of fields ?? []) line(clean(`    ${differenceWords(field).en}`));
  }
  if (count > found.length) line(`${count - found.length} more; --limit shows more of them.`);
}

function stateText({ number, since }: ComparedState): string {
  return since === null ? 'the empty register before the first edition' : `edition ${number} (available from ${inAmsterdam(since)})`;
}

function inJson({ number, since }: ComparedState): object {
  return { edition: number, availableFrom: since?.toISOString() ?? null };
}

function changing(counts: DifferenceCounts): readonly (readonly [string, Readonly<Record<ChangeKind, number>>])[] {
  return [...counts].filter(([, { added, changed, ended }]) => added + changed + ended > 0);
}

/** Returns a parser for one end. */
function endOf(name: string): (text: string) => ComparedEnd {
  const moment = momentOf(name, ', or the number of an edition, 0 for the empty register before the first');
  return (text) => (/^\d{1,10}$/.test(text) ? { number: Number(text) } : { moment: moment(text) });
}

function publishedCrs(name: string): PublishedCrs {
  const uri = crsUri(name);
  const crs = PUBLISHED_CRSS.find((one) => CRSS[one].uri === uri);
  if (crs !== undefined) return crs;
  throw new Error(`--crs ${name} is no CRS of published data: expected RD, CRS84, ETRS89 or WebMercator`);
}

function boxOf(text: string | undefined, crs: PublishedCrs): QueryBox | null {
  if (text === undefined) return null;
  const read = parseBox(text, { crs: CRSS[crs], namedBy: '--crs' });
  if ('box' in read) return { crs, box: read.box };
  throw new UsageFault('this is no box', { step: 'Bbox:Read', actual: `--bbox ${text}`, hint: read.reason.en });
}

const USUAL_CRS: PublishedCrs = 'CRS84';
const LIMIT = 100;
const LIMIT_MAX = 10_000;

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'diff')
  .positional('a', { type: 'string', demandOption: true, describe: 'number of an edition, or a moment at which one was available', coerce: endOf('A') })
  .positional('b', { type: 'string', describe: 'the same; without it, the active edition', coerce: endOf('B') })
  .option('holder', { type: 'string', describe: 'only objects with this bronhoudercode', coerce: (code: string) => holderCode(code) })
  .option('type', { type: 'string', describe: 'only these types, root or nested, with commas between', coerce: objectTypes('--type') })
  .option('bbox', { type: 'string', requiresArg: true, describe: 'only objects in this box, before or after, in --crs: MIN1,MIN2,MAX1,MAX2' })
  .option('crs', {
    type: 'string', describe: 'CRS of the box and of geometries in JSON: RD, CRS84, ETRS89 or WebMercator', defaultDescription: USUAL_CRS,
    coerce: publishedCrs,
  })
  .option('limit', { default: LIMIT, describe: 'most objects to show; counts are always whole', coerce: whole('--limit', 1, LIMIT_MAX) }), (argv) =>
  runSet(argv, world, async (terminal, { data }) => {
    const crs = argv.crs ?? USUAL_CRS;
    return await diffCommand({
      data, a: argv.a, b: argv.b ?? null, crs, limit: argv.limit,
      holder: argv.holder ?? null, types: argv.type ?? [], box: boxOf(argv.bbox, crs), now: world.clock().getTime() as Moment,
    }, terminal);
  }));
