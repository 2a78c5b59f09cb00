/**
 * Links: where an object of the model points to (Information Model, Relations), and whether that agrees with the
 * nesting. Ids that are not in this root go on to the register, which decides whether they exist (design 5.5).
 * Not here: what an `href` means (schemas/links.ts), ids used twice (batch.ts), links to other roots (state/).
 */
import type { Finding } from '../../schemas/finding.ts';
import type { Json } from '../../schemas/json.ts';
import { isObject, own } from '../../schemas/json.ts';
import { linkTarget } from '../../schemas/links.ts';
import { BACK_LINKS } from '../../schemas/names.ts';
import type { ModelObject } from '../../schemas/objects.ts';
import { textOf } from '../../schemas/objects.ts';
import { shown } from './findings.ts';

export interface OutsideLink {
  readonly id: string;
  /** In the document. */
  readonly pointer: string;
}

/** The links of a root to ids outside it, and warnings where a back link disagrees with the nesting. */
export function checkLinks(
  objects: readonly ModelObject[],
): { outside: readonly OutsideLink[]; findings: readonly Finding[] } {
  const ids = new Set(objects.map(({ id }) => id));
  const outside: OutsideLink[] = [];
  const findings: Finding[] = [];
  for (const object of objects) {
    const field = object.kind && BACK_LINKS[object.kind];
    if (field === undefined) continue;
    const targets = targetsOf(object, field, ids);
    for (const { id, pointer } of targets) if (!ids.has(id)) outside.push({ id, pointer });
    const above = object.parent?.id;
    if (above !== undefined && targets.length > 0 && !targets.some(({ id }) => id === above)) {
      const found = targets.map(({ id }) => id).join(', ');
      findings.push(disagreement({ pointer: `${object.pointer}/${field}`, above, found }));
    }
  }
  return { outside, findings };
}

function targetsOf(
  object: ModelObject, field: string, ids: ReadonlySet<string | undefined>,
): readonly OutsideLink[] {
  const value = own(object.data, field);
  const links = Array.isArray(value) ? value as readonly Json[] : value === undefined ? [] : [value];
  return links.flatMap((link, index) => {
    const href = isObject(link) ? textOf(link, 'href') : undefined;
    const id = href === undefined ? undefined : linkTarget(href, ids);
    const at = Array.isArray(value) ? `/${index}` : '';
    return id === undefined ? [] : [{ id, pointer: `${object.pointer}/${field}${at}/href` }];
  });
}

function disagreement({ pointer, above, found }: { pointer: string; above: string; found: string }): Finding {
  return {
    rule: 'verwijzing.anders-dan-plaats', severity: 'warning', pointer,
    found: shown(found), expected: shown(`#${above}`),
    message: {
      nl: 'Deze verwijzing noemt een ander object dan dat waarin dit object staat.',
      en: 'This link names another object than the one that holds this object.',
    },
    mend: {
      nl: 'Verwijs naar het object erboven, of zet dit object daar waar het hoort.',
      en: 'Link to the object above, or move this object to where it belongs.',
    },
  };
}
