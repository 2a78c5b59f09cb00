/** Schemas: bodies that are not specific to a collection. */
import { OBJECT_STATES } from '../../schemas/account.ts';
import { GEOMETRY_ALIASES } from '../../schemas/geometry.ts';
import { MAJOR_STATES } from '../../schemas/deprecation.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { arrayNameOf, COLLECTIONS, HOLDER_CODE_PATTERN, nameOf, OBJECT_TYPES, ROOTS, SUB_RESOURCES } from '../../schemas/names.ts';
import { RUN_STATES, TOKEN_STATES } from '../../schemas/operation.ts';
import { PROPOSAL_STATES } from '../../schemas/proposal.ts';
import { ROLES } from '../../schemas/roles.ts';
import { RULE_LEVELS, RULE_SEVERITIES } from '../../schemas/rules.ts';
import { SUBMISSION_FIGURES, SUBMISSION_STATES } from '../../schemas/submission.ts';
import { REQUESTED_FORMS } from '../../schemas/requested-files.ts';
import { FILE_STATUSES } from '../files/requested-files.ts';
import { JOB_STATUSES } from '../description/job.ts';
import { MISSED, PUBLISHED } from '../../schemas/publication-event.ts';
import { RULINGS } from '../parameters/ruling-body.ts';
import { RELATIONS } from '../parameters/surroundings-query.ts';
import { object, ref, string, uri, type ApiObject } from './components.ts';

const links = { type: 'array', items: ref('schemas', 'Link') };
/** A link of a tileset: an address, or with `templated` a template of addresses (RFC 6570), which is no URI. */
const tileLink = object(['href', 'rel'], { href: string, rel: string, type: string, title: string, templated: { type: 'boolean' } });
const numbers = { type: 'array', items: { type: 'number' } };

const contact = object(['name', 'roles'], {
  name: string, roles: { type: 'array', items: string }, emails: { type: 'array', items: object(['value'], { value: string }) },
  links: { type: 'array', items: ref('schemas', 'Link') },
});

const moment = { type: 'string', format: 'date-time', nullable: true };
const day = { type: 'string', format: 'date', nullable: true };
const period = object([], {
  interval: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2, items: moment } }, trs: uri,
});

const codeListHead = {
  naam: string, titel: string, versie: string, bron: string, aantal: { type: 'integer', minimum: 0 },
  open: { type: 'boolean' }, vorm: string, _links: { type: 'object' },
};
const codes = { type: 'array', items: object(['waarde'], { waarde: string, omschrijving: string }) };
const NAME = { nl: 'Parameter, kop of veld, met punten ertussen; leeg: het hele bericht', en: 'parameter, header or field, with dots; empty: the whole message' };
const POINTER = { nl: 'Plaats van het veld in het bericht (RFC 6901)', en: 'place of the field in the message' };
const problemKind = object(['code', 'type', 'titel', '_links'], {
  code: string, type: uri, status: { type: 'integer' }, titel: string,
  niveau: { type: 'string', enum: RULE_LEVELS }, ernst: { type: 'string', enum: RULE_SEVERITIES }, velden: { type: 'array', items: string }, bron: string,
  voorbeeld: object(['melding', 'herstel'], { melding: string, herstel: string }), _links: { type: 'object' },
});
const codeListRequired = ['naam', 'titel', 'versie', 'bron', 'aantal', '_links'];

/** Returns the schemas of a list of resources, plain and in HAL. */
function listSchemas(name: string, item: string): readonly (readonly [string, ApiObject])[] {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const list = object([name], { [name]: { type: 'array', items: ref('schemas', item) } });
  return [[title, list], [`${title}Hal`, object(['_links', '_embedded'], { _links: ref('schemas', 'Bladzijden'), _embedded: list })]];
}

const epoch: ApiObject = {
  type: 'number', description: { nl: 'Epoche van coördinaten in ITRF2014, een decimaal jaar', en: 'epoch of coordinates in ITRF2014, a decimal year' },
};
const count = { type: 'integer', minimum: 0 };
const at = { type: 'string', format: 'date-time' };

/** Members of the root object of JSON-FG. */
const FG_ROOT = { conformsTo: { type: 'array', minItems: 1, items: uri }, featureType: string, featureSchema: uri, coordRefSys: uri };
/** Members of a feature of JSON-FG, beside those of GeoJSON. */
const FG_FEATURE = {
  type: { type: 'string', enum: ['Feature'] }, id: string, properties: { type: 'object' }, links,
  time: { ...object(['interval'], { interval: { type: 'array', minItems: 2, maxItems: 2, items: string } }), nullable: true },
  geometry: ref('schemas', 'Geometrie'), place: ref('schemas', 'Geometrie'),
};

const inBoth = object(['nl', 'en'], { nl: string, en: string });
const collectionNames = { type: 'array', minItems: 1, items: { type: 'string', enum: COLLECTIONS } };

const halLink = object(['href'], { href: uri });
const holderCode = { type: 'string', pattern: `^${HOLDER_CODE_PATTERN}$` };
/** A proposed transfer; `ids` only in the proposal itself. */
const proposal = object(['uuid', 'proposed', 'proposer', 'from', 'to', 'at', 'reason', 'state', '_links'], {
  uuid: { type: 'string', format: 'uuid' }, proposed: at, proposer: holderCode, from: holderCode, to: holderCode, at: { type: 'string', format: 'date' },
  reason: string, idCount: count, ids: { type: 'array', items: string }, state: { type: 'string', enum: PROPOSAL_STATES }, ended: at,
  submission: { type: 'string', format: 'uuid' },
  submissionState: {
    type: 'string', enum: SUBMISSION_STATES,
    description: { nl: 'Staat van de indiening; niet in een lijst of in het antwoord op akkoord', en: 'state of the submission; absent from a list and from the response to akkoord' },
  },
  _links: object(['self'], { self: halLink, submission: halLink }),
});
/** Numbers of features by kind of change. */
const kinds = object(['toegevoegd', 'gewijzigd', 'beeindigd'], { toegevoegd: count, gewijzigd: count, beeindigd: count });

/** A publication. */
/** Of which edition figures of quality are, and when they were measured. */
const MEASURED = { editie: count, moment: string, gemeten: string };
const QUALITY_FIGURES = {
  aantal: count, gevuld: { ...count, description: { nl: 'Ingevulde waarden', en: 'values that are filled' } },
  waarden: { ...count, description: { nl: 'Waarden die er konden zijn', en: 'values that there could be' } },
  zonderGeometrie: count, verlopen: count, dubbel: { ...count, description: { nl: 'Groepen die op elkaar lijken', en: 'groups that look alike' } }, bevindingen: count,
};

const editie = {
  ...object([], {
    nummer: { ...count, description: { nl: 'Van de editie; te geven in /edities/{nummer} en als van en tot van /verschillen. Een oudere editie die weer actief wordt houdt haar nummer', en: 'of the edition; may be given in /edities/{nummer} and as van and tot of /verschillen. An older edition that becomes active again keeps its number' } },
    beschikbaarVanaf: { ...at, description: { nl: 'Te geven als beschikbaarOp', en: 'may be given as beschikbaarOp' } },
    beschikbaarTot: { ...at, description: { nl: 'Ontbreekt zolang deze editie actief is', en: 'absent while this edition is active' } },
    beschikbaarTotOnbekend: { type: 'boolean', description: { nl: 'Ja: de publicatie erna is beschadigd', en: 'true: the publication after it is damaged' } },
    beschadigd: { type: 'boolean', description: { nl: 'Ja: een bestand ervan is beschadigd en meer is nu niet bekend; een vraag naar dit tijdstip is 503', en: 'true: a file of it is damaged and nothing more is known now; a question about this moment is 503' } },
    bewaard: { type: 'boolean', description: { nl: 'Nee: een vraag naar dit tijdstip is 410', en: 'false: a question about this moment is 410' } },
    teruggedraaid: { type: 'boolean' }, moment: at, aantal: count,
    aantallen: { type: 'object', description: { nl: 'Objecten die nu gelden, per collectie', en: 'features valid now, by collection' }, additionalProperties: count },
    wijzigingen: {
      ...object(['tegenover', 'collecties'], {
        tegenover: { ...count, description: { nl: 'De editie waarmee is vergeleken', en: 'the edition compared with' } },
        collecties: { type: 'object', additionalProperties: kinds },
      }),
      description: {
        nl: 'Telt ook wijzigingen van wat alleen eerder of later geldt; /verschillen telt alleen wat nu geldt',
        en: 'also counts changes of what is valid only before or after now; /verschillen counts only what is valid now',
      },
    },
    _links: { ...object(['self', 'register'], { self: halLink, register: halLink, verschillen: halLink }), description: { nl: 'register: het register van toen; verschillen: met de editie ervoor die wordt bewaard', en: 'register: the register of that time; verschillen: with the kept edition before' } },
  }),
  example: {
    nummer: 12, beschikbaarVanaf: '2026-11-21T10:00:00.000Z', beschikbaarTot: '2026-11-21T10:05:00.000Z', bewaard: true,
    moment: '2026-11-21T09:59:59.9Z', aantal: 25, aantallen: { 'kwetsbare-gebouwen': 25 },
    wijzigingen: { tegenover: 11, collecties: { 'kwetsbare-gebouwen': { toegevoegd: 1, gewijzigd: 2, beeindigd: 0 } } },
  },
};

/** A recorded version of a root. */
const versie = {
  ...object(['versie', 'beginGeldigheid', 'tijdstipRegistratie', 'bronhoudercode'], {
    versie: { type: 'integer', minimum: 1, description: { nl: 'Plaats in de lijst; de oudste is 1', en: 'place in the list; the oldest is 1' } },
    beginGeldigheid: at, eindGeldigheid: { ...at, description: { nl: 'Ontbreekt: zonder einde', en: 'absent: without end' } },
    tijdstipRegistratie: at, eindRegistratie: { ...at, description: { nl: 'Ontbreekt: nog zo geregistreerd', en: 'absent: recorded still' } },
    bronhoudercode: { type: 'string', description: { nl: 'De bronhouder van deze versie', en: 'the source holder of this version' } },
    vergelekenMet: { type: 'integer', minimum: 1, description: { nl: 'De versie die deze verbetert of opvolgt; ontbreekt bij de eerste', en: 'the version that this corrects or follows; absent of the first' } },
    gewijzigd: { type: 'array', items: string, description: { nl: 'Velden die anders zijn dan daarin; geen: alleen de geldigheid', en: 'fields that differ from that; none: validity only' } },
    beschikbaarVanaf: { ...at, description: { nl: 'Van de eerste editie die wordt bewaard en deze versie toont', en: 'of the first edition that is kept and shows it' } },
    etag: { type: 'string', description: { nl: 'Voor If-Match; alleen bij de versie die het document nu toont', en: 'for If-Match; of the version that the document shows now' } },
    _links: { ...object([], { document: halLink, feature: halLink }), description: { nl: 'Waar deze versie te lezen is', en: 'where this version can be read' } },
  }),
  example: {
    versie: 2, beginGeldigheid: '2024-01-01T00:00:00.0Z', tijdstipRegistratie: '2026-11-21T09:59:59.9Z', bronhoudercode: 'AB12', vergelekenMet: 1, gewijzigd: ['populatie'],
    beschikbaarVanaf: '2026-11-21T10:00:00.000Z',
    _links: { document: { href: 'https://ev.example/v1/kwetsbare-gebouwen/NL.IMEV.AB12.gebouw-0001?beschikbaarOp=2026-11-21T10:00:00.000Z' } },
  },
};

const uuid = { type: 'string', format: 'uuid' };
const textOrNone = { type: 'string', nullable: true };
const span = object(['from', 'until'], { from: at, until: moment });
const namedObject = object(['id', 'entityType'], { id: string, entityType: string, bronhoudercode: string });
const findings = { type: 'array', items: { type: 'object' } };
const attempt = object(['uuid', 'received', 'holder', 'method', 'state'], {
  uuid, received: at, holder: string, method: string, state: { type: 'string', enum: SUBMISSION_STATES },
  reason: textOrNone, entityType: textOrNone,
  error: { type: 'object', nullable: true }, findings,
});
const seenSubmission = {
  ...object(['received', 'holder', 'method'], {
    uuid, received: at, holder: string, organisation: textOrNone, tokenEnd: textOrNone, method: string, path: textOrNone,
    fileName: textOrNone, sha256: string, ruleSet: textOrNone,
  }),
  nullable: true,
};

/** The provenance of a root. Members that are not required are for its source holder. */
const herkomst = {
  ...object(['id', 'entityType', 'bronhoudercode', 'versions', 'numberOfVersions', '_links'], {
    id: string, entityType: textOrNone, bronhoudercode: string, numberOfVersions: count,
    versions: {
      type: 'array', maxItems: LIMITS.resourcesMax, description: { nl: 'De nieuwste, oudste eerst', en: 'the newest ones, oldest first' },
      items: object(['valid', 'recorded', 'bronhoudercode'], {
        valid: span, recorded: span, bronhoudercode: string, hidden: textOrNone, madeBy: seenSubmission, endedBy: seenSubmission,
        firstEdition: { type: 'integer', minimum: 1, nullable: true },
      }),
    },
    root: { ...namedObject, nullable: true }, state: { type: 'string', enum: OBJECT_STATES }, notOnMap: { type: 'object', nullable: true },
    findings, foundBy: seenSubmission, refused: { ...attempt, nullable: true }, waiting: { type: 'array', items: attempt },
    parts: { type: 'array', items: namedObject }, linkedFrom: { type: 'array', items: namedObject },
    _links: object(['self'], { self: halLink, document: halLink, versies: halLink }),
  }),
  example: {
    id: 'NL.IMEV.AB12.gebouw-0001', entityType: 'KwetsbaarGebouw', bronhoudercode: 'AB12', numberOfVersions: 1,
    versions: [{
      valid: { from: '2024-01-01T00:00:00.0Z', until: null }, recorded: { from: '2026-11-21T09:59:59.9Z', until: null }, bronhoudercode: 'AB12',
    }],
    _links: { self: { href: 'https://ev.example/v1/kwetsbare-gebouwen/NL.IMEV.AB12.gebouw-0001/herkomst' } },
  },
};

/** One end of a comparison, and the counts. */
const END = {
  ...object(['nummer'], { nummer: { ...count, description: { nl: '0: voor de eerste editie', en: '0: before the first edition' } }, beschikbaarVanaf: at }),
};
const ENDS = {
  van: END, tot: END, opmerking: { ...string, description: { nl: 'van en tot zijn gelijk of omgekeerd', en: 'van and tot are equal or reversed' } },
  aantal: count, aantallen: { type: 'object', description: { nl: 'Per collectie met verschillen', en: 'by collection with differences' }, additionalProperties: kinds },
};
const values = { type: 'object', description: { nl: 'De velden met een waarde, en geometrie', en: 'the fields with a value, and geometrie' } };
const verschillen = object(['van', 'tot', 'aantal', 'aantallen', 'verschillen', 'links'], {
  ...ENDS, links,
  verschillen: {
    type: 'array',
    items: object(['collectie', 'id', 'soort'], {
      collectie: string, id: string, soort: { type: 'string', enum: ['toegevoegd', 'gewijzigd', 'beeindigd'] }, voor: values, na: values,
      velden: {
        type: 'array', description: { nl: 'Alleen bij gewijzigd', en: 'of gewijzigd only' },
        items: object(['veld', 'voor', 'na'], { veld: string, voor: {}, na: {}, geometrie: { type: 'object' } }),
      },
    }),
  },
});

const SCALAR = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] };
const OTHER_FIELDS = { nl: 'Andere velden: gelijk aan een waarde, zoals in queryables', en: 'other fields: equal to a value, as in queryables' };

export const schemas = {
  Bladzijden: object(['self', 'first', 'last'], { self: halLink, first: halLink, prev: halLink, next: halLink, last: halLink }),
  Link: object(['href', 'rel'], {
    href: uri, rel: string, type: string, title: string, method: { type: 'string', enum: ['GET', 'POST'] }, merge: { type: 'boolean' },
    length: { ...count, description: { nl: 'Bytes van een bestand (rel enclosure)', en: 'bytes of a file (rel enclosure)' } },
    sha256: { ...string, description: { nl: 'SHA-256 van een bestand, hexadecimaal', en: 'SHA-256 of a file, in hexadecimal' } },
    moment: { ...string, description: { nl: 'Moment van de inhoud van een bestand', en: 'moment of the content of a file' } },
  }),
  Tijdkaart: object(['links'], {
    links: {
      type: 'array', minItems: 1,
      items: object(['href', 'rel', 'type'], {
        href: uri, rel: string, type: string,
        datetime: { ...string, description: { nl: 'Begin van de geldigheid van de versie, als HTTP-datum', en: 'begin of the validity of the version, as HTTP-date' } },
      }),
    },
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
  Interfaceversies: object(['hoofdversies', 'wijzigingen'], {
    hoofdversies: {
      type: 'array', maxItems: 2,
      items: object(['hoofdversie', 'adres', 'staat', 'verouderdVanaf', 'vervaltOp'], {
        hoofdversie: string, adres: uri, staat: { type: 'string', enum: MAJOR_STATES }, verouderdVanaf: day, vervaltOp: day,
      }),
    },
    wijzigingen: { type: 'array', items: object(['versie', 'wijzigingen'], { versie: string, wijzigingen: { type: 'array', items: string } }) },
  }),
  Conformiteit: object(['conformsTo'], { conformsTo: { type: 'array', items: uri } }),
  Collecties: object(['links', 'collections', 'crs'], {
    links, crs: { type: 'array', items: uri }, collections: { type: 'array', items: ref('schemas', 'Collectie') },
  }),
  Collectie: object(['id', 'links', 'crs'], {
    id: string, title: string, description: string, itemType: string, links, keywords: { type: 'array', items: string }, attribution: string,
    contacts: { type: 'array', items: contact },
    extent: object([], { spatial: object([], { bbox: { type: 'array', items: numbers }, crs: uri }), temporal: period }),
    crs: { type: 'array', items: string }, storageCrs: uri, storageCRS: uri, storageCrsCoordinateEpoch: epoch, storageCRSCoordinateEpoch: epoch,
    versioning: {
      ...object(['timeAxis'], { timeAxis: { type: 'string', enum: ['validity-time'] } }),
      description: { nl: 'De tijdas waarop versies elkaar opvolgen: geldigheid (ontwerp Versioned Features van OGC)', en: 'the time axis of versions: validity (draft Versioned Features of OGC)' },
    },
  }),
  Editie: editie,
  Kwaliteit: object(['editie', 'moment', 'gemeten', 'bronhouders'], {
    ...MEASURED, bronhouders: {
      type: 'array',
      items: object(['bronhoudercode', ...Object.keys(QUALITY_FIGURES)], { bronhoudercode: string, ...QUALITY_FIGURES, _links: { type: 'object' } }),
    },
  }),
  KwaliteitVanBronhouder: object(['bronhoudercode', 'editie', 'moment', 'gemeten', 'collecties', 'bevindingen', 'dubbeleIds', 'dubbeleGeometrie', 'verloop'], {
    bronhoudercode: string, ...MEASURED,
    collecties: {
      type: 'array',
      items: object(['collectie', 'aantal', 'velden'], {
        collectie: string, aantal: count, zonderGeometrie: count, legeGeometrie: count,
        verlopen: { ...count, description: { nl: 'Met een eindGeldigheid vóór de meting', en: 'with an eindGeldigheid before the measurement' } },
        oudste: { ...string, nullable: true, description: { nl: 'Eerste beginGeldigheid', en: 'first beginGeldigheid' } },
        nieuwste: { ...string, nullable: true, description: { nl: 'Laatste beginGeldigheid', en: 'last beginGeldigheid' } },
        leeftijdDagen: { ...count, nullable: true, description: { nl: 'Dagen sinds de laatste wijziging van het middelste object', en: 'days since the last change of the object in the middle' } },
        velden: { type: 'array', items: object(['veld', 'gevuld', 'onbekend', 'leeg'], { veld: string, gevuld: count, onbekend: count, leeg: count }) },
      }),
    },
    bevindingen: { type: 'array', items: object(['regel', 'ernst', 'aantal'], { regel: string, ernst: string, aantal: count }) },
    dubbeleIds: object(['aantal', 'groepen'], { aantal: count, groepen: { type: 'array', items: { type: 'array', items: string } } }),
    dubbeleGeometrie: object(['aantal', 'groepen'], {
      aantal: count, groepen: { type: 'array', items: object(['collectie', 'ids'], { collectie: string, ids: { type: 'array', items: string } }) },
    }),
    verloop: { type: 'array', items: object([...Object.keys(MEASURED), ...Object.keys(QUALITY_FIGURES)], { ...MEASURED, ...QUALITY_FIGURES }) },
  }),
  Publicaties: {
    type: 'array',
    items: object(['specversion', 'id', 'source', 'type', 'datacontenttype', 'data'], {
      specversion: { type: 'string', enum: ['1.0'] }, source: uri, subject: string, time: string, datacontenttype: string,
      id: { ...string, description: { nl: 'Nummer van de publicatie, voor na', en: 'number of the publication, for na' } },
      type: {
        type: 'string', enum: [PUBLISHED, MISSED],
        description: { nl: 'Wat er gebeurde: een publicatie, of publicaties waarvan niet meer bekend is wat er veranderde', en: 'what happened: a publication, or publications whose changes are not known any more' },
      },
      data: {
        type: 'object',
        description: {
          nl: 'De publicatie zoals in /edities. Met filters zijn wijzigingen en de link verschillen wat eraan voldoet; vergeleken is false als dat niet bekend is',
          en: 'the publication as in /edities. With filters, wijzigingen and the link verschillen are what matches; vergeleken is false when that is not known',
        },
      },
    }),
  },
  Verschillen: verschillen,
  VerschillenFeatures: object(['type', 'features', 'van', 'tot', 'aantal', 'aantallen', 'numberReturned', 'links'], {
    type: { type: 'string', enum: ['FeatureCollection'] }, ...ENDS, numberReturned: count, links,
    features: {
      type: 'array', items: ref('schemas', 'Feature'),
      description: { nl: 'De features voor en na (verschilToestand) van elk verschil, met verschilSoort en verschilCollectie', en: 'the features before and after (verschilToestand) of each difference, with verschilSoort and verschilCollectie' },
    },
  }),
  ...Object.fromEntries(listSchemas('edities', 'Editie')),
  Versie: versie,
  ...Object.fromEntries(listSchemas('versies', 'Versie')),
  Herkomst: herkomst,
  Crss: object(['crs', '_links'], { crs: { type: 'array', items: uri }, _links: { type: 'object' } }),
  Crs: object(['code', 'naam', 'uri', 'dimensie', 'assen', 'datum', 'aangeboden', '_links'], {
    code: string, naam: string, uri, dimensie: { type: 'integer', enum: [2, 3] },
    assen: {
      type: 'array', minItems: 2, items: object(['naam', 'afkorting', 'richting', 'eenheid'], { naam: string, afkorting: string, richting: string, eenheid: string }),
    },
    datum: string, aangeboden: { type: 'boolean' }, epoche: epoch, toelichting: string, _links: { type: 'object' },
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
  FeatureFg: object([...Object.keys(FG_ROOT), ...Object.keys(FG_FEATURE)], { ...FG_ROOT, ...FG_FEATURE }),
  FeatureCollectionFg: object(['type', ...Object.keys(FG_ROOT), 'features', 'timeStamp', 'numberMatched', 'numberReturned', 'links'], {
    ...FG_ROOT, type: { type: 'string', enum: ['FeatureCollection'] },
    features: { type: 'array', items: object(Object.keys(FG_FEATURE), FG_FEATURE) },
    timeStamp: at, numberMatched: count, numberReturned: count, links,
  }),
  Tellingen: object(['collectie', 'crs', 'cel', 'timeStamp', 'numberMatched', 'zonderGeometrie', 'cellen', 'links'], {
    collectie: string, crs: uri, cel: { type: 'integer', minimum: 1, description: { nl: 'Zijde van een cel in meters', en: 'side of a cell in metres' } },
    timeStamp: { type: 'string', format: 'date-time' }, numberMatched: { type: 'integer', minimum: 0 },
    zonderGeometrie: { type: 'integer', minimum: 0, description: { nl: 'Objecten zonder geometrie, die in geen cel liggen', en: 'features without geometry, which lie in no cell' } },
    cellen: {
      type: 'array',
      description: { nl: 'x en y van de zuidwesthoek, en het aantal objecten waarvan het midden in de cel ligt', en: 'x and y of the south-west corner, and the number of features whose centre lies in the cell' },
      items: { type: 'array', minItems: 3, maxItems: 3, items: { type: 'number' } },
    },
    links,
  }),
  Tegelsets: object(['tilesets', 'links'], { tilesets: { type: 'array', items: ref('schemas', 'Tegelset') }, links }),
  Tegelset: object(['title', 'dataType', 'crs', 'tileMatrixSetId', 'links'], {
    title: string, description: string, dataType: { type: 'string', enum: ['vector'] }, crs: uri, tileMatrixSetId: string, tileMatrixSetURI: uri,
    boundingBox: { type: 'object' }, tileMatrixSetLimits: { type: 'array', items: { type: 'object' } },
    layers: { type: 'array', items: { type: 'object' } }, links: { type: 'array', items: tileLink },
  }),
  TileJson: object(['tilejson', 'tiles', 'vector_layers'], {
    tilejson: string, name: string, description: string, scheme: string, tiles: { type: 'array', items: string }, minzoom: count, maxzoom: count,
    bounds: numbers, vector_layers: { type: 'array', items: { type: 'object' } },
  }),
  TileMatrixSets: object(['tileMatrixSets', 'links'], { tileMatrixSets: { type: 'array', items: { type: 'object' } }, links }),
  TileMatrixSet: object(['id', 'crs', 'tileMatrices'], {
    id: string, title: string, uri, crs: uri, orderedAxes: { type: 'array', items: string }, tileMatrices: { type: 'array', items: { type: 'object' } },
  }),
  OmgevingVraag: {
    ...object(['plaats'], {
      plaats: ref('schemas', 'GevraagdeGeometrie'), straal: { ...count, maximum: LIMITS.radiusMetresMax },
      collecties: collectionNames, dan: collectionNames, daarna: collectionNames,
      relatie: { type: 'string', enum: Object.keys(RELATIONS) }, toon: { type: 'string', enum: ['objecten', 'aantallen'] },
      geldigOp: string, beschikbaarOp: string, geometrieSoort: string, lang: string,
    }),
    description: {
      nl: 'Een geometrie in het CRS van Content-Crs, en de parameters van /omgeving. Er wordt niets van bewaard', en: 'a geometry in the CRS of Content-Crs, and the parameters of /omgeving. Nothing of it is stored',
    },
    additionalProperties: false,
    example: { plaats: { type: 'Point', coordinates: [4.685, 51.688] }, collecties: ['pr-contouren'], dan: ['kwetsbare-gebouwen'] },
  },
  Omgeving: object(['crs', 'geldigOp', 'nagekeken', 'methode', 'numberMatched', 'numberReturned', 'aantallen', 'links'], {
    plaats: numbers, geometrie: ref('schemas', 'Geometrie'), straal: count, crs: uri,
    omgerekendVan: {
      ...object(['geometrie', 'crs'], { geometrie: ref('schemas', 'Geometrie'), crs: uri }),
      description: { nl: 'Het punt zoals gevraagd, als dat niet in RD was', en: 'the point as requested, when that was not in RD' },
    },
    nagekeken: { ...inBoth, description: { nl: 'Waarin, waar en wanneer is gezocht, en hoeveel er is gevonden', en: 'in what, where and when was searched, and how much was found' } },
    methode: { ...inBoth, description: { nl: 'Hoe is vergeleken', en: 'how objects were compared' } },
    keten: {
      type: 'array', maxItems: 2, description: { nl: 'De stappen dan en daarna', en: 'the steps dan and daarna' },
      items: object(['relatie', 'numberMatched', 'numberReturned', 'aantallen'], {
        relatie: { type: 'string', enum: Object.keys(RELATIONS) }, numberMatched: count, numberReturned: count,
        aantallen: { type: 'object', additionalProperties: count },
        objecten: {
          type: 'array',
          items: object(['collectie', 'id', 'via'], {
            collectie: string, id: string, via: { type: 'array', minItems: 1, items: object(['collectie', 'id'], { collectie: string, id: string }) },
          }),
        },
      }),
    }, geldigOp: { type: 'string', format: 'date' },
    editie: object(['nummer', 'beschikbaarVanaf'], { nummer: count, beschikbaarVanaf: at }),
    numberMatched: count, numberReturned: count,
    getoondBinnen: { ...count, description: { nl: 'Straal waarbinnen alle objecten zijn opgesomd, als het er te veel zijn om alle te noemen', en: 'radius within which all objects are listed, when there are too many to list all' } },
    aantallen: { type: 'object', description: { nl: 'Per collectie waarin is gekeken', en: 'by collection that was looked in' }, additionalProperties: count },
    objecten: {
      type: 'array',
      items: object(['collectie', 'id', 'entityType', 'bronhoudercode', 'beginGeldigheid', 'href'], {
        collectie: string, id: string, entityType: string, naam: string,
        afstand: { type: 'number', minimum: 0, description: { nl: 'Meters van het punt; 0 is in het object', en: 'metres from the point; 0 is inside the object' } },
        bronhoudercode: string, beginGeldigheid: at, eindGeldigheid: at, geometrieAfgeleid: { type: 'boolean' }, href: uri,
      }),
    },
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
    type: 'object', description: { nl: 'Alleen wat verandert; null neemt een veld weg', en: 'what changes only; null takes a field away' }, additionalProperties: {},
  },
  Document: object(['entityType', 'id', '_links'], {
    entityType: string, id: string, geometrie: ref('schemas', 'Geometrie'), _links: { type: 'object' },
  }),
  ...Object.fromEntries(Object.values(ROOTS).flatMap(({ path }) => listSchemas(arrayNameOf(path), 'Document'))),
  ...Object.fromEntries(Object.keys(SUB_RESOURCES).flatMap((sub) => listSchemas(arrayNameOf(sub), 'GenestObject'))),
  GenestObject: object(['entityType', 'id'], { entityType: string, id: string }),
  GeometrieVraag: {
    type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: false,
    description: { nl: 'Het object bevat, snijdt of ligt in deze geometrie', en: 'the object contains, intersects or lies within this geometry' },
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
        description: { nl: 'CQL2 als tekst, of CQL2 JSON als object', en: 'CQL2 as a text, or CQL2 JSON as an object' },
      },
    }),
    description: {
      nl: 'Parameters van de objecten, elk hier of in het adres; offset, pagina en cursor alleen in het adres. De link next neemt hetzelfde bericht',
      en: 'parameters of the items, each here or in the address; offset, pagina and cursor in the address only. The link next takes the same body',
    },
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
  Overdracht: proposal,
  Overdrachten: object(['overdrachten', '_links'], {
    overdrachten: { type: 'array', items: ref('schemas', 'Overdracht') }, _links: object(['self'], { self: halLink, next: halLink }),
  }),
  NieuweOverdracht: {
    ...object(['from', 'to', 'at', 'reason'], {
      from: holderCode, to: holderCode, at: { type: 'string', format: 'date' },
      reason: { type: 'string', minLength: 1, maxLength: LIMITS.refusalReasonCharsMax },
      ids: { type: 'array', minItems: 1, items: { type: 'string', minLength: 1, maxLength: LIMITS.idCharsMax } },
    }),
    additionalProperties: false, example: { from: 'AB12', to: 'CD34', at: '2027-01-01', reason: 'Gemeentelijke herindeling' },
  },
  NieuwBesluit: {
    ...object(['besluit'], {
      besluit: { type: 'string', enum: RULINGS }, reden: { type: 'string', minLength: 1, maxLength: LIMITS.refusalReasonCharsMax },
    }),
    additionalProperties: false, example: { besluit: 'weigeren', reden: 'Het bestand is van vorig jaar' },
  },
  Besluit: object(['uuid', 'besluit', '_links'], {
    uuid: { type: 'string', format: 'uuid' }, besluit: { type: 'string', enum: RULINGS }, retriedAs: { type: 'string', format: 'uuid' },
    _links: object(['self', 'job'], { self: halLink, job: halLink }),
  }),
  Overzicht: object(['states', 'waiting', 'runs', 'organisations', 'diskFreeBytes', '_links'], {
    states: object(SUBMISSION_STATES, Object.fromEntries(SUBMISSION_STATES.map((name) => [name, count]))),
    waiting: { type: 'array', items: object(['uuid', 'received', 'holder', 'method', 'target', 'bytes', 'state', '_links'], {
      uuid: { type: 'string', format: 'uuid' }, received: { type: 'string', format: 'date-time' }, holder: string, method: string, target: string,
      bytes: { type: 'integer' }, state: { type: 'string', enum: SUBMISSION_STATES }, aside: string,
      parked: object(['ended', 'standing', 'waiting'], { ended: count, standing: count, waiting: count }),
      _links: object(['self', 'job'], { self: halLink, job: halLink }),
    }) },
    runs: { type: 'array', items: object(['id', 'pipeline', 'state', 'started', 'steps', 'lines', 'linesLeft'], {
      id: { type: 'integer' }, pipeline: string, state: { type: 'string', enum: RUN_STATES }, started: { type: 'string', format: 'date-time' },
      ended: { type: 'string', format: 'date-time', nullable: true }, message: { type: 'string', nullable: true },
      steps: { type: 'array', items: object(['name', 'state'], { name: string, state: { type: 'string', enum: RUN_STATES } }) },
      lines: { type: 'array', items: object(['at', 'text'], { at: { type: 'string', format: 'date-time' }, text: string }) }, linesLeft: count,
    }) },
    organisations: { type: 'array', items: object(['id', 'name', 'codes', 'roles', 'tokens'], {
      id: string, name: string, codes: { type: 'array', items: string }, roles: { type: 'array', items: { type: 'string', enum: ROLES } },
      tokens: { type: 'array', items: object(['tail', 'made', 'expires', 'state'], {
        tail: string, made: string, expires: string, state: { type: 'string', enum: TOKEN_STATES },
      }) },
    }) },
    diskFreeBytes: { type: 'integer' }, _links: object(['self'], { self: halLink }),
  }),
  EigenGegevens: { type: 'array', items: object(['entityType', 'id'], { entityType: string, id: string, geometrie: ref('schemas', 'Geometrie') }) },
  Indieningen: object(['indieningen', '_links'], {
    indieningen: {
      type: 'array',
      items: object(['uuid', 'received', 'holder', 'method', 'target', 'bytes', 'state', '_links'], {
        uuid: { type: 'string', format: 'uuid' }, received: { type: 'string', format: 'date-time' }, holder: string, method: string, target: string,
        bytes: { type: 'integer' }, state: { type: 'string', enum: SUBMISSION_STATES },
        counts: object(SUBMISSION_FIGURES, Object.fromEntries(SUBMISSION_FIGURES.map((name) => [name, count]))),
        parked: object(['ended', 'standing', 'waiting'], { ended: count, standing: count, waiting: count }), refusal: string,
        waitsFor: { type: 'string', format: 'uuid' }, retriedAs: { type: 'string', format: 'uuid' },
        _links: object(['self', 'job'], { self: halLink, job: halLink }),
      }),
    },
    _links: object(['self'], { self: halLink, next: halLink }),
  }),
  Taak: object(['jobID', 'type', 'status', 'message', 'created', 'progress', 'links'], {
    jobID: { type: 'string', format: 'uuid' }, type: { type: 'string', enum: ['process'] }, processID: string, processingEntityType: string,
    status: { type: 'string', enum: JOB_STATUSES }, message: string, created: at, progress: { type: 'integer', minimum: 0, maximum: 100 }, links,
  }),
  BestandOpVerzoek: object(['jobID', 'type', 'processID', 'status', 'message', 'created', 'progress', 'vorm', 'editie', 'moment', 'aantal', 'links'], {
    jobID: { type: 'string', format: 'uuid' }, type: { type: 'string', enum: ['process'] }, processID: { type: 'string', enum: ['bestand'] },
    status: { type: 'string', enum: FILE_STATUSES }, message: string, created: at, finished: at, progress: { type: 'integer', minimum: 0, maximum: 100 },
    vorm: { type: 'string', enum: REQUESTED_FORMS }, editie: { type: 'integer', minimum: 1 }, moment: at,
    aantal: count, zonderGeometrie: count, vervalt: at, links,
  }),
  Rapport: object(['objects', 'findings', 'counts'], {
    objects: { type: 'array', items: { type: 'object' } }, findings: { type: 'array', items: { type: 'object' } }, counts: { type: 'object' },
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
  JsonLdContext: object(['@context'], { '@context': { type: 'object' } }),
  Catalogus: object(['@context', '@graph'], { '@context': { type: 'object' }, '@graph': { type: 'array', items: object(['@id', '@type'], { '@id': string }) } }),
  LijstHal: object(['_links', '_embedded'], { _links: { type: 'object' }, _embedded: { type: 'object' } }),
  Fouten: object(['fouten', '_links'], { fouten: { type: 'array', items: problemKind }, _links: { type: 'object' } }),
  Problem: object(['type', 'title', 'status', 'detail', 'instance'], {
    type: uri, title: string, status: { type: 'integer', minimum: 400, maximum: 599 }, detail: string, instance: uri,
    links: { ...links, description: { nl: 'Waar versies van het object wel te lezen zijn', en: 'where versions of the object can be read' } },
    'invalid-params': {
      type: 'array',
      items: object(['type', 'name', 'reason'], {
        type: uri, name: { type: 'string', description: NAME }, pointer: { type: 'string', description: POINTER }, reason: string,
        allowed: { type: 'array', items: string }, example: uri,
      }),
    },
  }),
};
