/**
 * Deliver groups: objects and lists in the form for one object, with buttons to add and remove. What every object has is filled in already:
 * an id of its own, the bronhoudercode, the begin of its parent, and the link to its parent.
 *
 * Not here: single values (deliver-controls.ts), the meaning of schemas (deliver-schema.ts).
 */
import { problemList, scalarInput, Unreadable, withReasons, type Input, type InputOptions } from './deliver-controls.ts';
import type { FormWords } from './deliver-form-words.ts';
import { button, make } from './deliver-parts.ts';
import type { Field, Json, JsonObject, ObjectForm, SchemaReader, ValueForm } from './deliver-schema.ts';

export interface GroupContext {
  readonly reader: SchemaReader;
  readonly words: FormWords;
  readonly holder: string;
  /** Names of the fields that the register sets. */
  readonly registerFields: readonly string[];
  /** Returns the object in which a new one stands; undefined for the root. */
  readonly parent?: () => JsonObject;
}

/** Namespace of the ids of the register. */
const NAMESPACE = 'NL.IMEV';
/** Number of fields that an object without an id shows at once. */
const UNFOLDED_MAX = 4;

interface GroupOptions extends InputOptions {
  readonly context: GroupContext;
}

/** Returns the input of a value of any kind. */
export function inputOf(form: ValueForm, options: GroupOptions): Input {
  const input = plainInput(form, options);
  return form.isVoidable === true ? withReasons(input, options.context.reader.voidReasons(), options) : input;
}

function plainInput(form: ValueForm, options: GroupOptions): Input {
  if (form.kind === 'list') return listInput(form, options);
  if (form.kind === 'object') return form.isChoice ? choiceInput(form, options) : groupInput(form, options);
  return scalarInput(form, options);
}

/** The input of the fields of an object, without an element around them. */
type FieldsInput = Omit<Input, 'element'> & { readonly elements: readonly HTMLElement[] };

/** Returns the inputs of the fields of an object, in parts: to be filled in, further fields, filled in already, and nested objects. */
export function fieldsInput({ fields }: ObjectForm, { initial, context, words }: GroupOptions): FieldsInput {
  const start = new Map(membersOf(initial));
  const problems = problemList();
  const inputs = new Map<string, Input>();
  const constants = new Map<string, Json>();
  const own: GroupContext = { ...context, parent: () => startOf(inputs) };
  const groups = { open: [] as HTMLElement[], nested: [] as HTMLElement[], filled: [] as HTMLElement[], more: [] as HTMLElement[] };
  const shown = fields.filter(({ name }) => !context.registerFields.includes(name));
  const hasId = shown.some(({ name }) => name === 'id');
  for (const { name, isRequired, form } of shown) {
    if (form.kind === 'constant') {
      if (isRequired) constants.set(name, form.constant);
      continue;
    }
    const given = start.get(name);
    const input = inputOf(form, { label: words.field(name), isRequired, words, initial: given, context: own });
    inputs.set(name, input);
    const isSmall = !hasId && shown.length <= UNFOLDED_MAX;
    const isNested = form.kind === 'list' && form.items.kind === 'types';
    const group = given !== undefined && hasId ? 'filled' : isNested ? 'nested' : isRequired || isSmall ? 'open' : 'more';
    groups[group].push(input.element);
  }
  const folded = (title: string, elements: readonly HTMLElement[]): readonly HTMLElement[] => (
    elements.length === 0 ? [] : [make('details', [make('summary', title), ...elements])]
  );
  return {
    elements: [
      problems, ...groups.open, ...folded(words.more(groups.more.length), groups.more), ...folded(words.filled, groups.filled),
      ...groups.nested,
    ],
    problems,
    focused: () => [...inputs.values()][0]?.focused() ?? problems,
    member: (name) => inputs.get(name),
    value() {
      const filled = [...inputs].flatMap(([name, input]) => {
        const value = input.value();
        return value === undefined ? [] : [[name, value] as const];
      });
      // A required object in an object that is left out is empty too.
      return filled.every(([, value]) => isEmpty(value)) ? undefined : Object.fromEntries([...constants, ...filled]);
    },
  };
}

function membersOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value as JsonObject) : [];
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns what an object in this one takes over. */
function startOf(inputs: ReadonlyMap<string, Input>): JsonObject {
  const taken = ['id', 'bronhoudercode', 'beginGeldigheid'].flatMap((name) => {
    const value = inputs.get(name)?.value();
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(taken);
}

/** Returns the values with which a new object of a type begins. */
export function newObject(fields: readonly Field[], { holder, parent }: GroupContext): JsonObject {
  const { id, ...taken } = parent?.() ?? {};
  const local = [...holder === '' ? [] : [holder], randomText()].join('.');
  const back = id === undefined ? [] : fields.flatMap(({ name, isRequired, form }): readonly (readonly [string, Json])[] => {
    const link = { href: `#${typeof id === 'string' ? id : ''}` };
    if (!isRequired) return [];
    return form.kind === 'link' ? [[name, link]] : form.kind === 'list' && form.items.kind === 'link' ? [[name, [link]]] : [];
  });
  return {
    id: `${NAMESPACE}.${local}`, identificatie: { namespace: NAMESPACE, lokaalID: local }, ...holder === '' ? {} : { bronhoudercode: holder },
    ...taken, ...Object.fromEntries(back),
  };
}

/** Returns sixteen hexadecimal digits. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function groupInput(form: ObjectForm, options: GroupOptions): Input {
  const { label, isRequired, words } = options;
  const { elements, ...fields } = fieldsInput(form, options);
  const element = make('fieldset', [make('legend', words.labelOf(label, isRequired)), ...elements]);
  return { ...fields, element, value: () => fields.value() ?? (isRequired ? {} : undefined) };
}

/** Returns the input of an object with exactly one field: a choice, and the input of what is chosen. */
function choiceInput({ fields }: ObjectForm, { label, isRequired, words, initial, context }: GroupOptions): Input {
  const problems = problemList();
  const room = make('div', []);
  const choice = make('select', [make('option', '', { value: '' }), ...fields.map(({ name }) => make('option', words.field(name), { value: name }))]);
  let chosen: { readonly name: string; readonly input: Input } | undefined;
  const show = (name: string, value: Json | undefined): void => {
    const field = fields.find((one) => one.name === name);
    const input = field && inputOf(field.form, { label: words.field(name), isRequired: true, words, initial: value, context });
    chosen = input && { name, input };
    room.replaceChildren(...input === undefined ? [] : [input.element]);
  };
  choice.addEventListener('change', () => { show(choice.value, undefined); });
  const [first] = membersOf(initial);
  if (first !== undefined) {
    choice.value = first[0];
    show(...first);
  }
  const element = make('fieldset', [
    make('legend', words.labelOf(label, isRequired)), make('label', [make('span', words.choose(label)), choice]), room, problems,
  ]);
  return {
    element, problems, focused: () => choice, member: (name) => (chosen?.name === name ? chosen.input : undefined),
    value() {
      const value = chosen?.input.value();
      return chosen === undefined || value === undefined ? undefined : { [chosen.name]: value };
    },
  };
}

/** Returns the input of a list. Objects of several types are added by their type. */
function listInput({ items }: ValueForm & { readonly kind: 'list' }, options: GroupOptions): Input {
  const { label, isRequired, words, initial, context } = options;
  const problems = problemList();
  const list = make('ol', [], { className: 'deliver-items' });
  let inputs: readonly Input[] = [];
  const choices = items.kind === 'types' ? items.types.map((value) => make('option', words.type(value), { value })) : [];
  const types = items.kind === 'types' ? make('select', choices, { ariaLabel: label }) : undefined;
  const add = button(words.add(label), () => { addItem(undefined).focused().focus(); });
  const addItem = (value: Json | undefined): Input => {
    const name = types === undefined ? label : words.type(types.value);
    const input = types === undefined
      ? inputOf(items, { label, isRequired: true, words, initial: value, context })
      : objectInput(types.value, { label: name, words, context });
    inputs = [...inputs, input];
    const item = make('li', [input.element]);
    item.append(button(words.remove(name), () => {
      inputs = inputs.filter((one) => one !== input);
      item.remove();
      add.focus();
    }));
    list.append(item);
    return input;
  };
  for (const value of Array.isArray(initial) ? initial as readonly Json[] : []) addItem(value);
  if (isRequired && types === undefined && inputs.length === 0) addItem(undefined);
  const element = make('fieldset', [
    make('legend', words.labelOf(label, isRequired)), list, make('p', [...types === undefined ? [] : [types, ' '], add]), problems,
  ]);
  return {
    element, problems, focused: () => add, member: (name) => inputs.filter(isFilled)[Number(name)],
    value() {
      const values = inputs.flatMap((input) => input.value() ?? []);
      return values.length === 0 ? undefined : values;
    },
  };
}

/** Whether an input has a value, readable or not. */
function isFilled(input: Input): boolean {
  try {
    return input.value() !== undefined;
  } catch (error) {
    if (error instanceof Unreadable) return true;
    throw error;
  }
}

/** Returns the input of a new object of a type, with its type as its heading. */
function objectInput(entityType: string, { label, words, context }: Omit<GroupOptions, 'initial' | 'isRequired'>): Input {
  const form = context.reader.ofType(entityType);
  return groupInput(form, { label, isRequired: false, words, context, initial: newObject(form.fields, context) });
}
