/**
 * Terms of the data in responses for programs (schemas/terms.ts): the licence as a link, contact and publisher as in OGC API Records.
 * Unset terms are left out. Not here: terms on pages (web/terms.ts).
 */
import type { Party, Terms } from '../../schemas/terms.ts';

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
