/** Locations: where activities are carried out (Information Model, Activity and location types). */
import { EXTERNE_VEILIGHEIDS_OBJECT } from './base.ts';
import {
  abstract, array, boolean, closed, codelist, digits, geometry, nested, orNull, orVoid, text,
} from './conventions.ts';
import type { Value } from './conventions.ts';
import { ACTIVITY_TYPES } from '../names.ts';
import { IDENTIFICATIE_BAG } from './values.ts';

const KVK_NUMMER = digits(8, '12345678');
const VESTIGINGSNUMMER = digits(12, '000012345678');

const LOCATIE_EV_ACTIVITEIT = abstract('LocatieEVActiviteit', EXTERNE_VEILIGHEIDS_OBJECT, {
  voertUit: [nested('Activiteit', ACTIVITY_TYPES), 'R'],
});

export const LOCATION_MODEL = [
  closed('LocatieActiviteit', LOCATIE_EV_ACTIVITEIT, {
    bedrijfsnaam: [text(), 'R'],
    geometrie: [geometry('VlakOfMultiVlak'), 'R'],
    idNummeraanduidingBAG: IDENTIFICATIE_BAG,
    locatieomschrijving: text(),
    omschrijving: text(),
    eigenaar: text(),
    privacyGevoelig: boolean(false),
    naamExploitant: [orVoid(text()), 'R'],
    idNummeraanduidingBAGExploitant: [orVoid(IDENTIFICATIE_BAG), 'R'],
    kvkNummerExploitant: [orVoid(array(KVK_NUMMER, { min: 1 })), 'R'],
    kvkNummerAanvrager: [orVoid(KVK_NUMMER), 'R'],
    vestigingsnummerExploitant: VESTIGINGSNUMMER,
    vestigingsnummerAanvrager: VESTIGINGSNUMMER,
  }),
  closed('LocatieBasisnet', LOCATIE_EV_ACTIVITEIT, {
    geometrie: [geometry('LijnOfMultiLijn'), 'R'],
    type: [codelist('TypeVervoer'), 'R'],
    route: [text(), 'R'],
  }),
  closed('Wegen', LOCATIE_EV_ACTIVITEIT, {
    geometrie: [geometry('LijnOfMultiLijn'), 'R'],
    route: [text(), 'R'],
  }),
  closed('BuisleidingStelsel', LOCATIE_EV_ACTIVITEIT, {
    eigenaar: [text(), 'R'],
    idNummeraanduidingBAG: IDENTIFICATIE_BAG,
    locatieomschrijving: text(),
    naamExploitant: text(),
    idNummeraanduidingBAGExploitant: IDENTIFICATIE_BAG,
    kvkNummerExploitant: [array(orNull(KVK_NUMMER), { min: 1 }), 'R'],
    vestigingsnummerExploitant: VESTIGINGSNUMMER,
  }),
];

/** Names of the fields that hold a KVK number, or a list of them. */
export const KVK_FIELDS: ReadonlySet<string> = new Set(LOCATION_MODEL.flatMap(({ fields }) => (
  fields.filter(isKvk).map(({ name }) => name)
)));

function isKvk(value: Value): boolean {
  if (value.kind === 'array') return isKvk(value.items);
  return value.kind === 'text' && KVK_NUMMER.kind === 'text' && value.pattern === KVK_NUMMER.pattern;
}
