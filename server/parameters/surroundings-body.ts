/**
 * Surroundings body: parameters of `/omgeving` as members of a JSON body, for POST /omgeving/_zoek. A member has the meaning of the
 * parameter of its name; `plaats` is a GeoJSON geometry in the CRS of Content-Crs, lists are lists. Nothing of the body is stored.
 */
import type { LocatedJson } from '../../schemas/cql2/located-json.ts';
import type { Text } from '../../schemas/finding.ts';
import { fault, jsonOf, readBody, refuseUnknown } from './search-body.ts';
import { QUESTION_PARAMETERS, SURROUNDINGS_PARAMETERS } from './surroundings-query.ts';
import type { ParameterFault } from './query.ts';

const NAMES: readonly string[] = [...SURROUNDINGS_PARAMETERS, ...QUESTION_PARAMETERS].filter((name) => name !== 'plaatsCrs');
const LISTS: readonly string[] = ['collecties', 'dan', 'daarna'];

/** Returns the parameters of a body by name, as texts. `crsUri`: that of its geometry. */
export function readSurroundingsBody(bytes: Buffer, crsUri: string, faults: ParameterFault[]): ReadonlyMap<string, string> {
  const members = readBody(bytes, faults);
  refuseUnknown(members, NAMES, faults);
  const found = new Map([['plaatsCrs', crsUri]]);
  for (const [name, value] of members) {
    const text = textOf(name, value);
    if (!NAMES.includes(name)) continue;
    if (text === undefined) faults.push(fault(name, expectedOf(name)));
    else found.set(name, text);
  }
  return found;
}

function textOf(name: string, value: LocatedJson): string | undefined {
  if (name === 'plaats') return value.kind === 'object' ? JSON.stringify(jsonOf(value)) : undefined;
  if (name === 'straal') return value.kind === 'number' ? String(value.value) : undefined;
  if (!LISTS.includes(name)) return value.kind === 'text' ? value.value : undefined;
  const names = value.kind === 'array' ? value.items.map((item) => (item.kind === 'text' ? item.value : '')) : [];
  return names.length === 0 ? undefined : names.join(',');
}

function expectedOf(name: string): Text {
  if (name === 'plaats') return { nl: 'Verwacht een GeoJSON-geometrie.', en: 'Expected a GeoJSON geometry.' };
  if (name === 'straal') return { nl: 'Verwacht een getal.', en: 'Expected a number.' };
  return LISTS.includes(name) ? { nl: 'Verwacht een lijst met namen van collecties.', en: 'Expected a list of names of collections.' }
    : { nl: 'Verwacht een tekst.', en: 'Expected a text.' };
}
