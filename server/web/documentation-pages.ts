/**
 * Documentation pages: the overview of the interface, and the recipes.
 *
 * Not here: the page of one operation (operation-page.ts), the recipes themselves (server/documentation/recipes.ts).
 */
import type { Deprecation } from '../../schemas/deprecation.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { ROOTS } from '../../schemas/names.ts';
import { COLLECTIONS_PATH } from '../../schemas/target.ts';
import { isCollection, textOf } from '../description/collections.ts';
import { TIME_AXES } from '../description/drafts.ts';
import type { OperationGroup, OperationHead } from '../documentation/operations.ts';
import { RECIPE_TOOLS, type QgisLayer, type Recipe, type RecipeTool } from '../documentation/recipes.ts';
import { CODE_LABELS, codeBlock, DOCUMENTATION, DOCUMENTATION_FRAME, operationUrl } from './operation-page.ts';
import { endText, VERSIONS } from './interface-versions-page.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';

const ITEMS = `/collections/${ROOTS.KwetsbaarGebouw.path}/items`;
const LIST_OPERATION = 'objectenKwetsbareGebouwen';

export function overviewPage(
  groups: readonly OperationGroup[], deprecation: Deprecation | null, context: PageRequest,
): Buffer {
  const say = (text: Text): string => text[context.language];
  return page({ ...context, ...DOCUMENTATION_FRAME, title: say(DOCUMENTATION) }, html`<p>${say(INTRODUCTION)}</p>
${deprecation === null ? '' : html`<p><strong>${say(endText(deprecation))}</strong></p>`}
<ul><li><a href="#begin">${say(START)}</a></li><li><a href="${recipesUrl(context)}">${say(RECIPES)}</a></li>
<li><a href="${textUrl(context, '/documentatie/versies')}">${say(VERSIONS)}</a></li>
${groups.map(({ tag, description }) => html`<li><a href="#${tag}">${description}</a></li>`)}
<li><a href="${context.baseUrl}/openapi.json">${say(OPENAPI)}</a></li></ul>
<h2 id="begin">${say(START)}</h2>
${start(context)}
<h2 id="tijd">${say(MOMENTS)}</h2>
<p>${say(TIME_AXES)} <a href="${dataUrl(context, '/conformance')}">${say(ON_DRAFTS)}</a></p>
${groups.map((group) => operationList(group, context))}`);
}

function recipesUrl(context: PageRequest): string {
  return dataUrl(context, '/documentatie/recepten');
}

/** Returns the steps of the first five minutes. */
function start(context: PageRequest): Html {
  const { language, baseUrl } = context;
  const say = (text: Text): string => text[language];
  const items = `${baseUrl}${ITEMS}?limit=2`;
  return html`<ol>
<li>${say(STEP_PAGE)} <a href="${items}">${items}</a></li>
<li>${say(STEP_CURL)} ${codeBlock('begin-curl', { code: `curl '${items}'`, name: 'curl', language })}</li>
<li>${say(STEP_TRY)} <a href="${operationUrl(context, LIST_OPERATION)}#proberen">${say(STEP_TRY_LINK)}</a></li>
<li>${say(STEP_GIS)} ${codeBlock('begin-gis', { code: baseUrl, name: say(GIS_ADDRESS), language })}</li>
<li>${say(STEP_RECIPES)} <a href="${recipesUrl(context)}">${say(RECIPES)}</a></li>
</ol>`;
}

/** Returns the operations of a group: first those about no collection, then those of each collection under its title. */
function operationList({ tag, description, operations }: OperationGroup, context: PageRequest): Html {
  const byCollection = Map.groupBy(operations, collectionOf);
  const { [GENERAL]: general = [], ...rest } = Object.fromEntries(byCollection);
  const titles = Object.keys(rest).map((collection) => html`<li><a href="#${tag}-${collection}">${titleOf(collection, context)}</a></li>`);
  return html`<h2 id="${tag}">${description}</h2>${titles.length === 0 ? '' : html`<ul class="columns">${titles}</ul>`}
${rows(general, context)}
${Object.entries(rest).map(([collection, own]) => html`<h3 id="${tag}-${collection}">${titleOf(collection, context)}</h3>${rows(own, context)}`)}`;
}

const MOMENTS: Text = { nl: 'Eerdere momenten', en: 'Earlier moments' };
const ON_DRAFTS: Text = { nl: 'Standaarden en ontwerpen', en: 'Standards and drafts' };
const GENERAL = '';

/** Returns the collection that the path of an operation names; empty without one. */
function collectionOf({ path }: OperationHead): string {
  const [, first = '', second = ''] = path.split('/');
  const named = first === COLLECTIONS_PATH ? second : first;
  return isCollection(named) ? named : GENERAL;
}

function titleOf(collection: string, { language }: PageRequest): string {
  return textOf(collection).title[language];
}

function rows(operations: readonly OperationHead[], context: PageRequest): Html {
  if (operations.length === 0) return html``;
  return html`<ul class="operations">${operations.map(({ id, method, path, summary }) => html`<li id="${id}">
<a href="${operationUrl(context, id)}"><code>${method} ${path}</code></a> ${summary}</li>`)}</ul>`;
}

export function recipesPage(recipes: readonly Recipe[], context: PageRequest): Buffer {
  const { language, baseUrl } = context;
  const say = (text: Text): string => text[language];
  const trail = [[say(DOCUMENTATION), dataUrl(context, '/documentatie')]] as const;
  return page({ ...context, ...DOCUMENTATION_FRAME, title: say(RECIPES), trail }, html`<p>${say(ABOUT_RECIPES)}</p>
<ul>${recipes.map(({ id, title }) => html`<li><a href="#${id}">${say(title)}</a></li>`)}</ul>
${recipes.map((recipe) => html`<h2 id="${recipe.id}">${say(recipe.title)}</h2><p>${say(recipe.says)}</p>
${recipe.file === undefined ? '' : fileToSave(recipe.id, recipe.file, language)}
${RECIPE_TOOLS.map((tool) => snippet(recipe, tool, language))}`)}
<p>${say(MORE_GIS)} <code>${baseUrl}</code></p>`);
}

function fileToSave(id: string, { name, content }: NonNullable<Recipe['file']>, language: Language): Html {
  return html`<h3><code>${name}</code></h3><p>${SAVE_FILE[language]}</p>${codeBlock(`${id}-bestand`, { code: content, name, language })}`;
}

function snippet(recipe: Recipe, tool: RecipeTool, language: Language): Html {
  if (tool === 'qgis') return recipe.qgis === undefined ? html`` : html`<h3>QGIS</h3>${qgisSteps(recipe.qgis, language)}`;
  const code = recipe.code[tool];
  return code === undefined ? html`` : html`<h3>${TOOL_LABELS[tool]}</h3>${codeBlock(`${recipe.id}-${tool}`, { code, name: `${recipe.title[language]}, ${TOOL_LABELS[tool]}`, language })}`;
}

const TOOL_LABELS = { ...CODE_LABELS, gdal: 'GDAL' };

function qgisSteps({ address, collection, filter, box }: QgisLayer, language: Language): Html {
  const say = (text: Text): string => text[language];
  return html`<ol><li>${say(QGIS_CONNECT)} <code>${address}</code></li>
<li>${say(QGIS_LAYER)} <code>${collection}</code></li>
${filter === undefined ? '' : html`<li>${say(QGIS_FILTER)} <code>${filter}</code></li>`}
${box === undefined ? '' : html`<li>${say(QGIS_BOX)} <code>${box.join(', ')}</code></li>`}</ol>`;
}

const INTRODUCTION: Text = {
  nl: 'U kunt alles in dit register opvragen met HTTP, zonder sleutel. Deze pagina’s komen uit dezelfde beschrijving (OpenAPI) als de '
    + 'dienst zelf.',
  en: 'You can read everything in this register by HTTP, without a key. These pages come from the same description (OpenAPI) as the '
    + 'service itself.',
};
const START: Text = { nl: 'Begin hier: vijf minuten', en: 'Start here: five minutes' };
const RECIPES: Text = { nl: 'Recepten: curl, JavaScript, Python, GDAL en QGIS', en: 'Recipes: curl, JavaScript, Python, GDAL and QGIS' };
const OPENAPI: Text = { nl: 'OpenAPI 3.0, voor programma’s', en: 'OpenAPI 3.0, for programs' };
const STEP_PAGE: Text = { nl: 'Open twee kwetsbare gebouwen als pagina:', en: 'Open two vulnerable buildings as a page:' };
const STEP_CURL: Text = { nl: 'Haal dezelfde gebouwen op als GeoJSON:', en: 'Get the same buildings as GeoJSON:' };
const STEP_TRY: Text = {
  nl: 'Kies een gebied, een dag of een filter, en krijg het adres en de code daarvoor:', en: 'Choose a box, a day or a filter, and get '
    + 'the address and code for it:',
};
const STEP_TRY_LINK: Text = { nl: 'Gebouwen opvragen', en: 'Get buildings' };
const STEP_GIS: Text = {
  nl: 'Of open het register in een GIS: voeg een verbinding voor OGC API Features toe met dit adres.',
  en: 'Or open the register in a GIS: add a connection for OGC API Features with this address.',
};
const GIS_ADDRESS: Text = { nl: 'adres voor een GIS', en: 'address for a GIS' };
const STEP_RECIPES: Text = {
  nl: 'Meer, zoals alle bladzijden, een eerdere dag en schrijven:',
  en: 'More, such as all pages, an earlier day and writing:',
};
const ABOUT_RECIPES: Text = {
  nl: 'Elk recept werkt zoals het er staat. Voer curl en GDAL uit in een terminal (bash). Bewaar JavaScript als recept.mjs voor Node, en '
    + 'Python als recept.py.',
  en: 'Each recipe works as it stands. Run curl and GDAL in a terminal (bash). Save JavaScript as recipe.mjs for Node, and Python as '
    + 'recipe.py.',
};
const SAVE_FILE: Text = {
  nl: 'Bewaar dit onder deze naam in de map waarin u het recept uitvoert.',
  en: 'Save this under this name in the folder where you run the recipe.',
};
const MORE_GIS: Text = { nl: 'Het adres van de dienst, voor elk GIS:', en: 'The address of the service, for any GIS:' };
const QGIS_CONNECT: Text = {
  nl: 'Kies Kaartlagen › Laag toevoegen › WFS / OGC API - Features, maak een nieuwe verbinding met dit adres en de versie OGC API - '
    + 'Features:',
  en: 'Choose Layer › Add Layer › WFS / OGC API - Features, and make a new connection with this address and the version OGC API - '
    + 'Features:',
};
const QGIS_LAYER: Text = { nl: 'Verbind, en voeg deze laag toe:', en: 'Connect, and add this layer:' };
const QGIS_FILTER: Text = {
  nl: 'Kies Filter in het menu van de laag, met deze uitdrukking:',
  en: 'Choose Filter in the menu of the layer, with this expression:',
};
const QGIS_BOX: Text = {
  nl: 'Zoom naar het gebied; QGIS vraagt dan alleen de objecten in dat gebied op. West, zuid, oost, noord in graden:',
  en: 'Zoom to the box; QGIS then requests only the features in the box. West, south, east, north in degrees:',
};
