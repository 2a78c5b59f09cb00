/** Geometry change: what happened to a geometry between two versions, with its distance or its sizes. Words: geometry-words.ts. */
/** Size of a geometry: area in m², length in m, or number of points. */
export interface Size {
  readonly unit: 'm²' | 'm' | 'points';
  readonly value: number;
}

export type GeometryChange =
  | { readonly kind: 'new'; readonly after: Size }
  | { readonly kind: 'removed'; readonly before: Size }
  /** The same place, written otherwise: another CRS, first vertex, direction, height or number of decimals. */
  | { readonly kind: 'same' }
  /** The same shape at another place. */
  | { readonly kind: 'moved'; readonly metres: number }
  | { readonly kind: 'grown' | 'shrunk'; readonly before: Size; readonly after: Size }
  /** Another shape of the same size, or a geometry of another kind. */
  | { readonly kind: 'reshaped'; readonly before: Size; readonly after: Size };
