/**
 * Deliver controls: the controls for single values in the form for one object: texts, numbers, moments, codes, links and geometries, each
 * with its label, its help and the problems that a report found in it.
 *
 * Texts from schemas, reports and readers become text of elements, never markup. Not here: objects and lists (deliver-groups.ts).
 */
import { geometryOf } from './deliver-geometry.ts';
import { nameDrawing, openMap } from './deliver-map.ts';
import { button, make } from './deliver-parts.ts';
import type { Json, JsonObject, ValueForm } from './deliver-schema.ts';
import type { FormWords } from './deliver-form-words.ts';

export interface Input {
  readonly element: HTMLElement;
  /** Returns the value; undefined when the reader left it empty. Throws Unreadable. */
  readonly value: () => Json | undefined;
  /** Returns the input of a member of an object or a list; undefined without it. */
  readonly member?: (name: string) => Input | undefined;
  /** The list in which problems are shown, and the control that gets the focus. */
  readonly problems: HTMLElement;
  readonly focused: () => HTMLElement;
}

/** A typed text has no value of its kind; the problem is shown beside it. */
export class Unreadable extends Error {
  readonly input: Input;
  constructor(message: string, input: Input) {
    super(message);
    this.input = input;
  }
}

export interface InputOptions {
  readonly label: string;
  readonly isRequired: boolean;
  readonly words: FormWords;
  readonly initial?: Json | undefined;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

let made = 0;

/** Returns an id that no other element has. */
export function freshId(): string {
  made += 1;
  return `deliver-input-${made}`;
}

/** Returns an empty list for problems. */
export function problemList(): HTMLElement {
  return make('ul', [], { className: 'deliver-problems', id: freshId() });
}

/** Shows a problem at an input, and opens what folds it away. */
export function showProblem({ problems, focused, element }: Input, text: string): void {
  problems.append(make('li', text));
  const control = focused();
  control.setAttribute('aria-invalid', 'true');
  const described = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  control.setAttribute('aria-describedby', [...new Set([...described, problems.id])].join(' '));
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (parent instanceof HTMLDetailsElement) parent.open = true;
  }
}

/** Returns the input of a single value. */
export function scalarInput(form: ValueForm, options: InputOptions): Input {
  const { booleans } = options.words;
  switch (form.kind) {
    case 'boolean': {
      return selectInput(form, options, booleans.map(([value, label]) => make('option', label, { value })), (text) => text === 'true');
    }
    case 'code': return codeInput(form, options);
    case 'moment': return typedInput(form, options, { type: 'datetime-local', step: '1' }, momentOf);
    case 'date': return typedInput(form, options, { type: 'date' }, (text) => text);
    case 'number': return typedInput(form, options, { inputMode: 'decimal' }, numberOf);
    case 'link': return linkInput(form, options);
    case 'geometry': return geometryInput(form, options);
    default: return typedInput(form, options, {}, (text) => text);
  }
}

/** Returns a moment with its seconds, which a browser leaves out when they are 0. */
function momentOf(text: string): Json {
  return text.length === 'JJJJ-MM-DDTuu:mm'.length ? `${text}:00` : text;
}

/** Returns the number of a text; a text that is no number stays one, and the report says what is wrong. */
function numberOf(text: string): Json {
  const plain = text.trim().replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text;
}

function typedInput(form: ValueForm, options: InputOptions, properties: Partial<HTMLInputElement>, read: (text: string) => Json): Input {
  const { initial } = options;
  const value = typeof initial === 'string' || typeof initial === 'number' ? String(initial) : '';
  const control = make('input', '', { ...properties, autocomplete: 'off' });
  control.value = value;
  return inputWith(control, form, options, () => (control.value.trim() === '' ? undefined : read(control.value)));
}

function selectInput(form: ValueForm, options: InputOptions, choices: readonly HTMLOptionElement[], read: (text: string) => Json): Input {
  const control = make('select', [make('option', '', { value: '' }), ...choices]);
  const { initial } = options;
  if (typeof initial === 'string' || typeof initial === 'boolean') control.value = String(initial);
  return inputWith(control, form, options, () => (control.value === '' ? undefined : read(control.value)));
}

/** Returns a choice of codes, which get their words when the list is read. */
function codeInput(form: ValueForm & { readonly kind: 'code' }, options: InputOptions): Input {
  const choices = form.values.map((value) => make('option', value, { value }));
  void options.words.ofCodes(form.list).then((words) => {
    for (const choice of choices) choice.textContent = words.get(choice.value) ?? choice.value;
  });
  return selectInput(form, options, choices, (text) => text);
}

/** Returns the input of a link, which is typed as the address or `#` with the id. */
function linkInput(form: ValueForm, options: InputOptions): Input {
  const { initial } = options;
  const href = typeof initial === 'object' && initial !== null ? (initial as JsonObject)['href'] : undefined;
  return typedInput(form, { ...options, initial: href }, {}, (text) => ({ href: text.trim() }));
}

function geometryInput(form: ValueForm & { readonly kind: 'geometry' }, options: InputOptions): Input {
  const { words, label, isRequired } = options;
  const type = make('select', form.types.map((name) => make('option', words.geometry(name), { value: name })));
  const area = make('textarea', '', { rows: 5, spellcheck: false });
  const problems = problemList();
  const hint = make('small', words.geometryHint, { id: freshId() });
  area.setAttribute('aria-describedby', hint.id);
  const room = make('div', []);
  const onMap = button(words.onMap, () => {
    openMap(room, element).then(() => { onMap.hidden = true; }, () => { room.replaceChildren(make('p', words.noMap)); });
  });
  const element = make('fieldset', [
    make('legend', words.labelOf(label, isRequired)),
    ...form.types.length > 1 ? [make('label', [make('span', words.geometryKind), type])] : [],
    make('label', [make('span', words.positions), area]), hint, onMap, room, problems,
  ], { className: 'deliver-geometry' });
  nameDrawing(element, { area, words, type: () => type.value, geometry: () => geometryOf(type.value, area.value) });
  const input: Input = {
    element, problems, focused: () => area,
    value() {
      const geometry = geometryOf(type.value, area.value);
      if (geometry === null) throw new Unreadable(words.unreadableGeometry(words.geometry(type.value)), input);
      return geometry;
    },
  };
  return input;
}

/** Puts a control under its label, with help, the reasons for no value where these are allowed, and room for problems. */
function inputWith(control: Control, form: ValueForm, { label, isRequired, words }: InputOptions, read: () => Json | undefined): Input {
  const problems = problemList();
  const help = form.description === undefined ? '' : words.half(form.description);
  const element = make('div', [
    make('label', [make('span', words.labelOf(label, isRequired)), control]), ...help === '' ? [] : [make('small', help)], problems,
  ], { className: 'deliver-field' });
  return { element, problems, focused: () => control, value: read };
}

/** Adds to an input the choice of a reason why there is no value. */
export function withReasons(input: Input, reasons: ValueForm, { label, words, initial }: InputOptions): Input {
  const given = typeof initial === 'object' && initial !== null ? (initial as JsonObject)['geenWaardeReden'] : undefined;
  const reason = scalarInput(reasons, { label: words.noValue(label), isRequired: false, words, initial: given });
  const element = make('div', [input.element, reason.element], { className: 'deliver-voidable' });
  return {
    ...input, element,
    value() {
      const geenWaardeReden = reason.value();
      return geenWaardeReden === undefined ? input.value() : { waarde: null, geenWaardeReden };
    },
    member: (name) => (name === 'geenWaardeReden' ? reason : input.member?.(name)),
  };
}
