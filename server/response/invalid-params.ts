/**
 * Invalid params: findings of the checks on a write, as a problem (Interface Rules, Errors 2). It has all errors, each with the name of
 * its field and the address of its rule.
 */
import type { Finding, Text } from '../../schemas/finding.ts';
import { escapeToken, unescapeToken } from '../../schemas/json.ts';
import type { ProblemName } from '../../schemas/problems.ts';
import { RULE_PATH, type InvalidParam, type Problem } from './problem.ts';

const INVALID_PARAMS_MAX = 1_000;

/** Returns the problem that lists the errors among the findings. */
export function invalid(problem: ProblemName, findings: readonly Finding[]): Problem {
  return listed(problem, findings, paramOf);
}

/** Returns the problem that lists the errors among the findings on objects of the register, each under the id of its object. */
export function invalidObjects(problem: ProblemName, findings: readonly Finding[]): Problem {
  return listed(problem, findings, (finding) => {
    const { pointer: _, ...param } = paramOf(finding);
    return { ...param, name: finding.objectId ?? param.name };
  });
}

function listed(problem: ProblemName, findings: readonly Finding[], one: (finding: Finding) => InvalidParam): Problem {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return {
    problem,
    detail: detailOf(errors.length),
    ...(errors.length === 0 ? {} : { params: errors.slice(0, INVALID_PARAMS_MAX).map(one) }),
  };
}

function detailOf(count: number): Text {
  if (count === 0) return { nl: 'De aanvraag past niet bij wat er nu is.', en: 'The request does not fit what is there now.' };
  if (count === 1) return { nl: 'Er is één fout; hieronder staan het veld en de reden.', en: 'There is one error; its field and reason are below.' };
  const [nl, en] = count > INVALID_PARAMS_MAX ? [`de eerste ${INVALID_PARAMS_MAX}`, `the first ${INVALID_PARAMS_MAX}`] : ['elke', 'each'];
  return {
    nl: `Er zijn ${count} fouten; van ${nl} staan hieronder het veld en de reden.`,
    en: `There are ${count} errors; the field and the reason of ${en} are below.`,
  };
}

function paramOf(finding: Finding): InvalidParam {
  const { rule, message, mend, suggestions } = finding;
  const reason = { nl: `${message.nl} ${mend.nl}`.trim(), en: `${message.en} ${mend.en}`.trim() };
  const allowed = suggestions === undefined || suggestions.length === 0 ? {} : { allowed: suggestions };
  return { type: `${RULE_PATH}${rule}`, name: fieldName(finding), pointer: pointerOf(finding), reason, ...allowed };
}

/** Returns a JSON Pointer into the message. Unlike the name it has the index of the object and the `properties` of a Feature. */
function pointerOf({ pointer, missing }: Finding): string {
  return missing === undefined ? pointer : `${pointer}/${escapeToken(missing)}`;
}

/**
 * Returns the field name, with dots between names and list items by index: `identificatie.lokaalID`. Empty: the whole message. The index
 * of the object and the `properties` of a Feature are left out.
 */
function fieldName({ pointer, missing }: Finding): string {
  const tokens = pointer.split('/').slice(1).map(unescapeToken);
  if (tokens[0] === 'features' && tokens.length > 1) tokens.shift();
  if (/^\d+$/.test(tokens[0] ?? '')) tokens.shift();
  if (tokens[0] === 'properties' && (tokens.length > 1 || missing !== undefined)) tokens.shift();
  return [...tokens, ...(missing === undefined ? [] : [missing])].join('.');
}
