/** An abstract test of a standard: its id, and a check that throws where a site breaks it. */
import { strict as assert } from 'node:assert';
import type { Link, Site } from './site.ts';

export interface AbstractTest {
  /** As the standard names it, such as `/conf/core/root-op`. */
  readonly id: string;
  readonly check: (site: Site) => Promise<void>;
}

export interface ConformanceClass {
  /** As a site declares it. */
  readonly uri: string;
  readonly tests: readonly AbstractTest[];
}

/** A class whose tests are named by what follows its own name. */
export function conformanceClass(uri: string, tests: Readonly<Record<string, AbstractTest['check']>>): ConformanceClass {
  const name = uri.slice(uri.indexOf('/conf/'));
  return { uri, tests: Object.entries(tests).map(([test, check]) => ({ id: `${name}/${test}`, check })) };
}

/** The check that a class is declared, which Part 3 and 5 name as a test. */
export function declares(uri: string): AbstractTest['check'] {
  return async (site) => assert.ok((await site.conformsTo()).includes(uri), `${uri} is not declared`);
}

/** The link with this relation; fails without one. */
export function linkOf(links: readonly Link[] | undefined, rel: string, where: string, type?: string): Link {
  const link = links?.find((one) => one.rel === rel && (type === undefined || bare(one.type) === type));
  assert.ok(link !== undefined, `${where} has no link ${rel}${type === undefined ? '' : ` of type ${type}`}`);
  return link;
}

/** A media type without its parameters. */
export function bare(type: string | undefined): string | undefined {
  return type?.split(';')[0]?.trim();
}

/** What the standard asks of a list of links: a relation and a type each, absolute, and where they lead there is that. */
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
