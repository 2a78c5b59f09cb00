/**
 * Deliver form: the form for one object, made from the published schema of its type. It makes the document that a file would have; the
 * dry run, the report and handing in are those of files (deliver.ts). What the report finds is also shown at the fields.
 */
import { data, onWait, pageOf, run, say, service, words as pageWords } from './deliver-app.ts';
import { showProblem, Unreadable, type Input } from './deliver-controls.ts';
import { formWords, type FormWords } from './deliver-form-words.ts';
import { fieldsInput, newObject } from './deliver-groups.ts';
import { button, make, problemIn, type PagePart } from './deliver-parts.ts';
import { SchemaReader, type JsonObject } from './deliver-schema.ts';
import { control, element } from './elements.ts';

/** A form that made a file. */
export interface FilledForm {
  /** Shows the findings of a report at their fields. Returns the first such field. */
  readonly showFindings: (report: PagePart) => HTMLElement | undefined;
}

/** `onFilled`: listener for the file that the reader made. */
export function listenToForm(onFilled: (file: File, form: FilledForm) => void): void {
  element('deliver-form-start').addEventListener('click', () => { void run(() => begin(onFilled)); });
  element('deliver-form-fields').addEventListener('submit', (event) => { event.preventDefault(); });
}

async function begin(onFilled: (file: File, form: FilledForm) => void): Promise<void> {
  const entityType = control('deliver-type').value;
  const reply = await service.read(`/schemas/${encodeURIComponent(entityType)}`, 'application/json', onWait);
  if (reply.status !== 200) throw new Error(problemIn(pageOf(reply)));
  const reader = new SchemaReader(JSON.parse(reply.text) as JsonObject);
  const words = await formWords();
  const context = { reader, words, holder: control('deliver-holder').value, registerFields: data.registerFields };
  const form = reader.root();
  const initial = newObject(form.fields, context);
  const { elements, ...fields } = fieldsInput(form, { label: '', isRequired: true, words, context, initial });
  const room = element('deliver-form-fields');
  const input: Input = { ...fields, element: room };
  const filled: FilledForm = { showFindings: (report) => showFindings(report, input, words) };
  room.replaceChildren(make('h3', words.type(entityType), { tabIndex: -1 }), ...elements, make('p', [button(words.rehearse, () => {
    clearProblems(room);
    try {
      const text = JSON.stringify(input.value() ?? {}, null, 2);
      onFilled(new File([text], `${entityType}.json`, { type: 'application/json' }), filled);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      showProblem(error.input, error.message);
      error.input.focused().focus();
      say(error.message);
    }
  })]));
  room.hidden = false;
  room.querySelector('h3')?.focus();
}

function clearProblems(room: HTMLElement): void {
  for (const list of room.querySelectorAll('.deliver-problems')) list.replaceChildren();
  for (const one of room.querySelectorAll('[aria-invalid]')) one.removeAttribute('aria-invalid');
}

function showFindings({ nodes }: PagePart, root: Input, words: FormWords): HTMLElement | undefined {
  clearProblems(root.element);
  let first: HTMLElement | undefined;
  for (const row of nodes.flatMap((node) => (node instanceof Element ? [...node.querySelectorAll<HTMLElement>('tr[data-pointer]')] : []))) {
    const names = (row.dataset['pointer'] ?? '').split('/').slice(1).map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const object = inputAt(root, names);
    // A finding about an absent field may name its object only.
    const input = object.member?.((row.dataset['field'] ?? '').split('.').at(-1)!) ?? object;
    const [, , what, mend] = [...row.children].map(({ textContent }) => textContent?.trim() ?? '');
    showProblem(input, `${what ?? ''} ${mend ?? ''}${input === root ? ` ${words.problem}` : ''}`);
    first ??= input.focused();
  }
  if (first !== undefined) say(pageWords.findingsAtFields);
  return first;
}

/** Returns the input of a path, or of the innermost parent that has one. */
function inputAt(root: Input, names: readonly string[]): Input {
  let found = root;
  for (const name of names) {
    const next = found.member?.(name);
    if (next === undefined) return found;
    found = next;
  }
  return found;
}
