/**
 * Root: reads the document of one root from a record of the delivery, and maps pointers in the document back to the delivery.
 * A Feature's properties are the complete document without its geometry.
 * Not here: framing (framing.ts), strictness (strict-json/), the model (schemas/).
 */
import { issueOf, type Finding, type Issue } from '../../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import { inFeature, membersOf, withGeometry } from '../../../schemas/model/feature.ts';
import { geometryPathOf } from '../../../schemas/model/model.ts';
import { FILE_KINDS } from '../../../schemas/rule-words/file-kinds.ts';
import { OBJECT_TOO_LARGE, READING_WORDS } from '../../../schemas/rule-words/reading.ts';
import { ofRefusal, ofRule } from '../../../schemas/rules.ts';
import { oneLine, shown, withRemark } from '../../../schemas/shown-values.ts';
import { parseStrict, type JsonDefect } from '../../strict-json/index.ts';
import { withReadTexts, type ReadText } from './field-texts.ts';
import type { FrameFault, RawRecord } from './raw-record.ts';
import { wrappedIn } from './wrapper.ts';

/** A root as read from a record. */
export interface Root {
  readonly record: RawRecord;
  readonly text: string;
  readonly document: JsonObject;
  /** Whether the root was delivered as a GeoJSON Feature. */
  readonly isFeature: boolean;
  /** Whether the root had no entityType, and got that of its collection. */
  readonly isTyped?: true;
  /** Texts that were converted to values of their fields; undefined when none were. */
  readonly texts?: readonly ReadText[];
  /** Whether `text` is the document's own text. */
  readonly isVerbatim: boolean;
  /** Maps a JSON Pointer in the document to one in the delivery. */
  readonly inFile: (pointer: string) => string;
}

/** Options for reading Features. */
export interface FeatureReading {
  /** The entityType of a Feature that has none. */
  readonly entityType?: string | undefined;
  /** Whether texts are converted to values of their fields. */
  readonly readsTexts?: boolean;
}

export interface ReadRecord {
  readonly root: Root | undefined;
  /** Issues of level 1, and the reasons why a record is not a root, with lines. */
  readonly issues: readonly Issue[];
  /** The member that was left out because it is no part of the object; undefined when none was. */
  readonly leftOut?: LeftOut;
}

/** A member that is left out of each root, with its JSON Pointer in this record. One note reports it for the whole delivery. */
export interface LeftOut {
  readonly rule: 'levering.rijnummer' | 'levering.eigen-links';
  readonly pointer: string;
}

/** Reads one record. Never throws. A record that can be parsed gives a root, even when it has issues. */
export function readRecord(record: RawRecord, reading: FeatureReading = {}): ReadRecord {
  if (record.fault !== undefined) return { root: undefined, issues: [issueOf(frameFinding(record, record.fault))] };
  const { value, defects, text } = parseStrict(record.bytes);
  if (record.isLast === true && defects.at(-1)?.isAtEnd === true) return { root: undefined, issues: [issueOf(cutFinding(record))] };
  const issues = defects.map((defect): Issue =>
    ({ ...ofRefusal(defect.rule), at: defect.pointer, finding: () => defectFinding(record, defect, text) }));
  if (value === undefined || text === undefined) return { root: undefined, issues };
  const read = (more: readonly Finding[], root?: Root): ReadRecord => ({ root, issues: [...issues, ...more.map(issueOf)] });
  if (!isObject(value)) return read([rootFinding(record, isObjectInText(value) ? 'levering.object-in-tekst' : 'levering.geen-object')]);
  if (record.kind === 'envelope') return read(envelopeFindings(record, value));
  if (own(value, 'entityType') === undefined) {
    if (own(value, 'properties') === undefined && isObject(own(value, 'attributes'))) return read([rootFinding(record, 'levering.esri', '/attributes')]);
    if (own(value, 'type') === 'Feature') {
      const { root, findings, rowNumber } = fromFeature({ record, text, ...reading }, value);
      const taken = read(findings, root);
      return rowNumber === undefined ? taken : { ...taken, leftOut: { rule: 'levering.rijnummer', pointer: record.pointer + rowNumber } };
    }
    const type = own(value, 'type');
    const features = own(value, 'features');
    if (type === 'FeatureCollection' && !Array.isArray(features)) {
      return read([rootFinding(record, 'levering.zonder-features', features === undefined ? '' : '/features')]);
    }
    if (typeof type === 'string' && GEOMETRIES.test(type)) return read([{ ...rootFinding(record, 'levering.losse-geometrie'), found: type }]);
    const place = wrappedIn(value);
    if (place !== undefined) return read([{ ...rootFinding(record, 'levering.omhulsel', place), found: shown(place.slice(1)) }]);
  }
  const inFile = (pointer: string): string => record.pointer + pointer;
  const root = { record, text, document: value, isFeature: false, isVerbatim: true, inFile };
  if (!Object.hasOwn(value, OWN_LINKS)) return { root, issues };
  const { [OWN_LINKS]: _, ...document } = value;
  const leftOut = { rule: 'levering.eigen-links', pointer: inFile(`/${OWN_LINKS}`) } as const;
  return { root: { ...root, document, isVerbatim: false }, issues, leftOut };
}

/** The member of links that the register adds to a served document. It is not a field of the model. */
const OWN_LINKS = '_links';

const GEOMETRIES = /^(?:(?:Multi)?(?:Point|LineString|Polygon)|GeometryCollection)$/;

/** Whether a value is a text with an object as JSON. */
function isObjectInText(value: Json): boolean {
  return typeof value === 'string' && /^\s*\{\s*"/.test(value);
}

/** The root of a Feature, and its findings. */
function fromFeature(
  { record, text, entityType, readsTexts = false }: FeatureReading & { readonly record: RawRecord; readonly text: string },
  sent: JsonObject,
): { readonly root: Root | undefined; readonly findings: readonly Finding[]; readonly rowNumber?: string | undefined } {
  const { feature, texts } = readsTexts ? withReadTexts(sent, entityType) : { feature: sent, texts: [] };
  const properties = own(feature, 'properties');
  if (!isObject(properties)) return { root: undefined, findings: [rootFinding(record, 'levering.feature-zonder-properties', '/properties')] };
  if (own(properties, 'entityType') === undefined && isObject(own(properties, 'properties'))) {
    return { root: undefined, findings: [rootFinding(record, 'levering.properties-in-properties', '/properties/properties')] };
  }
  const { type, isTyped, given, id, ownId, geometry, named, rowNumber } = membersOf(feature, properties, entityType);
  const [field] = geometryPathOf(type) ?? ['geometrie'];
  const more: Finding[] = [];
  if (own(given, field!) !== undefined && geometry !== null) {
    more.push(rootFinding(record, 'levering.geometrie-dubbel', `/properties/${field}`));
  }
  if (own(feature, 'crs') !== undefined) more.push(rootFinding(record, 'levering.crs-in-bestand', '/crs'));
  if (id !== undefined && ownId !== undefined && id !== ownId) {
    more.push({ ...rootFinding(record, 'levering.feature-id', '/id'), found: shown(id), expected: shown(ownId) });
  }
  const document = geometry === null ? named : withGeometry(named, geometry, type);
  const inFile = (pointer: string): string => {
    if (pointer === '/id' && ownId === undefined && id !== undefined) return record.pointer + pointer;
    return record.pointer + (geometry !== null || pointer === '' ? inFeature(pointer, type) : `/properties${pointer}`);
  };
  const noted = { ...(isTyped ? { isTyped } : {}), ...(texts.length === 0 ? {} : { texts }) };
  const root = { record, text, document, isFeature: true, isVerbatim: false, inFile, ...noted };
  return { root, findings: more, rowNumber };
}

function envelopeFindings(record: RawRecord, envelope: JsonObject): readonly Finding[] {
  const findings: Finding[] = [];
  // Esri's JSON has no type; its features get their own finding.
  if (own(envelope, 'type') !== 'FeatureCollection' && own(envelope, 'geometryType') === undefined && own(envelope, 'fields') === undefined) {
    findings.push(rootFinding(record, 'levering.geen-collectie', '/type'));
  }
  if (own(envelope, 'crs') !== undefined) findings.push(rootFinding(record, 'levering.crs-in-bestand', '/crs'));
  return findings;
}

function frameFinding(record: RawRecord, fault: FrameFault): Finding {
  const found = rootFinding(record, `levering.${fault}`);
  if (fault === 'te-groot') return { ...found, ...OBJECT_TOO_LARGE };
  if (record.fileKind === undefined) return found;
  const { name, mend } = FILE_KINDS[record.fileKind];
  return { ...found, message: { nl: `Dit bestand is geen JSON maar ${name.nl}.`, en: `This file is not JSON but ${name.en}.` }, mend };
}

/** The finding that the delivery ends in this record. */
function cutFinding(record: RawRecord): Finding {
  const { line } = record;
  return {
    ...rootFinding(record, 'levering.onaf'),
    message: {
      nl: `Het bestand houdt op midden in het object dat op regel ${line} begint: de rest ontbreekt.`,
      en: `The file ends in the middle of the object that begins on line ${line}: the rest is missing.`,
    },
    mend: {
      nl: `Lever het hele bestand opnieuw, of wat er vanaf regel ${line} in hoort. Is er niets afgekapt? Dan ontbreekt aan het eind een haak, accolade of aanhalingsteken.`,
      en: `Deliver the whole file again, or what belongs in it from line ${line} on. If nothing was cut off, a bracket, brace or quote is missing at the end.`,
    },
  };
}

function rootFinding(record: RawRecord, rule: keyof typeof READING_WORDS, pointer = ''): Finding {
  return { ...ofRule(rule), pointer: record.pointer + pointer, line: record.line, ...READING_WORDS[rule] };
}

function defectFinding(record: RawRecord, defect: JsonDefect, text: string | undefined): Finding {
  const whole = text ?? record.bytes.toString('latin1', 0, defect.offset);
  const { line, column } = lineAndColumn(record, whole, defect.offset);
  const { rule, message, found, expected, suggestions, earlier, behind } = defect;
  const endsOn = behind === undefined ? line : lineAndColumn(record, whole, behind).line;
  const mend = endsOn === line ? defect.mend : {
    nl: `Zet wat ontbreekt aan het einde van regel ${endsOn}.`,
    en: `Put what is missing at the end of line ${endsOn}.`,
  };
  const pointer = record.pointer + defect.pointer;
  return {
    ...ofRefusal(rule), pointer, line, mend,
    ...(earlier === undefined ? {} : { earlier: { pointer, line: lineAndColumn(record, whole, earlier).line } }),
    ...(found === undefined ? {} : { found: found.trim() === found ? oneLine(found) : shown(found) }),
    ...(expected === undefined ? {} : { expected }),
    ...(suggestions === undefined ? {} : { suggestions }),
    message: withRemark(message, {
      nl: ` (regel ${line}, kolom ${column})`,
      en: ` (line ${line}, column ${column})`,
    }),
  };
}

function lineAndColumn(record: RawRecord, text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const newlines = before.split('\n').length - 1;
  return {
    line: record.line + newlines,
    column: newlines === 0 ? record.column + before.length : before.length - before.lastIndexOf('\n'),
  };
}
