/**
 * Links: checks the target of each link (Information Model, Relations), and whether a back link agrees with the nesting. Ids outside the
 * root go to the register, which decides whether they exist.
 *
 * A link without target, or to a type that the Information Model does not allow, is an error. A back link to another object than the
 * parent is a warning: the Information Model has both link and nesting, and does not say which one counts.
 * Not here: resolving an `href` (schemas/model/internal-links.ts), repeated ids (delivery/), links to other roots (state/).
 */
import { issueOf, type Finding, type Issue, type Severity, type FindingText } from '../../../schemas/finding.ts';
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { linkTarget } from '../../../schemas/model/internal-links.ts';
import { backLinkOf } from '../../../schemas/names.ts';
import { IdMap, sameInNfc } from '../../../schemas/normal-form.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import { wrongTarget } from '../../../schemas/model/relations.ts';
import { hasUnseen, likenessKey, withUnseenShown } from '../../../schemas/lookalike.ts';
import { LINK_WORDS } from '../../../schemas/rule-words/links.ts';
import { ofCaseRule, ofRule } from '../../../schemas/rules.ts';
import { shown, withRemark } from '../../../schemas/shown-values.ts';
import type { PreparedLink } from '../../../schemas/submission.ts';

/** A link to an id outside the root, with its pointer in the document. */
export type OutsideLink = Omit<PreparedLink, 'line'>;

/** The checked links of a root. Links to ids outside it are still unresolved. */
interface CheckedLinks {
  readonly outside: readonly OutsideLink[];
  readonly issues: readonly Issue[];
}

/** Checks the links of a root. Each link gives one issue at most. */
export function checkLinks(objects: readonly ModelObject[]): CheckedLinks {
  const byId = new IdMap(objects.flatMap((object) => (object.id === undefined ? [] : [[object.id, object] as const])));
  const outside: OutsideLink[] = [];
  const issues: Issue[] = [];
  for (const [index, object] of objects.entries()) {
    const field = backLinkOf(object.kind);
    if (field === undefined) continue;
    const links = linksOf(object, field, byId);
    const unnamedParent = unnamedParentOf(object, links);
    const expected = unnamedParent === undefined ? undefined : { expected: shownHref(`#${unnamedParent}`) };
    const found: Finding[] = [];
    for (const { id, href, pointer } of links) {
      const target = id === undefined ? undefined : byId.get(id);
      if (id === undefined) found.push(withoutTarget({ href, pointer, object }));
      else if (target === undefined) outside.push({ id, pointer, object: index, field, ...expected });
      else found.push(...wrongKind(target, object, { field, pointer, ...expected }));
    }
    if (found.length === 0 && unnamedParent !== undefined) found.push(elsewhere(`${object.pointer}/${field}`, links, unnamedParent));
    const follows = [object.id, object.parent?.id].filter((id) => id !== undefined);
    for (const one of found) issues.push({ ...issueOf(one), follows });
  }
  return { outside, issues };
}

/** The id of the parent, when the links name other objects only. */
function unnamedParentOf(object: ModelObject, links: readonly Link[]): string | undefined {
  const parent = object.parent?.id;
  const named = links.filter(({ id }) => id !== undefined);
  return named.length === 0 || (parent !== undefined && named.some(({ id }) => sameInNfc(id!, parent))) ? undefined : parentIdOf(object);
}

/** The id of the parent, unless its type may not nest such an object: the schema reports that. */
function parentIdOf({ kind, parent }: ModelObject): string | undefined {
  const isMisplaced = parent?.kind !== undefined && wrongTarget(backLinkOf(kind) ?? '', parent.type) !== undefined;
  return isMisplaced ? undefined : parent?.id;
}

/** A link or id as a finding shows it, with its invisible characters made visible. */
export function shownHref(href: string): string {
  return shown(hasUnseen(href) ? withUnseenShown(href) : href);
}

interface Link {
  readonly id: string | undefined;
  readonly href: string;
  readonly pointer: string;
}

/** The links in a field that have an `href`; the schema reports the others. */
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

/** The rule that a back link names the parent of its object. */
export const ELSEWHERE = 'verwijzing.anders-dan-plaats';
/** The rule for a link whose target is not in the delivery. */
export const NOT_CHECKED = ofRule('verwijzing.niet-gecontroleerd');

/** The finding that the links at `pointer` do not name the parent. */
function elsewhere(pointer: string, links: readonly Link[], parent: string): Finding {
  const hrefs = links.flatMap(({ id, href }) => (id === undefined ? [] : shownHref(href)));
  const base = finding(ofRule(ELSEWHERE), { pointer, found: shown(hrefs.join(', ')), expected: shownHref(`#${parent}`) });
  return links.some(({ href }) => resemblesId(href, parent)) ? { ...base, ...misspeltParent(parent) } : base;
}

/** Whether the end of a link is the id, or the end of the id, ignoring white space, case and punctuation. */
function resemblesId(href: string, id: string): boolean {
  const end = likenessKey(href.replace(/(?<![/#?\s])[/#?\s]+$/, '').split(/[/#?:=]/).at(-1)!);
  return end !== '' && (likenessKey(id) === end || likenessKey(id.slice(id.indexOf('.', id.indexOf('.') + 1) + 1)) === end);
}

/** The words for a link that misspells the id of the parent. */
function misspeltParent(parent: string): FindingText & Pick<Finding, 'suggestions'> {
  const { message } = LINK_WORDS[ELSEWHERE];
  const remark = { nl: ', al lijkt dat wel bedoeld', en: ', though that seems to be intended' };
  return hasUnseen(parent)
    ? { message: withRemark(message, remark), mend: {
      nl: `De id van het object erboven, ${withUnseenShown(parent)}, heeft een teken dat men niet ziet (␣): haal dat daar weg.`,
      en: `The id of the parent, ${withUnseenShown(parent)}, has an invisible character (␣): remove it there.`,
    } }
    : { message: withRemark(message, remark), suggestions: [`#${parent}`], mend: {
      nl: 'Neem de id van het object erboven letterlijk over, na een #: hoofdletters, streepjes en spaties tellen.',
      en: 'Copy the id of the parent exactly, after a #: case, dashes and spaces count.',
    } };
}

function withoutTarget({ href, pointer, object }: Pick<Link, 'href' | 'pointer'> & { readonly object: ModelObject }): Finding {
  const base = finding(ofRule('verwijzing.zonder-doel'), { pointer, found: shownHref(href) });
  const parent = parentIdOf(object);
  return parent === undefined ? base : { ...base, expected: shownHref(`#${parent}`), ...(resemblesId(href, parent) ? { suggestions: [`#${parent}`] } : {}) };
}

/** The finding on a target of a wrong type. The schema reports unknown types, and types that may not be nested here. */
function wrongKind(
  target: ModelObject, object: ModelObject, { field, ...details }: Pick<Finding, 'pointer' | 'expected'> & { readonly field: string },
): readonly Finding[] {
  const severity = target.id === object.parent?.id ? undefined : target.kind && wrongTarget(field, target.type);
  return severity === undefined ? [] : [finding(ofCaseRule('verwijzing.verkeerde-soort', severity), { ...details, found: `${shown(target.id)} (${shown(target.type)})` })];
}

function finding(
  rule: { readonly rule: keyof typeof LINK_WORDS; readonly severity: Severity }, details: Pick<Finding, 'pointer' | 'found' | 'expected'>,
): Finding {
  return { ...rule, ...LINK_WORDS[rule.rule], ...details };
}
