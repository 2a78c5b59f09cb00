/** Profile: what a service shows of itself, chosen when it starts. */
export const PROFILES = ['default', 'demo', 'ogc'] as const;

/** `ogc` leaves out what the OGC test suite does not know: CRS 9067 and collections without features. */
export type Profile = typeof PROFILES[number];
