/**
 * Problems: all errors of the interface, RFC 9457 (Interface Rules, Errors 1-3).
 * The `type` URI is `{error_type_base}/ev/<path>`. A response gives the title in Dutch, then in English.
 */
import type { Text } from './finding.ts';

export interface ProblemKind {
  readonly path: string;
  readonly status: number;
  readonly title: Text;
}

export const PROBLEMS = {
  ValidatieFout: { path: 'ValidatieFout', status: 400, title: { nl: 'Het bericht is niet geldig', en: 'the message is not valid' } },
  OngeldigeAanvraag: { path: 'OngeldigeAanvraag', status: 400, title: { nl: 'De aanvraag kan niet worden begrepen', en: 'the request cannot be understood' } },
  HerhaaldeKop: { path: 'HerhaaldeKop', status: 400, title: { nl: 'Kop meer dan eens gegeven', en: 'repeated header' } },
  OnbekendeParameter: { path: 'parameter/OnbekendeParameter', status: 400, title: { nl: 'Onbekende parameter', en: 'unknown parameter' } },
  HerhaaldeParameter: { path: 'parameter/HerhaaldeParameter', status: 400, title: { nl: 'Parameter meer dan eens gegeven', en: 'repeated parameter' } },
  OngeldigeParameter: { path: 'parameter/OngeldigeParameter', status: 400, title: { nl: 'Ongeldige waarde van een parameter', en: 'invalid parameter value' } },
  CrsNietOndersteund: { path: 'parameter/CrsNietOndersteund', status: 400, title: { nl: 'CRS niet ondersteund', en: 'CRS not supported' } },
  CursorOngeldig: { path: 'parameter/CursorOngeldig', status: 400, title: { nl: 'Ongeldige cursor', en: 'invalid cursor' } },
  TokenOngeldig: { path: 'TokenOngeldig', status: 401, title: { nl: 'Ongeldig token', en: 'invalid token' } },
  SleutelOngeldig: { path: 'SleutelOngeldig', status: 401, title: { nl: 'Ongeldige sleutel', en: 'invalid API key' } },
  CertificaatOngeldig: { path: 'CertificaatOngeldig', status: 401, title: { nl: 'Ongeldig clientcertificaat', en: 'invalid client certificate' } },
  NietGeautoriseerd: { path: 'NietGeautoriseerd', status: 401, title: { nl: 'Niet geautoriseerd voor dit object', en: 'not authorised for this object' } },
  GeenToegang: { path: 'GeenToegang', status: 403, title: { nl: 'Geen toegang', en: 'no access' } },
  TijdreizenNietOndersteund: { path: 'parameter/TijdreizenNietOndersteund', status: 403, title: { nl: 'Tijdreizen kan hier niet', en: 'time travel is not supported here' } },
  InWerkingTredingNietOndersteund: { path: 'parameter/InWerkingTredingNietOndersteund', status: 403, title: { nl: 'Zoeken op inwerkingtreding kan niet', en: 'the moment of legal effect is not supported' } },
  ToekomstNietOndersteund: { path: 'parameter/ToekomstNietOndersteund', status: 403, title: { nl: 'De toekomst kan niet worden gevraagd', en: 'the future is not supported' } },
  BestaatNiet: { path: 'BestaatNiet', status: 404, title: { nl: 'Bestaat niet', en: 'does not exist' } },
  MethodeNietToegestaan: { path: 'MethodeNietToegestaan', status: 405, title: { nl: 'Methode niet toegestaan', en: 'method not allowed' } },
  NietLeverbaar: { path: 'NietLeverbaar', status: 406, title: { nl: 'Gevraagde vorm niet leverbaar', en: 'requested form cannot be served' } },
  CrsNietLeverbaar: { path: 'CrsNietLeverbaar', status: 406, title: { nl: 'Gevraagd CRS niet leverbaar', en: 'requested CRS cannot be served' } },
  VersieNietLeverbaar: { path: 'VersieNietLeverbaar', status: 406, title: { nl: 'Deze versie is niet leverbaar', en: 'this version cannot be served' } },
  TeLangzaam: { path: 'TeLangzaam', status: 408, title: { nl: 'Aanvraag te langzaam', en: 'request too slow' } },
  BestaatAl: { path: 'BestaatAl', status: 409, title: { nl: 'Bestaat al', en: 'already exists' } },
  Strijdig: { path: 'Strijdig', status: 409, title: { nl: 'Strijdig met wat er nu is', en: 'conflicts with the current state' } },
  EditieVerwijderd: { path: 'EditieVerwijderd', status: 410, title: { nl: 'Deze editie is niet meer beschikbaar', en: 'this edition is gone' } },
  VersieVervallen: { path: 'VersieVervallen', status: 410, title: { nl: 'Deze versie van de interface is vervallen', en: 'this version of the interface was withdrawn' } },
  KopOntbreekt: { path: 'KopOntbreekt', status: 412, title: { nl: 'Een kop ontbreekt', en: 'a header is missing' } },
  TagOngeldig: { path: 'TagOngeldig', status: 412, title: { nl: 'Deze tag is nooit gelijk', en: 'this tag never matches' } },
  VoorwaardeNietVervuld: { path: 'VoorwaardeNietVervuld', status: 412, title: { nl: 'Het object is intussen gewijzigd', en: 'the object has changed meanwhile' } },
  TeGroot: { path: 'TeGroot', status: 413, title: { nl: 'Bericht te groot', en: 'message too large' } },
  AdresTeLang: { path: 'AdresTeLang', status: 414, title: { nl: 'Adres te lang', en: 'address too long' } },
  MediatypeNietOndersteund: { path: 'MediatypeNietOndersteund', status: 415, title: { nl: 'Mediatype niet ondersteund', en: 'media type not supported' } },
  BereikOnbekend: { path: 'BereikOnbekend', status: 416, title: { nl: 'Het gevraagde bereik ligt buiten het bestand', en: 'the requested range is outside the file' } },
  VerwachtingNietOndersteund: { path: 'VerwachtingNietOndersteund', status: 417, title: { nl: 'Verwachting niet ondersteund', en: 'expectation not supported' } },
  NietVerwerkbaar: { path: 'NietVerwerkbaar', status: 422, title: { nl: 'Het bericht kan niet worden verwerkt', en: 'the message cannot be processed' } },
  VoorwaardeVereist: { path: 'VoorwaardeVereist', status: 428, title: { nl: 'Een wijziging zonder If-Match wordt hier niet aangenomen', en: 'a change without If-Match is not taken here' } },
  TeVeelAanvragen: { path: 'TeVeelAanvragen', status: 429, title: { nl: 'Te veel aanvragen', en: 'too many requests' } },
  KoppenTeGroot: { path: 'KoppenTeGroot', status: 431, title: { nl: 'Koppen te groot', en: 'header fields too large' } },
  OnverwachteFout: { path: 'OnverwachteFout', status: 500, title: { nl: 'Onverwachte fout', en: 'unexpected error' } },
  NietBeschikbaar: { path: 'NietBeschikbaar', status: 503, title: { nl: 'De dienst is niet beschikbaar', en: 'service unavailable' } },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof PROBLEMS;
export type ProblemPath = (typeof PROBLEMS)[ProblemName]['path'];
