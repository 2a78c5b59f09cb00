/**
 * Text: the JSON of features and documents. Own fields in the order of the document; the geometry apart.
 *
 * A document is a list of alternating texts and geometries, so that it is made once for all CRSs.
 * Only the register's times of registration are published; `eindRegistratie` never is.
 * A feature shows every moment in UTC, a document its text as delivered.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { MOMENT_FIELDS, REGISTER_FIELDS } from '../../schemas/model/base.ts';
import { inUtc } from '../../schemas/time.ts';
import type { Difference } from '../format/delivered.ts';
import { addressOf, nestedIn, withLinks, type LinkContext } from './published-links.ts';
import { readMoment } from './moment-cache.ts';

/** Times that a holder may have delivered; the register's times replace them. */
const REGISTRATION_FIELDS: ReadonlySet<string> = new Set(REGISTER_FIELDS);

export interface TextContext extends LinkContext {
  readonly registered: Readonly<Record<string, string>>;
}

/** A name and its value. */
export type Member = readonly [string, Json];

/** Returns the members of a feature's `properties`: own fields without geometry, moments in UTC, nested objects as links. */
export function propertiesOf(object: JsonObject, context: TextContext): readonly Member[] {
  const members: Member[] = [];
  for (const [name, value] of Object.entries(object)) {
    if (REGISTRATION_FIELDS.has(name) || name === 'geometrie' || holdsGeometry(name, value)) continue;
    const links = nestedIn(name, value)?.map(({ id, entityType }) => ({
      href: addressOf(context.baseUrl, entityType, id), title: entityType,
    }));
    const shown = links ?? (MOMENT_FIELDS.has(name) ? shownMoment(value) : withLinks(name, value, context));
    if (shown !== undefined) members.push([name, shown]);
  }
  return [...members, ...registration(object, context)];
}

/** Returns a moment in UTC; nearly all are delivered in UTC. */
function shownMoment(value: Json): Json {
  if (typeof value !== 'string' || (value.length === UTC_SECONDS && value.endsWith('Z'))) return value;
  const moment = readMoment(value);
  return moment === undefined ? value : inUtc(moment);
}

const UTC_SECONDS = 'YYYY-MM-DDThh:mm:ssZ'.length;

/** Returns where the moments of an object differ from those in its `properties`. */
export function differencesIn(members: readonly Member[], object: JsonObject): readonly Difference[] {
  const differences: Difference[] = [];
  let start = 0;
  for (const member of members) {
    const [name, shown] = member;
    const delivered = MOMENT_FIELDS.has(name) && !REGISTRATION_FIELDS.has(name) ? object[name] : shown;
    if (typeof shown === 'string' && typeof delivered === 'string' && shown !== delivered) {
      differences.push({ start: start + nameText(name).length + 1, length: shown.length, text: delivered });
    }
    start += Buffer.byteLength(memberText(member)) + 1;
  }
  return differences;
}

/** Returns the text without braces. */
export function membersText(members: readonly Member[]): string {
  return members.map(memberText).join(',');
}

function registration(object: JsonObject, { registered }: TextContext): Member[] {
  const id = object['id'];
  if (typeof id !== 'string' || !Object.hasOwn(registered, id)) return [];
  return [['tijdstipRegistratie', registered[id] ?? null]];
}

function memberText([name, value]: Member): string {
  return nameText(name) + JSON.stringify(value);
}

/** The same few names occur in every object. Names that a hostile delivery could vary are not cached. */
const names = new Map<string, string>();
const NAMES_KEPT = 1_000;

function nameText(name: string): string {
  let text = names.get(name);
  if (text === undefined) {
    text = `${JSON.stringify(name)}:`;
    if (names.size < NAMES_KEPT) names.set(name, text);
  }
  return text;
}

/** Returns whether a member is a contour given as a geometry, not as a distance. */
function holdsGeometry(name: string, value: Json): boolean {
  return name === 'afstandOfGeometrie' && isObject(value) && 'geometrie' in value;
}

/** Text, or the id of the object whose geometry belongs here. */
export type Piece = string | { readonly geometryOf: string };

/** Returns the whole document of a root, nested objects complete; `_links` at its end. */
export function documentPieces(root: JsonObject, selfAddress: string, context: TextContext): readonly Piece[] {
  const writer = new PieceWriter(context);
  writer.object(root, `,"_links":${JSON.stringify({ self: { href: selfAddress } })}`);
  return writer.finish();
}

class PieceWriter {
  readonly #context: TextContext;
  readonly #pieces: Piece[] = [];
  #text = '';

  constructor(context: TextContext) {
    this.#context = context;
  }

  object(object: JsonObject, tail: string): void {
    const id = object['id'] as string;
    let separator = '{';
    for (const [name, value] of Object.entries(object)) {
      if (REGISTRATION_FIELDS.has(name)) continue;
      const shown = withLinks(name, value, this.#context);
      if (shown === undefined) continue;
      this.#text += separator + nameText(name);
      this.#value(name, shown, id);
      separator = ',';
    }
    this.#text += `${registration(object, this.#context).map((member) => `,${memberText(member)}`).join('')}${tail}}`;
  }

  finish(): readonly Piece[] {
    return [...this.#pieces, this.#text];
  }

  #value(name: string, value: Json, id: string): void {
    const nested = nestedIn(name, value);
    if (name === 'geometrie') {
      this.#geometry(id);
    } else if (holdsGeometry(name, value)) {
      this.#text += '{"geometrie":';
      this.#geometry(id);
      this.#text += '}';
    } else if (nested !== null) {
      for (const [index, child] of nested.entries()) {
        this.#text += index === 0 ? '[' : ',';
        this.object(child, '');
      }
      this.#text += nested.length === 0 ? '[]' : ']';
    } else {
      this.#text += JSON.stringify(value);
    }
  }

  #geometry(id: string): void {
    this.#pieces.push(this.#text, { geometryOf: id });
    this.#text = '';
  }
}
