/**
 * CRS offer: the CRSs that an edition has for a response. CRSs with heights are offered where all geometries of a collection, or of the
 * documents of a resource, have heights, whenever they are valid; ITRF2014 where the edition has an epoch.
 */
import type { Edition, Series } from '../../publisher/read/types.ts';
import type { Form } from '../../schemas/derived/published-fields.ts';
import { PLAIN_OFFER, type CrsOffer } from '../parameters/crs.ts';

/** Returns the offer for features, or documents, of one series. */
export function offerOf(edition: Edition | undefined, series: string, form: Form): CrsOffer {
  if (edition === undefined) return PLAIN_OFFER;
  const heights = edition.series.get(series)?.heights;
  return { hasHeights: (form === 'feature' ? heights?.features : heights?.documents) === true, hasEpoch: edition.epoch !== null };
}

/** Returns the offer for features of several series in several editions: what all of them offer. Empty series limit nothing. */
export function sharedOffer(editions: readonly (Edition | null)[], series: readonly string[]): CrsOffer {
  const present = editions.filter((edition) => edition !== null);
  const filled = present.flatMap((edition) => series.flatMap((name): readonly Series[] => {
    const found = edition.series.get(name);
    return found === undefined || found.count === 0 ? [] : [found];
  }));
  return {
    hasHeights: filled.length > 0 && filled.every(({ heights }) => heights.features),
    hasEpoch: present.length > 0 && present.every(({ epoch }) => epoch !== null),
  };
}

/** Returns the offer of an edition as a whole: the CRSs that some collection has. */
export function wholeOffer(edition: Edition | undefined): CrsOffer {
  if (edition === undefined) return PLAIN_OFFER;
  return { hasHeights: [...edition.series.values()].some(({ heights }) => heights.features), hasEpoch: edition.epoch !== null };
}
