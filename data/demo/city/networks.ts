/** Networks of the made-up city: railway, motorway and river of the Basisnet, roads outside it, and pipelines. */
import type { JsonObject } from '../../../schemas/json.ts';
import { cloud, explosion, fire, risk } from './contours.ts';
import type { Place } from './holders.ts';
import { permit } from './kinds.ts';
import type { Life, Stage } from './life.ts';
import { activityDocuments, baseFields, NOT_APPLICABLE, ringExtent, type ContourPlan, type ReferencePlan } from './objects.ts';
import { FUEL_PIPELINE, GAS_BRANCH, GAS_TRUNK, MOTORWAY, PROVINCIAL_ROAD, RAILWAY, RING_ROAD, RIVER } from './plan.ts';
import { lineGeometry, multiLineGeometry, strip, type Line } from './shapes.ts';
import { START, type Day } from './time.ts';

export function networks(): readonly Life[] {
  return [...basisnet(), ...roads(), ...pipelines()];
}

/** The permit fields of national networks, which have no permit. */
const NATIONAL: JsonObject = {
  basisVergunningNummer: NOT_APPLICABLE, datumVergunningOfMelding: NOT_APPLICABLE, datumLaatsteWijziging: '2015-04-01', vergunningsPlicht: false, bevoegdGezag: 'rijk',
};

function basisnet(): readonly Life[] {
  const [pool, bleve] = [fire('flammableLiquid', 30, { kind: 'plasbrand' }), explosion('flammableGas', 200, { bleve: true })];
  const rail: readonly ContourPlan[] = [risk('flammableGas', 9), pool, bleve, cloud('toxicGas', 300)];
  const road: readonly ContourPlan[] = [risk('flammableGas', 17), pool, bleve];
  const water: readonly ContourPlan[] = [fire('flammableLiquid', 25, { kind: 'plasbrand' })];
  return [
    route('spoor-0001', 'SpoorVervoer', { name: 'Denkstad - Nergenshaven - Polderburg', line: RAILWAY, code: { trajectcode: '998' }, contours: rail }),
    route('weg-0001', 'WegVervoer', { name: 'A99: knooppunt Zuiderzucht - knooppunt Noorderlicht', line: MOTORWAY, code: { wegvakcode: 'A99' }, contours: road }),
    route('water-0001', 'WaterVervoer', { name: 'Fabel: Westersluis - Oostersluis', line: RIVER, code: { watervakcode: 'FAB' }, contours: water }),
  ];
}

interface Route {
  readonly name: string;
  readonly line: Line;
  readonly code: JsonObject;
  readonly contours: readonly ContourPlan[];
}

const REFERENCE_LINES = { SpoorVervoer: 'referentielijnSpoor', WegVervoer: 'referentielijnWeg', WaterVervoer: 'referentielijnWater' } as const;

/** A route of the Basisnet in two stretches that meet at the city. */
function route(key: string, type: keyof typeof REFERENCE_LINES, { name, line, code, contours }: Route): Life {
  const half = Math.floor(line.length / 2);
  const stretches = [line.slice(0, half + 1), line.slice(half)];
  const references = stretches.map((stretch, index): ReferencePlan => ({
    name: `vak${index + 1}`, type, geometry: lineGeometry(stretch), fields: { ...code, referentiesoort: REFERENCE_LINES[type] }, contours,
  }));
  const make: Stage['make'] = (delivery) => ({
    ...baseFields(delivery, 'LocatieBasisnet', key), ...delivery.holder.fields, geometrie: multiLineGeometry(stretches), type, route: name,
    voertUit: activityDocuments(delivery, key, [{ type: 'Basisnet', fields: NATIONAL, references }]),
  });
  return { place: 'state', stages: [{ from: START, make }] };
}

function roads(): readonly Life[] {
  const contours = [risk('flammableLiquid', 5), explosion('flammableGas', 200, { bleve: true })];
  return [
    otherRoad('ring-0001', 'city', { name: 'Ringweg Nergenshaven', line: RING_ROAD, code: { wegvakcode: 'R9901' }, contours }),
    otherRoad('nweg-0001', 'province', { name: 'N999 Fabelveen - Droomdijk', line: PROVINCIAL_ROAD, code: { wegvakcode: 'N999' }, contours }),
  ];
}

function otherRoad(key: string, place: Place, { name, line, code, contours }: Route): Life {
  const fields = { ...code, referentiesoort: 'referentielijnWeg' };
  const references: readonly ReferencePlan[] = [{ name: 'vak1', type: 'WegVervoer', geometry: lineGeometry(line), fields, contours }];
  const make: Stage['make'] = (delivery) => ({
    ...baseFields(delivery, 'Wegen', key), ...delivery.holder.fields, geometrie: lineGeometry(line), route: name,
    voertUit: activityDocuments(delivery, key, [{ type: 'WegenNietBasisnet', fields: {}, references }]),
  });
  return { place, stages: [{ from: START, make }] };
}

/** A gas trunk line, its branch, which stood still for a while, and a fuel pipeline that was built in 2024 and drawn before. */
function pipelines(): readonly Life[] {
  const gas = { buisleidingCategorieStof: ['aardgas'], buisleidingMateriaal: 'Koolstofstaal, (CS)' };
  const trunk = { ...gas, diameter: 914, wanddikte: 12.7, maximaleWerkdruk: 6620, bovenkantbuis: -1.6 };
  const branch = { ...gas, diameter: 323, wanddikte: 7.1, maximaleWerkdruk: 4000 };
  const fuel = {
    buisleidingCategorieStof: ['ontvlambareVloeistoffen'], buisleidingMateriaal: 'Koolstofstaal, (CS)', buisleidingProduct: 'diesel',
    diameter: 219, wanddikte: 8.2, maximaleWerkdruk: 8000,
  };
  return [
    pipeline('buis-0001', {
      name: 'Hogedrukgasleiding W-900: Zuiderpolder - Noorderpolder', parts: 3, line: GAS_TRUNK, contours: gasContours(190), stages: [[START, 'operationeel', trunk]],
    }),
    pipeline('buis-0002', {
      name: 'Hogedrukgasleiding W-901: aftakking havengebied De Fabel', parts: 1, line: GAS_BRANCH, contours: gasContours(95),
      stages: [[START, 'operationeel', branch], ['2024-10-01', 'tijdelijkBuitenGebruik', branch], ['2025-05-15', 'operationeel', branch]],
    }),
    pipeline('buis-0003', {
      name: 'Brandstofleiding De Fabel - Zuiderhaven', parts: 2, line: FUEL_PIPELINE, contours: () => [risk('flammableLiquid', 12), fire('flammableLiquid', 32, { kind: 'plasbrand' })],
      stages: [['2023-06-01', 'geprojecteerd', fuel], ['2024-09-01', 'operationeel', fuel]],
    }),
  ];
}

interface Pipeline {
  readonly name: string;
  readonly line: Line;
  readonly parts: number;
  readonly contours: (stretch: Line) => readonly ContourPlan[];
  /** From each day, the status and the fields of the pipe. */
  readonly stages: readonly [PipeStage, ...PipeStage[]];
}
type PipeStage = readonly [Day, string, JsonObject];

/** The fire area of a gas pipeline is drawn along it; its risk contour is a distance. */
function gasContours(metres: number): (stretch: Line) => readonly ContourPlan[] {
  return (stretch) => [
    risk('naturalGas', Math.round(metres / 12)), fire('naturalGas', metres, { kind: 'fakkelbrand', extent: ringExtent(strip(stretch, metres)) }),
  ];
}

function pipeline(key: string, { name, line, parts, contours, stages }: Pipeline): Life {
  const [first, ...more] = stages;
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.floor((part * (line.length - 1)) / parts));
  const stretches = edges.slice(1).map((end, part) => line.slice(edges[part], end + 1));
  const partsOf = ([from, status, fields]: PipeStage): readonly ReferencePlan[] => stretches.map((stretch, index) => ({
    name: `deel${index + 1}`, type: 'BuisleidingReferentie', geometry: lineGeometry(stretch), from,
    fields: { omschrijving: `Deel ${index + 1}`, status, ...fields },
    contours: contours(stretch).map((contour) => ({ ...contour, from: first[0] })),
  }));
  const stageOf = (stage: PipeStage): Stage => ({
    from: stage[0],
    make: (delivery) => ({
      ...baseFields(delivery, 'BuisleidingStelsel', key), ...delivery.holder.fields, eigenaar: OWNER, locatieomschrijving: name, naamExploitant: OWNER, kvkNummerExploitant: ['99990001'],
      voertUit: activityDocuments(delivery, key, [{ type: 'Buisleiding', fields: permit('BL-2003-11', '2003-05-12', { changed: stage[0], by: 'rijk' }), references: partsOf(stage) }]),
    }),
  });
  return { place: 'pipelines', stages: [stageOf(first), ...more.map(stageOf)] };
}

const OWNER = 'Leidingbeheer Laagland';
