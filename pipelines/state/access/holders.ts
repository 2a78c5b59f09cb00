/**
 * Holders: the organisations with access, with the roles and bronhoudercodes of each; `holders.json` in the data folder, which an operator
 * may edit (Interface Rules, Authentication 7).
 *
 * Invariant: a code belongs to one organisation, so that each submission belongs to one submitter.
 */
import type { Principal, Role } from '../../../schemas/roles.ts';
import { nearest } from '../../../schemas/check/nearest.ts';
import { holdersSchema } from '../../../schemas/derived/holders-schema.ts';
import { Fault, UsageFault } from '../../../schemas/fault.ts';
import { changeJsonFile, mistakesInJsonFile, readJsonFile, watchJsonFile, type FileKind } from '../folder/json-file.ts';

export interface Organisation {
  /** `OIN:`, `KVK:` or `EIDAS:`, and the number in that register. */
  readonly id: string;
  readonly name: string;
  /** Its bronhoudercodes. */
  readonly codes: readonly string[];
  readonly roles: readonly Role[];
  /** The ids of its clients at the issuer of tokens. */
  readonly clients?: readonly string[];
  /** The bronregistratie of objects that the organisation draws; filled in where a new feature leaves it out. */
  readonly bronregistratie?: string;
}

interface Holders {
  readonly organisations: readonly Organisation[];
}

/** Name of the file in the data folder. */
export const HOLDERS_FILE = 'holders.json';

const FILE: FileKind<Holders> = {
  name: HOLDERS_FILE, noun: 'Holders', schema: holdersSchema(), empty: { organisations: [] }, mistakesIn, isSecret: false,
  hint: 'Correct the file, and check it with `ev holders check`; `ev schema holders` prints its schema. Until then no token is accepted.',
};

/** Returns the organisations in the order of the file. Throws a Fault when the file is damaged. */
export function listOrganisations(data: string): readonly Organisation[] {
  return readJsonFile(data, FILE).organisations;
}

/** Returns the mistakes in the file, each with its location and value. */
export function holdersMistakes(data: string): readonly string[] {
  return mistakesInJsonFile(data, FILE);
}

/** Returns a function that returns the organisations in the current file. */
export function watchOrganisations(data: string): () => readonly Organisation[] {
  const read = watchJsonFile(data, FILE);
  return () => read().organisations;
}

/** Adds an organisation at the end. Throws a Fault when it exists already, or when one of its codes is another's. */
export function addOrganisation(data: string, organisation: Organisation): void {
  changeJsonFile(data, FILE, (holders) => {
    if (holders.organisations.some(({ id }) => id === organisation.id)) {
      throw new UsageFault('this organisation is there already', {
        step: 'Holders:Add', actual: organisation.id, hint: 'Change it in holders.json, and let `ev holders check` look.',
      });
    }
    const added = { ...holders, organisations: [...holders.organisations, organisation] };
    const [mistake] = mistakesIn(added);
    if (mistake === undefined) return added;
    throw new UsageFault('this organisation does not fit the others', { step: 'Holders:Add', actual: mistake, hint: '`ev holders list` lists them.' });
  });
}

/** Removes an organisation. Throws a Fault when it does not exist. */
export function removeOrganisation(data: string, id: string): void {
  changeJsonFile(data, FILE, (holders) => {
    const organisations = holders.organisations.filter((one) => one.id !== id);
    if (organisations.length < holders.organisations.length) return { ...holders, organisations };
    throw unknownOrganisation(id);
  });
}

export function unknownOrganisation(id: string): Fault {
  return new UsageFault('no organisation has this id', { step: 'Holders:Find', actual: id, hint: '`ev holders list` lists them.' });
}

/**
 * Returns similar codes when no organisation has this bronhoudercode, else null. A register without organisations accepts any code.
 */
export function similarToUnknown(data: string, code: string): readonly string[] | null {
  const codes = listOrganisations(data).flatMap((organisation) => organisation.codes);
  return codes.length === 0 || codes.includes(code) ? null : nearest(code, codes);
}

/** Throws a Fault when no organisation has this bronhoudercode; the Fault suggests similar codes. */
export function requireHolderCode(data: string, code: string, option = '--holder'): void {
  const near = similarToUnknown(data, code);
  if (near === null) return;
  throw new UsageFault('no organisation of this register has this bronhoudercode', {
    step: 'Holders:Find', actual: `${option} ${code}`, ...(near.length === 0 ? {} : { expected: near.join(' or ') }),
    hint: '`ev holders list` lists the organisations with their codes; `ev holders add` adds one.',
  });
}

/** Returns the id of the organisation that has this code; null when none has. */
export function organisationWith(data: string, code: string): string | null {
  return listOrganisations(data).find(({ codes }) => codes.includes(code))?.id ?? null;
}

/**
 * Returns the principal of an organisation as a whole, for a credential that names no codes. Undefined when the organisation may do
 * nothing. `tokenEnd`: what identifies the credential for people.
 */
export function principalOf(organisation: Organisation, tokenEnd: string): Principal | undefined {
  const { id, roles, codes, bronregistratie } = organisation;
  if (roles.length === 0) return undefined;
  return { organisation: id, tokenEnd, bronregistratie, holders: codes.filter((code) => mayWrite(organisation, code)), roles };
}

/** Whether an organisation may write objects with this code. */
export function mayWrite({ roles, codes }: Organisation, code: string): boolean {
  return roles.includes('writer') && codes.includes(code);
}

function mistakesIn({ organisations }: Holders): readonly string[] {
  const mistakes: string[] = [];
  const ids = new Map<string, string>();
  const owners = new Map<string, string>();
  const clientsOf = new Map<string, string>();
  for (const [index, { id, codes, roles, clients = [] }] of organisations.entries()) {
    const place = `/organisations/${index}`;
    if (ids.has(id)) mistakes.push(`${place}/id: ${id} stands at ${ids.get(id)} already`);
    else ids.set(id, place);
    if (roles.includes('writer') && codes.length === 0) mistakes.push(`${place}/codes: a writer has one bronhoudercode at least`);
    for (const [at, code] of codes.entries()) {
      const owner = owners.get(code);
      if (owner !== undefined && owner !== id) mistakes.push(`${place}/codes/${at}: ${code} belongs to ${owner} already`);
      else owners.set(code, id);
    }
    for (const [at, client] of clients.entries()) {
      const owner = clientsOf.get(client);
      if (owner !== undefined && owner !== id) mistakes.push(`${place}/clients/${at}: ${client} belongs to ${owner} already`);
      else clientsOf.set(client, id);
    }
  }
  return mistakes;
}
