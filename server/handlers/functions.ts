/** Functions: `/functions`, the functions for filters beside CQL2's own (OGC API Features, Part 3). Made once, at start. */
import { FILTER_FUNCTIONS } from '../../schemas/filter-functions.ts';
import { jsonBytes } from '../response/response.ts';
import { PLAIN_FORMS } from '../request/negotiate.ts';
import { both } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { functionsPage } from '../web/functions-page.ts';
import { fixed } from './fixed.ts';

/** GET /functions */
export function functions({ baseUrl }: Service): Handler {
  const listed = FILTER_FUNCTIONS.map(({ name, description, arguments: parts, returns }) => ({
    name, description: both(description), returns: [returns],
    arguments: parts.map((part) => ({ title: part.title, description: both(part.description), type: [part.type] })),
  }));
  return fixed(PLAIN_FORMS, `${baseUrl}/functions`, { json: jsonBytes({ functions: listed }), html: functionsPage });
}
