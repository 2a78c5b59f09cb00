/**
 * Body parameters: parameters of a list of features as members of a JSON body, for POST /collections/{collectionId}/_zoek. A member has
 * the meaning of the query parameter of its name.
 *
 * A value is the text of the query parameter, or its JSON: numbers, true and false, lists for bbox, fields and sorteer, and a filter in
 * CQL2 JSON. The start of a page (offset, pagina, cursor) stays in the address, so that every page takes the same body.
 * Not here: meaning of the texts (list-query.ts).
 */
import type { LocatedJson } from '../../schemas/cql2/located-json.ts';
import type { Queryable } from '../../schemas/derived/queryables.ts';
import type { Text } from '../../schemas/finding.ts';
import { fault, jsonOf, readBody, refuseUnknown, type Members } from './search-body.ts';
import { kindOf } from './field-value.ts';
import { PROFILE_PARAMETER } from '../request/profile.ts';
import { FEATURES } from './list-query.ts';
import { canonicalName, mutuallyExclusive, wrongValue, type ParameterFault } from './query.ts';

/** Parameters for the start of a page. */
const OF_ADDRESS: readonly string[] = ['offset', 'pagina', 'cursor'];
/** Parameters that a body may have beside the queryable fields. The form of the response, and its profile, are chosen by the address. */
const BODY_NAMES: readonly string[] = FEATURES.names.filter((name) => ![...OF_ADDRESS, PROFILE_PARAMETER].includes(name));
/** Parameters whose value is a list. */
const LISTS: readonly string[] = ['bbox', 'fields', 'properties', 'sorteer', 'sortby'];

/** JSON nesting levels around a filter in a body. */
const AROUND_FILTER = 1;

/** Returns the parameters of a body by name, as texts. `contentCrs`: URI of the header Content-Crs, if present. */
export function readBodyParameters(bytes: Buffer, { fields, contentCrs, faults }: {
  fields: readonly Queryable[]; contentCrs: string | undefined; faults: ParameterFault[];
}): ReadonlyMap<string, string> {
  const text = new TextDecoder().decode(bytes);
  const members = readBody(bytes, faults, AROUND_FILTER);
  const found = new Map<string, string>();
  const known = [...BODY_NAMES, ...fields.map(({ name }) => name)];
  refuseUnknown(members, [...known, ...OF_ADDRESS], faults);
  for (const [name, value] of members) {
    if (OF_ADDRESS.includes(name)) faults.push(fault(name, IN_ADDRESS));
    else if (!known.includes(name)) continue;
    else if (name === 'filter' && value.kind === 'object') found.set(name, text.slice(value.at - 1, value.end));
    else {
      const written = textOf(name, value, fields);
      if (written === undefined) faults.push(notOfParameter(name, value, fields));
      else if (found.has(canonicalName(name))) faults.push(mutuallyExclusive(name, canonicalName(name)));
      else found.set(canonicalName(name), written);
    }
  }
  readFilterHead(members, { found, contentCrs, faults });
  return found;
}

const IN_ADDRESS: Text = {
  nl: 'Deze parameter hoort in het adres, niet in het bericht: bij elke bladzijde hoort hetzelfde bericht.',
  en: 'This parameter belongs in the address, not in the body: every page takes the same body.',
};

/** Sets filter-lang for a filter in CQL2 JSON, and filter-crs from Content-Crs. */
function readFilterHead(members: Members, { found, contentCrs, faults }: {
  found: Map<string, string>; contentCrs: string | undefined; faults: ParameterFault[];
}): void {
  const language = found.get('filter-lang');
  if (members.get('filter')?.kind === 'object') {
    if (language === undefined) found.set('filter-lang', 'cql2-json');
    else if (language === 'cql2-text') {
      faults.push(wrongValue('filter-lang', language, { expected: FOR_OBJECT, allowed: ['cql2-json'], correct: 'cql2-json' }));
    }
  }
  if (contentCrs === undefined) return;
  if (found.has('filter-crs')) faults.push(mutuallyExclusive('filter-crs', 'Content-Crs'));
  else found.set('filter-crs', contentCrs);
}

const FOR_OBJECT: Text = { nl: 'cql2-json bij een filter dat een object is', en: 'cql2-json with a filter that is an object' };

/** Returns the value as text; undefined when the parameter cannot have it. */
function textOf(name: string, value: LocatedJson, fields: readonly Queryable[]): string | undefined {
  if (value.kind === 'text') return value.value;
  const field = fields.find((one) => one.name === name);
  const kind = name === 'limit' ? 'integer' : name === 'skipGeometry' ? 'boolean' : field === undefined ? 'text' : kindOf(field);
  if (value.kind === 'number' && (kind === 'number' || kind === 'integer')) return String(value.value);
  if (value.kind === 'boolean' && kind === 'boolean') return String(value.value);
  if (value.kind !== 'array' || !LISTS.includes(name)) return undefined;
  const items = value.items.map((item) => (item.kind === 'text' || item.kind === 'number' ? String(item.value) : undefined));
  return items.includes(undefined) ? undefined : items.join(',');
}

function notOfParameter(name: string, value: LocatedJson, fields: readonly Queryable[]): ParameterFault {
  const field = fields.find((one) => one.name === name);
  const kind = name === 'skipGeometry' ? 'boolean' : field === undefined ? undefined : kindOf(field);
  const also: Text = LISTS.includes(name) ? { nl: ', of een lijst', en: ', or a list' }
    : name === 'filter' ? { nl: ' in CQL2, of een object in CQL2 JSON', en: ' in CQL2, or an object in CQL2 JSON' }
      : kind === 'number' || kind === 'integer' || name === 'limit' ? { nl: ', of een getal', en: ', or a number' }
        : kind === 'boolean' ? { nl: ', of true of false', en: ', or true or false' } : { nl: '', en: '' };
  return wrongValue(name, JSON.stringify(jsonOf(value)), {
    expected: { nl: `een tekst zoals in een adres${also.nl}`, en: `a text as in an address${also.en}` }, correct: null,
  });
}
