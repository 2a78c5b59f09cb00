/** `ev help`: explains subjects that concern several commands. Its tables are made from those of the program. */
import { ROLE_TEXTS, ROLES } from '../../schemas/roles.ts';
import { CRSS, DELIVERY_CRSS, shortNameOf, type CrsCode } from '../../schemas/crs.ts';
import { EXIT } from './terminal.ts';
import { run, type Define } from './world.ts';

/** The text of each topic, by its lower-case name. */
const TOPICS: Readonly<Record<string, () => string>> = {
  versions: () => `Versions of an object

A delivery adds and changes objects; nothing that was published is changed. Each object has versions, told apart by beginGeldigheid: a
version is valid from its begin until the next one begins, or until its eindGeldigheid. A delivery may hold several versions of one
object, in any order. A version that begins before the newest one changes the past only, and the report says so.

Readers ask for what was valid at a moment (geldigOp), and for what the register said at a moment (beschikbaarOp). The address
/{resource}/{id}/versies lists all versions of an object. An edition is everything that was published at one moment; \`ev editions list\`
lists those that are kept.

See also: ev help corrections`,
  corrections: () => `Corrections

  what is wrong                       what mends it
  a field, from now on                deliver the object again, with a new beginGeldigheid
  a field, of the newest version      deliver it again with the same beginGeldigheid
  the period of the newest version    deliver it with --correct: it replaces the newest version with all of its period
  an object that should not be        DELETE by HTTP, or a delivery with --full TYPE that leaves it out
  many objects that should not be     ev submit FILE --withdraw: FILE names their ids, or is the delivery that brought them
  a whole wrong delivery              ev submissions undo UUID; --dry-run says first what it would do
  objects of another source holder    ev transfer --from CODE --to CODE --at DAY --reason TEXT hands them over
  a delivery that is parked           ev submissions release UUID, or ev submissions refuse UUID --reason TEXT

\`ev validate FILE --data FOLDER --holder CODE\` says what a delivery would change, and changes nothing. What was known before a correction
can still be asked for with beschikbaarOp.

See also: ev help versions`,
  crss: () => `Coordinate reference systems that --crs takes

${table(DELIVERY_CRSS.map(crsRow))}

Without --crs a delivery in model 4.0.0 is read as CRS84 (longitude, latitude), one in model 3.0.x as RD. Most Dutch deliveries are in RD:
x and y in metres, such as 155000, 463000.`,
  roles: () => `Roles of organisations

${table(ROLES.map((role) => [role, ROLE_TEXTS[role].en]))}

An organisation has access by HTTP with a token. \`ev holders add ID --name NAME --holder CODE --role ROLE\` gives it access,
\`ev tokens add --organisation ID\` makes a token. Reading what is published needs none; \`ev\` on the machine itself asks for no role.`,
};

export const TOPIC_NAMES: readonly string[] = Object.keys(TOPICS);

export function isTopic(word: string): boolean {
  return TOPIC_NAMES.includes(word.toLowerCase());
}

export const define: Define = (args, line) => args.command(...line, (inner) => inner
  .positional('topic', { type: 'string', describe: `${TOPIC_NAMES.join(', ')}, or a command` }), (argv) =>
  run(argv, (terminal) => {
    const name = argv.topic?.toLowerCase() ?? '';
    const text = TOPICS[name]?.() ?? '';
    terminal.print(text);
    terminal.printJson({ topic: name, text });
    return EXIT.fine;
  }));

function crsRow(code: CrsCode): readonly string[] {
  const { axes, name } = CRSS[code];
  return [shortNameOf(code), /^\d+$/.test(code) ? `EPSG:${code}` : '', axes.join(', '), name];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()}`).join('\n');
}
