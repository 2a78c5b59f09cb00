/**
 * Schema tables: schemas of the OpenAPI document as tables of fields. Each named schema has one table; other schemas link to it.
 * A schema with documentation elsewhere (`externalDocs`) is a link to that.
 *
 * Not here: JSON Schema of whole documents and features, which have pages of their own (schema-pages.ts, collection-schema-page.ts).
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { html, linkTo, type Html } from '../../schemas/html.ts';
import type { ApiDocument } from '../documentation/operations.ts';
import type { ApiObject } from '../openapi/index.ts';

/** Number of values above which a list of values is folded. */
const VALUES_UNFOLDED_MAX = 12;

interface Field {
  readonly name: string;
  readonly schema: ApiObject;
  readonly isRequired: boolean;
}

export class SchemaTables {
  readonly #document: ApiDocument;
  readonly #language: Language;
  /** Named schemas to be shown, in the order in which they were met. */
  readonly #named = new Map<string, ApiObject>();

  constructor(document: ApiDocument, language: Language) {
    this.#document = document;
    this.#language = language;
  }

  /** Returns a schema in a few words, with links to the tables of named ones. */
  words(schema: ApiObject): Html {
    const name = nameOf(schema);
    if (name !== undefined) {
      const found = this.#seen(name, schema);
      const docs = found['externalDocs'] as { url: string; description: string } | undefined;
      return docs === undefined ? html`<a href="#schema-${name}">${name}</a>` : linkTo(docs.url, docs.description);
    }
    const parts = partsOf(schema);
    const { type, format, items = {}, allOf } = schema;
    if (parts !== undefined) return html`${joined(parts.map((one) => this.words(one)), this.#say(allOf === undefined ? OR : AND))}`;
    if (type === 'array') return html`${this.#say(LIST)}${this.#bounds(schema)} ${this.#say(OF)} ${this.words(items as ApiObject)}`;
    return html`${this.#say(FORMATS[String(format)] ?? TYPES[String(type)] ?? ANY)}${this.#bounds(schema)}${this.#values(schema)}`;
  }

  /** Returns the tables of all schemas that `words` named, and of those that these name. */
  tables(): readonly Html[] {
    const made: Html[] = [];
    // The map grows while it is read: a table names further schemas.
    for (const [name, schema] of this.#named) if (schema['externalDocs'] === undefined) made.push(this.#table(name, schema));
    return made;
  }

  #seen(name: string, reference: ApiObject): ApiObject {
    const found = this.#named.get(name) ?? this.#document.resolved(reference, this.#language);
    this.#named.set(name, found);
    return found;
  }

  #table(name: string, schema: ApiObject): Html {
    const rows = fieldsOf(schema).map(({ name: field, schema: own, isRequired }) => html`<tr><td><code>${field}</code></td>
<td>${isRequired ? this.#say(ALWAYS) : ''}</td><td>${this.words(own)}</td><td>${own['description'] as string | undefined}</td></tr>`);
    const { description } = schema as { description?: string };
    return html`<h3 id="schema-${name}">${name}</h3>${description === undefined ? '' : html`<p>${description}</p>`}
${rows.length > 0 && partsOf(schema) === undefined && schema['type'] !== 'array' ? '' : html`<div>${this.words(schema)}</div>`}
${rows.length === 0 ? '' : html`<div class="scroll"><table><thead><tr><th scope="col">${this.#say(FIELD)}</th>
<th scope="col">${this.#say(REQUIRED)}</th><th scope="col">${this.#say(KIND)}</th><th scope="col">${this.#say(MEANING)}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`}`;
  }

  /** Returns the limits of a value: length, size, null. */
  #bounds(schema: ApiObject): string {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems, nullable } = schema as Readonly<Record<string, string | number>>;
    const range = (from: string | number | undefined, to: string | number | undefined, unit: Text): string | undefined => {
      if (from === undefined && to === undefined) return undefined;
      const bound = to === undefined ? `≥ ${from}` : from === undefined ? `≤ ${to}` : from === to ? from : `${from}–${to}`;
      return `${bound} ${this.#say(unit)}`.trimEnd();
    };
    const limits = [
      range(minimum, maximum, NO_UNIT), range(minLength, maxLength, CHARACTERS), range(minItems, maxItems, ITEMS),
      nullable === undefined ? undefined : this.#say(OR_NULL),
    ].filter((limit) => limit !== undefined);
    return limits.length === 0 ? '' : ` (${limits.join(', ')})`;
  }

  /** Returns the allowed values, and a link to their code list. */
  #values(schema: ApiObject): Html {
    const values = schema['enum'] as readonly unknown[] | undefined;
    const list = schema['x-ogc-codelistUri'];
    const shown = joined((values ?? []).map((value) => html`<code>${String(value)}</code>`), ', ');
    const folded = html`<details><summary>${String(values?.length)} ${this.#say(VALUES)}</summary>${shown}</details>`;
    return html`${typeof list === 'string' ? html` ${this.#say(FROM_LIST)} ${linkTo(list, list.slice(list.lastIndexOf('/') + 1))}` : ''}${
      values === undefined ? '' : values.length > VALUES_UNFOLDED_MAX ? folded : html`: ${shown}`}`;
  }

  #say(text: Text): string {
    return text[this.#language];
  }
}

/** Returns the name of a referenced schema. */
function nameOf({ $ref }: ApiObject): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}

/** Returns the schemas that a schema combines. */
function partsOf({ allOf, anyOf, oneOf }: ApiObject): readonly ApiObject[] | undefined {
  return (allOf ?? anyOf ?? oneOf) as readonly ApiObject[] | undefined;
}

/** Returns the fields of an object, those inside an unnamed object with a dotted name; `[]` stands for the elements of a list. */
function fieldsOf(schema: ApiObject, path = ''): readonly Field[] {
  if (schema['type'] === 'array') return fieldsOf((schema['items'] ?? {}) as ApiObject, `${path}[].`);
  const required = (schema['required'] ?? []) as readonly string[];
  const own = Object.entries((schema['properties'] ?? {}) as Record<string, ApiObject>).flatMap(([name, inner]) => {
    const label = `${path}${name}`;
    return [
      { name: label, schema: inner, isRequired: required.includes(name) },
      ...fieldsOf(inner, inner['type'] === 'array' ? label : `${label}.`),
    ];
  });
  return [...own, ...(partsOf(schema) ?? []).filter((part) => nameOf(part) === undefined).flatMap((part) => fieldsOf(part, path))];
}

function joined(parts: readonly Html[], separator: string): readonly (Html | string)[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}

const TYPES: Readonly<Record<string, Text>> = {
  string: { nl: 'tekst', en: 'text' }, integer: { nl: 'geheel getal', en: 'whole number' }, number: { nl: 'getal', en: 'number' },
  boolean: { nl: 'true of false', en: 'true or false' }, object: { nl: 'object', en: 'object' },
};
const FORMATS: Readonly<Record<string, Text>> = {
  date: { nl: 'dag (JJJJ-MM-DD)', en: 'day (YYYY-MM-DD)' }, 'date-time': { nl: 'tijdstip', en: 'moment' },
  uri: { nl: 'URI', en: 'URI' }, uuid: { nl: 'UUID', en: 'UUID' }, binary: { nl: 'bestand', en: 'file' },
};
const ANY: Text = { nl: 'elke waarde', en: 'any value' };
const LIST: Text = { nl: 'lijst', en: 'list' };
const OF: Text = { nl: 'van:', en: 'of:' };
const FROM_LIST: Text = { nl: 'uit de waardelijst', en: 'of the code list' };
const VALUES: Text = { nl: 'waarden', en: 'values' };
const OR: Text = { nl: ' of ', en: ' or ' };
const AND: Text = { nl: ' met ', en: ' with ' };
const OR_NULL: Text = { nl: 'of null', en: 'or null' };
const CHARACTERS: Text = { nl: 'tekens', en: 'characters' };
const ITEMS: Text = { nl: 'onderdelen', en: 'items' };
const NO_UNIT: Text = { nl: '', en: '' };
const ALWAYS: Text = { nl: 'ja', en: 'yes' };
const FIELD: Text = { nl: 'Veld', en: 'Field' };
const REQUIRED: Text = { nl: 'Altijd', en: 'Always' };
const KIND: Text = { nl: 'Soort', en: 'Kind' };
const MEANING: Text = { nl: 'Betekenis', en: 'Meaning' };
