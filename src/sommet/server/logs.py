"""What the server writes to standard error: one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

from .config import Config

_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object a line: when, how bad, who, what. Messages are fixed texts; no secret is ever given to a log."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def start(config: Config) -> None:
    """From now on everything is logged so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("sommet", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(config.log.upper())
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("sommet.access").setLevel(logging.INFO if config.access_log else logging.CRITICAL + 1)
