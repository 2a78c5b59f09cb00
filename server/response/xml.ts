/** XML: escaped elements as text. Only `element` makes elements. */
export class Xml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Xml | string | number | readonly Content[];

/** Returns `<name attribute="…">content</name>`. */
export function element(name: string, attributes: Readonly<Record<string, string>>, ...content: readonly Content[]): Xml {
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = content.map(textOf).join('');
  return new Xml(inner === '' ? `<${name}${shown}/>` : `<${name}${shown}>${inner}</${name}>`);
}

/** Returns the bytes of an XML document, UTF-8. */
export function xmlBytes(root: Xml): Buffer {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${root.text}\n`);
}

function textOf(content: Content): string {
  if (content instanceof Xml) return content.text;
  return typeof content === 'object' ? content.map(textOf).join('') : escaped(String(content));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
