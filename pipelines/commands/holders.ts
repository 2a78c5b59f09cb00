/** `ev holders`: which organisations have access, with which bronhoudercodes and roles. */
import type { Role } from '../../schemas/access.ts';
import { addOrganisation, holdersMistakes, listOrganisations, removeOrganisation, type Organisation } from '../state/access/holders.ts';
import { revokeTokensOf } from '../state/access/tokens.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

export function listCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const organisations = listOrganisations(data);
  for (const organisation of organisations) terminal.say(lineOf(organisation));
  if (organisations.length === 0) terminal.say('No organisation has access yet; `ev holders add` adds one.');
  terminal.answer({ organisations });
  return EXIT.fine;
}

export interface AddArguments {
  readonly data: string;
  readonly id: string;
  readonly name: string;
  readonly codes: readonly string[];
  readonly roles: readonly Role[];
  readonly bronregistratie: string | undefined;
}

/** Throws a Fault when it is there already, or when a code is another's. */
export function addCommand({ data, id, name, codes, roles, bronregistratie }: AddArguments, terminal: Terminal): ExitCode {
  const organisation = { id, name, codes, roles, ...(bronregistratie === undefined ? {} : { bronregistratie }) };
  addOrganisation(data, organisation);
  terminal.say(lineOf(organisation));
  terminal.say('Make a token for it with `ev tokens add`.');
  terminal.answer({ organisation });
  return EXIT.fine;
}

/** Removes it, and ends its tokens first: they stay ended when it is added again. */
export function removeCommand({ data, id, now }: { data: string; id: string; now: Date }, terminal: Terminal): ExitCode {
  const revoked = revokeTokensOf(data, id, now);
  removeOrganisation(data, id);
  terminal.say(`${id} has no access any more; ${revoked} of its tokens were revoked. What it delivered stays.`);
  terminal.answer({ removed: id, revoked });
  return EXIT.fine;
}

/** Looks whether a file that was edited by hand is in order. */
export function checkCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const mistakes = holdersMistakes(data);
  for (const mistake of mistakes) terminal.say(mistake);
  terminal.say(mistakes.length === 0 ? `holders.json is in order: ${listOrganisations(data).length} organisations.` : 'No token is accepted until this is mended.');
  terminal.answer({ mistakes });
  return mistakes.length === 0 ? EXIT.fine : EXIT.errors;
}

function lineOf({ id, name, codes, roles, bronregistratie }: Organisation): string {
  const source = bronregistratie === undefined ? '' : `  bronregistratie: ${bronregistratie}`;
  return `${id}  ${name}  codes: ${codes.join(' ') || 'none'}  roles: ${roles.join(' ') || 'none'}${source}`;
}
