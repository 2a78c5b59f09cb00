/** Missing: a required field that is absent. */
import type { Text } from '../../finding.ts';
import { GEOMETRY_ALIASES } from '../../geometry.ts';
import type { GeometryAlias } from '../../geometry.ts';
import { isObject, own } from '../../json.ts';
import type { Json } from '../../json.ts';
import { holderCodeOf } from '../../model/base.ts';
import { INTERNE_VERWIJZING } from '../../model/internal-links.ts';
import { describe, notation } from '../describe.ts';
import type { Suggestion } from '../suggestion.ts';
import { suggestIdentificatie, suggestPosition } from '../suggest.ts';
import { nameInText } from './schema-error.ts';
import type { LocatedMistake, SchemaError } from './schema-error.ts';

export function explainMissing(mistake: LocatedMistake): SchemaError {
  const { pointer, at, params } = mistake;
  const field = String(params['missingProperty']);
  const where = nameInText(mistake);
  const value = at.schema?.fields.get(field);
  const wanted = value === undefined ? { nl: field, en: field } : describe(value);
  const given = KNOWN_VALUES[field]?.(mistake);
  const point = value?.kind === 'geometry' ? suggestPoint(value.alias, at.data) : undefined;
  return {
    pointer, rule: 'schema.required', field,
    message: {
      nl: `Het verplichte veld "${field}" ontbreekt (${where}).`,
      en: `The required field "${field}" is missing (${where}).`,
    },
    mend: at.schema?.name === INTERNE_VERWIJZING.name ? AS_LINK : given !== undefined
      ? { nl: `Voeg toe: "${field}": ${given.json}. ${given.hint.nl}`, en: `Add "${field}": ${given.json}. ${given.hint.en}` } : point === undefined
      ? { nl: `Voeg "${field}" toe: ${wanted.nl}.`, en: `Add "${field}": ${wanted.en}.` }
      : { nl: `Zet de coördinaten in "${field}": ${point}.`, en: `Put the coordinates in "${field}": ${point}.` },
    ...(given === undefined ? {} : { suggestions: [given.text] }),
    ...(point === undefined ? {} : { suggestions: [point] }),
    ...(value === undefined ? {} : { expected: notation(value) }),
  };
}

/** Suggestions for fields whose value follows from the object or its parent. */
const KNOWN_VALUES: Readonly<Record<string, (mistake: LocatedMistake) => Suggestion | undefined>> = {
  identificatie: ({ at: { data } }) => {
    const id = isObject(data) ? own(data, 'id') : undefined;
    const made = typeof id === 'string' ? suggestIdentificatie(id) : undefined;
    return made && { ...made, hint: { nl: 'Daaruit bestaat de id van dit object.', en: 'Of these the id of this object is made.' } };
  },
  bronhoudercode: ({ parent: above }) => {
    const data = above();
    const code = isObject(data) ? holderCodeOf(data) : undefined;
    if (code === undefined) return undefined;
    const how = { nl: `Het object erboven heeft "${code}".`, en: `The object above has "${code}".` };
    return { text: code, json: JSON.stringify(code), hint: how };
  },
};

const AS_LINK: Text = {
  nl: 'Schrijf de verwijzing als {"href": "#id"}, met de id van het object waar zij heen gaat.',
  en: 'Write the link as {"href": "#id"}, with the id of the object it leads to.',
};

/** Suggests, as JSON, the point that an object gives as x and y, where a point is allowed. */
function suggestPoint(alias: GeometryAlias, data: Json | undefined): string | undefined {
  const position = isObject(data) && (GEOMETRY_ALIASES[alias] as readonly string[]).includes('Point') ? suggestPosition(data) : undefined;
  return position && `{"type": "Point", "coordinates": ${position.json}}`;
}
