/**
 * Open: turns a delivered root into its objects in model 4.0.0.
 * Not here: checks (check.ts), the locations of findings (placed.ts).
 */
import { CRSS, type Crs } from '../../../schemas/crs.ts';
import type { Change } from '../../../schemas/finding.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { ModelVersion } from '../../../schemas/names.ts';
import { withDefaults, type FeatureDefaults } from '../../../schemas/model/feature-defaults.ts';
import { objectsOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { FeatureReading, Root } from '../read/index.ts';
import type { Moment } from '../../../schemas/time.ts';
import { markOf30, upgrade } from '../upgrade/index.ts';
import type { CurrentTexts } from './texts.ts';

export interface ReadingOptions {
  /** The CRS; null for the default of each root's model. */
  readonly crs: Crs | null;
  /** The model; null to recognise it for each root. */
  readonly model: ModelVersion | null;
  /** The moment of the check. For a submission this is the time of receipt, so that a later preparation has equal findings. */
  readonly now: Moment;
  /** Texts with forbidden characters that are already in the current document (texts.ts). */
  readonly currentTexts?: CurrentTexts;
  /** JSON texts of the current geometries of these objects. */
  readonly currentGeometries?: ReadonlySet<string>;
  /** Values that are filled in when a new feature has none. */
  readonly defaults?: FeatureDefaults;
  /** Whether texts in a Feature are converted to values of their fields (read/field-texts.ts). */
  readonly readsTexts?: boolean;
}

/** The options for reading Features. */
export function featureReading({ defaults, readsTexts = false }: ReadingOptions): FeatureReading {
  return { entityType: defaults?.entityType, readsTexts };
}

/** A root in model 4.0.0, with its objects. */
export interface Opened {
  readonly root: Root;
  readonly model: ModelVersion;
  /** The mark by which a root was recognised as 3.0.x, when no model was given. */
  readonly why30: string | undefined;
  readonly crs: Crs;
  /** The document in model 4.0.0. */
  readonly document: JsonObject;
  readonly objects: readonly ModelObject[];
  readonly changes: readonly Change[];
  /** Names of the root's fields that were filled in; undefined when none were. */
  readonly filled: readonly string[] | undefined;
}

/** Opens one root. The default CRS is CRS84 for 4.0.0 and RD for 3.0.x. */
export function open(delivered: Root, options: ReadingOptions): Opened {
  const deliveredObjects = objectsOf(delivered.document);
  const why30 = options.model === null ? markOf30(deliveredObjects, delivered.text) : undefined;
  const model = options.model ?? (why30 === undefined ? '4.0' : '3.0');
  if (model !== '3.0') {
    const { object: document, filled } = filledIn(delivered, options.defaults);
    const objects = document === delivered.document ? deliveredObjects : objectsOf(document);
    return { root: delivered, model, why30, document, crs: options.crs ?? CRSS.CRS84, objects, changes: [], filled };
  }
  const { document, changes, inDelivered } = upgrade(delivered.document);
  const root = { ...delivered, inFile: (pointer: string) => delivered.inFile(inDelivered(pointer)) };
  return {
    root, model, why30, document, crs: options.crs ?? CRSS['28992'], objects: objectsOf(document),
    changes: changes.map((change) => ({ ...change, pointer: root.inFile(change.pointer) })),
    filled: delivered.isTyped === true ? ['entityType'] : undefined,
  };
}

/** The document of a root with its defaults. A root of model 3.0.x gets its id in the upgrade. */
function filledIn(
  { document, isFeature, isTyped }: Root, defaults: FeatureDefaults | undefined,
): { readonly object: JsonObject; readonly filled: readonly string[] | undefined } {
  if (defaults === undefined || !isFeature) return { object: document, filled: undefined };
  const { object, filled } = withDefaults(document, defaults);
  return { object, filled: isTyped === true ? ['entityType', ...filled] : filled };
}
