/**
 * Register words: texts about a delivered root that follow from the register.
 * Invariant: no text names data of another holder, because that data may be hidden.
 */
import type { FindingText } from '../finding.ts';
import { LINK_WORDS } from './links.ts';
import { UNDO_WORDS } from './undo.ts';

export const REGISTER_WORDS = {
  'houder.andere-bronhouder': {
    message: {
      nl: 'Dit object heeft een andere bronhoudercode dan de bronhouder die levert.',
      en: 'This object has another bronhoudercode than that of the source holder who delivers.',
    },
    mend: {
      nl: 'Lever alleen objecten met de eigen bronhoudercode, of lever namens de bronhouder zelf (`--holder`).',
      en: 'Deliver only objects with your own bronhoudercode, or deliver as that source holder (`--holder`).',
    },
  },
  'houder.niet-de-eigenaar': {
    message: { nl: 'Dit id is van een andere bronhouder.', en: 'This id belongs to another source holder.' },
    mend: { nl: 'Kies een id dat met de eigen bronhoudercode begint.', en: 'Choose an id that starts with your own bronhoudercode.' },
  },
  'houder.overgedragen': {
    message: { nl: 'Dit object is overgedragen aan een andere bronhouder.', en: 'This object was handed over to another source holder.' },
    mend: {
      nl: 'Laat het object uit de levering: de nieuwe bronhouder levert het voortaan. Klopt de overdracht niet, vraag dan de beheerder haar te herroepen.',
      en: 'Leave the object out: its new source holder delivers it from now on. If the transfer is wrong, ask the operator to undo it.',
    },
  },
  'houder.voor-overdracht': {
    message: {
      nl: 'Deze versie begint voor de overdracht van het object en zou de periode van de vorige bronhouder wijzigen.',
      en: 'This version begins before the handover of the object and would change the period of the former source holder.',
    },
    mend: {
      nl: 'Lever een begindatum op of na de dag van de overdracht. Was de periode daarvoor fout, lever die dan met de code van toen.',
      en: 'Deliver a begin on or after the day of the handover. If the period before it was wrong, deliver it with the code of then.',
    },
  },
  'houder.niet-toegestaan': {
    message: {
      nl: 'Dit pad hoort bij een object van een andere bronhouder.',
      en: 'This path belongs to an object of another source holder.',
    },
    mend: { nl: 'Schrijf alleen onderdelen van de eigen objecten.', en: 'Write only parts of your own objects.' },
  },
  'id.bestaat-niet': {
    message: { nl: 'Er is geen object van dit type met dit id.', en: 'There is no object of this type with this id.' },
    mend: {
      nl: 'Controleer het pad en het id; een nieuw object wordt met POST toegevoegd.',
      en: 'Check path and id; a new object is added with POST.',
    },
  },
  'id.gewijzigd': {
    message: { nl: 'Het object is niet meer zoals If-Match het noemt.', en: 'The object is no longer as If-Match names it.' },
    mend: {
      nl: 'Vraag het object opnieuw op, breng de wijziging daarin aan en stuur de nieuwe ETag mee.',
      en: 'Get the object again, make the change in that, and send the new ETag along.',
    },
  },
  'id.bestaat-al': {
    message: { nl: 'Er is al een object met dit id.', en: 'An object with this id exists already.' },
    mend: {
      nl: 'Kies een ander id, of lever een nieuwe versie aan als levering.',
      en: 'Choose another id, or hand in a new version as a delivery.',
    },
  },
  'id.in-gebruik': {
    message: {
      nl: 'Dit id is al in gebruik bij een ander object of een ander type.',
      en: 'This id is in use already for another object or another type.',
    },
    mend: {
      nl: 'Geef dit object een eigen id; het type en de plaats van een id veranderen nooit.',
      en: 'Give this object an id of its own; the type and place of an id never change.',
    },
  },
  'id.openbaar-bezet': {
    message: {
      nl: 'Dit object kan niet openbaar worden: een openbaar object van een andere bronhouder heeft inmiddels dit id.',
      en: 'This object cannot become public: meanwhile a public object of another source holder has this id.',
    },
    mend: {
      nl: 'Lever het object met een ander id en verwijder het oude; een id dat openbaar is gebruikt blijft van die bronhouder.',
      en: 'Deliver the object with another id and delete the old one; an id that was used in public stays with that source holder.',
    },
  },
  'id.onderdeel': {
    message: {
      nl: 'Dit id is van een onderdeel, niet van een object dat op zichzelf staat.',
      en: 'This id is of a nested object, not of one that stands by itself.',
    },
    mend: {
      nl: 'Noem het id van het object waarin het staat, of lever dat object opnieuw zonder dit onderdeel.',
      en: 'Name the id of the object that contains it, or deliver that object anew without this nested object.',
    },
  },
  'id.laatste-onderdeel': {
    message: {
      nl: 'Dit is het laatste onderdeel van het object waarin het staat; dat moet er minstens één hebben.',
      en: 'This is the last nested object of its parent, which must have at least one.',
    },
    mend: {
      nl: 'Voeg eerst een ander onderdeel toe, of verwijder het object waarin het staat; een referentie zonder contouren noemt in resulteertIn de reden.',
      en: 'Add another nested object first, or delete the parent; a reference without contours names the reason in resulteertIn.',
    },
  },
  'id.niets-te-corrigeren': {
    message: {
      nl: 'Het register heeft geen versie van dit object om te corrigeren.',
      en: 'The register has no version of this object to correct.',
    },
    mend: {
      nl: 'Controleer het id; is het object nieuw, lever het dan zonder `--correct` (HTTP: zonder `correctie`).',
      en: 'Check the id; if the object is new, deliver it without `--correct` (HTTP: without `correctie`).',
    },
  },
  'id.correctie-versies': {
    message: {
      nl: 'Een correctie vervangt de nieuwste versie, maar van dit object staan er meer versies in de levering.',
      en: 'A correction replaces the newest version, but the delivery has several versions of this object.',
    },
    mend: {
      nl: 'Laat alleen de versie staan die de nieuwste vervangt; lever de andere zonder `--correct`.',
      en: 'Leave only the version that replaces the newest; deliver the others without `--correct`.',
    },
  },
  'regel.correctie-begin': {
    message: {
      nl: 'Deze correctie begint niet na het begin van de versie vóór de nieuwste.',
      en: 'This correction does not begin after the begin of the version before the newest.',
    },
    mend: {
      nl: 'Kies een latere beginGeldigheid; klopt ook de versie daarvoor niet, verwijder dan het object en lever al zijn versies opnieuw.',
      en: 'Choose a later beginGeldigheid; if the version before it is wrong too, delete the object and deliver all its versions anew.',
    },
  },
  'verwijzing.onbekend': {
    message: {
      nl: 'Deze verwijzing leidt naar een id dat niet in de levering of het register staat, of dat geweigerd is.',
      en: 'This link leads to an id that is neither in the delivery nor in the register, or that was refused.',
    },
    mend: {
      nl: 'Lever het object waarnaar wordt verwezen eerst of tegelijk, of verbeter de verwijzing.',
      en: 'Deliver the object it leads to first or together with it, or mend the link.',
    },
  },
  // For links out of the root, which contours lack. LINK_WORDS is about those inside it.
  'verwijzing.verkeerde-soort': {
    message: LINK_WORDS['verwijzing.verkeerde-soort'].message,
    mend: {
      nl: 'Verwijs van een activiteit naar haar locatie, en van een referentie naar haar activiteit.',
      en: 'Link from an activity to its location, and from a reference to its activity.',
    },
  },
  'verwijzing.doel-vervalt': {
    message: {
      nl: 'Een ander object verwijst naar een onderdeel dat in deze versie ontbreekt.',
      en: 'Another object links to a part that this version leaves out.',
    },
    mend: {
      nl: 'Laat het onderdeel staan, of lever eerst het verwijzende object zonder die verwijzing.',
      en: 'Keep the part, or first deliver the linking object without that link.',
    },
  },
  'verwijzing.doel-verdwijnt': {
    message: {
      nl: 'Een ander object verwijst naar dit object of naar een onderdeel ervan.',
      en: 'Another object links to this object or to a part of it.',
    },
    mend: { nl: 'Verwijder of wijzig eerst het object dat verwijst.', en: 'First delete or change the object that links.' },
  },
  'overdracht.id-bezet': {
    message: {
      nl: 'De ontvangende bronhouder heeft al een object met dit id; een bronhouder heeft elk id één keer.',
      en: 'The receiving source holder has an object with this id already; a source holder has each id once.',
    },
    mend: {
      nl: 'Haal dit object uit de overdracht, en laat de ontvanger zijn eigen object ermee bijwerken.',
      en: 'Take this object out of the transfer, and have the receiver update its own object with it.',
    },
  },
  'overdracht.te-vroeg': {
    message: {
      nl: 'De versie van dit object die nu geldt begint pas na de dag van de overdracht.',
      en: 'The present version of this object begins after the day of the transfer only.',
    },
    mend: {
      nl: 'Draag dit object over met ingang van de dag waarop die versie begint, of later.',
      en: 'Hand this object over from the day on which that version begins, or later.',
    },
  },
  'levering.geheel-geweigerd': {
    message: {
      nl: 'Geweigerd omdat een ander object in dezelfde levering is geweigerd.',
      en: 'Refused because another object in the same delivery was refused.',
    },
    mend: { nl: 'Verbeter het andere object, of lever zonder `--strict`.', en: 'Mend the other object, or deliver without `--strict`.' },
  },
  ...UNDO_WORDS,
} as const satisfies Record<string, FindingText>;
