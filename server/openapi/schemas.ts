/** Schemas: bodies that are not specific to a collection. */
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { arrayNameOf, nameOf, OBJECT_TYPES, ROOTS, SUB_RESOURCES } from '../../schemas/names.ts';
import { SUBMISSION_STATES } from '../../schemas/submission.ts';
import { object, ref, string, uri, type ApiObject } from './components.ts';

const links = { type: 'array', items: ref('schemas', 'Link') };
const numbers = { type: 'array', items: { type: 'number' } };

const contact = object(['name', 'roles'], {
  name: string, roles: { type: 'array', items: string }, emails: { type: 'array', items: object(['value'], { value: string }) },
  links: { type: 'array', items: ref('schemas', 'Link') },
});

const moment = { type: 'string', format: 'date-time', nullable: true };
const period = object([], {
  interval: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2, items: moment } }, trs: uri,
});

const codeListHead = {
  naam: string, titel: string, versie: string, bron: string, aantal: { type: 'integer', minimum: 0 },
  open: { type: 'boolean' }, vorm: string, _links: { type: 'object' },
};
const codes = { type: 'array', items: object(['waarde'], { waarde: string, omschrijving: string }) };
const NAME = 'Parameter, kop of veld, met punten ertussen; leeg: het hele bericht / parameter, header or field, with dots; empty: the whole message';
const POINTER = 'Plaats van het veld in het bericht (RFC 6901) / place of the field in the message';
const problemKind = object(['code', 'type', 'titel', '_links'], {
  code: string, type: uri, status: { type: 'integer' }, titel: string, bron: string,
  voorbeeld: object(['melding', 'herstel'], { melding: string, herstel: string }), _links: { type: 'object' },
});
const codeListRequired = ['naam', 'titel', 'versie', 'bron', 'aantal', '_links'];

/** Returns the schemas of a list of resources, plain and in HAL. */
function listSchemas(name: string, item: string): readonly (readonly [string, ApiObject])[] {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const list = object([name], { [name]: { type: 'array', items: ref('schemas', item) } });
  return [[title, list], [`${title}Hal`, object(['_links', '_embedded'], { _links: ref('schemas', 'Bladzijden'), _embedded: list })]];
}

const count = { type: 'integer', minimum: 0 };
const at = { type: 'string', format: 'date-time' };

/** A publication. */
const editie = {
  ...object(['nummer'], {
    nummer: { ...count, description: 'Telt door, ook als een oudere editie weer actief wordt / counts on, also when an older edition becomes active again' },
    editie: count, beschikbaarVanaf: { ...at, description: 'Te geven als beschikbaarOp / may be given as beschikbaarOp' },
    beschikbaarTot: { ...at, description: 'Ontbreekt zolang deze editie actief is / absent while this edition is active' },
    beschikbaarTotOnbekend: { type: 'boolean', description: 'Ja: de publicatie erna is beschadigd / true: the publication after it is damaged' },
    beschadigd: { type: 'boolean', description: 'Ja: een bestand ervan is beschadigd en meer is nu niet bekend; een vraag naar dit tijdstip is 503 / true: a file of it is damaged and nothing more is known now; a question about this moment is 503' },
    bewaard: { type: 'boolean', description: 'Nee: een vraag naar dit tijdstip is 410 / false: a question about this moment is 410' },
    teruggedraaid: { type: 'boolean' }, moment: at, aantal: count,
    aantallen: { type: 'object', description: 'Objecten die nu gelden, per collectie / features valid now, by collection', additionalProperties: count },
    wijzigingen: object(['tegenover', 'collecties'], {
      tegenover: { ...count, description: 'De editie waarmee is vergeleken / the edition compared with' },
      collecties: { type: 'object', additionalProperties: object(['toegevoegd', 'gewijzigd', 'beeindigd'], { toegevoegd: count, gewijzigd: count, beeindigd: count }) },
    }),
  }),
  example: {
    nummer: 12, editie: 12, beschikbaarVanaf: '2026-11-21T10:00:00.000Z', beschikbaarTot: '2026-11-21T10:05:00.000Z', bewaard: true,
    moment: '2026-11-21T09:59:59.9Z', aantal: 25, aantallen: { 'kwetsbare-gebouwen': 25 },
    wijzigingen: { tegenover: 11, collecties: { 'kwetsbare-gebouwen': { toegevoegd: 1, gewijzigd: 2, beeindigd: 0 } } },
  },
};

const halLink = object(['href'], { href: uri });

/** A recorded version of a root. */
const versie = {
  ...object(['versie', 'beginGeldigheid', 'tijdstipRegistratie'], {
    versie: { type: 'integer', minimum: 1, description: 'Plaats in de lijst; de oudste is 1 / place in the list; the oldest is 1' },
    beginGeldigheid: at, eindGeldigheid: { ...at, description: 'Ontbreekt: zonder einde / absent: without end' },
    tijdstipRegistratie: at, eindRegistratie: { ...at, description: 'Ontbreekt: nog zo geregistreerd / absent: recorded still' },
    vergelekenMet: { type: 'integer', minimum: 1, description: 'De versie die deze verbetert of opvolgt; ontbreekt bij de eerste / the version that this corrects or follows; absent of the first' },
    gewijzigd: { type: 'array', items: string, description: 'Velden die anders zijn dan daarin; geen: alleen de geldigheid / fields that differ from that; none: validity only' },
    beschikbaarVanaf: { ...at, description: 'Van de eerste editie die wordt bewaard en deze versie toont / of the first edition that is kept and shows it' },
    etag: { type: 'string', description: 'Voor If-Match; alleen bij de versie die het document nu toont / for If-Match; of the version that the document shows now' },
    _links: { ...object([], { document: halLink, feature: halLink }), description: 'Waar deze versie te lezen is / where this version can be read' },
  }),
  example: {
    versie: 2, beginGeldigheid: '2024-01-01T00:00:00.0Z', tijdstipRegistratie: '2026-11-21T09:59:59.9Z', vergelekenMet: 1, gewijzigd: ['populatie'],
    beschikbaarVanaf: '2026-11-21T10:00:00.000Z',
    _links: { document: { href: 'https://ev.example/v1/kwetsbare-gebouwen/NL.IMEV.AB12.gebouw-0001?beschikbaarOp=2026-11-21T10:00:00.000Z' } },
  },
};

const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
const OTHER_FIELDS = 'Andere velden: gelijk aan een waarde, zoals in queryables / other fields: equal to a value, as in queryables';

export const schemas = {
  Bladzijden: object(['self', 'first', 'last'], { self: halLink, first: halLink, prev: halLink, next: halLink, last: halLink }),
  Link: object(['href', 'rel'], {
    href: uri, rel: string, type: string, title: string, method: { type: 'string', enum: ['GET', 'POST'] }, merge: { type: 'boolean' },
  }),
  Startpagina: object(['links'], { title: string, description: string, attribution: string, links }),
  OpenApi: { type: 'object' },
  Functies: object(['functions'], {
    functions: {
      type: 'array',
      items: object(['name', 'returns'], {
        name: string, description: string, returns: { type: 'array', items: string },
        arguments: { type: 'array', items: object(['type'], { title: string, description: string, type: { type: 'array', items: string } }) },
      }),
    },
  }),
  Conformiteit: object(['conformsTo'], { conformsTo: { type: 'array', items: uri } }),
  Collecties: object(['links', 'collections', 'crs'], {
    links, crs: { type: 'array', items: uri }, collections: { type: 'array', items: ref('schemas', 'Collectie') },
  }),
  Collectie: object(['id', 'links', 'crs'], {
    id: string, title: string, description: string, itemType: string, links, keywords: { type: 'array', items: string }, attribution: string,
    contacts: { type: 'array', items: contact },
    extent: object([], { spatial: object([], { bbox: { type: 'array', items: numbers }, crs: uri }), temporal: period }),
    crs: { type: 'array', items: string }, storageCrs: uri, storageCRS: uri,
  }),
  Editie: editie,
  ...Object.fromEntries(listSchemas('edities', 'Editie')),
  Versie: versie,
  ...Object.fromEntries(listSchemas('versies', 'Versie')),
  Crss: object(['crs', '_links'], { crs: { type: 'array', items: uri }, _links: { type: 'object' } }),
  Crs: object(['code', 'naam', 'uri', 'dimensie', 'assen', 'datum', 'aangeboden', '_links'], {
    code: string, naam: string, uri, dimensie: { type: 'integer', enum: [2, 3] },
    assen: {
      type: 'array', minItems: 2, items: object(['naam', 'afkorting', 'richting', 'eenheid'], { naam: string, afkorting: string, richting: string, eenheid: string }),
    },
    datum: string, aangeboden: { type: 'boolean' }, toelichting: string, _links: { type: 'object' },
  }),
  Geometrie: {
    ...object(['type', 'coordinates'], {
      type: { type: 'string', enum: GEOMETRY_ALIASES.PuntLijnVlakMulti }, coordinates: { type: 'array', items: {} },
    }),
    nullable: true,
  },
  Feature: object(['type', 'id', 'geometry', 'properties', 'links'], {
    type: { type: 'string', enum: ['Feature'] }, id: string, geometry: ref('schemas', 'Geometrie'),
    properties: { type: 'object' }, links,
  }),
  FeatureCollection: object(['type', 'features', 'timeStamp', 'numberMatched', 'numberReturned', 'links'], {
    type: { type: 'string', enum: ['FeatureCollection'] },
    features: { type: 'array', items: ref('schemas', 'Feature') },
    timeStamp: { type: 'string', format: 'date-time' },
    numberMatched: { type: 'integer', minimum: 0 },
    numberReturned: { type: 'integer', minimum: 0 },
    links,
  }),
  NieuweFeature: object(['type', 'geometry', 'properties'], {
    type: { type: 'string', enum: ['Feature'] }, id: string,
    geometry: ref('schemas', 'Geometrie'), properties: { type: 'object' },
  }),
  NieuweFeatureCollection: object(['type', 'features'], {
    type: { type: 'string', enum: ['FeatureCollection'] },
    features: { type: 'array', minItems: 1, maxItems: LIMITS.requestFeaturesMax, items: ref('schemas', 'NieuweFeature') },
  }),
  Wijziging: {
    type: 'object', description: 'Alleen wat verandert; null neemt een veld weg / what changes only; null takes a field away', additionalProperties: {},
  },
  Document: object(['entityType', 'id', '_links'], {
    entityType: string, id: string, geometrie: ref('schemas', 'Geometrie'), _links: { type: 'object' },
  }),
  ...Object.fromEntries(Object.values(ROOTS).flatMap(({ path }) => listSchemas(arrayNameOf(path), 'Document'))),
  ...Object.fromEntries(Object.keys(SUB_RESOURCES).flatMap((sub) => listSchemas(arrayNameOf(sub), 'GenestObject'))),
  GenestObject: object(['entityType', 'id'], { entityType: string, id: string }),
  GeometrieVraag: {
    type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: false,
    description: 'Het object bevat, snijdt of ligt in deze geometrie / the object contains, intersects or lies within this geometry',
    properties: Object.fromEntries(['contains', 'intersects', 'within'].map((name) => [name, ref('schemas', 'GevraagdeGeometrie')])),
  },
  GevraagdeGeometrie: object(['type', 'coordinates'], {
    type: { type: 'string', enum: GEOMETRY_ALIASES.PuntLijnVlakMulti }, coordinates: { type: 'array', items: {} },
  }),
  Zoekvraag: {
    ...object(['_geo'], { _geo: ref('schemas', 'GeometrieVraag') }), description: OTHER_FIELDS, additionalProperties: SCALAR,
    example: { _geo: { intersects: { type: 'Point', coordinates: [5.387, 52.155] } }, bronhoudercode: 'AB12' },
  },
  ObjectenVraag: {
    ...object([], {
      filter: {
        anyOf: [{ type: 'string', minLength: 1 }, object(['op', 'args'], { op: string, args: { type: 'array', items: {} } })],
        description: 'CQL2 als tekst, of CQL2 JSON als object / CQL2 as a text, or CQL2 JSON as an object',
      },
    }),
    description: 'Parameters van de objecten, elk hier of in het adres; offset, pagina en cursor alleen in het adres. De link next neemt hetzelfde bericht / '
      + 'parameters of the items, each here or in the address; offset, pagina and cursor in the address only. The link next takes the same body',
    additionalProperties: { anyOf: [...SCALAR.anyOf, { type: 'array', items: SCALAR }] },
    example: { filter: { op: 'like', args: [{ property: 'id' }, 'NL%'] }, sorteer: ['-id'], limit: 5 },
  },
  AlgemeneZoekvraag: {
    ...object([], {
      _geo: ref('schemas', 'GeometrieVraag'), zoek: string,
      types: { type: 'array', minItems: 1, items: { type: 'string', enum: [...new Set(OBJECT_TYPES.map((type) => nameOf(type).singular))] } },
    }),
    minProperties: 1, description: OTHER_FIELDS, additionalProperties: SCALAR, example: { types: ['kwetsbaar-gebouw', 'windturbine'], zoek: 'school*' },
  },
  Gevonden: object(['currentPage', 'nextPage', 'pageSize', '_links', '_embedded'], {
    currentPage: { type: 'integer', minimum: 1 }, nextPage: { type: 'integer', minimum: 2, nullable: true }, pageSize: { type: 'integer', minimum: 1 },
    _links: object(['self', 'first'], { self: halLink, first: halLink, prev: halLink, next: halLink }),
    _embedded: object(['items'], { items: { type: 'array', items: object(['type', '_links'], { type: string, _links: object(['self'], { self: halLink }) }) } }),
  }),
  NieuwDocument: object(['entityType', 'geometrie'], {
    entityType: string, id: string, geometrie: ref('schemas', 'Geometrie'),
  }),
  NieuwGenestObject: object(['entityType', 'id'], { entityType: string, id: string }),
  NieuwDocumentZonderGeometrie: object(['entityType'], { entityType: string, id: string }),
  Levering: { oneOf: [{ type: 'object' }, { type: 'array', items: { type: 'object' } }] },
  Indiening: object(['uuid', 'received', 'state'], {
    uuid: { type: 'string', format: 'uuid' }, received: { type: 'string', format: 'date-time' }, holder: string,
    bytes: { type: 'integer' }, sha256: string,
    checkedBy: object(['program', 'version', 'ruleSet'], { program: string, version: string, ruleSet: string }),
    correction: { type: 'boolean' }, state: { type: 'string', enum: SUBMISSION_STATES },
    waitsFor: { type: 'string', format: 'uuid' }, retriedAs: { type: 'string', format: 'uuid' },
    nextBatch: { type: 'string', format: 'date-time', nullable: true },
    status: { type: 'integer', nullable: true },
    roots: { type: 'array', items: object(['id', 'type'], { id: string, type: string, href: uri }) },
    report: { type: 'object', nullable: true },
    _links: { type: 'object' },
  }),
  Waardelijsten: object(['waardelijsten', '_links'], {
    waardelijsten: { type: 'array', items: object(codeListRequired, codeListHead) }, _links: { type: 'object' },
  }),
  Waardelijst: object([...codeListRequired, 'waarden', 'gebruiktIn'], {
    ...codeListHead, opmerking: string, waarden: codes,
    vervallen: object(['versie', 'bron', 'waarden'], { versie: string, bron: string, waarden: codes }),
    gebruiktIn: { type: 'array', items: object(['type', 'veld'], { type: string, veld: string }) },
  }),
  Schemas: object(['schemas', '_links'], {
    schemas: { type: 'array', items: object(['naam', '_links'], { naam: string, _links: { type: 'object' } }) },
    _links: { type: 'object' },
  }),
  CollectieSchema: object(['$schema', '$id', 'type', 'properties'], {
    $schema: uri, $id: uri, type: string, title: string, description: string, properties: { type: 'object' },
    required: { type: 'array', items: string }, additionalProperties: { type: 'boolean' },
  }),
  JsonSchema: object(['$schema', '$id', 'title', '$defs'], {
    $schema: uri, $id: uri, title: string, description: string, $defs: { type: 'object' },
  }),
  FoutSoort: problemKind,
  Catalogus: object(['@context', '@graph'], { '@context': { type: 'object' }, '@graph': { type: 'array', items: object(['@id', '@type'], { '@id': string }) } }),
  LijstHal: object(['_links', '_embedded'], { _links: { type: 'object' }, _embedded: { type: 'object' } }),
  Fouten: object(['fouten', '_links'], { fouten: { type: 'array', items: problemKind }, _links: { type: 'object' } }),
  Problem: object(['type', 'title', 'status', 'detail', 'instance'], {
    type: uri, title: string, status: { type: 'integer', minimum: 400, maximum: 599 }, detail: string, instance: uri,
    'invalid-params': {
      type: 'array',
      items: object(['type', 'name', 'reason'], {
        type: uri, name: { type: 'string', description: NAME }, pointer: { type: 'string', description: POINTER }, reason: string,
        allowed: { type: 'array', items: string }, example: uri,
      }),
    },
  }),
};
