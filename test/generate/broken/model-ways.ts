/** Ways to break what only the whole model knows: links, ids (level 4) and domain rules (level 5). */
import { own } from '../../../schemas/json.ts';
import type { Json } from '../../../schemas/json.ts';
import { childrenOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { Way } from './way.ts';

function beyond(name: string, how: Pick<Way, 'rule' | 'severity' | 'change'>): Way {
  return { name, visible: 'beyond', ...how };
}

/** `id` of another reference of the same activity. */
function referenceBeside(reference: ModelObject | undefined): string | undefined {
  const references = reference?.parent === undefined ? [] : [...childrenOf(reference.parent.data)];
  return references.map(([, , { id }]) => id)
    .find((id): id is string => typeof id === 'string' && id !== reference?.id);
}

export const MODEL_WAYS: readonly Way[] = [
  beyond('id-twice', {
    rule: 'id.dubbel', severity: 'error',
    // A root with the id of another root can be a version of it.
    change: ({ kind }, { earlier }) => (earlier === undefined || kind === 'root' ? undefined : { id: earlier }),
  }),
  beyond('link-to-nowhere', {
    rule: 'verwijzing.niet-gecontroleerd', severity: 'warning',
    change: ({ data, kind }) => (kind !== 'contour' ? undefined : {
      hoortBij: [...own(data, 'hoortBij') as readonly Json[], { href: '#NL.IMEV.AB12.verdwenen' }],
    }),
  }),
  beyond('link-elsewhere', {
    rule: 'verwijzing.anders-dan-plaats', severity: 'warning',
    change: ({ kind, parent: reference }) => {
      const other = kind === 'contour' ? referenceBeside(reference) : undefined;
      return other === undefined ? undefined : { hoortBij: [{ href: `#${other}` }] };
    },
  }),
  beyond('end-before-begin', {
    rule: 'regel.einde-na-begin', severity: 'error', change: () => ({ eindGeldigheid: '1999-12-31T00:00:00Z' }),
  }),
  beyond('field-of-the-bag', {
    rule: 'regel.alleen-lezen', severity: 'warning',
    change: ({ type }) => (type === 'KwetsbaarGebouw' ? { oppervlakteVerblijfsobjectBAG: 120 } : undefined),
  }),
];
