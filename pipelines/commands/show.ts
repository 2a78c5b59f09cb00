/** `ev show`: explains one object, root or nested: where it stands, why it is not on the map, its versions and where each came from. */
import type { AccountVersion, Attempt, ObjectAccount } from '../../schemas/account.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { SubmissionProvenance } from '../../schemas/provenance.ts';
import { inAmsterdam, type Moment } from '../../schemas/time.ts';
import { clean } from '../prepare/report/index.ts';
import { openExistingState } from '../state/database/database.ts';
import { accountOf } from '../state/explain/account.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

export interface ShowObjectArguments {
  readonly data: string;
  readonly id: string;
  readonly clock: () => Date;
}

/** Prints the account of an object. Exits 1 when no submission ever named it. */
export async function showCommand({ data, id, clock }: ShowObjectArguments, terminal: Terminal): Promise<ExitCode> {
  const db = openExistingState(data);
  try {
    const account = await accountOf(db, data, { id, now: clock().getTime() as Moment });
    printAccount(account, terminal);
    terminal.printJson(account);
    return account.state === 'unknown' ? EXIT.errors : EXIT.fine;
  } finally {
    db.close();
  }
}

function printAccount(account: ObjectAccount, { print }: Pick<Terminal, 'print'>): void {
  const { state, notOnMap, versions, findings, foundBy, refused, waiting, parts, linkedFrom } = account;
  print(clean(`${whatOf(account)} State: ${state}.`));
  print(clean(notOnMap?.en ?? 'It is on the map.'));
  for (const version of versions) {
    print(clean(lineOf(version)));
    print(clean(`    by ${submissionLine(version.madeBy)}`));
  }
  if (foundBy !== null) print(`Findings of ${foundBy.uuid}: ${findings.length === 0 ? 'none' : ''}`.trimEnd());
  for (const finding of findings) print(clean(findingLine(finding)));
  for (const attempt of waiting) printAttempt('Waits in', attempt, print);
  if (refused !== null) printAttempt('Refused last in', refused, print);
  if (parts.length > 0) print(clean(`Parts: ${parts.map(({ id, entityType }) => `${id} (${entityType})`).join(', ')}`));
  for (const { id, entityType, bronhoudercode } of linkedFrom) print(clean(`Linked from ${id} (${entityType}, ${bronhoudercode})`));
}

function whatOf({ id, entityType, root, bronhoudercode }: ObjectAccount): string {
  if (entityType === null) return `${id} is not in the register.`;
  const within = root === null ? '' : ` in ${root.entityType} ${root.id}`;
  return `${id} is a ${entityType}${within}, of source holder ${bronhoudercode}.`;
}

function lineOf({ valid, recorded, hidden, endedBy, firstEdition }: AccountVersion<SubmissionProvenance>): string {
  const period = `${inAmsterdam(new Date(valid.from))} - ${valid.until === null ? '' : inAmsterdam(new Date(valid.until))}`;
  const shown = firstEdition === null ? 'in no public edition' : `first in edition ${firstEdition}`;
  const ended = endedBy === null || recorded.until === null ? '' : `; ended ${inAmsterdam(new Date(recorded.until))} by ${endedBy.uuid}`;
  const why = hidden === null ? '' : `; ${hidden === 'privacyGevoelig' ? 'without personal data (privacyGevoelig)' : hidden}`;
  return `  valid ${period}; recorded ${inAmsterdam(new Date(recorded.from))}${ended}; ${shown}${why}`;
}

const NOT_RECORDED = 'not recorded';

function submissionLine(submission: SubmissionProvenance): string {
  const { uuid, holder, organisation, tokenEnd, method, path, fileName, sha256, ruleSet, decision } = submission;
  const source = fileName === null ? `${method} ${path ?? ''}, token …${tokenEnd ?? ` ${NOT_RECORDED}`}` : `file ${fileName}`;
  return `${uuid}, decision ${decision}, ${holder}, organisation ${organisation ?? NOT_RECORDED}, ${source}, `
    + `SHA-256 ${sha256}, rules ${ruleSet ?? NOT_RECORDED}`;
}

function findingLine({ rule, severity, message, found }: Finding): string {
  return `  ${severity} ${rule}: ${message.en}${found === undefined ? '' : ` Found: ${found}.`}`;
}

function printAttempt(what: string, attempt: Attempt, print: Terminal['print']): void {
  const { uuid, received, holder, method, state, error, reason, findings } = attempt;
  const why = reason ?? (error === null ? null : `rule ${error.rule} at ${error.pointer === '' ? 'the document' : error.pointer}`);
  print(clean(`${what} ${uuid}, ${inAmsterdam(new Date(received))}, ${holder}, ${method}, ${state}${why === null ? '' : `: ${why}`}`));
  for (const finding of findings) print(clean(findingLine(finding)));
}

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'show')
  .positional('id', { type: 'string', demandOption: true, describe: 'the id of the object, root or nested, in any Unicode form' }), (argv) =>
  runSet(argv, world, (terminal, { data }) => showCommand({ data, id: argv.id, clock: world.clock }, terminal)));
