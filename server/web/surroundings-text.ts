/** Text about a search around a place: where, in what, at which moment, and how much was found; for its page and its JSON. */
import { unreachable } from '../../schemas/fault.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import type { ChainStep } from '../edition/chain.ts';
import type { SurroundingsSearch } from '../edition/surroundings.ts';
import type { Place, RelationName, SurroundingsQuery } from '../parameters/surroundings-query.ts';
import { editionText } from './edition-text.ts';

/** Returns where objects were searched: the end of a sentence. In a chain the relation is that of its last step. */
export function whereText({ relation, steps }: Pick<SurroundingsQuery, 'relation' | 'steps'>, place: Place): Text {
  const { nl, en } = placeText(place);
  return relation === 'binnen' && steps.length === 0 ? { nl: nl + WORDS.nl.inside, en: en + WORDS.en.inside } : { nl, en };
}

function placeText(place: Place): Text {
  switch (place.kind) {
    case 'point': {
      const { point: [x, y], radius, given } = place;
      const from = given === null ? undefined : `${given.position.join(' ')} (${given.crs.crs.name})`;
      return {
        nl: `binnen ${radius} m van x ${x}, y ${y} (RD${from === undefined ? '' : `, omgerekend van ${from}`})`,
        en: `within ${radius} m of x ${x}, y ${y} (RD${from === undefined ? '' : `, transformed from ${from}`})`,
      };
    }
    case 'area': return { nl: 'in het getekende gebied', en: 'in the drawn area' };
    case 'geometry': {
      const { geometry: { shape: { type } }, crs: { crs: { name } }, radius } = place;
      return radius === null ? { nl: `op of in de gegeven geometrie (${type}, ${name})`, en: `at or in the given geometry (${type}, ${name})` }
        : { nl: `binnen ${radius} m van de gegeven geometrie (${type}, ${name})`, en: `within ${radius} m of the given geometry (${type}, ${name})` };
    }
    default: return unreachable(place);
  }
}

/** Returns the text about the search: its collections, edition and day of validity. */
export function searchText({ query: { collections, isSelective }, ...searched }: Pick<SurroundingsSearch, 'query' | 'activated' | 'day'>): Text {
  const kinds: Text = isSelective
    ? { nl: `in ${collections.length} van de ${COLLECTIONS.length} soorten`, en: `in ${collections.length} of the ${COLLECTIONS.length} kinds` }
    : { nl: `in alle ${COLLECTIONS.length} soorten`, en: `in all ${COLLECTIONS.length} kinds` };
  return { nl: `${kinds.nl}, ${editionText(searched, 'nl')}`, en: `${kinds.en}, ${editionText(searched, 'en')}` };
}

/** Returns sentences about what was looked at, and how much was found. */
export function searchedText(search: SurroundingsSearch): Text {
  const { query, found } = search;
  const steps = found?.steps ?? [];
  const sentences = (language: Language): string => {
    const words = WORDS[language];
    const where = `${searchText(search)[language]}, ${whereText(query, query.place!)[language]}`;
    const first = `${words.looked} ${where}: ${counted(found?.numberMatched ?? 0, language)}.`;
    return [first, ...steps.map((step) => stepText(step)[language])].join(' ');
  };
  return { nl: sentences('nl'), en: sentences('en') };
}

/** Returns a sentence about a step of a chain. */
export function stepText({ collections, relation, numberMatched }: ChainStep): Text {
  const sentence = (language: Language): string => {
    const words = WORDS[language];
    return `${words.step(collections.length)} ${RELATION_WORDS[relation][language]}: ${counted(numberMatched, language)}.`;
  };
  return { nl: sentence('nl'), en: sentence('en') };
}

const RELATION_WORDS: Readonly<Record<RelationName, Text>> = {
  raakt: { nl: 'raken of overlappen daarvan een object', en: 'touch or overlap one of these objects' },
  binnen: { nl: 'liggen helemaal binnen een object daarvan', en: 'lie wholly within one of these objects' },
};

function counted(number: number, language: Language): string {
  if (number === 0) return WORDS[language].nothing;
  return `${number} ${number === 1 ? WORDS[language].one : WORDS[language].more}`;
}

const WORDS = {
  nl: {
    looked: 'Nagekeken', nothing: 'niets', one: 'object', more: 'objecten', inside: ', wat er helemaal binnen ligt',
    step: (kinds: number) => `Objecten in ${kinds} van de ${COLLECTIONS.length} soorten die`,
  },
  en: {
    looked: 'Looked', nothing: 'nothing', one: 'object', more: 'objects', inside: ', wholly within it',
    step: (kinds: number) => `Objects in ${kinds} of the ${COLLECTIONS.length} kinds that`,
  },
} as const;

/** Returns the text about an object list that is not complete; undefined when it is. */
export function partText({ numberMatched, objects }: Pick<ChainStep, 'numberMatched' | 'objects'>): Text | undefined {
  if (objects.length === numberMatched) return undefined;
  const most = LIMITS.surroundingsMax;
  return {
    nl: `Hieronder staan de eerste ${most}. De andere zijn wel geteld.`, en: `Below are the first ${most}. The others are counted.`,
  };
}
