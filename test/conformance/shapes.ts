/** Shapes: JSON Schemas of the resources of OGC API Features Part 1, as open as the standard. */
import { strict as assert } from 'node:assert';
import { Ajv2020 } from 'ajv/dist/2020.js';

const text = { type: 'string' };
const link = {
  type: 'object', required: ['href', 'rel'],
  properties: { href: text, rel: text, type: text, hreflang: text, title: text, length: { type: 'integer' } },
};
const links = { type: 'array', items: link };
const box = { type: 'array', items: { type: 'number' }, oneOf: [{ minItems: 4, maxItems: 4 }, { minItems: 6, maxItems: 6 }] };
const end = { type: ['string', 'null'], pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' };

const collection = {
  type: 'object', required: ['id', 'links'],
  properties: {
    id: text, title: text, description: text, itemType: text, links, crs: { type: 'array', items: text },
    extent: {
      type: 'object',
      properties: {
        spatial: { type: 'object', properties: { bbox: { type: 'array', minItems: 1, items: box }, crs: text } },
        temporal: {
          type: 'object',
          properties: { interval: { type: 'array', minItems: 1, items: { type: 'array', minItems: 2, maxItems: 2, items: end } }, trs: text },
        },
      },
    },
  },
};

const position = { type: 'array', minItems: 2, maxItems: 4, items: { type: 'number' } };
const arrayOf = (items: object, minItems = 0) => ({ type: 'array', minItems, items });
const polygon = arrayOf(arrayOf(position, 4));
const COORDINATES = {
  Point: position, MultiPoint: arrayOf(position), LineString: arrayOf(position, 2), MultiLineString: arrayOf(arrayOf(position, 2)),
  Polygon: polygon, MultiPolygon: arrayOf(polygon),
};
const geometry = {
  oneOf: [{ type: 'null' }, ...Object.entries(COORDINATES).map(([type, coordinates]) => ({
    type: 'object', required: ['type', 'coordinates'], properties: { type: { const: type }, coordinates },
  }))],
};

const feature = {
  type: 'object', required: ['type', 'geometry', 'properties'],
  properties: { type: { const: 'Feature' }, id: { type: ['string', 'integer'] }, geometry, properties: { type: ['object', 'null'] }, links },
};

const SHAPES = {
  landingPage: { type: 'object', required: ['links'], properties: { title: text, description: text, links } },
  confClasses: { type: 'object', required: ['conformsTo'], properties: { conformsTo: { type: 'array', items: { type: 'string', format: 'uri' } } } },
  collection,
  collections: { type: 'object', required: ['links', 'collections'], properties: { links, collections: { type: 'array', items: collection } } },
  feature,
  featureCollection: {
    type: 'object', required: ['type', 'features'],
    properties: {
      type: { const: 'FeatureCollection' }, features: { type: 'array', items: feature }, links, timeStamp: text,
      numberMatched: { type: 'integer', minimum: 0 }, numberReturned: { type: 'integer', minimum: 0 },
    },
  },
} as const;

const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uri: (text) => URL.canParse(text) } });
const validators = Object.fromEntries(Object.entries(SHAPES).map(([name, schema]) => [name, ajv.compile(schema)]));

export type Shape = keyof typeof SHAPES;

export function expectShape(value: unknown, shape: Shape, where: string): void {
  const validate = validators[shape];
  assert.ok(validate?.(value), `${where} is no ${shape}: ${ajv.errorsText(validate?.errors?.slice(0, 3))}`);
}
