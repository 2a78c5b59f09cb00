/**
 * Field groups: the fields of an object as the model groups them. The own fields of its type come first, then those of each parent type,
 * then those that the register makes. Nested objects, the geometry and links of the response have places of their own on the page.
 */
import type { Text } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import type { Field, Parent } from '../../schemas/model/conventions.ts';
import { featureFieldsOf, isMade } from '../../schemas/model/feature-fields.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { BACK_LINKS, NESTING_FIELDS } from '../../schemas/names.ts';
import { typeWords } from '../description/type-words.ts';
import { asGeometry } from './value.ts';

export interface FieldGroup {
  readonly title: Text;
  /** Members with a value, in the order of the model. */
  readonly members: readonly (readonly [string, Json])[];
  /** Names of members that are null. */
  readonly empty: readonly string[];
}

/** Titles of the parent types of the model. */
const PARENT_TITLES: Readonly<Record<string, Text>> = {
  ExterneVeiligheidsObject: { nl: 'Elk object', en: 'Every object' },
  GebouwOfLocatie: { nl: 'Gebouw of locatie', en: 'Building or location' },
  LocatieEVActiviteit: { nl: 'Locatie', en: 'Location' },
  EVActiviteit: { nl: 'Activiteit', en: 'Activity' },
  BKLActiviteit: { nl: 'Vergunning en regels', en: 'Permit and rules' },
  ReferentieEVContour: { nl: 'Onderdeel met contouren', en: 'Part with contours' },
  EVContour: { nl: 'Contour', en: 'Contour' },
  Aandachtsgebied: { nl: 'Aandachtsgebied', en: 'Attention area' },
};
const MADE: Text = { nl: 'Door het register toegevoegd', en: 'Added by the register' };
const OTHER: Text = { nl: 'Overige gegevens', en: 'Other data' };

/** Members that the page shows elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set(['_links', 'entityType', 'id', ...NESTING_FIELDS, ...Object.values(BACK_LINKS)]);

/** Groups the members of an object. Members outside the model come last. */
export function groupsOf(object: JsonObject): readonly FieldGroup[] {
  const entityType = typeof object['entityType'] === 'string' ? object['entityType'] : '';
  const all = featureFieldsOf(entityType);
  const known = new Set(all.map(({ name }) => name));
  const others = Object.keys(object).filter((name) => !known.has(name)).map((name) => ({ name }));
  const groups: readonly Group[] = [...modelGroups(entityType), [MADE, all.filter(isMade)], [OTHER, others]];
  return groups.map(([title, fields]) => groupOf(title, fields, object)).filter(({ members, empty }) => members.length + empty.length > 0);
}

type Group = readonly [title: Text, fields: readonly Pick<Field, 'name'>[]];

function modelGroups(entityType: string): readonly Group[] {
  const type = MODEL.get(entityType);
  if (type === undefined) return [];
  const groups: Group[] = [[typeWords(entityType), added(type.fields, type.parent)]];
  for (let parent: Parent | null = type.parent; parent !== null; parent = parent.parent) {
    groups.push([PARENT_TITLES[parent.name] ?? { nl: parent.name, en: parent.name }, added(parent.fields, parent.parent)]);
  }
  return groups;
}

/** The fields that the parent type does not have. */
function added(fields: readonly Field[], parent: Parent | null): readonly Field[] {
  const inherited = new Set(parent?.fields.map(({ name }) => name));
  return fields.filter(({ name }) => !inherited.has(name));
}

function groupOf(title: Text, fields: Group[1], object: JsonObject): FieldGroup {
  const shown = fields.map(({ name }) => [name, object[name]] as const)
    .filter((member): member is readonly [string, Json] => (
      member[1] !== undefined && !ELSEWHERE.has(member[0]) && asGeometry(member[1]) === undefined
    ));
  return {
    title, members: shown.filter(([, value]) => value !== null), empty: shown.filter(([, value]) => value === null).map(([name]) => name),
  };
}
