/**
 * Links: where an object of the model points to (Information Model, Relations), whether that is something it may
 * point to, and whether it agrees with the nesting. Ids that are not in this root go on to the register, which decides
 * whether they exist.
 *
 * That a link leads nowhere, or to what the document says it never leads to, is an error. That a back link names
 * another object than the one above it is a warning: the document gives both and does not say which one counts.
 * Not here: what an `href` means (schemas/model/internal-links.ts), ids used twice (delivery/), links to other roots (state/).
 */
import { issueOf, type Finding, type Issue, type Severity, type FindingText } from '../../../schemas/finding.ts';
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { linkTarget } from '../../../schemas/model/internal-links.ts';
import { backLinkOf } from '../../../schemas/names.ts';
import { IdMap, sameInNfc } from '../../../schemas/normal-form.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { wrongTarget } from '../../../schemas/model/relations.ts';
import { hasUnseen, likenessOf, withUnseenShown } from '../../../schemas/lookalike.ts';
import { LINK_WORDS } from '../../../schemas/rule-words/links.ts';
import { shown, withRemark } from '../../../schemas/shown-values.ts';
import type { PreparedLink } from '../../../schemas/submission.ts';

/** A link to an id outside the root, by its place in the document. */
export type OutsideLink = Omit<PreparedLink, 'line'>;

/** What is said of the links of a root: those to ids outside it are still to be answered. */
interface CheckedLinks {
  readonly outside: readonly OutsideLink[];
  readonly issues: readonly Issue[];
}

/** The links of a root to ids outside it, and what is wrong with the others: one thing of each link. */
export function checkLinks(objects: readonly ModelObject[]): CheckedLinks {
  const byId = new IdMap(objects.flatMap((object) => (object.id === undefined ? [] : [[object.id, object] as const])));
  const outside: OutsideLink[] = [];
  const issues: Issue[] = [];
  for (const [index, object] of objects.entries()) {
    const field = backLinkOf(object.kind);
    if (field === undefined) continue;
    const links = linksOf(object, field, byId);
    const above = unnamed(object, links);
    const expected = above === undefined ? undefined : { expected: shownHref(`#${above}`) };
    const found: Finding[] = [];
    for (const { id, href, pointer } of links) {
      const target = id === undefined ? undefined : byId.get(id);
      if (id === undefined) found.push(withoutTarget({ href, pointer, object }));
      else if (target === undefined) outside.push({ id, pointer, object: index, field, ...expected });
      else found.push(...wrongKind(target, object, { field, pointer, ...expected }));
    }
    if (found.length === 0 && above !== undefined) found.push(elsewhere(`${object.pointer}/${field}`, links, above));
    const follows = [object.id, object.parent?.id].filter((id) => id !== undefined);
    for (const one of found) issues.push({ ...issueOf(one), follows });
  }
  return { outside, issues };
}

/** The id of the object above, when the links name others and not that one. */
function unnamed(object: ModelObject, links: readonly Link[]): string | undefined {
  const above = object.parent?.id;
  const named = links.filter(({ id }) => id !== undefined);
  return named.length === 0 || (above !== undefined && named.some(({ id }) => sameInNfc(id!, above))) ? undefined : holderOf(object);
}

/** The id of the object above, unless an object like this never stands in one of its type: then the schema says that it is out of place. */
function holderOf({ kind, parent }: ModelObject): string | undefined {
  const isMisplaced = parent?.kind !== undefined && wrongTarget(backLinkOf(kind) ?? '', parent.type) !== undefined;
  return isMisplaced ? undefined : parent?.id;
}

/** A link, or an id, as a finding shows it: with the characters that nobody sees, if it has any. */
export function shownHref(href: string): string {
  return shown(hasUnseen(href) ? withUnseenShown(href) : href);
}

interface Link {
  readonly id: string | undefined;
  readonly href: string;
  readonly pointer: string;
}

/** The links in a field that have an `href` at all; the schema says what is wrong with the others. */
function linksOf(object: ModelObject, field: string, byId: ReadonlyMap<string, unknown>): readonly Link[] {
  const value = own(object.data, field);
  const links = Array.isArray(value) ? value as readonly Json[] : value === undefined ? [] : [value];
  return links.flatMap((link, index) => {
    const href = isObject(link) ? textOf(link, 'href') : undefined;
    const at = Array.isArray(value) ? `/${index}` : '';
    return href === undefined || href === ''
      ? [] : [{ id: linkTarget(href, byId), href, pointer: `${object.pointer}/${field}${at}/href` }];
  });
}

/** The rule that a link names the object in which it stands. */
export const ELSEWHERE = 'verwijzing.anders-dan-plaats';
/** The rule of a link that nothing in the delivery answers. */
export const NOT_CHECKED = { rule: 'verwijzing.niet-gecontroleerd', severity: 'warning' } as const;

/** `pointer`: of the links; `above`: the id of the object above. */
function elsewhere(pointer: string, links: readonly Link[], above: string): Finding {
  const hrefs = links.flatMap(({ id, href }) => (id === undefined ? [] : shownHref(href)));
  const place = { pointer, found: shown(hrefs.join(', ')), expected: shownHref(`#${above}`) };
  const told = finding(ELSEWHERE, 'warning', place);
  return links.some(({ href }) => isMeantBy(href, above)) ? { ...told, ...nearlyAbove(above) } : told;
}

/** Whether the end of a link is the id, or the end of it, but for white space, capitals and punctuation. */
function isMeantBy(href: string, id: string): boolean {
  const end = likenessOf(href.replace(/[/#?\s]+$/, '').split(/[/#?:=]/).at(-1)!);
  return end !== '' && (likenessOf(id) === end || likenessOf(id.slice(id.indexOf('.', id.indexOf('.') + 1) + 1)) === end);
}

/** Of a link that means the object above, but is written otherwise than its id. */
function nearlyAbove(above: string): FindingText & Pick<Finding, 'suggestions'> {
  const { message } = LINK_WORDS[ELSEWHERE];
  const remark = { nl: ', al lijkt dat wel bedoeld', en: ', though that seems to be meant' };
  return hasUnseen(above)
    ? { message: withRemark(message, remark), mend: {
      nl: `De id van het object erboven, ${withUnseenShown(above)}, heeft een teken dat men niet ziet (␣): haal dat daar weg.`,
      en: `The id of the object above, ${withUnseenShown(above)}, has a character that nobody sees (␣): remove it there.`,
    } }
    : { message: withRemark(message, remark), suggestions: [`#${above}`], mend: {
      nl: 'Neem de id van het object erboven letterlijk over, na een #: hoofdletters, streepjes en spaties tellen.',
      en: 'Copy the id of the object above letter by letter, after a #: capitals, dashes and spaces count.',
    } };
}

function withoutTarget({ href, pointer, object }: Pick<Link, 'href' | 'pointer'> & { readonly object: ModelObject }): Finding {
  const told = finding('verwijzing.zonder-doel', 'error', { pointer, found: shownHref(href) });
  const above = holderOf(object);
  return above === undefined ? told : { ...told, expected: shownHref(`#${above}`), ...(isMeantBy(href, above) ? { suggestions: [`#${above}`] } : {}) };
}

/** Of a type that the model does not know, and of one that may not be nested here, the schema says so. */
function wrongKind(
  target: ModelObject, object: ModelObject, { field, ...place }: Pick<Finding, 'pointer' | 'expected'> & { readonly field: string },
): readonly Finding[] {
  const severity = target.id === object.parent?.id ? undefined : target.kind && wrongTarget(field, target.type);
  return severity === undefined ? [] : [finding('verwijzing.verkeerde-soort', severity, { ...place, found: `${shown(target.id)} (${shown(target.type)})` })];
}

function finding(rule: keyof typeof LINK_WORDS, severity: Severity, place: Pick<Finding, 'pointer' | 'found' | 'expected'>): Finding {
  return { rule, severity, ...LINK_WORDS[rule], ...place };
}
