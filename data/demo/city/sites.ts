/**
 * The companies of the made-up city, its villages and its polder. Every name is invented.
 * Not here: the parts of each kind of company (kinds.ts), roads, railway, river and pipelines (networks.ts).
 */
import { cloud, COMPUTED, explosion, fire, risk, zone } from './contours.ts';
import { draw, drawWhole, pick } from './draw.ts';
import { farmSpots } from './homes.ts';
import {
  ammoniaCooling, battery, batteryStore, fireworks, FROM_BGT, gasStation, hydrogenStation, lngStation, lpgStation, OWN_SURVEY, packagedStore, permit, propaneTank,
  turbine, windPark, type Ground,
} from './kinds.ts';
import { circleExtent, distanceExtent, plumeExtent, ringExtent, type ActivityPlan, type ReferencePlan } from './objects.ts';
import { MAGAZINE, MILITARY_GROUND, TURBINES } from './plan.ts';
import { circle, moveShape, pointGeometry, polygonGeometry, rectangle, type Spot } from './shapes.ts';
import type { Site } from './site.ts';
import type { Day } from './time.ts';

export function sites(): readonly Site[] {
  return [...fillingStations(), ...fireworksShops(), ...energy(), ...industry(), ...gasStations(), ...agriculture(), ...provincial(), ...explosives(), ...farmTanks()];
}

type Where = Pick<Site, 'where' | 'middle' | 'grounds'> & Partial<Pick<Site, 'place' | 'turn'>>;
type Times = Pick<Site, 'from' | 'gone' | 'change'>;

/** A company, in the city by default; `plansOf` gets its ground. */
function site(key: string, name: string, where: Where, plansOf: (ground: Ground) => Site['plans'], times: Times = {}): Site {
  return { place: 'city', key, name, ...where, plans: plansOf({ middle: where.middle, turn: where.turn ?? 0 }), ...times };
}

const STATION_GROUNDS: Spot = [74, 44];

function fillingStations(): readonly Site[] {
  const south: Where = { where: 'Ringweg Zuid, Zuidoever', middle: [-915, -705], turn: -38, grounds: STATION_GROUNDS };
  const limited: Day = '2025-07-01';
  return [
    site('lpg-0001', 'Tankstation De Lange Dorst', { where: 'A99 bij afslag Nergenshaven', middle: [1880, 330], turn: 4, grounds: STATION_GROUNDS },
      (ground) => [lpgStation(ground, permit('OV-2016-0412', '2016-05-18'), { cubicMetres: 1400 })]),
    site('lpg-0002', 'Autogas Zuidoever', south, (ground) => [lpgStation(ground, permit('OV-2012-0093', '2012-02-07'), { cubicMetres: 900 })], {
      change: {
        from: limited,
        plans: [lpgStation({ turn: 0, ...south }, permit('OV-2012-0093', '2012-02-07', { changed: '2025-06-12' }), { cubicMetres: 900, limited })],
      },
    }),
    site('lpg-0003', 'Garage Binnenweg', { where: 'Bakenstraat, Zuidoever', middle: [430, -430], turn: 17, grounds: STATION_GROUNDS },
      (ground) => [lpgStation(ground, permit('HW-1998-0017', '1998-09-14'), { cubicMetres: 300 })], { gone: '2024-07-01' }),
    site('lpg-0004', 'Tankstation Veenrand', { place: 'veen', where: 'N999, Fabelveen', middle: [-3020, 395], turn: 20, grounds: STATION_GROUNDS },
      (ground) => [lpgStation(ground, permit('OV-2010-0006', '2010-03-30'), { cubicMetres: 480 })]),
    site('lpg-0005', 'Tankstation De Korte Dorst', { where: 'A99, richting noord', middle: [2330, 2150], turn: 78, grounds: STATION_GROUNDS },
      (ground) => [lpgStation(ground, permit('OV-2019-0230', '2019-06-03'), { cubicMetres: 1100 })]),
    site('h2-0001', 'Waterstofpunt Fabelrijk', { where: 'A99 bij bedrijventerrein De Kade', middle: [1960, -880], turn: 84, grounds: STATION_GROUNDS },
      (ground) => [hydrogenStation(ground, permit('OV-2024-0188', '2024-04-22'))], { from: '2024-10-01' }),
    site('h2-0002', 'Vervoersbedrijf De Trage Tram', { where: 'Busremise bij het station, Spoorwijk', middle: [480, 1290], turn: 3, grounds: [110, 60] },
      (ground) => [hydrogenStation(ground, permit('OV-2025-0031', '2025-01-20'))], { from: '2025-09-01' }),
    site('lng-0001', 'Vrachtwagenplein De Vergezichten', { where: 'Bedrijventerrein De Kade', middle: [1900, -1420], turn: 5, grounds: [90, 60] },
      (ground) => [lngStation(ground, permit('OV-2021-0377', '2021-11-02'))]),
  ];
}

function fireworksShops(): readonly Site[] {
  return [
    site('vuurwerk-0001', 'Tuincentrum De Stille Knal', { where: 'Sterrenweg, Nieuwland', middle: [-1780, 1130], turn: -14, grounds: [72, 50] },
      (ground) => [fireworks(ground, permit('OV-2014-0501', '2014-10-08'), 6200)], { gone: '2026-02-01' }),
    site('vuurwerk-0002', 'Vuurwerkhandel De Sissende Lont', { where: 'Bedrijventerrein De Kade', middle: [1420, -1330], turn: 8, grounds: [84, 56] },
      (ground) => [fireworks(ground, permit('OV-2011-0077', '2011-08-16'), 38_000)]),
    site('vuurwerk-0003', 'Tuincentrum Turfkop', { place: 'veen', where: 'Veenweg, Fabelveen', middle: [-3900, 690], turn: -20, grounds: [60, 44] },
      (ground) => [fireworks(ground, permit('OV-2015-0012', '2015-09-21'), 4800)]),
    site('vuurwerk-0004', 'Rijwielhandel Nachtegaal', { place: 'dijk', where: 'Slaapdijk, Droomdijk', middle: [3080, -1460], turn: -22, grounds: [44, 36] },
      (ground) => [fireworks(ground, permit('OV-2013-0008', '2013-10-01'), 2900)], { gone: '2025-03-01' }),
  ];
}

function energy(): readonly Site[] {
  const notified = (number: string, date: Day) => permit(number, date, { duty: false });
  return [
    site('eos-0001', 'Buurtbatterij Nieuwland', { where: 'Morgenlaan, Nieuwland', middle: [-1430, 560], turn: 28, grounds: [24, 14] },
      (ground) => [battery(ground, notified('MLD-2024-0311', '2024-07-02'), 0.8)], { from: '2024-09-15' }),
    site('eos-0002', 'Netbuffer De Vonk', { where: 'Bedrijventerrein De Vonk', middle: [1180, 1830], turn: 12, grounds: [60, 40] },
      (ground) => [battery(ground, notified('MLD-2025-0120', '2025-02-10'), 12)], { from: '2025-04-01' }),
    site('eos-0003', 'Zonneweide Dommelpolder', { place: 'dijk', where: 'Dommelpad, Droomdijk', middle: [3350, -2800], grounds: [80, 50] },
      (ground) => [battery(ground, notified('MLD-2024-0019', '2024-02-27'), 4)], { from: '2024-05-01', gone: '2027-06-01' }),
    site('accu-0001', 'Fietsdistributie De Trapper', { where: 'Bedrijventerrein De Kade', middle: [1650, -1180], turn: 8, grounds: [90, 60] },
      (ground) => [batteryStore(ground, notified('MLD-2026-0044', '2026-01-30'))], { from: '2026-03-01' }),
  ];
}

function industry(): readonly Site[] {
  return [
    site('koel-0001', 'Koelhuis De Noordpool', { where: 'Bedrijventerrein De Kade', middle: [1620, -780], turn: 8, grounds: [120, 76] },
      (ground) => [ammoniaCooling(ground, permit('OV-2017-0205', '2017-04-11'), { celsius: -28, metres: 260 })]),
    site('koel-0002', 'IJsbaan De Gladde Plank', { where: 'Sportpark De Zode, Zuidoever', middle: [-760, -1420], turn: -12, grounds: [110, 64] },
      (ground) => [ammoniaCooling(ground, permit('OV-2009-0118', '2009-06-25'), { celsius: -11, metres: 140 })]),
    site('opslag-0001', 'Chemisch Magazijn Het Volle Vat', { where: 'Bedrijventerrein De Kade', middle: [1330, -960], turn: 8, grounds: [96, 64] },
      (ground) => [packagedStore(ground, permit('OV-2018-0350', '2018-09-05'), 300)]),
    site('bunker-0001', 'Bunkerstation De Dorstige Sleper', { where: 'Zuidkade, kilometer 12', middle: [1180, -255], turn: -8, grounds: [64, 24] },
      (ground) => [bunkerStation(ground)]),
    site('emplacement-0001', 'Spoorwegemplacement Nergenshaven', { where: 'Tussen Spoorwijk en Oosterkwartier', middle: [850, 868], turn: 4, grounds: [420, 40] },
      (ground) => [marshallingYard(ground)]),
  ];
}

function bunkerStation({ middle, turn }: Ground): ActivityPlan {
  return {
    type: 'OpslagBrandstofBunkerstation', fields: permit('OV-2008-0040', '2008-03-19'),
    references: [{
      name: 'ponton', type: 'OpslagReferentie', geometry: polygonGeometry(rectangle(middle, [38, 9], turn)),
      fields: { omschrijving: 'Bunkerponton', ...OWN_SURVEY, typeOpslagReferentie: 'bunkerstation', inhoud: 240 },
      contours: [risk('flammableLiquid', 20, { kind: 'vastgesteld K' }), fire('flammableLiquid', 30, { kind: 'plasbrand' })],
    }],
  };
}

function marshallingYard({ middle, turn }: Ground): ActivityPlan {
  return {
    type: 'Emplacement', fields: permit('OV-2007-0009', '2007-12-12', { by: 'rijk' }),
    references: [{
      name: 'bundel', type: 'SamengesteldeReferentie', geometry: polygonGeometry(rectangle(middle, [300, 22], turn)),
      fields: { omschrijving: 'Goederensporen 4 tot en met 7' },
      contours: [
        risk('flammableGas', 40, { extent: ringExtent(rectangle(middle, [380, 102], turn)) }),
        risk('flammableGas', 160, { kind: 'PR10-7' }),
        fire('flammableLiquid', 30, { kind: 'plasbrand', fields: COMPUTED }),
        explosion('flammableGas', 200, { bleve: true, fields: COMPUTED }),
        cloud('toxicGas', 300, { fields: COMPUTED }),
      ],
    }],
  };
}

/** Stations that lower the pressure of natural gas, one in each quarter and village. */
function gasStations(): readonly Site[] {
  const spots: readonly (readonly [Site['place'], string, Spot])[] = [
    ['city', 'Sterrenwijk', [-1340, 420]], ['city', 'Zuidoever', [-250, -1110]], ['city', 'Oosterkwartier', [1390, 560]],
    ['city', 'Spoorwijk', [-760, 1290]], ['city', 'Bedrijventerrein De Kade', [1560, -500]], ['city', 'Nieuwland', [-1640, 620]],
    ['veen', 'Fabelveen', [-3420, 330]], ['dijk', 'Droomdijk', [3880, -1930]],
  ];
  return spots.map(([place, where, middle], index) => {
    const built = permit(`MLD-20${10 + index}-0${120 + index * 7}`, `20${10 + index}-04-0${index + 1}` as Day, { duty: false });
    const here: Where = { place, where, middle, turn: drawWhole(`gos ${index}`, 0, 89), grounds: [14, 10] };
    return site(`gos-000${index + 1}`, `Gasnet Denkland, station ${where}`, here, (ground) => [gasStation(ground, built)], where === 'Nieuwland' ? { from: '2024-03-01' } : {});
  });
}

function agriculture(): readonly Site[] {
  return [
    site('biogas-0001', 'Biogas De Bromkoe', { place: 'veen', where: 'Fabeltocht, Fabelveen', middle: [-3650, -520], turn: 6, grounds: [130, 90] },
      ({ middle }) => [{
        type: 'Mestvergisting', fields: permit('OV-2020-0015', '2020-08-24'),
        references: [{
          name: 'gaszak', type: 'OpslagReferentie', geometry: polygonGeometry(circle(middle, 13, 24)),
          fields: { ...OWN_SURVEY, typeOpslagReferentie: 'gaszak', inhoud: 1800, bovengronds: true },
          contours: [risk('flammableGas', 50, { kind: 'vastgesteld K' }), fire('flammableGas', 60)],
        }],
      }], { from: '2023-05-01' }),
    site('mest-0001', 'Kunstmesthandel Groeikracht', { place: 'dijk', where: 'N999, Droomdijk', middle: [3950, -2550], turn: -4, grounds: [120, 80] },
      ({ middle, turn }) => [{
        type: 'OpslagMeststof', fields: permit('OV-2012-0021', '2012-11-13'),
        references: [{
          name: 'loods', type: 'OpslagReferentie', geometry: polygonGeometry(rectangle(middle, [60, 34], turn)),
          fields: { ...FROM_BGT, typeOpslagReferentie: 'opslagplaats', oppervlakte: 2040 },
          contours: [risk('oxidising', 90), cloud('oxidising', 350, { extent: circleExtent(middle, 350) })],
        }],
      }]),
  ];
}

/** The works and the wind park that the province looks after. */
function provincial(): readonly Site[] {
  const works: Spot = [2980, 120];
  const outline = moveShape([[-190, -150], [180, -150], [200, 90], [40, 130], [-180, 110]], works, 8);
  return [
    site('seveso-0001', 'Fabelchemie Denkland', { place: 'province', where: 'Havengebied De Fabel, Nergenshaven', middle: works, grounds: [outline] },
      ({ middle }) => [chemicalWorks(middle)]),
    site('seveso-0002', 'Tanklogistiek De Fabel', { place: 'province', where: 'Havengebied De Fabel, Nergenshaven', middle: [3420, 60], turn: 8, grounds: [220, 180] },
      (ground) => [fuelTanks(ground)]),
    site('wind-0001', 'Windpark De Luchtkastelen',
      { place: 'province', where: 'Noorderpolder, ten noorden van Nergenshaven', middle: TURBINES[0]!, grounds: TURBINES.map((spot) => circle(spot, 30, 16)) },
      () => [turbines(6, '2015-03-12')], { change: { from: ENLARGED, plans: [turbines(9, '2024-11-05')] } }),
  ];
}

function chemicalWorks(middle: Spot): ActivityPlan {
  const plant = moveShape([[-40, -30]], middle, 10)[0]!;
  const unloading = moveShape([[110, 30]], middle)[0]!;
  return {
    type: 'SevesoInrichting', fields: { ...permit('OV-2013-0700', '2013-06-20', { changed: '2024-01-15', by: 'provincie' }), sevesoDrempel: 'hoog' },
    references: [
      {
        name: 'fabriek', type: 'SevesoReferentie', geometry: polygonGeometry(rectangle(plant, [110, 60], 8)), fields: { omschrijving: 'Fabriek 2, synthese' },
        contours: [
          risk('flammableGas', 280, { extent: ringExtent(circle(plant, 280, 48)) }),
          risk('flammableGas', 700, { kind: 'PR10-8', extent: ringExtent(circle(plant, 700, 48)) }),
          fire('flammableLiquid', 190, { kind: 'plasbrand', fields: COMPUTED }),
          explosion('flammableGas', 420, { bleve: true, fields: COMPUTED, extent: circleExtent(plant, 420) }),
        ],
      },
      {
        name: 'chloor', type: 'SevesoReferentie', geometry: pointGeometry(unloading), fields: { omschrijving: 'Verlading van chloor' },
        contours: [risk('chlorine', 150), cloud('chlorine', 1150, { fields: COMPUTED, extent: plumeExtent(unloading, 1150) })],
      },
    ],
  };
}

function fuelTanks({ middle, turn }: Ground): ActivityPlan {
  return {
    type: 'SevesoInrichting', fields: { ...permit('OV-2018-0810', '2018-02-02', { by: 'provincie' }), sevesoDrempel: 'laag' },
    references: [{
      name: 'tankput', type: 'SevesoReferentie', geometry: polygonGeometry(rectangle(middle, [150, 110], turn)), fields: { omschrijving: 'Tankput 1, benzine en diesel' },
      contours: [
        risk('flammableLiquid', 120, { extent: ringExtent(rectangle(middle, [390, 350], turn)) }),
        fire('flammableLiquid', 90, { kind: 'plasbrand', fields: COMPUTED }),
      ],
    }],
  };
}

/** The wind park gets three larger turbines. */
const ENLARGED: Day = '2025-06-01';

function turbines(count: number, changed: Day): ActivityPlan {
  return windPark(permit('OV-2015-0900', '2015-03-12', { changed, by: 'provincie' }), TURBINES.slice(0, count).map((spot, index) =>
    turbine(`molen-${index + 1}`, spot, index < 6 ? { hub: 91, rotor: 117 } : { hub: 135, rotor: 155, from: ENLARGED })));
}

type Zoned = 'CivielExplosieAandachtsgebied' | 'MilitairExplosieAandachtsgebied';

/** Magazines for explosives, far from everything. */
function explosives(): readonly Site[] {
  return [
    site('springstof-0001', 'Springmeesters De Holle Klap', { place: 'veen', where: 'Noordertocht, Fabelveen', middle: MAGAZINE, turn: 12, grounds: [90, 70] },
      (ground) => [{
        type: 'OpslagOntplofbaarADR1.1Civiel', fields: { ...permit('OV-2016-0003', '2016-01-28'), nettoExplosieveMassa: 450 },
        references: [magazine('magazijn', ground, 'CivielExplosieAandachtsgebied', [120, 240, 480])],
      }]),
    site('munitie-0001', 'Oefenterrein De Zandman', { place: 'state', where: 'Zuiderpolder, Droomdijk', middle: MILITARY_GROUND, turn: 12, grounds: [420, 300] },
      (ground) => [{
        type: 'OpslagOntplofbaarMilitair_VasteAfstand', fields: permit('RIJK-2005-014', '2005-10-03', { by: 'rijk' }),
        references: [magazine('bunker', ground, 'MilitairExplosieAandachtsgebied', [180, 300, 600])],
      }]),
  ];
}

/** A magazine with its zones A, B and C. */
function magazine(name: string, { middle, turn }: Ground, type: Zoned, [a, b, c]: readonly [number, number, number]): ReferencePlan {
  return {
    name, type: 'OpslagReferentie', geometry: polygonGeometry(rectangle(middle, [18, 8], turn)),
    fields: { ...OWN_SURVEY, typeOpslagReferentie: 'opslagplaats', bovengronds: true },
    contours: [zone(type, 'A', circleExtent(middle, a)), zone(type, 'B', distanceExtent(b)), zone(type, 'C', ringExtent(circle(middle, c, 48)))],
  };
}

/** Propane tanks of farms; some tanks are removed later, and some are newer. */
function farmTanks(): readonly Site[] {
  return farmSpots().filter(({ key }) => draw(`${key} tank`) < 0.84).map(({ key, place, spot }, index): Site => {
    const fate = draw(`${key} fate`);
    const begun = fate < 0.16 ? drawWhole(`${key} begun`, 2023, 2026) : undefined;
    const year = begun ?? drawWhole(`${key} year`, 2009, 2022);
    const notified = permit(`MLD-${year}-${drawWhole(`${key} permit`, 10, 99)}`, `${year}-02-${drawWhole(`${key} day`, 10, 28)}` as Day, { duty: false });
    const tank = moveShape([[34, 6]], spot, 6)[0]!;
    const where: Where = { place, where: `Fabeltocht, ${place === 'veen' ? 'Fabelveen' : 'Droomdijk'}`, middle: spot, turn: 6, grounds: [92, 74] };
    return site(`propaan-${String(index + 1).padStart(4, '0')}`, farmName(key), where, () => [propaneTank(key, tank, notified)], {
      ...begun === undefined ? {} : { from: `${begun}-04-01` as Day },
      ...fate > 0.84 ? { gone: `${drawWhole(`${key} gone`, 2024, 2026)}-0${drawWhole(`${key} month`, 2, 9)}-01` as Day } : {},
    });
  });
}

function farmName(key: string): string {
  const kind = pick(`${key} kind`, ['Hoeve', 'Boerderij', 'Akkerbouw', 'Maatschap', 'Melkveebedrijf']);
  return `${kind} ${pick(`${key} name`, FARM_NAMES)} ${pick(`${key} number`, ['I', 'II', 'III', 'IV', 'V'])}`;
}

const FARM_NAMES = [
  'Morgenrood', 'Weltevree', 'De Kievit', 'Nooitgedacht', 'De Grutto', 'Avondrust', 'De Zeven Sloten', 'Luilekker', 'De Verre Einder', 'Zonder Zorg',
  'De Halve Maan', 'Droomakker',
] as const;
