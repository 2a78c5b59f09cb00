/**
 * Sizes: checks texts and objects that are too large for readers. GDAL, and so QGIS, stops reading a collection at a feature of some
 * megabytes. Positions have limits of their own (geometry/checks.ts).
 */
import { issueOf, type Issue } from '../../../schemas/finding.ts';
import { escapeToken, isObject, own, type Json } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { geometryOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { NESTING_FIELDS } from '../../../schemas/names.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { bilingual } from '../../../schemas/shown-values.ts';

/** The size issues of a root. `chars` is the length of its delivered text; a short text needs no check. */
export function sizeIssues(objects: readonly ModelObject[], chars: number): readonly Issue[] {
  return chars <= LIMITS.textCharsMax ? [] : objects.flatMap(issuesOf);
}

function issuesOf(object: ModelObject): readonly Issue[] {
  const geometry = geometryOf(object)?.value;
  const positions = isObject(geometry) ? own(geometry, 'coordinates') : undefined;
  // A text in place of positions is not a geometry, and is checked.
  const coordinates = Array.isArray(positions) ? positions : undefined;
  const members = Object.fromEntries(Object.entries(object.data)
    .filter(([name, value]) => !(NESTING_FIELDS.includes(name) && Array.isArray(value))));
  const text = JSON.stringify(members, (_, value: Json) => (value === coordinates ? undefined : value));
  if (text.length <= LIMITS.textCharsMax) return [];
  const issues = longTexts(members, object.pointer, coordinates).map(({ pointer, chars }) => issueOf({
    ...ofRule('json.tekst-te-lang'), pointer, ...TEXT_WORDS['json.tekst-te-lang'],
    found: bilingual({ nl: `${chars} tekens`, en: `${chars} characters` }), expected: `≤ ${LIMITS.textCharsMax}`,
  }));
  const bytes = Buffer.byteLength(text);
  if (bytes <= LIMITS.objectBytesMax) return issues;
  return [...issues, issueOf({
    ...ofRule('json.object-te-groot'), pointer: object.pointer, ...TEXT_WORDS['json.object-te-groot'],
    found: `${bytes} bytes`, expected: `≤ ${LIMITS.objectBytesMax}`,
  })];
}

function longTexts(value: Json, pointer: string, coordinates: Json | undefined): readonly { pointer: string; chars: number }[] {
  if (typeof value === 'string') {
    const chars = value.length <= LIMITS.textCharsMax ? 0 : charsOf(value);
    return chars > LIMITS.textCharsMax ? [{ pointer, chars }] : [];
  }
  if (typeof value !== 'object' || value === null || value === coordinates) return [];
  return Object.entries(value).flatMap(([name, item]: [string, Json]) => longTexts(item, `${pointer}/${escapeToken(name)}`, coordinates));
}

/** Number of code points: a surrogate pair counts once. */
function charsOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
