"""Draws vector tiles by their QML. Argument: JSON list of [url of tiles, file of the style, [x, y] in EPSG:3857, metres]. Prints for each the styles and the colours drawn."""
import json
import os
import sys

from qgis.core import Qgis, QgsApplication, QgsCoordinateReferenceSystem, QgsMapRendererSequentialJob, QgsMapSettings, QgsRectangle, QgsVectorTileLayer
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

application = QgsApplication([], False)
application.initQgis()
results = []
for url, style, (x, y), metres in json.loads(sys.argv[1]):
    layer = QgsVectorTileLayer(f"type=xyz&url={url}&zmin=0&zmax=22", "tiles")
    _, loaded = layer.loadNamedStyle(style)
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
    settings.setExtent(QgsRectangle(x - metres, y - metres, x + metres, y + metres))
    settings.setOutputSize(QSize(400, 400))
    settings.setBackgroundColor(QColor("white"))
    settings.setFlag(Qgis.MapSettingsFlag.Antialiasing, False)
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    if "PICTURES" in os.environ:
        image.save(os.path.join(os.environ["PICTURES"], os.path.basename(style) + ".png"))
    colours = {}
    for row in range(image.height()):
        for column in range(image.width()):
            name = image.pixelColor(column, row).name()
            colours[name] = colours.get(name, 0) + 1
    results.append({"loaded": loaded, "valid": layer.isValid(), "styles": [s.styleName() for s in layer.renderer().styles()], "colours": colours})
print(json.dumps(results))
sys.stdout.flush()
os._exit(0)
