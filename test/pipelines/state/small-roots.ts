/**
 * Small roots for tests of the register: valid 4.0.0 documents, and a preparation of a few lines that believes everything. Real
 * preparation has tests of its own. A payload is a JSON array of documents, a patch, or `crash`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hiddenBy, withDocument } from '../../../pipelines/prepare/check/index.ts';
import type { PreparedText } from '../../../pipelines/prepare/delivery/index.ts';
import { matchKeysIn } from '../../../pipelines/prepare/match-keys.ts';
import type { PreparationJob, PreparationResult } from '../../../pipelines/prepare/preparation-job.ts';
import { checkedBy } from '../../../pipelines/prepare/rule-set.ts';
import { PreparedWriter } from '../../../pipelines/state/inbox/prepared.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Report } from '../../../schemas/finding.ts';
import { isObject, type Json, type JsonObject } from '../../../schemas/json.ts';
import { mergePatch } from '../../../schemas/merge-patch.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { NESTING_FIELDS, type RootType } from '../../../schemas/names.ts';
import { sameInNfc } from '../../../schemas/normal-form.ts';
import { preparedLine, type PreparedObject, type PreparedRoot } from '../../../schemas/submission.ts';
import { formatMoment, parseMoment, type Moment } from '../../../schemas/time.ts';

export interface BuildingOptions {
  readonly holder?: string;
  readonly from?: string;
  readonly until?: string;
  readonly populatie?: number;
  readonly secret?: boolean;
  /** Ids to which this building links; no such field is in the model, the preparation below reads `comment`, and `hoortBij`. */
  readonly linksTo?: readonly string[];
}

/** A building of 10 by 10 metres; its place follows from its id. */
export function building(id: string, options: BuildingOptions = {}): JsonObject {
  const place = createHash('sha256').update(id).digest();
  const x = 100_000 + place.readUInt16BE(0);
  const y = 400_000 + place.readUInt16BE(2);
  return {
    entityType: 'KwetsbaarGebouw', id,
    identificatie: { namespace: 'NL.TEST', lokaalID: id },
    bronhoudercode: options.holder ?? 'AB12',
    beginGeldigheid: options.from ?? '2020-01-01T00:00:00Z',
    ...(options.until === undefined ? {} : { eindGeldigheid: options.until }),
    ...(options.secret === true ? { informatieGeheim: true } : {}),
    ...(options.linksTo === undefined ? {} : { comment: options.linksTo.map((target) => `link ${target}`) }),
    populatie: options.populatie ?? 1,
    geometrieMetagegevens: { bronregistratie: 'BAG' },
    categorieKwetsbaarheid: 'kwetsbaar gebouw',
    geometrie: { type: 'Polygon', coordinates: [[[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10], [x, y]]] },
  };
}

function cornerOf(id: string): Json {
  const { geometrie } = building(id) as unknown as { readonly geometrie: { readonly coordinates: readonly (readonly Json[])[] } };
  return geometrie.coordinates[0]![0]!;
}

/** A location with one activity, whose references are windmills at the given ids. */
export function location(id: string, mills: readonly string[], options: BuildingOptions = {}): JsonObject {
  const base = (own: string, entityType: string): JsonObject => ({
    entityType, id: own, identificatie: { namespace: 'NL.TEST', lokaalID: own },
    bronhoudercode: options.holder ?? 'AB12', beginGeldigheid: options.from ?? '2020-01-01T00:00:00Z',
  });
  const { geometrie } = building(id) as { geometrie: Json };
  const heeft = mills.map((mill): JsonObject => ({
    ...base(mill, 'Windturbine'), heeft: { href: `#${id}-activiteit` },
    ashoogte: 80, geometrie: { type: 'Point', coordinates: cornerOf(mill) },
    resulteertIn: { waarde: null, geenWaardeReden: 'waardeOnbekend' },
  }));
  const activity: JsonObject = {
    ...base(`${id}-activiteit`, 'Windturbine_TeBerekenenAfstandVergunningplicht'),
    locatieEVActiviteit: { href: `#${id}` }, heeft,
  };
  return { ...base(id, 'LocatieActiviteit'), bedrijfsnaam: 'Test', geometrie, voertUit: [activity] };
}

/** The prepared form of a document, as prepare/ would make it, without any check. */
export function prepared(document: JsonObject, pointer = ''): PreparedRoot {
  const objects: PreparedObject[] = [];
  const boundaries = new Set<Moment>();
  walk(document, { parent: null, at: '' }, (object, { parent, at }) => {
    objects.push({ id: textOf(object['id']), type: textOf(object['entityType']), parent, ownHash: '', pointer: pointer + at, line: 1 });
    for (const field of ['beginGeldigheid', 'eindGeldigheid']) {
      const moment = parseMoment(textOf(object[field]));
      if (moment !== undefined) boundaries.add(moment);
    }
  });
  const outside = linksOutside(document, new Set(objects.map(({ id }) => id)));
  const comments = [...(document['comment'] ?? []) as string[], ...outside.map((id) => `link ${id}`)];
  const root: PreparedRoot = {
    pointer, objects, crs: '28992', body: JSON.stringify(document),
    id: textOf(document['id']), type: document['entityType'] as RootType,
    bronhoudercode: textOf(document['bronhoudercode']),
    validFrom: parseMoment(textOf(document['beginGeldigheid'])) ?? 0 as Moment,
    validUntil: parseMoment(textOf(document['eindGeldigheid'])) ?? null,
    links: comments.filter((text) => text.startsWith('link ')).map((text, index) => {
      const [, id = '', field = ''] = text.split(' ');
      return { id, pointer: `${pointer}/comment/${index}`, line: 1, object: 0, field };
    }),
    boundaries: [...boundaries].sort((a, b) => a - b),
    matchKeys: matchKeysIn(document, '28992'),
    hidden: hiddenBy(document, objectsOf(document)),
  };
  return withDocument(root, document, CRSS['28992']);
}

/** Returns the ids that `hoortBij` of any object in a document names, and that the document does not have. */
function linksOutside(document: JsonObject, own: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  walk(document, { parent: null, at: '' }, ({ hoortBij }) => {
    for (const link of Array.isArray(hoortBij) ? hoortBij : []) if (isObject(link)) found.push(textOf(link['href']).replace('#', ''));
  });
  return found.filter((id) => !own.has(id));
}

interface Nested {
  /** Id of the object around it. */
  readonly parent: string | null;
  readonly at: string;
}

function walk(object: JsonObject, nested: Nested, visit: (object: JsonObject, nested: Nested) => void): void {
  visit(object, nested);
  for (const field of NESTING_FIELDS) {
    const children = object[field];
    for (const [index, child] of (Array.isArray(children) ? children : []).entries()) {
      if (isObject(child)) walk(child, { parent: textOf(object['id']), at: `${nested.at}/${field}/${index}` }, visit);
    }
  }
}

export function payloadOf(...documents: readonly JsonObject[]): Buffer {
  return Buffer.from(JSON.stringify(documents));
}

/** A prepared root as preparation hands it over. */
export function asText(root: PreparedRoot): PreparedText {
  return { text: preparedLine(root), hasLinks: root.links.length > 0 };
}

/** Stands in for the preparation worker. */
export async function prepareSmall(job: PreparationJob): Promise<PreparationResult> {
  const bytes = 'bytes' in job.payload ? Buffer.from(job.payload.bytes) : readFileSync(job.payload.path);
  if (bytes.toString() === 'crash') throw new Error('crashed on purpose');
  const documents = documentsIn(job, JSON.parse(bytes.toString()) as JsonObject | JsonObject[]);
  const writer = new PreparedWriter(job.data, job.uuid);
  const roots = documents.map((document, index) => prepared(document, `/${index}`));
  for (const root of roots) writer.add(asText(root));
  const report: Report = {
    source: job.target, checkedBy: checkedBy(), checkedAt: formatMoment(job.now), model: '4.0', crs: job.crs ?? '', findings: [], changes: [],
    objects: roots.map(({ id, type, pointer, hidden, validFrom }) => ({
      id, entityType: type, pointer, verdict: 'accepted', ...(hidden === 'informatieGeheim' ? { published: false } : {}),
      ...(roots.some((other) => sameInNfc(other.id, id) && other.pointer !== pointer) ? { beginGeldigheid: formatMoment(validFrom) } : {}),
    })),
    counts: { objects: roots.length, accepted: roots.length, refused: 0, unchanged: 0, errors: 0, warnings: 0, rules: [], types: [] },
  };
  await writer.finish(report);
  return { kind: 'prepared', report: job.wantsReport ? report : null, seconds: {}, isMerged: job.method === 'PATCH' };
}

/** A payload is a list of documents, that of a PATCH a patch. */
function documentsIn({ method, current }: PreparationJob, payload: JsonObject | JsonObject[]): JsonObject[] {
  if (method !== 'PATCH') return payload as JsonObject[];
  return [mergePatch(JSON.parse(current?.body ?? '{}') as JsonObject, payload) as JsonObject];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
