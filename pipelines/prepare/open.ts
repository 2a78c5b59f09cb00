/**
 * Open: from a root as delivered to its objects in model 4.0.0, and from places in these back to places in the delivery.
 * Not here: what is wrong with them (check.ts).
 */
import type { Crs } from '../../schemas/crs.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Change, Finding } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { ModelVersion } from '../../schemas/names.ts';
import type { ModelObject, positionOf } from '../../schemas/model/objects.ts';
import { objectFinder, objectsOf } from '../../schemas/model/objects.ts';
import { shownId } from './findings.ts';
import { nearFinder } from './near.ts';
import type { Root } from './roots.ts';
import { markOf30, unchanged, upgrade } from './upgrade.ts';

export interface CheckOptions {
  readonly crs: Crs | null;
  readonly model: ModelVersion | null;
}

/** A root in model 4.0.0, its objects found. */
export interface Opened {
  readonly root: Root;
  readonly model: ModelVersion;
  /** The mark by which a root was taken for 3.0.x, when nobody said so. */
  readonly why30: string | undefined;
  readonly crs: Crs;
  /** In model 4.0.0. */
  readonly document: JsonObject;
  readonly objects: readonly ModelObject[];
  readonly changes: readonly Change[];
}

/** Opens one root; `crs` null means the default of its model: CRS84 for 4.0.0, RD for 3.0.x (design 6). */
export function open(delivered: Root, options: CheckOptions): Opened {
  const deliveredObjects = objectsOf(delivered.document);
  const why30 = options.model === null ? markOf30(deliveredObjects, delivered.text) : undefined;
  const model = options.model ?? (why30 === undefined ? '4.0' : '3.0');
  const { document, changes, inDelivered } = model === '3.0' ? upgrade(delivered.document) : unchanged(delivered);
  const root = document === delivered.document
    ? delivered : { ...delivered, inFile: (pointer: string) => delivered.inFile(inDelivered(pointer)) };
  return {
    root, model, why30, document,
    crs: options.crs ?? (model === '3.0' ? CRSS['28992'] : CRSS.CRS84),
    objects: document === delivered.document ? deliveredObjects : objectsOf(document),
    changes: changes.map((change) => ({ ...change, pointer: root.inFile(change.pointer) })),
  };
}

/** Objects in which findings are to be placed. */
export interface Placing extends Pick<Opened, 'objects' | 'crs'> {
  readonly root: Pick<Root, 'inFile'>;
  /** Where an object lies, if not as its data say. */
  readonly positionOf?: typeof positionOf;
}

/** Findings about places in the document, as findings about places in the delivery. */
export function placed(findings: readonly Finding[], { root, objects, crs, positionOf }: Placing): readonly Finding[] {
  if (findings.length === 0) return findings;
  const objectAt = objectFinder(objects);
  const nearAt = nearFinder(objects, crs, positionOf);
  const rootId = objects[0]?.id === undefined ? undefined : shownId(objects[0].id);
  return findings.map((finding) => {
    const object = objectAt(finding.pointer);
    const near = finding.place === undefined ? nearAt(object) : undefined;
    return {
      ...finding, pointer: root.inFile(finding.pointer),
      ...(object?.id === undefined ? {} : { objectId: shownId(object.id) }), ...(rootId === undefined ? {} : { rootId }),
      ...(object?.kind === undefined ? {} : { objectType: object.type }), ...(near === undefined ? {} : { near }),
    };
  });
}
