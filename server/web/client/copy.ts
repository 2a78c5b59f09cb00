/**
 * Copy: a button beside each address or command that a reader takes elsewhere. Runs in the browser; without it the text is selected by
 * hand. The text is that of the element with `data-copy`, whose value is the label of the button; `data-copies` names the text, so that a
 * screen reader can distinguish the buttons of a page.
 */
for (const source of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const button = document.createElement('button');
  const label = source.dataset['copy'] ?? '';
  button.type = 'button';
  const name = `${label}: ${source.dataset['copies'] ?? ''}`;
  button.textContent = label;
  button.ariaLabel = name;
  button.addEventListener('click', () => {
    const text = source.textContent.trim();
    navigator.clipboard.writeText(text).then(
      () => {
        button.textContent = `${label} ✓`;
        button.ariaLabel = `${name} ✓`;
      },
      () => { getSelection()?.selectAllChildren(source); },
    );
  });
  source.after(button);
}
