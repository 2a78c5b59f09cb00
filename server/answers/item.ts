/**
 * Item and document: one object by id, as a feature or as a whole document, in any CRS.
 *
 * Tags are `"<hash>.<crs>.<form>.<configuration>"` with the hash of what is sent. Ids are only looked up in
 * the edition's index; an id that cannot exist is 404. An edition keeps no date per object: Last-Modified is that of
 * what the object lies in, never before the object changed.
 */
import type { Activated, FoundFeature } from '../../publisher/read/types.ts';
import { publishedFieldsOf, type FieldTree } from '../../schemas/derived/published-fields.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { ROOTS } from '../../schemas/names.ts';
import { contentHeaders, ready } from '../answer.ts';
import { isCollection } from '../collections.ts';
import { shortHash, unlessHeld, validatorsOf, type Validators } from '../conditional.ts';
import { DOCUMENT_FORMS, FEATURE_FORMS, MEDIA_TYPES, negotiate, type Form } from '../negotiate.ts';
import { readCrs, type AskedCrs } from '../parameters/crs.ts';
import { readFields, type AskedFields } from '../parameters/fields.ts';
import { closed, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { pickedDocument, pickedFeature } from '../picked.ts';
import { ABSENT, notAcceptable, UNAVAILABLE, type Problem } from '../problem.ts';
import type { Asked, Said, Service } from '../service.ts';
import { documentPage, featurePage } from '../web/object-page.ts';
import { HTML_HEADERS } from '../web/page.ts';

const OBJECT_PARAMETERS = ['crs', 'fields'] as const;

interface Wish<F extends Form> {
  readonly present: Activated;
  readonly id: string;
  readonly crs: AskedCrs;
  readonly fields: AskedFields | undefined;
  readonly form: F;
  /** Absolute URL of the object. */
  readonly url: string;
}

/** GET /collections/{collectionId}/items/{featureId} */
export function item(asked: Asked, service: Service): Said {
  const collection = asked.params['collectionId'] ?? '';
  if (!isCollection(collection)) return ABSENT;
  const wish = wishOf(asked, {
    service, forms: FEATURE_FORMS, path: `/collections/${collection}/items`, id: asked.params['featureId'],
    known: publishedFieldsOf(collection, 'feature'),
  });
  if ('problem' in wish) return wish;
  const { present: { edition }, id, crs, fields, form } = wish;
  const shown = (bytes: Buffer): readonly Buffer[] => (fields === undefined ? [bytes] : pickedFeature(bytes, fields.selection));
  const found = edition.feature(collection, id, crs.bytes);
  if (found === undefined) return ABSENT;
  return unlessHeld(asked, objectValidators(found, collection, wish, service), () => {
    if (form !== 'html') return ready(objectHeaders(wish), ...shown(found.bytes));
    const inRd = crs.bytes === '28992' ? found : edition.feature(collection, id, '28992') ?? found;
    return ready(HTML_HEADERS, featurePage(Buffer.concat([...shown(inRd.bytes)]), { collection, id }, service));
  });
}

/** GET /{resources}/{id}, of the resource that `path` names. */
export function document(path: string, asked: Asked, service: Service): Said {
  const wish = wishOf(asked, {
    service, forms: DOCUMENT_FORMS, path: `/${path}`, id: asked.params['id'], known: publishedFieldsOf(path, 'document'),
  });
  if ('problem' in wish) return wish;
  const { present: { edition }, id, crs, fields, form } = wish;
  const shown = (slices: readonly Buffer[]) => (fields === undefined ? slices : [pickedDocument(slices, fields.selection)]);
  const found = edition.document(id, crs.bytes);
  if (found === undefined || ROOTS[found.type].path !== path) return ABSENT;
  return unlessHeld(asked, objectValidators(found, path, wish, service), () => {
    if (form === 'html') {
      const inRd = crs.bytes === '28992' ? found : edition.document(id, '28992') ?? found;
      return ready(HTML_HEADERS, documentPage(shown(inRd.slices), { collection: path, id }, service));
    }
    const schema = `<${service.baseUrl}/schemas/${found.type}>; rel="describedby"; type="${MEDIA_TYPES.schema}"`;
    return ready(objectHeaders(wish, schema), ...shown(found.slices));
  });
}

function wishOf<F extends Form>(asked: Asked, { service, forms, path, id = '', known }: {
  service: Service; forms: readonly F[]; path: string; id: string | undefined; known: FieldTree;
}): Wish<F> | Problem {
  const form = negotiate(asked.headers.accept, forms);
  if (form === undefined) return notAcceptable(forms);
  const present = service.editions.current();
  if (present === undefined) return UNAVAILABLE;
  if (!isPossibleId(id)) return ABSENT;
  const url = `${service.baseUrl}${path}/${encodeURIComponent(id)}`;
  const faults: ParameterFault[] = [];
  const given = closed(asked.query, OBJECT_PARAMETERS, faults);
  const crs = readCrs(given.crs, 'crs', { profile: service.profile, faults });
  const fields = readFields(given.fields, known, faults);
  if (faults.length > 0) return parameterProblem(faults, asked.query, url);
  return { present, id, crs, fields, form, url };
}

function isPossibleId(id: string): boolean {
  return id !== '' && id.length <= LIMITS.idCharsMax && id.isWellFormed() && !/\p{Cc}/u.test(id);
}

function objectValidators(
  { hash, isNow }: Pick<FoundFeature, 'hash' | 'isNow'>, series: string, { present, crs, fields, form }: Wish<Form>,
  { tag: own, clock }: Service,
): Validators {
  const configuration = present.edition.configurationHash.slice(0, 8);
  const picked = fields === undefined ? '' : `.${shortHash(fields.text)}`;
  const { now, other } = present.since(series);
  const since = (isNow ? now : other).activated;
  return validatorsOf(`"${hash}.${crs.crs.code}.${form}.${configuration}${own}${picked}"`, since, clock());
}

function objectHeaders({ form, crs, url }: Wish<Form>, more?: string): readonly string[] {
  const own = `<${url}>; rel="self", <${url}>; rel="alternate"; type="text/html"`;
  const link = more === undefined ? own : `${own}, ${more}`;
  return [...contentHeaders(MEDIA_TYPES[form]), 'Content-Crs', `<${crs.uri}>`, 'Link', link];
}
