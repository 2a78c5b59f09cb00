/** The start page, and the page of conformance classes. */
import { MODEL_VERSION } from '../../schemas/derived/published-schema.ts';
import { withQuery } from '../response/object-links.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Service } from '../service.ts';
import { termsHtml } from '../description/terms.ts';
import { html } from '../../schemas/html.ts';
import { bilingual, page } from './page.ts';

export function landingPage({ baseUrl, terms }: Pick<Service, 'baseUrl' | 'terms'>, passedOn: PassedOn): Buffer {
  const to = (path: string): string => withQuery(`${baseUrl}${path}`, passedOn.text);
  return page({ baseUrl, title: 'Externe veiligheid', passedOn }, html`
${bilingual({
    nl: 'Dit register houdt bij waar activiteiten met risico voor hun omgeving plaatsvinden, tot hoever dat '
      + 'risico reikt, en welke gebouwen en plekken bescherming nodig hebben.',
    en: 'This register tells where activities take place that bring risk to their surroundings, how far that risk '
      + 'reaches, and which buildings and places need protection.',
  })}
<h2>Bekijken <span lang="en">Browse</span></h2>
<ul>
<li><a href="${to('/collections')}">Alle collecties</a>: lijsten met objecten en een kaart
 <span lang="en">(all collections, with a map)</span></li>
<li><a href="${to('/collections/kwetsbare-gebouwen/items')}">Kwetsbare gebouwen</a>
 <span lang="en">(vulnerable buildings)</span></li>
<li><a href="${to('/collections/locatie-activiteiten/items')}">Locaties met activiteiten</a>
 <span lang="en">(locations with activities)</span></li>
<li><a href="${to('/locatie-activiteiten')}">Dezelfde locaties als hele documenten</a>, met alles wat erin hoort
 <span lang="en">(the same as whole documents)</span></li>
<li><a href="${baseUrl}/edities">Edities</a>: wat er wanneer is gepubliceerd, en wat er veranderde
 <span lang="en">(what was published when, and what changed)</span></li>
</ul>
<h2>Leveren <span lang="en">Deliver</span></h2>
<ul>
<li><a href="${baseUrl}/schemas">Schema’s</a>: welke velden elk type heeft in informatiemodel ${MODEL_VERSION}; ook als JSON Schema
 <span lang="en">(the fields of each type; also as JSON Schema)</span></li>
<li><a href="${baseUrl}/waardelijsten">Waardelijsten</a>: de waarden die velden mogen hebben
 <span lang="en">(code lists: the values that fields may have)</span></li>
</ul>
<h2>Voor programma’s <span lang="en">For programs</span></h2>
<ul>
<li><a href="${to('/openapi.json')}">OpenAPI 3.0</a>: alle adressen en parameters
 <span lang="en">(all addresses and parameters)</span></li>
<li><code>POST ${baseUrl}/_search</code>: zoeken in alle collecties, met een vraag in JSON
 <span lang="en">(search all collections, with a question in JSON)</span></li>
<li><a href="${baseUrl}/crss">Coördinaatstelsels</a>: in welke CRS’en geometrie te vragen is
 <span lang="en">(the CRSs that geometry can be asked in)</span></li>
<li><a href="${baseUrl}/fouten">Foutmeldingen</a>: de codes en wat ze betekenen
 <span lang="en">(errors: the codes and what they mean)</span></li>
<li><a href="${to('/conformance')}">Conformiteit</a>: OGC API Features deel 1, 2, 3 en 5, CQL2
 <span lang="en">(OGC API Features part 1, 2, 3 and 5, CQL2)</span></li>
</ul>
<p>In QGIS of een ander GIS: voeg een verbinding toe voor <em>OGC API Features</em> met dit adres.
<span lang="en">In a GIS: add an <em>OGC API Features</em> connection with this address.</span></p>
<pre>${to('')}</pre>
${termsHtml(terms)}`);
}

export function conformancePage(classes: readonly string[], { baseUrl }: { readonly baseUrl: string }, passedOn: PassedOn): Buffer {
  return page({ baseUrl, title: 'Conformiteit', passedOn }, html`
${bilingual({
    nl: 'Aan deze delen van standaarden voldoet de dienst.',
    en: 'The service conforms to these parts of standards.',
  })}
<ul>${classes.map((uri) => html`<li><code>${uri}</code></li>`)}</ul>`);
}
