/**
 * `ev ask`: what lies at a place: the question and the answer of `/omgeving`, from the public editions of a data folder.
 *
 * Invariants:
 *  - The answer is that of the endpoint, by the same functions (server/question-source.ts).
 *  - It names edition, day and place, also when nothing is found. An edition that cannot be read is never "nothing".
 *  - The folder is only read. No edition is dropped meanwhile.
 */
import { readFileSync, statSync } from 'node:fs';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { Fault, UsageFault } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Answer, AnsweredObject } from '../../schemas/question.ts';
import { clean } from '../prepare/report/index.ts';
import { foldersOf, openExistingState } from '../state/database/database.ts';
import { pinEditions } from '../state/folder/lock.ts';
import { crsUri } from './option-values.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define, type World } from './world.ts';

export interface AskArguments {
  readonly data: string;
  readonly parameters: string;
  /** File with a geometry; null: the place is in the parameters. */
  readonly geometry: string | null;
  /** URI of the CRS of a geometry; null: RD. */
  readonly crs: string | null;
}

/** Prints the answer. Exits 0 also when nothing is found, and 1 when the edition is not stored any more, or is damaged. */
export async function askCommand(
  { data, parameters, geometry, crs }: AskArguments, answerQuestion: World['answerQuestion'], terminal: Terminal,
): Promise<ExitCode> {
  const question = { parameters, geometry: geometry === null ? null : textOf(geometry), crs };
  const editions = openEditions(foldersOf(data).editions, 'public');
  let release = (): void => undefined;
  try {
    const present = editions.current();
    if (present === undefined) {
      openExistingState(data).close();
      throw new Fault('there is no edition', { step: 'Ask:Open', hint: '`ev batch` or `ev serve` publishes the first.' });
    }
    release = pinEditions(data);
    const answer = await answerQuestion(question, { editions, baseUrl: present.edition.baseUrl });
    if ('why' in answer) {
      terminal.print(answer.why.en);
      terminal.printJson({ gone: true, why: answer.why });
      return EXIT.errors;
    }
    printAnswer(answer, terminal);
    terminal.printJson(answer);
    return EXIT.fine;
  } finally {
    editions.close();
    release();
  }
}

function textOf(file: string): string {
  const { size } = statSync(file);
  if (size <= LIMITS.searchBodyBytesMax) return readFileSync(file, 'utf8');
  throw new UsageFault('the geometry is too long', {
    step: 'Ask:Geometry', path: file, expected: `at most ${LIMITS.searchBodyBytesMax} bytes`, actual: String(size),
  });
}

function printAnswer({ nagekeken, links, keten = [], ...first }: Answer, { print }: Terminal): void {
  print(clean(nagekeken.en));
  for (const [at, { aantallen, objecten, numberMatched }] of [first, ...keten].entries()) {
    if (at > 0) print(at === 1 ? 'With these:' : 'With those:');
    for (const [collection, count] of Object.entries(aantallen)) if (count > 0) print(`  ${collection}: ${count}`);
    for (const object of objecten ?? []) print(clean(lineOf(object)));
    if (objecten !== undefined && objecten.length < numberMatched) print(`    and ${numberMatched - objecten.length} others, which are counted above`);
  }
  const self = links.find(({ rel }) => rel === 'self');
  if (self !== undefined) print(`The same over HTTP: GET ${self.href}`);
}

function lineOf({ collectie, id, naam, afstand, bronhoudercode, beginGeldigheid, via = [] }: AnsweredObject): string {
  const metres = afstand === undefined ? '' : `${afstand} m  `;
  const found = via.length === 0 ? '' : `, found by ${via.map((one) => one.id).join(', ')}`;
  return `    ${metres}${collectie}  ${id}${naam === undefined ? '' : ` (${naam})`}, of ${bronhoudercode}, valid from ${beginGeldigheid}${found}`;
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'ask')
  .positional('parameters', {
    type: 'string', default: '',
    describe: 'the parameters of /omgeving, as in an address: "plaats=155000,463000&straal=500&collecties=pr-contouren&dan=kwetsbare-gebouwen"',
  })
  .option('geometry', { type: 'string', requiresArg: true, describe: 'file with the place as WKT or GeoJSON, such as a new contour; nothing of it is stored' })
  .option('crs', { type: 'string', requiresArg: true, coerce: crsUri, describe: 'CRS of a place as WKT or GeoJSON: RD (default), CRS84, ETRS89, WebMercator' }),
(argv) => runSet(argv, world, (terminal, { data }) => askCommand({
  data, parameters: argv.parameters, geometry: argv.geometry ?? null, crs: argv.crs ?? null,
}, world.answerQuestion, terminal)));
