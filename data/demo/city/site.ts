/** A company of the made-up city, and its life as a LocatieActiviteit. */
import type { JsonObject } from '../../../schemas/json.ts';
import { drawWhole } from './draw.ts';
import type { Place } from './holders.ts';
import type { Delivery, Life, Stage } from './life.ts';
import { activityDocuments, baseFields, NOT_APPLICABLE, UNKNOWN, type ActivityPlan } from './objects.ts';
import { multiPolygonGeometry, polygonGeometry, rectangle, type Ring, type Spot } from './shapes.ts';
import { START, type Day } from './time.ts';

export interface Site {
  readonly key: string;
  readonly place: Place;
  readonly name: string;
  readonly where: string;
  readonly middle: Spot;
  readonly turn?: number;
  /** Width and depth of the premises, or their outlines. */
  readonly grounds: Spot | readonly Ring[];
  readonly plans: readonly ActivityPlan[];
  readonly from?: Day;
  readonly gone?: Day;
  /** A later state of the same company. */
  readonly change?: { readonly from: Day; readonly plans: readonly ActivityPlan[] };
}

export function lifeOfSite(site: Site): Life {
  const { place, plans, change, from = START, gone } = site;
  const stage = (day: Day, now: readonly ActivityPlan[]): Stage => ({ from: day, make: (delivery) => documentOf(site, delivery, now) });
  const changes = change === undefined ? [] : [stage(change.from, change.plans)];
  return { place, stages: [stage(from, plans), ...changes], ...gone === undefined ? {} : { gone } };
}

function documentOf(site: Site, delivery: Delivery, plans: readonly ActivityPlan[]): JsonObject {
  const { key, name, where, middle, turn = 0, grounds, from = START } = site;
  const kvk = `9${String(drawWhole(`kvk ${key}`, 0, 9_999_999)).padStart(7, '0')}`;
  const outlines = isSize(grounds) ? [rectangle(middle, grounds, turn)] : grounds;
  return {
    ...baseFields(delivery, 'LocatieActiviteit', key),
    ...delivery.holder.fields,
    bedrijfsnaam: name,
    geometrie: outlines.length === 1 ? polygonGeometry(outlines[0]!) : multiPolygonGeometry(outlines),
    locatieomschrijving: where,
    naamExploitant: name,
    idNummeraanduidingBAGExploitant: UNKNOWN,
    kvkNummerExploitant: [kvk],
    kvkNummerAanvrager: NOT_APPLICABLE,
    voertUit: activityDocuments(delivery, key, plans.map((plan) => begunAt(plan, from))),
  };
}

/** Parts begin with their company, unless they began later. */
function begunAt(plan: ActivityPlan, day: Day): ActivityPlan {
  const from = <Part extends { readonly from?: Day }>(part: Part): Part => ({ ...part, from: part.from ?? day });
  return {
    ...from(plan),
    references: plan.references.map((reference) => ({
      ...from(reference), contours: reference.contours.map((contour) => ({ ...contour, from: contour.from ?? reference.from ?? day })),
    })),
  };
}

function isSize(grounds: Spot | readonly Ring[]): grounds is Spot {
  return typeof grounds[0] === 'number';
}
