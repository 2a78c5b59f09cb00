/**
 * Map conditions: the controls of moment and filter. A day can be typed or slid to, a publication chosen from the list of editions, and a
 * filter typed as CQL2 or put together from the fields of a kind.
 */
import type { MapState } from './map-address.ts';
import type { Kind, MapPageData } from './map-page-data.ts';
import { control, element } from './elements.ts';
import { dayBefore, literalOf, monthsBack, nameOf, type Field } from './map-literals.ts';

type Conditions = Pick<MapState, 'filter' | 'validOn' | 'availableAt'>;

interface Options {
  readonly data: MapPageData;
  readonly state: Conditions;
  /** Kinds that are shown now, whose fields can be chosen. */
  readonly shown: () => readonly Kind[];
  readonly onChange: (changed: Partial<Conditions>) => void;
}

/** Shows the conditions in the controls, and calls back when one changes. */
export function listenToConditions({ data, state, shown, onChange }: Options): void {
  const [day, slider, edition, filter] = [control('map-valid-on'), control('map-days'), control('map-available-at'), control('map-filter')];
  day.value = state.validOn;
  slider.value = String(-monthsBack(data.today, state.validOn));
  filter.value = state.filter;
  day.addEventListener('change', () => {
    slider.value = String(-monthsBack(data.today, day.value));
    onChange({ validOn: day.value });
  });
  slider.addEventListener('input', () => { day.value = slider.value === '0' ? '' : dayBefore(data.today, -Number(slider.value)); });
  slider.addEventListener('change', () => { onChange({ validOn: day.value }); });
  filter.addEventListener('change', () => { onChange({ filter: filter.value.trim() }); });
  edition.addEventListener('change', () => { onChange({ availableAt: edition.value }); });
  addChoice(edition, state.availableAt, state.availableAt);
  edition.value = state.availableAt;
  if (data.isSite) return;
  void fillEditions(data, edition);
  listenToBuilder({ data, shown, filter, onChange });
}

/** Adds a choice to a list, once. */
function addChoice(list: HTMLElement, value: string, label: string): void {
  if (value === '' || [...list.querySelectorAll('option')].some((option) => option.value === value)) return;
  const option = document.createElement('option');
  option.value = value;
  option.textContent = label;
  list.append(option);
}

interface ListedEdition {
  readonly nummer?: number;
  readonly beschikbaarVanaf?: string;
  readonly bewaard?: boolean;
}

/** Adds the publications whose editions are kept. */
async function fillEditions({ base, language }: MapPageData, list: HTMLElement): Promise<void> {
  const reply = await fetch(`${base}/edities?paginaGrootte=100`, { headers: { accept: 'application/json' } });
  if (!reply.ok) return;
  const { edities } = await reply.json() as { readonly edities: readonly ListedEdition[] };
  for (const { nummer, beschikbaarVanaf, bewaard } of edities) {
    if (nummer === undefined || beschikbaarVanaf === undefined || bewaard !== true) continue;
    const published = new Date(beschikbaarVanaf).toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB', {
      dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Amsterdam',
    });
    addChoice(list, beschikbaarVanaf, `${nummer}: ${published}`);
  }
}

/** Lets a filter be put together: kind, field, relation and value. */
function listenToBuilder({ data, shown, filter, onChange }: Pick<Options, 'data' | 'shown' | 'onChange'> & { readonly filter: HTMLInputElement }): void {
  const [kind, field, relation, value] = [control('map-field-kind'), control('map-field'), control('map-relation'), control('map-value')];
  let fields: Readonly<Record<string, Field>> = {};
  const fillKinds = (): void => {
    kind.replaceChildren();
    for (const { id, title } of shown()) addChoice(kind, id, title);
  };
  const fillFields = async (): Promise<void> => {
    const reply = await fetch(`${data.base}/collections/${kind.value}/queryables`, { headers: { accept: 'application/schema+json' } });
    fields = reply.ok ? (await reply.json() as { readonly properties: Readonly<Record<string, Field>> }).properties : {};
    field.replaceChildren();
    for (const [name, { type }] of Object.entries(fields)) if (type !== undefined && type !== 'array') addChoice(field, name, name);
    fillValues();
  };
  const fillValues = (): void => {
    const values = element('map-values');
    values.replaceChildren();
    for (const one of fields[field.value]?.enum ?? []) addChoice(values, one, one);
  };
  element('map-builder').addEventListener('toggle', () => {
    fillKinds();
    void fillFields();
  });
  kind.addEventListener('change', () => { void fillFields(); });
  field.addEventListener('change', fillValues);
  element('map-add').addEventListener('click', () => {
    if (field.value === '' || value.value === '') return;
    const added = `${nameOf(field.value)} ${relation.value} ${literalOf(value.value, fields[field.value])}`;
    filter.value = filter.value.trim() === '' ? added : `${filter.value.trim()} AND ${added}`;
    value.value = '';
    onChange({ filter: filter.value });
  });
}
