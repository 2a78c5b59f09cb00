/** File kinds: names of files that are not JSON, and the fix for each; they replace the words of `levering.geen-json`. */
import type { Text } from '../finding.ts';

interface Kind {
  /** Name of the kind, after "this is no JSON but …". */
  readonly name: Text;
  readonly mend: Text;
}

const EXPORT: Text = {
  nl: 'Exporteer de gegevens als JSON of GeoJSON volgens het informatiemodel.',
  en: 'Export the data as JSON or GeoJSON that follows the information model.',
};
const UNPACK: Text = {
  nl: 'Pak het uit, en lever het JSON-bestand dat erin zit; inpakken mag met gzip.',
  en: 'Unpack it and deliver the JSON file that is in it; gzip may be used to pack.',
};

/** The kinds, in the words of holders. */
export const FILE_KINDS = {
  'office': { name: { nl: 'een Excel- of ander Office-bestand', en: 'an Excel or other Office file' }, mend: EXPORT },
  'zip': { name: { nl: 'een zip-bestand', en: 'a zip file' }, mend: UNPACK },
  'gzip': {
    name: { nl: 'een bestand dat twee keer met gzip is ingepakt', en: 'a file packed with gzip twice' },
    mend: { nl: 'Pak het één keer in.', en: 'Pack it once.' },
  },
  'packed': { name: { nl: 'een ingepakt bestand (tar, 7z, bzip2, xz of zstd)', en: 'a packed file (tar, 7z, bzip2, xz or zstd)' }, mend: UNPACK },
  'pdf': { name: { nl: 'een PDF', en: 'a PDF' }, mend: EXPORT },
  'geopackage': { name: { nl: 'een GeoPackage of andere SQLite-database', en: 'a GeoPackage or other SQLite database' }, mend: EXPORT },
  'shapefile': { name: { nl: 'een shapefile', en: 'a shapefile' }, mend: EXPORT },
  'flatgeobuf': { name: { nl: 'een FlatGeobuf-bestand', en: 'a FlatGeobuf file' }, mend: EXPORT },
  'parquet': { name: { nl: 'een Parquet-bestand', en: 'a Parquet file' }, mend: EXPORT },
  'json-seq': {
    name: { nl: 'een JSON text sequence (RFC 8142): voor elk object staat een RS-teken', en: 'a JSON text sequence (RFC 8142): each object begins with an RS character' },
    mend: {
      nl: 'Lever één object per regel zonder RS-teken (GDAL: -lco RS=NO).', en: 'Deliver one object a line without RS characters (GDAL: -lco RS=NO).',
    },
  },
  'binary': { name: { nl: 'een binair bestand', en: 'a binary file' }, mend: EXPORT },
  'html': {
    name: { nl: 'een webpagina (HTML), misschien de foutmelding van een website', en: 'a web page (HTML), perhaps the error message of a site' },
    mend: {
      nl: 'Open het bestand in een browser om te zien wat er staat, en haal de gegevens opnieuw op als JSON.',
      en: 'Open the file in a browser to read it, and fetch the data again as JSON.',
    },
  },
  'gml': { name: { nl: 'XML (GML)', en: 'XML (GML)' }, mend: EXPORT },
  'xml': { name: { nl: 'XML', en: 'XML' }, mend: EXPORT },
  'csv': { name: { nl: 'een tabel (CSV)', en: 'a table (CSV)' }, mend: EXPORT },
  'yaml': {
    name: { nl: 'YAML', en: 'YAML' }, mend: { nl: 'Zet het bestand om naar JSON.', en: 'Convert the file to JSON.' },
  },
  'toml': {
    name: { nl: 'TOML of een INI-bestand', en: 'TOML or an INI file' }, mend: { nl: 'Zet het bestand om naar JSON.', en: 'Convert the file to JSON.' },
  },
  'python': {
    name: {
      nl: 'tekst met andere aanhalingstekens dan JSON kent, zoals Python die afdrukt', en: 'text with other quotes than JSON has, as Python prints it',
    },
    mend: {
      nl: 'Elke veldnaam en elke tekst staat tussen dubbele rechte aanhalingstekens ("). Maakt Python het bestand? Gebruik json.dump, niet print of str.',
      en: 'Put every member name and every text in straight double quotes ("). If Python makes the file, use json.dump, not print or str.',
    },
  },
  'json5': {
    name: { nl: 'JavaScript of JSON5: de veldnamen staan niet tussen aanhalingstekens', en: 'JavaScript or JSON5: the member names have no quotes' },
    mend: {
      nl: 'Zet elke veldnaam tussen dubbele rechte aanhalingstekens ("); in JavaScript doet JSON.stringify dat.',
      en: 'Put every member name in straight double quotes ("); in JavaScript JSON.stringify does so.',
    },
  },
  'labelled': {
    name: { nl: 'tekst met JSON op elke regel, met iets ervoor', en: 'text with JSON on each line, and something before it' },
    mend: { nl: 'Haal op elke regel weg wat voor de { staat.', en: 'Remove the text before the { on each line.' },
  },
  'javascript': {
    name: { nl: 'een programma in JavaScript', en: 'a program in JavaScript' },
    mend: {
      nl: 'Laat alleen het object of de lijst staan: haal weg wat ervoor en erachter staat.',
      en: 'Leave only the object or the list: remove the text before and after it.',
    },
  },
  'text': { name: { nl: 'gewone tekst', en: 'plain text' }, mend: EXPORT },
} as const satisfies Readonly<Record<string, Kind>>;
