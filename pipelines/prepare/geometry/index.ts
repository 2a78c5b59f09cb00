/** Geometry: the door of this room. What is wrong with a geometry beyond its shape (level 3), and whether it is valid. */
export { checkGeometries } from './checks.ts';
export { farIssue } from './far-vertex.ts';
export { invalidIssue } from './invalid.ts';
export type { PlacedGeometry } from './issues.ts';
export { publishedIssues } from './published.ts';
export { besideOthers, OTHER_CRS } from './range.ts';
export { openSpatial, spatialWhenAsked, type Spatial } from './spatial.ts';
