/** Page of the versions of the interface: until when each is served, and what changed. */
import type { Deprecation, MajorState, ScheduledMajor } from '../../schemas/deprecation.ts';
import type { Text } from '../../schemas/finding.ts';
import { html } from '../../schemas/html.ts';
import { INTERFACE_VERSIONS, MAJOR } from '../../schemas/interface-versions.ts';
import { DOCUMENTATION } from './operation-page.ts';
import { dataUrl, page, textUrl, type PageRequest } from './page.ts';

export const VERSIONS: Text = { nl: 'Versies van de interface en wat er veranderde', en: 'Versions of the interface and what changed' };

export function interfaceVersionsPage(schedule: readonly ScheduledMajor[], context: PageRequest): Buffer {
  const say = (text: Text): string => text[context.language];
  const trail = [[say(DOCUMENTATION), dataUrl(context, '/documentatie')]] as const;
  return page({ ...context, title: say(VERSIONS), trail }, html`<p class="lead">${say(ABOUT)}</p>
<h2>${say({ nl: 'Wanneer', en: 'When' })}</h2>
<dl>${schedule.map(({ major, baseUrl, state, period }) => html`<dt>${major}</dt><dd><a href="${
    major === MAJOR ? textUrl(context, '') : baseUrl}">${baseUrl}</a>: ${say(STATES[state])}.
${period === null ? '' : say(periodText(period))}</dd>`)}</dl>
<h2>${say({ nl: 'Wat er veranderde', en: 'What changed' })}</h2>
${INTERFACE_VERSIONS.map(({ version, changes }) => html`<h3>${version}</h3><ul>${changes.map((change) => html`<li>${say(change)}</li>`)}</ul>`)}`);
}

/** Returns the announcement of the end of this version. */
export function endText({ successor, ...period }: Deprecation): Text {
  const { nl, en } = periodText(period);
  return { nl: `${MAJOR}: ${nl} De volgende versie staat op ${successor}.`, en: `${MAJOR}: ${en} The next version is at ${successor}.` };
}

function periodText({ from, withdrawn }: Pick<Deprecation, 'from' | 'withdrawn'>): Text {
  return {
    nl: `Verouderd vanaf ${from}; vervalt op ${withdrawn}.`,
    en: `Deprecated from ${from}; withdrawn on ${withdrawn}.`,
  };
}

const STATES: Readonly<Record<MajorState, Text>> = {
  actueel: { nl: 'in gebruik', en: 'in use' },
  verouderd: { nl: 'verouderd', en: 'deprecated' },
  vervallen: { nl: 'vervallen', en: 'withdrawn' },
};

const ABOUT: Text = {
  nl: 'Het adres heeft het hoofdnummer van de versie. Dat verandert alleen als een programma dat de oude versie leest, moet worden aangepast. Er '
    + 'zijn nooit meer dan twee hoofdversies tegelijk, en een verouderde versie blijft hoogstens een jaar. De kop API-Version geeft de hele versie.',
  en: 'The address has the major number of the version. It changes only when a program that reads the old version must be adapted. There are '
    + 'never more than two major versions at once, and a deprecated version stays at most a year. The header API-Version gives the full version.',
};
