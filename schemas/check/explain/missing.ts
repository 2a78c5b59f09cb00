/** Missing: a required field that is not there. */
import type { Text } from '../../finding.ts';
import { GEOMETRY_ALIASES } from '../../geometry.ts';
import type { GeometryAlias } from '../../geometry.ts';
import { isObject } from '../../json.ts';
import type { Json } from '../../json.ts';
import { INTERNE_VERWIJZING } from '../../model/links.ts';
import { describe, notation } from '../describe.ts';
import { positionMeant } from '../meant.ts';
import { calledIn } from './located.ts';
import type { Located, SchemaError } from './located.ts';

export function explainMissing(mistake: Located): SchemaError {
  const { pointer, at, params } = mistake;
  const field = String(params['missingProperty']);
  const where = calledIn(mistake);
  const value = at.governing?.fields.get(field);
  const wanted = value === undefined ? { nl: field, en: field } : describe(value);
  const point = value?.kind === 'geometry' ? pointMeant(value.alias, at.data) : undefined;
  return {
    pointer, rule: 'schema.required', field,
    message: {
      nl: `Het verplichte veld "${field}" ontbreekt (${where}).`,
      en: `The required field "${field}" is missing (${where}).`,
    },
    mend: at.governing?.name === INTERNE_VERWIJZING.name ? AS_LINK : point === undefined
      ? { nl: `Voeg "${field}" toe: ${wanted.nl}.`, en: `Add "${field}": ${wanted.en}.` }
      : { nl: `Zet de coördinaten in "${field}": ${point}.`, en: `Put the coordinates in "${field}": ${point}.` },
    ...(point === undefined ? {} : { suggestions: [point] }),
    ...(value === undefined ? {} : { expected: notation(value) }),
  };
}

const AS_LINK: Text = {
  nl: 'Schrijf de verwijzing als {"href": "#id"}, met de id van het object waar zij heen gaat.',
  en: 'Write the link as {"href": "#id"}, with the id of the object it leads to.',
};

/** The point that an object gives as x and y, as JSON, where one may stand. */
function pointMeant(alias: GeometryAlias, data: Json | undefined): string | undefined {
  const position = isObject(data) && (GEOMETRY_ALIASES[alias] as readonly string[]).includes('Point') ? positionMeant(data) : undefined;
  return position && `{"type": "Point", "coordinates": ${position.json}}`;
}
