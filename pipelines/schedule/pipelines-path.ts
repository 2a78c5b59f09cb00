/** Path of the pipelines file; in its own module, because pipelines-file.ts takes time to load. */
import { join } from 'node:path';

/** Returns the path in the setting, else `pipelines.json` in the data folder. */
export function pipelinesPath({ data, pipelines }: { readonly data: string; readonly pipelines: string | null }): string {
  return pipelines ?? join(data, 'pipelines.json');
}
