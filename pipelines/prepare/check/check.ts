/**
 * Check: all checks on one root by itself, except the validity of its geometry.
 *
 * In order: the model, the upgrade, sizes and characters of texts (1), schema (2), geometry (3), links (4), domain rules (5). Every level
 * runs whatever the others found, so that a holder gets all findings at once. Never throws on any document.
 * Several roots go through one level together, then through the next. The code and tables of a level then stay in the processor's caches,
 * which takes a fifth less time than root by root.
 * Not here: strict JSON (strict-json/), validity and the cap on findings (block-check.ts), the delivery (delivery/), the register (state/).
 */
import { mistakesIn, type SchemaError } from '../../../schemas/check/compile.ts';
import { noticesOf, type Notice } from '../../../schemas/check/notices.ts';
import { issueOf, type Finding, type Issue } from '../../../schemas/finding.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { checkGeometries, type RootGeometry } from '../geometry/index.ts';
import type { Root } from '../read/index.ts';
import { ruleContext, ruleIssues } from '../rules/index.ts';
import { inWordsOf30 } from '../upgrade/index.ts';
import { filledNote, readNote } from './filled.ts';
import { checkLinks, type OutsideLink } from './links.ts';
import { open, type Opened, type ReadingOptions } from './open.ts';
import { sizeIssues } from './sizes.ts';
import { textIssues } from './texts.ts';

export interface CheckedRoot extends Opened {
  /** Geometries that passed the checks; their validity is not checked yet. */
  readonly geometries: readonly RootGeometry[];
  readonly links: readonly OutsideLink[];
  /** Issues of levels 1 (sizes) to 4, with pointers in the document; placed.ts maps them to the delivery. */
  readonly issues: readonly Issue[];
  /** Issues of level 5. */
  readonly ruleIssues: readonly Issue[];
}

/** Opens and checks roots. */
export function check(delivered: readonly Root[], options: ReadingOptions): readonly CheckedRoot[] {
  const opened = delivered.map((root) => open(root, options));
  const texts = opened.map(({ document, objects, root: { text, record } }) =>
    [...sizeIssues(objects, text.length), ...textIssues({ text, bytes: record.bytes, document }, options.currentTexts)]);
  const schema = opened.map((one) => schemaLevel(one, options));
  const geometry = opened.map(({ objects, crs, why30 }) => checkGeometries(objects, crs, why30));
  const links = opened.map(({ objects }) => checkLinks(objects));
  const rules = opened.map(({ objects, crs }) => ruleIssues(objects, ruleContext(crs, options.now)));
  return opened.map((one, at): CheckedRoot => {
    const { issues, misplaced } = schema[at]!;
    const { checkable, malformed, issues: ofGeometry } = geometry[at]!;
    // The schema reports a malformed geometry. If it did not, report it here, so that none passes unnoticed.
    const unreported = issues.some(({ severity }) => severity === 'error') ? [] : malformed;
    // An object in a misplaced field may have the right back link.
    const ofLinks = links[at]!.issues.filter((issue) => !misplaced.some((pointer) => issue.at.startsWith(`${pointer}/`)));
    return {
      ...one, geometries: checkable, links: links[at]!.outside,
      issues: [...noteIssues(one), ...texts[at]!, ...withoutForbidden(issues, texts[at]!), ...unreported, ...ofGeometry, ...ofLinks],
      ruleIssues: rules[at]!,
    };
  });
}

function noteIssues({ filled = [], document, root: { texts = [] } }: Opened): readonly Issue[] {
  return [...filled.map((field) => filledNote(field, document[field])), ...texts.map(readNote)].map(issueOf);
}

/** Rules of the schema that a forbidden character also breaks. Only the character is reported. */
const FOLLOWS_CHARACTER: ReadonlySet<string> = new Set(['schema.patroon', 'schema.waardelijst', 'schema.onbekend-veld', 'schema.ongebruikt-veld']);

function withoutForbidden(issues: readonly Issue[], texts: readonly Issue[]): readonly Issue[] {
  if (texts.length === 0) return issues;
  const forbidden = new Set(texts.flatMap(({ rule, at }) => (rule === 'json.verboden-teken' ? [at] : [])));
  return issues.filter(({ rule, at }) => !(FOLLOWS_CHARACTER.has(rule) && forbidden.has(at)));
}

interface SchemaIssues {
  readonly issues: readonly Issue[];
  /** JSON Pointers of fields that belong to another object. */
  readonly misplaced: readonly string[];
}

function schemaLevel({ model, document, objects, root: { text } }: Opened, options: ReadingOptions): SchemaIssues {
  const is30 = model === '3.0';
  // The length of the document, when it is as delivered.
  const mistakes = mistakesIn(document, is30 ? undefined : text.length);
  const findingOf = (schemaError: SchemaError): Finding => {
    if (is30) return inWordsOf30(schemaFinding(schemaError), objects);
    return schemaFinding(options.model === null ? withModel(schemaError) : schemaError);
  };
  const errors = mistakes.map(({ rule, at, say }): Issue => ({ ...ofRule(rule), at, finding: () => findingOf(say()) }));
  const moved = new Set(mistakes.flatMap(({ to }) => to ?? []));
  // A misplaced field is an error at its location. A notice that it is absent here would report it twice.
  const warnings = noticesOf(document).filter((notice) => !moved.has(pointerOf(notice)));
  return {
    issues: [...errors, ...warnings.map((notice) => ({ ...issueOf(schemaFinding(notice)), at: pointerOf(notice) }))],
    misplaced: mistakes.flatMap(({ at, to }) => (to === undefined ? [] : at)),
  };
}

/** The pointer of a notice. For an absent field the notice itself points at the object. */
function pointerOf({ rule, pointer, field }: Notice): string {
  return rule === 'schema.verwacht' ? `${pointer}/${field}` : pointer;
}

/** Adds a hint to a missing geometry: in 3.0.x a building or location had no geometry of its own. */
function withModel(error: SchemaError): SchemaError {
  const { rule, field, pointer, mend } = error;
  if (rule !== 'schema.required' || field !== 'geometrie' || pointer !== '') return error;
  return {
    ...error, mend: {
      nl: `${mend.nl} Is dit model 3.0? Lever het dan met --model 3.0.`, en: `${mend.en} If this is model 3.0, deliver it with --model 3.0.`,
    },
  };
}

function schemaFinding({ pointer, rule, field, message, mend, ...more }: SchemaError | Notice): Finding {
  const { found, expected, suggestions } = more;
  return {
    ...ofRule(rule), pointer, ...(rule === 'schema.required' ? { missing: field } : {}), message, mend,
    ...(found === undefined ? {} : { found }), ...(expected === undefined ? {} : { expected }),
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}
