"""Reads collections through the GDAL inside pyogrio and prints {collection: {fields, features: [{id, geometry}]}} as JSON.

usage: read.py BASE_URL QUESTIONS    (JSON: [{"collection", "crs" as GDAL's open option CRS= takes it, "where"?, "bbox"?, "file"? instead of the service}])
The answers stand in the order of the questions.
"""
import json
import sys

import pyogrio
import shapely


def read(base, question):
    """Fields and features of one question."""
    asked = {} if "file" in question else {"CRS": question["crs"]}
    if "bbox" in question:
        asked["bbox"] = tuple(question["bbox"])
    if "where" in question:
        asked["where"] = question["where"]
    source = question.get("file", f"OAPIF:{base}")
    meta, _, geometries, columns = pyogrio.raw.read(source, layer=question["collection"], **asked)
    ids = dict(zip(meta["fields"], columns)).get("id", [])
    features = []
    for identity, wkb in zip(ids, geometries if geometries is not None else [None] * len(ids)):
        geometry = None if wkb is None else json.loads(shapely.to_geojson(shapely.from_wkb(wkb)))
        features.append({"id": str(identity), "geometry": geometry})
    return {"fields": list(meta["fields"]), "features": features}


json.dump([read(sys.argv[1], question) for question in json.loads(sys.argv[2])], sys.stdout)
