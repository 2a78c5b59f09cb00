/** Ways to break the text itself (level 1): what JSON.parse refuses, and what it swallows without a word. */
import type { Json } from '../../../schemas/json.ts';
import { isObject, own } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { MARK, atReading, type Way } from './way.ts';

/** Every object has one. */
const marked: Way['change'] = () => ({ bronobjectID: MARK });
/** `identificatie` may hold more than its own fields, so the schema has nothing to say of what is put there. */
const beside = (value: Json): Way['change'] => ({ data }) => {
  const identificatie = own(data, 'identificatie');
  return isObject(identificatie) ? { identificatie: { ...identificatie, volgnummer: value } } : undefined;
};

function instead(text: string): NonNullable<Way['write']> {
  return (before, after) => before + text + after;
}

function syntax(name: string, text: string, change: Way['change'] = marked): Way {
  return atReading(name, 'json.syntaxis', { visible: 'json', change, write: instead(text) });
}

function nested(depth: number): Json {
  return depth === 0 ? 'diep' : [nested(depth - 1)];
}

export const JSON_WAYS: readonly Way[] = [
  atReading('text-cut-short', 'json.syntaxis', { visible: 'json', change: marked, write: (before) => `${before}"b` }),
  syntax('comma-too-many', '{"namespace":"NL.IMEV","lokaalID":"AB12.1",}', () => ({ identificatie: MARK })),
  syntax('comma-missing', '"b1" "comment":["geen komma"]'),
  syntax('single-quotes', "'b1'"),
  syntax('not-a-number', 'NaN'),
  syntax('leading-zero', '007'),
  syntax('control-character', '"b\t1"'),
  atReading('name-twice', 'json.dubbele-sleutel', {
    visible: 'beyond', change: marked, write: instead('"b1","bronobjectID":"b1"'),
  }),
  atReading('half-a-character', 'json.half-teken', {
    visible: 'beyond', change: marked, write: instead('"b\\ud83d1"'),
  }),
  atReading('not-utf8', 'json.utf8', {
    visible: 'beyond', atRoot: true, change: marked,
    write: (before, after) => Buffer.concat([before, '"caf', Buffer.of(0xe9), '"', after]
      .map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
  }),
  atReading('integer-beyond-2-to-53', 'json.geheel-getal', {
    visible: 'beyond', change: beside(MARK), write: instead('9007199254740993'),
  }),
  atReading('number-too-large', 'json.getal-te-groot', {
    visible: 'beyond', change: beside(MARK), write: instead('1e400'),
  }),
  atReading('nested-too-deep', 'json.diepte', { visible: 'beyond', change: beside(nested(LIMITS.jsonDepthMax)) }),
];
