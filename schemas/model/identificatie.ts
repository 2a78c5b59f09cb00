/** Identificatie: converts between the `id` of an object and the parts of its NEN3610ID. */
import { isObject, type Json, type JsonObject } from '../json.ts';
import { textOf } from './objects.ts';

/** The namespace of the register's ids. */
export const NAMESPACE = 'NL.IMEV';

/** An id of the register: the namespace, the code of the holder, and more. */
const REGISTER_ID = /^(?<namespace>NL\.IMEV)\.(?<lokaalID>[A-Z0-9,]{3,6}\.\S+)$/;

/** Splits an id of the register; undefined for an id in another form. */
export function identificatieOf(id: string): { readonly namespace: string; readonly lokaalID: string } | undefined {
  const { namespace, lokaalID } = REGISTER_ID.exec(id)?.groups ?? {};
  return namespace === undefined || lokaalID === undefined ? undefined : { namespace, lokaalID };
}

/** Joins the parts to an id; undefined when a part is missing. */
export function idOf(identificatie: Json | JsonObject): string | undefined {
  if (!isObject(identificatie)) return undefined;
  const [namespace, lokaalID] = [textOf(identificatie, 'namespace'), textOf(identificatie, 'lokaalID')];
  return namespace === undefined || lokaalID === undefined ? undefined : `${namespace}.${lokaalID}`;
}
