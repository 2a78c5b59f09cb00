"""Reads files in JSON-FG by GDAL's driver JSONFG, inside pyogrio, and prints [{crs, layer, features: [{id, geometry}]}] as JSON.

usage: read-fg.py FILE…
"""
import json
import sys

import pyogrio
import shapely


def read(path):
    """CRS, layer and features of one file."""
    source = f"JSONFG:{path}"
    (layer, _), = pyogrio.list_layers(source)
    meta, _, geometries, columns = pyogrio.raw.read(source)
    ids = dict(zip(meta["fields"], columns))["id"]
    features = [
        {"id": str(identity), "geometry": None if wkb is None else json.loads(shapely.to_geojson(shapely.from_wkb(wkb)))}
        for identity, wkb in zip(ids, geometries)
    ]
    return {"crs": meta["crs"], "layer": layer, "features": features}


json.dump([read(path) for path in sys.argv[1:]], sys.stdout)
