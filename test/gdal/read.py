"""Reads one collection through the GDAL inside pyogrio and prints [{id, geometry}] as JSON.

usage: read.py BASE_URL COLLECTION CRS    (CRS as GDAL's open option CRS= takes it)
"""
import json
import sys

import pyogrio
import shapely

base, collection, crs = sys.argv[1:]
meta, _, geometries, columns = pyogrio.raw.read(f"OAPIF:{base}", layer=collection, CRS=crs)
fields = dict(zip(meta["fields"], columns))
ids = fields.get("id", [])
features = []
for identity, wkb in zip(ids, geometries if geometries is not None else [None] * len(ids)):
    geometry = None if wkb is None else json.loads(shapely.to_geojson(shapely.from_wkb(wkb)))
    features.append({"id": str(identity), "geometry": geometry})
json.dump(features, sys.stdout)
