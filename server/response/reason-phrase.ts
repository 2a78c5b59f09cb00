/**
 * Reason phrase: the words behind the status in the status line of a refused write, for clients that show nothing else of a refusal, as
 * QGIS does. They say the first finding, in Dutch.
 *
 * Invariants: ASCII of at most 120 characters, and no byte of the request: only titles of rules and of problems, and field names of the
 * model.
 */
import { MODEL, SHAPES } from '../../schemas/model/model.ts';
import { PROBLEMS } from '../../schemas/problems.ts';
import { RULE_TITLES } from '../../schemas/rules.ts';
import { RULE_PATH, type InvalidParam, type Problem } from './problem.ts';

const PHRASE_CHARS_MAX = 120;

/** The reason phrase of a problem. */
export function reasonPhrase({ problem, params = [] }: Problem): string {
  const [first] = params;
  const title = first && RULE_TITLES.get(first.type.slice(RULE_PATH.length))?.nl;
  const words = title ?? PROBLEMS[problem].title.split(' / ', 1)[0]!;
  const field = first === undefined ? '' : modelFieldOf(first);
  return inAscii(field === '' ? words : `${words}: ${field}`).slice(0, PHRASE_CHARS_MAX);
}

const FIELD_NAMES: ReadonlySet<string> = new Set(
  [...MODEL.values(), ...SHAPES.values()].flatMap(({ fields }) => fields.map(({ name }) => name)),
);

/** The names at the beginning of a field's path that the model has. A name that the sender made up ends them. */
function modelFieldOf({ name }: InvalidParam): string {
  const parts = name.split('.').filter((part) => !/^\d+$/.test(part));
  const end = parts.findIndex((part) => !FIELD_NAMES.has(part));
  return parts.slice(0, end === -1 ? parts.length : end).join('.');
}

/** Dutch as ASCII: letters without their accents, plain quotes and dashes; other characters are left out. */
function inAscii(text: string): string {
  return text.normalize('NFD').replaceAll(/[‘’]/g, "'").replaceAll(/[“”„]/g, '"').replaceAll(/[–—]/g, '-').replaceAll(/[^\x20-\x7E]/g, '');
}
