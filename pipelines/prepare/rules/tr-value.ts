/** The catalogue gives each activity type one value of `idActiviteitTR`. Its own texts sometimes differ, so this is a warning. */
import { describeDifference } from '../../../schemas/lookalike.ts';
import { ACTIVITY_CONSTANTS } from '../../../schemas/model/activity-constants.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { NONE, type Rule } from './rule.ts';

export const TR_VALUE: Rule = {
  id: 'regel.tr-activiteit',
  example: {
    wrong: { entityType: 'TankenLPG', idActiviteitTR: 'nl.imow-mnre1034.activiteit.TankenCNG' },
    right: { entityType: 'TankenLPG', idActiviteitTR: 'nl.imow-mnre1034.activiteit.TankenOpslaanLPG' },
  },
  appliesTo: ACTIVITY_TYPES.filter((type) => ACTIVITY_CONSTANTS.get(type)?.tr !== undefined),
  fields: ['idActiviteitTR'],
  check: ({ data, type, pointer }) => {
    const found = textOf(data, 'idActiviteitTR');
    const expected = ACTIVITY_CONSTANTS.get(type)?.tr;
    if (found === undefined || expected === undefined || found === expected) return NONE;
    const mend = describeDifference(found, expected);
    return [{ pointer: `${pointer}/idActiviteitTR`, found: shown(found), expected, ...(mend === undefined ? {} : { mend }) }];
  },
};
