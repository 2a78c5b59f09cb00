/** Request between: makes the publisher's request for the changes between two points. The rows of many roots are derived by threads. */
import type { Audience } from '../../publisher/format/layout.ts';
import type { Configuration } from '../../publisher/format/manifest.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import type { PublishRequest } from '../../publisher/write/input.ts';
import type { State } from '../state/database/database.ts';
import { versionsBetween } from '../state/register/versions-between.ts';
import { changesBetween, countBetween, countRoots, type Between, type Project } from '../state/register/snapshot.ts';
import { MANY_ROOTS, rowsOfThreads } from '../workers/derive-threads.ts';

export interface RequestParts {
  readonly data: string;
  readonly db: State;
  readonly audience: Audience;
  readonly configuration: Configuration;
  readonly project: Project;
  /** Number of threads that derive rows when there are many roots. */
  readonly threads: number;
}

export function requestBetween(between: Between, { data, db, audience, configuration, project, threads }: RequestParts): PublishRequest {
  const { parent, next: { moment } } = between;
  const { baseUrl, epoch } = configuration;
  const isLong = (parent === null ? countRoots(db) : countBetween(db, between)) >= MANY_ROOTS;
  const rows = isLong
    ? () => rowsOfThreads({ data, between, baseUrl, epoch }, threads)
    : rowsOf(changesBetween(db, between, project), { moment, baseUrl, epoch });
  return { audience, configuration, moment, rows, versions: () => versionsBetween(db, between) };
}
