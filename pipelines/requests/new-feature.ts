/**
 * New feature: which requests make a feature that may leave fields to the register, and what it fills in: a POST of one Feature to its
 * collection. A file, a delivery and a FeatureCollection say all of their objects.
 *
 * Invariant: preparing a submission again gives the same id, for it is made from the uuid of the submission, which is random. The id does
 * not tell the uuid.
 */
import { createHash } from 'node:crypto';
import type { FeatureDefaults } from '../../schemas/model/feature-defaults.ts';
import { OBJECT_TYPES } from '../../schemas/names.ts';
import { readTarget, acceptsType } from '../../schemas/target.ts';
import type { PreparationJob } from '../prepare/preparation-job.ts';

/** Hexadecimal digits of a lokaalID behind the code of its holder: 128 bits. */
const ID_DIGITS = 32;

/** What is filled in of the feature of a request; undefined when it is no new feature. */
export function defaultsFor(
  { method, target: path, uuid, holder, bronregistratie }: Pick<PreparationJob, 'method' | 'target' | 'uuid' | 'holder' | 'bronregistratie'>,
): FeatureDefaults | undefined {
  const target = method === 'POST' ? readTarget(path) : undefined;
  if (target?.form !== 'feature') return undefined;
  const [entityType, ...others] = OBJECT_TYPES.filter((type) => acceptsType(target, type));
  const digits = createHash('sha256').update(`lokaalID ${uuid}`).digest('hex').slice(0, ID_DIGITS);
  return { entityType: others.length === 0 ? entityType : undefined, lokaalID: `${holder}.${digits}`, bronregistratie };
}
