/** Geometry: the door of this room. What is wrong with a geometry beyond its shape (level 3), and whether it is valid. */
export { checkGeometries, geometriesOf, shapelessIssue } from './checks.ts';
export { farIssue } from './far-words.ts';
export { invalidIssue } from './invalid.ts';
export type { PlacedGeometry } from './issues.ts';
export { isSurelyValid } from './proof.ts';
export { besideOthers, OTHER_CRS } from './range.ts';
export { openSpatial, spatialWhenAsked } from './spatial.ts';
export type { Spatial } from './spatial.ts';
export { defectsOf } from './validity.ts';
