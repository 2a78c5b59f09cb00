/** Filled: notes on the fields that the register filled in for a new feature (schemas/model/feature-defaults.ts). */
import type { Finding } from '../../../schemas/finding.ts';
import type { Json } from '../../../schemas/json.ts';
import { shown } from '../../../schemas/shown.ts';

/** The note on a field of an object and its value. */
export function filledNote(field: string, value: Json | undefined): Finding {
  return {
    rule: 'verzoek.ingevuld', severity: 'info', pointer: `/${field}`, found: shown(value),
    message: {
      nl: `Het veld "${field}" was leeg; het register heeft het ingevuld.`, en: `The field "${field}" was empty; the register filled it in.`,
    },
    mend: field === 'id' || field === 'identificatie' ? OF_IDENTITY : OF_FIELD,
  };
}

const OF_FIELD = {
  nl: 'Klopt de waarde niet? Wijzig dit veld van het object.', en: 'If the value is not right, change this field of the object.',
};

const OF_IDENTITY = {
  nl: 'Een id verandert nooit. Wilt u een eigen id? Verwijder het object en voeg het toe met id en identificatie.',
  en: 'An id never changes. For an id of your own, delete the object and add it with id and identificatie.',
};
