/** Far words: what is told of the one position of a geometry that lies far from those beside it, and the warning when the geometry is valid. */
import type { Crs } from '../../../schemas/crs.ts';
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import { farOfValid, type FarVertex } from './far-vertex.ts';
import type { PlacedGeometry } from './issues.ts';
import { shownMetres } from './metres.ts';
import { nameOf } from './position-names.ts';
import { vertexAt, vertexPointer } from './vertices.ts';

type Placed = Pick<PlacedGeometry, 'pointer' | 'vertices'>;
type FarWords = Required<Pick<Finding, 'pointer' | 'mend' | 'place'>> & { readonly says: Text };

/** Which position it is, how far away, and what to compare. */
export function farWords({ pointer, vertices }: Placed, far: FarVertex, crs: Crs): FarWords {
  const [name, metres] = [nameOf(vertices, far.index), shownMetres(far.metres)];
  const [position, before, after] = [far.index, far.before, far.after].map((index) => vertexAt(vertices, index).join(', '));
  return {
    pointer: pointer + vertexPointer(vertices, far.index), place: { crs: crs.uri, coordinates: vertexAt(vertices, far.index) },
    says: { nl: `${name.nl} ligt ${metres} van de punten ernaast`, en: `${name.en} lies ${metres} from those beside it` },
    mend: {
      nl: `Controleer de getallen van dat punt: ${position}. Het punt ervoor is ${before}, het punt erna ${after}.`,
      en: `Check the numbers of that position: ${position}. The one before it is ${before}, the one after it ${after}.`,
    },
  };
}

/** The warning about a valid geometry with a position that is surely a slip; undefined for nearly all. */
export function farIssue(geometry: Placed, crs: Crs): Issue | undefined {
  const far = farOfValid(geometry.vertices, crs);
  if (far === undefined) return undefined;
  const [rule, severity] = ['geometrie.punt-ver', 'warning'] as const;
  return { rule, severity, at: geometry.pointer, finding: () => {
    const { says, ...where } = farWords(geometry, far, crs);
    return {
      rule, severity, ...where, message: {
        nl: `Eén punt van deze geometrie ligt ver van alle andere: ${says.nl}.`,
        en: `One position of this geometry lies far from all others: ${says.en}.`,
      },
    };
  } };
}
