/**
 * Deliver app: what all modules of the page for deliveries share: its data, the service, one piece of work at a time, its status line, and
 * the section with a report.
 *
 * Invariant: while a request runs no other begins. Listeners of the event `busy` draw what depends on that.
 */
import type { DeliverPageData } from './deliver-page-data.ts';
import { partOf, type PagePart } from './deliver-parts.ts';
import { DeliverService, NoReply, Stopped, type Reply } from './deliver-service.ts';
import { WORDS } from './deliver-texts.ts';
import { control, element } from './elements.ts';

/** Path of submissions. */
export const SUBMISSIONS = '/indieningen';

export const app = element('deliver-app');
export const data = JSON.parse(app.dataset['deliver'] ?? '{}') as DeliverPageData;
export const words = WORDS[data.language];
export const service = new DeliverService(data);
export const langQuery = `lang=${data.language}`;
let working = false;

/** Whether a request runs that must not run beside another. */
export function isBusy(): boolean {
  return working;
}

/** Runs a piece of work when none runs, and reports its failure. Returns whether it ran to its end. */
export async function run(work: () => Promise<void>): Promise<boolean> {
  if (working) return false;
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
  working = busy;
  app.setAttribute('aria-busy', String(busy));
  element('deliver-stop').hidden = !busy;
  for (const one of app.querySelectorAll<HTMLInputElement>('#deliver-options select, #deliver-options input, #deliver-form-start, #deliver-pick, #deliver-actions button, #deliver-rehearse, #deliver-refresh')) {
    one.disabled = busy;
  }
  if (!busy) element('deliver-progress').hidden = true;
  app.dispatchEvent(new Event('busy'));
}

export function say(text: string): void {
  element('deliver-status').textContent = text;
}

export const onWait = (seconds: number): void => { say(words.wait(seconds)); };

/** Returns the page of a reply, and signs out when the service does not accept the token any more. */
export function pageOf(reply: Reply): PagePart {
  if (reply.status === 401 && reply.header('WWW-Authenticate')?.includes('invalid_token') === true) {
    service.signOut();
    showSignIn(words.expired);
    throw new Stopped();
  }
  const page = partOf(reply.text);
  if (page === undefined) throw new Error(words.isUnknown);
  return page;
}

export function showSignIn(text: string): void {
  element('deliver-sign').hidden = false;
  element('deliver-sign-out').hidden = true;
  element('deliver-who').hidden = true;
  element('deliver-work').hidden = true;
  element('deliver-sign-status').textContent = text;
  control('deliver-token').focus();
}

/** Returns the uuid of a submission that was stored. */
export function uuidIn({ text }: Reply): string {
  return (JSON.parse(text) as { readonly uuid: string }).uuid;
}

/** Shows a report in its section, without actions and without the text of a file. */
export function showReport(title: string, parts: readonly Node[]): void {
  element('deliver-report').hidden = false;
  element('deliver-report-title').textContent = title;
  element('deliver-shown').replaceChildren(...parts);
  element('deliver-source').hidden = true;
  showActions([]);
  element('deliver-report-title').focus();
}

/** Shows the buttons above a report. */
export function showActions(actions: readonly HTMLElement[]): void {
  element('deliver-actions').replaceChildren(...actions);
}
