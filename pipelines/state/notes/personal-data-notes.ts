/**
 * Personal data notes: findings about the personal data of a sensitive location. They refuse nothing.
 * Not here: which fields these are (schemas/withheld.ts), how they are kept (register/keep-personal-data.ts).
 */
import type { Finding } from '../../../schemas/finding.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { NOT_PUBLIC } from '../../../schemas/withheld.ts';
import { note, type Stub } from './noted-version.ts';

/** Note on a version without the mark, of an object with another version that has it. */
export function withheldNote(stub: Stub): Finding {
  return note(stub, ofRule('openbaarheid.privacy-andere-versie'), {
    message: {
      nl: 'Dit object wordt openbaar gemaakt zonder persoonsgegevens: een andere versie ervan heeft privacyGevoelig.',
      en: 'This object is published without personal data: another version of it has privacyGevoelig.',
    },
    mend: {
      nl: 'Mag iedereen deze gegevens van alle versies zien, lever dan ook die andere versie opnieuw, zonder privacyGevoelig.',
      en: 'If everybody may see these data of all versions, deliver that other version again too, without privacyGevoelig.',
    },
  });
}

/** Note on fields that keep their stored values, because the object was sent back as the public sees it. */
export function keptFieldsNote(stub: Stub, fields: readonly string[]): Finding {
  const found = fields.join(', ');
  return {
    ...note(stub, ofRule('openbaarheid.velden-behouden'), {
      message: {
        nl: `bedrijfsnaam is "${NOT_PUBLIC}", zoals iedereen het object ziet. Deze velden zijn daarom niet gewijzigd: ${found}.`,
        en: `bedrijfsnaam is "${NOT_PUBLIC}", as everybody sees the object. So these fields are not changed: ${found}.`,
      },
      mend: {
        nl: 'U hoeft niets te doen. Wilt u een van deze velden legen, lever het object dan met de echte bedrijfsnaam, en met alle velden die moeten blijven.',
        en: 'Nothing to do. To empty one of these fields, deliver the object with the real bedrijfsnaam, and with all fields that must stay.',
      },
    }),
    found,
  };
}
