/** Private: keeps a response that only its client may see out of every cache. A problem is never stored anyway. */
import { isProblem, type HandlerResult } from '../service.ts';

/** Returns the result with `Cache-Control: private, no-store` in place of that of the public response. */
export function asPrivate(result: HandlerResult): HandlerResult {
  if (isProblem(result)) return result;
  const { headers } = result;
  const others = headers.flatMap((name, at) => (at % 2 === 0 && name !== 'Cache-Control' ? [name, headers[at + 1]!] : []));
  return { ...result, headers: [...others, 'Cache-Control', 'private, no-store'] };
}
