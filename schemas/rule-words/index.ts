/**
 * Rule words: texts of the findings with fixed or nearly fixed words. The checks put them in findings, and the service shows them on the
 * page of the rule.
 * Not here: words with locations and values (beside each check); those of domain rules (pipelines/prepare/rules/), of mistakes in a
 * request (pipelines/requests/) and notes of the register (pipelines/state/outcomes/refusals.ts); titles (rules.ts); all rules (RULES.md).
 */
import type { FindingText } from '../finding.ts';
import { DELIVERY_WORDS } from './delivery.ts';
import { DOMAIN_WORDS } from './domain.ts';
import { EXAMPLES } from './examples.ts';
import { GEOMETRY_WORDS } from './geometry.ts';
import { LINK_WORDS } from './links.ts';
import { READING_WORDS } from './reading.ts';
import { REGISTER_WORDS } from './register.ts';
import { TEXT_WORDS } from './texts.ts';

/** Texts by the name of the rule: `geometrie.ring-open`. For a rule of both the checks and the register, the text of the register. */
export const RULE_WORDS: Readonly<Record<string, FindingText>> = {
  ...READING_WORDS, ...DELIVERY_WORDS, ...TEXT_WORDS, ...GEOMETRY_WORDS, ...LINK_WORDS, ...REGISTER_WORDS, ...DOMAIN_WORDS, ...EXAMPLES,
};
