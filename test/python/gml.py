"""Validates GML by OGC's own schemas with libxml2. Reads {"folder": path, "cases": [{"schema": text, "documents": [text]}]} on stdin; prints for each case the mistakes.

The folder has the archives ogc-schemas and w3c-schemas, copies of schemas.opengis.net and www.w3.org. A schema that is in neither is a mistake: nothing is read from the network.
"""
import json
import sys
import zipfile
from pathlib import Path

from lxml import etree

given = json.load(sys.stdin)
archives = {}
for path in Path(given['folder']).glob('*-schemas-*.jar'):
    archive = zipfile.ZipFile(path)
    archives.update({name: archive for name in archive.namelist()})
# Address of a schema: its place in the archives.
PLACES = {'http://schemas.opengis.net/': 'ogc/', 'http://www.isotc211.org/2005/': 'ogc/iso/19139/20070417/', 'http://www.w3.org/': 'w3c/'}


class Archive(etree.Resolver):
    def resolve(self, url, public_id, context):
        name = url
        for start, place in PLACES.items():
            name = name.replace(start, place)
        return self.resolve_string(archives[name].read(name), context, base_url=url)


parser = etree.XMLParser(no_network=True)
parser.resolvers.add(Archive())


def mistakes(case):
    schema = etree.XMLSchema(etree.fromstring(case['schema'].encode(), parser))
    found = []
    for document in case['documents']:
        if not schema.validate(etree.fromstring(document.encode())):
            found.extend(str(error) for error in schema.error_log)
    return found


json.dump([mistakes(case) for case in given['cases']], sys.stdout)
