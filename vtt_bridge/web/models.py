"""Requests and refusals that every API of ours has in common."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from maps.documents import check_sound


class RequestModel(BaseModel):
    """The body of a request: a field that is not known is refused, and so is what no document may hold."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _sound(cls, given: Any) -> Any:
        check_sound(given)
        return given


class Problem(BaseModel):
    """Why a request was refused, in one sentence."""

    error: str = Field(description="One sentence that names field, value and what was wanted.")
    revision: str | None = Field(None, description="With status 409: the revision of the scene by now.")
    reasons: list[str] | None = Field(
        None, description="With an action that the rules forbid: each reason with its rule."
    )
