/**
 * What a request must be beside valid: exactly one object, of the form and the type that its path names.
 * And which errors of a report refuse a request at once, before it is stored (design 6: levels 1 to 3).
 */
import { firstErrorOf } from '../../schemas/finding.ts';
import type { Finding, Report, Text } from '../../schemas/finding.ts';
import { nameOf } from '../../schemas/names.ts';
import { countsOf, withFindings } from '../prepare/delivery/index.ts';
import { Framer } from '../prepare/read/index.ts';

/** Rules of the later levels: they say that the object does not fit, not that it cannot be read. */
const LATER_LEVELS = /^(?:id|verwijzing|regel|houder)\./;

/** More records than this are no slip; a body can hold ten million, which would keep all other requests waiting. */
const RECORDS_MAX = 1_000;
const CHUNK_BYTES = 64 * 1024;

/** Whether a body is cut into so many records that it is refused without a look at them. */
export function holdsFarTooMany(body: Buffer): boolean {
  const framer = new Framer();
  let records = 0;
  for (let at = 0; at < body.length && records <= RECORDS_MAX; at += CHUNK_BYTES) {
    records += framer.push(body.subarray(at, at + CHUNK_BYTES)).length;
  }
  return records > RECORDS_MAX;
}

/** The report on such a body; `crs` is its URI. */
export function farTooMany(source: string, crs: string): Report {
  return refused({
    source, model: null, crs, objects: [], findings: [], changes: [], counts: countsOf([], []),
  }, finding('verzoek.een-object', ONE_OBJECT, `> ${RECORDS_MAX}`));
}

/** Whether the report holds an error of levels 1 to 3. */
export function refusesAtOnce({ findings, counts }: Report): boolean {
  if (counts.errors === 0) return false;
  return findings.some(({ rule, severity }) => severity === 'error' && !LATER_LEVELS.test(rule));
}

/** The report with the rules of requests applied; `target` is the path below the base URL. */
export function withRequestRules(report: Report, target: string): Report {
  if (report.counts.errors > 0) return report;
  const path = /^\/(?:collections\/)?([^/]+)/.exec(target)?.[1];
  const [first, ...more] = report.objects;
  if (first === undefined || more.length > 0 || first.pointer !== '') {
    return refused(report, finding('verzoek.een-object', ONE_OBJECT, String(report.objects.length)));
  }
  const wantsFeature = target.startsWith('/collections/');
  if ((first.isFeature ?? false) !== wantsFeature) {
    return refused(report, finding('verzoek.vorm', wantsFeature ? FEATURE : DOCUMENT, wantsFeature ? 'document' : 'Feature'));
  }
  const actual = nameOf(first.entityType ?? '').path;
  return actual === path ? report : refused(report, {
    ...finding('verzoek.andere-collectie', OTHER_COLLECTION, actual), pointer: `${first.pointer}/entityType`,
    ...(path === undefined ? {} : { expected: path }),
  });
}

function refused(report: Report, found: Finding): Report {
  const objects = report.objects.map((object) => ({ firstError: firstErrorOf(found), ...object, verdict: 'refused' as const }));
  return {
    ...report, objects,
    findings: [...report.findings, found],
    counts: countsOf(objects, withFindings(report.counts.rules, [found])),
  };
}

function finding(rule: string, { message, mend }: { message: Text; mend: Text }, found: string): Finding {
  return { rule, severity: 'error', pointer: '', message, mend, found };
}

const ONE_OBJECT = {
  message: { nl: 'Een verzoek bevat precies één object.', en: 'A request holds exactly one object.' },
  mend: {
    nl: 'Stuur elk object in een eigen verzoek, of lever een bestand aan.',
    en: 'Send each object in a request of its own, or deliver a file.',
  },
};

const FEATURE = {
  message: { nl: 'Dit pad neemt een GeoJSON Feature aan.', en: 'This path takes a GeoJSON Feature.' },
  mend: {
    nl: 'Stuur een Feature met het object zonder geometrie als properties, of stuur het object zelf naar het pad van zijn type.',
    en: 'Send a Feature with the object but its geometry as properties, or send the object itself to the path of its type.',
  },
};

const DOCUMENT = {
  message: { nl: 'Dit pad neemt het object zelf aan, geen GeoJSON Feature.', en: 'This path takes the object itself, no GeoJSON Feature.' },
  mend: {
    nl: 'Stuur het object met zijn geometrie erin, of stuur de Feature naar de collectie.',
    en: 'Send the object with its geometry inside, or send the Feature to the collection.',
  },
};

const OTHER_COLLECTION = {
  message: { nl: 'Dit object hoort niet op dit pad.', en: 'This object does not belong at this path.' },
  mend: { nl: 'Stuur het naar het pad van zijn eigen type.', en: 'Send it to the path of its own type.' },
};
