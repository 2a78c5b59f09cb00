/** Page of filter functions: their arguments and results. */
import { FILTER_FUNCTIONS } from '../../schemas/filter-functions.ts';
import type { Text } from '../../schemas/finding.ts';
import { html } from '../../schemas/html.ts';
import { page, type PageRequest } from './page.ts';

export function functionsPage(context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const listed = FILTER_FUNCTIONS.map(({ name, description, arguments: parts }) => html`
<h2><code>${name}(${parts.map(({ title }) => title).join(', ')})</code></h2>
<p class="lead">${say(description)}.</p>
<dl>${parts.map((part) => html`<dt><code>${part.title}</code></dt><dd>${say(part.description)}</dd>`)}</dl>`);
  return page({ ...context, title: say({ nl: 'Functies voor filters', en: 'Functions for filters' }) }, html`
<p class="lead">${say({ nl: 'Wat een filter kent naast de functies van CQL2 zelf.', en: 'What a filter knows beside the functions of CQL2 itself.' })}</p>
${listed}`);
}
