/** Page of conformance classes, and of drafts of standards. */
import type { Text } from '../../schemas/finding.ts';
import { html } from '../../schemas/html.ts';
import { TIME_AXES, type Draft } from '../description/drafts.ts';
import { page, type PageRequest } from './page.ts';

export function conformancePage(classes: readonly string[], drafts: readonly Draft[], context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  return page({ ...context, title: say({ nl: 'Conformiteit', en: 'Conformance' }) }, html`
<p class="lead">${say({ nl: 'Aan deze delen van standaarden voldoet de dienst.', en: 'The service conforms to these parts of standards.' })}</p>
<ul>${classes.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>
${drafts.length === 0 ? '' : html`<h2>${say({ nl: 'Ontwerpen', en: 'Drafts' })}</h2>
<p>${say({
    nl: 'Van deze standaarden in wording heeft de dienst een deel. Ze kunnen nog veranderen en hebben daarom geen conformiteitsklasse.',
    en: 'The service has a part of these standards in the making. They may still change, and so have no conformance class.',
  })}</p>
<dl>${drafts.map(({ name, url, says }) => html`<dt><a href="${url}">${name}</a></dt><dd>${say(says)}</dd>`)}</dl>
<p>${say(TIME_AXES)}</p>`}`);
}
