/**
 * A contour that is given as a distance is published as the area within that distance of its references in the same root. References in
 * other roots are unknown then, so the area may be too small. One warning for each contour.
 */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { linkTarget } from '../../../schemas/model/internal-links.ts';
import { distanceIn } from '../../../schemas/model/objects.ts';
import { BACK_LINKS, CONTOUR_TYPES } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const LINKS = BACK_LINKS.contour!;

export const REFERENCE_ELSEWHERE: Rule = {
  id: 'regel.hoort-bij-elders',
  example: {
    wrong: {
      entityType: 'Vulpunt', id: 'NL.IMEV.AB12.vulpunt-1',
      resulteertIn: [{
        entityType: 'PRContour', afstandOfGeometrie: { afstand: 45 },
        hoortBij: [{ href: '#NL.IMEV.AB12.vulpunt-1' }, { href: 'https://ev.example.nl/v1/collections/vulpunten/items/NL.IMEV.AB12.vulpunt-9' }],
      }],
    },
    right: {
      entityType: 'Vulpunt', id: 'NL.IMEV.AB12.vulpunt-1',
      resulteertIn: [{
        entityType: 'PRContour', afstandOfGeometrie: { afstand: 45 }, hoortBij: [{ href: '#NL.IMEV.AB12.vulpunt-1' }],
      }],
    },
  },
  appliesTo: CONTOUR_TYPES,
  fields: [LINKS],
  check: (object, { idsIn }) => {
    const { data, pointer, parent } = object;
    const links = own(data, LINKS);
    if (distanceIn(data) === undefined || !Array.isArray(links) || links.length < 2) return NONE;
    const ids = (links as readonly Json[]).map((link) => targetOf(link, idsIn(object)));
    // A contour that does not name its parent has another finding (verwijzing.anders-dan-plaats).
    if (!ids.includes(parent?.id)) return NONE;
    const elsewhere = ids.flatMap((id, index) => (id === undefined || idsIn(object).has(id) ? [] : [{ id, index }]));
    const [first] = elsewhere;
    if (first === undefined) return NONE;
    const found = elsewhere.length === 1 ? first.id : `${first.id} (+${elsewhere.length - 1})`;
    return [{ pointer: `${pointer}/${LINKS}/${first.index}/href`, found }];
  },
};

function targetOf(link: Json, near: ReadonlySet<string>): string | undefined {
  const href = isObject(link) ? own(link, 'href') : undefined;
  return typeof href === 'string' ? linkTarget(href, near) : undefined;
}
