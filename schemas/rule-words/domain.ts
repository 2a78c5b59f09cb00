/**
 * Domain words: texts of the domain rules on validity, ids, permits and activities.
 * Not here: texts on references, contours and geometry (domain-places.ts), the checks themselves (pipelines/prepare/rules/).
 */
import type { FindingText } from '../finding.ts';
import { PLACE_WORDS } from './domain-places.ts';

export const DOMAIN_WORDS = {
  'regel.einde-na-begin': {
    message: { nl: 'eindGeldigheid ligt niet na beginGeldigheid.', en: 'eindGeldigheid is not after beginGeldigheid.' },
    mend: {
      nl: 'Verbeter één van beide; laat eindGeldigheid weg zolang het object geldig is.',
      en: 'Correct one of them; leave eindGeldigheid out while the object is valid.',
    },
  },
  'regel.begin-onwaarschijnlijk': {
    message: {
      nl: 'beginGeldigheid ligt vóór 1900 of meer dan 10 jaar vooruit.',
      en: 'beginGeldigheid is before 1900 or more than 10 years ahead.',
    },
    mend: {
      nl: 'Controleer het jaartal; geef het tijdstip waarop het object in werkelijkheid begon te gelden.',
      en: 'Check the year; give the time at which the object began to be valid in reality.',
    },
  },
  'regel.einde-onwaarschijnlijk': {
    message: {
      nl: 'eindGeldigheid ligt meer dan 100 jaar vooruit; dat staat meestal voor “geen einde”.',
      en: 'eindGeldigheid is more than 100 years ahead, which mostly stands for “no end”.',
    },
    mend: { nl: 'Laat eindGeldigheid weg zolang het object geldig is.', en: 'Leave eindGeldigheid out while the object is valid.' },
  },
  'regel.klok-verzet': {
    message: {
      nl: 'Deze tijd zonder zone komt in Nederland die nacht twee keer voor, of helemaal niet, omdat de klok wordt verzet.',
      en: 'This time without a zone occurs twice in the Netherlands that night, or not at all, because of the clock change.',
    },
    mend: {
      nl: 'Schrijf de tijd met Z of met een zone, bijvoorbeeld +01:00.',
      en: 'Write the time with Z or with a zone, for example +01:00.',
    },
  },
  'regel.onderdeel-nooit-geldig': {
    message: {
      nl: 'Dit onderdeel en het object erboven zijn nooit tegelijk geldig; het wordt nooit getoond.',
      en: 'This nested object and its parent are never valid at the same time; it is never shown.',
    },
    mend: { nl: 'Verbeter de geldigheid van één van beide.', en: 'Correct the validity of one of them.' },
  },
  'regel.onderdeel-eindigt-later': {
    message: {
      nl: 'Dit onderdeel eindigt later dan het object erboven; na het einde daarvan wordt het niet getoond.',
      en: 'This nested object ends later than its parent; after the parent’s end it is not shown.',
    },
    mend: {
      nl: 'Verbeter één van beide eindes, of laat dat van het onderdeel weg.',
      en: 'Correct one of the two ends, or leave the end of the nested object out.',
    },
  },
  'regel.onderdeel-andere-bronhouder': {
    message: {
      nl: 'Dit object heeft een andere bronhoudercode dan het object erboven, of dan al zijn onderdelen.',
      en: 'This object has another bronhoudercode than its parent, or than all its nested objects.',
    },
    mend: { nl: 'Geef overal de bronhoudercode van wie levert.', en: 'Use the bronhoudercode of the delivering source holder everywhere.' },
  },
  'regel.alleen-lezen': {
    message: {
      nl: 'Dit veld komt uit de BAG; de geleverde waarde wordt niet gebruikt.',
      en: 'This field comes from the BAG; the delivered value is not used.',
    },
    mend: { nl: 'Laat het veld weg.', en: 'Leave the field out.' },
  },
  'regel.afgeleid-veld': {
    message: {
      nl: 'Dit veld maakt het register zelf; de geleverde waarde wordt niet gebruikt.',
      en: 'The register makes this field itself; the delivered value is not used.',
    },
    mend: {
      nl: 'Laat het veld weg. Een afstand wijzigt u in afstandOfGeometrie, naam en code van de locatie in het hoofdobject.',
      en: 'Leave the field out. Change a distance in afstandOfGeometrie, name and code of the location in the root.',
    },
  },
  'regel.registratie-door-register': {
    message: {
      nl: 'Het register bepaalt deze tijd zelf; de geleverde waarde wordt niet gebruikt.',
      en: 'The register sets this time itself; the delivered value is not used.',
    },
    mend: { nl: 'Laat het veld weg.', en: 'Leave the field out.' },
  },
  'regel.id-aanbevolen': {
    message: { nl: 'De id is niet opgebouwd uit de identificatie.', en: 'The id is not made from identificatie.' },
    mend: {
      nl: 'Aanbevolen: namespace.lokaalID, of namespace.lokaalID.versie. Kijk welke van de twee niet klopt: de id of de identificatie.',
      en: 'Recommended: namespace.lokaalID, or namespace.lokaalID.versie. See which of the two is not right: id or identificatie.',
    },
  },
  'regel.id-normaalvorm': {
    message: {
      nl: 'De id is niet in de normale schrijfwijze van Unicode (NFC): een letter en haar accent staan er bijvoorbeeld als twee tekens in.',
      en: 'The id is not in the normal form of Unicode (NFC): for example, a letter and its accent are two characters.',
    },
    mend: {
      nl: 'Schrijf de id zoals bij verwacht staat. Wij zien beide vormen als dezelfde id; andere programma’s vaak niet.',
      en: 'Write the id as shown under expected. This register treats both forms as one id; other programs often do not.',
    },
  },
  'regel.lokaalid-bronhouder': {
    message: {
      nl: 'De lokaalID begint met geen van de codes van de bronhouder.',
      en: 'The lokaalID does not begin with a code of the source holder.',
    },
    mend: {
      nl: 'Laat de lokaalID beginnen met de bronhoudercode, of verbeter de code.',
      en: 'Begin the lokaalID with the bronhoudercode, or correct the code.',
    },
  },
  'regel.onzichtbaar-teken': {
    message: {
      nl: 'Deze waarde heeft een spatie vooraan of achteraan (hier ␣), of een ander teken dat men niet ziet.',
      en: 'This value has a space at its beginning or end (here ␣), or another invisible character.',
    },
    mend: { nl: 'Haal dat teken weg: id’s worden letterlijk vergeleken.', en: 'Remove that character: ids are compared letter by letter.' },
  },
  'regel.id-in-adres': {
    message: {
      nl: 'Een id met /,  of %: in een adres moet dat teken gecodeerd staan (%2F, %5C, %25), en niet elk programma laat dat door.',
      en: 'An id with /,  or %: in an address this character must be encoded (%2F, %5C, %25), and not every program passes that on.',
    },
    mend: {
      nl: 'Schrijf bij een nieuw object zo mogelijk een streepje. Staat het object al in het register? Laat de id dan zoals hij is.',
      en: 'For a new object, write a hyphen if possible. If the register has the object already, leave the id as it is.',
    },
  },
  'regel.lijst-in-tekst': {
    message: {
      nl: 'Deze tekst is zelf een lijst, geschreven als tekst, zoals GDAL (ogr2ogr, QGIS) dat in een tabel doet.',
      en: 'This text is a list itself, written as text, as GDAL (ogr2ogr, QGIS) does in a table.',
    },
    mend: { nl: 'Zet elk onderdeel apart tussen [ en ].', en: 'Put each item by itself between [ and ].' },
  },
  'regel.documentatie-link': {
    message: {
      nl: 'Deze link begint niet met https:// en is geen adres van een regeling (/akn/nl/act/).',
      en: 'This link does not start with https:// and is not the address of an act (/akn/nl/act/).',
    },
    mend: { nl: 'Geef het volledige webadres van het document.', en: 'Give the complete web address of the document.' },
  },
  'regel.bag-soort': {
    message: {
      nl: 'Dit BAG-nummer is van een ander soort object dan dit veld bedoelt (cijfer 5 en 6).',
      en: 'This BAG number is of another kind of object than this field needs (digits 5 and 6).',
    },
    mend: { nl: 'Zoek het nummer van het bedoelde object op in de BAG.', en: 'Look up the number of the right object in the BAG.' },
  },
  'regel.geheim-zonder-grondslag': {
    message: {
      nl: 'informatieGeheim is waar, maar de activiteit noemt geen grondslagInfo.',
      en: 'informatieGeheim is true, but the activity names no grondslagInfo.',
    },
    mend: {
      nl: 'Noem bij de activiteit het besluit waarop de geheimhouding rust.',
      en: 'Name the decision on which the secrecy rests, in grondslagInfo of the activity.',
    },
  },
  'regel.activiteit-bij-locatie': {
    message: { nl: 'Dit type activiteit past niet bij dit type locatie.', en: 'This type of activity does not fit this type of location.' },
    mend: { nl: 'Kies het type locatie dat bij de activiteit hoort.', en: 'Choose the type of location that belongs to the activity.' },
  },
  'regel.vergunningplicht': {
    message: {
      nl: 'vergunningsPlicht is in strijd met de naam van het type activiteit.',
      en: 'vergunningsPlicht contradicts the name of the activity type.',
    },
    mend: {
      nl: 'Verbeter vergunningsPlicht, of kies het andere type activiteit.',
      en: 'Correct vergunningsPlicht, or choose the other activity type.',
    },
  },
  'regel.wijziging-voor-vergunning': {
    message: {
      nl: 'datumLaatsteWijziging ligt vóór datumVergunningOfMelding.',
      en: 'datumLaatsteWijziging is before datumVergunningOfMelding.',
    },
    mend: { nl: 'Verbeter één van beide datums.', en: 'Correct one of the dates.' },
  },
  'regel.vergunning-toekomst': {
    message: {
      nl: 'De datum van een vergunning, melding of wijziging ligt in de toekomst.',
      en: 'The date of a permit, notification or change is in the future.',
    },
    mend: {
      nl: 'Geef de datum waarop de vergunning is verleend, de melding is gedaan of de laatste wijziging was.',
      en: 'Give the date on which the permit was granted, the notification was made or the last change took place.',
    },
  },
  'regel.activiteiten-beeindigd': {
    message: {
      nl: 'Alle activiteiten van deze locatie zijn beëindigd, maar de locatie zelf niet.',
      en: 'All activities of this location have ended, but the location itself has not.',
    },
    mend: {
      nl: 'Geef de locatie dezelfde eindGeldigheid, of lever de activiteit die er nu is.',
      en: 'Give the location the same eindGeldigheid, or deliver the activity that takes place there now.',
    },
  },
  'regel.tr-activiteit': {
    message: {
      nl: 'idActiviteitTR is niet de waarde die bij dit type activiteit hoort.',
      en: 'idActiviteitTR is not the value that belongs to this type of activity.',
    },
    mend: {
      nl: 'Neem de verwachte waarde over, of kies het juiste type activiteit.',
      en: 'Use the expected value, or choose the right type of activity.',
    },
  },
  'regel.bal-artikel': {
    message: {
      nl: 'Geen van de links in balActiviteit leidt naar het artikel dat bij dit type activiteit hoort.',
      en: 'None of the links in balActiviteit leads to the article that belongs to this type of activity.',
    },
    mend: {
      nl: 'Verwijs naar het verwachte artikel, of kies het juiste type activiteit.',
      en: 'Link to the expected article, or choose the right type of activity.',
    },
  },
  'regel.seveso-kvk': {
    message: {
      nl: 'Bij een Seveso-inrichting hoort het KVK-nummer van de exploitant; hier staat waarom het ontbreekt.',
      en: 'A Seveso establishment has the KVK number of its operator; this one has a reason why it is missing.',
    },
    mend: { nl: 'Vul kvkNummerExploitant in bij de locatie.', en: 'Fill in kvkNummerExploitant of the location.' },
  },
  'regel.stelsel-zonder-plaats': {
    message: {
      nl: 'Het buisleidingstelsel heeft geen idNummeraanduidingBAG en geen locatieomschrijving.',
      en: 'The pipeline system has neither idNummeraanduidingBAG nor locatieomschrijving.',
    },
    mend: { nl: 'Vul één van beide in.', en: 'Fill in one of them.' },
  },
  'regel.propaan-opstelplaats': {
    message: {
      nl: 'Bij vijf of minder bevoorradingen per jaar hoort geen OpstelplaatsVoertuig.',
      en: 'With five or fewer deliveries a year there is no OpstelplaatsVoertuig.',
    },
    mend: {
      nl: 'Laat de opstelplaats weg, of verbeter het aantal bevoorradingen.',
      en: 'Leave OpstelplaatsVoertuig out, or correct the number of deliveries.',
    },
  },
  'regel.eos-mobiel-vlak': {
    message: {
      nl: 'Een mobiel energieopslagsysteem (type C) krijgt een vlak als geometrie, geen punt.',
      en: 'A mobile energy storage system (type C) has a surface as its geometry, not a point.',
    },
    mend: { nl: 'Geef het vlak waarbinnen het systeem kan staan.', en: 'Give the surface in which the system may stand.' },
  },
  'regel.eos-oppervlakte': {
    message: {
      nl: 'Bij een vergunningplichtig energieopslagsysteem hoort een oppervlakte; die ontbreekt.',
      en: 'An energy storage system that needs a permit has an oppervlakte; it is missing.',
    },
    mend: { nl: 'Vul oppervlakte in.', en: 'Fill in oppervlakte.' },
  },
  'regel.eos-natrium': {
    message: {
      nl: 'Een energieopslagsysteem zonder vergunningplicht heeft geen natrium als energiedrager.',
      en: 'An energy storage system without a permit does not have natrium as its energy carrier.',
    },
    mend: {
      nl: 'Kies de juiste energiedrager, of het activiteittype met vergunningplicht.',
      en: 'Choose the right energy carrier, or the activity type with a permit.',
    },
  },
  'regel.eos-gecertificeerd': {
    message: {
      nl: 'Een energieopslagsysteem met vaste afstand zonder vergunningplicht is gecertificeerd; hier staat van niet.',
      en: 'An energy storage system with a fixed distance and no permit is certified; this one is not.',
    },
    mend: {
      nl: 'Zet gecertificeerd op true, of kies het activiteittype met te berekenen afstand.',
      en: 'Set gecertificeerd to true, or choose the activity type whose distance is computed.',
    },
  },
  ...PLACE_WORDS,
} as const satisfies Record<string, FindingText>;
