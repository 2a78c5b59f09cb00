/**
 * Verschillen feed: `/verschillen/feed`, the latest publications as an Atom feed (RFC 4287), each with its counts and the address of its
 * differences. Ids are addresses of publications, so they never change. Not here: the differences (verschillen.ts).
 */
import type { Language, Text } from '../../schemas/finding.ts';
import { editieOf, type Editie } from '../edition/editie.ts';
import { textOf } from '../description/collections.ts';
import { REGISTER_TITLE } from '../description/register-texts.ts';
import { DIFFERENCE_PARAMETERS } from '../parameters/difference-query.ts';
import { readLang } from '../parameters/lang.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { languageOf } from '../request/language.ts';
import { FEED_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { withQuery } from '../response/object-links.ts';
import { UNAVAILABLE } from '../response/problem.ts';
import { contentHeaders, okResponse } from '../response/response.ts';
import { element, xmlBytes, type Xml } from '../response/xml.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';

const ENTRIES_MAX = 50;

/** GET /verschillen/feed */
export async function verschillenFeed(request: ServiceRequest, { editions, baseUrl }: Service): Promise<HandlerResult> {
  const url = `${baseUrl}/verschillen/feed`;
  const form = formOf(request, FEED_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const lang = readLang(parseParameters(request.query, ['lang', FORM_PARAMETER], faults).lang, faults);
  if (faults.length > 0) return parameterProblem(faults.map(ofWhole), request.query, url);
  const present = editions.current();
  if (present === undefined) return UNAVAILABLE;
  const language = languageOf(request, withLanguage(lang));
  const { heads } = await editions.list({ position: 0, limit: ENTRIES_MAX });
  const entries = heads.map((head) => editieOf(head, baseUrl)).filter(({ beschikbaarVanaf }) => beschikbaarVanaf !== undefined);
  const feed = element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language },
    element('id', {}, url), element('title', {}, TITLE[language]),
    element('updated', {}, entries[0]?.beschikbaarVanaf ?? present.activated.toISOString()),
    element('author', {}, element('name', {}, REGISTER_TITLE[language])),
    element('link', { rel: 'self', href: withQuery(url, request.query.text), type: 'application/atom+xml' }),
    element('link', { rel: 'alternate', href: `${baseUrl}/edities`, type: 'text/html' }),
    entries.map((editie) => entryOf(editie, baseUrl, language)));
  const bytes = xmlBytes(feed);
  return withValidators(request, { tag: bytesTag(bytes, form), vary: 'Accept-Language' }, () => (
    okResponse([...contentHeaders(MEDIA_TYPES.atom), 'Content-Language', language], bytes)
  ));
}

/** Says of a parameter of `/verschillen` that the feed does not take it. */
function ofWhole(fault: ParameterFault): ParameterFault {
  return DIFFERENCE_PARAMETERS.some((name) => name === fault.name) && fault.name !== 'lang' ? { ...fault, reason: OF_WHOLE } : fault;
}

const OF_WHOLE: Text = {
  nl: 'De feed is van het hele register en neemt geen filter. Vraag /verschillen met deze parameter.',
  en: 'The feed is of the whole register and takes no filter. Request /verschillen with this parameter.',
};

const TITLE: Text = { nl: 'Wat er verandert in het register externe veiligheid', en: 'Changes of the external safety register' };

function entryOf({ nummer, beschikbaarVanaf = '', teruggedraaid, wijzigingen, _links }: Editie, baseUrl: string, language: Language): Xml {
  const address = `${baseUrl}/edities/${nummer}`;
  const name = teruggedraaid === true
    ? { nl: `Teruggedraaid naar editie ${nummer}`, en: `Rolled back to edition ${nummer}` } : { nl: `Editie ${nummer}`, en: `Edition ${nummer}` };
  const changes = Object.entries(wijzigingen?.collecties ?? {}).map(([collection, { toegevoegd, gewijzigd, beeindigd }]) => {
    const counts: Text = {
      nl: `${toegevoegd} toegevoegd, ${gewijzigd} gewijzigd, ${beeindigd} beëindigd`, en: `${toegevoegd} added, ${gewijzigd} changed, ${beeindigd} ended`,
    };
    return `${textOf(collection).title[language]}: ${counts[language]}`;
  });
  return element('entry', {},
    // A roll-back is another publication of an edition that has an entry already.
    element('id', {}, teruggedraaid === true ? `${address}#${beschikbaarVanaf}` : address), element('title', {}, name[language]),
    element('updated', {}, beschikbaarVanaf), element('link', { rel: 'alternate', href: address, type: 'text/html' }),
    _links?.verschillen === undefined ? [] : element('link', { rel: 'related', href: _links.verschillen.href, type: 'application/json' }),
    element('summary', {}, changes.length === 0 ? NO_COUNTS[language] : changes.join('. ')));
}

const NO_COUNTS: Text = { nl: 'Zonder aantallen van wijzigingen.', en: 'Without numbers of changes.' };
