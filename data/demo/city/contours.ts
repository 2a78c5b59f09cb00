/**
 * Kinds of contours around the references of the made-up city. Distances stay near those of practice.
 * Not here: the contours of each reference (kinds.ts).
 */
import type { JsonObject } from '../../../schemas/json.ts';
import { distanceExtent, type ContourPlan, type Substance } from './objects.ts';
import type { Day } from './time.ts';

interface More {
  /** A drawn area instead of the distance. */
  readonly extent?: JsonObject;
  readonly from?: Day;
  readonly fields?: JsonObject;
}

const FIXED = { categorieAandachtsgebied: 'vastgesteld' };
export const COMPUTED = { categorieAandachtsgebied: 'berekend' };

type Risk = 'PR10-5' | 'PR10-6' | 'PR10-7' | 'PR10-8' | 'vastgesteld BK' | 'vastgesteld K' | 'vastgesteld ZK';

export function risk(
  substance: Substance, metres: number, { kind = 'PR10-6', ...more }: More & { readonly kind?: Risk } = {},
): ContourPlan {
  const name = kind === 'PR10-6' ? 'pr' : `pr-${kind.replace(/\W/g, '').toLowerCase()}`;
  return plan('PRContour', { name, substance, metres, fields: { typePlaatsgebondenRisico: kind } }, more);
}

export function fire(
  substance: Substance, metres: number, { kind = 'overig', ...more }: More & { readonly kind?: 'fakkelbrand' | 'plasbrand' | 'overig' } = {},
): ContourPlan {
  return plan('BrandAandachtsgebied', { name: 'brand', substance, metres, fields: { ...FIXED, typeBrand: kind } }, more);
}

export function explosion(
  substance: Substance, metres: number, { bleve = false, ...more }: More & { readonly bleve?: boolean } = {},
): ContourPlan {
  return plan('ExplosieAandachtsgebied', { name: 'explosie', substance, metres, fields: { ...FIXED, bleve } }, more);
}

export function cloud(substance: Substance, metres: number, more: More = {}): ContourPlan {
  return plan('GifwolkAandachtsgebied', { name: 'gifwolk', substance, metres, fields: FIXED }, more);
}

export function fireworksExplosion(metres: number, more: More = {}): ContourPlan {
  return plan('ExplosieAandachtsgebiedVuurwerk', { name: 'explosie', substance: 'explosives', metres, fields: FIXED }, more);
}

export function fireworksDistance(metres: number, more: More = {}): ContourPlan {
  return plan('OverigeContour', { name: 'overig', substance: 'explosives', metres, fields: { typeOverigeContour: 'vastgesteld vuurwerk' } }, more);
}

/** Zone A, B or C around explosives, civil or military. */
export function zone(
  type: 'CivielExplosieAandachtsgebied' | 'MilitairExplosieAandachtsgebied', zoneName: 'A' | 'B' | 'C', extent: JsonObject,
): ContourPlan {
  const field = type === 'CivielExplosieAandachtsgebied' ? 'typeCivExpAandachtsgebied' : 'typeMilitairExpAandachtsgebied';
  return plan(type, { name: `zone-${zoneName.toLowerCase()}`, substance: 'explosives', metres: 0, fields: { ...FIXED, [field]: zoneName } }, { extent });
}

interface Kind {
  readonly name: string;
  readonly substance: Substance;
  readonly metres: number;
  readonly fields: JsonObject;
}

function plan(type: ContourPlan['type'], { name, substance, metres, fields }: Kind, more: More): ContourPlan {
  return {
    name, type, substance, extent: more.extent ?? distanceExtent(metres), fields: { ...fields, ...more.fields }, ...more.from === undefined ? {} : { from: more.from },
  };
}
