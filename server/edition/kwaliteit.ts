/** Kwaliteit: describes the measured quality of an edition, in the terms of the interface. */
import type { HolderQuality, HolderTotals, QualityTotals } from '../../schemas/quality.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';

/** Address of the quality of a holder. */
export function qualityPath(baseUrl: string, holder: string): string {
  return `${baseUrl}/kwaliteit/${encodeURIComponent(holder)}`;
}

export function kwaliteitOf(totals: QualityTotals, baseUrl: string) {
  return {
    ...measuredOf(totals),
    bronhouders: totals.holders.map((holder) => ({
      bronhoudercode: holder.holder, ...figuresOf(holder), _links: { self: { href: qualityPath(baseUrl, holder.holder) } },
    })),
  };
}

/** `trend`: totals of measured editions, newest first. */
export function kwaliteitOfHolder(quality: HolderQuality, totals: QualityTotals, trend: readonly QualityTotals[]) {
  return {
    bronhoudercode: quality.holder, ...measuredOf(totals),
    collecties: quality.collections.map((one) => ({
      collectie: one.collection, aantal: one.objects, zonderGeometrie: one.withoutGeometry, legeGeometrie: one.emptyGeometry,
      verlopen: one.expired, oudste: one.oldest, nieuwste: one.newest, leeftijdDagen: one.ageDays,
      velden: one.fields.map(({ field, filled, unknown }) => (
        { veld: field, gevuld: filled, onbekend: unknown, leeg: one.objects - filled - unknown }
      )),
    })),
    bevindingen: quality.findings.map(({ rule, severity, count }) => ({ regel: rule, ernst: severity, aantal: count })),
    dubbeleIds: { aantal: quality.twins.ids, groepen: quality.idTwins.map(({ ids }) => ids) },
    dubbeleGeometrie: {
      aantal: quality.twins.geometries, groepen: quality.geometryTwins.map(({ collection, ids }) => ({ collectie: collection, ids })),
    },
    verloop: trend.flatMap((earlier) => {
      const holder = earlier.holders.find((one) => one.holder === quality.holder);
      return holder === undefined ? [] : [{ ...measuredOf(earlier), ...figuresOf(holder) }];
    }),
  };
}

export type Kwaliteit = ReturnType<typeof kwaliteitOf>;
export type KwaliteitOfHolder = ReturnType<typeof kwaliteitOfHolder>;

function measuredOf({ edition, moment, measured }: QualityTotals) {
  return { editie: edition, moment: formatMoment(moment as Moment), gemeten: formatMoment(measured as Moment) };
}

function figuresOf({ objects, filled, values, withoutGeometry, expired, twins, findings }: HolderTotals) {
  return {
    aantal: objects, gevuld: filled, waarden: values, zonderGeometrie: withoutGeometry, verlopen: expired, dubbel: twins,
    bevindingen: findings,
  };
}
