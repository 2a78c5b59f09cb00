/** Editie: describes one publication, in the terms of the interface. */
import type { DamagedHead, ListedHead } from '../../publisher/read/types.ts';
import { formatMoment } from '../../schemas/time.ts';

export interface Editie {
  /** Number of the head; `editie`: number of its edition. */
  readonly nummer: number;
  readonly editie?: number;
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
}

interface Wijzigingen {
  /** Number of the edition compared with. */
  readonly tegenover: number;
  readonly collecties: Readonly<Record<string, { readonly toegevoegd: number; readonly gewijzigd: number; readonly beeindigd: number }>>;
}

export function editieOf(listed: ListedHead | DamagedHead): Editie {
  if (listed.isDamaged) return { nummer: listed.head, beschadigd: true };
  const { head, edition, activated, until, moment, isRollback, content } = listed;
  return {
    nummer: head, editie: edition,
    beschikbaarVanaf: activated.toISOString(),
    ...(until === null ? {} : until === 'unknown' ? { beschikbaarTotOnbekend: true } : { beschikbaarTot: until.toISOString() }),
    bewaard: content !== null,
    ...(isRollback ? { teruggedraaid: true } : {}),
    ...(content === null ? {} : { moment: formatMoment(moment) }),
    ...(content === 'damaged' ? { beschadigd: true } : {}),
    ...(content === null || content === 'damaged' ? {} : { ...countsOf(content), ...(isRollback ? {} : changesOf(content)) }),
  };
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
