/** The source holders of the made-up city. No real organisation has their codes, names or numbers. */
import type { JsonObject } from '../../../schemas/json.ts';
import { MERGER, START, type Day } from './time.ts';

export interface Holder {
  readonly code: string;
  /** Name in file names. */
  readonly slug: string;
  /** The fields of a root that name its holder. */
  readonly fields: JsonObject;
}

const NERGENSHAVEN = municipality('9901', 'Nergenshaven');
const FABELVEEN = municipality('9902', 'Fabelveen');
const DROOMDIJK = municipality('9903', 'Droomdijk');
const FABELDIJK = municipality('9904', 'Fabeldijk');
const PROVINCE: Holder = {
  code: 'PV99', slug: 'provincie-denkland', fields: { bronhoudercodeOverheid: 'pv99', bronhouder: 'Provincie Denkland' },
};
const STATE: Holder = {
  code: 'RIJK9', slug: 'rijk', fields: { bronhoudercodeOverheid: 'mnre9999', bronhouder: 'Rijksdienst Wegen en Wateren Denkland' },
};
const PIPELINES: Holder = {
  code: 'LEID9', slug: 'leidingbeheer', fields: { bronhoudercodeGeenOverheid: 'LEID9', bronhouder: 'Leidingbeheer Laagland' },
};

/** A time in which one holder delivers the objects of a place. */
export interface Term {
  readonly holder: Holder;
  readonly from: Day;
  /** The first day of the next holder. */
  readonly until?: Day;
}

/** The holders of each place, in order of time. The two villages merge, so their objects go over to a new holder. */
export const TERMS = {
  city: [{ holder: NERGENSHAVEN, from: START }],
  veen: [{ holder: FABELVEEN, from: START, until: MERGER }, { holder: FABELDIJK, from: MERGER }],
  dijk: [{ holder: DROOMDIJK, from: START, until: MERGER }, { holder: FABELDIJK, from: MERGER }],
  province: [{ holder: PROVINCE, from: START }],
  state: [{ holder: STATE, from: START }],
  pipelines: [{ holder: PIPELINES, from: START }],
} satisfies Record<string, readonly Term[]>;

export type Place = keyof typeof TERMS;

/** First four digits of the BAG numbers of a place: those of its municipality when they were given. */
export const BAG: Readonly<Record<'city' | 'veen' | 'dijk', string>> = { city: '9901', veen: '9902', dijk: '9903' };

function municipality(number: string, name: string): Holder {
  return { code: `G${number}`, slug: name.toLowerCase(), fields: { bronhoudercodeOverheid: `gm${number}`, bronhouder: `Gemeente ${name}` } };
}
