/**
 * Time map: all versions of one feature in validity time, as links (draft "Versioned Features" of OGC; RFC 7089, 5), as JSON or in the
 * link format (RFC 6690).
 *
 * The versions are those that `datetime` selects, from the same index, so each link leads to its version. Versions in the future count.
 * The recorded time of versions is another axis: `beschikbaarOp` chooses the edition here, and `/versies` of a root lists both axes.
 */
import type { Moment } from '../../schemas/time.ts';
import { isCollection } from '../description/collections.ts';
import { availableAt } from '../edition/available.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { formatQuery, rawParameters } from '../parameters/query.ts';
import { formOf, formPair } from '../request/form.ts';
import { MEDIA_TYPES, TIME_MAP_FORMS, type Form } from '../request/negotiate.ts';
import { isPossibleId } from '../../schemas/model/object-id.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { ABSENT, UNAVAILABLE } from '../response/problem.ts';
import { contentHeaders, jsonBytes, okResponse } from '../response/response.ts';
import { featureVersions, httpDate, type VersionAddresses } from '../response/version-links.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';

/** A target with all its relations, which JSON gives one by one. */
interface Target {
  readonly rels: readonly string[];
  readonly href: string;
  readonly type: string;
  /** Begin of the version, as HTTP-date. */
  readonly datetime?: string;
}

/** GET /collections/{collectionId}/items/{featureId}/versions */
export function timeMap(request: ServiceRequest, service: Service): HandlerResult {
  const { collectionId: collection = '', featureId: id = '' } = request.params;
  if (!isCollection(collection) || !isPossibleId(id)) return ABSENT;
  const { baseUrl, clock, editions } = service;
  const feature = `${baseUrl}/collections/${collection}/items/${encodeURIComponent(id)}`;
  const form = formOf(request, TIME_MAP_FORMS, `${feature}/versions`);
  if (typeof form === 'object') return form;
  const passedOn = readPassedOn(request.query, `${feature}/versions`, clock(), ['beschikbaarOp']);
  if ('problem' in passedOn) return passedOn;
  const present = editions.current();
  if (present === undefined) return UNAVAILABLE;
  const { beschikbaarOp } = passedOn;
  const activated = beschikbaarOp === null ? present : availableAt(beschikbaarOp, editions);
  if (activated === 'nothing') return ABSENT;
  if ('problem' in activated) return activated;
  const begins = activated.edition.begins(collection, id);
  if (begins.length === 0) return ABSENT;
  const available = beschikbaarOp === null ? '' : rawParameters(request.query, ['beschikbaarOp']);
  const targets = targetsOf(begins, featureVersions(feature, available), form);
  const body = form === 'json' ? jsonBytes({ links: targets.flatMap(jsonLinks) }) : Buffer.from(`${targets.map(linkFormat).join(',\n')}\n`);
  return withValidators(request, { tag: bytesTag(body, form) }, () => okResponse(contentHeaders(MEDIA_TYPES[form]), body));
}

function targetsOf(begins: readonly Moment[], { original, timeMap, type, version }: VersionAddresses, form: Form): readonly Target[] {
  const as = (one: Form): string => `${timeMap}${timeMap.includes('?') ? '&' : '?'}${formatQuery(formPair(one))}`;
  const other = form === 'json' ? 'linkformat' : 'json';
  return [
    { rels: ['self', 'timemap'], href: timeMap, type: MEDIA_TYPES[form] },
    { rels: ['alternate'], href: as(other), type: MEDIA_TYPES[other] },
    { rels: ['original'], href: original, type },
    ...begins.map((begin, at): Target => ({
      rels: [
        ...(at === 0 ? ['first'] : []), ...(at === begins.length - 1 ? ['last', 'latest-version'] : []), 'memento',
      ],
      href: version(begin), type, datetime: httpDate(begin),
    })),
  ];
}

function jsonLinks({ rels, ...rest }: Target): readonly object[] {
  return rels.map((rel) => ({ rel, ...rest }));
}

function linkFormat({ rels, href, type, datetime }: Target): string {
  return `<${href}>;rel="${rels.join(' ')}";type="${type}"${datetime === undefined ? '' : `;datetime="${datetime}"`}`;
}
