/**
 * Deliver: joins the parts of the page `/aanleveren`: signing in, dry runs, handing in, the submissions of before, and undo.
 *
 * Invariants:
 *  - Nothing is handed in without a dry run of the same text with the same options, and nothing twice by accident: while a request runs no
 *    other begins, and without a reply the page looks whether the delivery arrived before it offers to hand in again.
 *  - Only a reply of the service counts as success.
 *  - Signing out, also by a token that is no longer accepted, ends what runs. Signing out clears all that the page showed.
 * Not here: requests and the token (deliver-service.ts), files (deliver-files.ts), reports (deliver-report.ts), texts (deliver-texts.ts).
 */
import { choose, fileItems, forgetRehearsal, mayRehearse, mediaTypeOf, type ChosenFile } from './deliver-files.ts';
import type { DeliverPageData } from './deliver-page-data.ts';
import { button, make, partOf, type PagePart } from './deliver-parts.ts';
import { reportParts } from './deliver-report.ts';
import { DeliverService, NoReply, retryAfter, Stopped, type Reply } from './deliver-service.ts';
import { showSource } from './deliver-source.ts';
import { sizeText, WORDS } from './deliver-texts.ts';
import { control, element } from './elements.ts';

/** Path of submissions, and the number of newest submissions among which a sent delivery is sought. */
const SUBMISSIONS = '/indieningen';
const LOOKED_AT = 50;
/** Number of searches for a sent delivery, and the seconds between two. */
const LOOKS = 3;
const LOOK_SECONDS = 2;
/** Seconds between two looks at a submission that is processed, at first and at most. */
const FOLLOW_SECONDS = 1;
const FOLLOW_SECONDS_MAX = 30;

const app = element('deliver-app');
const data = JSON.parse(app.dataset['deliver'] ?? '{}') as DeliverPageData;
const words = WORDS[data.language];
const service = new DeliverService(data);
const langQuery = `lang=${data.language}`;
let files: readonly ChosenFile[] = [];
/** Whether a request runs that must not run beside another. */
let isBusy = false;

/** Runs a piece of work when none runs, and reports its failure. Returns whether it ran to its end. */
async function run(work: () => Promise<void>): Promise<boolean> {
  if (isBusy) return false;
  setBusy(true);
  try {
    await work();
    return true;
  } catch (error) {
    say(error instanceof Stopped ? words.stopped : error instanceof NoReply ? words.noReply : String(error));
    return false;
  } finally {
    setBusy(false);
  }
}

function setBusy(busy: boolean): void {
  isBusy = busy;
  app.setAttribute('aria-busy', String(busy));
  element('deliver-stop').hidden = !busy;
  for (const one of app.querySelectorAll<HTMLInputElement>('#deliver-options select, #deliver-options input, #deliver-pick, #deliver-actions button, #deliver-rehearse, #deliver-refresh')) {
    one.disabled = busy;
  }
  if (!busy) element('deliver-progress').hidden = true;
  listFiles();
}

function say(text: string): void {
  element('deliver-status').textContent = text;
}

const onWait = (seconds: number): void => { say(words.wait(seconds)); };

/** Shows how much of a file was sent; once all was sent, that the register checks it. */
function progressOf(name: string): (part: number) => void {
  const bar = element('deliver-progress') as HTMLProgressElement;
  bar.hidden = false;
  say(words.sending(name));
  return (part) => {
    if (part < 1) bar.value = part;
    else {
      bar.removeAttribute('value');
      say(words.checking(name));
    }
  };
}

/** Returns the page of a reply, and signs out when the service does not accept the token any more. */
function pageOf(reply: Reply): PagePart {
  if (reply.status === 401 && reply.header('WWW-Authenticate')?.includes('invalid_token') === true) {
    service.signOut();
    showSignIn(words.expired);
    throw new Stopped();
  }
  const page = partOf(reply.text);
  if (page === undefined) throw new Error(words.isUnknown);
  return page;
}

/** Returns the problem on a page in one line. */
function problemIn({ title, nodes }: PagePart): string {
  const texts = nodes.slice(0, 2).map(({ textContent }) => textContent?.trim().replace(/\s+/g, ' ') ?? '');
  return [`${title}.`, ...texts.filter((text) => !text.startsWith('Status'))].join(' ');
}

function showSignIn(text: string): void {
  element('deliver-sign').hidden = false;
  element('deliver-sign-out').hidden = true;
  element('deliver-who').hidden = true;
  element('deliver-work').hidden = true;
  element('deliver-sign-status').textContent = text;
  control('deliver-token').focus();
}

async function signIn(): Promise<void> {
  const token = control('deliver-token');
  service.signIn(token.value);
  token.value = '';
  const status = element('deliver-sign-status');
  status.textContent = words.signingIn;
  try {
    const reply = await service.read(`${SUBMISSIONS}?limit=20&${langQuery}`, 'text/html', (seconds) => { status.textContent = words.wait(seconds); });
    const page = partOf(reply.text);
    if (reply.status !== 200 || page === undefined) throw new Error(page === undefined ? words.isUnknown : problemIn(page));
    status.textContent = words.signedIn;
    showWho(page);
    showPast(page);
  } catch (error) {
    service.signOut();
    status.textContent = error instanceof NoReply ? words.noReply : (error as Error).message;
  }
}

function showWho(page: PagePart): void {
  const who = page.part('toegang');
  const codes = [...who?.querySelectorAll<HTMLElement>('[data-code]') ?? []].map(({ dataset }) => dataset['code'] ?? '');
  const isWriter = who?.querySelector('[data-role=writer]') !== null;
  element('deliver-who').replaceChildren(...who === undefined ? [] : [who]);
  element('deliver-sign').hidden = true;
  for (const id of ['deliver-sign-out', 'deliver-who', 'deliver-work']) element(id).hidden = false;
  element('deliver-choose').hidden = !isWriter;
  if (!isWriter) element('deliver-sign-status').textContent = words.noWriter;
  element('deliver-holder').replaceChildren(
    ...codes.length > 1 ? [make('option', words.chooseHolder, { value: '' })] : [], ...codes.map((code) => make('option', code, { value: code })),
  );
  changeOptions();
  element('deliver-sign-title').focus();
}

function signOut(): void {
  service.signOut();
  files = [];
  for (const id of ['deliver-who', 'deliver-past', 'deliver-files', 'deliver-shown', 'deliver-actions', 'deliver-text', 'deliver-holder', 'deliver-report-title', 'deliver-source-title']) element(id).replaceChildren();
  for (const id of ['deliver-report', 'deliver-source']) element(id).hidden = true;
  say('');
  showSignIn(words.signedOut);
}

/** Returns the query of a delivery with the chosen options. */
function queryOfDelivery(isRehearsal: boolean): string {
  const chosen = new URLSearchParams();
  const [holder, model] = [control('deliver-holder').value, control('deliver-model').value];
  if (holder !== '') chosen.set('bronhouder', holder);
  if (model !== '') chosen.set('model', model);
  if (control('deliver-strict').checked) chosen.set('strikt', 'true');
  if (control('deliver-correct').checked) chosen.set('correctie', 'true');
  if (isRehearsal) {
    chosen.set('proef', 'true');
    chosen.set('lang', data.language);
  }
  return `${SUBMISSIONS}?${chosen.toString()}`;
}

function uploadOf({ file }: ChosenFile) {
  const crs = control('deliver-crs').value;
  const headers = { 'content-type': mediaTypeOf(file), ...crs === '' ? {} : { 'content-crs': `<${crs}>` } };
  return { body: file, headers, onSent: progressOf(file.name) };
}

function changeOptions(): void {
  if (files.some(({ state }) => state === 'rehearsed')) say(words.changedOptions);
  for (const chosen of files) forgetRehearsal(chosen);
  element('deliver-actions').replaceChildren();
  listFiles();
}

function addFiles(added: Iterable<File>): void {
  if (isBusy) return;
  files = [...files, ...[...added].map((file) => choose(file))];
  listFiles();
}

function listFiles(): void {
  element('deliver-files').replaceChildren(...fileItems(files, {
    words, language: data.language, onReport: showRehearsal, onLook: (chosen) => { void run(() => lookFor(chosen)); },
    onRemove(chosen) {
      files = files.filter((one) => one !== chosen);
      listFiles();
    },
  }));
  element('deliver-buttons').hidden = !isBusy && !files.some(mayRehearse);
  element('deliver-rehearse').hidden = !files.some(mayRehearse);
}

/** Rehearses all files that need it, one after the other, and shows the first report with errors, else the first. */
async function rehearseAll(): Promise<void> {
  const waiting = files.filter(mayRehearse);
  for (const chosen of waiting) await rehearse(chosen);
  const done = waiting.filter(({ state }) => state === 'rehearsed');
  const shown = done.find(({ verdict }) => verdict !== 'all') ?? done[0];
  if (shown !== undefined) showRehearsal(shown);
}

async function rehearse(chosen: ChosenFile): Promise<void> {
  const { file } = chosen;
  Object.assign(chosen, { state: 'rehearsing', message: '', report: undefined, verdict: undefined });
  listFiles();
  try {
    if (file.size > data.bytesMax) throw new Error(words.tooLarge(sizeText(data.bytesMax, data.language)));
    // The file may have changed since it was chosen; without this a failure to read it would look like one of the network.
    await file.slice(0, 1).arrayBuffer().catch(() => { throw new Error(words.unreadable); });
    const reply = await service.rehearse(queryOfDelivery(true), uploadOf(chosen), onWait);
    const page = pageOf(reply);
    const verdict = page.fact('oordeel', 'verdict');
    if (reply.status !== 200 || verdict === undefined) throw new Error(problemIn(page));
    Object.assign(chosen, { state: 'rehearsed', report: page, verdict });
    say('');
  } catch (error) {
    const message = error instanceof NoReply ? words.noReply : error instanceof Stopped ? words.stopped : (error as Error).message;
    Object.assign(chosen, { state: 'failed', message });
    say(message);
    if (error instanceof Stopped) throw error;
  } finally {
    listFiles();
  }
}

/** Shows the report of a dry run, with the button to hand in while that is still to be done. */
function showRehearsal(chosen: ChosenFile): void {
  const { file, report, verdict, state } = chosen;
  if (report === undefined) return;
  showReport(words.reportOf(file.name), reportParts(report, { words, onLine: (line) => { void showLine(chosen, line); } }));
  if (state === 'rehearsed') {
    const label = verdict === 'partly' ? words.handInPartly : words.handIn;
    showActions(verdict === 'none' ? [make('p', words.nothingToHandIn)] : [button(label, () => { void run(() => handIn(chosen)); })]);
  }
  void showLine(chosen, undefined);
}

function showReport(title: string, parts: readonly Node[]): void {
  element('deliver-report').hidden = false;
  element('deliver-report-title').textContent = title;
  element('deliver-shown').replaceChildren(...parts);
  element('deliver-source').hidden = true;
  showActions([]);
  element('deliver-report-title').focus();
}

function showActions(actions: readonly HTMLElement[]): void {
  element('deliver-actions').replaceChildren(...actions);
}

/** Shows the text of a file, at a line when one is given. A correction replaces the file, and needs a dry run again. */
async function showLine(chosen: ChosenFile, line: number | undefined): Promise<void> {
  await showSource(chosen.file, line, {
    words,
    onCorrected(text) {
      if (isBusy || chosen.state === 'stored' || chosen.state === 'unsure') return;
      chosen.file = new File([text], chosen.file.name, { type: chosen.file.type });
      chosen.isCorrected = true;
      chosen.state = 'new';
      void run(rehearseAll);
    },
  }).catch(() => { say(words.unreadable); });
}

/** Hands a file in. Without a reply, or with one that may follow a stored delivery, it looks whether the delivery arrived. */
async function handIn(chosen: ChosenFile): Promise<void> {
  if (chosen.state !== 'rehearsed') return;
  const known = await listed();
  chosen.state = 'sending';
  listFiles();
  showActions([]);
  try {
    const reply = await service.handIn(queryOfDelivery(false), uploadOf(chosen));
    if (reply.status === 202 || reply.status === 201) return await stored(chosen, uuidIn(reply));
    if (reply.status >= 500 && retryAfter(reply) === undefined) return await unsure(chosen, known);
    chosen.state = 'rehearsed';
    chosen.message = problemIn(pageOf(reply));
    say(chosen.message);
  } catch (error) {
    if (chosen.state !== 'sending') throw error;
    await unsure(chosen, known);
  }
  if (chosen.state === 'rehearsed') showRehearsal(chosen);
}

/** Returns the uuid of a submission that was stored. */
function uuidIn({ text }: Reply): string {
  return (JSON.parse(text) as { readonly uuid: string }).uuid;
}

const knownBefore = new WeakMap<ChosenFile, ReadonlySet<string>>();

async function unsure(chosen: ChosenFile, known: readonly ListedDelivery[]): Promise<void> {
  chosen.state = 'unsure';
  chosen.message = words.unsure;
  knownBefore.set(chosen, new Set(known.map(({ uuid }) => uuid)));
  say(words.unsure);
  listFiles();
  await lookFor(chosen);
}

interface ListedDelivery {
  readonly uuid: string;
  readonly method: string;
  readonly bytes: number;
}

/** Returns the newest submissions. */
async function listed(): Promise<readonly ListedDelivery[]> {
  const reply = await service.read(`${SUBMISSIONS}?limit=${LOOKED_AT}`, 'application/json', onWait);
  if (reply.status !== 200) throw new Error(reply.status === 401 ? problemIn(pageOf(reply)) : words.isUnknown);
  return (JSON.parse(reply.text) as { readonly indieningen: readonly ListedDelivery[] }).indieningen;
}

/** Looks whether a delivery is among the submissions that were not there before it was sent. */
async function lookFor(chosen: ChosenFile): Promise<void> {
  const known = knownBefore.get(chosen);
  for (let look = 1; look <= LOOKS; look += 1) {
    const added = (await listed()).filter(({ uuid, method }) => method === 'LEVERING' && known?.has(uuid) !== true);
    const found = added.find(({ bytes }) => bytes === chosen.file.size);
    if (found !== undefined) {
      say(words.arrived);
      return await stored(chosen, found.uuid);
    }
    await service.wait(LOOK_SECONDS);
  }
  chosen.state = 'rehearsed';
  chosen.message = words.notArrived;
  showRehearsal(chosen);
  say(words.notArrived);
}

async function stored(chosen: ChosenFile, uuid: string): Promise<void> {
  chosen.state = 'stored';
  chosen.message = words.handedIn(uuid);
  listFiles();
  await follow(uuid);
  await readPast();
}

/** Shows a submission until it is processed, or waits for the operator. */
async function follow(uuid: string): Promise<void> {
  say(words.following);
  let shownState = '';
  for (let seconds = FOLLOW_SECONDS; ; seconds = Math.min(seconds * 2, FOLLOW_SECONDS_MAX)) {
    const reply = await service.read(`${SUBMISSIONS}/${uuid}?${langQuery}`, 'text/html', onWait).catch((error: unknown) => {
      throw error instanceof NoReply ? new Error(words.lost) : error;
    });
    const page = pageOf(reply);
    const state = page.fact('toestand', 'state');
    if (reply.status !== 200 || state === undefined) throw new Error(problemIn(page));
    if (state !== shownState) showSubmission(uuid, page);
    shownState = state;
    if (state !== 'pending') {
      if (state === 'settled' && page.fact('toestand', 'changed') !== '0') await showEdition();
      say('');
      return;
    }
    await service.wait(Math.min(retryAfter(reply) ?? seconds, FOLLOW_SECONDS_MAX));
  }
}

function showSubmission(uuid: string, page: PagePart): void {
  showReport(page.title, reportParts(page, { words, onLine: undefined }));
  if (page.fact('toestand', 'state') === 'settled' && !element('deliver-choose').hidden) {
    showActions([button(words.undoFirst, () => { void run(() => rehearseUndo(uuid)); })]);
  }
}

/** Says in which edition the changes can be read: the newest, because a submission is settled once its edition is active. */
async function showEdition(): Promise<void> {
  const reply = await service.read('/edities?paginaGrootte=1', 'application/json', onWait);
  if (reply.status !== 200) return;
  const { edities: [edition] } = JSON.parse(reply.text) as { readonly edities: readonly { readonly nummer?: number }[] };
  if (edition?.nummer === undefined) return;
  const link = make('a', words.readableIn(edition.nummer), { href: `${data.base}/edities/${edition.nummer}`, target: '_blank', rel: 'noopener noreferrer' });
  element('deliver-shown').prepend(make('p', [link, '.'], { className: 'deliver-edition' }));
}

async function rehearseUndo(uuid: string): Promise<void> {
  const reply = await service.change('DELETE', `${SUBMISSIONS}/${uuid}?proef=true&${langQuery}`);
  const page = pageOf(reply);
  showReport(words.undoForeseen, reportParts(page, { words, onLine: undefined }));
  if (reply.status === 200 && page.fact('oordeel', 'verdict') !== 'none') showActions([button(words.undo, () => { void run(() => undo(uuid)); })]);
}

async function undo(uuid: string): Promise<void> {
  showActions([]);
  const reply = await service.change('DELETE', `${SUBMISSIONS}/${uuid}`);
  if (reply.status !== 202 && reply.status !== 200) {
    const page = pageOf(reply);
    return showReport(page.title, reportParts(page, { words, onLine: undefined }));
  }
  await follow(uuidIn(reply));
  await readPast();
}

async function readPast(path = `${SUBMISSIONS}?limit=20&${langQuery}`): Promise<void> {
  const reply = await service.read(path, 'text/html', onWait);
  const page = pageOf(reply);
  if (reply.status !== 200) throw new Error(problemIn(page));
  showPast(page);
}

/** Shows submissions. Their links need the token, so they open in this page. */
function showPast(page: PagePart): void {
  const list = page.part('indieningen');
  element('deliver-past').replaceChildren(...list === undefined ? [] : [list]);
}

/** Opens a link to a submission, or to more of them, in this page: a browser sends no token with a link. */
function openLink(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const { pathname, search } = link ?? { pathname: '', search: '' };
  const path = pathname.startsWith(data.base) ? pathname.slice(data.base.length) : '';
  const [, uuid] = /^\/indieningen\/([0-9a-f-]{36})$/.exec(path) ?? [];
  if (uuid === undefined && path !== SUBMISSIONS) return;
  event.preventDefault();
  void run(() => (uuid === undefined ? readPast(path + search) : follow(uuid)));
}

function listen(): void {
  element('deliver-sign').addEventListener('submit', (event) => { event.preventDefault(); void signIn(); });
  element('deliver-sign-out').addEventListener('click', signOut);
  element('deliver-options').addEventListener('submit', (event) => { event.preventDefault(); });
  element('deliver-options').addEventListener('change', changeOptions);
  element('deliver-rehearse').addEventListener('click', () => { void run(rehearseAll); });
  element('deliver-stop').addEventListener('click', () => { service.stop(); });
  element('deliver-refresh').addEventListener('click', () => { void run(() => readPast()); });
  app.addEventListener('click', openLink);
  const pick = control('deliver-pick');
  pick.addEventListener('change', () => {
    addFiles(pick.files ?? []);
    // So that the same file can be chosen again after it was changed.
    pick.value = '';
  });
  // A file that is dropped beside the area must not replace this page, which would forget the token.
  for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, (event) => { event.preventDefault(); });
  element('deliver-drop').addEventListener('drop', (event) => { addFiles(event.dataTransfer?.files ?? []); });
  window.addEventListener('beforeunload', (event) => { if (isBusy) event.preventDefault(); });
}

app.hidden = false;
listen();
