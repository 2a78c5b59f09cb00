/**
 * What a request must be beside valid: exactly one object, of the form, the type and, if it names one, the id of its path.
 * Not here: requests with several features (collection-rules.ts).
 */
import { firstErrorOf } from '../../schemas/finding.ts';
import type { Finding, ObjectVerdict, Report, FindingText } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { kindOf, nameOf } from '../../schemas/names.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import type { RuleId } from '../../schemas/rules.ts';
import { readTarget } from '../../schemas/target.ts';
import { countsOf, withFindings } from '../prepare/delivery/index.ts';
import { Framer } from '../prepare/read/index.ts';
import type { JsonDefect } from '../strict-json/index.ts';

/** More records than this are no slip; a body can hold ten million, which would keep all other requests waiting. */
const RECORDS_MAX = LIMITS.requestFeaturesMax;
const CHUNK_BYTES = 64 * 1024;

/** Whether a body is cut into so many records that it is refused without a look at them. */
export function holdsFarTooMany(body: Buffer): boolean {
  const framer = new Framer();
  let records = 0;
  for (let at = 0; at < body.length && records <= RECORDS_MAX; at += CHUNK_BYTES) {
    records += framer.push(body.subarray(at, at + CHUNK_BYTES)).filter(({ kind }) => kind === 'root').length;
  }
  return records > RECORDS_MAX;
}

/** The report on such a body; `crs` is its URI. */
export function farTooMany(source: string, crs: string): Report {
  const [rule, words] = readTarget(source)?.form === 'collection' ? ['verzoek.aantal-features', FEATURES] as const : ['verzoek.een-object', ONE_OBJECT] as const;
  return unread({ source, crs }, [finding(rule, words, `> ${RECORDS_MAX}`)]);
}

/** The report on a body of which no object is made, with what is wrong with it. */
export function unread({ source, crs }: Pick<Report, 'source' | 'crs'>, findings: readonly Finding[]): Report {
  return { source, model: null, crs, objects: [], findings, changes: [], counts: countsOf([], withFindings([], findings)) };
}

/** The report with the rules of requests applied; `target` is the path below the base URL. The outcome of a patch is a document. */
export function withRequestRules(report: Report, target: string, { isPatch = false } = {}): Report {
  const { resource: path, form, id } = readTarget(target) ?? {};
  const [first, ...more] = report.objects;
  const other = first && otherCollection(first, path);
  if (report.counts.errors > 0) {
    // All else that is wrong with a Feature in the layer of another type follows from that.
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

/** The finding on an object of a type that belongs at another path. */
function otherCollection({ entityType, pointer }: ObjectVerdict, path: string | undefined): Finding | undefined {
  const actual = nameOf(entityType ?? '').path;
  return actual === path ? undefined : {
    ...finding('verzoek.andere-collectie', OTHER_COLLECTION, actual), pointer: `${pointer}/entityType`, ...(path === undefined ? {} : { expected: path }),
  };
}

/** Whether an object is of a type that the model has. */
function isOfModel({ entityType }: ObjectVerdict): boolean {
  return entityType !== null && kindOf(entityType) !== undefined;
}

/** The report with a finding about the request itself. */
export function withFinding(report: Report, found: Finding): Report {
  if (found.severity === 'error') return refused(report, found);
  const { objects, counts: { rules }, findings } = report;
  return { ...report, findings: [...findings, found], counts: countsOf(objects, withFindings(rules, [found])) };
}

/** The report with an error that refuses every object of it. */
export function refused(report: Report, found: Finding): Report {
  const objects = report.objects.map((object) => ({ firstError: firstErrorOf(found), ...object, verdict: 'refused' as const }));
  return {
    ...report, objects,
    findings: [...report.findings, found],
    counts: countsOf(objects, withFindings(report.counts.rules, [found])),
  };
}

/** The same with the error before all other findings. */
export function refusedFirst(report: Report, found: Finding): Report {
  const whole = refused(report, found);
  return {
    ...whole, findings: [found, ...report.findings],
    objects: whole.objects.map((object) => ({ ...object, firstError: firstErrorOf(found) })),
  };
}

/** An error about a place in the message, or about the whole; `found`: what was found instead. */
export function finding(rule: RuleId, { message, mend }: FindingText, found: string, pointer = ''): Finding {
  return { rule, severity: 'error', pointer, message, mend, found };
}

/** What is wrong with a body that is no strict JSON. */
export function defectFindings(defects: readonly JsonDefect[]): readonly Finding[] {
  return defects.map(({ rule, pointer, message, mend }) => ({ rule, severity: 'error', pointer, message, mend }));
}

/** Said of a body that is no object, or several. */
export const ONE_OBJECT = {
  message: { nl: 'Een verzoek bevat precies één object.', en: 'A request holds exactly one object.' },
  mend: {
    nl: 'Stuur elk object in een eigen verzoek, of lever een bestand aan.',
    en: 'Send each object in a request of its own, or deliver a file.',
  },
};

/** Said of a FeatureCollection with too few or too many. */
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

/** Said of what is no Feature where one belongs. */
export const FEATURE = {
  message: { nl: 'Dit pad neemt een GeoJSON Feature aan.', en: 'This path takes a GeoJSON Feature.' },
  mend: {
    nl: 'Stuur een Feature met het object zonder geometrie als properties, of stuur het object zelf naar het pad van zijn type.',
    en: 'Send a Feature with the object but its geometry as properties, or send the object itself to the path of its type.',
  },
};

/** Said of a Feature where the object itself belongs. */
export const DOCUMENT = {
  message: { nl: 'Dit pad neemt het object zelf aan, geen GeoJSON Feature.', en: 'This path takes the object itself, no GeoJSON Feature.' },
  mend: {
    nl: 'Stuur het object met zijn geometrie erin, of stuur de Feature naar de collectie.',
    en: 'Send the object with its geometry inside, or send the Feature to the collection.',
  },
};

/** Said of a patch that is none. */
export const PATCH_FORM = {
  message: {
    nl: 'Dit is geen wijziging van wat op dit pad staat.', en: 'This is no patch of what is at this path.',
  },
  mend: {
    nl: 'Stuur een JSON-object met alleen de velden die veranderen; van een Feature alleen geometry en properties.',
    en: 'Send a JSON object with the fields that change only; of a Feature geometry and properties only.',
  },
};

/** Said of an object of a type that belongs at another path. */
export const OTHER_COLLECTION = {
  message: { nl: 'Dit object hoort niet op dit pad.', en: 'This object does not belong at this path.' },
  mend: { nl: 'Stuur het naar het pad van zijn eigen type.', en: 'Send it to the path of its own type.' },
};

/** Said of an object with another id than that of the path. */
export const OTHER_ID = {
  message: { nl: 'Dit object heeft een ander id dan het pad.', en: 'This object has another id than the path.' },
  mend: {
    nl: 'Stuur het naar het pad van zijn eigen id, of laat het id gelijk: een id verandert nooit.',
    en: 'Send it to the path of its own id, or keep the id as it is: an id never changes.',
  },
};
