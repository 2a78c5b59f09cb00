/**
 * Start page: a search over everything, four doors (look, deliver, build on it, operate), and the contents of the register. It needs no
 * script; one adds a button that copies the address for a GIS.
 */
import type { Activated, Cell } from '../../publisher/read/types.ts';
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import type { Text } from '../../schemas/finding.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { textOf } from '../description/collections.ts';
import { SUBMISSIONS } from '../../schemas/target.ts';
import { DENSITY_CELL_METRES } from '../edition/density.ts';
import type { Service } from '../service.ts';
import { momentText } from './date-text.ts';
import { densityMap } from './density-map.ts';
import { numberText } from './number-text.ts';
import { dataUrl, DELIVERING_PATH, page, textUrl, type PageRequest } from './page.ts';
import { searchForm } from './search-form.ts';
import { termsHtml } from './terms.ts';

/** The contents of the register at the moment of the request. */
export interface Holdings {
  /** Undefined: nothing was published yet, or not yet at that moment. */
  readonly activated: Activated | undefined;
  readonly counts: ReadonlyMap<string, number>;
  /** Null: the map shows all objects of now, and the request is about something else. */
  readonly cells: readonly Cell[] | null;
}

export function homePage(context: PageRequest, holdings: Holdings, { terms, desk }: Pick<Service, 'terms' | 'desk'>): Buffer {
  const say = (text: Text): string => text[context.language];
  return page({ ...context, title: say({ nl: 'Externe veiligheid', en: 'External safety' }), scripts: ['copy.ts'] }, html`
<p class="lead">${say({
    nl: 'Dit register houdt bij waar activiteiten met risico voor hun omgeving plaatsvinden, tot hoever dat '
      + 'risico reikt, en welke gebouwen en locaties bescherming nodig hebben.',
    en: 'This register shows where activities take place that are a risk to their surroundings, how far that risk '
      + 'reaches, and which buildings and locations need protection.',
  })}</p>
${context.isSite ? '' : searchForm('', context)}
<div class="doors">
${door('kijken', { nl: 'Kijken', en: 'Look' }, context, lookLines(context))}
${door('leveren', context.isSite ? { nl: 'Wat de gegevens betekenen', en: 'Meaning of the data' } : { nl: 'Leveren', en: 'Deliver' }, context, deliverLines(context, desk !== null))}
${door('bouwen', { nl: 'Erop bouwen', en: 'Build on it' }, context, buildLines(context))}
${context.isSite ? '' : door('beheren', { nl: 'Beheren', en: 'Operate' }, context, operateLines(context))}
</div>
${holdingsPart(holdings, context)}
${termsHtml(terms, context.language)}`);
}

function holdingsPart({ activated, counts, cells }: Holdings, context: PageRequest): Html {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const title = html`<h2>${say({ nl: 'Wat erin staat', en: 'Contents' })}</h2>`;
  if (activated === undefined) {
    return html`${title}<p>${say(context.passedOn.beschikbaarOp === null
      ? { nl: 'Er is nog niets gepubliceerd.', en: 'Nothing has been published yet.' } : { nl: 'Toen was er nog niets gepubliceerd.', en: 'Nothing had been published then.' })}</p>`;
  }
  const total = numberText([...counts.values()].reduce((sum, count) => sum + count, 0), language);
  const moment = momentText(activated.activated, language);
  const [some, none] = [COLLECTIONS.filter((id) => (counts.get(id) ?? 0) > 0), COLLECTIONS.filter((id) => (counts.get(id) ?? 0) === 0)];
  const rows = some.map((id) => html`<tr><th scope="row"><a href="${dataUrl(context, `/collections/${id}/items`)}">${say(textOf(id).title)}</a></th>
<td class="number">${numberText(counts.get(id) ?? 0, language)}</td></tr>`);
  return html`${title}<p><strong>${total}</strong> ${say({ nl: 'objecten. Laatste publicatie', en: 'objects. Last publication' })}:
<a href="${textUrl(context, `/edities/${activated.edition.number}`)}">${say({ nl: `editie ${activated.edition.number}`, en: `edition ${activated.edition.number}` })}</a>, ${moment}.</p>
<div class="beside"><div class="scroll"><table><thead><tr><th scope="col">${say({ nl: 'Soort', en: 'Kind' })}</th>
<th scope="col" class="number">${say({ nl: 'Objecten', en: 'Objects' })}</th></tr></thead><tbody>${rows}</tbody></table>
${none.length === 0 ? '' : html`<p>${say({ nl: 'Zonder objecten', en: 'Without objects' })}: ${none.map((id) => say(textOf(id).title)).join(', ')}.</p>`}</div>
${cells === null ? '' : densityMap(cells, DENSITY_CELL_METRES, language)}</div>`;
}

/** A line of a door: its link, and a sentence about it. */
type Line = readonly [href: string | null, label: Text, about: Text];

function door(id: string, title: Text, { language }: PageRequest, lines: readonly (Line | Html)[]): Html {
  const shown = (line: Line | Html): Content => {
    if (!isLine(line)) return line;
    const [href, label, about] = line;
    return html`<li>${href === null ? label[language] : html`<a href="${href}">${label[language]}</a>`}<br>${about[language]}</li>`;
  };
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title[language]}</h2><ul>${lines.map(shown)}</ul></section>`;
}

function isLine(line: Line | Html): line is Line {
  return Array.isArray(line);
}

/** Returns lines that lead to what only a server has; none for a static site. */
function served<One extends Line | Html>({ isSite }: PageRequest, lines: readonly One[]): readonly One[] {
  return isSite ? [] : lines;
}

function lookLines(context: PageRequest): readonly Line[] {
  return [
    [dataUrl(context, '/kaart'), { nl: 'De kaart', en: 'The map' }, { nl: 'Zoom, kies soorten en een dag, en zie wat er is.', en: 'Zoom, choose kinds and a day, and see what is there.' }],
    [dataUrl(context, '/collections'), { nl: 'Alle collecties', en: 'All collections' }, { nl: 'Lijsten van objecten, met een kaart.', en: 'Lists of objects, with a map.' }],
    ...served<Line>(context, [[dataUrl(context, '/omgeving'), { nl: 'Wat is hier?', en: 'What is here?' }, { nl: 'Alles rond een punt, op een dag die u kiest.', en: 'Everything around a point, on a day that you choose.' }]]),
    [dataUrl(context, '/locatie-activiteiten'), { nl: 'Hele documenten', en: 'Whole documents' }, { nl: 'Een locatie met alles wat erbij hoort.', en: 'A location with everything nested in it.' }],
    ...served<Line>(context, [[textUrl(context, '/edities'), { nl: 'Edities', en: 'Editions' }, { nl: 'Wat er wanneer is gepubliceerd, en wat er veranderde.', en: 'What was published when, and what changed.' }]]),
  ];
}

function deliverLines(context: PageRequest, takesDeliveries: boolean): readonly Line[] {
  const delivering: Line = takesDeliveries
    ? [textUrl(context, DELIVERING_PATH), { nl: 'Aanleveren', en: 'Delivering' }, {
      nl: `Een bronhouder levert met een token van de beheerder: op een bladzijde, of met een programma op ${context.baseUrl}${SUBMISSIONS}.`,
      en: `A source holder delivers with a token from the operator: on a page, or by a program at ${context.baseUrl}${SUBMISSIONS}.`,
    }]
    : [null, { nl: 'Aanleveren', en: 'Delivering' }, { nl: 'Deze dienst is alleen om te lezen.', en: 'This service is for reading only.' }];
  return [
    ...served(context, [delivering]),
    [textUrl(context, '/schemas'), { nl: 'Schema’s', en: 'Schemas' }, {
      nl: `Welke velden elk type heeft in informatiemodel ${MODEL_VERSION}.`, en: `The fields of each type in information model ${MODEL_VERSION}.`,
    }],
    [textUrl(context, '/waardelijsten'), { nl: 'Waardelijsten', en: 'Code lists' }, { nl: 'De waarden die velden mogen hebben.', en: 'The values that fields may have.' }],
    [textUrl(context, '/fouten'), { nl: 'Foutmeldingen en regels', en: 'Errors and rules' }, { nl: 'Wat wordt gecontroleerd, en hoe u het herstelt.', en: 'What is checked, and how to fix it.' }],
  ];
}

function buildLines(context: PageRequest): readonly (Line | Html)[] {
  const { language } = context;
  const gis: Text = {
    nl: 'In QGIS of een ander GIS: voeg een verbinding toe voor OGC API Features met dit adres.',
    en: 'In QGIS or another GIS: add a connection for OGC API Features with this address.',
  };
  return [
    ...served<Line>(context, [[dataUrl(context, '/documentatie'), { nl: 'Documentatie', en: 'Documentation' }, { nl: 'Lees, probeer en kopieer de code.', en: 'Read, try, and copy the code.' }]]),
    [dataUrl(context, '/openapi.json'), { nl: 'OpenAPI 3.0', en: 'OpenAPI 3.0' }, context.isSite
      ? { nl: 'Alle adressen.', en: 'All addresses.' } : { nl: 'Alle adressen en parameters.', en: 'All addresses and parameters.' }],
    ...served(context, [html`<li>${gis[language]}<br><code data-copy="${{ nl: 'Kopieer', en: 'Copy' }[language]}" data-copies="${{ nl: 'adres voor een GIS', en: 'address for a GIS' }[language]}">${dataUrl(context, '')}</code></li>`]),
    [textUrl(context, '/crss'), { nl: 'Coördinaatstelsels', en: 'Coordinate reference systems' }, { nl: 'De stelsels waarin u coördinaten kunt krijgen.', en: 'The systems in which you can get coordinates.' }],
    ...served<Line>(context, [
      [textUrl(context, '/functions'), { nl: 'Functies voor filters', en: 'Functions for filters' }, { nl: 'Extra functies, naast die van CQL2.', en: 'Extra functions, beyond those of CQL2.' }],
    ]),
    [dataUrl(context, '/conformance'), { nl: 'Conformiteit', en: 'Conformance' }, context.isSite
      ? { nl: 'De standaarden waaraan deze bestanden voldoen.', en: 'The standards that these files meet.' }
      : { nl: 'OGC API Features deel 1, 2, 3 en 5, CQL2.', en: 'OGC API Features part 1, 2, 3 and 5, CQL2.' }],
  ];
}

function operateLines(context: PageRequest): readonly Line[] {
  return [
    [textUrl(context, '/beheren'), { nl: 'Over deze dienst', en: 'About this service' }, {
      nl: 'Versie van het programma, bewaarde edities, grenzen, en wat een beheerder gebruikt.', en: 'Version of the program, editions kept, limits, and what an operator uses.',
    }],
    [textUrl(context, '/edities'), { nl: 'Edities', en: 'Editions' }, { nl: 'Wat er is gepubliceerd, en wat nog wordt bewaard.', en: 'What was published, and what is still kept.' }],
  ];
}
