"""Loads collections in QGIS (PyQGIS, provider OAPIF) and prints what a user of QGIS then has, as JSON in the order of the questions:
[{valid, geometryType, fields, features: [{id, hasGeometry, isDrawn}]}]

usage: read.py BASE_URL QUESTIONS    (JSON: [{"collection", "layerCrs"? instead of that which QGIS chooses, "filter"? an expression of QGIS, "box"? [west, south, east, north],
                                        "screen"? {"crs", "extent"}: with the box that a map in that CRS asks of the layer}])
QT_QPA_PLATFORM=offscreen: no screen is needed.
"""
import json
import sys

from qgis.core import (
    QgsApplication, QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsFeatureRequest, QgsMapSettings, QgsProject, QgsRectangle, QgsVectorLayer, QgsWkbTypes,
)

base, questions = sys.argv[1], json.loads(sys.argv[2])
application = QgsApplication([], False)
application.initQgis()


def drawn(feature, layer):
    """Whether the geometry is of the kind that the layer draws."""
    return feature.hasGeometry() and QgsWkbTypes.geometryType(feature.geometry().wkbType()) == layer.geometryType()


def asked_of(layer, screen):
    """The box, in the CRS of the layer, that a map asks of it."""
    settings = QgsMapSettings()
    settings.setDestinationCrs(QgsCoordinateReferenceSystem(screen["crs"]))
    settings.setTransformContext(QgsProject.instance().transformContext())
    return settings.outputExtentToLayerExtent(layer, QgsRectangle(*screen["extent"]))


def read(question):
    """One question as a layer of its own."""
    source = f"url='{base}' typename='{question['collection']}' restrictToRequestBBOX='1'" + (f" srsname='{question['layerCrs']}'" if "layerCrs" in question else "")
    layer = QgsVectorLayer(source, question["collection"], "OAPIF")
    if not layer.isValid():
        return {"valid": False, "error": layer.error().message(), "geometryType": None, "fields": [], "features": []}
    request = QgsFeatureRequest()
    in_layer = QgsCoordinateTransform(QgsCoordinateReferenceSystem("OGC:CRS84"), layer.crs(), QgsProject.instance())
    if "filter" in question:
        request.setFilterExpression(question["filter"])
    if "box" in question:
        request.setFilterRect(in_layer.transformBoundingBox(QgsRectangle(*question["box"])))
    if "screen" in question:
        request.setFilterRect(asked_of(layer, question["screen"]))
    features = [{"id": str(one["id"]), "hasGeometry": one.hasGeometry(), "isDrawn": drawn(one, layer)} for one in layer.getFeatures(request)]
    return {
        "valid": True, "geometryType": QgsWkbTypes.displayString(layer.wkbType()),
        "fields": [field.name() for field in layer.fields()], "features": features,
    }


print(json.dumps([read(question) for question in questions]))
application.exitQgis()
