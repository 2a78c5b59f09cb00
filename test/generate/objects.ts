/**
 * Objects: what all generated objects share: the base type, links, void reasons, references and contours.
 *
 * One source holder (GENERATED_HOLDER) delivers everything, so one submission can bring it all.
 * An id is `NL.IMEV.<holder>.s<seed>-<root>[-<n>]`: registers of different seeds can be loaded together.
 */
import type {
  Contour, ExterneVeiligheidsObject, InterneVerwijzing, Referentie, StofOfStofcategorie, Void,
} from './document-types.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { ContourType, EntityType, ReferenceType } from '../../schemas/names.ts';
import type { Random } from './random.ts';
import { circle, near, point, polygon, rectangle } from './shapes.ts';
import type { Spot } from './towns.ts';

const GENERATED_HOLDER = 'AB12';

/** One root in the making. */
export interface Draft {
  readonly random: Random;
  /** Last part of the root's id, and the number of objects made so far. */
  readonly name: string;
  readonly begin: string;
  /** Only the root itself says when it ends. */
  readonly end: string | null;
  objects: number;
}

export type Made<Type extends EntityType = EntityType> = ExterneVeiligheidsObject & { readonly entityType: Type };

export type Substance = StofOfStofcategorie | Void;

export function draft(random: Random, name: string): Draft {
  const begin = day(random, 2015, 2025);
  return { random, name, begin, end: random.chance(0.01) ? day(random, 2030, 2039) : null, objects: 0 };
}

/** The fields of the base type; the first object of a draft is its root. */
export function base<Type extends EntityType>(of: Draft, entityType: Type): Made<Type> {
  const isRoot = of.objects === 0;
  const local = isRoot ? of.name : `${of.name}-${of.objects}`;
  of.objects += 1;
  return {
    entityType,
    id: `NL.IMEV.${GENERATED_HOLDER}.${local}`,
    identificatie: { namespace: 'NL.IMEV', lokaalID: `${GENERATED_HOLDER}.${local}` },
    bronobjectID: local,
    bronhoudercode: GENERATED_HOLDER,
    beginGeldigheid: of.begin,
    ...(isRoot && of.end !== null ? { eindGeldigheid: of.end } : {}),
  };
}

export function link(target: Made): InterneVerwijzing {
  return { href: `#${target.id}` };
}

export const UNKNOWN: Void = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
export const NOT_APPLICABLE: Void = { waarde: null, geenWaardeReden: 'nietVanToepassing' };

/** The fields in this share of the draws, else none: most optional fields of a real register are empty. */
export function sometimes<Some extends JsonObject>(random: Random, share: number, fields: Some): Partial<Some> {
  return random.chance(share) ? fields : {};
}

export function decimals(value: number, count: number): number {
  return Number(value.toFixed(count));
}

export interface ReferenceKind {
  readonly type: ReferenceType;
  readonly shape: 'point' | 'area';
  fields?(random: Random): JsonObject;
}

export interface ContourKind {
  readonly type: ContourType;
  /** Smallest and largest distance, metres. */
  readonly distance: readonly [number, number];
  readonly fields: JsonObject;
}

interface Surroundings {
  readonly activity: Made;
  readonly middle: Spot;
  readonly substance: Substance;
  readonly contours: readonly ContourKind[];
}

/**
 * A reference near the middle of its location, with its contours around it. That the fields of a kind are those of its type is said by a
 * test, not by the compiler; so too for contours and activities.
 */
export function reference(of: Draft, kind: ReferenceKind, around: Surroundings): Referentie {
  const { random } = of;
  const spot = near(around.middle, 20, random);
  const own = base(of, kind.type);
  const area = () =>
    polygon(rectangle(spot, [random.between(3, 20), random.between(2, 9)], random.between(0, 3)));
  return {
    ...own,
    heeft: link(around.activity),
    geometrie: kind.shape === 'point' ? point(spot) : area(),
    ...kind.fields?.(random),
    resulteertIn: around.contours.map((contourKind) =>
      contour(of, contourKind, { reference: own, spot, substance: around.substance })),
  } as Referentie;
}

/** Half of the contours of a spot are polygons, half a distance; those of a line (no spot) all a distance. */
export function contour(
  of: Draft, kind: ContourKind, at: { reference: Made; spot: Spot | null; substance: Substance },
): Contour {
  const { random } = of;
  const distance = decimals(random.between(...kind.distance), 1);
  const extent = at.spot !== null && random.chance(0.5)
    ? { geometrie: polygon(circle(at.spot, distance, random.pick([32, 40, 48, 64]))) }
    : { afstand: distance };
  return {
    ...base(of, kind.type),
    hoortBij: [link(at.reference)],
    afstandOfGeometrie: extent,
    ...kind.fields,
    maatgevendeStof: at.substance,
  } as Contour;
}

/** Midnight UTC of a day in these years; days up to 28, so every month has them. */
function day(random: Random, first: number, last: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${random.whole(first, last)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}T00:00:00Z`;
}
