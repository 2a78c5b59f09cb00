/**
 * `ev as-of`: what the service showed for a place at a moment: the edition that was in force, and every object in it that contains or
 * touches a point or lies within a distance of it.
 *
 * Invariants:
 *  - The answer comes from the public edition of that moment alone, never from the register or from another edition.
 *  - "Nothing" names what was looked at: collections, edition, day and distance.
 *  - The request that is printed gives the same objects over HTTP (server/edition/surroundings.ts).
 */
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { nearPoint, objectsFound, type FoundObject } from '../../publisher/read/found-objects.ts';
import type { Activated, ActiveAt } from '../../publisher/read/types.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { crsByName, CRSS, isInBox, shortNameOf, type PublishedCrs } from '../../schemas/crs.ts';
import { UsageFault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { dayOf, inAmsterdam, type Moment } from '../../schemas/time.ts';
import { publishedAs } from '../coordinates/document-in-crs.ts';
import { positionInRd } from '../coordinates/position-in-rd.ts';
import { clean } from '../prepare/report/index.ts';
import { foldersOf, openExistingState } from '../state/database/database.ts';
import { pinEditions } from '../state/folder/lock.ts';
import { settingsFor } from './options.ts';
import { momentOf, whole } from './option-values.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

const AUDIENCE = 'public';
/** CRSs of a point, by the name in messages. */
const POINT_CRSS = ['RD', 'CRS84', 'ETRS89', 'WebMercator'] as const;

type Point = readonly [number, number];

interface AsOfArguments {
  readonly data: string;
  readonly moment: Moment;
  /** In `crs`. */
  readonly point: Point;
  readonly crs: PublishedCrs;
  /** Metres. */
  readonly within: number;
}

/** Prints what the edition of a moment has at a place. Exits 1 when that edition is not stored any more, or is damaged. */
export async function asOfCommand({ data, moment, point: asked, crs, within }: AsOfArguments, terminal: Terminal): Promise<ExitCode> {
  const point = inRd(asked, crs);
  const editions = openEditions(foldersOf(data).editions, AUDIENCE);
  let release = (): void => undefined;
  try {
    // Without any edition, the folder may be another one than was meant: then its register is missing too.
    if (editions.current() === undefined) openExistingState(data).close();
    release = pinEditions(data);
    const found = editions.at(moment);
    if (typeof found === 'object' && 'gone' in found) return reportGone(found, moment, terminal);
    const baseUrl = editions.current()?.edition.baseUrl;
    await reportFound(found === 'nothing' ? undefined : found, { moment, point, within, baseUrl }, terminal);
    return EXIT.fine;
  } finally {
    editions.close();
    release();
  }
}

interface Question {
  readonly moment: Moment;
  /** In RD. */
  readonly point: Point;
  readonly within: number;
  /** Undefined: no edition was ever published. */
  readonly baseUrl: string | undefined;
}

async function reportFound(activated: Activated | undefined, question: Question, terminal: Terminal): Promise<void> {
  const { moment, point, within } = question;
  const objects = activated === undefined ? [] : await objectsAt(activated, question);
  const [day, request] = [dayOf(new Date(moment)), requestOf(question)];
  printEdition(activated, moment, terminal);
  for (const object of objects) terminal.print(clean(lineOf(object)));
  if (activated !== undefined) {
    const where = `${COLLECTIONS.length} collections in edition ${activated.edition.number}, valid on ${day}, within ${within} m of ${point.join(',')} (RD)`;
    terminal.print(`Looked at ${where}: ${objects.length === 0 ? 'nothing' : `${objects.length} found`}.`);
  }
  if (request !== undefined) terminal.print(`The same over HTTP: GET ${request}`);
  if (objects.length > LIMITS.surroundingsMax) terminal.print(`That request counts all of them, and lists the nearest ${LIMITS.surroundingsMax} at most.`);
  terminal.printJson({
    moment: new Date(moment).toISOString(), edition: activated === undefined ? null : editionInJson(activated), validOn: day,
    point, crs: CRSS['28992'].uri, within, collections: activated === undefined ? 0 : COLLECTIONS.length, objects, request: request ?? null,
  });
}

/** Reads every object at the place, nearest first. */
async function objectsAt({ edition }: Activated, { point, within }: Question): Promise<readonly FoundObject[]> {
  const objects: FoundObject[] = [];
  const query = {
    crs: '28992', at: null, during: null, box: null, filter: nearPoint(point, within), words: [], order: [], position: 0, limit: Infinity,
  } as const;
  for (const collection of COLLECTIONS) {
    const series = edition.series.get(collection);
    if (series === undefined) continue;
    for await (const object of objectsFound(series, { query, point })) objects.push(object);
  }
  return objects.toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0));
}

function printEdition(activated: Activated | undefined, moment: Moment, { print }: Terminal): void {
  const then = inAmsterdam(new Date(moment));
  if (activated === undefined) {
    print(`At ${then} no edition had been published yet: the service showed nothing.`);
    return;
  }
  const { edition, activated: since, isAsPublished } = activated;
  print(`At ${then} edition ${edition.number} was in force, since ${inAmsterdam(since)}.`);
  if (!isAsPublished) print('It was made again since then: its form is that of today, and what is secret now is left out.');
}

function editionInJson({ edition, activated, isAsPublished }: Activated): object {
  return { number: edition.number, since: activated.toISOString(), isAsPublished };
}

function lineOf({ collection, id, entityType, name, distance, since, until, holder, isDerived }: FoundObject): string {
  const called = name === null ? '' : `, ${name}`;
  const valid = `valid from ${since}${until === null ? '' : ` until ${until}`}`;
  const metres = `${Math.round((distance ?? 0) * 10) / 10} m`;
  return `  ${metres}  ${collection}  ${id} (${entityType}${called}), of ${holder}, ${valid}${isDerived ? ', area made from a distance' : ''}`;
}

/** Returns the address of the same question to the service. */
function requestOf({ moment, point, within, baseUrl }: Question): string | undefined {
  return baseUrl === undefined ? undefined
    : `${baseUrl}/omgeving?plaats=${point.join(',')}&straal=${within}&beschikbaarOp=${new Date(moment).toISOString()}`;
}

function reportGone({ nearest: dates, isDamaged }: Exclude<ActiveAt, Activated | 'nothing'>, moment: Moment, terminal: Terminal): ExitCode {
  const then = inAmsterdam(new Date(moment));
  const text = new Date(moment).toISOString();
  terminal.print(isDamaged === true
    ? `What was in force at ${then} cannot be said: a file of that time is damaged. \`ev doctor\` names it.`
    : `The edition that was in force at ${then} is not kept any more. \`ev editions rebuild --at ${text}\` makes it again from the register.`);
  terminal.print(dates.length === 0 ? 'No other edition is kept.' : `Nearest kept, by the time of publication: ${dates.map((date) => inAmsterdam(date)).join(', ')}.`);
  terminal.printJson({
    moment: text, edition: null, gone: true, isDamaged: isDamaged === true, nearest: dates.map((date) => date.toISOString()),
  });
  return EXIT.errors;
}

/** Returns the point in RD. Throws a UsageFault when it lies outside the area of its CRS. */
function inRd(point: Point, crs: PublishedCrs): Point {
  const { area, axes } = CRSS[crs];
  const [first, second] = point;
  if (!isInBox(area, first, second)) {
    throw new UsageFault('the point lies outside the area of its CRS', {
      step: 'AsOf:Point', actual: `--at-point ${point.join(',')} --crs ${shortNameOf(crs)}`,
      expected: `${axes[0]} from ${area[0]} to ${area[2]} and ${axes[1]} from ${area[1]} to ${area[3]}`,
      hint: `Name its CRS with --crs: ${POINT_CRSS.join(', ')}.`,
    });
  }
  return positionInRd(point, crs);
}

function pointOf(text: string): Point {
  const numbers = text.split(',').map((part) => part.trim());
  const [first, second] = numbers.map(Number);
  if (numbers.length === 2 && numbers.every((part) => /^-?\d+(?:\.\d+)?$/.test(part))) return [first!, second!];
  throw new Error(`--at-point ${text} is no point: expected two numbers with a comma between, such as 155000,463000`);
}

function pointCrs(name: string): PublishedCrs {
  const crs = crsByName(name);
  const code = crs?.dimension === 2 ? publishedAs(crs.code) : undefined;
  if (code !== undefined) return code;
  const near = nearest(name, POINT_CRSS, 1);
  throw new Error(`--crs ${name} is no CRS of a point: expected ${POINT_CRSS.join(', ')}${near.length === 0 ? '' : `. Did you mean ${near.join()}?`}`);
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'as-of')
  .positional('moment', {
    type: 'string', demandOption: true, coerce: momentOf('MOMENT'),
    describe: 'the moment, such as 2026-11-01T10:00:00; without a zone it is Amsterdam time',
  })
  .option('at-point', {
    type: 'string', demandOption: true, requiresArg: true, coerce: pointOf, describe: 'two numbers with a comma between, in the order of the CRS: 155000,463000',
  })
  .option('crs', { type: 'string', default: 'RD', coerce: pointCrs, describe: `CRS of the point: ${POINT_CRSS.join(', ')}` })
  .option('within', {
    default: 0, coerce: whole('--within', 0, LIMITS.radiusMetresMax), describe: 'also what lies within this number of metres of the point',
  })
  .check(({ moment }) => moment <= world.clock().getTime() || 'MOMENT must not be after now'), (argv) =>
  runSet(argv, world, (terminal, { data }) => asOfCommand({
    data, moment: argv.moment, point: argv['at-point'], crs: argv.crs, within: argv.within,
  }, terminal)));
