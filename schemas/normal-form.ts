/**
 * Normal form: texts that look the same and are written with other code points (é as one, or as e and an accent) are equal in NFC
 * (Unicode Standard Annex 15). Ids, links and texts compare so; what is stored and served keeps the form in which it was delivered.
 *
 * Cost: a text without a character from U+0300 on is in NFC, and nearly all ids are such.
 * Not here: case, accents and punctuation (words.ts, lookalike.ts).
 */

/** A character that NFC may change, or that it may join with the one before it. */
const MAY_CHANGE = /[\u0300-\uffff]/;

/** The text in NFC. */
export function nfc(text: string): string {
  return MAY_CHANGE.test(text) ? text.normalize('NFC') : text;
}

export function isNfc(text: string): boolean {
  return nfc(text) === text;
}

/** Whether two ids name the same object, or two texts say the same. */
export function sameInNfc(one: string, other: string): boolean {
  return one === other || nfc(one) === nfc(other);
}

/** Values by id. An id finds the value of exactly that id, else of the NFC, else of the first id set in another form of it. */
export class IdMap<Value> extends Map<string, Value> {
  /** The first id of each NFC, of ids that are not in NFC. */
  #unnormalized = new Map<string, string>();

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    super();
    for (const [id, value] of entries) this.set(id, value);
  }

  override set(id: string, value: Value): this {
    const normal = nfc(id);
    if (normal !== id && !this.#unnormalized.has(normal)) this.#unnormalized.set(normal, id);
    return super.set(id, value);
  }

  override has(id: string): boolean {
    return this.formOf(id) !== undefined;
  }

  override get(id: string): Value | undefined {
    const form = this.formOf(id);
    return form === undefined ? undefined : super.get(form);
  }

  /** The id as it was set. */
  formOf(id: string): string | undefined {
    if (super.has(id)) return id;
    const normal = nfc(id);
    return normal !== id && super.has(normal) ? normal : this.#unnormalized.get(normal);
  }
}
