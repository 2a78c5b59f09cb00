/** Webhook: one call of a subscriber, signed by the specification Standard Webhooks (symmetric, `v1`). */
import { createHmac } from 'node:crypto';
import { withoutUserInfo, withoutValues } from '../../schemas/masked.ts';
import type { PublicationEvent } from '../../schemas/publication-event.ts';
import { keyIn, type Subscription } from './subscriptions-file.ts';

const GONE = 410;

export type CallResult = 'taken' | 'gone' | { readonly failure: string };

/** Sends an event, at most for `callMs`. The id of a call is that of the event: a repeated call has the same. */
export async function call(
  { url, secret }: Pick<Subscription, 'url' | 'secret'>, event: PublicationEvent, { now, callMs }: { readonly now: Date; readonly callMs: number },
): Promise<CallResult> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = {
    'content-type': 'application/cloudevents+json', 'user-agent': 'ev-register', 'webhook-id': event.id, 'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', keyIn(secret)).update(`${event.id}.${timestamp}.${body}`).digest('base64')}`,
  };
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(callMs) });
    await answer.body?.cancel();
    return answer.ok ? 'taken' : answer.status === GONE ? 'gone' : { failure: `status ${answer.status}` };
  } catch (error) {
    const { message, cause } = error as Error;
    const { pathname, search } = new URL(url);
    const words = cause instanceof Error ? `${message}: ${cause.message}` : message;
    return { failure: withoutValues(withoutUserInfo(words), [pathname, search]) };
  }
}
