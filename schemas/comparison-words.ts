/** Comparison words: the comparison of two deliveries (comparison.ts) in words, for every form of a report. Not here: markup and layout. */
import type { Comparison, ComparedFinding } from './comparison.ts';
import type { Text } from './finding.ts';
import { inAmsterdam } from './time.ts';

export const COMPARISON_TITLE: Text = { nl: 'Vergeleken met de vorige levering', en: 'compared with the previous delivery' };
export const NEW_FINDINGS: Text = { nl: 'Nieuw', en: 'new' };
export const GONE_FINDINGS: Text = { nl: 'Verdwenen', en: 'gone' };

/** Returns the comparison in a few sentences. */
export function comparisonSentences(comparison: Comparison): readonly Text[] {
  if (comparison.kind === 'first') {
    return [{ nl: 'Dit is uw eerste levering met objecten. Er is nog niets om mee te vergelijken.', en: 'This is your first delivery with objects. There is nothing to compare it with yet.' }];
  }
  if (comparison.kind === 'older') {
    return [{
      nl: 'Uw vorige levering is verwerkt door een oudere versie van dit programma. Daarmee kunnen wij niet vergelijken; met deze levering straks wel.',
      en: 'An older version of this program processed your previous delivery. We cannot compare with it; your next delivery will be compared with this one.',
    }];
  }
  const { with: previous, counts, objects, full, notCompared = [] } = comparison;
  const received = inAmsterdam(new Date(previous.received));
  const compared: Text = {
    nl: objects === 1 ? 'het ene object' : `de ${objects} objecten`, en: objects === 1 ? 'the one object' : `the ${objects} objects`,
  };
  return [
    {
      nl: `Bevindingen: ${counts.new} nieuw, ${counts.gone} verdwenen, ${counts.left} gebleven.`,
      en: `Findings: ${counts.new} new, ${counts.gone} gone, ${counts.left} remaining.`,
    },
    {
      nl: `Uw vorige levering is die van ${received} (${previous.uuid}). Wij vergelijken alleen ${compared.nl} in deze levering${
        full === undefined ? '' : `, en wat deze volledige levering weglaat van ${full.join(', ')}`}.`,
      en: `Your previous delivery is that of ${received} (${previous.uuid}). We compare only ${compared.en} in this delivery${
        full === undefined ? '' : `, and what this full delivery leaves out of ${full.join(', ')}`}.`,
    },
    {
      nl: 'Wij vergelijken geen bevindingen over het bestand als geheel, over een besluit van het register, of zonder id van een object.',
      en: 'Findings about the file as a whole, about a decision of the register, or without the id of an object are not compared.',
    },
    ...(notCompared.length === 0 ? [] : [{
      nl: `Niet vergeleken: ${notCompared.join(', ')}. Van deze regels staat niet alles in beide rapporten.`,
      en: `Not compared: ${notCompared.join(', ')}. The reports do not list every finding of these rules.`,
    }]),
  ];
}

/** Returns the line of one finding: rule, root, object and field. */
export function comparedLine({ rule, rootId, objectId, field, count }: ComparedFinding): string {
  return [rule, rootId, objectId, field].filter((part) => part !== undefined).join(' · ') + (count > 1 ? ` (${count}×)` : '');
}
