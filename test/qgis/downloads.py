"""Opens files of downloads in QGIS (PyQGIS, provider OGR) and prints what a user of QGIS then has, as JSON in the order of the sources:
[{valid, crs, ids, withGeometry, colours}]; `colours` are those of the style that QGIS finds in the file.

usage: downloads.py SOURCES    (JSON: sources of layers, such as "file.gpkg|layername=wegen")
QT_QPA_PLATFORM=offscreen: no screen is needed.
"""
import json
import sys

from qgis.core import Qgis, QgsApplication, QgsProviderRegistry, QgsRenderContext, QgsVectorLayer

application = QgsApplication([], False)
application.initQgis()


def parts_of(source):
    """Sources of the layers that QGIS makes of one: one for each kind of geometry."""
    details = QgsProviderRegistry.instance().querySublayers(source, Qgis.SublayerQueryFlags(Qgis.SublayerQueryFlag.ResolveGeometryType))
    return [one.uri() for one in details] or [source]


def read(source):
    """One source as the layers that QGIS makes of it."""
    layers = [QgsVectorLayer(part, "layer", "ogr") for part in parts_of(source)]
    features = [feature for layer in layers for feature in layer.getFeatures()]
    colours = [symbol.color().name() for layer in layers if layer.renderer() is not None for symbol in layer.renderer().symbols(QgsRenderContext())]
    return {
        "valid": all(layer.isValid() for layer in layers), "crs": sorted({layer.crs().authid() for layer in layers}),
        "ids": sorted({str(feature["id"]) for feature in features}), "withGeometry": len({str(feature["id"]) for feature in features if feature.hasGeometry()}),
        "colours": sorted(set(colours)),
    }


print(json.dumps([read(source) for source in json.loads(sys.argv[1])]))
application.exitQgis()
