/** Filter functions: functions of our own in filters, beside those of CQL2, as `/functions` lists them (OGC API Features, Part 3). */
import type { Text } from './finding.ts';

export interface FilterFunction {
  readonly name: string;
  readonly description: Text;
  readonly arguments: readonly { readonly title: string; readonly description: Text; readonly type: 'geometry' | 'number' }[];
  readonly returns: 'boolean';
}

export const FILTER_FUNCTIONS: readonly FilterFunction[] = [{
  name: 'S_DWITHIN',
  description: {
    nl: 'Of de geometrie van een object op hoogstens zoveel meter van een andere ligt, in het platte vlak van RD (EPSG:28992)',
    en: 'Whether the geometry of a feature lies within a number of metres of another one, in the plane of RD (EPSG:28992)',
  },
  arguments: [
    { title: 'geometry', description: { nl: 'De geometrie van het object: geometry', en: 'The geometry of the feature: geometry' }, type: 'geometry' },
    { title: 'literal', description: { nl: 'Een geometrie in RD, met filter-crs', en: 'A geometry in RD, by filter-crs' }, type: 'geometry' },
    { title: 'metres', description: { nl: 'Afstand in meters, vanaf 0', en: 'Distance in metres, from 0' }, type: 'number' },
  ],
  returns: 'boolean',
}];
