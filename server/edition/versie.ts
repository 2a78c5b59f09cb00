/** Versie: what is told of one recorded version of a root, in the words of the interface. */
import type { ListedVersion, Showing } from '../../publisher/read/types.ts';
import { dayOf, formatMoment, momentOf, periodOfDay } from '../../schemas/time.ts';
import { withQuery } from '../response/own-links.ts';
import { endOfDay } from '../parameters/moments.ts';
import { joined } from '../parameters/query.ts';

export interface Versie {
  /** Its number in the list; the first is 1. */
  readonly versie: number;
  readonly beginGeldigheid: string;
  readonly eindGeldigheid?: string;
  readonly tijdstipRegistratie: string;
  readonly eindRegistratie?: string;
  readonly vergelekenMet?: number;
  readonly gewijzigd?: readonly string[];
  readonly beschikbaarVanaf?: string;
  /** The tag for If-Match, of the version that the document of the root shows now. */
  readonly etag?: string;
  /** Where it can be read. */
  readonly _links?: { readonly document: Link } | { readonly feature: Link };
}

interface Link {
  readonly href: string;
}

/** The root that versions are of. */
export interface VersionsOf {
  readonly baseUrl: string;
  /** Of its resource. */
  readonly path: string;
  readonly id: string;
}

/** `index`: place of the version in the whole list; `showing`: the first edition that is kept and shows it; `tag`: of the present version. */
export function versieOf(
  version: ListedVersion,
  { index, showing, of, now, tag }: { index: number; showing: Showing | null; of: VersionsOf; now: Date; tag: string | undefined },
): Versie {
  const { valid, recorded, comparedWith, changed } = version;
  const links = showing === null ? undefined : linksOf(version, { showing, of, now });
  return {
    versie: index + 1,
    beginGeldigheid: formatMoment(valid.from),
    ...(valid.until === null ? {} : { eindGeldigheid: formatMoment(valid.until) }),
    tijdstipRegistratie: formatMoment(momentOf(recorded.from)),
    ...(recorded.until === null ? {} : { eindRegistratie: formatMoment(momentOf(recorded.until)) }),
    ...(comparedWith === null ? {} : { vergelekenMet: comparedWith + 1, gewijzigd: changed }),
    ...(showing === null ? {} : { beschikbaarVanaf: showing.activated.toISOString() }),
    ...(tag === undefined ? {} : { etag: tag }),
    ...(links === undefined ? {} : { _links: links }),
  };
}

/**
 * The document, where a day asks for this version; else the feature at the moment from which it is valid, which may be still to come,
 * or lie in a validity that holds the end of no day.
 */
function linksOf(
  { valid }: ListedVersion, { showing, of: { baseUrl, path, id }, now }: { showing: Showing; of: VersionsOf; now: Date },
): NonNullable<Versie['_links']> {
  const available = ['beschikbaarOp', showing.activated.toISOString()] as const;
  const document = (...more: readonly (readonly [string, string])[]): NonNullable<Versie['_links']> => (
    { document: { href: withQuery(`${baseUrl}/${path}/${encodeURIComponent(id)}`, joined([...more, available])) } }
  );
  if (showing.isPresent) return document();
  const day = dayOf(new Date(valid.from));
  const end = endOfDay(periodOfDay(day)!);
  if (day < dayOf(now) && (valid.until === null || end < valid.until)) return document(['geldigOp', day]);
  const feature = `${baseUrl}/collections/${path}/items/${encodeURIComponent(id)}`;
  return { feature: { href: withQuery(feature, joined([['datetime', formatMoment(valid.from)], available])) } };
}
