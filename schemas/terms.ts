/**
 * Terms: the operator's declarations about the published data: licence, contact, attribution, publisher.
 *
 * Each is a setting of one text, so that it fits in an option or a variable: a name followed by addresses in angle brackets, as in e-mail
 * headers. Terms that are not set are not published. Not here: the licence of the software (package.json).
 */

/** A name with its addresses. */
export interface Party {
  readonly name: string;
  readonly email?: string;
  readonly url?: string;
}

export interface Terms {
  /** The licence, always with a URL. */
  readonly licence: (Party & { readonly url: string }) | null;
  /** The contact, with an e-mail address, a URL, or both. */
  readonly contact: Party | null;
  /** The text that users of the data must show. */
  readonly attribution: string | null;
  readonly publisher: Party | null;
}

export const NO_TERMS: Terms = { licence: null, contact: null, attribution: null, publisher: null };

const NAME = String.raw`[^\s<>](?:[^<>\p{Cc}]{0,198}[^\s<>])?`;
const EMAIL = String.raw` <[^\s<>@\/?#"]+@[A-Za-z0-9.\-]+\.[A-Za-z0-9\-]+>`;
const URL_TEXT = String.raw` <https?:\/\/[A-Za-z0-9.\-]+(?::\d+)?(?:\/[^\s<>"\\]*)?>`;

/** Notation of each party, as regular expressions that JSON Schema accepts too. */
export const PARTY_PATTERNS = {
  licence: `^${NAME}${URL_TEXT}$`,
  contact: `^${NAME}(?:${EMAIL}(?:${URL_TEXT})?|${URL_TEXT})$`,
  publisher: `^${NAME}(?:${URL_TEXT})?$`,
} as const;

type PartyName = keyof typeof PARTY_PATTERNS;

/** Whether a text has the notation of this kind of party. */
export function isParty(kind: PartyName, text: string): boolean {
  return new RegExp(PARTY_PATTERNS[kind], 'u').test(text);
}

/** Parses terms. Each text is a party of its kind, or null. */
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
