/**
 * Filled: notes on fields of a feature that the register filled in (schemas/model/feature-defaults.ts), and on texts that were converted
 * to values of their fields (read/field-texts.ts).
 */
import type { Finding } from '../../../schemas/finding.ts';
import type { Json } from '../../../schemas/json.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { oneLine, shown } from '../../../schemas/shown-values.ts';
import type { ReadText } from '../read/index.ts';

/** The note on a field that was filled in. */
export function filledNote(field: string, value: Json | undefined): Finding {
  return {
    ...ofRule('verzoek.ingevuld'), pointer: `/${field}`, found: shown(value),
    message: {
      nl: `Het veld "${field}" was leeg; het register heeft het ingevuld.`, en: `The field "${field}" was empty; the register filled it in.`,
    },
    mend: field === 'id' || field === 'identificatie' ? IDENTITY_FIX : FIELD_FIX,
  };
}

const FIELD_FIX = {
  nl: 'Klopt de waarde niet? Wijzig dit veld van het object.', en: 'If the value is not right, change this field of the object.',
};

const IDENTITY_FIX = {
  nl: 'Een id verandert nooit. Wilt u een eigen id? Verwijder het object en voeg het toe met id en identificatie.',
  en: 'An id never changes. For an id of your own, delete the object and add it with id and identificatie.',
};

/** The note on a text in a Feature that was converted. */
export function readNote({ field, text, value }: ReadText): Finding {
  const taken = oneLine(JSON.stringify(value));
  return {
    ...ofRule('verzoek.tekst-gelezen'), pointer: `/${field}`, found: JSON.stringify(oneLine(text)), expected: taken,
    message: value === null ? {
      nl: `De tekst in "${field}" is leeg; dat is geen waarde, zoals null.`, en: `The text in "${field}" is empty; that is no value, as null is.`,
    } : {
      nl: `De tekst in "${field}" is gelezen als ${taken}.`, en: `The text in "${field}" was read as ${taken}.`,
    },
    mend: FIELD_FIX,
  };
}
