/** Page of the recorded versions of one root, as a time line: valid period, recorded period and changes of each. */
import type { Text } from '../../schemas/finding.ts';
import { html } from '../../schemas/html.ts';
import { HERKOMST } from '../description/herkomst.ts';
import type { Versie } from '../edition/versie.ts';
import type { NumberedPages } from '../response/paged-response.ts';
import { pagingOf } from './list-page.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';
import { timeLine, type DocumentOf } from './time-line.ts';

/** A page with more versions shows which fields changed, without their values, because each value needs a document. */
export const VERSIONS_WITH_VALUES_MAX = 60;

export function versiesPage(versies: readonly Versie[], { context, path, id, pages, total, documentOf }: {
  context: PageRequest; path: string; id: string; pages: NumberedPages; total: number; documentOf: DocumentOf;
}): Buffer {
  const { language } = context;
  const say = (text: Text): string => text[language];
  const title = say({ nl: `Versies van ${id}`, en: `Versions of ${id}` });
  const hasValues = versies.length <= VERSIONS_WITH_VALUES_MAX;
  return page({ ...context, title, trail: [[id, dataUrl(context, `/${path}/${encodeURIComponent(id)}`)]] }, html`
<p class="lead">${say(ABOUT)}</p>
<p>${total} ${say(total === 1 ? { nl: 'versie', en: 'version' } : { nl: 'versies', en: 'versions' })}.${hasValues ? '' : ` ${say(TOO_LONG)}`}</p>
${timeLine(versies, { documentOf: hasValues ? documentOf : undefined, language })}
<p><a href="${textUrl(context, `/${path}/${encodeURIComponent(id)}${HERKOMST}`)}">${say({ nl: 'Herkomst van dit object', en: 'Provenance of this object' })}</a></p>
<p class="paging">${pagingOf(pages, language)}</p>`);
}

const ABOUT: Text = {
  nl: 'Elke versie die is vastgelegd, de oudste eerst. Geldig: wanneer het zo was. Geregistreerd: wanneer het register het zo wist. Het nummer leidt naar de versie, zolang een editie die haar toont wordt bewaard.',
  en: 'Every version that was recorded, the oldest first. Valid: when it was so. Registered: when the register knew it to be so. The number leads to the version, as long as an edition that shows it is kept.',
};
const TOO_LONG: Text = {
  nl: `Op een bladzijde met meer dan ${VERSIONS_WITH_VALUES_MAX} versies staan alleen de namen van de velden die veranderden.`,
  en: `A page with more than ${VERSIONS_WITH_VALUES_MAX} versions shows only the names of the fields that changed.`,
};
