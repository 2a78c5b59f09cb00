/**
 * Rule words: what a finding says and how to mend that, of rules of which the words are fixed or nearly so: the checks read them to say
 * them, and the service to show them on the page of the rule.
 * Not here: words that name places and values (beside each check); those of domain rules (pipelines/prepare/rules/), of what is wrong with a
 * request (pipelines/requests/) and notes of the register (pipelines/state/outcomes/refusals.ts); titles (rules.ts); all rules (RULES.md).
 */
import type { Words } from '../finding.ts';
import { DELIVERY_WORDS } from './delivery.ts';
import { DOMAIN_WORDS } from './domain.ts';
import { EXAMPLES } from './examples.ts';
import { GEOMETRY_WORDS } from './geometry.ts';
import { LINK_WORDS } from './links.ts';
import { READING_WORDS } from './reading.ts';
import { REGISTER_WORDS } from './register.ts';
import { TEXT_WORDS } from './texts.ts';

/** By the name of the rule: `geometrie.ring-open`. Of a rule that the register finds too, as the register says it. */
export const RULE_WORDS: Readonly<Record<string, Words>> = {
  ...READING_WORDS, ...DELIVERY_WORDS, ...TEXT_WORDS, ...GEOMETRY_WORDS, ...LINK_WORDS, ...REGISTER_WORDS, ...DOMAIN_WORDS, ...EXAMPLES,
};
