/** Report: the entry of this room. The report of a delivery as text, and as files for people, programs, GIS and spreadsheets. */
export { csv } from './csv.ts';
export { changedShapes } from './effect-geometries.ts';
export { reportAs, writeReports } from './forms.ts';
export { findingPositions } from './located.ts';
export { geojson } from './geojson.ts';
export { clean } from '../../../schemas/page-texts.ts';
export { summaryText, text } from './text.ts';
export { xlsx } from './xlsx.ts';
