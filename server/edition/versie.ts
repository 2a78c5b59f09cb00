/** Versie: describes one recorded version of a root, in the terms of the interface. */
import type { ListedVersion, Showing } from '../../publisher/read/types.ts';
import { dayOf, formatMoment, momentOf, periodOfDay } from '../../schemas/time.ts';
import { withQuery } from '../response/object-links.ts';
import { endOfDay } from '../parameters/moments.ts';
import { formatQuery } from '../parameters/query.ts';

export interface Versie {
  /** Number in the list; the first is 1. */
  readonly versie: number;
  readonly beginGeldigheid: string;
  readonly eindGeldigheid?: string;
  readonly tijdstipRegistratie: string;
  readonly eindRegistratie?: string;
  readonly bronhoudercode: string;
  readonly vergelekenMet?: number;
  readonly gewijzigd?: readonly string[];
  readonly beschikbaarVanaf?: string;
  /** Tag for If-Match; only for the version that the document shows now. */
  readonly etag?: string;
  /** Address of the version. */
  readonly _links?: { readonly document: Link } | { readonly feature: Link };
}

interface Link {
  readonly href: string;
}

/** The root of the versions. */
export interface VersionsOf {
  readonly baseUrl: string;
  /** Path of its resource. */
  readonly path: string;
  readonly id: string;
}

/**
 * Describes a version. `index`: its index in the whole list. `showing`: the first stored edition that shows it. `tag`: ETag of the current
 * version.
 */
export function versieOf(
  version: ListedVersion,
  { index, showing, of, now, tag }: { index: number; showing: Showing | null; of: VersionsOf; now: Date; tag: string | undefined },
): Versie {
  const { valid, recorded, holder, comparedWith, changed } = version;
  const links = showing === null ? undefined : linksOf(version, { showing, of, now });
  return {
    versie: index + 1,
    beginGeldigheid: formatMoment(valid.from),
    ...(valid.until === null ? {} : { eindGeldigheid: formatMoment(valid.until) }),
    tijdstipRegistratie: formatMoment(momentOf(recorded.from)),
    ...(recorded.until === null ? {} : { eindRegistratie: formatMoment(momentOf(recorded.until)) }),
    bronhoudercode: holder,
    ...(comparedWith === null ? {} : { vergelekenMet: comparedWith + 1, gewijzigd: changed }),
    ...(showing === null ? {} : { beschikbaarVanaf: showing.activated.toISOString() }),
    ...(tag === undefined ? {} : { etag: tag }),
    ...(links === undefined ? {} : { _links: links }),
  };
}

/**
 * Returns a link to the document, when a day selects this version; else to the feature at the moment from which it is valid. That moment
 * may be in the future, or the version may end on the same day.
 */
function linksOf(
  { valid }: ListedVersion, { showing, of: { baseUrl, path, id }, now }: { showing: Showing; of: VersionsOf; now: Date },
): NonNullable<Versie['_links']> {
  const available = ['beschikbaarOp', showing.activated.toISOString()] as const;
  const document = (...more: readonly (readonly [string, string])[]): NonNullable<Versie['_links']> => (
    { document: { href: withQuery(`${baseUrl}/${path}/${encodeURIComponent(id)}`, formatQuery([...more, available])) } }
  );
  if (showing.isPresent) return document();
  const day = dayOf(new Date(valid.from));
  const end = endOfDay(periodOfDay(day)!);
  if (day < dayOf(now) && (valid.until === null || end < valid.until)) return document(['geldigOp', day]);
  const feature = `${baseUrl}/collections/${path}/items/${encodeURIComponent(id)}`;
  return { feature: { href: withQuery(feature, formatQuery([['datetime', formatMoment(valid.from)], available])) } };
}
