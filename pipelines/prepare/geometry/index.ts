/** Geometry: the entry of this room. Checks geometries (level 3) and their validity. */
export { checkGeometries } from './checks.ts';
export { farIssue } from './far-vertex.ts';
export { invalidIssue } from './invalid.ts';
export type { RootGeometry } from './issues.ts';
export { publishedIssues } from './published.ts';
export { besideOthers, OTHER_CRS } from './range.ts';
export { lazySpatial, openSpatial, type Spatial } from './spatial.ts';
