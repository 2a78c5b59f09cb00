/** Transfer notes: findings about roots that are handed over to another holder (decide/apply-transfer.ts), and about later deliveries of them. */
import type { Finding, Text } from '../../../schemas/finding.ts';
import type { TransferOrder } from '../../../schemas/orders.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { dayOf, type Moment } from '../../../schemas/time.ts';
import type { Handover } from '../register/handovers.ts';
import { note, stubOf } from './noted-version.ts';
import { refusedId, type OrderedId } from './order-notes.ts';

/** Number of ids in a note at most. */
const IDS_SHOWN = 10;

const NOTHING_TO_DO: Text = { nl: 'U hoeft niets te doen.', en: 'Nothing to do.' };

/** Returns the note with the content of a transfer. */
export function decisionNote({ from, to, at, reason }: TransferOrder): Finding {
  return {
    ...ofRule('overdracht.besluit'), pointer: '', found: to,
    message: {
      nl: `Overdracht van objecten van ${from} aan ${to}, met ingang van ${at}. Reden: ${reason}`,
      en: `Transfer of objects of ${from} to ${to}, from ${at} on. Reason: ${reason}`,
    },
    mend: {
      nl: `Na de overdracht levert ${to} deze objecten, onder hun eigen id en met code ${to}. Wat ${from} ervan levert wordt geweigerd.`,
      en: `After the transfer ${to} delivers these objects, under their own ids and with code ${to}. What ${from} delivers of them is refused.`,
    },
  };
}

/** Returns the note that no root was handed over. */
export function nothingNote({ from, to }: TransferOrder): Finding {
  return {
    ...ofRule('overdracht.niets'), pointer: '',
    message: { nl: `Er is geen object van ${from} overgedragen aan ${to}.`, en: `No object of ${from} was handed over to ${to}.` },
    mend: {
      nl: 'Controleer de codes en de lijst. Wat eerder is overgedragen blijft zo.',
      en: 'Check the codes and the list. What was handed over before stays so.',
    },
  };
}

/** Returns the note on roots that had ended or were withdrawn. */
export function withoutVersionNote({ from, to, at }: TransferOrder, count: number): Finding {
  return {
    ...ofRule('overdracht.zonder-versie'), pointer: '', found: String(count),
    message: {
      nl: `Voor ${at} geëindigd of ingetrokken: ${count} van de overgedragen objecten. Hun versies houden code ${from}; ${to} mag ze voortaan schrijven.`,
      en: `Ended or withdrawn before ${at}: ${count} of the objects that were handed over. Their versions keep code ${from}; ${to} may write them from now on.`,
    },
    mend: NOTHING_TO_DO,
  };
}

/** Returns the note on roots that stay with their holder, because the list does not name them or they are refused. */
export function leftNote({ from }: TransferOrder, ids: readonly string[]): Finding {
  const shown = `${ids.slice(0, IDS_SHOWN).map(shownId).join(', ')}${ids.length > IDS_SHOWN ? ', …' : ''}`;
  return {
    ...ofRule('overdracht.blijft'), pointer: '', found: String(ids.length),
    message: ids.length === 1
      ? { nl: `Bij ${from} blijft 1 object: ${shown}`, en: `With ${from} stays 1 object: ${shown}` }
      : { nl: `Bij ${from} blijven ${ids.length} objecten: ${shown}`, en: `With ${from} stay ${ids.length} objects: ${shown}` },
    mend: {
      nl: 'Is er een object vergeten, draag dat dan ook over.', en: 'If an object was forgotten, hand it over too.',
    },
  };
}

/** Returns the refusal of a root whose version begins after the day of the transfer. */
export function tooEarly(root: OrderedId, begin: Moment): ReturnType<typeof refusedId> {
  return refusedId('overdracht.te-vroeg', { ...root, found: dayOf(new Date(begin)) });
}

/** Adds to a refusal to whom the object was handed over, and from when. */
export function handedOver(refusal: Finding, { to, at }: Handover): Finding {
  const day = dayOf(new Date(at));
  return {
    ...refusal, found: to,
    message: {
      nl: `Dit object is overgedragen aan ${to}, met ingang van ${day}.`, en: `This object was handed over to ${to}, from ${day} on.`,
    },
  };
}

/** Returns the note on a delivered root that has the code of its former holder. */
export function formerCodeNote(
  { id, objects: [root] }: PreparedRoot, { code, holder }: { readonly code: string; readonly holder: string },
): Finding {
  const { pointer, line, type } = root!;
  return {
    ...ofRule('houder.vorige-code'), pointer, line, objectId: id, rootId: id, objectType: type, found: code, expected: holder,
    message: {
      nl: `Dit object is overgedragen; code ${code} is gelezen als ${holder}.`, en: `This object was handed over; code ${code} was read as ${holder}.`,
    },
    mend: { nl: `Lever het voortaan met code ${holder}.`, en: `Deliver it with code ${holder} from now on.` },
  };
}

/** The code that a root had before a handover, and until when it had that code. */
interface PastCode {
  readonly pastCode: string;
  readonly until: Moment;
}

/** Returns the note on a delivered version of before a handover that differs from the current one in the code only. */
export function pastCodeNote(root: PreparedRoot, { pastCode, until }: PastCode): Finding {
  const day = dayOf(new Date(until));
  const words = {
    message: {
      nl: `Tot ${day} was dit object van ${pastCode}; die periode houdt code ${pastCode}, en er is niets gewijzigd.`,
      en: `Until ${day} this object was of ${pastCode}; that period keeps code ${pastCode}, and nothing was changed.`,
    },
    mend: {
      nl: `Lever de versie die sinds ${day} geldt, met die begindatum. Versies van daarvoor hoeft u niet te leveren.`,
      en: `Deliver the version that is valid since ${day}, with that begin. You need not deliver versions of before.`,
    },
  };
  return { ...note(stubOf(root), ofRule('houder.vorige-periode'), words), found: root.bronhoudercode, expected: pastCode };
}

/** Returns the refusal of a delivered version that would change the period of before a handover. */
export function beforeHandover(root: PreparedRoot, { pastCode, until }: PastCode): Finding {
  const [day, begin] = [dayOf(new Date(until)), dayOf(new Date(root.validFrom))];
  const words = {
    message: {
      nl: `Tot ${day} was dit object van ${pastCode}. Deze versie begint op ${begin} en zou die periode wijzigen.`,
      en: `Until ${day} this object was of ${pastCode}. This version begins on ${begin} and would change that period.`,
    },
    mend: {
      nl: `Geldt de wijziging vanaf ${day} of later, lever dan die begindatum. Was de periode daarvoor fout, lever die dan met code ${pastCode}; zij eindigt uiterlijk op ${day}.`,
      en: `If the change is valid from ${day} or later, deliver that begin. If the period before it was wrong, deliver it with code ${pastCode}; it ends on ${day} at the latest.`,
    },
  };
  return { ...note(stubOf(root), ofRule('houder.voor-overdracht'), words), found: begin, expected: `>= ${day}` };
}
