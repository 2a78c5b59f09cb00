/**
 * Normal form: texts that look the same but have different code points (é as one, or as e and an accent) are equal in NFC (Unicode
 * Standard Annex 15). Ids, links and texts are compared in NFC; stored and served texts keep the delivered form.
 *
 * Cost: a text without characters from U+0300 on is in NFC, like nearly all ids.
 * Not here: case, accents and punctuation (search-words.ts, lookalike.ts).
 */

/** A character that NFC may replace, or join with the one before it. */
const MAY_CHANGE = /[\u0300-\uffff]/;

/** The text in NFC. */
export function nfc(text: string): string {
  return MAY_CHANGE.test(text) ? text.normalize('NFC') : text;
}

export function isNfc(text: string): boolean {
  return nfc(text) === text;
}

/** Whether two texts are equal in NFC. */
export function sameInNfc(one: string, other: string): boolean {
  return one === other || nfc(one) === nfc(other);
}

/** Values by id. A lookup finds the value of exactly that id, else of its NFC, else of the first other id with the same NFC. */
export class IdMap<Value> extends Map<string, Value> {
  /** The first id that is not in NFC, by its NFC. */
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

  /** Returns the stored form of an id. */
  formOf(id: string): string | undefined {
    if (super.has(id)) return id;
    const normal = nfc(id);
    return normal !== id && super.has(normal) ? normal : this.#unnormalized.get(normal);
  }
}
