/** Most values of `referentiesoort` belong to one kind of transport; `basisnet` belongs to all. */
import { textOf } from '../../../schemas/model/objects.ts';
import { NONE, type Rule } from './rule.ts';

const TRANSPORT: ReadonlyMap<string, string> = new Map([
  ['referentielijnSpoor', 'SpoorVervoer'], ['buitensteSpoor', 'SpoorVervoer'],
  ['referentielijnWater', 'WaterVervoer'], ['oeverlijn', 'WaterVervoer'],
  ['referentielijnWeg', 'WegVervoer'], ['kantstreep', 'WegVervoer'], ['kantVerharding', 'WegVervoer'],
]);

export const LINE_KIND: Rule = {
  id: 'regel.referentiesoort',
  severity: 'warning',
  message: {
    nl: 'Deze referentiesoort is van een ander soort vervoer dan de referentie.',
    en: 'This referentiesoort is of another kind of transport than the reference.',
  },
  mend: {
    nl: 'Kies de referentiesoort die bij dit vervoer hoort.',
    en: 'Choose the referentiesoort that belongs to this transport.',
  },
  source: 'IM WaterVervoer, WegVervoer, SpoorVervoer: referentiesoort (the meaning of the values of RepresentatieLijn)',
  example: {
    wrong: { entityType: 'SpoorVervoer', referentiesoort: 'oeverlijn' },
    right: { entityType: 'SpoorVervoer', referentiesoort: 'buitensteSpoor' },
  },
  appliesTo: ['WaterVervoer', 'WegVervoer', 'SpoorVervoer'],
  fields: ['referentiesoort'],
  check: ({ data, type, pointer }) => {
    const found = textOf(data, 'referentiesoort') ?? '';
    const transport = TRANSPORT.get(found);
    if (transport === undefined || transport === type) return NONE;
    const expected = [...TRANSPORT].filter(([, of]) => of === type).map(([value]) => value).join(', ');
    return [{ pointer: `${pointer}/referentiesoort`, found, expected }];
  },
};
