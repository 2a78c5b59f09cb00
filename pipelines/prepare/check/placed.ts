/** Placed: findings about places in a document of model 4.0.0, as findings about places in the delivery. */
import type { Finding } from '../../../schemas/finding.ts';
import { objectFinder } from '../../../schemas/model/objects.ts';
import { shownId } from '../../../schemas/shown.ts';
import { nearFinder } from './near.ts';
import type { Opened } from './open.ts';

type Placing = Pick<Opened, 'root' | 'objects' | 'crs'>;

/** The same findings with pointers into the delivery, the objects they are in, and where these lie. */
export function placed(findings: readonly Finding[], opened: Placing): readonly Finding[] {
  return findings.length === 0 ? findings : findings.map(placer(opened, objectFinder(opened.objects)));
}

/** Does the same with one finding; `objectAt` finds the object of a place. */
export function placer({ root, objects, crs }: Placing, objectAt: ReturnType<typeof objectFinder>): (finding: Finding) => Finding {
  const nearAt = nearFinder(objects, crs);
  const rootId = objects[0]?.id === undefined ? undefined : shownId(objects[0].id);
  return (finding) => {
    const object = objectAt(finding.pointer);
    const near = finding.place === undefined ? nearAt(object) : undefined;
    return {
      ...finding, pointer: root.inFile(finding.pointer),
      ...(object?.id === undefined ? {} : { objectId: shownId(object.id) }), ...(rootId === undefined ? {} : { rootId }),
      ...(object?.kind === undefined ? {} : { objectType: object.type }), ...(near === undefined ? {} : { near }),
    };
  };
}
