/**
 * Time line: the recorded versions of a root as a list, each with its two periods, its holder and its changes. Pure: the documents that
 * the changes come from are given. Not here: which versions (handlers/versies.ts), reading their documents (edition/version-documents.ts).
 */
import { differences, type Difference } from '../../publisher/difference/difference.ts';
import { flatten } from '../../schemas/check/flatten.ts';
import type { Language } from '../../schemas/finding.ts';
import { geometryWords } from '../../schemas/geometry-words.ts';
import { html, type Content, type Html } from '../../schemas/html.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import type { Field } from '../../schemas/model/conventions.ts';
import { capital } from '../../schemas/page-texts.ts';
import type { Versie } from '../edition/versie.ts';
import { pathWords } from '../description/field-words.ts';
import { typeWords } from '../description/type-words.ts';
import { validityText } from './date-text.ts';
import { shownValue } from './value.ts';

/** Returns the document of a version in RD by its number; undefined when no stored edition shows it. */
export type DocumentOf = (versie: number) => JsonObject | undefined;

/** Returns the list. Without `documentOf` only the names of changed fields are shown. */
export function timeLine(versies: readonly Versie[], { documentOf, language }: {
  readonly documentOf: DocumentOf | undefined; readonly language: Language;
}): Html {
  return html`<ol class="timeline">${versies.map((versie) => html`<li><strong>${title(versie, language)}</strong>
<p>${periods(versie, language)}</p>${changes(versie, documentOf, language)}</li>`)}</ol>`;
}

const WORDS = {
  nl: {
    version: 'Versie', valid: 'Geldig vanaf', until: 'tot', recorded: 'Geregistreerd op', replaced: 'niet meer gebruikt sinds', holder: 'Bronhouder',
    first: 'De eerste versie.', validity: 'Alleen de geldigheid is anders dan bij versie', changed: 'Anders dan versie', part: 'van',
    order: 'andere volgorde', added: 'toegevoegd', removed: 'verwijderd', none: 'niet ingevuld', gone: 'De waarden van toen zijn niet meer te zien.',
  },
  en: {
    version: 'Version', valid: 'Valid from', until: 'until', recorded: 'Registered on', replaced: 'no longer used since', holder: 'Source holder',
    first: 'The first version.', validity: 'Only the validity differs from version', changed: 'Differs from version', part: 'of',
    order: 'another order', added: 'added', removed: 'removed', none: 'not filled in', gone: 'The values of that time can no longer be shown.',
  },
} as const;

function title({ versie, _links }: Versie, language: Language): Content {
  const label = `${WORDS[language].version} ${versie}`;
  if (_links === undefined) return label;
  const { href } = 'document' in _links ? _links.document : _links.feature;
  return html`<a href="${href}">${label}</a>`;
}

function periods(versie: Versie, language: Language): Html {
  const { beginGeldigheid, eindGeldigheid, tijdstipRegistratie, eindRegistratie, bronhoudercode } = versie;
  const { valid, until, recorded, replaced, holder } = WORDS[language];
  const at = (text: string): Html => html`<time datetime="${text}">${validityText(new Date(text), language)}</time>`;
  return html`${valid} ${at(beginGeldigheid)}${eindGeldigheid === undefined ? '' : html` ${until} ${at(eindGeldigheid)}`}.
 ${recorded} ${at(tijdstipRegistratie)}${eindRegistratie === undefined ? '' : html`, ${replaced} ${at(eindRegistratie)}`}. ${holder}: ${bronhoudercode}.`;
}

function changes({ versie, vergelekenMet, gewijzigd = [] }: Versie, documentOf: DocumentOf | undefined, language: Language): Html {
  const words = WORDS[language];
  if (vergelekenMet === undefined) return html`<p>${words.first}</p>`;
  if (gewijzigd.length === 0) return html`<p>${words.validity} ${vergelekenMet}.</p>`;
  const [before, after] = [documentOf?.(vergelekenMet), documentOf?.(versie)];
  const areKnown = before !== undefined && after !== undefined;
  const all = areKnown ? differences({ document: before, crs: RD }, { document: after, crs: RD }, flatten) : [];
  const rows = gewijzigd.map((name) => {
    const known = all.filter((difference) => difference.name === name);
    return known.length === 0 ? html`<li>${fieldText(name, language)}</li>`
      : known.map((difference) => html`<li>${differenceText(difference, language)}</li>`);
  });
  return html`<p>${words.changed} ${vergelekenMet}:${areKnown || documentOf === undefined ? '' : ` (${words.gone})`}</p><ul>${rows}</ul>`;
}

const RD = '28992';

/** Returns one difference in words. */
export function differenceText({ path, part, field, change }: Difference, language: Language): Html {
  const { part: of, order, added, removed } = WORDS[language];
  const name = html`${fieldText(path, language)}${
    part === undefined ? '' : html` ${of} ${partText(part, language)}`}: `;
  switch (change.kind) {
    case 'geometry': return html`${name}${geometryWords(change.geometry, language)}`;
    case 'order': return html`${name}${order}`;
    case 'parts': return html`${name}${[
      change.added.map((one, at) => html`${at === 0 ? '' : ', '}${partText(one, language)} ${added}`),
      change.added.length > 0 && change.removed.length > 0 ? ', ' : '',
      change.removed.map((one, at) => html`${at === 0 ? '' : ', '}${partText(one, language)} ${removed}`),
    ]}`;
    default: return html`${name}${valueText(change.before, field, language)} → ${valueText(change.after, field, language)}`;
  }
}

function fieldText(path: string, language: Language): Html {
  return html`${capital(pathWords(path)[language])} <code>${path}</code>`;
}

function partText({ id, entityType }: NonNullable<Difference['part']>, language: Language): Html {
  return html`${typeWords(entityType)[language]} <code>${id}</code>`;
}

function valueText(value: Json | undefined, field: Field | undefined, language: Language): Content {
  return value === undefined ? WORDS[language].none : shownValue(value, field, { language });
}
