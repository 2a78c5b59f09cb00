"""An independent validator: Python's jsonschema, draft 2020-12. One question a line on standard input, one answer a line.

{"name": N, "schema": S} keeps a schema; {"name": N} asks whether it is one by the meta-schema; {"name": N, "text": T}
whether the JSON text T is valid under it. N may be `<name>#/$defs/<part>`. An answer is true, false or a text: what went
wrong.
"""
import json
import sys

from jsonschema import Draft202012Validator

validators = {}


def answer(question):
    name = question["name"]
    if "schema" in question:
        validators[name] = Draft202012Validator(question["schema"])
        return True
    if name not in validators:
        whole, part = name.split("#")
        validators[name] = validators[whole].evolve(schema={"$ref": "#" + part, "$defs": validators[whole].schema["$defs"]})
    if "text" not in question:
        Draft202012Validator.check_schema(validators[name].schema)
        return True
    return validators[name].is_valid(json.loads(question["text"]))


for line in sys.stdin:
    try:
        print(json.dumps(answer(json.loads(line))), flush=True)
    except Exception as error:
        print(json.dumps(f"{type(error).__name__}: {error}"), flush=True)
