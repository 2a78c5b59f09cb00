/** Profile: the content that a service offers, chosen at start. */
export const PROFILES = ['default', 'demo', 'ogc'] as const;

/** `ogc` leaves out what the OGC test suite does not support: CRS 9067 and collections without features. */
export type Profile = typeof PROFILES[number];
