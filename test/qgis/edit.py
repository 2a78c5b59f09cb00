"""Edits a collection in QGIS (PyQGIS, provider OAPIF) as a user of QGIS does: adds a feature like the first one there, moves it, changes
an attribute of it and deletes it, each saved by itself. Prints what QGIS says of each, as JSON:
{version, crs, capabilities, steps: [{step, saved, errors, features: [{id, value, x, y}]}]}, where features is what a layer opened anew
then has, and value that of the attribute.

usage: edit.py BASE_URL TOKEN COLLECTION ID ATTRIBUTE VALUE STEP...    (ID: of the feature; VALUE: JSON; STEP: add, move, change or delete)
QT_QPA_PLATFORM=offscreen: no screen is needed. Needs QGIS 3.32 or newer: older ones only read.
"""
import json
import sys

from qgis.core import Qgis, QgsApplication, QgsAuthMethodConfig, QgsFeature, QgsVectorLayer

base, token, collection, wanted, attribute, value, *steps = sys.argv[1:]
METRES = 10
application = QgsApplication([], False)
application.initQgis()


def authentication():
    """The id of a configuration that sends the token, as in Settings > Options > Authentication."""
    manager = QgsApplication.authManager()
    manager.setMasterPassword("edit", True)
    config = QgsAuthMethodConfig("APIHeader")
    config.setName("register")
    config.setConfig("Authorization", f"Bearer {token}")
    if not manager.storeAuthenticationConfig(config)[0]:
        raise RuntimeError("QGIS does not keep the token")
    return config.id()


def opened():
    """The collection as a layer that reads everything anew."""
    layer = QgsVectorLayer(f"url='{base}' typename='{collection}' authcfg={config}", collection, "OAPIF")
    if not layer.isValid():
        raise RuntimeError(layer.error().message())
    return layer


def found(layer):
    """The feature that is edited."""
    return next(one for one in layer.getFeatures() if one["id"] == wanted)


def add(layer):
    """A feature with the attributes of the first one, but its own id, a few metres away."""
    example = next(layer.getFeatures())
    feature = QgsFeature(layer.fields())
    feature.setAttributes(example.attributes())
    feature["id"] = wanted
    feature["identificatie"] = {"namespace": "NL.IMEV", "lokaalID": wanted}
    feature.setGeometry(moved(example.geometry()))
    return layer.addFeature(feature)


def move(layer):
    """The feature a few metres further."""
    feature = found(layer)
    return layer.changeGeometry(feature.id(), moved(feature.geometry()))


def change(layer):
    """One attribute."""
    return layer.changeAttributeValue(found(layer).id(), layer.fields().indexOf(attribute), json.loads(value))


def delete(layer):
    """The feature."""
    return layer.deleteFeature(found(layer).id())


def moved(geometry):
    """The same a few metres to the east, in the layer's CRS."""
    geometry.translate(METRES, 0)
    return geometry


def place(feature):
    """What can be compared of a feature."""
    box = feature.geometry().boundingBox()
    return {"id": feature["id"], "value": feature[attribute], "x": box.xMinimum(), "y": box.yMinimum()}


def step(act):
    """One edit session."""
    layer = opened()
    if not layer.startEditing():
        return {"step": act.__name__, "saved": False, "errors": ["the layer cannot be edited"], "features": []}
    try:
        saved = act(layer) and layer.commitChanges()
    except StopIteration:
        return {"step": act.__name__, "saved": False, "errors": ["the feature is not there"], "features": []}
    errors = layer.commitErrors()
    return {"step": act.__name__, "saved": saved, "errors": errors, "features": [place(one) for one in opened().getFeatures()]}


config = authentication()
first = opened()
print(json.dumps({
    "version": Qgis.QGIS_VERSION, "crs": first.crs().authid(), "capabilities": first.dataProvider().capabilitiesString(),
    "steps": [step({"add": add, "move": move, "change": change, "delete": delete}[name]) for name in steps],
}, default=str))
application.exitQgis()
