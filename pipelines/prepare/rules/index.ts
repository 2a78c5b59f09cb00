/** Rules: the entry of this room. The domain rules, level 5, one file each. A rule is an error only when the Information Model makes it certain. */
import type { Finding, Issue } from '../../../schemas/finding.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { DOMAIN_WORDS } from '../../../schemas/rule-words/domain.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { withRemark } from '../../../schemas/shown-values.ts';
import { ACTIVITIES_ENDED } from './activities-ended.ts';
import { ACTIVITY_LOCATION } from './activity-location.ts';
import { BAG_KIND } from './bag-kind.ts';
import { BAL_ARTICLE } from './bal-article.ts';
import { BEGIN_ODD } from './begin-odd.ts';
import { CAS_CHECK_DIGIT } from './cas-check-digit.ts';
import { CLOCK_CHANGE } from './clock-change.ts';
import { COMBINED_FIXED } from './combined-fixed.ts';
import { CONTOUR_FAR } from './contour-far.ts';
import { CONTOUR_TWICE } from './contour-twice.ts';
import { DISTANCE_LARGE } from './distance-large.ts';
import { DISTANCE_SMALL } from './distance-small.ts';
import { DISTANCE_ZERO } from './distance-zero.ts';
import { DOCUMENT_LINK } from './document-link.ts';
import { END_AFTER_BEGIN } from './end-after-begin.ts';
import { END_ODD } from './end-odd.ts';
import { EOS_CERTIFIED } from './eos-certified.ts';
import { EOS_MOBILE_SURFACE } from './eos-mobile-surface.ts';
import { EOS_PERMIT_AREA } from './eos-permit-area.ts';
import { EOS_SODIUM } from './eos-sodium.ts';
import { ID_IN_ADDRESS } from './id-in-address.ts';
import { ID_NORMAL_FORM } from './id-normal-form.ts';
import { ID_RECOMMENDED } from './id-recommended.ts';
import { LINE_KIND } from './line-kind.ts';
import { LIST_IN_TEXT } from './list-in-text.ts';
import { LOCAL_ID_CODE } from './local-id-code.ts';
import { MADE_FIELD } from './made-field.ts';
import { OUTSIDE_COUNTRY } from './outside-country.ts';
import { PART_ENDS_LATE } from './part-ends-late.ts';
import { PART_NEVER_VALID } from './part-never-valid.ts';
import { PART_OF_OTHER_HOLDER } from './part-of-other-holder.ts';
import { PERMIT_DATES } from './permit-dates.ts';
import { PERMIT_FUTURE } from './permit-future.ts';
import { PERMIT_DUTY } from './permit-duty.ts';
import { PIPELINE_LOCATION } from './pipeline-place.ts';
import { PROPANE_VEHICLE } from './propane-vehicle.ts';
import { READ_ONLY } from './read-only.ts';
import { REFERENCE_ELSEWHERE } from './reference-elsewhere.ts';
import { REFERENCE_FAR } from './reference-far.ts';
import { REFERENCE_KIND } from './reference-kind.ts';
import { REGISTER_SETS } from './register-sets.ts';
import { RISK_ORDER } from './risk-order.ts';
import { SECRET_NEEDS_GROUND } from './secret-needs-ground.ts';
import { SEVESO_KVK } from './seveso-kvk.ts';
import { SIZE_ODD } from './size-odd.ts';
import { TR_VALUE } from './tr-value.ts';
import { TRANSPORT_KIND } from './transport-kind.ts';
import { TURBINE_COUNT } from './turbine-count.ts';
import { UNSEEN_CHARACTER } from './unseen-character.ts';
import { ZONE_KIND } from './zone-kind.ts';
import type { Breach, Rule, RuleContext } from './rule.ts';

export { ruleContext } from './context.ts';
export { ID_RECOMMENDED } from './id-recommended.ts';
export { REPEATED_GEOMETRY } from './repeated-geometry.ts';
export { REPEATED_IDENTITY } from './repeated-identity.ts';
export { SIZE_ODD } from './size-odd.ts';
export type { Rule, RuleExample } from './rule.ts';

export const RULES: readonly Rule[] = [
  END_AFTER_BEGIN, BEGIN_ODD, END_ODD, CLOCK_CHANGE, PART_NEVER_VALID, PART_ENDS_LATE, PART_OF_OTHER_HOLDER, READ_ONLY, MADE_FIELD,
  REGISTER_SETS,
  ID_RECOMMENDED, ID_NORMAL_FORM, LOCAL_ID_CODE, UNSEEN_CHARACTER, ID_IN_ADDRESS, LIST_IN_TEXT,
  DOCUMENT_LINK, BAG_KIND, SECRET_NEEDS_GROUND, ACTIVITY_LOCATION, PERMIT_DUTY, PERMIT_DATES, PERMIT_FUTURE, ACTIVITIES_ENDED,
  TR_VALUE, BAL_ARTICLE, SEVESO_KVK, PIPELINE_LOCATION, PROPANE_VEHICLE, EOS_MOBILE_SURFACE,
  EOS_PERMIT_AREA, EOS_SODIUM, EOS_CERTIFIED, TRANSPORT_KIND, LINE_KIND, REFERENCE_KIND, TURBINE_COUNT,
  REFERENCE_FAR, REFERENCE_ELSEWHERE, CONTOUR_FAR, CONTOUR_TWICE, ZONE_KIND, DISTANCE_LARGE, DISTANCE_SMALL, DISTANCE_ZERO, SIZE_ODD,
  RISK_ORDER, COMBINED_FIXED, CAS_CHECK_DIGIT, OUTSIDE_COUNTRY,
];

/** The rules that apply to each type. */
const RULES_BY_TYPE: ReadonlyMap<string, readonly Rule[]> = new Map(OBJECT_TYPES.map((type) =>
  [type, RULES.filter(({ appliesTo }) => appliesTo.includes(type))]));
/** The rules for all types, which also apply to an object of a misspelt type. */
const RULES_OF_ALL = RULES.filter(({ appliesTo }) => appliesTo.length === OBJECT_TYPES.length);

/** The issues of the rules on the objects of one root, in document order. Never throws. */
export function ruleIssues(objects: readonly ModelObject[], context: RuleContext): readonly Issue[] {
  const issues: Issue[] = [];
  for (const object of objects) {
    for (const rule of RULES_BY_TYPE.get(object.type) ?? RULES_OF_ALL) {
      if (!concerns(rule, object.data)) continue;
      for (const breach of rule.check(object, context)) issues.push(issueOf(rule, breach, object));
    }
  }
  return issues;
}

function issueOf(rule: Rule, breach: Breach, { id }: ModelObject): Issue {
  const issue = { ...ofRule(rule.id), at: breach.pointer, finding: () => findingOf(rule, breach) };
  return rule.followsId === true && id !== undefined ? { ...issue, follows: [id] } : issue;
}

function findingOf({ id }: Rule, { remark, ...details }: Breach): Finding {
  const { message, mend } = DOMAIN_WORDS[id];
  return { ...ofRule(id), message: remark === undefined ? message : withRemark(message, remark), mend, ...details };
}

/** Whether an object has a field that matters to a rule. */
function concerns({ fields }: Rule, data: JsonObject): boolean {
  for (const field of fields) if (Object.hasOwn(data, field)) return true;
  return false;
}
