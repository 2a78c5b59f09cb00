/**
 * Identities: what the objects of a root are called by their identificatie, for the delivery to find two of one name
 * (rules/repeated-identity.ts). Most ids are made from it, and then the id says it already: only the others are here.
 */
import { isObject, own } from '../../../schemas/json.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';

/** The identificatie of an object whose id is not `namespace.lokaalID`. */
export interface Identity {
  /** Its place among the objects of the root; it has an id. */
  readonly place: number;
  /** `namespace.lokaalID` in NFC. */
  readonly name: string;
}

/** The identities of the objects of one root that have an id. */
export function identitiesOf(objects: readonly ModelObject[]): readonly Identity[] {
  const identities: Identity[] = [];
  for (const [place, { data, id }] of objects.entries()) {
    const identificatie = own(data, 'identificatie');
    if (id === undefined || !isObject(identificatie)) continue;
    const [namespace, local] = [textOf(identificatie, 'namespace'), textOf(identificatie, 'lokaalID')];
    if (namespace === undefined || local === undefined) continue;
    const name = nfc(`${namespace}.${local}`);
    if (name !== nfc(id)) identities.push({ place, name });
  }
  return identities;
}
