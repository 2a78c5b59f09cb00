/** Origins: the sites whose pages may read responses in a browser; the setting `origin` names them. */

/** Any site. Its pages read public responses, and send neither credentials nor changes. */
export const ANY_ORIGIN = 'any';

/** Whether a value is `any` or an origin as a browser sends it: scheme, host and port, no path. */
export function isOrigin(value: unknown): value is string {
  return value === ANY_ORIGIN || (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value);
}
