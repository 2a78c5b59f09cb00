/** Elements: finds the elements of a page by their ids. A missing one is a mistake of the page, so it throws. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/** Returns an input, a list of choices or a text area; all have a value. */
export function control(id: string): HTMLInputElement {
  return element(id) as HTMLInputElement;
}
