/**
 * Editie: describes one publication, in the terms of the interface. `nummer` is that of the edition, which a client can give back: in
 * `/edities/{nummer}` and as `van` and `tot` of `/verschillen`. A roll-back has the number of the older edition that it made active again.
 */
import type { DamagedHead, ListedHead } from '../../publisher/read/types.ts';
import { formatMoment } from '../../schemas/time.ts';
import { formatQuery } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';

export interface Editie {
  /** Number of the edition; absent: the file that names it is damaged. */
  readonly nummer?: number;
  readonly beschikbaarVanaf?: string;
  readonly beschikbaarTot?: string;
  /** The next publication is damaged, so the end of this one is unknown. */
  readonly beschikbaarTotOnbekend?: true;
  readonly bewaard?: boolean;
  /** A file of the publication is damaged; other members are unknown. */
  readonly beschadigd?: true;
  readonly teruggedraaid?: true;
  readonly moment?: string;
  /** Number of objects valid at the moment of the edition; `aantallen`: the same by collection. */
  readonly aantal?: number;
  readonly aantallen?: Readonly<Record<string, number>>;
  readonly wijzigingen?: Wijzigingen;
  readonly _links?: Links;
}

/** Absent when the edition is no longer stored. `verschillen`: the differences with the last stored edition before this one. */
type Links = Readonly<Record<'self' | 'register', { readonly href: string }>> & { readonly verschillen?: { readonly href: string } };

interface Wijzigingen {
  /** Number of the edition compared with. */
  readonly tegenover: number;
  readonly collecties: Readonly<Record<string, { readonly toegevoegd: number; readonly gewijzigd: number; readonly beeindigd: number }>>;
}

export function editieOf(listed: ListedHead | DamagedHead, baseUrl: string): Editie {
  if (listed.isDamaged) return { beschadigd: true };
  const { edition, activated, until, moment, isRollback, content } = listed;
  return {
    nummer: edition,
    beschikbaarVanaf: activated.toISOString(),
    ...(until === null ? {} : until === 'unknown' ? { beschikbaarTotOnbekend: true } : { beschikbaarTot: until.toISOString() }),
    bewaard: content !== null,
    ...(isRollback ? { teruggedraaid: true } : {}),
    ...(content === null ? {} : { moment: formatMoment(moment) }),
    ...(content === 'damaged' ? { beschadigd: true } : {}),
    ...(content === null || content === 'damaged' ? {} : { ...countsOf(content), ...(isRollback ? {} : changesOf(content)) }),
    ...(content === null || content === 'damaged' ? {} : { _links: linksOf(listed, content.previous, baseUrl) }),
  };
}

function linksOf({ edition, activated, isRollback }: ListedHead, previous: number | null, baseUrl: string): Links {
  return {
    self: { href: `${baseUrl}/edities/${edition}` },
    register: { href: withQuery(baseUrl, formatQuery([['beschikbaarOp', activated.toISOString()]])) },
    ...(previous === null || isRollback ? {} : { verschillen: { href: differencesPath(baseUrl, previous, edition) } }),
  };
}

/** Returns the address of the differences between two editions. */
export function differencesPath(baseUrl: string, before: number, after: number): string {
  return `${baseUrl}/verschillen?van=${before}&tot=${after}`;
}

type Content = Exclude<NonNullable<ListedHead['content']>, 'damaged'>;

function countsOf({ counts }: Content): Pick<Editie, 'aantal' | 'aantallen'> {
  const some = [...counts].filter(([, count]) => count > 0);
  return { aantal: some.reduce((sum, [, count]) => sum + count, 0), aantallen: Object.fromEntries(some) };
}

function changesOf({ parent, changed }: Content): Pick<Editie, 'wijzigingen'> {
  if (parent === null || changed === null) return {};
  const collecties = Object.entries(changed).map(([name, [toegevoegd, gewijzigd, beeindigd]]) => (
    [name, { toegevoegd, gewijzigd, beeindigd }] as const
  ));
  return { wijzigingen: { tegenover: parent, collecties: Object.fromEntries(collecties) } };
}
