"""Requests and refusals that every API of ours has in common."""

from pydantic import BaseModel, ConfigDict, Field


class RequestModel(BaseModel):
    """The body of a request: a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Why a request was refused, in one sentence."""

    error: str = Field(description="One sentence that names field, value and what was wanted.")
    revision: str | None = Field(None, description="With status 409: the revision of the scene by now.")
    reasons: list[str] | None = Field(
        None, description="With an action that the rules forbid: each reason with its rule."
    )
