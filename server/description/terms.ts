/**
 * Terms of the data in the answers about it (schemas/terms.ts): licence as a link, contact and publisher as OGC API Records writes them.
 * What is not set is left out.
 */
import type { Party, Terms } from '../../schemas/terms.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';

/** The link to the licence; none when none is set. */
export function licenceLinks({ licence }: Terms): readonly object[] {
  return licence === null ? [] : [{ href: licence.url, rel: 'license', title: licence.name }];
}

/** Members of a collection that name whom to credit and whom to ask. */
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

/** `contact` and `license` of the description in OpenAPI. */
export function openApiTerms({ contact, licence }: Terms): object {
  return {
    ...(contact === null ? {} : { contact }),
    ...(licence === null ? {} : { license: { name: licence.name, url: licence.url } }),
  };
}

/** The terms for people; nothing when none is set. */
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
