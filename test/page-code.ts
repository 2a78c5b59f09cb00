/** Code on a page of the documentation, as a reader copies it. */

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Returns the text of escaped HTML without elements. */
export function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!);
}

/** Returns the code blocks of a page by their ids. */
export function codeIn(page: string): ReadonlyMap<string, string> {
  return new Map([...page.matchAll(/<pre[^>]* id="([^"]+)"[^>]*>([\s\S]*?)<\/pre>/g)].map(([, id, code]) => [id!, plainText(code!)] as const));
}
