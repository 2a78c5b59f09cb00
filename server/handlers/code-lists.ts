/**
 * Code lists: `/waardelijsten` and `/waardelijsten/{naam}`, made once, at start.
 *
 * Values that only an older version has are listed separately. JSON and HAL differ only in the list of lists.
 * Not here: the lists themselves (schemas/codelists.ts).
 */
import { CODE_LIST_USES } from '../../schemas/derived/code-list-uses.ts';
import { CODE_LISTS, type CodeList } from '../../schemas/codelists.ts';
import { jsonBytes } from '../response/response.ts';
import { DOCUMENT_FORMS } from '../request/negotiate.ts';
import { ABSENT } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { codeListPage, codeListsPage, titleOf } from '../web/code-list-pages.ts';
import { fixed, fixedList } from './fixed.ts';

/** GET /waardelijsten */
export function codeLists({ baseUrl }: Service): Handler {
  const url = `${baseUrl}/waardelijsten`;
  const items = [...CODE_LISTS].map(([name, list]) => ({
    ...headOf(name, list), _links: { self: { href: `${url}/${name}` } },
  }));
  return fixedList(url, { name: 'waardelijsten', items, html: codeListsPage });
}

/** GET /waardelijsten/{naam} */
export function codeList({ baseUrl }: Service): Handler {
  const handlers = new Map([...CODE_LISTS].map(([name, list]) => {
    const url = `${baseUrl}/waardelijsten/${name}`;
    const bytes = jsonBytes(bodyOf(name, list, baseUrl));
    return [name, fixed(DOCUMENT_FORMS, url, { json: bytes, hal: bytes, html: (context) => codeListPage(name, list, context) })];
  }));
  return (request, service) => handlers.get(request.params['naam'] ?? '')?.(request, service) ?? ABSENT;
}

export function isCodeList(name: string): boolean {
  return CODE_LISTS.has(name);
}

/** Describes a list. `open`: any text is allowed, and `vorm` is the pattern of the usual values. */
function headOf(naam: string, { version, source, values, shape }: CodeList) {
  return {
    naam, titel: titleOf(naam), versie: version, bron: source, aantal: values.length,
    ...(shape === undefined ? {} : { open: true, vorm: shape }),
  };
}

function bodyOf(name: string, list: CodeList, baseUrl: string) {
  const { values, labels, older, legacy, note } = list;
  const uses = CODE_LIST_USES.get(name) ?? [];
  return {
    ...headOf(name, list),
    ...(note === undefined ? {} : { opmerking: note }),
    waarden: values.map((waarde, at) => ({ waarde, ...(labels === undefined ? {} : { omschrijving: labels[at] }) })),
    ...(older === undefined || legacy === undefined ? {} : {
      vervallen: { versie: older.version, bron: older.source, waarden: legacy.values.map((waarde) => ({ waarde })) },
    }),
    gebruiktIn: uses.map(({ type, field }) => ({ type, veld: field })),
    _links: { self: { href: `${baseUrl}/waardelijsten/${name}` }, collection: { href: `${baseUrl}/waardelijsten` } },
  };
}
