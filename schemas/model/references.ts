/** References: the physical elements of an activity (Information Model, Reference types). */
import { EXTERNE_VEILIGHEIDS_OBJECT } from './base.ts';
import {
  abstract, array, boolean, closed, codelist, geometry, integer, link, nested, number, object, orVoid, pattern,
  text,
} from './conventions.ts';
import { CONTOURS } from '../names.ts';
import { GEOMETRIE_METAGEGEVENS } from './values.ts';

const REFERENTIE_EV_CONTOUR = abstract('ReferentieEVContour', EXTERNE_VEILIGHEIDS_OBJECT, {
  omschrijving: text(),
  heeft: [link(), 'R'],
  resulteertIn: [orVoid(nested('Contour', Object.keys(CONTOURS))), 'R'],
});

const TRAJECTCODE = pattern('[0-9]{2,3}', { nl: '2 of 3 cijfers', en: '2 or 3 digits' }, { example: '30' });
const WATERVAKCODE = pattern('[A-Z]{1,4}', { nl: '1 tot 4 hoofdletters', en: '1 to 4 capitals' }, { example: 'WAL' });
const WEGVAKCODE = pattern(String.raw`[A-Z][^\n\r]{1,7}`, {
  nl: 'een hoofdletter gevolgd door 1 tot 7 tekens',
  en: 'a capital followed by 1 to 7 characters',
}, { example: 'G12' });

const PUNT = { geometrie: [geometry('Point'), 'R'] } as const;
const PUNT_OF_VLAK = { geometrie: [geometry('PuntOfVlak'), 'R'] } as const;
const LIJN_OF_MULTI_LIJN = { geometrie: [geometry('LijnOfMultiLijn'), 'R'] } as const;
const METAGEGEVENS = { geometrieMetagegevens: [object(GEOMETRIE_METAGEGEVENS), 'R'] } as const;
const REFERENTIESOORT = { referentiesoort: [codelist('RepresentatieLijn'), 'R'] } as const;

export const REFERENCE_MODEL = [
  closed('AftappuntOpslagtank', REFERENTIE_EV_CONTOUR, PUNT),
  closed('AnderInsluitsysteemReferentie', REFERENTIE_EV_CONTOUR, PUNT_OF_VLAK),
  closed('Bewaarplaats', REFERENTIE_EV_CONTOUR, {
    ...PUNT,
    oppervlakteDeuropening: number(0, 99),
  }),
  closed('Bewerkingsruimte', REFERENTIE_EV_CONTOUR, PUNT),
  closed('BufferBewaarplaats', REFERENTIE_EV_CONTOUR, PUNT),
  closed('BuisleidingReferentie', REFERENTIE_EV_CONTOUR, {
    ...LIJN_OF_MULTI_LIJN,
    status: codelist('StatusBuisleiding'),
    buisleidingCategorieStof: array(codelist('BuisleidingCategorieStof'), { unique: true }),
    buisleidingMateriaal: codelist('PipeMaterialTypeValue'),
    buisleidingProduct: codelist('OilGasChemicalsProductTypeValue'),
    wanddikte: number(0, 9999.99),
    diameter: number(0, 9999),
    bovenkantbuis: number(-9999, 9999),
    maximaleWerkdruk: number(0, 99999),
  }),
  closed('EnergieOpslagSysteem', REFERENTIE_EV_CONTOUR, {
    ...PUNT_OF_VLAK,
    oppervlakte: number(),
  }),
  closed('Installatie', REFERENTIE_EV_CONTOUR, PUNT_OF_VLAK),
  closed('Leiding', REFERENTIE_EV_CONTOUR, {
    geometrie: [geometry('PuntOfLijn'), 'R'],
    bovengronds: boolean(),
    diameter: number(0, 9999),
  }),
  closed('Machinekamer', REFERENTIE_EV_CONTOUR, {
    ...PUNT_OF_VLAK,
    aantalKoelinstallaties: integer(0, 99),
    opstellingsUitvoering: codelist('OpstellingsUitvoeringAmmoniak'),
    pompbeveiliging: boolean(),
  }),
  closed('OpslagReferentie', REFERENTIE_EV_CONTOUR, {
    ...PUNT_OF_VLAK,
    ...METAGEGEVENS,
    typeOpslagReferentie: [codelist('TypeOpslagReferentie'), 'R'],
    bovengronds: boolean(),
    inhoud: number(0, 99999),
    oppervlakte: number(0, 9999),
  }),
  closed('OpslagReferentieEnergiedrager', REFERENTIE_EV_CONTOUR, {
    ...PUNT,
    ...METAGEGEVENS,
    buiten: boolean(),
    oppervlakte: number(0, 999999),
  }),
  closed('OpstelplaatsVoertuig', REFERENTIE_EV_CONTOUR, PUNT_OF_VLAK),
  closed('SamengesteldeReferentie', REFERENTIE_EV_CONTOUR, PUNT_OF_VLAK),
  closed('SevesoReferentie', REFERENTIE_EV_CONTOUR, PUNT_OF_VLAK),
  closed('SpoorVervoer', REFERENTIE_EV_CONTOUR, {
    ...LIJN_OF_MULTI_LIJN,
    trajectcode: [TRAJECTCODE, 'R'],
    ...REFERENTIESOORT,
  }),
  closed('Tankzuil', REFERENTIE_EV_CONTOUR, PUNT),
  closed('Vulpunt', REFERENTIE_EV_CONTOUR, PUNT),
  closed('WaterVervoer', REFERENTIE_EV_CONTOUR, {
    ...LIJN_OF_MULTI_LIJN,
    watervakcode: [WATERVAKCODE, 'R'],
    ...REFERENTIESOORT,
  }),
  closed('WegAs', REFERENTIE_EV_CONTOUR, LIJN_OF_MULTI_LIJN),
  closed('WegVervoer', REFERENTIE_EV_CONTOUR, {
    ...LIJN_OF_MULTI_LIJN,
    wegvakcode: [WEGVAKCODE, 'R'],
    ...REFERENTIESOORT,
  }),
  closed('Windturbine', REFERENTIE_EV_CONTOUR, {
    ...PUNT,
    ...METAGEGEVENS,
    ashoogte: number(0, 999.99),
    rotordiameter: number(0, 99999),
    vermogen: number(0, 99999),
    type: text(),
    materiaalMast: codelist('MateriaalWindturbineMast'),
    lengteGondel: number(0, 99.99),
    breedteGondel: number(0, 99.99),
    hoogteGondel: number(0, 99.99),
    massaGondel: number(0, 99999),
    zwaartepunt: number(0, 999.99),
    nominaalToerental: number(0, 999),
    maxWerpafstandNominaal: number(0, 999),
    maxWerpafstandOvertoeren: number(0, 9999),
  }),
];
