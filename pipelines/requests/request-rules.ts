/**
 * Request rules: further checks of a request with one object: exactly one object, with the form, type and id that its path requires.
 * Not here: requests with several features (collection-rules.ts).
 */
import { firstErrorOf } from '../../schemas/finding.ts';
import type { Finding, ObjectVerdict, Report, FindingText } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { kindOf, nameOf } from '../../schemas/names.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import { ofRefusal, ofRule, type FixedRule } from '../../schemas/rules.ts';
import { readTarget } from '../../schemas/target.ts';
import { countsOf, withFindings } from '../prepare/delivery/index.ts';
import { Framer } from '../prepare/read/index.ts';
import type { JsonDefect } from '../strict-json/index.ts';

/** Limit on records. A body can have ten million, and checking them would block all other requests. */
const RECORDS_MAX = LIMITS.requestFeaturesMax;
const CHUNK_BYTES = 64 * 1024;

/** Whether a body has so many records that it is refused unread. */
export function holdsFarTooMany(body: Buffer): boolean {
  const framer = new Framer();
  let records = 0;
  for (let at = 0; at < body.length && records <= RECORDS_MAX; at += CHUNK_BYTES) {
    records += framer.push(body.subarray(at, at + CHUNK_BYTES)).filter(({ kind }) => kind === 'root').length;
  }
  return records > RECORDS_MAX;
}

/** Returns the report on a body with too many records; `crs` is its URI. */
export function farTooMany(source: string, crs: string): Report {
  const [rule, words] = readTarget(source)?.form === 'collection' ? ['verzoek.aantal-features', FEATURES] as const : ['verzoek.een-object', ONE_OBJECT] as const;
  return unread({ source, crs }, [finding(rule, words, `> ${RECORDS_MAX}`)]);
}

/** Returns the report on a body from which no object can be made, with the errors. */
export function unread({ source, crs }: Pick<Report, 'source' | 'crs'>, findings: readonly Finding[]): Report {
  return { source, model: null, crs, objects: [], findings, changes: [], counts: countsOf([], withFindings([], findings)) };
}

/** Returns the report with these rules applied. `target`: path below the base URL. `isPatch`: the checked value is the patched document. */
export function withRequestRules(report: Report, target: string, { isPatch = false } = {}): Report {
  const { resource: path, form, id } = readTarget(target) ?? {};
  const [first, ...more] = report.objects;
  const other = first && otherCollection(first, path);
  if (report.counts.errors > 0) {
    // Other errors of a Feature in the collection of another type follow from the wrong type.
    const isFirst = form === 'feature' && first !== undefined && more.length === 0 && isOfModel(first);
    return isFirst && other !== undefined ? refusedFirst(report, other) : report;
  }
  if (first === undefined || more.length > 0 || first.pointer !== '') {
    return refused(report, finding('verzoek.een-object', ONE_OBJECT, String(report.objects.length)));
  }
  const wantsFeature = form === 'feature' && !isPatch;
  if ((first.isFeature ?? false) !== wantsFeature) {
    return refused(report, finding('verzoek.vorm', wantsFeature ? FEATURE : DOCUMENT, wantsFeature ? 'document' : 'Feature'));
  }
  if (other !== undefined) return refused(report, other);
  if (typeof id !== 'string' || (first.id !== null && sameInNfc(first.id, id))) return report;
  return refused(report, { ...finding('verzoek.ander-id', OTHER_ID, first.id ?? ''), pointer: '/id', expected: id });
}

/** Returns the finding on an object whose type belongs at another path; else undefined. */
function otherCollection({ entityType, pointer }: ObjectVerdict, path: string | undefined): Finding | undefined {
  const actual = nameOf(entityType ?? '').path;
  return actual === path ? undefined : {
    ...finding('verzoek.andere-collectie', OTHER_COLLECTION, actual), pointer: `${pointer}/entityType`, ...(path === undefined ? {} : { expected: path }),
  };
}

/** Whether the model has the type of an object. */
function isOfModel({ entityType }: ObjectVerdict): boolean {
  return entityType !== null && kindOf(entityType) !== undefined;
}

/** Returns the report with a finding about the request itself added. */
export function withFinding(report: Report, found: Finding): Report {
  if (found.severity === 'error') return refused(report, found);
  const { objects, counts: { rules }, findings } = report;
  return { ...report, findings: [...findings, found], counts: countsOf(objects, withFindings(rules, [found])) };
}

/** Returns the report with an error that refuses every object. */
export function refused(report: Report, found: Finding): Report {
  const objects = report.objects.map((object) => ({ firstError: firstErrorOf(found), ...object, verdict: 'refused' as const }));
  return {
    ...report, objects,
    findings: [...report.findings, found],
    counts: countsOf(objects, withFindings(report.counts.rules, [found])),
  };
}

/** Returns the report with an error that refuses every object, before all other findings. */
export function refusedFirst(report: Report, found: Finding): Report {
  const whole = refused(report, found);
  return {
    ...whole, findings: [found, ...report.findings],
    objects: whole.objects.map((object) => ({ ...object, firstError: firstErrorOf(found) })),
  };
}

/** Returns an error at a location in the request body, or about the whole body. `found`: the actual value. */
export function finding(rule: FixedRule, { message, mend }: FindingText, found: string, pointer = ''): Finding {
  return { ...ofRule(rule), pointer, message, mend, found };
}

/** Returns the findings on a body that is no strict JSON. */
export function defectFindings(defects: readonly JsonDefect[]): readonly Finding[] {
  return defects.map(({ rule, pointer, message, mend }) => ({ ...ofRefusal(rule), pointer, message, mend }));
}

/** Words for a body with no object, or with several. */
export const ONE_OBJECT = {
  message: { nl: 'Een verzoek bevat precies één object.', en: 'A request contains exactly one object.' },
  mend: {
    nl: 'Stuur elk object in een eigen verzoek, of lever een bestand aan.',
    en: 'Send each object in a request of its own, or deliver a file.',
  },
};

/** Words for a FeatureCollection with too few or too many features. */
export const FEATURES = {
  message: {
    nl: `Dit pad neemt een FeatureCollection aan met één tot ${LIMITS.requestFeaturesMax} features.`,
    en: `This path takes a FeatureCollection of one to ${LIMITS.requestFeaturesMax} features.`,
  },
  mend: {
    nl: 'Verdeel de features over meer verzoeken, of lever een bestand aan.',
    en: 'Divide the features over several requests, or deliver a file.',
  },
};

/** Words for another value where a Feature is expected. */
export const FEATURE = {
  message: { nl: 'Dit pad neemt een GeoJSON Feature aan.', en: 'This path takes a GeoJSON Feature.' },
  mend: {
    nl: 'Stuur een Feature met het object zonder geometrie als properties, of stuur het object zelf naar het pad van zijn type.',
    en: 'Send a Feature with the object but its geometry as properties, or send the object itself to the path of its type.',
  },
};

/** Words for a Feature where the object itself is expected. */
export const DOCUMENT = {
  message: { nl: 'Dit pad neemt het object zelf aan, geen GeoJSON Feature.', en: 'This path takes the object itself, no GeoJSON Feature.' },
  mend: {
    nl: 'Stuur het object met zijn geometrie erin, of stuur de Feature naar de collectie.',
    en: 'Send the object with its geometry inside, or send the Feature to the collection.',
  },
};

/** Words for an invalid patch. */
export const PATCH_FORM = {
  message: {
    nl: 'Dit is geen wijziging van wat op dit pad staat.', en: 'This is no patch of what is at this path.',
  },
  mend: {
    nl: 'Stuur een JSON-object met alleen de velden die veranderen; van een Feature alleen geometry en properties.',
    en: 'Send a JSON object with the fields that change only; of a Feature geometry and properties only.',
  },
};

/** Words for an object whose type belongs at another path. */
export const OTHER_COLLECTION = {
  message: { nl: 'Dit object hoort niet op dit pad.', en: 'This object does not belong at this path.' },
  mend: { nl: 'Stuur het naar het pad van zijn eigen type.', en: 'Send it to the path of its own type.' },
};

/** Words for an object with another id than its path. */
export const OTHER_ID = {
  message: { nl: 'Dit object heeft een ander id dan het pad.', en: 'This object has another id than the path.' },
  mend: {
    nl: 'Stuur het naar het pad van zijn eigen id, of laat het id gelijk: een id verandert nooit.',
    en: 'Send it to the path of its own id, or keep the id as it is: an id never changes.',
  },
};
