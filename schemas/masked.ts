/**
 * Masked: texts without what may be secret in them: a password in an address, the arguments of a command.
 * Not here: which values of a file are never shown (state/folder/kept-file.ts).
 */
const MASK = '…';
/** Shorter words are no secrets, and masking them would leave nothing to read. */
const SECRET_CHARS_MIN = 5;

/** A text in which no address has a user name or password. */
export function withoutUserInfo(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^\s/?#]*@/g, `${MASK}@`);
}

/** A value that should be an address and is none, without all that may be a password or a key in it. */
export function maskedAddress(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, `$1${MASK}@`).replace(/[?#].*$/s, `?${MASK}`);
}

/** A text in which no value stands that may be secret, nor a word of it, wherever that came from. */
export function withoutValues(text: string, values: readonly string[]): string {
  const words = new Set(values.flatMap((value) => [value, ...value.split(/[\s"'`=:,;&?#@/\\]+/)]));
  const secrets = [...words].filter((word) => word.length >= SECRET_CHARS_MIN).sort((a, b) => b.length - a.length);
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}
