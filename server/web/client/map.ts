/**
 * Map: joins the map, the kinds, the conditions and the address of the page `/kaart`. Every change of view or conditions changes the address,
 * the list, the counts and the download links together.
 *
 * Keys on the map: arrows move, + and - zoom, Enter searches at the cross in the middle.
 * Not here: reading (map-load.ts), drawing (map-style.ts, map-view.ts), the address (map-address.ts), the sentences
 * (map-texts.ts), questions about a place (map-question.ts).
 */
import { momentPairs, radiusOf, searchOf, stateOf, type MapState } from './map-address.ts';
import { control, element } from './elements.ts';
import { downloadItems, objectRows } from './map-list.ts';
import { FileLoader } from './map-files.ts';
import { Loader, type MapLoader, type Shown } from './map-load.ts';
import { ownPosition } from './map-location.ts';
import type { Kind, MapPageData } from './map-page-data.ts';
import { listenToConditions } from './map-conditions.ts';
import { answerTo, objectsIn, questionAddress, type FoundObjects } from './map-question.ts';
import { areaOf, areaText, lengthOf, lengthText, viewText, WORDS } from './map-texts.ts';
import { MapView } from './map-view.ts';

type Mode = 'look' | 'measure' | 'area';

/** A street with its surroundings. */
const OWN_ZOOM = 10.5;

const app = element('map-app');
const data = JSON.parse(app.dataset['map'] ?? '{}') as MapPageData;
const words = WORDS[data.language];
const locale = data.language === 'nl' ? 'nl-NL' : 'en-GB';
const kinds: ReadonlyMap<string, Kind> = new Map(data.kinds.map((kind) => [kind.id, kind]));
const usualKinds = data.kinds.filter(({ isUsual }) => isUsual).map(({ id }) => id);
const loader: MapLoader = data.isSite ? new FileLoader(data) : new Loader(data);
let state: MapState = stateOf(location.search);
let mode: Mode = 'look';
let corners: readonly number[] = state.line;
/** Number of searches so far. A reply to an earlier one is dropped, because the map shows the place of the last one. */
let searches = 0;

app.hidden = false;
if (data.isSite) element('map-waiting').remove();
const view = new MapView(element('map'), { data, words, state });

function shownKinds(): readonly string[] {
  return state.kinds ?? usualKinds;
}

/** Changes the state, its address and what is shown. */
function change(part: Partial<MapState>): void {
  state = { ...state, ...part };
  const search = searchOf(state, data.passed);
  history.replaceState(null, '', `${location.pathname}?${search}`);
  control('map-address').value = location.href;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.language')) {
    link.href = `${location.pathname}?${searchOf(state, `lang=${link.hreflang}`)}`;
  }
  void refresh();
}

async function refresh(): Promise<void> {
  const status = element('map-status');
  app.setAttribute('aria-busy', 'true');
  const chosen = shownKinds();
  const loaded = await loader.load(chosen, state, view.view());
  if (loaded === undefined) return;
  const { kinds: found, edition, isNewEdition } = loaded;
  app.setAttribute('aria-busy', 'false');
  const inView = view.draw(found.map((shown) => ({ shown, kind: kinds.get(shown.kind)! })));
  status.textContent = viewText({ ...sums(found), ...inView }, {
    edition, isNewEdition, today: data.today, validOn: state.validOn, availableAt: state.availableAt, geometryKind: state.geometryKind,
    hasFilter: state.filter !== '', kinds: chosen.length,
  }, data.language);
  showCounts(found);
  element('map-list').replaceChildren(...objectRows(view.inView(), { data, kinds, words, moments: momentPairs(state) }));
  element('map-downloads').replaceChildren(...downloadItems(found, { data, kinds, state, extent: view.view().extent }));
}

/** Shows how many objects of each kind match, beside its name in the legend. */
function showCounts(found: readonly Shown[]): void {
  const totals = new Map(found.map(({ kind, total, refusal }) => [kind, refusal === undefined ? `(${total.toLocaleString(locale)})` : '']));
  for (const label of document.querySelectorAll<HTMLElement>('[data-count]')) label.textContent = totals.get(label.dataset['count'] ?? '') ?? '';
}

function sums(found: readonly Shown[]) {
  const refused = found.flatMap(({ kind, refusal }) => (refusal === undefined ? [] : [[kinds.get(kind)?.title ?? kind, refusal] as const]));
  const total = found.reduce((sum, shown) => sum + shown.total, 0);
  return { total, withoutGeometry: found.reduce((sum, shown) => sum + shown.withoutGeometry, 0), refused };
}

/** Searches around a place, and shows the result or the failure, unless the reader searched elsewhere or cleared the map meanwhile. */
async function ask(place: readonly number[]): Promise<void> {
  const answer = element('map-answer');
  const search = ++searches;
  view.showPlace(place, state.radius);
  view.showFound([]);
  answer.textContent = words.asking;
  const address = questionAddress(state, data);
  const { content, lists } = await answerTo(address).catch(() => ({ content: [words.failed], lists: [] }));
  if (search !== searches) return;
  const [link, drawn] = [document.createElement('a'), document.createElement('p')];
  link.href = address;
  link.textContent = words.asPage;
  answer.replaceChildren(...content, drawn, link);
  const found = lists.length === 0 ? NOTHING : await objectsIn(lists, data).catch(() => undefined);
  if (search !== searches) return;
  view.showFound(found?.features ?? []);
  if (found === undefined) drawn.textContent = words.notDrawn;
  else if (found.total > 0) drawn.textContent = words.drawnFound(found.features.length, found.total);
}

const NOTHING: FoundObjects = { features: [], total: 0 };

/** Handles a click or Enter at a position. */
function at([x, y]: readonly [number, number]): void {
  if (mode === 'look') {
    if (data.isSite) return;
    const place = [Math.round(x), Math.round(y)];
    change({ place });
    void ask(place);
    return;
  }
  corners = [...corners, Math.round(x), Math.round(y)];
  showCorners();
}

/** Moves to where the reader is, and searches there. */
async function goToOwn(): Promise<void> {
  const own = await ownPosition();
  if (own === undefined) {
    searches += 1;
    element('map-answer').textContent = words.unknownPosition;
    return;
  }
  view.moveTo(own, OWN_ZOOM);
  at(own);
}

function showCorners(): void {
  view.showCorners(corners, mode === 'area');
  const points = corners.length / 2;
  const measured = mode === 'area' && points > 2 ? words.area(areaText(areaOf(corners), data.language))
    : words.measured(lengthText(lengthOf(corners), data.language), points);
  element('map-measure').textContent = points === 0 ? words.addPoint : measured;
  for (const id of ['map-ask-area', 'map-inside-choice']) element(id).hidden = data.isSite || mode !== 'area' || points < 3;
  if (mode === 'measure') change({ line: corners });
}

function setMode(next: Mode): void {
  mode = mode === next ? 'look' : next;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-mode]')) {
    button.setAttribute('aria-pressed', String(button.dataset['mode'] === mode));
  }
  corners = [];
  element('map-measure').textContent = '';
  view.showCorners([], false);
  if (mode !== 'look') showCorners();
}

function clear(): void {
  corners = [];
  searches += 1;
  setMode('look');
  view.showPlace([], 0);
  view.showFound([]);
  element('map-answer').replaceChildren();
  change({ place: [], line: [] });
}

function listen(): void {
  view.onMove((centre, zoom) => {
    // The first rest of the map shows the view that is already requested.
    if (searchOf({ ...state, centre, zoom }) !== searchOf(state)) change({ centre, zoom });
  });
  view.onPosition(at);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-mode]')) {
    button.addEventListener('click', () => { setMode(button.dataset['mode'] as Mode); });
  }
  element('map-clear').addEventListener('click', clear);
  element('map-here').addEventListener('click', () => { at(view.centre()); });
  element('map-own').addEventListener('click', () => { void goToOwn(); });
  element('map-ask-area').addEventListener('click', () => {
    const place = corners;
    const { checked: isInside } = control('map-inside');
    setMode('look');
    change({ place, isInside });
    void ask(place);
  });
  for (const box of boxes()) {
    box.checked = shownKinds().includes(box.value);
    box.addEventListener('change', () => { change({ kinds: boxes().filter(({ checked }) => checked).map(({ value }) => value) }); });
  }
  const radius = control('map-radius');
  radius.value = String(state.radius);
  radius.addEventListener('change', () => {
    change({ radius: radiusOf(radius.value, Number(radius.max)) });
    radius.value = String(state.radius);
    if (state.place.length === 2) void ask(state.place);
  });
  listenToConditions({
    data, state, shown: () => shownKinds().map((id) => kinds.get(id)!),
    onChange(changed) {
      change(changed);
      if (state.place.length > 0 && changed.filter === undefined) void ask(state.place);
    },
  });
}

function boxes(): readonly HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name=map-kind]')];
}

listen();
if (state.line.length > 0) {
  mode = 'measure';
  showCorners();
}
if (state.place.length > 0 && !data.isSite) void ask(state.place);
change({});
