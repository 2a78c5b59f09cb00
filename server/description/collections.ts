/**
 * Collections: description of each collection, equal in the list and by itself (Interface Rules, Endpoint table).
 *
 * All are listed, empty or not. Profile `ogc` lists those with features; geometrieSoort lists those with features of that kind. CRS84
 * comes first in every CRS list.
 * The extent covers all rows of the edition, whenever they are valid, to the last decimal of CRS84. An empty collection has none. Profile
 * `ogc` widens it by a centimetre or two.
 */
import type { SeriesExtent } from '../../publisher/read/types.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import type { Box } from '../../schemas/geometry.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { COLLECTION_TEXTS, keywordsOf, type CollectionText } from './collection-texts.ts';
import { asPage, inForms, mediaTypeAt } from '../request/form.ts';
import { MEDIA_TYPES, type WrittenForm } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { offeredCrss, PLAIN_OFFER, type CrsOffer } from '../parameters/crs.ts';
import type { PassedOn } from '../parameters/passed-on.ts';
import type { Service } from '../service.ts';
import { licenceLinks, termsMembers } from './terms.ts';

export function isCollection(id: string): boolean {
  return KNOWN.has(id);
}

const KNOWN: ReadonlySet<string> = new Set(COLLECTIONS);

export function textOf(collection: string): CollectionText {
  return COLLECTION_TEXTS[collection] ?? { title: { nl: collection, en: collection }, description: { nl: '', en: '' } };
}

/** Returns the collections that are listed, given their counts; with a kind of geometry only those that have features of it. */
export function listed({ profile }: Pick<Service, 'profile'>, { kind }: PassedOn, counts: ReadonlyMap<string, number>): readonly string[] {
  return profile === 'ogc' || kind !== undefined ? COLLECTIONS.filter((id) => (counts.get(id) ?? 0) > 0) : COLLECTIONS;
}

interface TitledLink {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title: string;
}

/** Describes one collection. */
export function describe(id: string, { baseUrl, profile, terms, crsList, crss, extent, passedOn, language, downloads = [] }: {
  readonly baseUrl: string; readonly profile: Service['profile']; readonly terms: Service['terms'];
  readonly crsList: CrsList; readonly crss: CollectionCrss; readonly extent: SeriesExtent | undefined;
  readonly passedOn: PassedOn; readonly language: Language;
  readonly downloads?: readonly TitledLink[];
}) {
  const { title, description } = textOf(id);
  const collection = `${baseUrl}/collections/${id}`;
  const to = (path: string): string => withQuery(`${collection}${path}`, passedOn.text);
  const items = (type: string, label: Text) => (
    { href: type === 'text/html' ? asPage(to('/items')) : to('/items'), rel: 'items', type, title: label[language] }
  );
  return {
    id,
    title: title[language],
    description: atMoment(description, passedOn)[language],
    keywords: keywordsOf(id).map((keyword) => keyword[language]),
    ...termsMembers(terms),
    ...(extent === undefined ? {} : shownExtent(extent, profile)),
    itemType: 'feature',
    versioning: VERSIONING,
    crs: crsMember(crsList, profile, crss.offer),
    ...(crsList === 'default' ? {} : storageMembers(profile, crss)),
    links: [
      { href: to(''), rel: 'self', type: MEDIA_TYPES.json, title: THIS_COLLECTION[language] },
      { href: asPage(to('')), rel: 'alternate', type: 'text/html', title: AS_PAGE[language] },
      ...schemaLinks(to, language),
      items(mediaTypeAt(to('/items'), 'geojson'), { nl: 'Objecten als GeoJSON', en: 'Features as GeoJSON' }),
      ...inForms(to('/items'), MADE_FORMS).map(([form, href]) => (
        { href, rel: 'items', type: MEDIA_TYPES[form], title: AS_FORM[form][language] }
      )),
      items('text/html', { nl: 'Objecten als webpagina', en: 'Features as a web page' }),
      { href: to('/tiles'), rel: `${OGC_REL}/tilesets-vector`, type: MEDIA_TYPES.json, title: VECTOR_TILES[language] },
      ...downloads,
      ...licenceLinks(terms),
    ],
  };
}

/**
 * The time axis of the versions of a feature, after the draft "Versioned Features" of OGC. `mutationTime` is absent: its rules forbid changes
 * to the past, which the register accepts.
 */
const VERSIONING = { timeAxis: 'validity-time' } as const;

/** Titles of the links to features in a form that is made when it is asked for. */
const AS_FORM = {
  jsonfg: { nl: 'Objecten als JSON-FG', en: 'Features as JSON-FG' },
  gmlsf0: { nl: 'Objecten als GML', en: 'Features as GML' },
  csv: { nl: 'Objecten als CSV', en: 'Features as CSV' },
} as const satisfies Record<WrittenForm, Text>;
const MADE_FORMS = Object.keys(AS_FORM) as readonly WrittenForm[];

const VECTOR_TILES: Text = { nl: 'Vectortegels', en: 'Vector tiles' };
const THIS_COLLECTION: Text = { nl: 'Deze collectie', en: 'This collection' };
/** Title of the link to the web page. */
export const AS_PAGE: Text = { nl: 'Als webpagina', en: 'As a web page' };

/** Prefix of the link relations of OGC. */
export const OGC_REL = 'http://www.opengis.net/def/rel/ogc/1.0';

/**
 * Link relations ignore case (RFC 8288 2.1.1). But GDAL up to 3.6, that of Debian 12, finds the fields of a collection by `describedBy`
 * only, and by the media type of a schema, also where the address has `f=json`.
 */
function schemaLinks(to: (path: string) => string, language: Language) {
  const link = (path: string, rel: string, title: Text) => ({ href: to(`/${path}`), rel, type: MEDIA_TYPES.schema, title: title[language] });
  return [
    link('queryables', `${OGC_REL}/queryables`, { nl: 'Bevraagbare velden', en: 'Queryables' }),
    link('sortables', `${OGC_REL}/sortables`, { nl: 'Sorteervelden', en: 'Sortables' }),
    link('schema', `${OGC_REL}/schema`, { nl: 'Velden van de objecten', en: 'Fields of the features' }),
    ...['describedby', 'describedBy'].map((rel) => link('schema/feature', rel, { nl: 'Een object als GeoJSON', en: 'A feature as GeoJSON' })),
  ];
}

/** Adds the requested moment and kind of geometry to a text. Clients show the text beside the extent, which depends on them. */
function atMoment({ nl, en }: Text, { says, kind }: PassedOn): Text {
  if (says === undefined) return { nl, en };
  const of = kind === undefined ? { nl: 'momenten', en: 'moments' } : { nl: 'soorten en momenten', en: 'kinds and moments' };
  return {
    nl: `${nl} ${says.nl} De omvang (extent) is die van alle ${of.nl}.`, en: `${en} ${says.en} The extent is that of all ${of.en}.`,
  };
}

/** Returns the extent as OGC API Features defines it; an open end is null. */
function shownExtent({ box, period }: SeriesExtent, profile: Service['profile']) {
  const bbox = box === null || profile !== 'ogc' ? box : widened(box);
  const spatial = bbox === null ? {} : { spatial: { bbox: [bbox], crs: CRSS.CRS84.uri } };
  const temporal = period === null ? {} : {
    temporal: { interval: [[timeText(period.from), timeText(period.until)]], trs: GREGORIAN },
  };
  return box === null && period === null ? {} : { extent: { ...spatial, ...temporal } };
}

function timeText(ms: number): string | null {
  return ms === Infinity ? null : formatMoment(ms as Moment);
}

const GREGORIAN = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

/** The CRSs that a collection of an edition offers, and the epoch of its coordinates in ITRF2014. */
export interface CollectionCrss {
  readonly offer: CrsOffer;
  readonly epoch: number | null;
}

export function crsUris(profile: Service['profile'], offer: CrsOffer): readonly string[] {
  return offeredCrss(profile, offer).map(({ uri }) => uri);
}

/**
 * How a collection lists its CRSs: all of them; those of all collections as a pointer; or the default only, where clients cannot ask for
 * others, as in a static site.
 */
export type CrsList = 'full' | 'pointer' | 'default';

function crsMember(list: CrsList, profile: Service['profile'], offer: CrsOffer): readonly string[] {
  const uris = crsUris(profile, offer);
  if (list === 'default') return uris.slice(0, 1);
  return list === 'pointer' ? withPointer(profile, offer) : uris;
}

/** Returns the CRSs of a collection, those of all collections as a pointer; the default is the first. */
function withPointer(profile: Service['profile'], offer: CrsOffer): readonly string[] {
  const own = crsUris(profile, offer);
  const shared = crsUris(profile, { ...PLAIN_OFFER, hasEpoch: offer.hasEpoch });
  const pointer = own.indexOf(shared[0]!);
  return [...own.slice(0, pointer), '#/crs', ...own.slice(pointer).filter((uri) => !shared.includes(uri))];
}

/**
 * Returns the storage CRS and the epoch of coordinates in ITRF2014, in the spellings of OGC API Features Part 2 and of the Interface Rules.
 * RD has no epoch; it is that of the coordinates that the register makes in 9000 and 7912.
 */
export function storageMembers(profile: Service['profile'], { offer, epoch }: CollectionCrss) {
  const { uri } = CRSS[offer.hasHeights && profile !== 'ogc' ? '7415' : '28992'];
  const ofEpoch = epoch === null || profile === 'ogc' ? {} : { storageCrsCoordinateEpoch: epoch, storageCRSCoordinateEpoch: epoch };
  return { storageCrs: uri, storageCRS: uri, ...ofEpoch };
}

/** Precision with which the OGC test suite prints a box. */
const SUITE_SCALE = 1e7;

/**
 * Widens a box, so that it keeps its features when the OGC test suite prints it, or when it is transformed to a CRS with other rounding.
 * The suite expects the same features in each CRS.
 */
function widened([west, south, east, north]: Box): Box {
  const down = (degrees: number): number => (Math.floor(degrees * SUITE_SCALE) - 1) / SUITE_SCALE;
  const up = (degrees: number): number => (Math.ceil(degrees * SUITE_SCALE) + 1) / SUITE_SCALE;
  return [down(west), down(south), up(east), up(north)];
}
