/**
 * What only the register can say of a delivered root, and the status that a request gets for it.
 * Invariant: no text names what belongs to another holder, because that may be hidden.
 * Not here: what can be seen in the delivery alone (prepare/), words that are the same for every root (schemas/rule-words/).
 */
import type { Finding } from '../../../schemas/finding.ts';
import { REGISTER_WORDS } from '../../../schemas/rule-words/register.ts';
import { escaped } from '../../../schemas/shown-values.ts';
import type { PreparedLink, PreparedRoot } from '../../../schemas/submission.ts';
import type { Submission } from '../inbox/inbox.ts';

/** HTTP status of a request for which this is the first refusal (Interface Rules: Errors). */
type Status = 401 | 403 | 404 | 409 | 412 | 422;

/** Of each rule that the register can find broken. */
export const REFUSAL_STATUS: Readonly<Record<keyof typeof REGISTER_WORDS, Status>> = {
  'houder.andere-bronhouder': 403,
  'houder.niet-de-eigenaar': 401,
  'houder.niet-toegestaan': 403,
  'id.bestaat-niet': 404,
  'id.gewijzigd': 412,
  'id.bestaat-al': 409,
  'id.in-gebruik': 409,
  'id.laatste-onderdeel': 409,
  'id.niets-te-corrigeren': 404,
  'id.correctie-versies': 422,
  'regel.correctie-begin': 422,
  'verwijzing.onbekend': 422,
  'verwijzing.verkeerde-soort': 422,
  'verwijzing.doel-vervalt': 409,
  'verwijzing.doel-verdwijnt': 409,
  'levering.geheel-geweigerd': 422,
};

export type RefusalRule = keyof typeof REGISTER_WORDS;

/** What a refusal is about, when that is not the root itself. */
export interface RefusalPlace extends Partial<Pick<PreparedLink, 'pointer' | 'line'>>, Pick<Finding, 'found' | 'expected'> {
  /** Place of the object among those of the root; the root itself when absent. */
  readonly object?: number;
}

/** The finding for a root, at the object that is refused in it; `pointer` and `line` say a place in that object. */
export function refusal(rule: RefusalRule, root: PreparedRoot, { object = 0, ...more }: RefusalPlace = {}): Finding {
  return { rule, severity: 'error', ...placeOf(root, object), ...REGISTER_WORDS[rule], ...more };
}

/** Refuses an object of another holder than the one who delivers: names both, and how it is handed in as the object's own holder. */
export function otherHolder(root: PreparedRoot, { holder, method, target, isForeseen }: Submission): Finding {
  const code = root.bronhoudercode;
  const found = refusal('houder.andere-bronhouder', root, { found: code, expected: holder });
  if (method !== 'LEVERING') return found;
  const isFile = target !== DELIVERIES;
  const command = isForeseen === true ? `ev validate ${inShell(target)} --data … --holder ${code}` : `ev submit ${inShell(target)} --holder ${code}`;
  return {
    ...found,
    message: {
      nl: `Dit object is van bronhouder ${code}, maar de levering is die van ${holder}.`,
      en: `This object is of source holder ${code}, but the delivery is that of ${holder}.`,
    },
    mend: isFile ? {
      nl: `Is de levering van ${code}, gebruik dan \`${command}\`. Zo niet, verbeter dan de bronhoudercode van het object, of laat het weg.`,
      en: `If the delivery is of ${code}, use \`${command}\`. If not, mend the bronhoudercode of the object, or leave it out.`,
    } : {
      nl: `Is de levering van ${code}, lever haar dan met een token van ${code}. Zo niet, verbeter dan de bronhoudercode van het object, of laat het weg.`,
      en: `If the delivery is of ${code}, deliver it with a token of ${code}. If not, mend the bronhoudercode of the object, or leave it out.`,
    },
  };
}

/** Where deliveries come in by HTTP; others have the name of their file. */
const DELIVERIES = '/indieningen';

/** A file name as a shell takes it. */
function inShell(name: string): string {
  return /^[\w.,@%+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** The finding for the object that the path of a request names, when the request brings none. */
export function refusalOfPath(rule: RefusalRule, id: string): Finding {
  return { rule, severity: 'error', pointer: '', objectId: id, rootId: id, ...REGISTER_WORDS[rule] };
}

function placeOf({ id: rootId, objects }: Pick<PreparedRoot, 'id' | 'objects'>, object: number): Pick<Finding, 'pointer' | 'line' | 'objectId' | 'rootId' | 'objectType'> {
  const { pointer, line, id, type } = objects[object]!;
  return { pointer, line, objectId: id, rootId, objectType: type };
}

/** Said of a root that is public itself, while another version of it is not (preparation says the rest). */
export function hiddenNote(root: Pick<PreparedRoot, 'id' | 'objects'>): Finding {
  return {
    rule: 'openbaarheid.andere-versie', severity: 'info', ...placeOf(root, 0),
    message: {
      nl: 'Dit object wordt bewaard, maar niet openbaar gemaakt: een andere versie ervan is niet openbaar.',
      en: 'This object is kept but not made public: another version of it is not public.',
    },
    mend: {
      nl: 'Is het object in alle versies openbaar, lever dan ook die andere versie opnieuw.',
      en: 'If it is public in all its versions, deliver that other version again too.',
    },
  };
}

/** Note on an object whose id the register keeps in another normal form than was `found`. */
export function otherFormNote(root: PreparedRoot, { object, found }: { readonly object: number; readonly found: string }): Finding {
  const place = placeOf(root, object);
  return {
    rule: 'id.andere-vorm', severity: 'info', ...place, found: escaped(found), expected: escaped(root.objects[object]!.id),
    message: {
      nl: 'Dit id is met andere tekencodes geschreven dan in het register. Het is hetzelfde object; het houdt zijn eerste schrijfwijze.',
      en: 'This id is written with other code points than in the register. It is the same object, and it keeps its first form.',
    },
    mend: {
      nl: 'U hoeft niets te doen. Schrijf het id liefst zoals het register het heeft.',
      en: 'Nothing to do. Best write the id as the register has it.',
    },
  };
}

/** The only finding of a submission that was set aside. */
export function asideNote(reason: string): Finding {
  return {
    rule: 'levering.terzijde', severity: 'error', pointer: '',
    message: { nl: `Deze levering is terzijde gelegd: ${reason}.`, en: `This delivery was set aside: ${reason}.` },
    mend: {
      nl: 'Neem contact op met de beheerder; de levering is bewaard en er is niets van verwerkt.',
      en: 'Contact the operator; the delivery is kept and nothing of it was processed.',
    },
  };
}

/** The only finding of a submission that the operator refused, with the operator's reason as it was given. */
export function refusedNote(reason: string): Finding {
  return {
    rule: 'levering.geweigerd', severity: 'error', pointer: '',
    message: {
      nl: `De beheerder heeft deze indiening geweigerd. Reden: ${reason}`,
      en: `The operator refused this submission. Reason: ${reason}`,
    },
    mend: {
      nl: 'Er is niets van verwerkt en dat gebeurt ook niet meer. Pas aan wat de reden noemt en dien opnieuw in.',
      en: 'Nothing of it was processed, nor will be. Mend what the reason names and hand it in anew.',
    },
  };
}
