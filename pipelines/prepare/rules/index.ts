/** The domain rules, level 5: one file each. A rule is an error only where the document makes it certain. */
import { END_AFTER_BEGIN } from './end-after-begin.ts';
import { ID_RECOMMENDED } from './id-recommended.ts';
import { READ_ONLY } from './read-only.ts';
import { REGISTER_SETS } from './register-sets.ts';
import type { Rule } from './rule.ts';
import { SECRET_NEEDS_GROUND } from './secret-needs-ground.ts';

export const RULES: readonly Rule[] = [
  END_AFTER_BEGIN, READ_ONLY, SECRET_NEEDS_GROUND, ID_RECOMMENDED, REGISTER_SETS,
];
