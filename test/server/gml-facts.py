"""Reads XML documents, a JSON list of texts on stdin, with Python's own parser; prints of each its root and its facts as JSON."""
import json
import sys
import xml.etree.ElementTree as tree

GML = '{http://www.opengis.net/gml/3.2}'
EPSG = '{urn:x-ogp:spec:schema-xsd:EPSG:1.0:dataset}'


def facts(text):
    root = tree.fromstring(text)
    metadata = root.find(f'{GML}metaDataProperty/{EPSG}CommonMetadata')
    ids = [node.attrib[f'{GML}id'] for node in root.iter() if f'{GML}id' in node.attrib]
    of = lambda name: [node.text for node in root.iter(GML + name)]
    return {
        'root': root.tag,
        'type': metadata.findtext(f'{EPSG}type'),
        'source': metadata.findtext(f'{EPSG}informationSource'),
        'identifier': root.findtext(f'{GML}identifier'),
        'name': root.findtext(f'{GML}name'),
        'axes': of('axisAbbrev'),
        'datums': [node.findtext(f'{GML}name') for kind in ('GeodeticDatum', 'VerticalDatum') for node in root.iter(GML + kind)],
        'bases': [node.findtext(f'{GML}name') for node in root.iter(f'{GML}GeodeticCRS')],
        'values': [float(value) for value in of('value')],
        'ellipsoids': [[float(a), float(b)] for a, b in zip(of('semiMajorAxis'), of('inverseFlattening'))],
        'idsOfTheirOwn': len(ids) == len(set(ids)),
    }


json.dump([facts(text) for text in json.load(sys.stdin)], sys.stdout)
