"""Requests and refusals shared by all our APIs."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from maps.documents import check_sound
from rules.errors import BadInput

_IN_ADDRESS = {"op_id", "revision", "seat"}
"""Fields that belong in the query string of any request."""


class RequestModel(BaseModel):
    """The body of a request. Unknown fields are refused, and so are values that no document may hold."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _sound(cls, given: Any) -> Any:
        check_sound(given)
        if isinstance(given, dict):
            _check_fields(cls, given)
        return given


def _check_fields(model: type[BaseModel], given: dict[str, Any]) -> None:
    """Check that a body has all required fields, and no unknown ones.

    Raises:
        BadInput: naming the field and what was wanted.
    """
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    for name in given:
        if name not in fields:
            hint = f"; it belongs in the address: ?{name}=…" if name in _IN_ADDRESS else ""
            raise BadInput("field", name, f"one of {', '.join(fields)}{hint}")
    for name, field in fields.items():
        if field.is_required() and name not in given:
            raise BadInput(
                name, None, f"given{f': {field.description}' if field.description else ''}".rstrip(".")
            )


class ResponseModel(BaseModel):
    """An answer, or a part of one, that is read from a value with fields of the same names."""

    model_config = ConfigDict(from_attributes=True)


class Problem(BaseModel):
    """Why a request was refused, in one sentence."""

    error: str = Field(description="One sentence that names field, value and what was wanted.")
    revision: str | None = Field(None, description="With status 409: the revision of the scene by now.")
    reasons: list[str] | None = Field(
        None, description="With an action that the rules forbid: each reason with its rule."
    )
