/**
 * Kinds of activities of the made-up city: the parts of a filling station, a cold store or a wind park, and the contours around them.
 * Distances follow the fixed ones of the Bkl where it has them. Not here: the companies and their locations (sites.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import { drawBetween, drawWhole } from './draw.ts';
import { cloud, COMPUTED, explosion, fire, fireworksDistance, fireworksExplosion, risk } from './contours.ts';
import { circleExtent, type ActivityPlan, type ReferencePlan } from './objects.ts';
import { lineGeometry, moveShape, pointGeometry, polygonGeometry, rectangle, type Spot } from './shapes.ts';
import type { Day } from './time.ts';

/** The location of a company, and the angle of its site. */
export interface Ground {
  readonly middle: Spot;
  readonly turn: number;
}

export const OWN_SURVEY = { geometrieMetagegevens: { bronregistratie: 'zelfIngwonnen', toelichting: 'Ingemeten vanaf de situatietekening' } };
export const FROM_BGT = { geometrieMetagegevens: { bronregistratie: 'BGT' } };

/** The fields of a permit, or of a notification when none is needed. */
export function permit(number: string, date: Day, { changed = date, duty = true, by = 'gemeente' }: PermitDetails = {}): JsonObject {
  return { basisVergunningNummer: number, datumVergunningOfMelding: date, datumLaatsteWijziging: changed, vergunningsPlicht: duty, bevoegdGezag: by };
}

interface PermitDetails {
  readonly changed?: Day;
  readonly duty?: boolean;
  readonly by?: 'gemeente' | 'provincie' | 'rijk';
}

function spotOf({ middle, turn }: Ground, east: number, north: number): Spot {
  return moveShape([[east, north]], middle, turn)[0]!;
}

function area({ middle, turn }: Ground, [east, north]: Spot, size: Spot): JsonObject {
  return polygonGeometry(rectangle(spotOf({ middle, turn }, east, north), size, turn));
}

/** An LPG station. `limited`: since that day its throughput is limited, and the risk contour around its filling point is smaller. */
export function lpgStation(
  ground: Ground, permitFields: JsonObject, { cubicMetres, limited }: { readonly cubicMetres: number; readonly limited?: Day },
): ActivityPlan {
  const [filling, column] = [spotOf(ground, -21, 9), spotOf(ground, 14, -8)];
  const metres = limited !== undefined || cubicMetres < 500 ? 25 : cubicMetres < 1000 ? 35 : 40;
  const begun = limited === undefined ? {} : { from: limited };
  return {
    type: 'TankenLPG',
    fields: { ...permitFields, doorzetPerJaar: limited === undefined ? cubicMetres : 490 },
    references: [
      {
        name: 'vulpunt', type: 'Vulpunt', geometry: pointGeometry(filling), fields: { omschrijving: 'Vulpunt LPG' },
        contours: [risk('lpg', metres, begun), fire('lpg', 60), explosion('lpg', 160, { bleve: true, extent: circleExtent(filling, 160) })],
      },
      {
        name: 'tank', type: 'OpslagReferentie', geometry: area(ground, [-8, 11], [6.4, 2.5]), contours: [risk('lpg', 25)],
        fields: { omschrijving: 'Ondergronds reservoir', ...OWN_SURVEY, typeOpslagReferentie: 'opslagtank', bovengronds: false, inhoud: 20 },
      },
      { name: 'zuil', type: 'Tankzuil', geometry: pointGeometry(column), fields: { omschrijving: 'Afleverzuil' }, contours: [risk('flammableGas', 15)] },
    ],
  };
}

/** A propane tank of a farm, up to 13 m3. */
export function propaneTank(key: string, spot: Spot, permitFields: JsonObject): ActivityPlan {
  const [size, deliveries] = [drawBetween(`${key} size`, 0, 1) < 0.55 ? 5 : 8, drawWhole(`${key} deliveries`, 2, 5)];
  return {
    type: 'OpslagtankPropaanPropeen_VasteAfstandGeenVergunningplicht',
    fields: { ...permitFields, aantalBevoorradingen: { exactAantal: deliveries } },
    references: [{
      name: 'tank', type: 'OpslagReferentie', geometry: pointGeometry(spot),
      contours: [risk('propane', size === 5 ? 10 : 15, { kind: 'vastgesteld K' }), fire('propane', 30), explosion('propane', 50, { bleve: true })],
      fields: { ...OWN_SURVEY, typeOpslagReferentie: 'opslagtank', bovengronds: drawBetween(`${key} above`, 0, 1) < 0.7, inhoud: size },
    }],
  };
}

export function hydrogenStation(ground: Ground, permitFields: JsonObject): ActivityPlan {
  const trailer = spotOf(ground, -16, 6);
  return {
    type: 'TankenWaterstofVoertuigen_VasteAfstandVergunningplicht', fields: permitFields,
    references: [
      {
        name: 'opstelplaats', type: 'OpstelplaatsVoertuig', geometry: area(ground, [-16, 6], [14, 4]), fields: { omschrijving: 'Opstelplaats tubetrailer' },
        contours: [risk('hydrogen', 35), fire('hydrogen', 55, { kind: 'fakkelbrand', extent: circleExtent(trailer, 55) }), explosion('hydrogen', 90)],
      },
      {
        name: 'buffer', type: 'Installatie', geometry: area(ground, [10, 8], [9, 5]), fields: { omschrijving: 'Compressor en buffervaten' },
        contours: [risk('hydrogen', 30)],
      },
    ],
  };
}

export function fireworks(ground: Ground, permitFields: JsonObject, kilograms: number): ActivityPlan {
  const [store, buffer] = [spotOf(ground, -11, 4), spotOf(ground, 9, 5)];
  const metres = kilograms > 10_000 ? 400 : 158;
  const sight = { geometrie: lineGeometry([buffer, spotOf(ground, 9, 25)]) };
  return {
    type: 'OpslagVuurwerkF1F2F3T1T2_Vergunningplicht',
    fields: { ...permitFields, hoeveelheidVuurwerk: kilograms, categorieVuurwerk: ['F1', 'F2'] },
    references: [
      {
        name: 'bewaarplaats', type: 'Bewaarplaats', geometry: pointGeometry(store), fields: { oppervlakteDeuropening: 2.4 },
        contours: [fireworksExplosion(metres, { extent: circleExtent(store, metres) }), fireworksDistance(8)],
      },
      {
        name: 'buffer', type: 'BufferBewaarplaats', geometry: pointGeometry(buffer),
        contours: [fireworksDistance(0, { extent: sight, fields: { aardRisico: 'zichtlijn vanuit de deuropening' } })],
      },
    ],
  };
}

export function battery(ground: Ground, permitFields: JsonObject, megawattHours: number): ActivityPlan {
  return {
    type: 'ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht',
    fields: {
      ...permitFields, typeEnergieopslagsysteem: megawattHours > 2 ? 'B' : 'A', typeEnergiedrager: 'LFP',
      capaciteitEOS: { specifiekeCapaciteitEOS: megawattHours }, gecertificeerd: true, aantalBatterijcellen: 'kleinerOfGelijkAan35000',
      maximaleModulegrootte: 'kleinerOfGelijkAan100', maximaleRekgrootte: 'kleinerOfGelijkAan500',
    },
    references: [{
      name: 'eos', type: 'EnergieOpslagSysteem', geometry: area(ground, [0, 0], [12.2, 2.5]), fields: { oppervlakte: 30.5 },
      contours: [fire('other', 25), cloud('hydrogenFluoride', 75, { extent: circleExtent(ground.middle, 75) })],
    }],
  };
}

/** Batteries of bicycles in a distribution centre. */
export function batteryStore(ground: Ground, permitFields: JsonObject): ActivityPlan {
  return {
    type: 'OpslagEnergiedragersElektrischeEnergie_VasteAfstandGeenVergunningplicht',
    fields: {
      ...permitFields, typeEnergiedrager: 'NMC', levensfaseEnergiedrager: 'nieuw',
      opslagdichtheidOfVeiligheidsniveau: { categorieOpslagdichtheid: 'gemiddeld' },
    },
    references: [{
      name: 'vak', type: 'OpslagReferentieEnergiedrager', geometry: pointGeometry(ground.middle), fields: { ...FROM_BGT, buiten: false, oppervlakte: 240 },
      contours: [fire('other', 20), cloud('hydrogenFluoride', 60)],
    }],
  };
}

export function ammoniaCooling(
  ground: Ground, permitFields: JsonObject, { celsius, metres }: { readonly celsius: number; readonly metres: number },
): ActivityPlan {
  const room = spotOf(ground, -18, 6);
  return {
    type: 'AmmoniakKoelinstallatie_VasteAfstandVergunningplicht',
    fields: { ...permitFields, werktemperatuur: celsius, hoeveelheidsKlasseAmmoniak: '3500tot6000' },
    references: [
      {
        name: 'machinekamer', type: 'Machinekamer', geometry: area(ground, [-18, 6], [12, 9]),
        fields: { aantalKoelinstallaties: 2, opstellingsUitvoering: '2', pompbeveiliging: true },
        contours: [risk('ammonia', 30), cloud('ammonia', metres, { extent: circleExtent(room, metres) })],
      },
      {
        name: 'leiding', type: 'Leiding', geometry: lineGeometry([room, spotOf(ground, 4, 9), spotOf(ground, 18, 4)]),
        fields: { bovengronds: true, diameter: 80 }, contours: [cloud('ammonia', 65)],
      },
    ],
  };
}

export function packagedStore(ground: Ground, permitFields: JsonObject, metres: number): ActivityPlan {
  return {
    type: 'OpslagVerpakt_VasteAfstandVergunningplicht',
    fields: { ...permitFields, beschermingsniveauConformTabelB3: 'Beschermingsniveau 1: Automatische blusgasinstallatie' },
    references: [{
      name: 'loods', type: 'OpslagReferentie', geometry: area(ground, [4, 0], [46, 28]),
      fields: { omschrijving: 'Loods met verpakte gevaarlijke stoffen', ...FROM_BGT, typeOpslagReferentie: 'opslagplaats', oppervlakte: 1288 },
      contours: [risk('toxic', 30), fire('flammableLiquid', 20, { kind: 'plasbrand' }), cloud('toxic', metres)],
    }],
  };
}

/** A station that lowers the pressure of natural gas. */
export function gasStation(ground: Ground, permitFields: JsonObject): ActivityPlan {
  return {
    type: 'BehandelenRegelenMetenAardgas_VasteAfstandGeenVergunningplicht',
    fields: { ...permitFields, ontwerpCapaciteit: 6000, werkdruk: 4000, opstellingsUitvoering: 'inBehuizingMiddel' },
    references: [{
      name: 'kast', type: 'Installatie', geometry: area(ground, [0, 0], [5, 3]), fields: { omschrijving: 'Gasdrukregelstation' },
      contours: [risk('naturalGas', 4, { kind: 'vastgesteld BK' }), risk('naturalGas', 10, { kind: 'vastgesteld K' })],
    }],
  };
}

export function lngStation(ground: Ground, permitFields: JsonObject): ActivityPlan {
  const tank = spotOf(ground, -12, 8);
  return {
    type: 'TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht',
    fields: {
      ...permitFields, reactietijdNoodstop: { vijfofminder: true }, bovenvulling: true, verladingPomp: true, voordruk: { minderDanOfGelijkAan_420kPa: true },
    },
    references: [
      {
        name: 'tank', type: 'OpslagReferentie', geometry: area(ground, [-12, 8], [14, 4]),
        fields: { ...OWN_SURVEY, typeOpslagReferentie: 'opslagtank', bovengronds: true, inhoud: 60 },
        contours: [risk('lng', 50, { extent: circleExtent(tank, 50) }), fire('lng', 130, { kind: 'plasbrand', extent: circleExtent(tank, 130), fields: COMPUTED })],
      },
      {
        name: 'vulpunt', type: 'Vulpunt', geometry: pointGeometry(spotOf(ground, -24, 2)),
        contours: [risk('lng', 45), fire('lng', 110, { fields: COMPUTED })],
      },
    ],
  };
}

/** One turbine: the distances follow from its height and rotor. */
export function turbine(
  name: string, spot: Spot, { hub, rotor, from }: { readonly hub: number; readonly rotor: number; readonly from?: Day },
): ReferencePlan {
  const isLarge = rotor > 130;
  return {
    name, type: 'Windturbine', geometry: pointGeometry(spot), ...from === undefined ? {} : { from },
    fields: {
      ...FROM_BGT, ashoogte: hub, rotordiameter: rotor, vermogen: isLarge ? 5600 : 3000, type: isLarge ? 'DW-155/5.6' : 'DW-117/3.0', materiaalMast: 'staal',
      maxWerpafstandNominaal: 180, maxWerpafstandOvertoeren: 540,
    },
    contours: [risk('none', rotor / 2, { kind: 'PR10-5' }), risk('none', hub + rotor / 2, { extent: circleExtent(spot, hub + rotor / 2) })],
  };
}

export function windPark(permitFields: JsonObject, turbines: readonly ReferencePlan[]): ActivityPlan {
  return { type: 'Windturbine_TeBerekenenAfstandVergunningplicht', fields: { ...permitFields, aantalWindturbines: turbines.length }, references: turbines };
}
