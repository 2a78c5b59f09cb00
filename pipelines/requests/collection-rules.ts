/**
 * Collection rules: further checks of a FeatureCollection sent to /collections. It has at least one Feature, and the collection of each
 * Feature's type can be written. Not here: requests with one object, and the limit on features (request-rules.ts).
 */
import type { Report } from '../../schemas/finding.ts';
import { nameOf, WRITABLE_COLLECTIONS } from '../../schemas/names.ts';
import { FEATURE, FEATURES, finding, refused } from './request-rules.ts';

/** Returns the report with these rules applied. */
export function withCollectionRules(report: Report): Report {
  const { objects } = report;
  if (report.counts.errors > 0) return report;
  const alone = objects.find(({ pointer }) => !/^\/features\/\d+$/.test(pointer));
  if (alone !== undefined) return refused(report, finding('verzoek.vorm', COLLECTION, alone.isFeature === true ? 'Feature' : 'document'));
  if (objects.length === 0) return refused(report, finding('verzoek.aantal-features', FEATURES, '0'));
  const other = objects.find(({ isFeature }) => isFeature !== true);
  if (other !== undefined) return refused(report, { ...finding('verzoek.vorm', FEATURE, 'document'), pointer: other.pointer });
  const readOnly = objects.find(({ entityType }) => !WRITABLE_COLLECTIONS.includes(nameOf(entityType ?? '').path));
  if (readOnly === undefined) return report;
  const { entityType, pointer } = readOnly;
  return refused(report, { ...finding('verzoek.andere-collectie', READ_ONLY, entityType ?? ''), pointer: `${pointer}/properties/entityType` });
}

const COLLECTION = {
  message: { nl: 'Dit pad neemt een GeoJSON FeatureCollection aan.', en: 'This path takes a GeoJSON FeatureCollection.' },
  mend: {
    nl: 'Zet de Features in features van een FeatureCollection, of stuur één Feature naar de items van zijn collectie.',
    en: 'Put the Features into the features of a FeatureCollection, or send one Feature to the items of its collection.',
  },
};

const READ_ONLY = {
  message: { nl: 'De collectie van dit type is alleen te lezen: het register maakt de geometrie.', en: 'The collection of this type is read only: the register makes the geometry.' },
  mend: { nl: 'Stuur het object zelf naar het pad van zijn type.', en: 'Send the object itself to the path of its type.' },
};
