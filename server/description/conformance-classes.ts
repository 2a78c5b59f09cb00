/**
 * Conformance classes: classes of OGC API Features, OGC API Tiles, JSON-FG and CQL2 whose requirements all hold, by standard.
 *
 * Not claimed: CQL2's arithmetic and comparisons of two literals; Part 5's references (our links are addresses, not ids) and profiles (a
 * queryable with several code lists cannot name one); `oas30` of Tiles, which prescribes the ends of operation ids;
 * `api` of JSON-FG, which wants the parameter `profile` at reports and differences too. Part 5 was approved as
 * Part 3 of OGC API Common; clients of its drafts know the older name. Drafts without an address of their own are not claimed (drafts.ts).
 */
const STANDARDS: readonly (readonly [standard: string, classes: readonly string[]])[] = [
  ['ogcapi-features-1/1.0', ['core', 'oas30', 'html', 'geojson']],
  ['ogcapi-features-2/1.0', ['crs']],
  ['ogcapi-features-3/1.0', ['queryables', 'queryables-query-parameters', 'filter', 'features-filter']],
  ['ogcapi-common-3/1.0', ['schemas', 'advanced-property-roles', 'returnables-and-receivables', 'queryables', 'sortables']],
  ['ogcapi-features-5/1.0', ['schemas', 'returnables-and-receivables', 'queryables', 'sortables', 'profile-parameter']],
  ['json-fg-1/1.0', ['core', 'types-schemas', 'profiles']],
  ['ogcapi-tiles-1/1.0', ['core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'datetime', 'mvt', 'oas30']],
  ['cql2/1.0', [
    'basic-cql2', 'advanced-comparison-operators', 'case-insensitive-comparison', 'accent-insensitive-comparison',
    'array-functions', 'basic-spatial-functions', 'basic-spatial-functions-plus', 'spatial-functions', 'temporal-functions', 'functions',
    'cql2-text', 'cql2-json',
  ]],
];

export const CONFORMS_TO: readonly string[] = urisOf(STANDARDS);

/** Classes of a static site: those without requirements on parameters, headers and errors. */
const SITE_CONFORMS_TO: readonly string[] = urisOf([
  ['ogcapi-features-1/1.0', ['geojson']],
  ['ogcapi-common-3/1.0', ['schemas', 'advanced-property-roles']],
  ['ogcapi-features-5/1.0', ['schemas']],
]);

/** Returns the classes of a service, or of a static site. */
export function conformsTo({ isSite }: { readonly isSite: boolean }): readonly string[] {
  return isSite ? SITE_CONFORMS_TO : CONFORMS_TO;
}

function urisOf(standards: typeof STANDARDS): readonly string[] {
  return standards.flatMap(([standard, classes]) => classes.map((name) => `http://www.opengis.net/spec/${standard}/conf/${name}`));
}
