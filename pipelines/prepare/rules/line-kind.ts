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
