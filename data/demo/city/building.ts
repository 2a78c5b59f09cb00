/** A vulnerable building or location of the made-up city, and its life as a root of the register. */
import type { JsonObject } from '../../../schemas/json.ts';
import { drawWhole } from './draw.ts';
import { BAG } from './holders.ts';
import type { Life, Stage } from './life.ts';
import { baseFields } from './objects.ts';
import { multiPolygonGeometry, polygonGeometry, type Ring } from './shapes.ts';
import { START, type Day } from './time.ts';

type Details = {
  /** The outline, then its courtyards. */
  readonly shape: readonly Ring[];
  readonly category: 'beperktKwetsbaar' | 'kwetsbaar' | 'zeerKwetsbaar';
  readonly use: string;
  readonly people: number;
  /** Name or address. */
  readonly note: string;
};

export type Building = Details & {
  readonly key: string;
  readonly place: 'city' | 'veen' | 'dijk';
  readonly from?: Day;
  readonly gone?: Day;
  readonly changes?: readonly ({ readonly from: Day } & Partial<Details>)[];
};

export interface OpenAir {
  readonly key: string;
  readonly place: 'city' | 'veen' | 'dijk';
  readonly fields: readonly Ring[];
  readonly category: 'beperktKwetsbaar' | 'kwetsbaar';
  readonly use: 'recreatief nachtverblijf' | 'sport, spel of recreatief dagverblijf' | 'evenementen in de openlucht';
  readonly people: number;
  readonly note: string;
  readonly from?: Day;
  readonly gone?: Day;
}

export function lifeOfBuilding(building: Building): Life {
  const { place, from = START, gone, changes = [] } = building;
  let details: Details = building;
  const stages = changes.map((change): Stage => {
    details = { ...details, ...change };
    return stageOf(building, details, change.from);
  });
  return { place, stages: [stageOf(building, building, from), ...stages], ...gone === undefined ? {} : { gone } };
}

function stageOf({ key, place }: Building, { shape, category, use, people, note }: Details, from: Day): Stage {
  const pand = `${BAG[place]}10${digits(key)}`;
  return {
    from,
    make: (delivery) => ({
      ...baseFields(delivery, 'KwetsbaarGebouw', key),
      ...delivery.holder.fields,
      comment: [note],
      geometrie: polygonGeometry(shape[0] ?? [], ...shape.slice(1)),
      geometrieMetagegevens: { bronregistratie: 'BAG', idInBronregistratie: pand },
      categorieKwetsbaarheid: category,
      gebruiksdoeleindenDetail: [use],
      idPandBAG: pand,
      populatie: people,
    }),
  };
}

export function lifeOfOpenAir({ key, place, fields, category, use, people, note, from = START, gone }: OpenAir): Life {
  const make: Stage['make'] = (delivery): JsonObject => ({
    ...baseFields(delivery, 'KwetsbareLocatie', key),
    ...delivery.holder.fields,
    comment: [note],
    geometrie: fields.length === 1 ? polygonGeometry(fields[0]!) : multiPolygonGeometry(fields),
    geometrieMetagegevens: { bronregistratie: 'BGT' },
    categorieKwetsbaarheid: category,
    gebruiksdoeleindenDetail: note,
    gebruiksdoeleindenLocatie: use,
    populatie: people,
  });
  return { place, stages: [{ from, make }], ...gone === undefined ? {} : { gone } };
}

/** Ten digits for a key, the last ones of its BAG number. */
function digits(key: string): string {
  return String(drawWhole(`bag ${key}`, 1, 9_999_999_999)).padStart(10, '0');
}
