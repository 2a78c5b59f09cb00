/** Position names: the names of a position, line or ring in findings. */
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { Text } from '../../../schemas/finding.ts';
import { hasRings, pathOf, pathStart } from '../../../publisher/validity/vertices.ts';

/** The name of a position: its number in its line or ring, from 1. */
export function nameOf(vertices: Vertices, index: number): Text {
  const path = pathOf(vertices, index);
  const number = index - pathStart(vertices, path) + 1;
  const { nl, en } = pathName(vertices, path);
  return { nl: `punt ${number} van ${nl}`, en: `position ${number} of ${en}` };
}

/** The name of a line or ring; `path` is its index in the geometry. */
export function pathName({ shape: { type, partEnds } }: Vertices, path: number): Text {
  if (!hasRings(type)) return { nl: `lijn ${path + 1}`, en: `line ${path + 1}` };
  const part = partEnds.findIndex((end) => path < end);
  const hole = path - (partEnds[part - 1] ?? 0);
  const ring = hole === 0 ? { nl: 'de buitenrand', en: 'the outer ring' } : { nl: `gat ${hole}`, en: `hole ${hole}` };
  const of = partEnds.length === 1 ? { nl: '', en: '' } : { nl: ` van deel ${part + 1}`, en: ` of part ${part + 1}` };
  return { nl: ring.nl + of.nl, en: ring.en + of.en };
}
