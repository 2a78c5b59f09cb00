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
import { editionOfDownload } from '../../publisher/format/downloads.ts';
import { downloadsPath } from '../description/downloads.ts';
import { numberGone } from '../edition/available.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { fileResponse } from '../response/file-response.ts';
import { ABSENT } from '../response/problem.ts';
import type { Handler } from '../service.ts';

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
  return fileResponse(request, { ...file, folder: downloads.folder });
};
