/** A parameter that names a holder by its bronhoudercode. */
import { HOLDER_CODE } from '../../schemas/names.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** The form of a bronhoudercode, in words. */
export const EXPECTED_CODE = {
  nl: 'een bronhoudercode: 3 tot 6 tekens uit A-Z, 0-9 en komma', en: 'a bronhoudercode: 3 to 6 characters from A-Z, 0-9 and comma',
} as const;

/** Returns the code; null: none is given. The result is invalid when there are faults. */
export function readHolderCode(name: 'bronhouder' | 'bronhoudercode', text: string | undefined, faults: ParameterFault[]): string | null {
  if (text === undefined) return null;
  if (!HOLDER_CODE.test(text)) {
    faults.push(wrongValue(name, text, { expected: EXPECTED_CODE, correct: null }));
  }
  return text;
}
