/**
 * Refusals: findings that depend on the register, and the HTTP status that a request gets for each.
 * Invariant: no text names an object of another holder, because it may be hidden.
 * Not here: findings that need no register (prepare/), fixed texts (schemas/rule-words/).
 */
import type { Finding } from '../../../schemas/finding.ts';
import { REGISTER_WORDS } from '../../../schemas/rule-words/register.ts';
import { ofRefusal, ofRule } from '../../../schemas/rules.ts';
import { escaped } from '../../../schemas/shown-values.ts';
import { selectStatus, statusOfUnauthorised, type SelectedStatus } from '../../../schemas/status-selection.ts';
import type { PreparedLink, PreparedRoot } from '../../../schemas/submission.ts';
import { SUBMISSIONS } from '../../../schemas/target.ts';
import type { Submission } from '../inbox/inbox.ts';

/** HTTP status of a request for which this is the first refusal (Interface Rules: Errors). */
type Status = SelectedStatus | 409 | 412 | 422;

/** HTTP status for each rule that the register checks. */
export const REFUSAL_STATUS: Readonly<Record<keyof typeof REGISTER_WORDS, Status>> = {
  // The status for an object that does not exist; apply.ts has that for one that exists.
  'houder.andere-bronhouder': statusOfUnauthorised(false),
  'houder.niet-de-eigenaar': statusOfUnauthorised(true),
  'houder.overgedragen': statusOfUnauthorised(true),
  'houder.niet-toegestaan': statusOfUnauthorised(false),
  'id.bestaat-niet': selectStatus({ exists: false, isDeterminable: true, isAuthorised: true }),
  'houder.voor-overdracht': 409,
  'id.gewijzigd': 412,
  'id.bestaat-al': 409,
  'id.in-gebruik': 409,
  'id.openbaar-bezet': 409,
  'id.laatste-onderdeel': 409,
  'id.onderdeel': 409,
  'id.niets-te-corrigeren': 404,
  'id.correctie-versies': 422,
  'regel.correctie-begin': 422,
  'verwijzing.onbekend': 422,
  'verwijzing.verkeerde-soort': 422,
  'verwijzing.doel-vervalt': 409,
  'verwijzing.doel-verdwijnt': 409,
  'overdracht.te-vroeg': 409,
  'overdracht.id-bezet': 409,
  'levering.geheel-geweigerd': 422,
  'herroeping.onbekend': 404,
  'herroeping.niet-verwerkt': 409,
  'herroeping.later-gewijzigd': 409,
  'herroeping.breekt-verwijzing': 409,
  'herroeping.id-bezet': 409,
  'herroeping.overdracht': 409,
  'herroeping.andere-bronhouder': 409,
  'herroeping.geheel-geweigerd': 409,
};

export type RefusalRule = keyof typeof REGISTER_WORDS;

/** The location of a refusal, when it is not the root itself. */
export interface RefusalLocation extends Partial<Pick<PreparedLink, 'pointer' | 'line'>>, Pick<Finding, 'found' | 'expected'> {
  /** Index of the object among those of the root; the root itself when absent. */
  readonly object?: number;
}

/** Returns the finding for a root, at the refused object in it. `pointer` and `line`: a location in that object. */
export function refusal(rule: RefusalRule, root: PreparedRoot, { object = 0, ...more }: RefusalLocation = {}): Finding {
  return { ...ofRefusal(rule), ...placeOf(root, object), ...REGISTER_WORDS[rule], ...more };
}

/** Refuses an object whose holder is not the submitter. Names both, and how to submit it for the object's holder. */
export function otherHolder(root: PreparedRoot, { holder, method, target, isForeseen }: Submission): Finding {
  const code = root.bronhoudercode;
  const found = refusal('houder.andere-bronhouder', root, { found: code, expected: holder });
  if (method !== 'LEVERING') return found;
  const isFile = target !== SUBMISSIONS;
  const command = isForeseen === true ? `ev validate ${inShell(target)} --data … --holder ${code}` : `ev submit ${inShell(target)} --holder ${code}`;
  return {
    ...found,
    message: {
      nl: `Dit object is van bronhouder ${code}, maar de levering is die van ${holder}.`,
      en: `This object is of source holder ${code}, but the delivery is that of ${holder}.`,
    },
    mend: isFile ? {
      nl: `Is de levering van ${code}, gebruik dan \`${command}\`. Zo niet, verbeter dan de bronhoudercode van het object, of laat het weg.`,
      en: `If the delivery is of ${code}, use \`${command}\`. If not, correct the bronhoudercode of the object, or leave the object out.`,
    } : {
      nl: `Is de levering van ${code}, lever haar dan met een token van ${code}. Zo niet, verbeter dan de bronhoudercode van het object, of laat het weg.`,
      en: `If the delivery is of ${code}, deliver it with a token of ${code}. If not, correct the bronhoudercode of the object, or leave the object out.`,
    },
  };
}

/** Returns a file name quoted for a shell. */
function inShell(name: string): string {
  return /^[\w.,@%+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** Returns the finding for the object in the path of a request without an object in its body. */
export function refusalOfPath(rule: RefusalRule, id: string): Finding {
  return { ...ofRefusal(rule), pointer: '', objectId: id, rootId: id, ...REGISTER_WORDS[rule] };
}

function placeOf({ id: rootId, objects }: Pick<PreparedRoot, 'id' | 'objects'>, object: number): Pick<Finding, 'pointer' | 'line' | 'objectId' | 'rootId' | 'objectType'> {
  const { pointer, line, id, type } = objects[object]!;
  return { pointer, line, objectId: id, rootId, objectType: type };
}

/** Note on a version that is not shown because of another version of its object, or because of what it links to. */
export function hiddenNote(root: Pick<PreparedRoot, 'id' | 'objects'>): Finding {
  return {
    ...ofRule('openbaarheid.andere-versie'), ...placeOf(root, 0),
    message: {
      nl: 'Dit object wordt bewaard, maar niet openbaar gemaakt: een andere versie ervan, of een object waarnaar het moet verwijzen, is niet openbaar.',
      en: 'This object is kept but not made public: another version of it, or an object that it must link to, is not public.',
    },
    mend: {
      nl: 'Is het object in alle versies openbaar, lever dan ook die andere versie opnieuw.',
      en: 'If it is public in all its versions, deliver that other version again too.',
    },
  };
}

/** Note on an object whose id the register has in another normal form than `found`. */
export function otherFormNote(root: PreparedRoot, { object, found }: { readonly object: number; readonly found: string }): Finding {
  const place = placeOf(root, object);
  return {
    ...ofRule('id.andere-vorm'), ...place, found: escaped(found), expected: escaped(root.objects[object]!.id),
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
    ...ofRule('levering.terzijde'), pointer: '',
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
    ...ofRule('levering.geweigerd'), pointer: '',
    message: {
      nl: `De beheerder heeft deze indiening geweigerd. Reden: ${reason}`,
      en: `The operator refused this submission. Reason: ${reason}`,
    },
    mend: {
      nl: 'Er is niets van verwerkt en dat gebeurt ook niet meer. Pas aan wat de reden noemt en dien opnieuw in.',
      en: 'Nothing of it was processed, nor will be. Correct what the reason names and submit it again.',
    },
  };
}
