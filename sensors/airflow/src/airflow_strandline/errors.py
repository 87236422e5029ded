"""Errors of the engine as Airflow treats them: what may pass by itself is retried, nothing else."""

from __future__ import annotations

from airflow.sdk.exceptions import AirflowException, AirflowFailException


class StrandlineRetryableError(AirflowException):
    """A failure that may pass by itself, so that Airflow's retries help."""


class StrandlineFailedError(AirflowFailException):
    """A failure that a retry cannot help: somebody has to do what the message says."""


def airflow_error(error: Exception) -> AirflowException:
    """The error to raise in a task, with the engine's code, message and remedy."""
    code = getattr(error, "code", None)
    said = f"{code.value if code else type(error).__name__}: {error}"
    retryable = bool(getattr(error, "retryable", False))
    return StrandlineRetryableError(said) if retryable else StrandlineFailedError(said)
