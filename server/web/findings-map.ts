/** Findings map: a map in RD with a marker for each position that findings have; a marker leads to the row of its first finding. */
import type { Finding, FindingPosition, Language } from '../../schemas/finding.ts';
import { html, type Content } from '../../schemas/html.ts';
import { drawMap, frameOf, pixelOf } from '../../schemas/map.ts';

/** Returns the id of the row of a finding. `at`: its index in the report. */
export function findingId(at: number): string {
  return `bevinding-${at + 1}`;
}

/** Returns the map; nothing when no finding has a position. */
export function findingsMap(findings: readonly Finding[], positions: readonly FindingPosition[], language: Language): Content {
  const groups = [...Map.groupBy(positions, ({ rd }) => rd.join(' ')).values()];
  if (groups.length === 0) return '';
  const places = groups.map(([first]) => first!.rd);
  const frame = frameOf(places);
  const title = { nl: 'Kaart van de bevindingen in het RD-stelsel', en: 'Map of the findings in the RD system' }[language];
  const markers = groups.map((group) => {
    const [x, y] = pixelOf(group[0]!.rd, frame);
    const own = group.map(({ at }) => findings[at]!);
    const rules = [...new Set(own.map(({ rule }) => rule))].join(' ');
    const words = own.map(({ message }) => message[language]).join('\n');
    return html`<a href="#${findingId(group[0]!.at)}" tabindex="-1" data-rules="${rules}"><title>${words}</title>
<circle class="point" cx="${x}" cy="${y}" r="6"/></a>`;
  });
  const words = positions.length === findings.length ? '' : {
    nl: `De kaart toont ${positions.length} van de ${findings.length} bevindingen; de andere hebben geen plaats op de kaart.`,
    en: `The map shows ${positions.length} of the ${findings.length} findings; the others have no position on the map.`,
  }[language];
  return html`${drawMap({ title, frame, places }, markers)}${words === '' ? '' : html`<p>${words}</p>`}`;
}
