/**
 * Identities: the names of objects by their identificatie, so that the delivery can find two objects with one name
 * (rules/repeated-identity.ts). An object whose id is its name is left out, because its id is compared already.
 */
import { isObject, own } from '../../../schemas/json.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';

/** The identificatie of an object whose id is not `namespace.lokaalID`. */
export interface Identity {
  /** Index of the object in its root. The object has an id. */
  readonly index: number;
  /** `namespace.lokaalID` in NFC. */
  readonly name: string;
}

/** The identities of the objects of one root. */
export function identitiesOf(objects: readonly ModelObject[]): readonly Identity[] {
  const identities: Identity[] = [];
  for (const [index, { data, id }] of objects.entries()) {
    const identificatie = own(data, 'identificatie');
    if (id === undefined || !isObject(identificatie)) continue;
    const [namespace, local] = [textOf(identificatie, 'namespace'), textOf(identificatie, 'lokaalID')];
    if (namespace === undefined || local === undefined) continue;
    const name = nfc(`${namespace}.${local}`);
    if (name !== nfc(id)) identities.push({ index, name });
  }
  return identities;
}
