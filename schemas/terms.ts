/**
 * Terms: what the operator declares about the published data: licence, contact, the attribution that users owe, publisher.
 *
 * Each is a setting, and each is one text so that it can stand in a flag or a variable: a name with addresses in angle brackets behind
 * it, as mail programs write them. What is not set is claimed nowhere. Not here: the licence of the software (package.json).
 */

/** A name with the addresses that belong to it. */
export interface Party {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

export interface Terms {
  /** It always has an URL. */
  readonly licence: (Party & { readonly url: string }) | null;
  /** It has an e-mail address, an URL, or both. */
  readonly contact: Party | null;
  /** The text that users of the data show beside it. */
  readonly attribution: string | null;
  readonly publisher: Party | null;
}

export const NO_TERMS: Terms = { licence: null, contact: null, attribution: null, publisher: null };

const NAME = String.raw`[^\s<>](?:[^<>\p{Cc}]{0,198}[^\s<>])?`;
const EMAIL = String.raw` <[^\s<>@\/?#"]+@[A-Za-z0-9.\-]+\.[A-Za-z0-9\-]+>`;
const URL_TEXT = String.raw` <https?:\/\/[A-Za-z0-9.\-]+(?::\d+)?(?:\/[^\s<>"\\]*)?>`;

/** How each party is written, as regular expressions that JSON Schema takes too. */
export const PARTY_PATTERNS = {
  licence: `^${NAME}${URL_TEXT}$`,
  contact: `^${NAME}(?:${EMAIL}(?:${URL_TEXT})?|${URL_TEXT})$`,
  publisher: `^${NAME}(?:${URL_TEXT})?$`,
} as const;

type PartyName = keyof typeof PARTY_PATTERNS;

/** Whether a text is written as this kind of party is. */
export function isParty(kind: PartyName, text: string): boolean {
  return new RegExp(PARTY_PATTERNS[kind], 'u').test(text);
}

/** The terms that texts declare; each text is a party of its kind, or null. */
export function termsOf({ licence, contact, attribution, publisher }: Readonly<Record<keyof Terms, string | null>>): Terms {
  return {
    licence: licence === null ? null : partyOf(licence) as Party & { readonly url: string },
    contact: contact === null ? null : partyOf(contact),
    attribution,
    publisher: publisher === null ? null : partyOf(publisher),
  };
}

function partyOf(text: string): Party {
  const [name = '', ...addresses] = text.split(/ <|>/).filter((part) => part !== '');
  const email = addresses.find((address) => !address.includes('://'));
  const url = addresses.find((address) => address.includes('://'));
  return { name, ...(email === undefined ? {} : { email }), ...(url === undefined ? {} : { url }) };
}
