/** Pipelines path: where the file of pipelines lies; by itself, because pipelines-file.ts takes time to load. */
import { join } from 'node:path';

/** The file that is named, else `pipelines.json` in the data folder. */
export function pipelinesPath({ data, pipelines }: { readonly data: string; readonly pipelines: string | null }): string {
  return pipelines ?? join(data, 'pipelines.json');
}
