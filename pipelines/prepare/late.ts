/** Late: findings about objects of a root that was judged before, which only the delivery as a whole can know. */
import type { Finding } from '../../schemas/finding.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import type { Piece } from './frames.ts';
import { open, placed } from './open.ts';
import type { CheckOptions } from './open.ts';
import { readPiece, readStrict, withLines } from './roots.ts';

/** `isStrict`: whether the piece is known to be strict JSON. `about`: what is to be said of its objects. */
export function findingsAt(
  piece: Piece, { isStrict, ...options }: CheckOptions & { readonly isStrict: boolean },
  about: (objects: readonly ModelObject[]) => readonly Finding[],
): readonly Finding[] {
  const { root } = isStrict ? readStrict(piece) : readPiece(piece);
  if (root === undefined) return [];
  const opened = open(root, options);
  return withLines(root, placed(about(opened.objects), opened));
}
