/**
 * Id forms: rewrites each id and link of a delivered root to the Unicode normal form in which the register has the object. An object keeps
 * the form of its first delivery, so all later code compares ids character by character.
 *
 * Cost: none for a delivery in NFC while all ids of the register are in NFC. Otherwise some look-ups for each root, and its document is
 * parsed again where a form differs.
 * Not here: equality of forms (schemas/normal-form.ts), finding an object by id (register/register.ts).
 */
import type { Finding } from '../../../schemas/finding.ts';
import { isObject, type Json, type JsonObject } from '../../../schemas/json.ts';
import { linkTarget } from '../../../schemas/model/internal-links.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { backLinkOf } from '../../../schemas/names.ts';
import { IdMap, isNfc, nfc } from '../../../schemas/normal-form.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import type { Prepared } from '../inbox/prepared.ts';
import { otherFormNote } from '../outcomes/refusals.ts';
import type { Register } from '../register/register.ts';

export class IdForms {
  readonly #register: Register;
  readonly #prepared: Prepared;
  readonly #differ: boolean;
  /** The first form in the delivery of each id that is not in NFC, by its NFC. Filled on first use. */
  #brought: ReadonlyMap<string, string> | undefined;

  constructor(register: Register, prepared: Prepared) {
    this.#register = register;
    this.#prepared = prepared;
    this.#differ = !prepared.isNfc || register.hasIdForms();
  }

  /** Yields the roots of the delivery, each in the forms that the register has at that time. */
  * roots(): Generator<PreparedRoot> {
    for (const root of this.#prepared.roots()) yield this.#differ ? this.#inRegisteredForms(root) : root;
  }

  /** Returns notes on objects whose id is stored in another form than delivered. */
  notesOn(root: PreparedRoot): readonly Finding[] {
    const { delivered } = root as RewrittenRoot;
    if (delivered === undefined) return [];
    return root.objects.flatMap(({ id }, object) => {
      const found = delivered[object]!;
      return id === found ? [] : [otherFormNote(root, { object, found })];
    });
  }

  #inRegisteredForms(root: PreparedRoot): RewrittenRoot {
    const own = new IdMap(root.objects.map(({ id }) => [id, this.#formOf(id)]));
    const linked = new IdMap(root.links.map(({ id }) => [id, this.#formOf(id)]));
    const formOf = (id: string): string => own.get(id) ?? linked.get(id) ?? id;
    const isChanged = [...own, ...linked].some(([id, form]) => id !== form) || !isNfc(root.body);
    if (!isChanged) return root;
    return {
      ...root, id: formOf(root.id),
      objects: root.objects.map(({ id, parent, ...object }) => (
        { ...object, id: formOf(id), parent: parent === null ? null : formOf(parent) }
      )),
      links: root.links.map((link) => ({ ...link, id: linked.get(link.id)! })),
      body: bodyWith(root.body, { formOf, near: own }),
      delivered: root.objects.map(({ id }) => id),
    };
  }

  /** Returns the form in the register, else the first form in the delivery. */
  #formOf(id: string): string {
    this.#brought ??= this.#formsBrought();
    return this.#register.registeredForm(id) ?? this.#brought.get(nfc(id)) ?? id;
  }

  #formsBrought(): ReadonlyMap<string, string> {
    const several = new Set<string>();
    for (const { objects, links } of this.#prepared.roots()) {
      for (const { id } of [...objects, ...links]) if (!isNfc(id)) several.add(nfc(id));
    }
    const brought = new Map<string, string>();
    if (several.size === 0) return brought;
    for (const { objects } of this.#prepared.roots()) {
      for (const { id } of objects) if (several.has(nfc(id)) && !brought.has(nfc(id))) brought.set(nfc(id), id);
    }
    return brought;
  }
}

/** A root in which an id or a link was rewritten to another form. */
interface RewrittenRoot extends PreparedRoot {
  /** The ids of its objects as delivered. */
  readonly delivered?: readonly string[];
}

interface Forms {
  readonly formOf: (id: string) => string;
  readonly near: { has(id: string): boolean };
}

/** Returns the document with the ids and links of its objects in these forms; the same text when none differs. */
function bodyWith(body: string, { formOf, near }: Forms): string {
  const document = JSON.parse(body) as JsonObject;
  let isChanged = false;
  for (const { data, id, kind } of objectsOf(document)) {
    const writable = data as Record<string, Json>;
    if (id !== undefined && formOf(id) !== id) {
      writable['id'] = formOf(id);
      isChanged = true;
    }
    const value = data[backLinkOf(kind) ?? ''];
    for (const link of Array.isArray(value) ? value as readonly Json[] : [value]) {
      if (link === undefined || !isObject(link) || typeof link['href'] !== 'string') continue;
      const target = linkTarget(link['href'], near);
      if (target === undefined || formOf(target) === target) continue;
      (link as Record<string, Json>)['href'] = `#${encodeURIComponent(formOf(target))}`;
      isChanged = true;
    }
  }
  return isChanged ? JSON.stringify(document) : body;
}
