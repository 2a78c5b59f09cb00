/**
 * A size that no object of its type has is mostly in another unit, or has a digit too many. Each bound is well beyond the largest known
 * size, so that no correct size gets this warning.
 */
import { own } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { geometryOf } from '../../../schemas/model/objects.ts';
import { REFERENCE_TYPES, type EntityType } from '../../../schemas/names.ts';
import { NONE, type Breach, type Rule } from './rule.ts';
import { isSurface } from './surface.ts';

interface Bound {
  readonly min?: number;
  readonly max: number;
  readonly unit: string;
}

/** Bounds on the longer side of a geometry's box, by type. */
const LENGTHS: ReadonlyMap<string, Bound> = new Map<EntityType, Bound>([
  // The largest building of the Netherlands, the flower auction of Aalsmeer, is about 1 km long.
  ['KwetsbaarGebouw', { min: 1, max: 2_000, unit: 'm' }],
  // Grounds for camping, recreation and events are some kilometres long at most.
  ['KwetsbareLocatie', { min: 1, max: 20_000, unit: 'm' }],
  // The largest premises, those of ports and of military ranges, are about 15 km long.
  ['LocatieActiviteit', { min: 1, max: 25_000, unit: 'm' }],
  // The largest shunting yard, Kijfhoek, is 4 km long; lines have no bound.
  ...REFERENCE_TYPES.map((type) => [type, { max: 10_000, unit: 'm' }] as const),
]);

/** Bounds on numbers, by type. The Information Model names no units: these are the ones in practice. */
const NUMBERS: ReadonlyMap<string, Readonly<Record<string, Bound>>> = new Map<EntityType, Readonly<Record<string, Bound>>>([
  // The largest stadium holds about 70,000.
  ['KwetsbaarGebouw', { populatie: { max: 75_000, unit: '' } }],
  // The tallest turbines on land have hubs of about 180 m, the largest of the world a rotor of 310 m and 26 MW; in the register
  // rotors of up to 12,000.
  ['Windturbine', { ashoogte: { max: 250, unit: 'm' }, rotordiameter: { max: 320, unit: 'm' }, vermogen: { max: 30_000, unit: 'kW' } }],
  // The widest transport pipes are 1,422 mm (56 inch); a value below 10 is in metres or inches.
  ['BuisleidingReferentie', { diameter: { min: 10, max: 1_500, unit: 'mm' }, wanddikte: { max: 100, unit: 'mm' } }],
]);

export const SIZE_ODD: Rule = {
  id: 'regel.maat-onwaarschijnlijk',
  example: {
    wrong: { entityType: 'Windturbine', ashoogte: 135, rotordiameter: 15500 },
    right: { entityType: 'Windturbine', ashoogte: 135, rotordiameter: 155 },
  },
  appliesTo: [...new Set([...LENGTHS.keys(), ...NUMBERS.keys()])] as readonly EntityType[],
  fields: ['geometrie', 'populatie', 'ashoogte', 'rotordiameter', 'vermogen', 'diameter', 'wanddikte'],
  check: (object, { boxOf }) => {
    const { data, type, pointer } = object;
    const breaches: Breach[] = [];
    for (const [field, bound] of Object.entries(NUMBERS.get(type) ?? NO_NUMBERS)) {
      const value = own(data, field);
      if (typeof value === 'number' && value !== 0 && isInModel(type, field, value)) addIfBeyond(breaches, { pointer: `${pointer}/${field}`, value, bound });
    }
    const bound = LENGTHS.get(type);
    const box = bound === undefined || !isSurface(geometryOf(object)?.value) ? undefined : boxOf(object);
    if (bound !== undefined && box !== undefined) {
      addIfBeyond(breaches, { pointer: `${pointer}/geometrie`, value: Math.max(box[2] - box[0], box[3] - box[1]), bound });
    }
    return breaches.length === 0 ? NONE : breaches;
  },
};

/** Whether the schema accepts a number. A refused one is not reported twice. */
function isInModel(type: string, name: string, value: number): boolean {
  const field = fieldsOf(type).find((one) => one.name === name);
  return field?.kind !== 'number' || ((field.min ?? -Infinity) <= value && value <= (field.max ?? Infinity));
}

const NO_NUMBERS: Readonly<Record<string, Bound>> = {};

function addIfBeyond(
  breaches: Breach[],
  { pointer, value, bound: { min = -Infinity, max, unit } }: { readonly pointer: string; readonly value: number; readonly bound: Bound },
): void {
  if (value >= min && value <= max) return;
  const shown = (number: number): string => `${Number(number.toPrecision(4))} ${unit}`.trimEnd();
  breaches.push({ pointer, found: shown(value), expected: value > max ? `≤ ${shown(max)}` : `≥ ${shown(min)}` });
}
