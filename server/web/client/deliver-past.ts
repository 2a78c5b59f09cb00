/**
 * Deliver past: the submissions of before: their list, one that is followed until it is processed, and undoing one.
 *
 * Invariant: nothing is undone without a dry run of the undo.
 */
import { data, langQuery, onWait, pageOf, run, say, service, showActions, showReport, SUBMISSIONS, uuidIn, words } from './deliver-app.ts';
import { button, make, problemIn, type PagePart } from './deliver-parts.ts';
import { reportParts } from './deliver-report.ts';
import { NoReply, retryAfter } from './deliver-service.ts';
import { element } from './elements.ts';

/** Seconds between two looks at a submission that is processed, at first and at most. */
const FOLLOW_SECONDS = 1;
const FOLLOW_SECONDS_MAX = 30;

/** Shows a submission until it is processed, or waits for the operator. */
export async function follow(uuid: string): Promise<void> {
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

/** Reads submissions and shows them; without a path the newest. */
export async function readPast(path = `${SUBMISSIONS}?limit=20&${langQuery}`): Promise<void> {
  const reply = await service.read(path, 'text/html', onWait);
  const page = pageOf(reply);
  if (reply.status !== 200) throw new Error(problemIn(page));
  showPast(page);
}

/** Shows submissions. Their links need the token, so they open in this page. */
export function showPast(page: PagePart): void {
  const list = page.part('indieningen');
  element('deliver-past').replaceChildren(...list === undefined ? [] : [list]);
}

/** Opens a link to a submission, or to more of them, in this page: a browser sends no token with a link. */
export function openLink(event: MouseEvent): void {
  const link = (event.target as Element).closest('a[href]');
  const { pathname, search } = link instanceof HTMLAnchorElement ? link : { pathname: '', search: '' };
  const path = pathname.startsWith(data.base) ? pathname.slice(data.base.length) : '';
  const [, uuid] = /^\/indieningen\/([0-9a-f-]{36})$/.exec(path) ?? [];
  if (uuid === undefined && path !== SUBMISSIONS) return;
  event.preventDefault();
  void run(() => (uuid === undefined ? readPast(path + search) : follow(uuid)));
}
