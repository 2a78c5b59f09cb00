/** One of: parameters with a short list of values. */
import { nearest } from '../../schemas/check/nearest.ts';
import type { Text } from '../../schemas/finding.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Returns the value; undefined without the parameter, and after a fault. The fault suggests the nearest value, else the first. */
export function readOneOf<Name extends string>(
  parameter: string, text: string | undefined,
  { names, expected, faults }: { names: readonly Name[]; expected: Text; faults: ParameterFault[] },
): Name | undefined {
  const found = names.find((name) => name === text);
  if (text !== undefined && found === undefined) {
    const correct = nearest(text, names, 1)[0] ?? names[0] ?? null;
    faults.push(wrongValue(parameter, text, { expected, allowed: names, correct }));
  }
  return found;
}
