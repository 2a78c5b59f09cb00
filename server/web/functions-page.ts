/** Page of filter functions: their arguments and results. */
import { FILTER_FUNCTIONS } from '../../schemas/filter-functions.ts';
import { html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

export function functionsPage(baseUrl: string): Buffer {
  const listed = FILTER_FUNCTIONS.map(({ name, description, arguments: parts }) => html`
<h2><code>${name}(${parts.map(({ title }) => title).join(', ')})</code></h2>
${bilingual({ nl: `${description.nl}.`, en: `${description.en}.` })}
<dl>${parts.map((part) => html`<dt><code>${part.title}</code></dt><dd>${part.description.nl} <span lang="en">${part.description.en}</span></dd>`)}</dl>`);
  return page({ baseUrl, title: 'Functies van filters' }, html`
${bilingual({ nl: 'Wat een filter kent naast de functies van CQL2 zelf.', en: 'What a filter knows beside the functions of CQL2 itself.' })}
${listed}`);
}
