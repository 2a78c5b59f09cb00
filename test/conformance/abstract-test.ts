/** Abstract tests: an id of the standard, and a check that throws when a site fails. */
import { strict as assert } from 'node:assert';
import type { Link, Site } from './site.ts';

export interface AbstractTest {
  /** Id in the standard, such as `/conf/core/root-op`. */
  readonly id: string;
  readonly check: (site: Site) => Promise<void>;
}

export interface ConformanceClass {
  /** URI that a site declares. */
  readonly uri: string;
  readonly tests: readonly AbstractTest[];
}

/** Returns a class. The names of its tests are relative to its own name. */
export function conformanceClass(uri: string, tests: Readonly<Record<string, AbstractTest['check']>>): ConformanceClass {
  const name = uri.slice(uri.indexOf('/conf/'));
  return { uri, tests: Object.entries(tests).map(([test, check]) => ({ id: `${name}/${test}`, check })) };
}

/** Returns the check that a class is declared, which is a test of Part 3 and 5. */
export function declares(uri: string): AbstractTest['check'] {
  return async (site) => assert.ok((await site.conformsTo()).includes(uri), `${uri} is not declared`);
}

/** Returns the link with this relation; fails without one. */
export function linkOf(links: readonly Link[] | undefined, rel: string, where: string, type?: string): Link {
  const link = links?.find((one) => one.rel === rel && (type === undefined || bare(one.type) === type));
  assert.ok(link !== undefined, `${where} has no link ${rel}${type === undefined ? '' : ` of type ${type}`}`);
  return link;
}

/** Returns a media type without its parameters. */
export function bare(type: string | undefined): string | undefined {
  return type?.split(';')[0]?.trim();
}

/** Checks links: each has a relation and a type, is absolute, and leads to a resource of that type. */
export async function expectLinks(site: Site, links: readonly Link[], where: string): Promise<void> {
  for (const { href, rel, type } of links) {
    assert.ok(typeof rel === 'string' && typeof type === 'string', `${where}: a link to ${href} lacks rel or type`);
    assert.match(href, /^https?:\/\//, `${where}: ${rel} is not absolute`);
    if (!href.startsWith(site.base)) continue;
    const answer = await site.ask(href, { accept: type });
    assert.equal(answer.status, 200, `${where}: the link ${rel} leads to ${href}, which is ${answer.status}`);
    assert.equal(answer.type, bare(type), `${where}: the link ${rel} to ${href} announces another media type`);
  }
}
