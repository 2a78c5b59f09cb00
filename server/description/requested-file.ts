/** Requested file: a file that a reader asked for, in the form of a job of OGC API Processes (part 1, 7.12), with the link to its bytes. */
import type { Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { endOf, type FileJob, type FileStatus } from '../files/requested-files.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { both } from '../response/problem.ts';

/** Path of the files that readers asked for. */
export const REQUESTED_FILES = '/bestanden';

/** Returns the address of a job. */
export function fileJobUrl({ uuid }: FileJob, baseUrl: string): string {
  return `${baseUrl}${REQUESTED_FILES}/${uuid}`;
}

export function requestedFileBody(job: FileJob, baseUrl: string) {
  const { uuid, status, created, finished, file, name, request: { number, contents: { form, moment, count } } } = job;
  const url = fileJobUrl(job, baseUrl);
  const ends = endOf(job);
  return {
    jobID: uuid, type: 'process', processID: 'bestand', status, message: both(messageOf(job)), created: created.toISOString(),
    ...(finished === null ? {} : { finished: finished.toISOString() }), progress: progressOf(job),
    vorm: form, editie: number, moment: formatMoment(moment as Moment), aantal: count - (file?.leftOut ?? 0),
    ...(file === null || file.leftOut === 0 ? {} : { zonderGeometrie: file.leftOut }),
    ...(ends === null ? {} : { vervalt: ends.toISOString() }),
    links: [
      { href: url, rel: 'self', type: MEDIA_TYPES.json, title: both({ nl: 'Dit bestand op verzoek', en: 'This requested file' }) },
      ...(file === null ? [] : [{
        href: `${url}/${name}`, rel: 'enclosure', type: MEDIA_TYPES[form], title: both({ nl: 'Het bestand', en: 'The file' }),
        length: file.bytes, sha256: file.sha256,
      }]),
    ],
  };
}

const MINUTES = LIMITS.requestedFileSeconds / 60;
const MESSAGES: Readonly<Record<FileStatus, Text>> = {
  accepted: { nl: 'Het bestand wacht op een ander.', en: 'The file waits for another one.' },
  running: { nl: 'Het bestand wordt gemaakt.', en: 'The file is being made.' },
  successful: {
    nl: `Het bestand is er, en wordt ${MINUTES} minuten bewaard, of zolang zijn editie bewaard wordt.`,
    en: `The file is there. It is stored for ${MINUTES} minutes, or for as long as its edition is.`,
  },
  failed: { nl: 'Het bestand is er niet.', en: 'There is no file.' },
};

function messageOf({ status, failure }: FileJob): Text {
  return failure ?? MESSAGES[status];
}

/** Share of the work that reading the features is, in percent; making the file is the rest. */
const READING = 50;

function progressOf({ status, read, request: { contents: { count } } }: FileJob): number {
  if (status === 'accepted') return 0;
  return status === 'running' ? Math.floor(count === 0 ? READING : Math.min(1, read / count) * READING) : 100;
}
