/**
 * Text words: texts about strings that are valid JSON but contain mistakes.
 * Not here: strings that are invalid JSON, with their location (pipelines/strict-json/).
 */
import type { FindingText } from '../finding.ts';

export const TEXT_WORDS = {
  'json.bom': {
    message: {
      nl: 'Vooraan in het bestand staat een onzichtbaar teken (BOM) dat niet in JSON hoort; het is overgeslagen.',
      en: 'The file starts with an invisible character (BOM) that does not belong in JSON; it was ignored.',
    },
    mend: {
      nl: 'U hoeft niets te doen. Om het weg te halen: kies bij opslaan de codering UTF-8 in plaats van "UTF-8 met BOM".',
      en: 'Nothing to do. To remove it, choose the encoding UTF-8 instead of "UTF-8 with BOM" when saving.',
    },
  },
  'json.tekst-verminkt': {
    message: {
      nl: 'In deze tekst zijn letters verminkt: hij is ergens gelezen in een andere codering dan waarin hij is geschreven.',
      en: 'In this text letters are garbled: it was read somewhere in another encoding than it was written in.',
    },
    mend: {
      nl: 'Herstel de tekst, en laat het programma dat het bestand maakt zijn bron lezen als UTF-8.',
      en: 'Mend the text, and let the program that makes the file read its source as UTF-8.',
    },
  },
  'json.letter-verloren': {
    message: {
      nl: 'In deze tekst is een letter verloren: op die plaats staat een teken voor een letter die niet te lezen was.',
      en: 'A letter of this text is lost: it was replaced by the character for an unreadable letter.',
    },
    mend: {
      nl: 'Zoek de tekst op in de bron en lever hem opnieuw. Laat het programma dat het bestand maakt zijn bron lezen in de juiste codering.',
      en: 'Look up the text in its source and deliver it again. Let the program that makes the file read its source in the right encoding.',
    },
  },
  'json.verboden-teken': {
    message: {
      nl: 'Deze tekst bevat een teken dat niet in een tekst hoort.',
      en: 'This text contains a character that does not belong in a text.',
    },
    mend: {
      nl: 'Haal het teken weg. Het staat hier als \\u met vier cijfers of letters, want zichtbaar is het niet.',
      en: 'Remove the character. It is shown here as \\u with four digits or letters, for it cannot be seen.',
    },
  },
  'json.html-code': {
    message: { nl: 'In deze tekst staat een code van HTML in plaats van een teken.', en: 'This text contains an HTML code instead of a character.' },
    mend: { nl: 'Schrijf het teken zelf.', en: 'Write the character itself.' },
  },
  'json.tekst-te-lang': {
    message: {
      nl: 'Deze tekst is te lang: programma’s die kaarten tonen lezen hem niet.',
      en: 'This text is too long: programs that show maps do not read it.',
    },
    mend: { nl: 'Kort de tekst in, of verwijs naar een document.', en: 'Shorten the text, or refer to a document.' },
  },
  'json.object-te-groot': {
    message: {
      nl: 'Dit object is te groot, ook zonder de objecten erin en zonder coördinaten.',
      en: 'This object is too large, even without the objects in it and without coordinates.',
    },
    mend: { nl: 'Laat weg wat anderen niet nodig hebben.', en: 'Leave out what others do not need.' },
  },
} as const satisfies Record<string, FindingText>;
