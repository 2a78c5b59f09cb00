/** `ev log`: lists decisions in order, one line each, with the number of roots that each made, changed, ended and refused. */
import { ROOT_TYPES } from '../../schemas/names.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { clean } from '../prepare/report/index.ts';
import { openExistingState } from '../state/database/database.ts';
import { listDecisions, type DecisionQuery, type ListedDecision } from '../state/outcomes/decisions.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { holderCode, momentOf, tokenEnd, whole } from './option-values.ts';
import { runSet, type Define } from './world.ts';

/** Lists decisions, oldest first. */
export function logCommand({ data, ...query }: DecisionQuery & { readonly data: string }, terminal: Terminal): ExitCode {
  const db = openExistingState(data);
  try {
    const found = listDecisions(db, { ...query, limit: query.limit + 1 });
    const decisions = found.slice(0, query.limit);
    const hasMore = found.length > query.limit;
    for (const decision of decisions) terminal.print(clean(lineOf(decision)));
    if (decisions.length === 0) terminal.print('There are no such decisions.');
    const next = hasMore ? decisions.at(-1)?.decision ?? null : null;
    if (next !== null) terminal.print(`There are more: the next page is --after ${next}.`);
    terminal.printJson({ decisions, next });
    return EXIT.fine;
  } finally {
    db.close();
  }
}

function lineOf({ decision, uuid, received, holder, tokenEnd: end, method, target, ...counts }: ListedDecision): string {
  const numbers = (['new', 'changed', 'ended', 'unchanged', 'refused'] as const).map((name) => `${counts[name] ?? '?'} ${name}`).join(', ');
  const what = method === 'LEVERING' ? target : `${method} ${target}`;
  return `${decision}  ${inAmsterdam(new Date(received))}  ${holder}  ${uuid}  ${numbers}  ${what}${end === null ? '' : `  token …${end}`}`;
}

const LISTED = 100;

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'log')
  .option('holder', { type: 'string', describe: 'only submissions for this bronhoudercode', coerce: holderCode })
  .option('type', { choices: ROOT_TYPES, describe: 'only decisions that changed documents of this type' })
  .option('since', { type: 'string', describe: 'only what was received from this moment on', coerce: momentOf('--since') })
  .option('until', { type: 'string', describe: 'only what was received before this moment', coerce: momentOf('--until') })
  .option('token', {
    type: 'string', describe: 'only what the token with this end wrote: 4 to 8 characters, as `ev tokens list` has them', coerce: tokenEnd,
  })
  .option('after', { requiresArg: true, default: 0, describe: 'begin behind the decision with this number', coerce: whole('--after', 0) })
  .option('limit', {
    requiresArg: true, default: LISTED, describe: 'most decisions to list', coerce: whole('--limit', 1, LIMITS.listedSubmissionsMax),
  }), (argv) =>
  runSet(argv, world, (terminal, { data }) => logCommand({
    data, holder: argv.holder ?? null, type: argv.type ?? null, since: argv.since ?? null, until: argv.until ?? null,
    token: argv.token ?? null, after: argv.after, limit: argv.limit,
  }, terminal)));
