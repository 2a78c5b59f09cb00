"""Edits a collection in QGIS (PyQGIS, provider OAPIF) as a user of QGIS does: adds a feature like the first one there, or draws one from
nothing; moves it, changes an attribute of it, ends it and deletes it, each saved by itself. Prints what QGIS says of each, as JSON:
{version, crs, capabilities, steps: [{step, saved, errors, log, features: [{id, value, x, y}]}]}, where log is what stands in the message
log, features what a layer opened anew then has, and value that of the attribute.

usage: edit.py BASE_URL TOKEN COLLECTION ID ATTRIBUTE VALUE STEP...
ID: of the feature, or the bronobjectID of one that is drawn; VALUE: JSON; STEP: add, draw, typed, unfinished, move, change, end, day or delete
QT_QPA_PLATFORM=offscreen: no screen is needed. Needs QGIS 3.32 or newer: older ones only read.
"""
import json
import sys

from qgis.core import (
    Qgis, QgsApplication, QgsAuthMethodConfig, QgsFeature, QgsGeometry, QgsRectangle, QgsVectorLayer, QgsVectorLayerUtils,
)
from qgis.PyQt.QtCore import QDate, QDateTime, QTime

base, token, collection, wanted, attribute, value, *steps = sys.argv[1:]
METRES = 10
application = QgsApplication([], False)
application.initQgis()
logged = []
QgsApplication.messageLog().messageReceived.connect(lambda *message: logged.append(str(message[0])))


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
    return next(one for one in layer.getFeatures() if wanted in (one["id"], one["bronobjectID"]))


def add(layer):
    """A feature with the attributes of the first one, but its own id, a few metres away."""
    example = next(layer.getFeatures())
    feature = QgsFeature(layer.fields())
    feature.setAttributes(example.attributes())
    feature["id"] = wanted
    feature["identificatie"] = {"namespace": "NL.IMEV", "lokaalID": wanted}
    feature.setGeometry(moved(example.geometry()))
    return layer.addFeature(feature)


def draw(layer):
    """A square, and the fields that a user fills in the form of a new feature."""
    return layer.addFeature(drawn(layer, {"beginGeldigheid": QDateTime(QDate(2020, 1, 1), QTime(0, 0))}))


def typed(layer):
    """The same with a text in every field that a user may edit, as a form gives it that takes all for text fields."""
    return layer.addFeature(drawn(layer, {
        "beginGeldigheid": "2020-01-01", "categorieKwetsbaarheid": "Kwetsbaar", "populatie": "12,5", "informatieGeheim": "nee", "comment": "getypt",
        "gebruiksdoeleindenDetail": "school", "geometrieMetagegevens": '{"bronregistratie": "BAG"}', "idPandBAG": "0193100000098765",
        "documentInfo": '{"naam": "Besluit", "link": "https://example.org/1"}', "kadastraleAanduiding": '["UTH02D02662G0000"]', "bronhouder": "",
        "bronhoudercodeOverheid": "gm0307", "bronhoudercodeGeenOverheid": "", "idAdresseerbaarobjectBAG": "", "eindGeldigheid": "", "entityType": "", "id": "",
    }))


def unfinished(layer):
    """The same without a field that nobody can fill in for its user."""
    return layer.addFeature(drawn(layer, {}))


def day(layer):
    """The same with a day, as a date field gives it."""
    return layer.changeAttributeValue(found(layer).id(), layer.fields().indexOf("eindGeldigheid"), QDate(2021, 1, 1))


def drawn(layer, more):
    """A square of ten metres with what a user types, made as the form of QGIS makes a feature: all else has its default."""
    values = {"bronhoudercode": "CD34", "bronobjectID": wanted, "categorieKwetsbaarheid": "kwetsbaar", "populatie": 12, **more}
    square = QgsGeometry.fromRect(QgsRectangle(194000, 469000, 194000 + METRES, 469000 + METRES))
    return QgsVectorLayerUtils.createFeature(layer, square, {layer.fields().indexOf(name): value for name, value in values.items()})


def end(layer):
    """The feature is valid no more since a moment. QGIS before 3.44 knows the field as a text, where no feature has a value."""
    return layer.changeAttributeValue(found(layer).id(), layer.fields().indexOf("eindGeldigheid"), "2021-01-01T00:00:00Z")


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
    logged.clear()
    if not layer.startEditing():
        return {"step": act.__name__, "saved": False, "errors": ["the layer cannot be edited"], "log": [], "features": []}
    try:
        saved = act(layer) and layer.commitChanges()
    except StopIteration:
        return {"step": act.__name__, "saved": False, "errors": ["the feature is not there"], "log": [], "features": []}
    errors = layer.commitErrors()
    application.processEvents()
    return {"step": act.__name__, "saved": saved, "errors": errors, "log": list(logged), "features": [place(one) for one in opened().getFeatures()]}


STEPS = {act.__name__: act for act in (add, draw, typed, unfinished, move, change, end, day, delete)}
config = authentication()
first = opened()
print(json.dumps({
    "version": Qgis.QGIS_VERSION, "crs": first.crs().authid(), "capabilities": first.dataProvider().capabilitiesString(),
    "steps": [step(STEPS[name]) for name in steps],
}, default=str))
application.exitQgis()
