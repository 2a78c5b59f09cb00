"""Expands JSON documents with a JSON-LD context by PyLD. Reads {"context": …, "documents": […]} on stdin; prints each document expanded, and as N-Quads."""
import json
import sys

from pyld import jsonld

given = json.load(sys.stdin)


def loader(url, options):
    raise ValueError(f'{url} would be loaded')


jsonld.set_document_loader(loader)
OPTIONS = {'base': given['base'], 'expandContext': given['context']}
json.dump([
    {'expanded': jsonld.expand(document, OPTIONS), 'quads': jsonld.to_rdf(document, {**OPTIONS, 'format': 'application/n-quads'})}
    for document in given['documents']
], sys.stdout)
