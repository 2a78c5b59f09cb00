/**
 * Problems: all errors of the interface, RFC 9457 (Interface Rules, Errors 1-3).
 * The `type` URI is `{error_type_base}/ev/<path>`; the title is in Dutch, then English.
 */
export interface ProblemKind {
  readonly path: string;
  readonly status: number;
  readonly title: string;
}

export const PROBLEMS = {
  ValidatieFout: { path: 'ValidatieFout', status: 400, title: 'Het bericht is niet geldig / the message is not valid' },
  OngeldigeAanvraag: { path: 'OngeldigeAanvraag', status: 400, title: 'De aanvraag kan niet worden begrepen / the request cannot be understood' },
  HerhaaldeKop: { path: 'HerhaaldeKop', status: 400, title: 'Kop meer dan eens gegeven / repeated header' },
  OnbekendeParameter: { path: 'parameter/OnbekendeParameter', status: 400, title: 'Onbekende parameter / unknown parameter' },
  HerhaaldeParameter: { path: 'parameter/HerhaaldeParameter', status: 400, title: 'Parameter meer dan eens gegeven / repeated parameter' },
  OngeldigeParameter: { path: 'parameter/OngeldigeParameter', status: 400, title: 'Ongeldige waarde van een parameter / invalid parameter value' },
  CrsNietOndersteund: { path: 'parameter/CrsNietOndersteund', status: 400, title: 'CRS niet ondersteund / CRS not supported' },
  CursorOngeldig: { path: 'parameter/CursorOngeldig', status: 400, title: 'Ongeldige cursor / invalid cursor' },
  TokenOngeldig: { path: 'TokenOngeldig', status: 401, title: 'Ongeldig token / invalid token' },
  NietGeautoriseerd: { path: 'NietGeautoriseerd', status: 401, title: 'Niet geautoriseerd voor dit object / not authorised for this object' },
  GeenToegang: { path: 'GeenToegang', status: 403, title: 'Geen toegang / no access' },
  TijdreizenNietOndersteund: { path: 'parameter/TijdreizenNietOndersteund', status: 403, title: 'Tijdreizen kan hier niet / time travel is not supported here' },
  InWerkingTredingNietOndersteund: { path: 'parameter/InWerkingTredingNietOndersteund', status: 403, title: 'Zoeken op inwerkingtreding kan niet / the moment of legal effect is not supported' },
  ToekomstNietOndersteund: { path: 'parameter/ToekomstNietOndersteund', status: 403, title: 'De toekomst kan niet worden gevraagd / the future is not supported' },
  BestaatNiet: { path: 'BestaatNiet', status: 404, title: 'Bestaat niet / does not exist' },
  MethodeNietToegestaan: { path: 'MethodeNietToegestaan', status: 405, title: 'Methode niet toegestaan / method not allowed' },
  NietLeverbaar: { path: 'NietLeverbaar', status: 406, title: 'Gevraagde vorm niet leverbaar / requested form cannot be served' },
  CrsNietLeverbaar: { path: 'CrsNietLeverbaar', status: 406, title: 'Gevraagd CRS niet leverbaar / requested CRS cannot be served' },
  VersieNietLeverbaar: { path: 'VersieNietLeverbaar', status: 406, title: 'Deze versie is niet leverbaar / this version cannot be served' },
  TeLangzaam: { path: 'TeLangzaam', status: 408, title: 'Aanvraag te langzaam / request too slow' },
  BestaatAl: { path: 'BestaatAl', status: 409, title: 'Bestaat al / already exists' },
  Strijdig: { path: 'Strijdig', status: 409, title: 'Strijdig met wat er nu is / conflicts with the current state' },
  EditieVerwijderd: { path: 'EditieVerwijderd', status: 410, title: 'Deze editie is niet meer beschikbaar / this edition is gone' },
  KopOntbreekt: { path: 'KopOntbreekt', status: 412, title: 'Een kop ontbreekt / a header is missing' },
  TagOngeldig: { path: 'TagOngeldig', status: 412, title: 'Deze tag is nooit gelijk / this tag never matches' },
  VoorwaardeNietVervuld: { path: 'VoorwaardeNietVervuld', status: 412, title: 'Het object is intussen gewijzigd / the object has changed meanwhile' },
  TeGroot: { path: 'TeGroot', status: 413, title: 'Bericht te groot / message too large' },
  AdresTeLang: { path: 'AdresTeLang', status: 414, title: 'Adres te lang / address too long' },
  MediatypeNietOndersteund: { path: 'MediatypeNietOndersteund', status: 415, title: 'Mediatype niet ondersteund / media type not supported' },
  VerwachtingNietOndersteund: { path: 'VerwachtingNietOndersteund', status: 417, title: 'Verwachting niet ondersteund / expectation not supported' },
  NietVerwerkbaar: { path: 'NietVerwerkbaar', status: 422, title: 'Het bericht kan niet worden verwerkt / the message cannot be processed' },
  VoorwaardeVereist: { path: 'VoorwaardeVereist', status: 428, title: 'Een wijziging zonder If-Match wordt hier niet aangenomen / a change without If-Match is not taken here' },
  KoppenTeGroot: { path: 'KoppenTeGroot', status: 431, title: 'Koppen te groot / header fields too large' },
  OnverwachteFout: { path: 'OnverwachteFout', status: 500, title: 'Onverwachte fout / unexpected error' },
  NietBeschikbaar: { path: 'NietBeschikbaar', status: 503, title: 'De dienst is niet beschikbaar / service unavailable' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof PROBLEMS;
export type ProblemPath = (typeof PROBLEMS)[ProblemName]['path'];
