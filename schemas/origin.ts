/** Origins: the sites whose pages may read answers in a browser, as the setting `origin` names them. */

/** Stands for every site: its pages read what is public, and send neither credentials nor changes. */
export const ANY_ORIGIN = 'any';

/** Whether a value is an origin as a browser sends it, or `any`: scheme, name and port, no path. */
export function isOrigin(value: unknown): value is string {
  return value === ANY_ORIGIN || (typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value);
}
