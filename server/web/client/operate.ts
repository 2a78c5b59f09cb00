/**
 * Operate: the part of `/beheren` for an operator who has signed in: the overview, the decision on what waits for one, and undoing a submission.
 *
 * Invariants:
 *  - Nothing is decided before the page has said what the decision does, and the operator has said yes; of an undo, a dry run says it.
 *  - Only a reply of the service counts as success. After each decision, also without a reply, the overview is read again.
 *  - Signing out, also by a token that is no longer accepted, clears all that the page showed.
 * Not here: requests and the token (deliver-service.ts), pages as parts (deliver-parts.ts), texts (operate-texts.ts).
 */
import { button, make, partOf, problemIn, type PagePart } from './deliver-parts.ts';
import { DeliverService, NoReply, Stopped, type Reply } from './deliver-service.ts';
import { control, element } from './elements.ts';
import { OPERATE_WORDS, type OperatePageData } from './operate-texts.ts';

const OVERVIEW = '/beheren/overzicht';
const SUBMISSIONS = '/indieningen';

type Decision = 'release' | 'retry' | 'refuse';

const app = element('operate-app');
const data = JSON.parse(app.dataset['operate'] ?? '{}') as OperatePageData;
const words = OPERATE_WORDS[data.language];
const service = new DeliverService(data);
const langQuery = `lang=${data.language}`;
let isBusy = false;

function say(text: string): void {
  element('operate-status').textContent = text;
}

const onWait = (seconds: number): void => { say(words.wait(seconds)); };

/** Runs a piece of work when none runs, and says why it failed. */
async function run(work: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  app.setAttribute('aria-busy', 'true');
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Stopped)) say(error instanceof NoReply ? words.noReply : (error as Error).message);
  } finally {
    isBusy = false;
    app.setAttribute('aria-busy', 'false');
  }
}

/** Returns the page of a reply, and signs out when the service does not accept the token any more. */
function pageOf(reply: Reply): PagePart {
  if (reply.status === 401 && !element('operate-work').hidden) {
    signOut(words.expired);
    throw new Stopped();
  }
  const page = partOf(reply.text);
  if (page === undefined) throw new Error(words.isUnknown);
  return page;
}

async function signIn(): Promise<void> {
  const token = control('operate-token');
  service.signIn(token.value);
  token.value = '';
  say(words.signingIn);
  try {
    await readOverview();
    say(words.signedIn);
    element('operate-work-title').focus();
  } catch (error) {
    service.signOut();
    throw error;
  }
}

function signOut(text: string): void {
  service.signOut();
  for (const id of ['operate-shown', 'operate-report-shown', 'operate-report-title']) element(id).replaceChildren();
  for (const id of ['operate-work', 'operate-report', 'operate-buttons']) element(id).hidden = true;
  element('operate-sign').hidden = false;
  say(text);
  control('operate-token').focus();
}

async function readOverview(): Promise<void> {
  const reply = await service.read(`${OVERVIEW}?${langQuery}`, 'text/html', onWait);
  const page = pageOf(reply);
  const shown = page.part('overzicht');
  if (reply.status !== 200 || shown === undefined) throw new Error(problemIn(page));
  for (const one of shown.querySelectorAll<HTMLElement>('#wachtend > li')) addChoices(one);
  element('operate-shown').replaceChildren(shown);
  for (const id of ['operate-work', 'operate-buttons']) element(id).hidden = false;
  element('operate-sign').hidden = true;
}

async function refresh(): Promise<void> {
  await readOverview();
  say('');
}

/** Adds the buttons for the decisions on a submission that waits. */
function addChoices(waiting: HTMLElement): void {
  const { uuid = '', state } = waiting.dataset;
  const place = make('div', []);
  const choose = (decision: Decision): void => { ask(place, uuid, decision); };
  const releasing: Decision = state === 'parked' ? 'release' : 'retry';
  place.append(make('p', [button(words[releasing], () => { choose(releasing); }), ' ', button(words.refuse, () => { choose('refuse'); })]));
  waiting.append(place);
}

/** Says what a decision does, and asks for it. */
function ask(place: HTMLElement, uuid: string, decision: Decision): void {
  const before = [...place.childNodes];
  const form = make('form', [make('p', words[`${decision}Means`])]);
  const reason = make('input', [], { type: 'text', required: true, autocomplete: 'off' });
  if (decision === 'refuse') form.append(make('p', [make('label', [`${words.reason} `, reason])]));
  const yes = make('button', words.yes[decision]);
  const no = button(words.no, () => {
    place.replaceChildren(...before);
    place.querySelector('button')?.focus();
  });
  form.append(make('p', [yes, ' ', no]));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(() => decide(uuid, decision, reason.value));
  });
  place.replaceChildren(form);
  (decision === 'refuse' ? reason : yes).focus();
}

async function decide(uuid: string, decision: Decision, reason: string): Promise<void> {
  say(words.sending);
  const content = decision === 'refuse' ? { besluit: 'weigeren', reden: reason } : { besluit: 'vrijgeven' };
  const reply = await service.send(`${SUBMISSIONS}/${uuid}/besluit`, content).catch((error: unknown) => {
    if (error instanceof NoReply) return undefined;
    throw error;
  });
  const said = reply === undefined ? words.unsure : reply.status === 200 ? words.done[decision] : problemIn(pageOf(reply));
  // A reason that is refused can be mended in its place; after any other reply the list may have changed.
  if (reply?.status !== 400) {
    await readOverview();
    element('operate-work-title').focus();
  }
  say(said);
}

/** Opens a submission, or a list of them, in this page: a browser sends no token with a link. */
function openLink(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const path = link?.pathname.startsWith(data.base) === true ? link.pathname.slice(data.base.length) : '';
  const isList = path === SUBMISSIONS;
  if (!isList && !/^\/indieningen\/[0-9a-f-]{36}$/.test(path)) return;
  event.preventDefault();
  void run(() => (isList ? openList(link?.search ?? '') : openSubmission(path)));
}

async function openList(query: string): Promise<void> {
  const page = pageOf(await service.read(SUBMISSIONS + query, 'text/html', onWait));
  const list = page.part('indieningen');
  show(page, list === undefined ? page.nodes : [list]);
}

async function openSubmission(path: string): Promise<void> {
  const page = pageOf(await service.read(`${path}?${langQuery}`, 'text/html', onWait));
  const isUndoable = page.fact('toestand', 'state') === 'settled';
  show(page, [...isUndoable ? [make('p', [button(words.undoFirst, () => { void run(() => foresee(path)); })])] : [], ...page.nodes]);
}

/** Shows the report that the undo of a submission would get, with the button to undo it. */
async function foresee(path: string): Promise<void> {
  const reply = await service.change('DELETE', `${path}?proef=true&${langQuery}`);
  const page = pageOf(reply);
  const isPossible = reply.status === 200 && page.fact('oordeel', 'verdict') !== 'none';
  show(page, [...isPossible ? [make('p', [button(words.undo, () => { void run(() => undo(path)); })])] : [], ...page.nodes]);
}

/** Undoes a submission, once, and shows the submission of the undo. */
async function undo(path: string): Promise<void> {
  say(words.sending);
  const reply = await service.change('DELETE', path);
  if (reply.status !== 202 && reply.status !== 200) {
    const problem = pageOf(reply);
    show(problem, problem.nodes);
    return say(problemIn(problem));
  }
  const { uuid } = JSON.parse(reply.text) as { readonly uuid: string };
  await openSubmission(`${SUBMISSIONS}/${uuid}`);
  await readOverview();
  say(words.undone);
}

function show({ title }: PagePart, nodes: readonly Node[]): void {
  element('operate-report-title').textContent = title;
  element('operate-report-shown').replaceChildren(...nodes);
  element('operate-report').hidden = false;
  element('operate-report-title').focus();
}

element('operate-sign').addEventListener('submit', (event) => {
  event.preventDefault();
  void run(signIn);
});
element('operate-buttons').append(
  button(words.refresh, () => { void run(refresh); }), ' ', button(words.signOut, () => { signOut(words.signedOut); }),
);
app.addEventListener('click', openLink);
app.hidden = false;
