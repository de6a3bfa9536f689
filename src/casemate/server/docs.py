"""The API's description as a page: read from its OpenAPI schema, so that it cannot say anything else."""

from collections.abc import Iterator, Mapping
from typing import Any

METHODS = ("get", "post", "put", "delete")


def operations(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every operation in the order of the paths."""
    return [
        told(method, path, item[method], schema)
        for path, item in schema["paths"].items()
        for method in METHODS
        if method in item
    ]


def told(method: str, path: str, operation: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    summary, _, description = (operation.get("description") or "").partition("\n")
    return {
        "method": method.upper(),
        "path": path,
        "summary": summary,
        "description": description.strip(),
        "parameters": [told_parameter(each) for each in operation.get("parameters", ())],
        "body": dict(fields(operation, schema)),
        "responses": [
            {"status": status, "description": answer["description"]}
            for status, answer in operation.get("responses", {}).items()
        ],
    }


def told_parameter(parameter: Mapping[str, Any]) -> dict[str, str]:
    kind = parameter.get("schema", {}).get("type", "text")
    place = "in the path" if parameter["in"] == "path" else f"as ?{parameter['name']}="
    return {"name": parameter["name"], "description": f"{parameter.get('description') or kind}, {place}"}


def fields(operation: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields of the body in a word each."""
    for content in operation.get("requestBody", {}).get("content", {}).values():
        body = resolved(content.get("schema", {}), schema)
        required = body.get("required", ())
        for name, field in body.get("properties", {}).items():
            yield name, told_field(field) + ("" if name in required else " (may be left out)")


def resolved(body: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    name = body.get("$ref", "").rpartition("/")[2]
    found: Mapping[str, Any] = schema["components"]["schemas"][name] if name else body
    return found


def told_field(field: Mapping[str, Any]) -> str:
    kinds = [each.get("type", "") for each in field.get("oneOf", [field])]
    return " or ".join(kind for kind in kinds if kind and kind != "null") or "anything"
