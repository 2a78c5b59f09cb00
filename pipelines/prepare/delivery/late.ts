/** Late: findings about objects of a root that was checked before, which only the delivery as a whole can know. */
import type { Finding } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { open, placed, type ReadingOptions } from '../check/index.ts';
import { readRecord, withLines, type RawRecord } from '../read/index.ts';

/** The objects of a root that was checked before; none when it cannot be read. */
export function objectsAt(record: RawRecord, options: ReadingOptions): readonly ModelObject[] {
  const { root } = readRecord(record);
  return root === undefined ? [] : open(root, options).objects;
}

/** `about`: the findings about the objects of the root, by their places in the document. */
export function findingsAt(
  record: RawRecord, options: ReadingOptions, about: (objects: readonly ModelObject[]) => readonly Finding[],
): readonly Finding[] {
  const { root } = readRecord(record);
  if (root === undefined) return [];
  const opened = open(root, options);
  return withLines(root, placed(about(opened.objects), opened));
}
