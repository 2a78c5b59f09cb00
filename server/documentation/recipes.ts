/**
 * Recipes: the most frequent tasks of readers, as code that runs as it stands, and as steps in QGIS. The page shows them, and the tests run
 * them from the page. They use ids of the example data (openapi/example-ids.ts).
 *
 * Not here: code of one request (client-code.ts), the page (server/web/documentation-pages.ts).
 */
import { CRSS } from '../../schemas/crs.ts';
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import type { Text } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { ROOTS } from '../../schemas/names.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { formatQuery } from '../parameters/query.ts';
import { CODE_OF, CODE_TOOLS, inShell, readableJson, type CodeTool, type ExampleRequest } from './client-code.ts';

export const RECIPE_TOOLS = [...CODE_TOOLS, 'gdal', 'qgis'] as const;
export type RecipeTool = (typeof RECIPE_TOOLS)[number];

/** A layer in QGIS: the steps are made from it, and the test of QGIS opens it. */
export interface QgisLayer {
  /** Address of the connection. */
  readonly address: string;
  readonly collection: string;
  /** Filter of the layer, in the words of QGIS. */
  readonly filter?: string;
  /** West, south, east and north in degrees. */
  readonly box?: readonly [number, number, number, number];
}

export interface Recipe {
  readonly id: string;
  readonly title: Text;
  readonly says: Text;
  /** File that the code reads from its folder. */
  readonly file?: { readonly name: string; readonly content: string };
  readonly code: Readonly<Partial<Record<Exclude<RecipeTool, 'qgis'>, string>>>;
  readonly qgis?: QgisLayer;
}

const COLLECTION = ROOTS.KwetsbaarGebouw.path;
const RD = CRSS['28992'].uri;
/** Box in Apeldoorn in RD, and a larger one in degrees. */
const BOX_RD = [194_000, 469_000, 195_500, 470_000] as const;
const BOX_DEGREES = [5.9, 52.2, 6.1, 52.3] as const;
const DAY = '2025-06-01';
const POPULATION_MIN = 100;
const LIMIT = ['limit', String(LIMITS.featuresMax)] as const;

/** Returns the recipes of a service; those that write only when it takes writes. */
export function recipesOf({ baseUrl, isWritable }: { readonly baseUrl: string; readonly isWritable: boolean }): readonly Recipe[] {
  const items = (query: readonly (readonly [string, string])[]) => `${baseUrl}/collections/${COLLECTION}/items?${formatQuery(query)}`;
  const reading = (query: readonly (readonly [string, string])[]) => codeOf({ method: 'GET', url: items([...query, LIMIT]) });
  const ogr2ogr = (file: string, address: string, ...options: readonly string[]) => (
    [`ogr2ogr -f GPKG ${file} ${inShell(`OAPIF:${address}`)} ${COLLECTION}`, ...options].join(' ')
  );
  return [
    {
      id: 'gebied',
      title: { nl: 'Objecten in een gebied', en: 'Features in a box' },
      says: {
        nl: 'Het gebied en het antwoord zijn in RD (EPSG:28992). Zonder bbox-crs en crs zijn ze in graden, lengte eerst. GDAL en QGIS '
          + 'geven het gebied in graden.',
        en: 'The box and the response are in RD (EPSG:28992). Without bbox-crs and crs they are in degrees, longitude first. GDAL and '
          + 'QGIS give the box in degrees.',
      },
      code: {
        ...reading([['bbox', BOX_RD.join(',')], ['bbox-crs', RD], ['crs', RD]]),
        gdal: ogr2ogr('box.gpkg', baseUrl, `-spat ${BOX_DEGREES.join(' ')}`, '-t_srs EPSG:28992'),
      },
      qgis: { address: baseUrl, collection: COLLECTION, box: BOX_DEGREES },
    },
    {
      id: 'datum',
      title: { nl: 'Wat op een eerdere dag geldig was', en: 'What was valid on an earlier day' },
      says: {
        nl: 'geldigOp kiest de objecten die op die dag geldig waren, volgens wat nu bekend is. In een GIS staat de parameter in het adres van de verbinding.',
        en: 'geldigOp selects the objects that were valid on that day, by what is known now. In a GIS the parameter is in the address of the '
          + 'connection.',
      },
      code: { ...reading([['geldigOp', DAY]]), gdal: ogr2ogr('day.gpkg', `${baseUrl}?geldigOp=${DAY}`) },
      qgis: { address: `${baseUrl}?geldigOp=${DAY}`, collection: COLLECTION },
    },
    {
      id: 'alles',
      title: { nl: 'Alle bladzijden', en: 'All pages' },
      says: {
        nl: 'Een antwoord is één bladzijde. De link next leidt naar de volgende; op de laatste ontbreekt hij. Grotere bladzijden (limit) '
          + 'zijn sneller. GDAL en QGIS volgen de links zelf.',
        en: 'A response is one page. The link next leads to the following one; the last page has none. Larger pages (limit) are faster. '
          + 'GDAL and QGIS follow the links themselves.',
      },
      code: { ...allPages(items([['limit', '100']])), gdal: ogr2ogr('all.gpkg', baseUrl, '-oo PAGE_SIZE=1000') },
      qgis: { address: baseUrl, collection: COLLECTION },
    },
    {
      id: 'filter',
      title: { nl: 'Een filter', en: 'A filter' },
      says: {
        nl: `Gebouwen met meer dan ${POPULATION_MIN} mensen, in CQL2. De velden van een collectie staan op de pagina queryables.`,
        en: `Buildings with more than ${POPULATION_MIN} people, in CQL2. The fields of a collection are on its page queryables.`,
      },
      code: {
        ...reading([['filter', `populatie > ${POPULATION_MIN}`]]),
        gdal: ogr2ogr('filter.gpkg', baseUrl, `-where ${inShell(`populatie > ${POPULATION_MIN}`)}`),
      },
      qgis: { address: baseUrl, collection: COLLECTION, filter: `"populatie" > ${POPULATION_MIN}` },
    },
    ...(isWritable ? [oneWrite(baseUrl), delivery(baseUrl)] : []),
  ];
}

function codeOf(request: ExampleRequest): Readonly<Record<CodeTool, string>> {
  return { curl: CODE_OF.curl(request), javascript: CODE_OF.javascript(request), python: CODE_OF.python(request) };
}

function oneWrite(baseUrl: string): Recipe {
  const document = exampleDocument('KwetsbaarGebouw', 'recept-schrijven') as JsonObject & { readonly id: string };
  return {
    id: 'schrijven',
    title: { nl: 'Eén object schrijven', en: 'Write one object' },
    says: {
      nl: 'Zet uw token in de omgevingsvariabele TOKEN. PUT maakt het object, of vervangt het. Het antwoord komt als lezers de wijziging '
        + 'zien. Is er een fout, dan noemt het antwoord elk veld.',
      en: 'Put your token into the environment variable TOKEN. PUT makes the object or replaces it. The response comes when readers see '
        + 'the change. If there is a mistake, the response names each field.',
    },
    code: codeOf({
      method: 'PUT', url: `${baseUrl}/${COLLECTION}/${document.id}`, credential: 'token', headers: IN_DEGREES,
      body: { text: readableJson(document) },
    }),
  };
}

function delivery(baseUrl: string): Recipe {
  const file = { name: 'levering.json', content: readableJson([exampleDocument('KwetsbaarGebouw', 'recept-levering')]) };
  return {
    id: 'leveren',
    title: { nl: 'Een bestand leveren', en: 'Deliver a file' },
    says: {
      nl: 'Een levering is een bestand met één of meer objecten. Goede objecten worden aanvaard; het verslag noemt elke fout met zijn regel. '
        + 'TOKEN is als hierboven.',
      en: 'A delivery is a file with one or more objects. Sound objects are accepted; the report names each mistake with its line. TOKEN '
        + 'is as above.',
    },
    file,
    code: codeOf({ method: 'POST', url: baseUrl + SUBMISSIONS, credential: 'token', headers: IN_DEGREES, body: { file: file.name } }),
  };
}

/** Headers of a body with the example geometry. */
const IN_DEGREES = [['Content-Type', 'application/json'], ['Content-Crs', `<${CRSS.CRS84.uri}>`]] as const;

/** Returns loops over the pages of a list: by the link in the header, and by the links in the body. */
function allPages(first: string): Readonly<Record<CodeTool, string>> {
  return {
    curl: [
      `next=${inShell(first)}`,
      'while [ -n "$next" ]; do',
      '  curl -sS -D headers.txt "$next" && echo',
      String.raw`  next=$(sed -n 's/^[Ll]ink:.*<\([^<>]*\)>; rel="next".*/\1/p' headers.txt)`,
      'done',
    ].join('\n'),
    javascript: [
      `let url = ${JSON.stringify(first)};`,
      'const features = [];',
      'while (url !== undefined) {',
      '  const response = await fetch(url);',
      '  if (!response.ok) throw new Error(await response.text());',
      '  const page = await response.json();',
      '  features.push(...page.features);',
      "  url = page.links.find(({ rel }) => rel === 'next')?.href;",
      '}',
      'console.log(JSON.stringify(features.map(({ id }) => id)));',
    ].join('\n'),
    python: [
      'import json',
      'from urllib.request import urlopen',
      '',
      `url = ${JSON.stringify(first)}`,
      'features = []',
      'while url:',
      '    with urlopen(url) as response:',
      '        page = json.load(response)',
      '    features += page["features"]',
      '    url = next((link["href"] for link in page["links"] if link["rel"] == "next"), None)',
      'print(json.dumps([feature["id"] for feature in features]))',
    ].join('\n'),
  };
}
