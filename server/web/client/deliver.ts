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
import {
  app, data, isBusy, langQuery, onWait, pageOf, run, say, service, showActions, showReport, showSignIn, SUBMISSIONS, uuidIn,
  words,
} from './deliver-app.ts';
import { listenToForm, type FilledForm } from './deliver-form.ts';
import { button, make, partOf, problemIn, type PagePart } from './deliver-parts.ts';
import { follow, openLink, readPast, showPast } from './deliver-past.ts';
import { reportParts } from './deliver-report.ts';
import { NoReply, retryAfter, Stopped } from './deliver-service.ts';
import { hashOf, showSource } from './deliver-source.ts';
import { sizeText } from './deliver-texts.ts';
import { control, element } from './elements.ts';

/** Number of newest submissions among which a sent delivery is sought. */
const LOOKED_AT = 50;
/** Number of searches for a sent delivery, and the seconds between two. */
const LOOKS = 3;
const LOOK_SECONDS = 2;

let files: readonly ChosenFile[] = [];

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
  for (const id of ['deliver-choose', 'deliver-form']) element(id).hidden = !isWriter;
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
  for (const id of ['deliver-who', 'deliver-past', 'deliver-files', 'deliver-shown', 'deliver-actions', 'deliver-text', 'deliver-holder', 'deliver-form-fields',
    'deliver-report-title', 'deliver-source-title']) element(id).replaceChildren();
  for (const id of ['deliver-report', 'deliver-source', 'deliver-form-fields']) element(id).hidden = true;
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

function uploadOf({ file, form }: ChosenFile) {
  const crs = form === undefined ? control('deliver-crs').value : data.rd;
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
  if (isBusy()) return;
  files = [...files, ...[...added].map((file) => choose(file))];
  listFiles();
}

/** Takes the file that a form made, in place of the one that it made before, and rehearses it. */
function addFilled(file: File, form: FilledForm): void {
  if (isBusy()) return;
  const before = files.find((one) => one.form === form && !['stored', 'unsure', 'sending'].includes(one.state));
  const fresh = { file, form, state: 'new', message: '', report: undefined, verdict: undefined } as const;
  const chosen = Object.assign(before ?? choose(file), fresh);
  if (before === undefined) files = [...files, chosen];
  void run(async () => {
    await rehearse(chosen);
    showRehearsal(chosen);
  });
}

function listFiles(): void {
  element('deliver-files').replaceChildren(...fileItems(files, {
    words, language: data.language, onReport: showRehearsal, onLook: (chosen) => { void run(() => lookFor(chosen)); },
    onRemove(chosen) {
      files = files.filter((one) => one !== chosen);
      listFiles();
    },
  }));
  element('deliver-buttons').hidden = !isBusy() && !files.some(mayRehearse);
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
  const { file, report, verdict, state, form } = chosen;
  if (report === undefined) return;
  const onLine = form === undefined ? (line: number) => { void showLine(chosen, line); } : undefined;
  showReport(words.reportOf(file.name), reportParts(report, { words, onLine }));
  if (state === 'rehearsed') {
    const label = verdict === 'partly' ? words.handInPartly : words.handIn;
    showActions(verdict === 'none' ? [make('p', words.nothingToHandIn)] : [button(label, () => { void run(() => handIn(chosen)); })]);
  }
  if (form === undefined) return void showLine(chosen, undefined);
  const first = form.showFindings(report);
  if (first !== undefined) element('deliver-actions').append(' ', button(words.toField, () => { first.focus(); }));
}

/** Shows the text of a file, at a line when one is given. A correction replaces the file, and needs a dry run again. */
async function showLine(chosen: ChosenFile, line: number | undefined): Promise<void> {
  await showSource(chosen.file, line, {
    words,
    onCorrected(text) {
      if (isBusy() || chosen.state === 'stored' || chosen.state === 'unsure') return;
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
    const found = await sameAs(chosen.file, added.filter(({ bytes }) => bytes === chosen.file.size));
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

/** Returns the first of some submissions of equal size that has the content of a file, by the hash of its receipt. */
async function sameAs(file: File, candidates: readonly ListedDelivery[]): Promise<ListedDelivery | undefined> {
  const hash = candidates.length === 0 ? undefined : await hashOf(file);
  if (hash === undefined) return candidates[0];
  for (const candidate of candidates) {
    const reply = await service.read(`${SUBMISSIONS}/${candidate.uuid}`, 'application/json', onWait);
    if (reply.status === 200 && (JSON.parse(reply.text) as { readonly sha256: string }).sha256 === hash) return candidate;
  }
  return undefined;
}

async function stored(chosen: ChosenFile, uuid: string): Promise<void> {
  chosen.state = 'stored';
  chosen.message = words.handedIn(uuid);
  listFiles();
  await follow(uuid);
  await readPast();
}

function listen(): void {
  element('deliver-sign').addEventListener('submit', (event) => { event.preventDefault(); void signIn(); });
  element('deliver-sign-out').addEventListener('click', signOut);
  element('deliver-options').addEventListener('submit', (event) => { event.preventDefault(); });
  element('deliver-options').addEventListener('change', changeOptions);
  listenToForm(addFilled);
  element('deliver-rehearse').addEventListener('click', () => { void run(rehearseAll); });
  element('deliver-stop').addEventListener('click', () => { service.stop(); });
  element('deliver-refresh').addEventListener('click', () => { void run(() => readPast()); });
  app.addEventListener('click', openLink);
  app.addEventListener('busy', listFiles);
  const pick = control('deliver-pick');
  pick.addEventListener('change', () => {
    addFiles(pick.files ?? []);
    // So that the same file can be chosen again after it was changed.
    pick.value = '';
  });
  // A file that is dropped beside the area must not replace this page, which would forget the token.
  for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, (event) => { event.preventDefault(); });
  element('deliver-drop').addEventListener('drop', (event) => { addFiles(event.dataTransfer?.files ?? []); });
  window.addEventListener('beforeunload', (event) => { if (isBusy()) event.preventDefault(); });
}

app.hidden = false;
listen();
