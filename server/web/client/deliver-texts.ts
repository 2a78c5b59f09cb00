/** Deliver texts: the sentences of the page for deliveries that its scripts show, in Dutch and English. Pure. */
export type Language = 'nl' | 'en';

export interface Words {
  readonly signingIn: string;
  readonly signedIn: string;
  readonly signedOut: string;
  readonly expired: string;
  readonly noReply: string;
  readonly stopped: string;
  readonly unreadable: string;
  readonly wait: (seconds: number) => string;
  readonly sending: (name: string) => string;
  readonly checking: (name: string) => string;
  readonly tooLarge: (bytes: string) => string;
  readonly unsure: string;
  readonly notArrived: string;
  readonly arrived: string;
  readonly handedIn: (uuid: string) => string;
  readonly noWriter: string;
  readonly chooseHolder: string;
  readonly changedOptions: string;
  readonly states: Readonly<Record<'new' | 'rehearsing' | 'rehearsed' | 'failed' | 'sending' | 'unsure' | 'stored', string>>;
  readonly verdicts: Readonly<Record<string, string>>;
  readonly report: string;
  readonly findingsAtFields: string;
  readonly toField: string;
  readonly reportOf: (name: string) => string;
  readonly handIn: string;
  readonly handInPartly: string;
  readonly nothingToHandIn: string;
  readonly remove: string;
  readonly lookAgain: string;
  readonly sees: string;
  readonly allRules: (count: number) => string;
  readonly filter: string;
  readonly filtered: (shown: number, all: number) => string;
  readonly toLine: (line: number) => string;
  readonly source: (name: string) => string;
  readonly useChanges: string;
  readonly save: string;
  readonly editable: string;
  readonly changed: string;
  readonly excerpt: string;
  readonly undoFirst: string;
  readonly undo: string;
  readonly undoForeseen: string;
  readonly readableIn: (edition: number) => string;
  readonly following: string;
  readonly lost: string;
  readonly isUnknown: string;
}

const NL: Words = {
  signingIn: 'Bezig met aanmelden…',
  signedIn: 'Aangemeld.',
  signedOut: 'Afgemeld. Het token en alles wat u zag, is uit dit tabblad gewist.',
  expired: 'Het register neemt dit token niet meer aan. Meld opnieuw aan; uw bestanden staan er nog.',
  noReply: 'Er kwam geen antwoord. Controleer uw verbinding en probeer het opnieuw.',
  stopped: 'Gestopt.',
  unreadable: 'Het bestand is niet te lezen. Is het veranderd of verplaatst sinds u het koos? Kies het dan opnieuw.',
  wait: (seconds) => `De dienst is bezig. Over ${seconds} s probeert deze bladzijde het opnieuw.`,
  sending: (name) => `${name} wordt verstuurd…`,
  checking: (name) => `${name} is verstuurd; het register controleert het. Dat kan bij een groot bestand minuten duren.`,
  tooLarge: (bytes) => `Dit bestand is te groot: een levering mag hoogstens ${bytes} zijn. Verdeel hem over meer bestanden.`,
  unsure: 'Het is niet zeker of deze levering is aangekomen: er kwam geen antwoord. Kijk eerst of hij is aangekomen; lever hem niet zomaar nog eens in.',
  notArrived: 'Deze levering is niet aangekomen: hij staat niet bij uw indieningen. U kunt hem opnieuw inleveren.',
  arrived: 'Deze levering is toch aangekomen.',
  handedIn: (uuid) => `Ingeleverd. Ontvangstbewijs: ${uuid}`,
  noWriter: 'Met dit token kunt u lezen, niet leveren: daarvoor is de rol writer nodig.',
  chooseHolder: 'kies een code',
  changedOptions: 'U veranderde hoe de bestanden worden gelezen: doe eerst weer een proef.',
  states: {
    new: 'nog geen proef gedaan', rehearsing: 'proef loopt', rehearsed: 'proef gedaan, nog niet ingeleverd', failed: 'proef niet gelukt', sending: 'wordt ingeleverd', unsure: 'onzeker of hij aankwam',
    stored: 'ingeleverd',
  },
  verdicts: { all: 'niets geweigerd', partly: 'een deel geweigerd', none: 'alles geweigerd' },
  report: 'Bekijk het rapport',
  findingsAtFields: 'De bevindingen staan ook bij de velden van het formulier.',
  toField: 'Naar het eerste veld met een bevinding',
  reportOf: (name) => `Proef van ${name}`,
  handIn: 'Lever in',
  handInPartly: 'Lever in, zonder de geweigerde objecten',
  nothingToHandIn: 'Er is niets om in te leveren: verbeter eerst de fouten, en doe dan weer een proef.',
  remove: 'Haal uit de lijst',
  lookAgain: 'Kijk of hij is aangekomen',
  sees: 'Links openen in een nieuw tabblad.',
  allRules: (count) => `alle bevindingen (${count})`,
  filter: 'Toon',
  filtered: (shown, all) => `${shown} van ${all} bevindingen getoond.`,
  toLine: (line) => `Toon regel ${line}`,
  source: (name) => `Het bestand ${name}`,
  useChanges: 'Gebruik deze tekst en doe weer een proef',
  save: 'Bewaar als bestand',
  editable: 'Hier kunt u de tekst verbeteren. De verbetering staat alleen in dit tabblad: verbeter ook uw bron, of bewaar de tekst als bestand.',
  changed: 'verbeterd in dit tabblad',
  excerpt: 'Dit bestand is te groot om hier te verbeteren; dit zijn de regels rond de plaats. Verbeter het in uw bron en kies het opnieuw.',
  undoFirst: 'Herroepen: kijk eerst wat er verandert',
  undo: 'Herroep deze indiening',
  undoForeseen: 'Proef van het herroepen',
  readableIn: (edition) => `De wijzigingen zijn gepubliceerd. Te lezen in editie ${edition}`,
  following: 'Het register verwerkt de indiening…',
  lost: 'De verbinding is weg. De indiening is wel ontvangen en wordt verwerkt; kijk later bij Eerdere indieningen.',
  isUnknown: 'De dienst gaf een antwoord dat deze bladzijde niet kent. Probeer het later opnieuw.',
};

const EN: Words = {
  signingIn: 'Signing in…',
  signedIn: 'Signed in.',
  signedOut: 'Signed out. The token and all that you saw are gone from this tab.',
  expired: 'The register does not take this token any more. Sign in again; your files are still here.',
  noReply: 'No reply came. Check your connection and try again.',
  stopped: 'Stopped.',
  unreadable: 'The file cannot be read. Was it changed or moved since you chose it? Then choose it again.',
  wait: (seconds) => `The service is busy. This page tries again in ${seconds} s.`,
  sending: (name) => `${name} is being sent…`,
  checking: (name) => `${name} was sent; the register checks it. That can take minutes for a large file.`,
  tooLarge: (bytes) => `This file is too large: a delivery may have at most ${bytes}. Divide it over more files.`,
  unsure: 'It is not certain that this delivery arrived: no reply came. Look first whether it arrived; do not just hand it in again.',
  notArrived: 'This delivery did not arrive: it is not among your submissions. You can hand it in again.',
  arrived: 'This delivery did arrive.',
  handedIn: (uuid) => `Handed in. Receipt: ${uuid}`,
  noWriter: 'With this token you can read, not deliver: that needs the role writer.',
  chooseHolder: 'choose a code',
  changedOptions: 'You changed how the files are read: do a dry run again first.',
  states: {
    new: 'no dry run yet', rehearsing: 'dry run under way', rehearsed: 'dry run done, not handed in yet', failed: 'dry run failed', sending: 'being handed in', unsure: 'uncertain whether it arrived',
    stored: 'handed in',
  },
  verdicts: { all: 'nothing refused', partly: 'a part refused', none: 'everything refused' },
  report: 'Show the report',
  findingsAtFields: 'The findings are at the fields of the form too.',
  toField: 'To the first field with a finding',
  reportOf: (name) => `Dry run of ${name}`,
  handIn: 'Hand in',
  handInPartly: 'Hand in, without the refused objects',
  nothingToHandIn: 'There is nothing to hand in: fix the errors first, and then do a dry run again.',
  remove: 'Remove from the list',
  lookAgain: 'Look whether it arrived',
  sees: 'Links open in a new tab.',
  allRules: (count) => `all findings (${count})`,
  filter: 'Show',
  filtered: (shown, all) => `${shown} of ${all} findings shown.`,
  toLine: (line) => `Show line ${line}`,
  source: (name) => `The file ${name}`,
  useChanges: 'Use this text and do a dry run again',
  save: 'Save as a file',
  editable: 'You can correct the text here. The correction is in this tab only: correct your source too, or save the text as a file.',
  changed: 'corrected in this tab',
  excerpt: 'This file is too large to correct here; these are the lines around the location. Correct it in your source and choose it again.',
  undoFirst: 'Undo: look first what changes',
  undo: 'Undo this submission',
  undoForeseen: 'Dry run of the undo',
  readableIn: (edition) => `The changes are published. Readable in edition ${edition}`,
  following: 'The register processes the submission…',
  lost: 'The connection is gone. The submission was received and is processed; look later at Earlier submissions.',
  isUnknown: 'The service gave a response that this page does not know. Try again later.',
};

export const WORDS: Readonly<Record<Language, Words>> = { nl: NL, en: EN };

/** Returns a size in words. */
export function sizeText(bytes: number, language: Language): string {
  const locale = language === 'nl' ? 'nl-NL' : 'en-GB';
  const [value, unit] = bytes < 1_024 ? [bytes, 'B'] : bytes < 2 ** 20 ? [bytes / 1_024, 'KiB'] : bytes < 2 ** 30 ? [bytes / 2 ** 20, 'MiB'] : [bytes / 2 ** 30, 'GiB'];
  return `${value.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`;
}
