/**
 * Domain words on places: texts of the domain rules on references, contours, sizes and geometry.
 * Not here: texts of other domain rules (domain.ts), the checks themselves (pipelines/prepare/rules/).
 */
import type { FindingText } from '../finding.ts';

export const PLACE_WORDS = {
  'regel.vervoer-bij-locatie': {
    message: {
      nl: 'Deze referentie is van een ander soort vervoer dan de locatie.',
      en: 'This reference is of another kind of transport than the location.',
    },
    mend: {
      nl: 'Verbeter type van de locatie, of kies de juiste referentie.',
      en: 'Correct type of the location, or choose the right reference.',
    },
  },
  'regel.referentiesoort': {
    message: {
      nl: 'Deze referentiesoort is van een ander soort vervoer dan de referentie.',
      en: 'This referentiesoort is of another kind of transport than the reference.',
    },
    mend: { nl: 'Kies de referentiesoort die bij dit vervoer hoort.', en: 'Choose the referentiesoort that belongs to this transport.' },
  },
  'regel.referentie-bij-activiteit': {
    message: {
      nl: 'Dit type referentie hoort niet bij dit type activiteit.',
      en: 'This type of reference does not belong to this type of activity.',
    },
    mend: { nl: 'Controleer het type van de referentie en van de activiteit.', en: 'Check the type of the reference and of the activity.' },
  },
  'regel.aantal-windturbines': {
    message: {
      nl: 'aantalWindturbines is niet het aantal Windturbine-referenties van deze activiteit.',
      en: 'aantalWindturbines is not the number of Windturbine references of this activity.',
    },
    mend: { nl: 'Verbeter het aantal, of lever de ontbrekende windturbines.', en: 'Correct the number, or deliver the missing turbines.' },
  },
  'regel.referentie-ver-weg': {
    message: {
      nl: 'Deze referentie ligt ver van de locatie van haar activiteit.',
      en: 'This reference lies far from the location of its activity.',
    },
    mend: {
      nl: 'Controleer de coördinaten, en of de referentie bij deze locatie hoort.',
      en: 'Check the coordinates, and whether the reference belongs to this location.',
    },
  },
  'regel.hoort-bij-elders': {
    message: {
      nl: 'Deze contour hoort ook bij een referentie in een ander hoofdobject. Het gebied op de kaart is dat rond de referenties in dit hoofdobject, en kan te klein zijn.',
      en: 'This contour also belongs to a reference in another root. The area on the map surrounds the references in this root only, and may be too small.',
    },
    mend: {
      nl: 'Geef de contour als geometrie, of zet hem ook in het andere hoofdobject, bij die referentie.',
      en: 'Give the contour as a geometry, or also put it into the other root, at that reference.',
    },
  },
  'regel.contour-ver-weg': {
    message: {
      nl: 'Deze contour ligt ver van de referentie waarbij hij hoort.',
      en: 'This contour lies far from the reference that it belongs to.',
    },
    mend: {
      nl: 'Controleer de coördinaten, en of de contour bij deze referentie hoort.',
      en: 'Check the coordinates, and whether the contour belongs to this reference.',
    },
  },
  'regel.contour-dubbel': {
    message: {
      nl: 'Deze referentie heeft al een contour van dezelfde soort in dezelfde periode.',
      en: 'This reference already has a contour of the same kind in the same period.',
    },
    mend: {
      nl: 'Laat alleen de contour staan die geldt, of geef de oude een eindGeldigheid.',
      en: 'Keep only the contour that is valid, or give the old one an eindGeldigheid.',
    },
  },
  'regel.zone-bij-activiteit': {
    message: {
      nl: 'Een militaire zone hoort bij een militaire activiteit, en een civiele zone bij een andere.',
      en: 'A military zone belongs to a military activity, and a civil zone to another.',
    },
    mend: { nl: 'Controleer het type van de contour en van de activiteit.', en: 'Check the type of the contour and of the activity.' },
  },
  'regel.afstand-groot': {
    message: {
      nl: 'De afstand is groter dan 1500 meter; in de praktijk komt dat niet voor.',
      en: 'The distance is more than 1500 metres, which does not occur in practice.',
    },
    mend: { nl: 'Controleer het getal; het is in meters.', en: 'Check the number; it is in metres.' },
  },
  'regel.afstand-klein': {
    message: {
      nl: 'De afstand is kleiner dan 1 meter; waarschijnlijk staat hier een afstand in kilometers.',
      en: 'The distance is less than 1 metre; this is probably a distance in kilometres.',
    },
    mend: { nl: 'Geef de afstand in meters.', en: 'Give the distance in metres.' },
  },
  'regel.afstand-nul': {
    message: { nl: 'De afstand is 0: deze contour omvat niets.', en: 'The distance is 0: this contour surrounds nothing.' },
    mend: {
      nl: 'Geef de afstand in meters; is er geen contour, laat hem dan weg.',
      en: 'Give the distance in metres; leave the contour out when there is none.',
    },
  },
  'regel.maat-onwaarschijnlijk': {
    message: { nl: 'Deze maat komt bij dit soort object niet voor.', en: 'No object of this type has such a size.' },
    mend: {
      nl: 'Controleer het getal en de eenheid, of bij een geometrie de coördinaten.',
      en: 'Check the number and its unit, or the coordinates of a geometry.',
    },
  },
  'regel.pr-volgorde': {
    message: {
      nl: 'De contour PR10-5 reikt verder dan de contour PR10-6 van dezelfde referentie.',
      en: 'The contour PR10-5 reaches further than the contour PR10-6 of the same reference.',
    },
    mend: { nl: 'Controleer of de twee contouren verwisseld zijn.', en: 'Check whether the two contours were swapped.' },
  },
  'regel.samengesteld-vastgesteld': {
    message: {
      nl: 'Een vastgestelde afstand hoort niet bij een samengestelde referentie.',
      en: 'A fixed distance does not belong to a combined reference.',
    },
    mend: {
      nl: 'Lever de afzonderlijke referenties, elk met hun eigen contour.',
      en: 'Deliver the separate references, each with its own contour.',
    },
  },
  'regel.cas-controlecijfer': {
    message: {
      nl: 'Dit CAS-nummer bestaat niet: het laatste cijfer klopt niet met de andere.',
      en: 'This CAS number does not exist: its last digit does not fit the others.',
    },
    mend: { nl: 'Controleer het nummer op een typefout.', en: 'Check the number for a typing error.' },
  },
  'regel.buiten-nederland': {
    message: { nl: 'Dit object ligt ver buiten Nederland.', en: 'This object is far outside the Netherlands.' },
    mend: { nl: 'Controleer de coördinaten en het coördinatenstelsel.', en: 'Check the coordinates and the coordinate reference system.' },
  },
  'regel.zelfde-geometrie': {
    message: {
      nl: 'Een ander object van dit type heeft precies dezelfde geometrie.',
      en: 'Another object of this type has exactly the same geometry.',
    },
    mend: {
      nl: 'Ga na of het één object is dat twee keer geleverd wordt; lever het dan één keer.',
      en: 'Find out whether it is one object delivered twice; then deliver it once.',
    },
  },
  'regel.zelfde-identificatie': {
    message: {
      nl: 'Een ander object van de levering heeft dezelfde namespace en lokaalID, met een andere id.',
      en: 'Another object of the delivery has the same namespace and lokaalID, with another id.',
    },
    mend: {
      nl: 'Geef elk object een eigen lokaalID; is het één object, lever het dan één keer.',
      en: 'Give every object its own lokaalID; if it is one object, deliver it once.',
    },
  },
} as const satisfies Record<string, FindingText>;
