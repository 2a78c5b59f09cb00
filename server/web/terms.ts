/** Terms of the data on pages: licence, publisher, contact and attribution. Not here: terms in other forms (description/terms.ts). */
import type { Language, Text } from '../../schemas/finding.ts';
import type { Party, Terms } from '../../schemas/terms.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';

/** Returns the terms as HTML; empty without terms. */
export function termsHtml({ licence, contact, attribution, publisher }: Terms, language: Language): Html | '' {
  const row = (name: Text, value: Html): Html => html`<dt>${name[language]}</dt><dd>${value}</dd>`;
  const rows = [
    ...(licence === null ? [] : [row({ nl: 'Licentie', en: 'Licence' }, linkTo(licence.url, licence.name))]),
    ...(publisher === null ? [] : [row({ nl: 'Uitgever', en: 'Publisher' }, partyHtml(publisher))]),
    ...(contact === null ? [] : [row({ nl: 'Contact', en: 'Contact' }, partyHtml(contact))]),
    ...(attribution === null ? [] : [row({ nl: 'Bronvermelding', en: 'Attribution' }, html`${attribution}`)]),
  ];
  const title: Text = { nl: 'Gebruik', en: 'Use' };
  return rows.length === 0 ? '' : html`<h2>${title[language]}</h2><dl>${rows}</dl>`;
}

function partyHtml({ name, email, url }: Party): Html {
  const shown = url === undefined ? html`${name}` : linkTo(url, name);
  return email === undefined ? shown : html`${shown}, <a href="mailto:${email}">${email}</a>`;
}
