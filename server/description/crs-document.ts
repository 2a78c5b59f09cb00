/**
 * CRS document: GML 3.2 of one CRS, self-contained, with `epsg:CommonMetadata` (Interface Rules, Coordinate reference systems, 6).
 *
 * Elements are in the order of the GML schema. Items with an EPSG number have its register URI as identifier, and the number in `gml:id`.
 * Not here: the facts (schemas/crs-definitions.ts).
 */
import {
  CRS_DEFINITIONS, type Area, type Axis, type Conversion, type CoordinateSystem, type CrsDefinition, type GeodeticDatum,
  type GeographicCrs, type Parameter, type ProjectedCrs, type VerticalCrs,
} from '../../schemas/crs-definitions.ts';
import { CRSS, type CrsCode } from '../../schemas/crs.ts';
import { both } from '../response/problem.ts';
import { element, xmlBytes, type Xml } from '../response/xml.ts';

const NAMESPACES = {
  'xmlns:gml': 'http://www.opengis.net/gml/3.2',
  'xmlns:epsg': 'urn:x-ogp:spec:schema-xsd:EPSG:1.0:dataset',
  'xmlns:gmd': 'http://www.isotc211.org/2005/gmd',
  'xmlns:gco': 'http://www.isotc211.org/2005/gco',
} as const;

const REGISTER = 'http://www.opengis.net/def';
const EPSG_VERSION = '9.9.1';
const UNITS = { degree: 9122, metre: 9001, sexagesimal: 9110, unity: 9201 } as const;

/** Returns the GML document of a CRS. */
export function crsDocument(code: CrsCode): Buffer {
  return xmlBytes(crsElement(code, NAMESPACES));
}

function crsElement(code: CrsCode, namespaces: Readonly<Record<string, string>> = {}): Xml {
  const definition = CRS_DEFINITIONS[code];
  const head = [
    element('gml:metaDataProperty', {}, commonMetadata(code, definition)), identifier(CRSS[code].uri), name(definition.name),
    element('gml:remarks', {}, both(definition.note)), validity(definition.area), scope(definition.scope),
  ];
  const attributes = { ...namespaces, 'gml:id': `crs-${code}` };
  switch (definition.kind) {
    case 'compound': return element('gml:CompoundCRS', attributes, head, [
      component(crsElement(definition.horizontal)), component(verticalCrs(definition.vertical)),
    ]);
    case 'projected': return element('gml:ProjectedCRS', attributes, head, projection(definition));
    default: return element('gml:GeodeticCRS', attributes, head, geodesy(definition));
  }
}

function commonMetadata(code: CrsCode, { kind }: CrsDefinition): Xml {
  const source = code.startsWith('CRS')
    ? `Open Geospatial Consortium, version ${CRSS[code].uri.split('/').at(-2) ?? ''}`
    : `EPSG Geodetic Parameter Dataset, version ${EPSG_VERSION}`;
  return element('epsg:CommonMetadata', {}, [
    element('epsg:type', {}, kind), element('epsg:informationSource', {}, source),
    element('epsg:show', {}, 'true'), element('epsg:isDeprecated', {}, 'false'),
  ]);
}

function projection({ base, conversion, system }: ProjectedCrs): readonly Xml[] {
  return [
    element('gml:conversion', {}, conversionElement(conversion)),
    element('gml:baseGeodeticCRS', {}, element('gml:GeodeticCRS', { 'gml:id': `crs-${base.code}` }, [
      identifier(epsgUri('crs', base.code)), name(base.name), validity(base.area), scope(base.scope), geodesy(base),
    ])),
    element('gml:cartesianCS', {}, coordinateSystem('CartesianCS', system)),
  ];
}

function geodesy({ system, datum }: GeographicCrs): readonly Xml[] {
  return [
    element('gml:ellipsoidalCS', {}, coordinateSystem('EllipsoidalCS', system)),
    element('gml:geodeticDatum', {}, geodeticDatum(datum)),
  ];
}

function verticalCrs({ code, name: own, area, scope: use, datum, system }: VerticalCrs): Xml {
  return element('gml:VerticalCRS', { 'gml:id': `crs-${code}` }, [
    identifier(epsgUri('crs', code)), name(own), validity(area), scope(use),
    element('gml:verticalCS', {}, coordinateSystem('VerticalCS', system)),
    element('gml:verticalDatum', {}, element('gml:VerticalDatum', { 'gml:id': `datum-${datum.code}` }, [
      identifier(epsgUri('datum', datum.code)), name(datum.name), scope(use),
    ])),
  ]);
}

function geodeticDatum({ code, name: own, ellipsoid }: GeodeticDatum): Xml {
  return element('gml:GeodeticDatum', { 'gml:id': `datum-${code}` }, [
    identifier(epsgUri('datum', code)), name(own), scope('Geodesy.'),
    element('gml:primeMeridian', {}, element('gml:PrimeMeridian', { 'gml:id': 'meridian-8901' }, [
      identifier(epsgUri('meridian', 8901)), name('Greenwich'), element('gml:greenwichLongitude', unit('degree'), 0),
    ])),
    element('gml:ellipsoid', {}, element('gml:Ellipsoid', { 'gml:id': `ellipsoid-${ellipsoid.code}` }, [
      identifier(epsgUri('ellipsoid', ellipsoid.code)), name(ellipsoid.name),
      element('gml:semiMajorAxis', unit('metre'), ellipsoid.semiMajorAxisM),
      element('gml:secondDefiningParameter', {}, element('gml:SecondDefiningParameter', {},
        element('gml:inverseFlattening', unit('unity'), ellipsoid.inverseFlattening))),
    ])),
  ]);
}

function coordinateSystem(kind: string, { code, axes }: CoordinateSystem): Xml {
  const title = axes.map(({ abbreviation }) => abbreviation).join(', ');
  return element(`gml:${kind}`, { 'gml:id': `cs-${code}` }, [
    identifier(epsgUri('cs', code)), name(title), axes.map((axis) => element('gml:axis', {}, axisElement(axis))),
  ]);
}

function axisElement({ code, name: own, abbreviation, direction, unit: of }: Axis): Xml {
  return element('gml:CoordinateSystemAxis', { 'gml:id': `axis-${code}`, ...unit(of) }, [
    identifier(epsgUri('axis', code)), name(own), element('gml:axisAbbrev', {}, abbreviation),
    element('gml:axisDirection', { codeSpace: `${REGISTER}/axisDirection` }, direction),
  ]);
}

function conversionElement({ code, name: own, scope: use, method, parameters }: Conversion): Xml {
  return element('gml:Conversion', { 'gml:id': `conversion-${code}` }, [
    identifier(epsgUri('coordinateOperation', code)), name(own), scope(use),
    element('gml:method', {}, element('gml:OperationMethod', { 'gml:id': `method-${method.code}` }, [
      identifier(epsgUri('method', method.code)), name(method.name),
      element('gml:formula', {}, 'IOGP Publication 373-7-2, Geomatics Guidance Note number 7, part 2'),
    ])),
    parameters.map((parameter) => element('gml:parameterValue', {}, parameterValue(parameter))),
  ]);
}

function parameterValue({ code, name: own, value, unit: of }: Parameter): Xml {
  return element('gml:ParameterValue', {}, [
    element('gml:value', unit(of), value),
    element('gml:operationParameter', {}, element('gml:OperationParameter', { 'gml:id': `parameter-${code}` }, [
      identifier(epsgUri('parameter', code)), name(own),
    ])),
  ]);
}

function validity({ name: own, box: [west, south, east, north] }: Area): Xml {
  const bound = (side: string, degrees: number) => element(`gmd:${side}`, {}, element('gco:Decimal', {}, degrees));
  return element('gml:domainOfValidity', {}, element('gmd:EX_Extent', {}, [
    element('gmd:description', {}, element('gco:CharacterString', {}, own)),
    element('gmd:geographicElement', {}, element('gmd:EX_GeographicBoundingBox', {}, [
      bound('westBoundLongitude', west), bound('eastBoundLongitude', east),
      bound('southBoundLatitude', south), bound('northBoundLatitude', north),
    ])),
  ]));
}

function component(crs: Xml): Xml {
  return element('gml:componentReferenceSystem', {}, crs);
}

function identifier(uri: string): Xml {
  return element('gml:identifier', { codeSpace: REGISTER }, uri);
}

function name(text: string): Xml {
  return element('gml:name', {}, text);
}

function scope(text: string): Xml {
  return element('gml:scope', {}, text);
}

function unit(of: keyof typeof UNITS): Readonly<Record<string, string>> {
  return { uom: epsgUri('uom', UNITS[of]) };
}

function epsgUri(kind: string, code: number): string {
  return `${REGISTER}/${kind}/EPSG/${EPSG_VERSION}/${code}`;
}
