/**
 * Download: one file with all features of a collection, or of all collections, that were valid at the moment of an edition.
 *
 * Invariants:
 *  - A file has no content coding, so that a range of it is a range of the file that the client stores.
 *  - Whether the edition is stored is looked up for each request: the files of a withdrawn edition are gone at once. So caches ask each
 *    time.
 *  - Downloads are public. A client that reads the full audience gets the same files.
 * Not here: making the files (publisher/write/downloads.ts), the links to them (description/downloads.ts).
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { editionOfDownload } from '../../publisher/format/downloads.ts';
import { CRSS } from '../../schemas/crs.ts';
import { downloadsPath } from '../description/downloads.ts';
import { numberGone } from '../edition/available.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { rangeOf, type RangeHeaders } from '../request/byte-range.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { contentHeaders } from '../response/response.ts';
import type { Handler, ServiceRequest } from '../service.ts';

/** GET /collections/{collectionId}/downloads/{bestand}, and /downloads/{geheelBestand} for a file with all collections */
export const download: Handler = (request, { editions, baseUrl }) => {
  const { collectionId: id = null, bestand, geheelBestand = '' } = request.params;
  const name = bestand ?? geheelBestand;
  const number = editionOfDownload(name);
  if (number === undefined) return ABSENT;
  const found = editions.numbered(number);
  if (found === 'unknown') return ABSENT;
  if ('gone' in found) return numberGone(number, found);
  const downloads = editions.downloads(found.activated.edition);
  const file = downloads?.files.find((one) => one.name === name && one.collection === id);
  if (downloads === null || file === undefined) return ABSENT;
  const url = `${baseUrl}${downloadsPath(id)}/${name}`;
  const form = formOf(request, [file.form], url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  parseParameters(request.query, [FORM_PARAMETER], faults);
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const { bytes } = file;
  if (statSync(join(downloads.folder, name), { throwIfNoEntry: false })?.size !== bytes) return ABSENT;
  const tag = `"${file.sha256}"`;
  const range = request.method === 'GET' ? rangeOf(rangeHeaders(request), { bytes, tag }) : null;
  const headers = [
    ...contentHeaders(MEDIA_TYPES[form]), 'Content-Crs', `<${CRSS[file.crs].uri}>`, 'Content-Disposition', `attachment; filename="${name}"`,
    'Accept-Ranges', 'bytes', 'Repr-Digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
  ];
  const { start, end } = range === null || range === 'beyond' ? { start: 0, end: bytes - 1 } : range;
  return withValidators(withoutCoding(request), { tag }, () => {
    if (range === 'beyond') return beyond(bytes);
    const sent = { root: downloads.folder, name, bytes, part: { start, end } };
    if (range === null) return { status: 200, headers, body: [], file: sent };
    return { status: 206, headers: [...headers, 'Content-Range', `bytes ${start}-${end}/${bytes}`], body: [], file: sent };
  });
};

/** A repeated header If-Range names no one state, so nothing matches it. */
function rangeHeaders({ headers }: ServiceRequest): RangeHeaders {
  const ifRange = headers['if-range'];
  return { range: headers.range, ifRange: typeof ifRange === 'object' ? '' : ifRange };
}

/** A file is never compressed, so its ETag is that without a coding. */
function withoutCoding({ headers }: ServiceRequest): Pick<ServiceRequest, 'headers'> {
  const { 'accept-encoding': _, ...others } = headers;
  return { headers: others };
}

function beyond(bytes: number): Problem {
  return {
    problem: 'BereikOnbekend',
    detail: { nl: `Het bestand heeft ${bytes} bytes; het gevraagde bereik begint daarachter.`, en: `The file has ${bytes} bytes; the requested range begins behind them.` },
    headers: ['Content-Range', `bytes */${bytes}`, 'Accept-Ranges', 'bytes'],
  };
}
