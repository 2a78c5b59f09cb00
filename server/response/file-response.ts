/** File response: a file that readers take as a whole, or a part of it (RFC 9110, 14). It is never compressed, so its ETag is its digest. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CRSS, type PublishedCrs } from '../../schemas/crs.ts';
import { rangeOf, type RangeHeaders } from '../request/byte-range.ts';
import { MEDIA_TYPES, type Form } from '../request/negotiate.ts';
import type { HandlerResult, ServiceRequest } from '../service.ts';
import { withValidators } from './conditional.ts';
import { ABSENT, type Problem } from './problem.ts';
import { contentHeaders } from './response.ts';

/** A file in a folder. */
export interface OfferedFile {
  readonly folder: string;
  readonly name: string;
  readonly form: Form;
  readonly crs: PublishedCrs;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Returns the file, the part that the request asks for, or 304. A file with another size than it should have is absent. */
export function fileResponse(request: ServiceRequest, file: OfferedFile): HandlerResult | Promise<HandlerResult> {
  const { folder, name, form, crs, bytes, sha256 } = file;
  if (statSync(join(folder, name), { throwIfNoEntry: false })?.size !== bytes) return ABSENT;
  const tag = `"${sha256}"`;
  const range = request.method === 'GET' ? rangeOf(rangeHeaders(request), { bytes, tag }) : null;
  const headers = [
    ...contentHeaders(MEDIA_TYPES[form]), 'Content-Crs', `<${CRSS[crs].uri}>`, 'Content-Disposition', `attachment; filename="${name}"`,
    'Accept-Ranges', 'bytes', 'Repr-Digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  ];
  const { start, end } = range === null || range === 'beyond' ? { start: 0, end: bytes - 1 } : range;
  return withValidators(withoutCoding(request), { tag }, () => {
    if (range === 'beyond') return beyond(bytes);
    const sent = { root: folder, name, bytes, part: { start, end } };
    if (range === null) return { status: 200, headers, body: [], file: sent };
    return { status: 206, headers: [...headers, 'Content-Range', `bytes ${start}-${end}/${bytes}`], body: [], file: sent };
  });
}

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
