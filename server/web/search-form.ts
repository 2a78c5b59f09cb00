/** Search form: one field for words, sent to `/zoeken`. It keeps the passed-on parameters of its page. */
import type { Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import type { PageRequest } from './page.ts';

/** Returns the form; `text`: the words that it shows. */
export function searchForm(text: string, { baseUrl, language, passedOn }: PageRequest): Html {
  const say = (text: Text): string => text[language];
  return html`<form class="search" action="${new URL(baseUrl).pathname}/zoeken" method="get" role="search">
${[...new URLSearchParams(passedOn.text)].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="zoek">${say({ nl: 'Zoek in alles', en: 'Search everything' })}</label>
<input id="zoek" name="zoek" type="search" value="${text}" required aria-describedby="zoek-hulp">
<button>${say({ nl: 'Zoek', en: 'Search' })}</button>
<p id="zoek-hulp">${say({
    nl: 'Hele woorden uit teksten, ids en codes; een * staat voor elk aantal letters: propaan*.',
    en: 'Whole words of texts, ids and codes; a * stands for any number of letters: propaan*.',
  })}</p></form>`;
}
