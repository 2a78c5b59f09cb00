/**
 * New feature: default values for a POST of one Feature to its collection, which may leave out some fields. A file, a delivery and a
 * FeatureCollection have no defaults.
 *
 * Invariant: preparing a submission again gives the same id, because the id is a hash of the random uuid of the submission. The uuid cannot
 * be derived from the id.
 */
import { createHash } from 'node:crypto';
import type { FeatureDefaults } from '../../schemas/model/feature-defaults.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import { readTarget, acceptsType } from '../../schemas/target.ts';
import type { PreparationJob } from '../prepare/preparation-job.ts';

/** Hexadecimal digits of a lokaalID after the code of its holder: 128 bits. */
const ID_DIGITS = 32;

/** Returns the defaults for the feature of a request; undefined when it is no new feature. */
export function defaultsFor(
  { method, target: path, uuid, holder, bronregistratie }: Pick<PreparationJob, 'method' | 'target' | 'uuid' | 'holder' | 'bronregistratie'>,
): FeatureDefaults | undefined {
  const target = method === 'POST' ? readTarget(path) : undefined;
  if (target?.form !== 'feature') return undefined;
  const [entityType, ...others] = OBJECT_TYPES.filter((type) => acceptsType(target, type));
  const digits = createHash('sha256').update(`lokaalID ${uuid}`).digest('hex').slice(0, ID_DIGITS);
  return { entityType: others.length === 0 ? entityType : undefined, lokaalID: `${holder}.${digits}`, bronregistratie };
}
