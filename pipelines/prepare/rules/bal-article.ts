/**
 * The catalogue names the articles of law of each activity type. A link in `balActiviteit` leads to one of these articles, or to a part of
 * one. Plain texts, the form of model 3.0, have no address and are not checked.
 */
import { ACTIVITY_CONSTANTS } from '../../../schemas/model/activity-constants.ts';
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { shown } from '../../../schemas/shown-values.ts';
import { NONE, type Rule } from './rule.ts';

export const BAL_ARTICLE: Rule = {
  id: 'regel.bal-artikel',
  example: {
    wrong: {
      entityType: 'TankenLPG',
      balActiviteit: [{ naam: 'Bal', link: '/akn/nl/act/bm/2018/stb-2018-293/art_4.481' }],
    },
    right: {
      entityType: 'TankenLPG',
      balActiviteit: [{ naam: 'Bal', link: '/akn/nl/act/bm/2018/stb-2018-293/art_4.472' }],
    },
  },
  appliesTo: ACTIVITY_TYPES.filter((type) => ACTIVITY_CONSTANTS.get(type)?.bal !== undefined),
  fields: ['balActiviteit'],
  check: ({ data, type, pointer }) => {
    const links = linksOf(own(data, 'balActiviteit'));
    const articles = ACTIVITY_CONSTANTS.get(type)?.bal ?? [];
    const isRight = links.some((link) => articles.some((article) => isAt(link, article)));
    if (links.length === 0 || isRight) return NONE;
    return [{
      pointer: `${pointer}/balActiviteit`, found: shown(links.join(', ')), expected: articles.join(', '),
    }];
  },
};

function linksOf(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((item) => (isObject(item) ? textOf(item, 'link') ?? [] : []));
}

/** Whether a link, with or without scheme and host, leads to an article or a part of it. */
function isAt(link: string, article: string): boolean {
  const path = link.replace(/^https?:\/\/[^/]*/i, '');
  return path === article || path.startsWith(`${article}/`);
}
