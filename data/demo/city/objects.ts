/**
 * Objects of the made-up city as documents of the model: the fields of the base type, activities, references and contours.
 *
 * Invariants: an id is `NL.IMEV.<code of the holder>.<name>`; parts are named after their parent.
 * Not here: the parts of each company (sites.ts), changes of an object (life.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import { ACTIVITY_CONSTANTS } from '../../../schemas/model/activity-constants.ts';
import type { ActivityType, ContourType, ReferenceType } from '../../../schemas/names.ts';
import type { Delivery } from './life.ts';
import { circle, plume, polygonGeometry, type Ring, type Spot } from './shapes.ts';
import { laterDay, midnight, START, type Day } from './time.ts';

export const UNKNOWN: JsonObject = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
export const NOT_APPLICABLE: JsonObject = { waarde: null, geenWaardeReden: 'nietVanToepassing' };

export const SUBSTANCES = {
  lpg: { stof: { naam: 'LPG', chemischeNaam: 'propaan-butaanmengsel', CASnummer: '68476-85-7', UNnummer: '1965' } },
  propane: { stof: { naam: 'propaan', CASnummer: '74-98-6', UNnummer: '1978' } },
  hydrogen: { stof: { naam: 'waterstof', CASnummer: '1333-74-0', UNnummer: '1049' } },
  ammonia: { stof: { naam: 'ammoniak', CASnummer: '7664-41-7', UNnummer: '1005' } },
  naturalGas: { stof: { naam: 'aardgas', CASnummer: '74-82-8', UNnummer: '1971' } },
  lng: { stof: { naam: 'vloeibaar aardgas (LNG)', CASnummer: '74-82-8', UNnummer: '1972' } },
  hydrogenFluoride: { stof: { naam: 'waterstoffluoride', CASnummer: '7664-39-3', UNnummer: '1052' } },
  chlorine: { stof: { naam: 'chloor', CASnummer: '7782-50-5', UNnummer: '1017' } },
  explosives: category('Klasse 1: Explosieve stoffen en voorwerpen'),
  flammableGas: category('Klasse 2.1: Brandbaar gas'),
  toxicGas: category('Klasse 2.3: Giftig gas'),
  flammableLiquid: category('Klasse 3: Brandbare vloeistoffen'),
  oxidising: category('Klasse 5.1: Oxiderende stoffen'),
  toxic: category('Klasse 6.1: Giftige stoffen'),
  other: category('Klasse 9: Diverse gevaarlijke stoffen en voorwerpen'),
  none: NOT_APPLICABLE,
} satisfies Record<string, JsonObject>;

export type Substance = keyof typeof SUBSTANCES;

export interface ContourPlan {
  readonly name: string;
  readonly type: ContourType;
  readonly substance: Substance;
  readonly extent: JsonObject;
  readonly fields: JsonObject;
  /** The first day, if it began after its root. */
  readonly from?: Day;
}

export interface ReferencePlan {
  readonly name: string;
  readonly type: ReferenceType;
  readonly geometry: JsonObject;
  readonly fields?: JsonObject;
  /** An empty list: the contours are unknown. */
  readonly contours: readonly ContourPlan[];
  readonly from?: Day;
}

export interface ActivityPlan {
  readonly type: ActivityType;
  readonly fields: JsonObject;
  readonly references: readonly ReferencePlan[];
  readonly from?: Day;
}

/** The fields of the base type. */
export function baseFields({ holder }: Delivery, entityType: string, name: string): JsonObject {
  const local = `${holder.code}.${name}`;
  return {
    entityType, id: `NL.IMEV.${local}`, identificatie: { namespace: 'NL.IMEV', lokaalID: local },
    bronobjectID: name, bronhoudercode: holder.code,
  };
}

/** The activities of a root, with everything in them. */
export function activityDocuments(delivery: Delivery, root: string, plans: readonly ActivityPlan[]): readonly JsonObject[] {
  return plans.map((plan, index) => activity(delivery, `${root}-a${index + 1}`, { above: root, plan }));
}

interface Above<Plan> {
  /** Name of the object above. */
  readonly above: string;
  readonly plan: Plan;
}

function activity(delivery: Delivery, name: string, { above: root, plan }: Above<ActivityPlan>): JsonObject {
  const { tr, bal } = ACTIVITY_CONSTANTS.get(plan.type) ?? {};
  const isKnownToLaw = plan.type !== 'WegenNietBasisnet';
  return {
    ...part(delivery, plan.type, { name, from: plan.from }),
    locatieEVActiviteit: link(delivery, root),
    ...isKnownToLaw && tr !== undefined ? { idActiviteitTR: tr } : {},
    ...isKnownToLaw && bal !== undefined ? { balActiviteit: [lawOf(bal[0]!)] } : {},
    ...plan.fields,
    heeft: plan.references.map((reference) => referenceOf(delivery, `${root}-${reference.name}`, { above: name, plan: reference })),
  };
}

function referenceOf(delivery: Delivery, name: string, { above, plan }: Above<ReferencePlan>): JsonObject {
  return {
    ...part(delivery, plan.type, { name, from: plan.from }),
    heeft: link(delivery, above),
    geometrie: plan.geometry,
    ...plan.fields,
    resulteertIn: plan.contours.length === 0 ? UNKNOWN : plan.contours.map((contour) => contourOf(delivery, name, contour)),
  };
}

function contourOf(delivery: Delivery, reference: string, { name, type, substance, extent, fields, from }: ContourPlan): JsonObject {
  return {
    ...part(delivery, type, { name: `${reference}-${name}`, from }),
    hoortBij: [link(delivery, reference)],
    afstandOfGeometrie: extent,
    ...fields,
    maatgevendeStof: SUBSTANCES[substance],
  };
}

function part(delivery: Delivery, entityType: string, { name, from }: { readonly name: string; readonly from?: Day | undefined }): JsonObject {
  return { ...baseFields(delivery, entityType, name), beginGeldigheid: midnight(laterDay(from ?? START, delivery.from)) };
}

function link({ holder }: Delivery, name: string): JsonObject {
  return { href: `#NL.IMEV.${holder.code}.${name}` };
}

function lawOf(address: string): JsonObject {
  const article = /art_([\d.]+\w?)/.exec(address)?.[1] ?? '';
  const law = address.includes('stb-2018-293') ? 'Besluit activiteiten leefomgeving' : 'Wet vervoer gevaarlijke stoffen';
  return { naam: `${law}, artikel ${article}`, link: address };
}

function category(categorieNaam: string): JsonObject {
  return { stofCategorie: { categorieNaam } };
}

/** The extent of a contour at a distance from its reference. */
export function distanceExtent(metres: number): JsonObject {
  return { afstand: metres };
}

/** The extent of a contour that is drawn as a circle. */
export function circleExtent(middle: Spot, metres: number): JsonObject {
  return ringExtent(circle(middle, metres));
}

/** The extent of a cloud to the lee of its source. */
export function plumeExtent(source: Spot, metres: number): JsonObject {
  return ringExtent(plume(source, metres));
}

export function ringExtent(outline: Ring): JsonObject {
  return { geometrie: polygonGeometry(outline) };
}
