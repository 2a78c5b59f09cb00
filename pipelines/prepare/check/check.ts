/**
 * Check: everything that can be known of one root by itself, but for the validity of its geometry.
 *
 * In order: which model it is, the upgrade, sizes and garbled texts (1), schema (2), geometry (3), links (4), domain rules (5). Every level
 * is run whatever the others found, so that a holder hears everything at once. Never throws on any document.
 * Several roots go through one level together, then through the next: the code and the tables of a level stay in the caches of the
 * processor meanwhile, which takes a fifth less time than root by root.
 * Not here: strict JSON (read/), validity and what is kept of the issues (block.ts), the delivery (delivery/), the register (state/).
 */
import { mistakesIn } from '../../../schemas/check/compile.ts';
import type { SchemaError } from '../../../schemas/check/compile.ts';
import { noticesOf } from '../../../schemas/check/notices.ts';
import type { Notice } from '../../../schemas/check/notices.ts';
import { issueOf } from '../../../schemas/finding.ts';
import type { Finding, Issue, Severity } from '../../../schemas/finding.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import { checkGeometries, geometriesOf, shapelessIssue } from '../geometry/index.ts';
import type { PlacedGeometry } from '../geometry/index.ts';
import type { Root } from '../read/index.ts';
import { ruleContext, ruleIssues } from '../rules/index.ts';
import { inWordsOf30 } from '../upgrade/index.ts';
import { garbledIssues } from './garbled.ts';
import { checkLinks } from './links.ts';
import type { CheckedLinks, OutsideLink } from './links.ts';
import { open } from './open.ts';
import type { Opened, ReadingOptions } from './open.ts';
import { sizeIssues } from './sizes.ts';

export interface CheckedRoot extends Opened {
  /** Those that passed the checks; whether they are valid is still to be asked. */
  readonly geometries: readonly PlacedGeometry[];
  readonly links: readonly OutsideLink[];
  /** Levels 1 (sizes) to 4, about places in the document: placed.ts makes them places in the delivery. */
  readonly issues: readonly Issue[];
  /** Level 5. */
  readonly ruleIssues: readonly Issue[];
}

/** Opens roots and checks each. */
export function check(delivered: readonly Root[], options: ReadingOptions): readonly CheckedRoot[] {
  const opened = delivered.map((root) => open(root, options));
  const texts = opened.map(({ document, objects, root: { text } }) =>
    [...sizeIssues(objects, text.length), ...garbledIssues(document, text)]);
  const schema = opened.map((one) => schemaLevel(one, options));
  const geometry = opened.map(geometryLevel);
  const links = opened.map(({ objects }) => checkLinks(objects));
  const rules = opened.map(({ objects, crs }) => ruleIssues(objects, ruleContext(crs, options.now)));
  return opened.map((one, at) =>
    together(one, { texts: texts[at]!, schema: schema[at]!, geometry: geometry[at]!, links: links[at]!, rules: rules[at]! }));
}

/** What each level says of one root. */
interface Levels {
  readonly texts: readonly Issue[];
  readonly schema: SchemaIssues;
  readonly geometry: GeometryLevel;
  readonly links: CheckedLinks;
  readonly rules: readonly Issue[];
}

function together(opened: Opened, { texts, schema: { issues, misplaced }, geometry, links, rules }: Levels): CheckedRoot {
  // Of a geometry that is not shaped as its type says the schema has said so, or else somebody must.
  const unsaid = hasError(issues) ? [] : geometry.shapeless.map(shapelessIssue);
  // Of an object in a field that is to be moved, the link is right.
  const ofLinks = misplaced.length === 0
    ? links.issues : links.issues.filter(({ at }) => !misplaced.some((pointer) => at.startsWith(`${pointer}/`)));
  return {
    ...opened, geometries: geometry.sane, links: links.outside,
    issues: [...texts, ...issues, ...unsaid, ...geometry.issues, ...ofLinks], ruleIssues: rules,
  };
}

function schemaLevel({ model, document, objects, root: { text } }: Opened, options: ReadingOptions): SchemaIssues {
  if (model !== '3.0') return schemaIssues(document, { chars: text.length, isGuess: options.model === null });
  const { issues, misplaced } = schemaIssues(document, {});
  return { issues: issues.map((issue) => ({ ...issue, finding: () => inWordsOf30(issue.finding(), objects) })), misplaced };
}

type GeometryLevel = ReturnType<typeof checkGeometries> & Pick<ReturnType<typeof geometriesOf>, 'shapeless'>;

function geometryLevel({ objects, crs, why30 }: Opened): GeometryLevel {
  const { geometries, shapeless } = geometriesOf(objects);
  return { ...checkGeometries(geometries, crs, why30), shapeless };
}

interface SchemaOptions {
  /** How long the document is as JSON text, if it is as delivered. */
  readonly chars?: number;
  /** Whether it counts as 4.0.0 because it bears no mark of 3.0.x. */
  readonly isGuess?: boolean;
}

interface SchemaIssues {
  readonly issues: readonly Issue[];
  /** JSON Pointers of the fields that belong to another object. */
  readonly misplaced: readonly string[];
}

function schemaIssues(document: JsonObject, { chars, isGuess = false }: SchemaOptions): SchemaIssues {
  const mistakes = mistakesIn(document, chars);
  const errors = mistakes.map(({ rule, at, say }): Issue =>
    ({ rule, severity: 'error', at, finding: () => schemaFinding(isGuess ? withModel(say()) : say(), 'error') }));
  const moved = new Set(mistakes.flatMap(({ to }) => to ?? []));
  // A code in transition is an error here (legacyCodes is off): the notice about it would say it twice. So would that a field
  // is absent which stands elsewhere.
  const warnings = noticesOf(document).filter((notice) => notice.rule !== 'schema.in-transitie' && !moved.has(placeOf(notice)));
  return {
    issues: [...errors, ...warnings.map((notice) => ({ ...issueOf(schemaFinding(notice, 'warning')), at: placeOf(notice) }))],
    misplaced: mistakes.flatMap(({ at, to }) => (to === undefined ? [] : at)),
  };
}

/** Of a field that is not there the notice names the object that lacks it. */
function placeOf({ rule, pointer, field }: Notice): string {
  return rule === 'schema.verwacht' ? `${pointer}/${field}` : pointer;
}

/** In 3.0.x a building or location had no geometry of its own: who lacks one may have meant that model. */
function withModel(error: SchemaError): SchemaError {
  const { rule, field, pointer, mend } = error;
  if (rule !== 'schema.required' || field !== 'geometrie' || pointer !== '') return error;
  return {
    ...error, mend: {
      nl: `${mend.nl} Is dit model 3.0? Lever het dan met --model 3.0.`, en: `${mend.en} If this is model 3.0, deliver it with --model 3.0.`,
    },
  };
}

function schemaFinding({ pointer, rule, field, message, mend, ...more }: SchemaError | Notice, severity: Severity): Finding {
  const { found, expected, suggestions } = more;
  return {
    rule, severity, pointer, ...(rule === 'schema.required' ? { missing: field } : {}), message, mend,
    ...(found === undefined ? {} : { found }), ...(expected === undefined ? {} : { expected }),
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}

/** Whether one of these refuses the root. */
export function hasError(issues: readonly Issue[]): boolean {
  return issues.some(({ severity }) => severity === 'error');
}
