/** The domain rules, level 5: one file each. A rule is an error only where the document makes it certain. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { ModelObject } from '../../../schemas/objects.ts';
import { ruleContext } from './context.ts';
import { END_AFTER_BEGIN } from './end-after-begin.ts';
import { ID_RECOMMENDED } from './id-recommended.ts';
import { READ_ONLY } from './read-only.ts';
import { REGISTER_SETS } from './register-sets.ts';
import type { Rule } from './rule.ts';
import { ALL_TYPES } from './rule.ts';
import { SECRET_NEEDS_GROUND } from './secret-needs-ground.ts';

export const RULES: readonly Rule[] = [
  END_AFTER_BEGIN, READ_ONLY, SECRET_NEEDS_GROUND, ID_RECOMMENDED, REGISTER_SETS,
];

/** The rules that an object of a type can breach; types of no rule, and unknown ones, have none. */
export const RULES_BY_TYPE: ReadonlyMap<string, readonly Rule[]> = new Map(ALL_TYPES.map((type) =>
  [type, RULES.filter(({ appliesTo }) => appliesTo.includes(type))]));

/** What the rules say of the objects of one root, in document order. Never throws. */
export function ruleFindings(objects: readonly ModelObject[], crs: Crs): readonly Finding[] {
  const findings: Finding[] = [];
  const context = ruleContext(crs);
  for (const object of objects) {
    for (const rule of RULES_BY_TYPE.get(object.type) ?? []) {
      if (!rule.fields.some((field) => Object.hasOwn(object.data, field))) continue;
      const { id, severity, message, mend } = rule;
      for (const breach of rule.check(object, context)) findings.push({ rule: id, severity, message, mend, ...breach });
    }
  }
  return findings;
}
