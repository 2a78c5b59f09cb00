/**
 * Check: everything that can be known of one root by itself, but for the validity of its geometry.
 *
 * In order: which model it is, the upgrade, sizes and characters of texts (1), schema (2), geometry (3), links (4), domain rules (5). Every
 * level is run whatever the others found, so that a holder hears everything at once. Never throws on any document.
 * Several roots go through one level together, then through the next: the code and the tables of a level stay in the caches of the
 * processor meanwhile, which takes a fifth less time than root by root.
 * Not here: strict JSON (strict-json/), validity and what is kept of the issues (block.ts), the delivery (delivery/), the register (state/).
 */
import { mistakesIn, type SchemaError } from '../../../schemas/check/compile.ts';
import { noticesOf, type Notice } from '../../../schemas/check/notices.ts';
import { issueOf, type Finding, type Issue, type Severity } from '../../../schemas/finding.ts';
import { checkGeometries, type PlacedGeometry } from '../geometry/index.ts';
import type { Root } from '../read/index.ts';
import { ruleContext, ruleIssues } from '../rules/index.ts';
import { inWordsOf30 } from '../upgrade/index.ts';
import { filledNote, readNote } from './filled.ts';
import { checkLinks, type OutsideLink } from './links.ts';
import { open, type Opened, type ReadingOptions } from './open.ts';
import { sizeIssues } from './sizes.ts';
import { textIssues } from './texts.ts';

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
  const texts = opened.map(({ document, objects, root: { text, record } }) =>
    [...sizeIssues(objects, text.length), ...textIssues({ text, bytes: record.bytes, document }, options.heldTexts)]);
  const schema = opened.map((one) => schemaLevel(one, options));
  const geometry = opened.map(({ objects, crs, why30 }) => checkGeometries(objects, crs, why30));
  const links = opened.map(({ objects }) => checkLinks(objects));
  const rules = opened.map(({ objects, crs }) => ruleIssues(objects, ruleContext(crs, options.now)));
  return opened.map((one, at): CheckedRoot => {
    const { issues, misplaced } = schema[at]!;
    const { sane, shapeless, issues: ofGeometry } = geometry[at]!;
    // Of a geometry that is not shaped as its type says the schema has said so, or else somebody must.
    const unsaid = issues.some(({ severity }) => severity === 'error') ? [] : shapeless;
    // Of an object in a field that is to be moved, the link is right.
    const ofLinks = links[at]!.issues.filter(({ at: place }) => !misplaced.some((pointer) => place.startsWith(`${pointer}/`)));
    return {
      ...one, geometries: sane, links: links[at]!.outside,
      issues: [...noteIssues(one), ...texts[at]!, ...withoutForbidden(issues, texts[at]!), ...unsaid, ...ofGeometry, ...ofLinks],
      ruleIssues: rules[at]!,
    };
  });
}

function noteIssues({ filled = [], document, root: { texts = [] } }: Opened): readonly Issue[] {
  return [...filled.map((field) => filledNote(field, document[field])), ...texts.map(readNote)].map(issueOf);
}

/** Rules of the schema that a forbidden character breaks too: only the character is to be mended. */
const FOLLOWS_CHARACTER: ReadonlySet<string> = new Set(['schema.patroon', 'schema.waardelijst', 'schema.onbekend-veld', 'schema.ongebruikt-veld']);

function withoutForbidden(issues: readonly Issue[], texts: readonly Issue[]): readonly Issue[] {
  if (texts.length === 0) return issues;
  const forbidden = new Set(texts.flatMap(({ rule, at }) => (rule === 'json.verboden-teken' ? [at] : [])));
  return issues.filter(({ rule, at }) => !(FOLLOWS_CHARACTER.has(rule) && forbidden.has(at)));
}

interface SchemaIssues {
  readonly issues: readonly Issue[];
  /** JSON Pointers of the fields that belong to another object. */
  readonly misplaced: readonly string[];
}

function schemaLevel({ model, document, objects, root: { text } }: Opened, options: ReadingOptions): SchemaIssues {
  const is30 = model === '3.0';
  // How long the document is, where it is as delivered.
  const mistakes = mistakesIn(document, is30 ? undefined : text.length);
  const findingOf = (said: SchemaError): Finding => {
    if (is30) return inWordsOf30(schemaFinding(said, 'error'), objects);
    return schemaFinding(options.model === null ? withModel(said) : said, 'error');
  };
  const errors = mistakes.map(({ rule, at, say }): Issue => ({ rule, severity: 'error', at, finding: () => findingOf(say()) }));
  const moved = new Set(mistakes.flatMap(({ to }) => to ?? []));
  // A field that stands elsewhere is an error there: a notice that it is absent here would report it twice.
  const warnings = noticesOf(document).filter((notice) => !moved.has(placeOf(notice)));
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
