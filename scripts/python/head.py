"""A client of Cutroom, in one file. It needs Python 3.9 or newer, and nothing else.

    from cutroom import Client

    client = Client('http://127.0.0.1:3000', key)
    for page in client.pages(client.find_items, q='harbour'):
        for found in page['results']:
            print(found[found['type']]['title'])

`Client` has a method for each operation of the API, such as `get_asset`, and also `pages`, `changes`, `upload`, `send`,
`download` and `work`. A request that the service refuses raises `CutroomError`. A lost connection raises what Python raises:
`OSError` or `http.client.HTTPException`. `verify_webhook` checks what a receiver of webhooks was sent.
"""
# Built from the API document and scripts/python/.
from __future__ import annotations

import base64
import binascii
import datetime
import email.utils
import hashlib
import hmac
import http.client
import inspect
import io
import itertools
import json
import math
import os
import re
import selectors
import socket
import ssl
import threading
import time
import urllib.parse
import uuid
from typing import Any, BinaryIO, Callable, Dict, Iterable, Iterator, Literal, Mapping, Sequence, Union

__all__ = ['Client', 'CutroomError', 'verify_webhook']

# Types of arguments.
Id = Union[str, int]
Path = Union[str, 'os.PathLike[str]']
Headers = Mapping[str, str]
Into = Union[str, 'os.PathLike[str]', BinaryIO]
Body = Union[bytes, str, 'os.PathLike[str]', BinaryIO]
# <types>

# The default of arguments that are not sent unless you pass them. None is sent as null.
_UNSET: Any = type('Unset', (), {'__repr__': lambda self: '...'})()

_JSON = 'application/json'
_BLOCK_BYTES = 64 * 1024
_LONGEST_REFUSAL_BYTES = 1024 * 1024
# The longest wait after which a request is sent again, and how often.
_LONGEST_WAIT_S = 60
_MOST_REPEATS = 3
_LONGEST_BACKOFF_S = 15
_PAGE = 100
# How long the service waits for what is new, and for a step if its claim may be stopped.
_WAIT_S = 30
_STOPPABLE_WAIT_S = 5
# How often a step beats, whose heartbeat is ten seconds at least.
_BEAT_S = 5
_LONGEST_ERROR = 1000
# Failures after which following and claiming go on.
_PASSING = (408, 429, 500, 502, 503, 504)
# Pieces of uploads. After 413 they are halved, down to the smallest.
_PIECE_BYTES = 8 * 1024 * 1024
_SMALLEST_PIECE_BYTES = 512 * 1024
# How long an upload tries to go on without a byte that arrives.
_PATIENCE_S = 5 * 60
_LONGEST_LOOK_S = 3
# How often an upload looks for its file before it counts as replaced.
_MOST_LOOKS = 10


class CutroomError(Exception):
    """The service has refused a request, or has not answered as its document says.

    status: The HTTP status. 0 if there was no answer, as in `verify_webhook`.
    text: The `error` of the answer. None if the answer is not the service's, or is empty.
    retry_after: The number of seconds after which to try again, or None.
    """

    def __init__(self, message: str, status: int, text: str | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.text = text
        self.retry_after = retry_after
