/**
 * Terms of the data in responses (schemas/terms.ts): the licence as a link, contact and publisher as in OGC API Records. Unset terms are
 * left out.
 */
import type { Party, Terms } from '../../schemas/terms.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';

/** Returns the link to the licence; empty without a licence. */
export function licenceLinks({ licence }: Terms): readonly object[] {
  return licence === null ? [] : [{ href: licence.url, rel: 'license', title: licence.name }];
}

/** Returns the members of a collection for credits and contacts. */
export function termsMembers({ contact, attribution, publisher }: Terms): object {
  const contacts = [...contactOf(contact, 'pointOfContact'), ...contactOf(publisher, 'publisher')];
  return { ...(attribution === null ? {} : { attribution }), ...(contacts.length === 0 ? {} : { contacts }) };
}

function contactOf(party: Party | null, role: 'pointOfContact' | 'publisher'): readonly object[] {
  if (party === null) return [];
  const { name, email, url } = party;
  return [{
    name, roles: [role],
    ...(email === undefined ? {} : { emails: [{ value: email }] }),
    ...(url === undefined ? {} : { links: [{ href: url, rel: 'about' }] }),
  }];
}

/** Returns `contact` and `license` for OpenAPI. */
export function openApiTerms({ contact, licence }: Terms): object {
  return {
    ...(contact === null ? {} : { contact }),
    ...(licence === null ? {} : { license: { name: licence.name, url: licence.url } }),
  };
}

/** Returns the terms as HTML; empty without terms. */
export function termsHtml({ licence, contact, attribution, publisher }: Terms): Html | '' {
  const rows = [
    ...(licence === null ? [] : [row('Licentie', 'licence', linkTo(licence.url, licence.name))]),
    ...(publisher === null ? [] : [row('Uitgever', 'publisher', partyHtml(publisher))]),
    ...(contact === null ? [] : [row('Contact', 'contact', partyHtml(contact))]),
    ...(attribution === null ? [] : [row('Bronvermelding', 'attribution', html`${attribution}`)]),
  ];
  return rows.length === 0 ? '' : html`<h2>Gebruik <span lang="en">Use</span></h2>
<dl>${rows}</dl>`;
}

function row(nl: string, en: string, value: Html): Html {
  return html`<dt>${nl} <span lang="en">${en}</span></dt><dd>${value}</dd>`;
}

function partyHtml({ name, email, url }: Party): Html {
  const shown = url === undefined ? html`${name}` : linkTo(url, name);
  return email === undefined ? shown : html`${shown}, <a href="mailto:${email}">${email}</a>`;
}
