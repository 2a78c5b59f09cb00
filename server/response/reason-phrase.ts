/**
 * Reason phrase: the text behind the status in the status line of a refused write. Some clients, as QGIS, show nothing else. It says the
 * first finding, in Dutch.
 *
 * Invariants: at most 120 ASCII characters, and no text of the request: only titles of rules and problems, and field names of the model.
 */
import { MODEL, SHAPES } from '../../schemas/model/model.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { RULE_TITLES } from '../../schemas/rules.ts';
import { RULE_PATH, type InvalidParam, type Problem } from './problem.ts';

const PHRASE_CHARS_MAX = 120;

/** Returns the reason phrase of a problem. */
export function reasonPhrase({ problem, params = [] }: Problem): string {
  const [first] = params;
  const title = first && RULE_TITLES.get(first.type.slice(RULE_PATH.length))?.nl;
  const words = title ?? PROBLEMS[problem].title.nl;
  const field = first === undefined ? '' : modelFieldOf(first);
  return inAscii(field === '' ? words : `${words}: ${field}`).slice(0, PHRASE_CHARS_MAX);
}

const FIELD_NAMES: ReadonlySet<string> = new Set(
  [...MODEL.values(), ...SHAPES.values()].flatMap(({ fields }) => fields.map(({ name }) => name)),
);

/** Returns the leading names of a field's path that the model knows. It stops at a name that the sender made up. */
function modelFieldOf({ name }: InvalidParam): string {
  const parts = name.split('.').filter((part) => !/^\d+$/.test(part));
  const end = parts.findIndex((part) => !FIELD_NAMES.has(part));
  return parts.slice(0, end === -1 ? parts.length : end).join('.');
}

/** Returns Dutch text as ASCII: letters without accents, plain quotes and dashes; other characters are dropped. */
function inAscii(text: string): string {
  return text.normalize('NFD').replaceAll(/[‘’]/g, "'").replaceAll(/[“”„]/g, '"').replaceAll(/[–—]/g, '-').replaceAll(/[^\x20-\x7E]/g, '');
}
