/**
 * Field tables: the model as Markdown for people who plan and deliver (MODEL.md), in Dutch, with the words of the Information Model. Each
 * field stands once: a type names the parent from which it inherits.
 * Run by make-derived.ts. Not here: all values of the code lists (served at /waardelijsten).
 */
import { ACTIVITY_CONSTANTS } from '../model/activity-constants.ts';
import { CODE_LISTS } from '../codelists.ts';
import type { Bounds, ConcreteType, Field, Parent, Shape, Value } from '../model/conventions.ts';
import { describe } from '../check/describe.ts';
import { unreachable } from '../fault.ts';
import { GEOMETRY_ALIASES } from '../geometry.ts';
import { LIMITS } from '../limits.ts';
import { MODEL, SHAPES } from '../model/model.ts';
import { kindOf, seriesOf } from '../names.ts';
import type { Kind } from '../names.ts';
import { isQueryable } from './queryables.ts';

const HEADER = `# Informatiemodel externe veiligheid 4.0.0: alle velden

Gemaakt uit de modelbestanden in deze map met \`node schemas/derived/make-derived.ts\`; wijzig die bestanden, niet deze pagina.

- **Aantal**: \`1\` verplicht, \`0..1\` mag ontbreken, \`1..*\` een of meer, \`0..*\` nul of meer.
- **Leeg**: \`ja\` als in plaats van de waarde \`{"waarde": null, "geenWaardeReden": …}\` mag staan.
- **Zoek**: \`ja\` als op het veld gefilterd kan worden en, is het geen lijst, gesorteerd; velden in een object met een punt ertussen.
- **Tijdstip**: \`2024-01-01T00:00:00\`, eventueel met één cijfer achter de seconden, en met \`Z\` of een zone als \`+01:00\`.
  Zonder zone is het een tijd in Nederland (Europe/Amsterdam): het uur dat in de herfst twee keer komt is het eerste, een tijd die
  in het voorjaar wordt overgeslagen telt een uur later; beide geven een waarschuwing. Documenten tonen het tijdstip zoals geleverd,
  features altijd in UTC met \`Z\`.
- *Verwacht* bij een activiteit: ontbreekt het veld, dan volgt een waarschuwing en wordt het object toch aangenomen.
- Andere velden dan de genoemde worden geweigerd; alleen in een *open* gegevenstype mogen ze erbij staan.
- Een tekst heeft hoogstens ${LIMITS.textCharsMax} tekens. Eén object, zonder de objecten erin en zonder coördinaten, is als JSON hoogstens
  ${LIMITS.objectBytesMax} bytes; een geometrie heeft hoogstens ${LIMITS.verticesPerGeometryMax} punten.
`;

const CHAPTERS: readonly (readonly [Kind, string])[] = [
  ['root', 'Hoofdobjecten'], ['activity', 'Activiteiten'], ['reference', 'Referenties'], ['contour', 'Contouren'],
];

/** Returns the whole text of MODEL.md. */
export function fieldTables(): string {
  const types = [...MODEL.values()];
  const chapters = CHAPTERS.flatMap(([kind, title]) => {
    const inChapter = types.filter(({ entityType }) => kindOf(entityType) === kind);
    const parents = new Set(inChapter.flatMap(({ parent }) => lineOf(parent)).filter(({ parent }) => parent !== null));
    const shown = [...parents].filter(({ fields, parent }) => added(fields, parent).length > 0);
    return [`## ${title}\n`, ...shown.map(parentSection), ...inChapter.map(typeSection)];
  });
  const [base] = lineOf(types[0]!.parent);
  return [
    HEADER, '## Elk object\n', parentSection(base!), ...chapters,
    '## Gegevenstypen\n', ...[...SHAPES.values()].map(shapeSection),
    '## Geometrie\n', aliasTable(), '## Waardelijsten\n', listTable(),
  ].join('\n');
}

/** A parent and its ancestors, the topmost first. */
function lineOf(parent: Parent): readonly Parent[] {
  return parent.parent === null ? [parent] : [...lineOf(parent.parent), parent];
}

/** The fields that the parent does not have. */
function added(fields: readonly Field[], parent: Parent | null): readonly Field[] {
  return fields.filter((field) => field.kind !== 'constant' && parent?.fields.includes(field) !== true);
}

function parentSection({ name, parent, fields }: Parent): string {
  return `### ${name}\n\n${inherits(parent)}${table(added(fields, parent))}`;
}

function typeSection({ entityType, parent, fields }: ConcreteType): string {
  const own = added(fields, parent);
  const { tr, bal = [] } = ACTIVITY_CONSTANTS.get(entityType) ?? {};
  const lines = [
    `### ${entityType}\n`, `Collectie \`${seriesOf(entityType)}\`. ${inherits(parent)}`.trimEnd(),
    ...(tr === undefined ? [] : [`- \`idActiviteitTR\`: \`${tr}\``]),
    ...(bal.length === 0 ? [] : [`- \`balActiviteit\`: ${bal.map((path) => `\`${path}\``).join(', ')}`]),
  ];
  return `${lines.join('\n')}\n\n${own.length === 0 ? 'Geen eigen velden.\n' : table(own)}`;
}

/** The nearest parent that has a section of its own. */
function inherits(parent: Parent | null): string {
  if (parent === null) return '';
  if (added(parent.fields, parent.parent).length === 0) return inherits(parent.parent);
  return `Heeft ook de velden van ${linkTo(parent.name)}.\n\n`;
}

function shapeSection({ name, form, fields }: Shape): string {
  const says = { open: 'Open.', closed: 'Gesloten.', choice: 'Keuze: precies één van deze velden.' }[form];
  return `### ${name}\n\n${says}\n\n${table(fields)}`;
}

function table(fields: readonly Field[]): string {
  const rows = fields.map((field) => row([
    `\`${field.name}\``, typeName(field), cardinality(field), field.voidable === true ? 'ja' : '', isQueryable(field) ? 'ja' : '',
    remarks(field),
  ]));
  return [row(['Veld', 'Type', 'Aantal', 'Leeg', 'Zoek', 'Toelichting']), row(Array.from({ length: 6 }, () => '---')), ...rows, ''].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function typeName(value: Value): string {
  switch (value.kind) {
    case 'text': case 'constant': return 'tekst';
    case 'number': return 'getal';
    case 'integer': return 'geheel getal';
    case 'boolean': return 'ja/nee (`true`/`false`)';
    case 'moment': return 'tijdstip';
    case 'date': return 'datum';
    case 'null': return '`null`';
    case 'link': case 'links': return linkTo('InterneVerwijzing');
    case 'codelist': return `waardelijst [${value.codelist}](#waardelijsten)`;
    case 'geometry': return `[${value.alias}](#geometrie)`;
    case 'object': return value.orText === true ? `tekst of ${linkTo(value.shape.name)}` : linkTo(value.shape.name);
    case 'array': return `${typeName(value.items)}${value.items.nullable === true ? ' of `null`' : ''}`;
    case 'nested': return `[${value.choice}](#${NESTED[value.choice]})`;
    default: return unreachable(value);
  }
}

const NESTED: Readonly<Record<string, string>> = { Activiteit: 'activiteiten', Referentie: 'referenties', Contour: 'contouren' };

function cardinality(field: Field): string {
  const isList = field.kind === 'array' || field.kind === 'links' || field.kind === 'nested';
  if (!isList) return field.required ? '1' : '0..1';
  const least = field.kind === 'array' ? field.min ?? 0 : 1;
  return `${field.required ? least : 0}..${field.kind === 'array' ? field.max ?? '*' : '*'}`;
}

function remarks(field: Field): string {
  const all = [
    field.expected ? '*verwacht*' : '',
    ...inWords(field),
    'unit' in field && field.unit !== undefined ? `in ${field.unit}` : '',
    field.kind === 'boolean' && field.default !== undefined ? `zonder dit veld: \`${field.default}\`` : '',
    field.kind === 'nested' && field.choice !== 'Activiteit' ? field.types.map(linkTo).join(', ') : '',
    field.kind === 'array' && field.unique === true || field.kind === 'nested' || field.kind === 'links' ? 'alle verschillend' : '',
    field.readOnly === true ? 'alleen lezen: een geleverde waarde wordt niet gebruikt' : '',
  ];
  return all.filter((remark) => remark !== '').join('; ');
}

/** Describes the allowed values, where that says more than the type. */
function inWords(value: Value): readonly string[] {
  if (value.kind === 'array') return inWords(value.items).map((words) => `elk ${words}`);
  if (value.kind === 'text' && value.description !== undefined) return [value.description.nl, ...length(value)];
  if (value.kind === 'text') return length(value);
  const isNumber = value.kind === 'number' || value.kind === 'integer';
  return isNumber && (value.min !== undefined || value.max !== undefined) ? [describe({ ...value, voidable: false }).nl] : [];
}

function length({ min, max }: Bounds): readonly string[] {
  return min === undefined || max === undefined ? [] : [`${min} tot ${max} tekens`];
}

function aliasTable(): string {
  const rows = Object.entries(GEOMETRY_ALIASES).map(([alias, types]) => row([alias, types.join(', ')]));
  return ['GeoJSON; coördinaten van 2 of 3 getallen.\n', row(['Naam', 'Toegestaan']), row(['---', '---']), ...rows, ''].join('\n');
}

const VALUES_SHOWN = 12;

function listTable(): string {
  const rows = [...CODE_LISTS].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { values, version, shape }]) => {
    const shown = values.slice(0, VALUES_SHOWN).map((value) => `\`${value}\``).join(', ');
    const more = values.length > VALUES_SHOWN ? `, … (${values.length})` : '';
    return row([name, version, shape === undefined ? `${shown}${more}` : 'open lijst: elke tekst']);
  });
  return [row(['Lijst', 'Versie', 'Waarden']), row(['---', '---', '---']), ...rows, ''].join('\n');
}

/** A link to the section of a type or value type: GitHub's anchors are in lower case, without dots. */
function linkTo(name: string): string {
  return `[${name}](#${name.toLowerCase().replaceAll('.', '')})`;
}
