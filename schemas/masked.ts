/**
 * Masked: removes possible secrets from texts: a password in a URL, the arguments of a command.
 * Not here: the secret settings of a file (state/folder/json-file.ts).
 */
const MASK = '…';
/** Fewest characters of a secret. Masking shorter words would leave nothing to read. */
const SECRET_CHARS_MIN = 5;

/** Removes user names and passwords from the URLs in a text. */
export function withoutUserInfo(text: string): string {
  return text.replaceAll(/(?<=\/\/)[^\s/?#]*@/g, `${MASK}@`);
}

/** Removes possible passwords and keys from a value that should be a URL. */
export function maskedAddress(value: string): string {
  return value.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, `$1${MASK}@`).replace(/[?#].*$/s, `?${MASK}`);
}

/** Removes secret values and each of their words from a text. */
export function withoutValues(text: string, values: readonly string[]): string {
  const words = new Set(values.flatMap((value) => [value, ...value.split(/[\s"'`=:,;&?#@/\\]+/)]));
  const secrets = [...words].filter((word) => word.length >= SECRET_CHARS_MIN).sort((a, b) => b.length - a.length);
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}
