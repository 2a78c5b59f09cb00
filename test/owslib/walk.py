"""Walks a service with OWSLib as a user of it would, and prints what it found as JSON:
{conformsTo, collections: {id: {title, matched, ids, queryables, first: id of the first feature asked alone}}, boxed: ids in a box, filtered: ids by CQL2}

usage: walk.py BASE_URL
"""
import json
import sys

from owslib.ogcapi.features import Features

service = Features(sys.argv[1])
assert service.api()["openapi"].startswith("3.0"), "no OpenAPI document"
collections = {}
for name in service.feature_collections():
    described = service.collection(name)
    page = service.collection_items(name, limit=10000)
    ids = [feature["id"] for feature in page["features"]]
    first = service.collection_item(name, ids[0])["id"] if ids else None
    queryables = list(service.collection_queryables(name)["properties"])
    collections[name] = {"title": described["title"], "matched": page["numberMatched"], "ids": ids, "queryables": queryables, "first": first}
boxed = service.collection_items("kwetsbare-gebouwen", bbox=[5.9, 52.2, 6.1, 52.3], limit=10000)
filtered = service.collection_items("kwetsbare-gebouwen", filter="populatie > 20", limit=10000)
json.dump({
    "conformsTo": service.conformance()["conformsTo"], "collections": collections,
    "boxed": [feature["id"] for feature in boxed["features"]], "filtered": [feature["id"] for feature in filtered["features"]],
}, sys.stdout)
