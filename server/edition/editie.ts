/** Editie: what is told of one publication, in the words of the interface. */
import type { DamagedHead, ListedHead } from '../../publisher/read/types.ts';
import { formatMoment } from '../../schemas/time.ts';

export interface Editie {
  /** Of the head; `editie`: of the edition that it names. */
  readonly nummer: number;
  readonly editie?: number;
  readonly beschikbaarVanaf?: string;
  readonly beschikbaarTot?: string;
  /** The publication after it is damaged, so that nobody knows when this one ended. */
  readonly beschikbaarTotOnbekend?: true;
  readonly bewaard?: boolean;
  /** A file of it is damaged: what stands here is all that is known. */
  readonly beschadigd?: true;
  readonly teruggedraaid?: true;
  readonly moment?: string;
  /** Objects valid now, together and by collection. */
  readonly aantal?: number;
  readonly aantallen?: Readonly<Record<string, number>>;
  readonly wijzigingen?: Wijzigingen;
}

interface Wijzigingen {
  /** The edition compared with. */
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
