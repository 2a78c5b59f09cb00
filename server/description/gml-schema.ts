/** GML schema: the XML schema of a collection's features in GML 3.2, Simple Features profile level 0 (features/gml.ts). */
import { columnsOf, type Column, type ColumnKind } from '../../schemas/derived/columns.ts';
import { element, xmlBytes } from '../response/xml.ts';

export const GML = { uri: 'http://www.opengis.net/gml/3.2', location: 'http://schemas.opengis.net/gml/3.2.1/gml.xsd' } as const;
export const SF = {
  uri: 'http://www.opengis.net/ogcapi-features-1/1.0/sf', location: 'http://schemas.opengis.net/ogcapi/features/part1/1.0/xml/core-sf.xsd',
} as const;
const LEVELS = { uri: 'http://www.opengis.net/gmlsf/2.0', location: 'http://schemas.opengis.net/gmlsfProfile/2.0/gmlsfLevels.xsd' } as const;

/** Returns the namespace of a collection's elements, which is also the address of its schema. */
export function gmlNamespace(collection: string, baseUrl: string): string {
  return `${baseUrl}/collections/${collection}/schema/gml`;
}

/** Returns the name of the element of a column: the path of the property, as in queryables. */
export function xmlNameOf({ name, path }: Column): string {
  return path === '' ? name : path;
}

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'string', list: 'string', link: 'anyURI', number: 'double', integer: 'integer', boolean: 'boolean', moment: 'dateTime', date: 'date',
};

/** Returns the schema of a collection. */
export function gmlSchema(collection: string, baseUrl: string): Buffer {
  const namespace = gmlNamespace(collection, baseUrl);
  const imported = ({ uri, location }: { readonly uri: string; readonly location: string }) => (
    element('import', { namespace: uri, schemaLocation: location })
  );
  return xmlBytes(element('schema', {
    xmlns: 'http://www.w3.org/2001/XMLSchema', 'xmlns:gml': GML.uri, 'xmlns:gmlsf': LEVELS.uri, 'xmlns:ev': namespace,
    targetNamespace: namespace, elementFormDefault: 'qualified', version: '4.0',
  }, [
    element('annotation', {}, element('appinfo', { source: LEVELS.location }, element('gmlsf:ComplianceLevel', {}, 0))),
    imported(GML), imported(LEVELS),
    element('element', { name: collection, type: 'ev:FeatureType', substitutionGroup: 'gml:AbstractFeature' }),
    element('complexType', { name: 'FeatureType' }, element('complexContent', {}, element('extension', { base: 'gml:AbstractFeatureType' },
      element('sequence', {}, [
        ...columnsOf(collection).map((column) => element('element', { name: xmlNameOf(column), type: TYPES[column.kind], minOccurs: '0' })),
        element('element', { name: 'geometrie', type: 'gml:GeometryPropertyType', minOccurs: '0' }),
      ])))),
  ]));
}
