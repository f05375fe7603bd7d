"""A client of Cutroom, in one file. It needs Python 3.9 or newer, and nothing else.

    from cutroom import Client

    client = Client('http://127.0.0.1:3000', key)
    for page in client.pages(client.find_items, q='harbour'):
        for found in page['results']:
            print(found[found['type']]['title'])

`Client` has a method for each operation of the API, such as `get_asset`, and also `pages`, `changes`, `upload`, `send`
and `download`. A request that the service refuses raises `CutroomError`. A lost connection raises what Python raises:
`OSError` or `http.client.HTTPException`. `verify_webhook` checks what a receiver of webhooks was sent.
"""
# Generated from the API document by `npm run python`. Change scripts/python.js and scripts/python/, not this file.
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
EventKind = Literal[
    'ASSET_REMOVED_FAVORITE',
    'ASSET_ADDED_FAVORITE',
    'ASSET_ADDED_COMMENT',
    'ASSET_STARTED_INGEST',
    'ASSET_RESTORED',
    'ASSET_REMOVED',
    'ASSET_EDITED_COMMENT',
    'ASSET_REMOVED_COMMENT',
    'ASSET_EDITED_METADATA',
    'ASSET_ADDED_APPROVAL',
    'ASSET_APPROVED',
    'ASSET_REJECTED',
    'ASSET_LINKED',
    'ASSET_UNLINKED',
    'ASSET_ADDED_CLIP',
    'ASSET_EDITED_CLIP',
    'ASSET_REMOVED_CLIP',
    'ASSET_ADDED_ATTACHMENT',
    'ASSET_REMOVED_ATTACHMENT',
    'ASSET_ADDED_FIELD_GROUP',
    'ASSET_EDITED_FIELD_GROUP',
    'ASSET_REMOVED_FIELD_GROUP',
    'ASSET_ADDED',
    'ASSET_STARTED_ANALYSIS',
    'ASSET_FINISHED_ANALYSIS',
    'ASSET_DOWNLOADED',
    'ASSET_SHARED_LINK',
    'ASSET_PUBLISHED',
    'ASSET_STARTED_RTSP_STREAM',
    'ASSET_STARTED_RTMP_STREAM',
    'ASSET_FINISHED_STREAM',
    'ASSET_ADDED_CROP',
    'ASSET_EDITED_CROP',
    'ASSET_REMOVED_CROP',
    'ASSET_FINISHED_INGEST',
    'ASSET_REMOVE_MEDIA_QUEUED',
    'ASSET_REMOVED_MEDIA',
    'ASSET_UPDATED_PROXY_MP4',
    'ASSET_FINISHED_PROXY_MP4',
    'ASSET_ADDED_TO_COLLECTION',
    'ASSET_REMOVED_FROM_COLLECTION',
    'INCOMING_ASSET_ADDED_TO_DROP_FOLDER',
    'OUTGOING_ASSET_ADDED_TO_DROP_FOLDER',
    'ASSET_PURGED',
    'ASSET_ADDED_SHAREABLE_LINK',
    'ASSET_UPDATED_INGEST',
    'ASSET_FINISHED_EJECT',
    'ASSET_UPDATED_EJECT',
    'ASSET_ADDED_ARTICLE',
    'ASSET_EDITED_ARTICLE',
    'ASSET_FINISHED_IMAGE_PREVIEW',
    'ASSET_FINISHED_IMAGE_THUMBNAIL',
    'ASSET_FINISHED_DOCUMENT_PREVIEW',
    'ASSET_FINISHED_AUDIO_WAVEFORM',
    'ASSET_FINISHED_AUDIO_PROXY',
    'PROJECT_REMOVED_FAVORITE',
    'PROJECT_ADDED_FAVORITE',
    'PROJECT_ADDED_COMMENT',
    'PROJECT_RESTORED',
    'PROJECT_REMOVED',
    'PROJECT_EDITED_COMMENT',
    'PROJECT_REMOVED_COMMENT',
    'PROJECT_EDITED_METADATA',
    'PROJECT_LINKED',
    'PROJECT_UNLINKED',
    'PROJECT_ADDED_ATTACHMENT',
    'PROJECT_REMOVED_ATTACHMENT',
    'PROJECT_ADDED_FIELD_GROUP',
    'PROJECT_EDITED_FIELD_GROUP',
    'PROJECT_REMOVED_FIELD_GROUP',
    'PROJECT_PRIVATE',
    'PROJECT_PUBLIC',
    'PROJECT_ADDED',
    'PROJECT_ADDED_THUMBNAIL_ASSET',
    'PROJECT_REMOVED_THUMBNAIL_ASSET',
    'PROJECT_PURGED',
    'USER_LINKED',
    'USER_UNLINKED',
    'USER_ADDED',
    'USER_EDITED',
    'USER_REMOVED',
    'USER_EDITED_AVATAR',
    'USER_REMOVED_AVATAR',
    'USER_GROUP_LINKED',
    'USER_GROUP_UNLINKED',
    'USER_GROUP_USER_LINKED',
    'USER_GROUP_USER_UNLINKED',
    'USER_GROUP_ADDED',
    'USER_GROUP_EDITED',
    'USER_GROUP_REMOVED',
    'USER_ROLE_ADDED',
    'USER_ROLE_REMOVED',
    'USER_ROLE_EDITED',
    'COLLECTION_CREATED',
    'COLLECTION_UPDATED_METADATA',
    'COLLECTION_DELETED',
    'COLLECTION_ADDED_FAVORITE',
    'COLLECTION_REMOVED_FAVORITE',
    'COLLECTION_PUBLIC',
    'COLLECTION_PRIVATE',
    'DROP_FOLDER_ADDED',
    'DROP_FOLDER_EDITED_METADATA',
    'DROP_FOLDER_REMOVED',
    'DROP_FOLDER_PUBLIC',
    'DROP_FOLDER_PRIVATE',
    'API_KEY_ADDED',
    'API_KEY_REMOVED',
    'FIELD_ADDED',
    'FIELD_EDITED',
    'FIELD_REMOVED',
    'FIELD_GROUP_ADDED',
    'FIELD_GROUP_EDITED',
    'FIELD_GROUP_REMOVED',
    'PERMISSION_EDITED',
    'LOADER_PING',
    'LOADER_PROCESS_UPDATED',
    'LOADER_PROCESS_REMOVED',
    'LOADER_EDITED',
    'LOADER_PROCESS_EDITED',
    'NOTIFICATION_ADDED',
    'STARTED_DAG_ACTION_RUN',
    'COMPLETED_DAG_ACTION_RUN',
    'UPDATED_DAG_ACTION_RUN',
]

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
# How long the service waits for changes.
_WAIT_S = 30
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


class _Sent:
    """The body of a request, which can be sent again unless it is a file that cannot be sought."""

    def __init__(self, data: Any, content_type: str) -> None:
        self.content_type = content_type
        self.can_repeat = True
        self._data = data
        if isinstance(data, str):
            self._data = data = data.encode()
        if isinstance(data, (bytes, bytearray, memoryview)):
            self.length: int | None = len(data) if not isinstance(data, memoryview) else data.nbytes
        elif isinstance(data, os.PathLike):
            self.length = os.stat(data).st_size
        elif isinstance(data, io.TextIOBase) or not hasattr(data, 'read'):
            raise TypeError('body must be bytes, text, a path (os.PathLike) or a binary file')
        elif _can_seek(data):
            self._start = data.tell()
            self.length = data.seek(0, os.SEEK_END) - self._start
        else:
            self.length = None
            self.can_repeat = False

    def blocks(self) -> Iterator[bytes]:
        data = self._data
        if isinstance(data, (bytes, bytearray, memoryview)):
            yield bytes(data)
        elif isinstance(data, os.PathLike):
            with open(data, 'rb') as file:
                yield from _read_blocks(file)
        elif self.length is not None:
            data.seek(self._start)
            yield from _read_blocks(data)
        else:
            for block in _read_blocks(data):
                yield b'%x\r\n%b\r\n' % (len(block), block)
            yield b'0\r\n\r\n'


class _Transport:
    """Sends requests to one service. It follows no redirects, and keeps no connection open."""

    def __init__(self, url: str, timeout: float | None) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ('http', 'https') or not parts.hostname:
            raise ValueError(f'Not the URL of a service: {url!r}')
        self._kind = http.client.HTTPSConnection if parts.scheme == 'https' else http.client.HTTPConnection
        self._host = parts.hostname
        self._port = parts.port
        self.base = urllib.parse.quote(parts.path.rstrip('/'), safe='/%:@!$&\'()*+,;=~')
        self._timeout = timeout

    def request(
        self, method: str, target: str, headers: Mapping[str, str], *,
        sent: _Sent | None = None, wait: float = 0, may_repeat: bool = False
    ) -> http.client.HTTPResponse:
        """Returns a success, whose body is not read yet. Raises CutroomError for any other answer."""
        if sent is not None and not sent.can_repeat:
            may_repeat = False
        for repeats in itertools.count():
            response = self.exchange(method, target, headers, sent, wait)
            if 200 <= response.status < 300:
                return response
            error = _error_of(response, method, target)
            if (
                not may_repeat or repeats == _MOST_REPEATS or error.status not in (429, 503)
                or error.retry_after is None or error.retry_after > _LONGEST_WAIT_S
            ):
                raise error
            time.sleep(error.retry_after)
        raise AssertionError

    def exchange(
        self, method: str, target: str, headers: Mapping[str, str], sent: Any = None, wait: float = 0
    ) -> http.client.HTTPResponse:
        """Sends a request once, and returns any answer, whose body is not read yet."""
        timeout = None if self._timeout is None else self._timeout + wait
        connection = self._kind(self._host, self._port, timeout=timeout)
        try:
            connection.putrequest(method, self.base + target)
            for name, value in {**headers, **_body_headers(method, sent), 'connection': 'close'}.items():
                connection.putheader(name, value)
            connection.endheaders()
            try:
                for block in () if sent is None else sent.blocks():
                    if _is_answered(connection.sock):
                        break
                    connection.send(block)
            except (ConnectionError, ssl.SSLError):
                # A refusal may have been sent before the whole body arrived.
                pass
            return connection.getresponse()
        except BaseException:
            connection.close()
            raise


def _body_headers(method: str, sent: Any) -> Dict[str, str]:
    if sent is None:
        return {} if method in ('GET', 'HEAD', 'DELETE') else {'content-length': '0'}
    length = {'transfer-encoding': 'chunked'} if sent.length is None else {'content-length': str(sent.length)}
    return {'content-type': sent.content_type, **length}


def _is_answered(connection: socket.socket) -> bool:
    """Whether an answer has come already. What TLS receives may be something else."""
    if isinstance(connection, ssl.SSLSocket):
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        return bool(selector.select(0))


def _can_seek(file: Any) -> bool:
    try:
        return bool(file.seekable())
    except AttributeError:
        return False


def _read_blocks(file: BinaryIO) -> Iterator[bytes]:
    while True:
        block = file.read(_BLOCK_BYTES)
        if not block:
            return
        yield block


def _received(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The body of an answer in blocks. Raises IncompleteRead if it breaks off."""
    announced = response.getheader('content-length')
    is_counted = announced is not None and not response.chunked
    received = 0
    with response:
        while True:
            block = response.read(_BLOCK_BYTES)
            if not block:
                break
            received += len(block)
            yield block
    if is_counted and received < int(announced or 0):
        raise http.client.IncompleteRead(b'', int(announced or 0) - received)


def _error_of(response: http.client.HTTPResponse, method: str, target: str) -> CutroomError:
    """The error of an answer that is no success."""
    try:
        said = response.read(_LONGEST_REFUSAL_BYTES) if method != 'HEAD' else b''
    except (OSError, http.client.HTTPException):
        said = b''
    response.close()
    text = None
    if _media_type(response) == _JSON:
        try:
            text = _error_in(json.loads(said))
        except ValueError:
            pass
    return _failure(response, method, target, text)


def _failure(response: http.client.HTTPResponse, method: str, target: str, text: str | None = None) -> CutroomError:
    # The query may have a signature, which does not belong into logs.
    path = target.split('?', 1)[0]
    if text is not None:
        said = text
    elif 200 <= response.status < 300:
        said = f'this is not the answer of a Cutroom ({response.getheader("content-type", "without a type")})'
    elif 300 <= response.status < 400:
        said = 'redirects are not followed'
    else:
        said = response.reason or 'refused'
    return CutroomError(f'{method} {path}: {response.status}: {said}', response.status, text, _retry_after(response))


def _error_in(body: Any) -> str | None:
    error = body.get('error') if isinstance(body, dict) else None
    return error if isinstance(error, str) else None


def _retry_after(response: http.client.HTTPResponse) -> float | None:
    """`Retry-After` in seconds, which may also be sent as a date."""
    sent = (response.getheader('retry-after') or '').strip()
    if re.fullmatch(r'[0-9]{1,9}(\.[0-9]+)?', sent):
        return float(sent) if '.' in sent else int(sent)
    try:
        moment = email.utils.parsedate_to_datetime(sent)
    except (TypeError, ValueError, IndexError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.timezone.utc)
    return max(0.0, moment.timestamp() - time.time())


def _media_type(response: http.client.HTTPResponse) -> str | None:
    sent = response.getheader('content-type')
    return None if sent is None else sent.split(';')[0].strip().lower()


def _headers_of(response: http.client.HTTPResponse) -> Dict[str, str]:
    headers: Dict[str, str] = {}
    for name, value in response.getheaders():
        name = name.lower()
        headers[name] = f'{headers[name]}, {value}' if name in headers else value
    return headers


def _may_pass(error: Exception, statuses: Sequence[int]) -> bool:
    """Whether it may work later: the connection was lost, or the service says so."""
    if isinstance(error, CutroomError):
        return error.status in statuses
    return isinstance(error, (OSError, http.client.HTTPException)) and not isinstance(
        error, (ssl.SSLCertVerificationError, http.client.InvalidURL)
    )


def _backoff(failures: int, error: Exception | None = None) -> float:
    """The seconds before another try. `failures` counts those before it, from 1."""
    asked = error.retry_after if isinstance(error, CutroomError) else None
    return max(asked or 0.0, min(_LONGEST_BACKOFF_S, 0.5 * 2.0 ** (min(failures, 10) - 1)))


def _persist(work: Callable[[], Any], statuses: Sequence[int], patience: float = math.inf) -> Any:
    """Repeats what fails, with pauses in between, while it may work later and the patience in seconds lasts."""
    begun = time.monotonic()
    for failures in itertools.count(1):
        try:
            return work()
        except Exception as error:
            wait = _backoff(failures, error)
            if not _may_pass(error, statuses) or time.monotonic() + wait > begun + patience:
                raise
            time.sleep(wait)


def _segment(name: str, value: Any) -> str:
    """A path parameter in a URL."""
    if not isinstance(value, (str, int, uuid.UUID)) or isinstance(value, bool) or value == '':
        raise TypeError(f'{name} must be a text or a number that is not empty')
    text = urllib.parse.quote(str(value), safe='')
    return text.replace('.', '%2E') if text in ('.', '..') else text


def _query_of(query: Mapping[str, Any]) -> str:
    pairs = [
        (name, _plain_text(one))
        for name, value in query.items() if value is not _UNSET
        for one in (value if isinstance(value, (list, tuple, set, frozenset)) else (value,))
    ]
    return '?' + urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote) if pairs else ''


def _plain_text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return str(value) if isinstance(value, (str, int, float)) else str(_plain(value))


def _plain(value: Any) -> Any:
    """What JSON has no form for, as the service reads it."""
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, (set, frozenset)):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f'{type(value).__name__} cannot be sent')


def _known(method: str, others: Mapping[str, Any]) -> Mapping[str, Any]:
    """Parameters for custom fields, whose names have a point."""
    for name in others:
        if not re.fullmatch(r'field\.[0-9]+(\.from|\.to)?', name):
            raise TypeError(f"{method}() got an unexpected keyword argument '{name}'")
    return others


def _read(
    response: http.client.HTTPResponse, method: str, target: str, required: Sequence[str] | None,
    types: Sequence[str], into: Into | None
) -> Any:
    """Reads a success. Raises CutroomError for `{error}`, and for what the document does not say."""
    if method == 'HEAD':
        response.close()
        return _headers_of(response)
    media_type = _media_type(response)
    if response.status == 204 or (required is None and not types):
        response.close()
        if media_type is not None:
            raise _failure(response, method, target)
        return None
    if media_type == _JSON and '*/*' not in types:
        return _read_json(response, method, target, required)
    if '*/*' not in types and media_type not in types:
        response.close()
        raise _failure(response, method, target)
    return _take(response, into)


def _read_json(
    response: http.client.HTTPResponse, method: str, target: str, required: Sequence[str] | None
) -> Any:
    said = b''.join(_received(response))
    try:
        answer = json.loads(said)
    except ValueError:
        raise _failure(response, method, target) from None
    error = _error_in(answer)
    if error is not None and len(answer) == 1:
        raise _failure(response, method, target, error)
    if required is None or not isinstance(answer, dict) or any(name not in answer for name in required):
        raise _failure(response, method, target)
    return answer


def _take(response: http.client.HTTPResponse, into: Into | None) -> Any:
    """The bytes of an answer. With `into`, it takes them, and their number is returned."""
    blocks = _received(response)
    if into is None:
        return b''.join(blocks)
    if not isinstance(into, (str, os.PathLike)):
        return _write(blocks, into)
    path = os.path.realpath(into)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, 'wb') as device:
            return _write(blocks, device)
    unfinished = f'{path}.{uuid.uuid4().hex[:8]}.part'
    try:
        with open(unfinished, 'xb') as file:
            count = _write(blocks, file)
        os.replace(unfinished, path)
        return count
    except BaseException:
        response.close()
        if os.path.exists(unfinished):
            os.remove(unfinished)
        raise


def _write(blocks: Iterable[bytes], file: BinaryIO) -> int:
    if isinstance(file, io.TextIOBase):
        raise TypeError('into must be a path or a binary file')
    count = 0
    for block in blocks:
        file.write(block)
        count += len(block)
    return count


def _next_cursor(link: str) -> str | None:
    """Of a link only the cursor counts, whatever host it names."""
    found = re.search(r'<([^<>]+)>;\s*rel="next"', link)
    if found is None:
        return None
    return urllib.parse.parse_qs(urllib.parse.urlsplit(found.group(1)).query).get('cursor', [None])[0]


def _target_of(url: str) -> str:
    """Path and query of a URL that the service has given, without its host and the path of PUBLIC_URL."""
    if not isinstance(url, str):
        raise TypeError('url must be a URL that the service has given')
    parts = urllib.parse.urlsplit(url)
    found = re.search(r'.*(/(?:api/v2|downloads|media|uploads)/.*)', parts.path)
    path = parts.path if found is None else found.group(1)
    path = urllib.parse.quote(path if path.startswith('/') else f'/{path}', safe='/%:@!$&\'()*+,;=~')
    return f'{path}?{parts.query}' if parts.query else path


class _Source:
    """A file that is uploaded, from its beginning."""

    def __init__(self, file: Any, filename: str | None, needs_name: bool) -> None:
        self._is_own = isinstance(file, (str, os.PathLike))
        if not self._is_own and (isinstance(file, io.TextIOBase) or not hasattr(file, 'read') or not _can_seek(file)):
            raise TypeError('file must be a path, or a binary file that can be sought')
        named = file if self._is_own else getattr(file, 'name', None)
        if filename is None and isinstance(named, (str, os.PathLike)):
            filename = os.path.basename(os.fsdecode(named))
        if needs_name and not filename:
            raise TypeError('a file without a name needs filename')
        self.filename = filename
        self._file = open(file, 'rb') if self._is_own else file
        if self._is_own and not _can_seek(self._file):
            self._file.close()
            raise TypeError('file must be a file that can be sought')
        self.size: int = self._file.seek(0, os.SEEK_END)
        # What has failed on this side, which no other attempt mends.
        self.error: BaseException | None = None

    def piece(self, begin: int, end: int, tell: Callable[[int], None]) -> '_Piece':
        return _Piece(self, begin, end, tell)

    def read(self, begin: int, end: int, tell: Callable[[int], None]) -> Iterator[bytes]:
        try:
            self._file.seek(begin)
            while begin < end:
                block = self._file.read(min(_BLOCK_BYTES, end - begin))
                if not block:
                    raise ValueError('The file has become shorter while it was sent')
                yield block
                begin += len(block)
                tell(begin)
        except GeneratorExit:
            raise
        except BaseException as error:
            self.error = error
            raise

    def close(self) -> None:
        if self._is_own:
            self._file.close()


class _Piece:
    content_type = 'application/offset+octet-stream'

    def __init__(self, source: _Source, begin: int, end: int, tell: Callable[[int], None]) -> None:
        self.length = end - begin
        self._what = (source, begin, end, tell)

    def blocks(self) -> Iterator[bytes]:
        source, begin, end, tell = self._what
        return source.read(begin, end, tell)


class _Sending:
    """Sends a file to the URL of an upload, by the protocol tus 1.0.0, from where the service has it."""

    statuses = (408, 409, 423, 429, *range(500, 600))

    def __init__(
        self, transport: _Transport, url: str, source: _Source, on_progress: Callable[[int, int], Any] | None,
        there: int | None = None
    ) -> None:
        self._transport = transport
        self._target = _target_of(url)
        self._source = source
        self._on_progress = on_progress
        self._told = -1
        self._piece = _PIECE_BYTES
        # The length of the last piece that was sent.
        self._last = 0
        # What the service has; None if it has to be asked.
        self._there = there

    def run(self) -> None:
        try:
            self._send_all()
        except CutroomError:
            raise
        except BaseException as error:
            if self._source.error is not None or not isinstance(error, (OSError, http.client.HTTPException)):
                self._cancel()
            raise

    def _send_all(self) -> None:
        size = self._source.size
        furthest = failures = 0
        last = time.monotonic()
        while True:
            try:
                if self._there is None:
                    self._there = self._ask()
                if self._there > furthest:
                    furthest, failures, last = self._there, 0, time.monotonic()
                if self._there >= size > 0:
                    break
                self._there = self._send(self._there, min(self._there + self._piece, size))
                if size == 0:
                    break
            except Exception as error:
                if self._source.error is not None:
                    raise
                status = error.status if isinstance(error, CutroomError) and self._there is not None else None
                self._there = None
                if status == 413:
                    self._halve(error)
                    continue
                # An empty file is complete with its first piece, after which the upload takes no other.
                if status == 404 and size == 0 and failures > 0:
                    break
                failures += 1
                wait = _backoff(failures, error)
                if not _may_pass(error, self.statuses) or time.monotonic() + wait > last + _PATIENCE_S:
                    raise
                time.sleep(wait)
        self._tell(size)

    def _ask(self) -> int:
        """Where the service is."""
        headers = self._exchange('HEAD')
        size = headers.get('upload-length', '')
        if size != str(self._source.size):
            message = f'The file has {self._source.size} bytes, its upload is for {size}'
            raise CutroomError(message, 422, f'Must have {size} bytes')
        return int(headers['upload-offset'])

    def _send(self, begin: int, end: int) -> int:
        self._last = end - begin
        piece = self._source.piece(begin, end, self._tell)
        return int(self._exchange('PATCH', {'upload-offset': str(begin)}, piece)['upload-offset'])

    def _exchange(self, method: str, more: Headers = {}, piece: _Piece | None = None) -> Dict[str, str]:
        response = self._transport.exchange(method, self._target, {'tus-resumable': '1.0.0', **more}, piece)
        if not 200 <= response.status < 300:
            raise _error_of(response, method, self._target)
        response.close()
        headers = _headers_of(response)
        if not headers.get('upload-offset', '').isdigit():
            raise _failure(response, method, self._target)
        return headers

    def _halve(self, error: Exception) -> None:
        if self._last <= _SMALLEST_PIECE_BYTES:
            raise CutroomError(
                f'A proxy in front of the service takes no {self._last} bytes ({self._last / 1024:.0f} KiB) '
                f'in one request: 413. The limit of the proxy has to be raised', 413, getattr(error, 'text', None)
            ) from error
        self._piece = max(_SMALLEST_PIECE_BYTES, self._last // 2)

    def _tell(self, sent: int) -> None:
        if sent > self._told:
            self._told = sent
            if self._on_progress is not None:
                self._on_progress(sent, self._source.size)

    def _cancel(self) -> None:
        """Removes the upload. The service may still wait for the rest of a piece that was broken off."""
        for failures in range(1, 4):
            try:
                response = self._transport.exchange('DELETE', self._target, {'tus-resumable': '1.0.0'})
                response.close()
            except (OSError, http.client.HTTPException):
                return
            if response.status != 423 and response.status < 500:
                return
            time.sleep(_backoff(failures))


class _Operations:
    """The operations of the API."""

    _call: Any

    def create_field_group(
        self, *, name: str, group_type: Literal['default', 'complex'] = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Create a field group.

        A `default` group has one value for each field. A `complex` group has a list of entries.

        name: Name.
        group_type: Type of the group, `default` by default. `complex` groups can have several entries of values.
        """
        return self._call(
            'POST', '/api/v2/admin/field_groups', keys={'name': name, 'group_type': group_type}, headers=headers,
            with_headers=with_headers, required=('field_group', 'errors')
        )

    def rename_field_group(
        self, field_group_id: Id, *, name: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Rename a field group.

        The fields of the group and their values do not change.

        field_group_id: Id of the field group.
        name: Name.
        """
        return self._call(
            'POST', f"/api/v2/admin/field_groups/{_segment('field_group_id', field_group_id)}", keys={'name': name},
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def delete_field_group(
        self, field_group_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Delete a field group.

        Deletes the group with its fields and all their values.

        field_group_id: Id of the field group.
        """
        return self._call(
            'DELETE', f"/api/v2/admin/field_groups/{_segment('field_group_id', field_group_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def create_field(
        self, field_group_id: Id, *, name: str,
        field_type: Literal['date', 'textbox', 'textarea', 'rich_text', 'dropdown', 'boolean', 'datetime'],
        dropdown_options: Sequence[Mapping[str, Any]], searchable: bool, read_only: bool,
        metadata_source: str | None = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Add a field to a field group.

        The type of a field decides which values it accepts.

        field_group_id: Id of the field group.
        name: Name.
        field_type: Type of the values.
        dropdown_options: Options of a `dropdown`: only the values of these objects are allowed, or all texts if there
            are no options. Empty for other types. The options of all fields of a group may have 1 MiB together.
        searchable: Whether searches find the values of the field: by `q`, except for the type `boolean`, and by
            `field.<id>`, except for the type `rich_text`.
        read_only: Whether only administrators may set the values.
        metadata_source: Property of `file_metadata` that sets the value when a file is analysed and the field has no
            value yet, such as `frame_rate` or `xmp.creator`. `null`: none.
        """
        return self._call(
            'POST', f"/api/v2/admin/field_groups/{_segment('field_group_id', field_group_id)}/fields",
            keys={'name': name, 'field_type': field_type, 'dropdown_options': dropdown_options,
            'searchable': searchable, 'read_only': read_only, 'metadata_source': metadata_source}, headers=headers,
            with_headers=with_headers, required=('ok', 'field')
        )

    def update_field(
        self, field_group_id: Id, field_id: Id, *, name: str, dropdown_options: Sequence[Mapping[str, Any]] = _UNSET,
        searchable: bool = _UNSET, read_only: bool = _UNSET, metadata_source: str | None = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a field.

        The type of a field cannot change.

        field_group_id: Id of the field group.
        field_id: Id of the field.
        name: Name.
        dropdown_options: Options of a `dropdown`: only the values of these objects are allowed, or all texts if there
            are no options. Empty for other types. The options of all fields of a group may have 1 MiB together.
        searchable: Whether searches find the values of the field: by `q`, except for the type `boolean`, and by
            `field.<id>`, except for the type `rich_text`.
        read_only: Whether only administrators may set the values.
        metadata_source: Property of `file_metadata` that sets the value when a file is analysed and the field has no
            value yet, such as `frame_rate` or `xmp.creator`. `null`: none.
        """
        return self._call(
            'POST',
            f"/api/v2/admin/field_groups/{_segment('field_group_id', field_group_id)}/fields/{_segment('field_id', field_id)}",
            keys={'name': name, 'dropdown_options': dropdown_options, 'searchable': searchable,
            'read_only': read_only, 'metadata_source': metadata_source}, headers=headers, with_headers=with_headers,
            required=('ok',)
        )

    def delete_field(
        self, field_group_id: Id, field_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Delete a field.

        Deletes the field with all its values.

        field_group_id: Id of the field group.
        field_id: Id of the field.
        """
        return self._call(
            'DELETE',
            f"/api/v2/admin/field_groups/{_segment('field_group_id', field_group_id)}/fields/{_segment('field_id', field_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_account_users(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the users, with the time of their last request.

        The list includes disabled users.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/admin/users', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('users',)
        )

    def create_user(
        self, *, email: str, admin: bool = _UNSET, access: Literal['account', 'projects'] = _UNSET,
        name: str = _UNSET, invite: bool = _UNSET, key: bool = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Create a user with a key, or with an invitation.

        With `invite`, the user gets an invitation link to set a password, which also signs the user in to the
        console.

        email: E-mail address of the user, at most 254 characters. No other user may have it.
        admin: Whether the user is an administrator. `false` by default.
        access: Access of the user: everything in the `account`, which is the default, or only the `projects` that the
            user is a member of.
        name: Name of the user, which others see. Empty for none.
        invite: Whether the user gets an invitation instead of a key. `false` by default.
        key: Whether the user gets a key. `true` by default, or `false` for an invited user. `false` suits people who
            sign in through a provider.
        """
        return self._call(
            'POST', '/api/v2/admin/users',
            keys={'email': email, 'admin': admin, 'access': access, 'name': name, 'invite': invite, 'key': key},
            headers=headers, with_headers=with_headers, required=('user',)
        )

    def update_user(
        self, user_id: Id, *, disabled: bool = _UNSET, admin: bool = _UNSET,
        access: Literal['account', 'projects'] = _UNSET, name: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Update a user: disable, make administrator, set access or name.

        Another update can reverse each change. A change of `access` takes effect within five seconds, also in open
        streams. The last administrator who can still sign in or use a key cannot be disabled, and stays an
        administrator.

        user_id: Id of the user.
        disabled: Whether the user is disabled. All keys and sessions of a disabled user are invalid.
        admin: Whether the user is an administrator.
        access: Access of the user. Administrators always have `account`: if a user becomes one, this is set.
        name: Name of the user, which others see. Empty for none.
        """
        return self._call(
            'POST', f"/api/v2/admin/users/{_segment('user_id', user_id)}",
            keys={'disabled': disabled, 'admin': admin, 'access': access, 'name': name}, headers=headers,
            with_headers=with_headers, required=('user',)
        )

    def create_invitation(self, user_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Invite a user again.

        The new link is valid for 14 days and works once. Links of earlier invitations become invalid.

        user_id: Id of the user.
        """
        return self._call(
            'POST', f"/api/v2/admin/users/{_segment('user_id', user_id)}/invitations", headers=headers,
            with_headers=with_headers, required=('invitation',)
        )

    def create_password_reset(
        self, user_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create a link for a user to set a new password.

        The new link is valid for one hour and works once. Links of earlier resets become invalid.

        user_id: Id of the user.
        """
        return self._call(
            'POST', f"/api/v2/admin/users/{_segment('user_id', user_id)}/password_resets", headers=headers,
            with_headers=with_headers, required=('password_reset',)
        )

    def list_webhooks(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the webhooks.

        Lists all webhooks of the account, with their headers and users.

        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/admin/webhooks', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('webhooks',)
        )

    def create_webhook(
        self, *, name: str, http_url: str, http_method: str, trigger_events: Sequence[EventKind],
        project_id: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create a webhook.

        The webhook receives all later events of the kinds that it names.

        name: Name.
        http_url: URL that receives the events: http or https, at most 10,000 characters.
        http_method: HTTP method: GET, POST, PUT, PATCH or DELETE, in upper or lower case. GET and DELETE have no
            body.
        trigger_events: Kinds of events that the webhook sends.
        project_id: Id of a project: the webhook receives only events in this project or anywhere below it.
        """
        return self._call(
            'POST', '/api/v2/admin/webhooks', keys={'name': name, 'http_url': http_url, 'http_method': http_method,
            'trigger_events': trigger_events, 'project_id': project_id}, headers=headers, with_headers=with_headers,
            required=('webhook',)
        )

    def get_webhook(self, webhook_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read a webhook.

        The answer has the headers and the users of the webhook, and the number of waiting events.

        webhook_id: Id of the webhook.
        """
        return self._call(
            'GET', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}", headers=headers,
            with_headers=with_headers, required=('webhook',)
        )

    def update_webhook(
        self, webhook_id: Id, *, name: str = _UNSET, http_url: str = _UNSET, http_method: str = _UNSET,
        trigger_events: Sequence[EventKind] = _UNSET, disabled: bool = _UNSET, project_id: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a webhook.

        Changes the properties that you send. Waiting events are sent to the new URL, too.

        webhook_id: Id of the webhook.
        name: Name.
        http_url: URL that receives the events: http or https, at most 10,000 characters.
        http_method: HTTP method: GET, POST, PUT, PATCH or DELETE, in upper or lower case. GET and DELETE have no
            body.
        trigger_events: Kinds of events that the webhook sends.
        disabled: Whether the webhook is disabled. A disabled webhook keeps its queue. When it is enabled again, it
            continues where it stopped.
        project_id: Id of a project: the webhook receives only events in this project or anywhere below it.
        """
        return self._call(
            'POST', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}", keys={'name': name,
            'http_url': http_url, 'http_method': http_method, 'trigger_events': trigger_events, 'disabled': disabled,
            'project_id': project_id}, headers=headers, with_headers=with_headers, required=('webhook',)
        )

    def delete_webhook(self, webhook_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Delete a webhook.

        Deletes the webhook with its queue and its log.

        webhook_id: Id of the webhook.
        """
        return self._call(
            'DELETE', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_successful_attempts(
        self, webhook_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Read the log of deliveries that arrived.

        The log has one entry for each attempt, newest first. Entries are kept for 30 days.

        webhook_id: Id of the webhook.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/success",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('success_log',)
        )

    def list_failed_attempts(
        self, webhook_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Read the log of deliveries that failed.

        The log has one entry for each attempt, newest first. Entries are kept for 30 days.

        webhook_id: Id of the webhook.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/failed",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('failed_log',)
        )

    def test_webhook(self, webhook_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Send a test to a webhook.

        Sends one event of the kind `NOTIFICATION_ADDED` with `test: true` and the `sequence` 0, also if the webhook
        is disabled. It has no entry in the history. The result of the attempt is in the logs.

        webhook_id: Id of the webhook.
        """
        return self._call(
            'POST', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/test", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def recover_webhook(
        self, webhook_id: Id, *, since: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Deliver failed events again.

        Delivers again all events that have failed permanently since the time that you send.

        webhook_id: Id of the webhook.
        since: Time of the earliest failure to repeat: ISO 8601. A time without a zone is in UTC.
        """
        return self._call(
            'POST', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/recover", keys={'since': since},
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def redeliver_attempt(
        self, webhook_id: Id, attempt_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Repeat an attempt.

        Sends the same body again at once. It does not matter whether the attempt succeeded.

        webhook_id: Id of the webhook.
        attempt_id: Id of an attempt, from a log.
        """
        return self._call(
            'POST',
            f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/deliveries/{_segment('attempt_id', attempt_id)}/redeliver",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def create_webhook_header(
        self, webhook_id: Id, *, header_key: str, header_value: str, hidden: bool = _UNSET, is_hmac: bool = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Add a header to a webhook.

        With `is_hmac`, `header_value` is a secret. The header then has the HMAC-SHA256 of the body in lower-case
        hexadecimal, and `webhook-signature` has a signature by the rules of Standard Webhooks.

        webhook_id: Id of the webhook.
        header_key: Name of the header.
        header_value: Value of the header or, with `is_hmac`, the secret to sign bodies with.
        hidden: Whether the value is hidden from everybody after this answer.
        is_hmac: Whether the header carries a signature of the body instead of the value.
        """
        return self._call(
            'POST', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/webhook_headers",
            keys={'header_key': header_key, 'header_value': header_value, 'hidden': hidden, 'is_hmac': is_hmac},
            headers=headers, with_headers=with_headers, required=('webhook_header',)
        )

    def delete_webhook_header(
        self, webhook_id: Id, webhook_header_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove a header from a webhook.

        Later attempts are sent without the header.

        webhook_id: Id of the webhook.
        webhook_header_id: Id of the header.
        """
        return self._call(
            'DELETE',
            f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/webhook_headers/{_segment('webhook_header_id', webhook_header_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def create_webhook_user(
        self, webhook_id: Id, *, user_id: int, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Link a user to a webhook.

        If a webhook has linked users, it sends only events that they cause.

        webhook_id: Id of the webhook.
        user_id: Id of the user to link.
        """
        return self._call(
            'POST', f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/webhook_users",
            keys={'user_id': user_id}, headers=headers, with_headers=with_headers, required=('webhook_user',)
        )

    def delete_webhook_user(
        self, webhook_id: Id, webhook_user_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Unlink a user from a webhook.

        If a webhook has no linked users, it sends the events of all users.

        webhook_id: Id of the webhook.
        webhook_user_id: Id of the link between the webhook and the user.
        """
        return self._call(
            'DELETE',
            f"/api/v2/admin/webhooks/{_segment('webhook_id', webhook_id)}/webhook_users/{_segment('webhook_user_id', webhook_user_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def find_assets(
        self, *, q: str = _UNSET, category: str | Sequence[str] = _UNSET, owner: str | Sequence[str] = _UNSET,
        status: str | Sequence[str] = _UNSET, media_type: str | Sequence[str] = _UNSET,
        tag: str | Sequence[str] = _UNSET, all_tags: str | Sequence[str] = _UNSET, project_id: str = _UNSET,
        within: str = _UNSET,
        media_status: Literal['none', 'pending', 'ingesting', 'ready', 'failed'] | Sequence[Literal['none', 'pending', 'ingesting', 'ready', 'failed']] = _UNSET,
        missing: str | Sequence[str] = _UNSET, external_id: str = _UNSET, checksum: str = _UNSET,
        deleted: bool | Literal['false', 'true', 'any'] = _UNSET, content_type: str | Sequence[str] = _UNSET,
        min_width: int = _UNSET, max_width: int = _UNSET, min_height: int = _UNSET, max_height: int = _UNSET,
        min_duration: float = _UNSET, max_duration: float = _UNSET, created_from: str = _UNSET,
        created_to: str = _UNSET, modified_from: str = _UNSET, modified_to: str = _UNSET, collection: int = _UNSET,
        approval: Literal['none', 'rejected', 'pending', 'approved'] | Sequence[Literal['none', 'rejected', 'pending', 'approved']] = _UNSET,
        approval_by: int = _UNSET, favorite: bool = _UNSET,
        sort: Literal['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title', 'relevance'] = _UNSET,
        facets: str | Sequence[str] = _UNSET, total: bool = _UNSET, include: Literal['media'] = _UNSET,
        limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False,
        **fields: Any
    ) -> Any:
        """List and find assets.

        Lists all active assets of the account, or the assets that match the parameters. The last changed assets come
        first. Unknown parameters are refused. To send several values, repeat a parameter: `tag=raw&tag=4k`.
        Searchable custom fields are parameters, too. `field.<id>` takes an exact value; if you send several values,
        one must match. `field.<id>.from` and `field.<id>.to` limit dates and datetimes.

        q: Search words. All of them must occur in the title, the description, the category, the tags, the external
            id, the original file name, a searchable custom field, or the embedded metadata of the file. `"two words"`
            is a phrase, `-word` excludes a word, and `inter*` is the beginning of a word.
        category: Category: exact match. If you send several values, one must match.
        owner: E-mail address of the owner: exact match. If you send several values, one must match.
        status: Status: exact match. If you send several values, one must match.
        media_type: Media type: exact match. Projects have `project`. If you send several values, one must match.
        tag: Tag: exact match. If you send several values, one must match.
        all_tags: Tag: exact match. If you send several values, all must match.
        project_id: Id of a project, to find items directly in it. `none` finds items that are in no project.
        within: Id of a project, to find items below it at any depth. The project itself is not found.
        media_status: Status of the newest file of an asset. Projects have none. If you send several values, one must
            match.
        missing: Empty property: `tags`, `category`, `description`, `external_id`, or `field.<id>` of a searchable
            field. If you send several values, all must match.
        external_id: External id: exact match.
        checksum: SHA-256 of a ready file, in lower-case hexadecimal.
        deleted: `true` searches the trash bin, `any` searches everywhere. `false` by default.
        content_type: Detected content type of the file. `image/*` finds all pictures. If you send several values, one
            must match.
        min_width: Minimum width of the file in pixels.
        max_width: Maximum width of the file in pixels.
        min_height: Minimum height of the file in pixels.
        max_height: Maximum height of the file in pixels.
        min_duration: Minimum duration of the file in seconds.
        max_duration: Maximum duration of the file in seconds.
        created_from: Creation at this time or later. ISO 8601; a date means its first moment in UTC.
        created_to: Creation before this time. ISO 8601; a date means its first moment in UTC.
        modified_from: Last change at this time or later. ISO 8601; a date means its first moment in UTC.
        modified_to: Last change before this time. ISO 8601; a date means its first moment in UTC.
        collection: Id of a collection, to find the assets in it.
        approval: Status of the approvals of an asset. Projects have none. If you send several values, one must match.
        approval_by: Id of a user, to find the assets that wait for the approval of this user.
        favorite: `true` finds only your favorites.
        sort: Order of the items. By default, the last changed items come first. `relevance` needs `q`. Items that are
            equal in this order are ordered by id.
        facets: Properties whose values are counted: `type`, `category`, `tag`, `owner`, `status`, `media_type`, and
            `field.<id>` of a dropdown or boolean field.
        total: `true` adds the number of items found to the answer. It counts up to 10,000 items.
        include: Additional content. `media` adds the files of each asset, with URLs: the oldest 1,000 of an asset.
        limit: Maximum number of items, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page. It is valid only for the same
            search.
        field.<id>: Searchable custom fields: `**{'field.3': 'Berlin'}`.
        """
        return self._call(
            'GET', '/api/v2/assets', query={'q': q, 'category': category, 'owner': owner, 'status': status,
            'media_type': media_type, 'tag': tag, 'all_tags': all_tags, 'project_id': project_id, 'within': within,
            'media_status': media_status, 'missing': missing, 'external_id': external_id, 'checksum': checksum,
            'deleted': deleted, 'content_type': content_type, 'min_width': min_width, 'max_width': max_width,
            'min_height': min_height, 'max_height': max_height, 'min_duration': min_duration,
            'max_duration': max_duration, 'created_from': created_from, 'created_to': created_to,
            'modified_from': modified_from, 'modified_to': modified_to, 'collection': collection,
            'approval': approval, 'approval_by': approval_by, 'favorite': favorite, 'sort': sort, 'facets': facets,
            'total': total, 'include': include, 'limit': limit, 'cursor': cursor, **_known('find_assets', fields)},
            headers=headers, with_headers=with_headers, required=('assets',)
        )

    def create_asset(
        self, *, title: str, description: str = _UNSET, category: str = _UNSET, tags: Sequence[str] = _UNSET,
        media_type: Literal['live'] = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create an asset.

        The user who sends the request becomes the owner.

        title: Title.
        description: Description, empty by default.
        category: Category, empty by default.
        tags: Tags, none by default.
        media_type: Media type, `placeholder` by default.
        """
        return self._call(
            'POST', '/api/v2/assets', keys={'title': title, 'description': description, 'category': category,
            'tags': tags, 'media_type': media_type}, headers=headers, with_headers=with_headers, required=('asset',)
        )

    def get_asset(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read an asset.

        An item in the trash bin is found, too.

        asset_id: Id of the asset.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}", headers=headers, with_headers=with_headers,
            required=('asset',)
        )

    def update_asset(
        self, asset_id: Id, *, title: str = _UNSET, description: str = _UNSET, category: str = _UNSET,
        tags: Sequence[str] = _UNSET, external_id: str = _UNSET, add_tags: Sequence[str] = _UNSET,
        remove_tags: Sequence[str] = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update an asset.

        Changes the properties that you send. `modification_date` changes only if a value is different afterwards.

        asset_id: Id of the asset.
        title: Title.
        description: New description.
        category: New category.
        tags: New tags, which replace all existing ones.
        external_id: External id, unique among all assets and projects of the account. An empty string removes it.
        add_tags: Tags to add, such as `["approved"]`. New tags go to the end; existing tags keep their places. Tags
            that others add at the same time are kept, too. Not allowed together with `tags`.
        remove_tags: Tags to remove, before others are added. A tag that the item does not have is ignored. Not
            allowed together with `tags`.
        """
        return self._call(
            'PUT', f"/api/v2/assets/{_segment('asset_id', asset_id)}", keys={'title': title,
            'description': description, 'category': category, 'tags': tags, 'external_id': external_id,
            'add_tags': add_tags, 'remove_tags': remove_tags}, headers=headers, with_headers=with_headers,
            required=('asset', 'errors')
        )

    def delete_asset(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Delete an asset permanently.

        The asset may be active or in the trash bin. It cannot be restored afterwards.

        asset_id: Id of the asset.
        """
        return self._call(
            'DELETE', f"/api/v2/assets/{_segment('asset_id', asset_id)}", headers=headers, with_headers=with_headers,
            required=('ok',)
        )

    def trash_asset(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Move an asset to the trash bin.

        The asset is deleted permanently at the end of the retention, which is 14 days by default. If it is in the
        trash bin already, nothing happens.

        asset_id: Id of the asset.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/trash_bin", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def restore_asset(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Restore an asset from the trash bin.

        The asset stays in its project. If it is active already, nothing happens.

        asset_id: Id of the asset.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/restore", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def assign_asset(
        self, asset_id: Id, *, to_project_id: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Assign an asset to a project.

        An asset is in at most one project. It leaves the project that it was in.

        asset_id: Id of the asset.
        to_project_id: Id of an active project.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/assign", keys={'to_project_id': to_project_id},
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def unassign_asset(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Unassign an asset from its project.

        The asset is in no project afterwards.

        asset_id: Id of the asset.
        """
        return self._call(
            'DELETE', f"/api/v2/assets/{_segment('asset_id', asset_id)}/unassign", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_approvals(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """List the approvals of an asset.

        The answer also has the status of all approvals together. An asset has at most 100 approvals.

        asset_id: Id of the asset.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/approvals", headers=headers,
            with_headers=with_headers, required=('approvals', 'status')
        )

    def add_approvals(
        self, asset_id: Id, *, user_ids: Sequence[int], text: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Ask users for their approval.

        Each user gets an e-mail, if the service can send mail.

        asset_id: Id of the asset.
        user_ids: Ids of users who see the asset (see `GET /users`). Users who were asked before are not asked again.
        text: Question to the users.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/approvals",
            keys={'user_ids': user_ids, 'text': text}, headers=headers, with_headers=with_headers,
            required=('approvals', 'status')
        )

    def set_approval(
        self, asset_id: Id, approval_id: Id, *, status: Literal['approved', 'rejected'], text: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Approve or reject an asset.

        Only the user who was asked can decide. The decision can be changed at any time.

        asset_id: Id of the asset.
        approval_id: Id of the approval.
        status: Your decision.
        text: Comment on the decision.
        """
        return self._call(
            'POST',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/approvals/{_segment('approval_id', approval_id)}",
            keys={'status': status, 'text': text}, headers=headers, with_headers=with_headers, required=('approval',)
        )

    def remove_approval(
        self, asset_id: Id, approval_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove an approval.

        The user who asked for the approval can remove it. Users who have the right to remove approvals of others can,
        too.

        asset_id: Id of the asset.
        approval_id: Id of the approval.
        """
        return self._call(
            'DELETE',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/approvals/{_segment('approval_id', approval_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_asset_attachments(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the attachments of an asset.

        The list includes attachments of comments. An asset has at most 100 attachments.

        asset_id: Id of the asset.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/attachments",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('attachments',)
        )

    def add_asset_attachment(
        self, asset_id: Id, *, filename: str, size: int, description: str = _UNSET, content_type: str = _UNSET,
        sha256: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Attach a file to an asset.

        The answer has an upload. The attachment is ready when its file has been sent to the URL of the upload.

        asset_id: Id of the asset.
        filename: Original name of the file.
        size: Size in bytes.
        description: Description of the attachment.
        content_type: Content type of the file, if its name does not tell it.
        sha256: SHA-256 of the file in hexadecimal. An upload with another checksum is refused.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/attachments", keys={'filename': filename,
            'size': size, 'description': description, 'content_type': content_type, 'sha256': sha256},
            headers=headers, with_headers=with_headers, required=('attachment', 'upload')
        )

    def update_asset_attachment(
        self, asset_id: Id, attachment_id: Id, *, filename: str = _UNSET, description: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Change an attachment of an asset.

        All users who may attach files can change an attachment. An attachment of a comment can only be changed by the
        author of the comment, and by users who may delete the comment.

        asset_id: Id of the asset.
        attachment_id: Id of the attachment.
        filename: New name of the file.
        description: New description.
        """
        return self._call(
            'POST',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/attachments/{_segment('attachment_id', attachment_id)}",
            keys={'filename': filename, 'description': description}, headers=headers, with_headers=with_headers,
            required=('attachment',)
        )

    def remove_asset_attachment(
        self, asset_id: Id, attachment_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove an attachment of an asset.

        The file is deleted, or its upload is cancelled. All users who may change the attachment can remove it.

        asset_id: Id of the asset.
        attachment_id: Id of the attachment.
        """
        return self._call(
            'DELETE',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/attachments/{_segment('attachment_id', attachment_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_asset_collections(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the collections of an asset.

        Lists the collections that you see.

        asset_id: Id of the asset.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/collections",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('collections',)
        )

    def list_asset_comments(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET,
        format: Literal['edl', 'fcpxml', 'xmeml', 'avid', 'otio', 'csv'] = _UNSET, start: str = _UNSET,
        for_: Literal['excel'] = _UNSET, headers: Headers | None = None, with_headers: bool = False,
        into: Into | None = None
    ) -> Any:
        """List the comments on an asset.

        The list includes replies, which name the comment that they reply to.

        asset_id: Id of the asset.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        format: Format of markers for editing programs: `edl` (CMX 3600, as DaVinci Resolve reads it), `fcpxml` (Final
            Cut Pro), `xmeml` (Premiere Pro, Final Cut Pro 7), `avid` (text for Media Composer), `otio`
            (OpenTimelineIO) or `csv`. The answer then has the markers instead of the list.
        start: Start time code of the markers, only with `format`. By default, it is the time code of the film, or
            `00:00:00:00`.
        for_: Program that shows the CSV to people. For `excel` the CSV has a byte order mark, and an apostrophe
            before values that a spreadsheet would run as formulas. Only with `format=csv`.
        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/comments",
            query={'limit': limit, 'cursor': cursor, 'format': format, 'start': start, 'for': for_}, headers=headers,
            with_headers=with_headers, required=('comments',),
            types=('text/plain', 'application/xml', 'application/vnd.pixar.opentimelineio+json', 'text/csv'),
            into=into
        )

    def add_asset_comment(
        self, asset_id: Id, *, text: str, internal: bool = _UNSET, reply_to: int = _UNSET,
        mentions: Sequence[int] = _UNSET, attachment_ids: Sequence[int] = _UNSET, time: float = _UNSET,
        duration: float = _UNSET, page: int = _UNSET, area: Mapping[str, Any] = _UNSET,
        drawing: Sequence[Mapping[str, Any]] | None = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Comment on an asset.

        All users who see the asset can comment on it. It has at most 5,000 comments.

        asset_id: Id of the asset.
        text: Text of the comment. It is plain text: markup has no meaning.
        internal: Whether the comment is hidden from guests. `false` by default.
        reply_to: Id of the comment to reply to, which must not be a reply itself. A reply to an internal comment is
            internal.
        mentions: Ids of users to notify of the comment. They must see the item (see `GET /users`).
        attachment_ids: Ids of attachments to add to the comment. You must have attached them to the item, and they
            must not belong to a comment.
        time: Time in the film or recording, in seconds from the start.
        duration: Duration of the commented part, in seconds. Only with `time`.
        page: Page number in a document, counted from 1.
        area: Part of the picture, in fractions of its width and height.
        drawing: Shapes on the picture, with at most 5,000 points together; null for none.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/comments", keys={'text': text,
            'internal': internal, 'reply_to': reply_to, 'mentions': mentions, 'attachment_ids': attachment_ids,
            'time': time, 'duration': duration, 'page': page, 'area': area, 'drawing': drawing}, headers=headers,
            with_headers=with_headers, required=('comment',)
        )

    def get_asset_comment(
        self, asset_id: Id, comment_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read a comment on an asset.

        Reads one comment, which can be a reply.

        asset_id: Id of the asset.
        comment_id: Id of the comment.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/comments/{_segment('comment_id', comment_id)}",
            headers=headers, with_headers=with_headers, required=('comment',)
        )

    def update_asset_comment(
        self, asset_id: Id, comment_id: Id, *, text: str = _UNSET, mentions: Sequence[int] = _UNSET,
        done: bool = _UNSET, drawing: Sequence[Mapping[str, Any]] | None = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Change a comment on an asset.

        The author can change the text, the drawing and the mentions. All users who may comment can set `done`.

        asset_id: Id of the asset.
        comment_id: Id of the comment.
        text: New text. Only the author may change it.
        mentions: Ids of users to notify of the comment. They must see the item (see `GET /users`).
        done: Whether the comment is done. All users who may comment can set it.
        drawing: Shapes on the picture, with at most 5,000 points together; null for none.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/comments/{_segment('comment_id', comment_id)}",
            keys={'text': text, 'mentions': mentions, 'done': done, 'drawing': drawing}, headers=headers,
            with_headers=with_headers, required=('comment',)
        )

    def delete_asset_comment(
        self, asset_id: Id, comment_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Delete a comment on an asset.

        Deletes the comment with its replies. Its author can do this, and users who have the right to remove comments
        of others.

        asset_id: Id of the asset.
        comment_id: Id of the comment.
        """
        return self._call(
            'DELETE',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/comments/{_segment('comment_id', comment_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_asset_custom_fields(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List all custom fields of an asset.

        Lists all field groups in which the asset has values, with these values.

        asset_id: Id of the asset.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/custom_fields",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('custom_fields',)
        )

    def get_asset_custom_fields(
        self, asset_id: Id, field_group_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read the custom fields of an asset.

        Reads the values of one field group.

        asset_id: Id of the asset.
        field_group_id: Id of the field group.
        """
        return self._call(
            'GET',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/custom_fields/{_segment('field_group_id', field_group_id)}",
            headers=headers, with_headers=with_headers, required=('custom_fields', 'errors')
        )

    def set_asset_custom_fields(
        self, asset_id: Id, field_group_id: Id, *,
        custom_fields: Mapping[str, Any] | Sequence[Mapping[str, Any]] = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Set custom fields of an asset.

        Either all values are valid and stored, or none is stored. An object changes the values that it names. An
        array adds entries, or changes the entries that it names by `cfg_id`. An entry that becomes empty is removed.
        At most 1,000 entries and 1 MiB are stored.

        asset_id: Id of the asset.
        field_group_id: Id of the field group.
        custom_fields: Values by field id; `null` clears a value. Or an array of such objects, each with the `cfg_id`
            of the entry that it changes. Without this property, nothing is changed.
        """
        return self._call(
            'POST',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/custom_fields/{_segment('field_group_id', field_group_id)}",
            keys={'custom_fields': custom_fields}, headers=headers, with_headers=with_headers,
            required=('custom_fields', 'errors')
        )

    def delete_asset_custom_fields(
        self, asset_id: Id, field_group_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Clear custom fields of an asset.

        Removes all values of one field group, with all its entries.

        asset_id: Id of the asset.
        field_group_id: Id of the field group.
        """
        return self._call(
            'DELETE',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/custom_fields/{_segment('field_group_id', field_group_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def delete_asset_custom_fields_entry(
        self, asset_id: Id, field_group_id: Id, cfg_id: Id, *, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Remove an entry of custom fields from an asset.

        `If-Match` takes the `ETag` of the whole group.

        asset_id: Id of the asset.
        field_group_id: Id of the field group.
        cfg_id: `cfg_id` of the entry.
        """
        return self._call(
            'DELETE',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/custom_fields/{_segment('field_group_id', field_group_id)}/{_segment('cfg_id', cfg_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def is_asset_favorite(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Check whether an asset is your favorite.

        Favorites are your own. No other user sees them.

        asset_id: Id of the asset.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('favorite',)
        )

    def add_asset_favorite(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Add an asset to your favorites.

        If it is your favorite already, nothing happens.

        asset_id: Id of the asset.
        """
        return self._call(
            'PUT', f"/api/v2/assets/{_segment('asset_id', asset_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def remove_asset_favorite(
        self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove an asset from your favorites.

        If it is not your favorite, nothing happens.

        asset_id: Id of the asset.
        """
        return self._call(
            'DELETE', f"/api/v2/assets/{_segment('asset_id', asset_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def get_file_metadata(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read the metadata of the file of an asset.

        The metadata has the technical properties of the file, and the metadata that is embedded in it.

        asset_id: Id of the asset.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/file_metadata", headers=headers,
            with_headers=with_headers, required=('file_metadata',)
        )

    def list_asset_history(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Read the history of an asset.

        The history has all entries that name the asset.

        asset_id: Id of the asset.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/history",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('history',)
        )

    def list_asset_links(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the guest links to an asset.

        The list has no URLs: they are shown only once. Expired links stay in the list for 30 days.

        asset_id: Id of the asset.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/links", query={'limit': limit, 'cursor': cursor},
            headers=headers, with_headers=with_headers, required=('links',)
        )

    def create_asset_link(
        self, asset_id: Id, *, title: str = _UNSET, expires_in: int = _UNSET, password: str = _UNSET,
        download: bool = _UNSET, comments: bool = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create a guest link to an asset.

        All users who may change the asset can create links to it. An account has at most 1,000 links.

        asset_id: Id of the asset.
        title: Title that guests see. By default, it is the title of the shared object.
        expires_in: Validity of the link in seconds, at most one year. 30 days by default.
        password: Password that guests must enter. None by default.
        download: Whether guests may download the files. `false` by default.
        comments: Whether guests may write comments, and read comments that are not internal. `false` by default.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/links", keys={'title': title,
            'expires_in': expires_in, 'password': password, 'download': download, 'comments': comments},
            headers=headers, with_headers=with_headers, required=('link',)
        )

    def update_asset_link(
        self, asset_id: Id, link_id: Id, *, title: str = _UNSET, expires_in: int = _UNSET,
        password: str | None = _UNSET, download: bool = _UNSET, comments: bool = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a guest link to an asset.

        All users who may revoke a link can change it, even after it has expired. Its URL stays the same, and is not
        shown again. A new password makes all tokens invalid that were issued for the old one.

        asset_id: Id of the asset.
        link_id: Id of the link.
        title: Title that guests see.
        expires_in: Validity of the link in seconds from now, at most one year.
        password: New password that guests must enter, also guests who know the old one. `null`: no password.
        download: Whether guests may download the files.
        comments: Whether guests may write comments, and read comments that are not internal.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/links/{_segment('link_id', link_id)}",
            keys={'title': title, 'expires_in': expires_in, 'password': password, 'download': download,
            'comments': comments}, headers=headers, with_headers=with_headers, required=('link',)
        )

    def delete_asset_link(
        self, asset_id: Id, link_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Revoke a guest link to an asset.

        The link becomes invalid at once.

        asset_id: Id of the asset.
        link_id: Id of the link.
        """
        return self._call(
            'DELETE', f"/api/v2/assets/{_segment('asset_id', asset_id)}/links/{_segment('link_id', link_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_media(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the files of an asset.

        Files that are ready have URLs to download them, to view them, and to view their previews. The URLs work
        without a key for one hour.

        asset_id: Id of the asset.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/media", query={'limit': limit, 'cursor': cursor},
            headers=headers, with_headers=with_headers, required=('media',)
        )

    def attach_media(
        self, asset_id: Id, *, file_url: str, filename: str, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Attach a file to an asset.

        The service downloads the file later. When the download is complete, the file replaces the present one.

        asset_id: Id of the asset.
        file_url: URL from which the service downloads the file: http or https.
        filename: Original name of the file.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/media",
            keys={'file_url': file_url, 'filename': filename}, headers=headers, with_headers=with_headers,
            required=('ok',)
        )

    def create_upload(
        self, asset_id: Id, *, filename: str, size: int, content_type: str = _UNSET, sha256: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create an upload: a URL to send a file to.

        The file is attached to the asset when the upload is complete, as if the service had downloaded it.

        asset_id: Id of the asset.
        filename: Name of the file.
        size: Size in bytes.
        content_type: Content type of the file, if its name does not tell it.
        sha256: SHA-256 of the file in hexadecimal. An upload with another checksum is refused.
        """
        return self._call(
            'POST', f"/api/v2/assets/{_segment('asset_id', asset_id)}/uploads",
            keys={'filename': filename, 'size': size, 'content_type': content_type, 'sha256': sha256},
            headers=headers, with_headers=with_headers, required=('upload',)
        )

    def list_versions(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """List the earlier versions of the file of an asset.

        Versions have URLs, as in the list of files. The operator sets how many are kept; the oldest is removed first.

        asset_id: Id of the asset.
        """
        return self._call(
            'GET', f"/api/v2/assets/{_segment('asset_id', asset_id)}/versions", headers=headers,
            with_headers=with_headers, required=('versions',)
        )

    def restore_version(
        self, asset_id: Id, media_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Restore a version.

        The version becomes the file of the asset again, and the present file becomes a version.

        asset_id: Id of the asset.
        media_id: Id of the version, which is the id of its file.
        """
        return self._call(
            'POST',
            f"/api/v2/assets/{_segment('asset_id', asset_id)}/versions/{_segment('media_id', media_id)}/restore",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def update_in_bulk(
        self, *, operations: Sequence[Mapping[str, Any]], atomic: bool = _UNSET, dry_run: bool = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Send many operations in one request.

        Each operation does the same as a single request, with the same answer, history and events. A path, or a text
        in a body, can contain
        placeholders, such as `{{0.asset.id}}`: the value of `asset.id` in the answer of the first operation. A text
        that is only a placeholder
        becomes a value of the original type.

        Either all operations are done or none, unless `atomic` is `false`. The answer is a 200 even if operations
        fail: check `failed`
        and `committed`, and the results. Requests that are not possible in a bulk, such as reads, have the result 422
        `Not possible in a bulk`.

        operations: Operations, in the order in which they are done: 1 to 1,000 requests that write assets, projects,
            members, media or custom fields.
        atomic: Whether the first failure undoes all operations. `true` by default.
        dry_run: Whether this is a dry run: it returns the answers, and changes nothing. `false` by default.
        """
        return self._call(
            'POST', '/api/v2/bulk', keys={'operations': operations, 'atomic': atomic, 'dry_run': dry_run},
            headers=headers, with_headers=with_headers, required=('results', 'failed', 'committed')
        )

    def list_changes(
        self, *, since: str = _UNSET, wait: int = _UNSET, event: EventKind | Sequence[EventKind] = _UNSET,
        type: Literal['asset', 'project'] | Sequence[Literal['asset', 'project']] = _UNSET,
        within: str | Sequence[str] = _UNSET, include: Literal['item'] = _UNSET, limit: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Follow changes.

        Lists the history of the account in the order of its commits. Administrators get all entries; other users get
        the entries that name an asset or a project. New entries always come after every `next` that you have
        received. With `Accept: text/event-stream`, the answer is an endless stream of server-sent events. The `id` of
        an event is the cursor after the change, `event` is the kind of the change, and `data` is the change as JSON,
        as in a page. A comment every 15 seconds keeps the connection open. Clients that read too slowly are
        disconnected. They can continue with `Last-Event-ID`, which takes precedence over `since`.

        ```
        id: MS40Mg
        event: ASSET_ADDED
        data:
        {"id":"019bc0ff-fcc5-7ce9-a2cf-7b47d9324b80","event":"ASSET_ADDED","time":"2026-01-15T09:31:12.408Z","user_id":1,"severity":1,"targets":{"asset_id":"019bc0fe-a498-7981-a37a-3def0524ae0e"},"fields":null,"item":null}
        ```

        since: Start of the page: the `next` of an earlier answer. By default, the page starts with the first change.
            `now` returns no changes, and a `next` to continue from.
        wait: Number of seconds to wait for changes if there are none.
        event: Kind of event. If you send several values, one must match.
        type: Kind of the affected object. If you send several values, one must match.
        within: Id of a project, to follow changes of items that were in the project at any depth when the change
            happened, and of items that were put into it or taken out of it. Later moves do not matter. If you send
            several values, one must match.
        include: Additional content. `item` adds the affected item in its present state, as in a line of an export.
        limit: Maximum number of changes, 100 by default.
        """
        return self._call(
            'GET', '/api/v2/changes', query={'since': since, 'wait': wait, 'event': event, 'type': type,
            'within': within, 'include': include, 'limit': limit}, headers=headers, with_headers=with_headers,
            required=('changes', 'next', 'more')
        )

    def list_collections(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List collections.

        Lists your own collections and, if you see the whole account, the public ones.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/collections', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('collections',)
        )

    def create_collection(
        self, *, title: str, description: str = _UNSET, public: bool = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Create a collection.

        You become the owner. A user has at most 1,000 collections.

        title: Title.
        description: Description, empty by default.
        public: Whether the collection is public: all users who see the whole account see it. `false` by default.
        """
        return self._call(
            'POST', '/api/v2/collections', keys={'title': title, 'description': description, 'public': public},
            headers=headers, with_headers=with_headers, required=('collection',)
        )

    def get_collection(self, collection_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read a collection.

        The assets of a collection are in a separate list.

        collection_id: Id of the collection.
        """
        return self._call(
            'GET', f"/api/v2/collections/{_segment('collection_id', collection_id)}", headers=headers,
            with_headers=with_headers, required=('collection',)
        )

    def update_collection(
        self, collection_id: Id, *, title: str = _UNSET, description: str = _UNSET, public: bool = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a collection.

        Changes the properties that you send. The owner can update a collection, and administrators can update a
        public one.

        collection_id: Id of the collection.
        title: Title.
        description: New description.
        public: Whether the collection is public: all users who see the whole account see it.
        """
        return self._call(
            'POST', f"/api/v2/collections/{_segment('collection_id', collection_id)}",
            keys={'title': title, 'description': description, 'public': public}, headers=headers,
            with_headers=with_headers, required=('collection',)
        )

    def delete_collection(
        self, collection_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Delete a collection.

        The assets themselves are not deleted. The owner can delete a collection, and administrators can delete a
        public one.

        collection_id: Id of the collection.
        """
        return self._call(
            'DELETE', f"/api/v2/collections/{_segment('collection_id', collection_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_collection_assets(
        self, collection_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the assets of a collection.

        Lists the active assets of the collection that you see, in its order.

        collection_id: Id of the collection.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/collections/{_segment('collection_id', collection_id)}/assets",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers, required=('assets',)
        )

    def add_collection_assets(
        self, collection_id: Id, *, asset_ids: Sequence[str], before: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Add assets to a collection, or move them in it.

        A collection has at most 10,000 assets. If one of the assets does not exist, nothing is done.

        collection_id: Id of the collection.
        asset_ids: Ids of assets, active or in the trash bin. An asset that is named twice counts once.
        before: Id of an asset of the collection. The assets are placed before it, in the order of the request; assets
            that are in the collection already are moved. By default, new assets are added at the end, and nothing is
            moved.
        """
        return self._call(
            'POST', f"/api/v2/collections/{_segment('collection_id', collection_id)}/assets",
            keys={'asset_ids': asset_ids, 'before': before}, headers=headers, with_headers=with_headers,
            required=('ok',)
        )

    def remove_collection_assets(
        self, collection_id: Id, *, asset_ids: Sequence[str], headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Take assets out of a collection.

        The assets themselves do not change. If one of the assets does not exist, nothing is done.

        collection_id: Id of the collection.
        asset_ids: Ids of the assets to remove. An asset that is not in the collection is ignored.
        """
        return self._call(
            'DELETE', f"/api/v2/collections/{_segment('collection_id', collection_id)}/assets",
            keys={'asset_ids': asset_ids}, headers=headers, with_headers=with_headers, required=('ok',)
        )

    def is_collection_favorite(
        self, collection_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Check whether a collection is your favorite.

        Favorites are your own. No other user sees them.

        collection_id: Id of the collection.
        """
        return self._call(
            'GET', f"/api/v2/collections/{_segment('collection_id', collection_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('favorite',)
        )

    def add_collection_favorite(
        self, collection_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Add a collection to your favorites.

        If it is your favorite already, nothing happens.

        collection_id: Id of the collection.
        """
        return self._call(
            'PUT', f"/api/v2/collections/{_segment('collection_id', collection_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def remove_collection_favorite(
        self, collection_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove a collection from your favorites.

        If it is not your favorite, nothing happens.

        collection_id: Id of the collection.
        """
        return self._call(
            'DELETE', f"/api/v2/collections/{_segment('collection_id', collection_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_collection_links(
        self, collection_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the guest links to a collection.

        The list has no URLs: they are shown only once. Expired links stay in the list for 30 days.

        collection_id: Id of the collection.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/collections/{_segment('collection_id', collection_id)}/links",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers, required=('links',)
        )

    def create_collection_link(
        self, collection_id: Id, *, title: str = _UNSET, expires_in: int = _UNSET, password: str = _UNSET,
        download: bool = _UNSET, comments: bool = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create a guest link to a collection.

        All users who may change the collection can create links to it. An account has at most 1,000 links. Guests see
        the assets of the collection that the creator of the link may change.

        collection_id: Id of the collection.
        title: Title that guests see. By default, it is the title of the shared object.
        expires_in: Validity of the link in seconds, at most one year. 30 days by default.
        password: Password that guests must enter. None by default.
        download: Whether guests may download the files. `false` by default.
        comments: Whether guests may write comments, and read comments that are not internal. `false` by default.
        """
        return self._call(
            'POST', f"/api/v2/collections/{_segment('collection_id', collection_id)}/links", keys={'title': title,
            'expires_in': expires_in, 'password': password, 'download': download, 'comments': comments},
            headers=headers, with_headers=with_headers, required=('link', 'count')
        )

    def update_collection_link(
        self, collection_id: Id, link_id: Id, *, title: str = _UNSET, expires_in: int = _UNSET,
        password: str | None = _UNSET, download: bool = _UNSET, comments: bool = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a guest link to a collection.

        All users who may revoke a link can change it, even after it has expired. Its URL stays the same, and is not
        shown again. A new password makes all tokens invalid that were issued for the old one.

        collection_id: Id of the collection.
        link_id: Id of the link.
        title: Title that guests see.
        expires_in: Validity of the link in seconds from now, at most one year.
        password: New password that guests must enter, also guests who know the old one. `null`: no password.
        download: Whether guests may download the files.
        comments: Whether guests may write comments, and read comments that are not internal.
        """
        return self._call(
            'POST',
            f"/api/v2/collections/{_segment('collection_id', collection_id)}/links/{_segment('link_id', link_id)}",
            keys={'title': title, 'expires_in': expires_in, 'password': password, 'download': download,
            'comments': comments}, headers=headers, with_headers=with_headers, required=('link',)
        )

    def delete_collection_link(
        self, collection_id: Id, link_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Revoke a guest link to a collection.

        The link becomes invalid at once.

        collection_id: Id of the collection.
        link_id: Id of the link.
        """
        return self._call(
            'DELETE',
            f"/api/v2/collections/{_segment('collection_id', collection_id)}/links/{_segment('link_id', link_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def create_download(
        self, *, asset_ids: Sequence[str], headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Download many files as one ZIP.

        The answer has a URL that works without a key for one hour. The ZIP is created while it is downloaded. It is
        not compressed, and contains the ready files of the assets under their names. The second file of the same name
        becomes `name (2).ext`.

        asset_ids: Ids of assets, active or in the trash bin. An asset that is named twice counts once.
        """
        return self._call(
            'POST', '/api/v2/downloads', keys={'asset_ids': asset_ids}, headers=headers, with_headers=with_headers,
            required=('download',)
        )

    def download_export(
        self, *, q: str = _UNSET, type: Literal['asset', 'project'] | Sequence[Literal['asset', 'project']] = _UNSET,
        category: str | Sequence[str] = _UNSET, owner: str | Sequence[str] = _UNSET,
        status: str | Sequence[str] = _UNSET, media_type: str | Sequence[str] = _UNSET,
        tag: str | Sequence[str] = _UNSET, all_tags: str | Sequence[str] = _UNSET, project_id: str = _UNSET,
        within: str = _UNSET,
        media_status: Literal['none', 'pending', 'ingesting', 'ready', 'failed'] | Sequence[Literal['none', 'pending', 'ingesting', 'ready', 'failed']] = _UNSET,
        missing: str | Sequence[str] = _UNSET, external_id: str = _UNSET, checksum: str = _UNSET,
        deleted: bool | Literal['false', 'true', 'any'] = _UNSET, content_type: str | Sequence[str] = _UNSET,
        min_width: int = _UNSET, max_width: int = _UNSET, min_height: int = _UNSET, max_height: int = _UNSET,
        min_duration: float = _UNSET, max_duration: float = _UNSET, created_from: str = _UNSET,
        created_to: str = _UNSET, modified_from: str = _UNSET, modified_to: str = _UNSET, collection: int = _UNSET,
        approval: Literal['none', 'rejected', 'pending', 'approved'] | Sequence[Literal['none', 'rejected', 'pending', 'approved']] = _UNSET,
        approval_by: int = _UNSET, favorite: bool = _UNSET, include: Literal['media'] = _UNSET,
        sort: Literal['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title', 'relevance'] = _UNSET,
        format: Literal['ndjson', 'csv'] = _UNSET, for_: Literal['excel'] = _UNSET, headers: Headers | None = None,
        with_headers: bool = False, into: Into | None = None, **fields: Any
    ) -> Any:
        """Export assets and projects.

        Exports all items of the account, or the items that match the filters, as a stream. Unknown parameters are
        refused. To send several values, repeat a parameter: `tag=raw&tag=4k`. Searchable custom fields are
        parameters, too. `field.<id>` takes an exact value; if you send several values, one must match.
        `field.<id>.from` and `field.<id>.to` limit dates and datetimes.

        q: Search words. All of them must occur in the title, the description, the category, the tags, the external
            id, the original file name, a searchable custom field, or the embedded metadata of the file. `"two words"`
            is a phrase, `-word` excludes a word, and `inter*` is the beginning of a word.
        type: Type of the items. If you send several values, one must match.
        category: Category: exact match. If you send several values, one must match.
        owner: E-mail address of the owner: exact match. If you send several values, one must match.
        status: Status: exact match. If you send several values, one must match.
        media_type: Media type: exact match. Projects have `project`. If you send several values, one must match.
        tag: Tag: exact match. If you send several values, one must match.
        all_tags: Tag: exact match. If you send several values, all must match.
        project_id: Id of a project, to find items directly in it. `none` finds items that are in no project.
        within: Id of a project, to find items below it at any depth. The project itself is not found.
        media_status: Status of the newest file of an asset. Projects have none. If you send several values, one must
            match.
        missing: Empty property: `tags`, `category`, `description`, `external_id`, or `field.<id>` of a searchable
            field. If you send several values, all must match.
        external_id: External id: exact match.
        checksum: SHA-256 of a ready file, in lower-case hexadecimal.
        deleted: `true` searches the trash bin, `any` searches everywhere. `false` by default.
        content_type: Detected content type of the file. `image/*` finds all pictures. If you send several values, one
            must match.
        min_width: Minimum width of the file in pixels.
        max_width: Maximum width of the file in pixels.
        min_height: Minimum height of the file in pixels.
        max_height: Maximum height of the file in pixels.
        min_duration: Minimum duration of the file in seconds.
        max_duration: Maximum duration of the file in seconds.
        created_from: Creation at this time or later. ISO 8601; a date means its first moment in UTC.
        created_to: Creation before this time. ISO 8601; a date means its first moment in UTC.
        modified_from: Last change at this time or later. ISO 8601; a date means its first moment in UTC.
        modified_to: Last change before this time. ISO 8601; a date means its first moment in UTC.
        collection: Id of a collection, to find the assets in it.
        approval: Status of the approvals of an asset. Projects have none. If you send several values, one must match.
        approval_by: Id of a user, to find the assets that wait for the approval of this user.
        favorite: `true` finds only your favorites.
        include: Additional content. `media` adds the files of each asset, with URLs: the oldest 1,000 of an asset.
        sort: Order of the items. By default, projects come before the items below them, and before assets, so that an
            import can read the export.
        format: Format of the export, `ndjson` by default.
        for_: Program that shows the CSV to people. For `excel` the CSV has a byte order mark, an apostrophe before
            values that a spreadsheet would run as formulas, custom fields under their names, such as `Location
            (field.1)`, and the columns `project_title`, `media_size` and `media_checksum` at the end. An import
            accepts it. Only with `format=csv`.
        field.<id>: Searchable custom fields: `**{'field.3': 'Berlin'}`.
        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        return self._call(
            'GET', '/api/v2/export', query={'q': q, 'type': type, 'category': category, 'owner': owner,
            'status': status, 'media_type': media_type, 'tag': tag, 'all_tags': all_tags, 'project_id': project_id,
            'within': within, 'media_status': media_status, 'missing': missing, 'external_id': external_id,
            'checksum': checksum, 'deleted': deleted, 'content_type': content_type, 'min_width': min_width,
            'max_width': max_width, 'min_height': min_height, 'max_height': max_height, 'min_duration': min_duration,
            'max_duration': max_duration, 'created_from': created_from, 'created_to': created_to,
            'modified_from': modified_from, 'modified_to': modified_to, 'collection': collection,
            'approval': approval, 'approval_by': approval_by, 'favorite': favorite, 'include': include, 'sort': sort,
            'format': format, 'for': for_, **_known('download_export', fields)}, headers=headers,
            with_headers=with_headers, types=('application/x-ndjson', 'text/csv'), into=into
        )

    def find_by_external_id(
        self, external_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Look up an item by its external id.

        An item in the trash bin is found, too.

        external_id: Id of the item in another system. Percent-encode the characters that a path cannot contain. An id
            with a slash is found even if a proxy has decoded it.
        """
        return self._call(
            'GET', f"/api/v2/external_ids/{_segment('external_id', external_id)}", headers=headers,
            with_headers=with_headers, required=('external_id', 'id', 'type', 'deleted')
        )

    def list_field_groups(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the field groups.

        The answer includes the fields of each group.

        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/field_groups', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('field_groups',)
        )

    def get_field_group(
        self, field_group_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read a field group.

        The answer includes the fields of the group.

        field_group_id: Id of the field group.
        """
        return self._call(
            'GET', f"/api/v2/field_groups/{_segment('field_group_id', field_group_id)}", headers=headers,
            with_headers=with_headers, required=('id', 'name', 'created_at', 'updated_at', 'group_type', 'fields')
        )

    def list_imports(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List imports.

        Imports are kept for 30 days. The newest one comes first.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/imports', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('imports',)
        )

    def create_import(
        self, *, body: Body, content_type: Literal['text/csv', 'application/x-ndjson'] = 'text/csv',
        mode: Literal['create', 'update', 'upsert'] = _UNSET, key: Literal['external_id', 'id'] = _UNSET,
        dry_run: bool = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Import assets and projects.

        The answer is sent as soon as the file has been received. Rows are imported in the background. Each row has
        the same effect as a request of its own.

        body: Bytes, text, a path (`os.PathLike`) or a binary file.
        content_type: Content type of the body.
        mode: Mode of the import. `create`: every row creates an item. `update`: every row updates an item. `upsert`,
            the default: a row updates the item that it names, or creates it if it does not exist.
        key: Column that identifies an item, `external_id` by default.
        dry_run: Whether this is a dry run, which reports the results and changes nothing. `false` by default.
        """
        return self._call(
            'POST', '/api/v2/imports', query={'mode': mode, 'key': key, 'dry_run': dry_run},
            sent=_Sent(body, content_type), headers=headers, with_headers=with_headers, required=('import',)
        )

    def get_import(self, import_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read an import.

        The answer has the progress of the import, and the first 1,000 errors of its rows.

        import_id: Id of the import.
        """
        return self._call(
            'GET', f"/api/v2/imports/{_segment('import_id', import_id)}", headers=headers, with_headers=with_headers,
            required=('import', 'errors')
        )

    def delete_import(self, import_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Cancel an import.

        Rows that have been imported are kept.

        import_id: Id of the import.
        """
        return self._call(
            'DELETE', f"/api/v2/imports/{_segment('import_id', import_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def download_import_errors(
        self, import_id: Id, *, headers: Headers | None = None, with_headers: bool = False, into: Into | None = None
    ) -> Any:
        """Read all errors of an import.

        The answer is a CSV file with the columns line, column and error.

        import_id: Id of the import.
        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        return self._call(
            'GET', f"/api/v2/imports/{_segment('import_id', import_id)}/errors", headers=headers,
            with_headers=with_headers, types=('text/csv',), into=into
        )

    def list_notifications(
        self, *, unread: bool = _UNSET, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List your notifications.

        The newest notifications come first. They are kept for 90 days, 1,000 for each user. Notifications of items
        that you do not see at the moment are left out.

        unread: `true` lists only notifications that you have not read.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/notifications', query={'unread': unread, 'limit': limit, 'cursor': cursor},
            headers=headers, with_headers=with_headers, required=('notifications', 'unread')
        )

    def set_notifications_read(
        self, *, ids: Sequence[int] = _UNSET, until: int = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Mark notifications as read.

        The body has either `ids` or `until`.

        ids: Ids of notifications. Ids of other users are ignored.
        until: Id of a notification: this one and all before it are read. Only without `ids`.
        """
        return self._call(
            'POST', '/api/v2/notifications/read', keys={'ids': ids, 'until': until}, headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_projects(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List your projects.

        Lists the ids of the active projects that you are a member of.

        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/projects', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('projects',)
        )

    def create_project(
        self, *, title: str, description: str = _UNSET, category: str = _UNSET, tags: Sequence[str] = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create a project.

        You become the first member of the project, with the role `Admin`.

        title: Title.
        description: Description, empty by default.
        category: Category, empty by default.
        tags: Tags, none by default.
        """
        return self._call(
            'POST', '/api/v2/projects',
            keys={'title': title, 'description': description, 'category': category, 'tags': tags}, headers=headers,
            with_headers=with_headers, required=('project',)
        )

    def get_project(self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read a project.

        An item in the trash bin is found, too.

        project_id: Id of the project.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}", headers=headers,
            with_headers=with_headers, required=('project',)
        )

    def update_project(
        self, project_id: Id, *, title: str = _UNSET, description: str = _UNSET, category: str = _UNSET,
        external_id: str = _UNSET, tags: Sequence[str] = _UNSET, add_tags: Sequence[str] = _UNSET,
        remove_tags: Sequence[str] = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a project.

        Changes the properties that you send. `modification_date` changes only if a value is different afterwards.

        project_id: Id of the project.
        title: Title.
        description: New description.
        category: New category.
        external_id: External id, unique among all assets and projects of the account. An empty string removes it.
        tags: New tags, which replace all existing ones.
        add_tags: Tags to add, such as `["approved"]`. New tags go to the end; existing tags keep their places. Tags
            that others add at the same time are kept, too. Not allowed together with `tags`.
        remove_tags: Tags to remove, before others are added. A tag that the item does not have is ignored. Not
            allowed together with `tags`.
        """
        return self._call(
            'PUT', f"/api/v2/projects/{_segment('project_id', project_id)}", keys={'title': title,
            'description': description, 'category': category, 'external_id': external_id, 'tags': tags,
            'add_tags': add_tags, 'remove_tags': remove_tags}, headers=headers, with_headers=with_headers,
            required=('project', 'errors')
        )

    def delete_project(self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Delete a project permanently.

        Deletes the project with all projects and assets below it, active or in the trash bin. They cannot be restored
        afterwards.

        project_id: Id of the project.
        """
        return self._call(
            'DELETE', f"/api/v2/projects/{_segment('project_id', project_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def trash_project(self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Move a project to the trash bin.

        Moves the project to the trash bin, with all active items below it. They are deleted permanently at the end of
        the retention, which is 14 days by default. If the project is in the trash bin already, nothing happens.

        project_id: Id of the project.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/trash_bin", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def restore_project(self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Restore a project from the trash bin.

        Restores the project, with everything that was trashed with it. Items that were trashed before stay in the
        trash bin. If the project is active already, nothing happens.

        project_id: Id of the project.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/restore", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def assign_project(
        self, project_id: Id, *, to_project_id: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Assign a project to another project.

        A project is in at most one other project. It leaves the project that it was in.

        project_id: Id of the project.
        to_project_id: Id of the active project to put this project into.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/assign",
            keys={'to_project_id': to_project_id}, headers=headers, with_headers=with_headers, required=('ok',)
        )

    def unassign_project(self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Unassign a project from the project above it.

        The project is at the top afterwards. The items below it stay there.

        project_id: Id of the project.
        """
        return self._call(
            'DELETE', f"/api/v2/projects/{_segment('project_id', project_id)}/unassign", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_project_assets(
        self, project_id: Id, *, include: Literal['media'] = _UNSET, limit: int = _UNSET, cursor: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the contents of a project.

        Lists the assets and the subprojects directly in the project, without the contents of the subprojects.

        project_id: Id of the project.
        include: Additional content. `media` adds the files of each asset, with URLs: the oldest 1,000 of an asset.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/assets",
            query={'include': include, 'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('assets', 'subprojects')
        )

    def list_project_attachments(
        self, project_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the attachments of a project.

        The list includes attachments of comments. A project has at most 100 attachments.

        project_id: Id of the project.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/attachments",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('attachments',)
        )

    def add_project_attachment(
        self, project_id: Id, *, filename: str, size: int, description: str = _UNSET, content_type: str = _UNSET,
        sha256: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Attach a file to a project.

        The answer has an upload. The attachment is ready when its file has been sent to the URL of the upload.

        project_id: Id of the project.
        filename: Original name of the file.
        size: Size in bytes.
        description: Description of the attachment.
        content_type: Content type of the file, if its name does not tell it.
        sha256: SHA-256 of the file in hexadecimal. An upload with another checksum is refused.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/attachments", keys={'filename': filename,
            'size': size, 'description': description, 'content_type': content_type, 'sha256': sha256},
            headers=headers, with_headers=with_headers, required=('attachment', 'upload')
        )

    def update_project_attachment(
        self, project_id: Id, attachment_id: Id, *, filename: str = _UNSET, description: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Change an attachment of a project.

        All users who may attach files can change an attachment. An attachment of a comment can only be changed by the
        author of the comment, and by users who may delete the comment.

        project_id: Id of the project.
        attachment_id: Id of the attachment.
        filename: New name of the file.
        description: New description.
        """
        return self._call(
            'POST',
            f"/api/v2/projects/{_segment('project_id', project_id)}/attachments/{_segment('attachment_id', attachment_id)}",
            keys={'filename': filename, 'description': description}, headers=headers, with_headers=with_headers,
            required=('attachment',)
        )

    def remove_project_attachment(
        self, project_id: Id, attachment_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove an attachment of a project.

        The file is deleted, or its upload is cancelled. All users who may change the attachment can remove it.

        project_id: Id of the project.
        attachment_id: Id of the attachment.
        """
        return self._call(
            'DELETE',
            f"/api/v2/projects/{_segment('project_id', project_id)}/attachments/{_segment('attachment_id', attachment_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_project_comments(
        self, project_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the comments on a project.

        The list includes replies, which name the comment that they reply to.

        project_id: Id of the project.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/comments",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('comments',)
        )

    def add_project_comment(
        self, project_id: Id, *, text: str, internal: bool = _UNSET, reply_to: int = _UNSET,
        mentions: Sequence[int] = _UNSET, attachment_ids: Sequence[int] = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Comment on a project.

        All users who see the project can comment on it. It has at most 5,000 comments.

        project_id: Id of the project.
        text: Text of the comment. It is plain text: markup has no meaning.
        internal: Whether the comment is hidden from guests. `false` by default.
        reply_to: Id of the comment to reply to, which must not be a reply itself. A reply to an internal comment is
            internal.
        mentions: Ids of users to notify of the comment. They must see the item (see `GET /users`).
        attachment_ids: Ids of attachments to add to the comment. You must have attached them to the item, and they
            must not belong to a comment.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/comments", keys={'text': text,
            'internal': internal, 'reply_to': reply_to, 'mentions': mentions, 'attachment_ids': attachment_ids},
            headers=headers, with_headers=with_headers, required=('comment',)
        )

    def get_project_comment(
        self, project_id: Id, comment_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read a comment on a project.

        Reads one comment, which can be a reply.

        project_id: Id of the project.
        comment_id: Id of the comment.
        """
        return self._call(
            'GET',
            f"/api/v2/projects/{_segment('project_id', project_id)}/comments/{_segment('comment_id', comment_id)}",
            headers=headers, with_headers=with_headers, required=('comment',)
        )

    def update_project_comment(
        self, project_id: Id, comment_id: Id, *, text: str = _UNSET, mentions: Sequence[int] = _UNSET,
        done: bool = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Change a comment on a project.

        The author can change the text and the mentions. All users who may comment can set `done`.

        project_id: Id of the project.
        comment_id: Id of the comment.
        text: New text. Only the author may change it.
        mentions: Ids of users to notify of the comment. They must see the item (see `GET /users`).
        done: Whether the comment is done. All users who may comment can set it.
        """
        return self._call(
            'POST',
            f"/api/v2/projects/{_segment('project_id', project_id)}/comments/{_segment('comment_id', comment_id)}",
            keys={'text': text, 'mentions': mentions, 'done': done}, headers=headers, with_headers=with_headers,
            required=('comment',)
        )

    def delete_project_comment(
        self, project_id: Id, comment_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Delete a comment on a project.

        Deletes the comment with its replies. Its author can do this, and users who have the right to remove comments
        of others.

        project_id: Id of the project.
        comment_id: Id of the comment.
        """
        return self._call(
            'DELETE',
            f"/api/v2/projects/{_segment('project_id', project_id)}/comments/{_segment('comment_id', comment_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_project_custom_fields(
        self, project_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List all custom fields of a project.

        Lists all field groups in which the project has values, with these values.

        project_id: Id of the project.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/custom_fields",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('custom_fields',)
        )

    def get_project_custom_fields(
        self, project_id: Id, field_group_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read the custom fields of a project.

        Reads the values of one field group.

        project_id: Id of the project.
        field_group_id: Id of the field group.
        """
        return self._call(
            'GET',
            f"/api/v2/projects/{_segment('project_id', project_id)}/custom_fields/{_segment('field_group_id', field_group_id)}",
            headers=headers, with_headers=with_headers, required=('custom_fields', 'errors')
        )

    def set_project_custom_fields(
        self, project_id: Id, field_group_id: Id, *,
        custom_fields: Mapping[str, Any] | Sequence[Mapping[str, Any]] = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Set custom fields of a project.

        Either all values are valid and stored, or none is stored. An object changes the values that it names. An
        array adds entries, or changes the entries that it names by `cfg_id`. An entry that becomes empty is removed.
        At most 1,000 entries and 1 MiB are stored.

        project_id: Id of the project.
        field_group_id: Id of the field group.
        custom_fields: Values by field id; `null` clears a value. Or an array of such objects, each with the `cfg_id`
            of the entry that it changes. Without this property, nothing is changed.
        """
        return self._call(
            'POST',
            f"/api/v2/projects/{_segment('project_id', project_id)}/custom_fields/{_segment('field_group_id', field_group_id)}",
            keys={'custom_fields': custom_fields}, headers=headers, with_headers=with_headers,
            required=('custom_fields', 'errors')
        )

    def delete_project_custom_fields(
        self, project_id: Id, field_group_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Clear custom fields of a project.

        Removes all values of one field group, with all its entries.

        project_id: Id of the project.
        field_group_id: Id of the field group.
        """
        return self._call(
            'DELETE',
            f"/api/v2/projects/{_segment('project_id', project_id)}/custom_fields/{_segment('field_group_id', field_group_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def delete_project_custom_fields_entry(
        self, project_id: Id, field_group_id: Id, cfg_id: Id, *, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Remove an entry of custom fields from a project.

        `If-Match` takes the `ETag` of the whole group.

        project_id: Id of the project.
        field_group_id: Id of the field group.
        cfg_id: `cfg_id` of the entry.
        """
        return self._call(
            'DELETE',
            f"/api/v2/projects/{_segment('project_id', project_id)}/custom_fields/{_segment('field_group_id', field_group_id)}/{_segment('cfg_id', cfg_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def is_project_favorite(
        self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Check whether a project is your favorite.

        Favorites are your own. No other user sees them.

        project_id: Id of the project.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('favorite',)
        )

    def add_project_favorite(
        self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Add a project to your favorites.

        If it is your favorite already, nothing happens.

        project_id: Id of the project.
        """
        return self._call(
            'PUT', f"/api/v2/projects/{_segment('project_id', project_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def remove_project_favorite(
        self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove a project from your favorites.

        If it is not your favorite, nothing happens.

        project_id: Id of the project.
        """
        return self._call(
            'DELETE', f"/api/v2/projects/{_segment('project_id', project_id)}/favorite", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_project_history(
        self, project_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Read the history of a project.

        The history has all entries that name the project: its own, and entries of items that were put into it or
        taken out of it.

        project_id: Id of the project.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/history",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('history',)
        )

    def list_project_links(
        self, project_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the guest links to a project.

        The list has no URLs: they are shown only once. Expired links stay in the list for 30 days.

        project_id: Id of the project.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/links",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers, required=('links',)
        )

    def create_project_link(
        self, project_id: Id, *, title: str = _UNSET, expires_in: int = _UNSET, password: str = _UNSET,
        download: bool = _UNSET, comments: bool = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create a guest link to a project.

        All users who may change the project can create links to it. An account has at most 1,000 links.

        project_id: Id of the project.
        title: Title that guests see. By default, it is the title of the shared object.
        expires_in: Validity of the link in seconds, at most one year. 30 days by default.
        password: Password that guests must enter. None by default.
        download: Whether guests may download the files. `false` by default.
        comments: Whether guests may write comments, and read comments that are not internal. `false` by default.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/links", keys={'title': title,
            'expires_in': expires_in, 'password': password, 'download': download, 'comments': comments},
            headers=headers, with_headers=with_headers, required=('link',)
        )

    def update_project_link(
        self, project_id: Id, link_id: Id, *, title: str = _UNSET, expires_in: int = _UNSET,
        password: str | None = _UNSET, download: bool = _UNSET, comments: bool = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Update a guest link to a project.

        All users who may revoke a link can change it, even after it has expired. Its URL stays the same, and is not
        shown again. A new password makes all tokens invalid that were issued for the old one.

        project_id: Id of the project.
        link_id: Id of the link.
        title: Title that guests see.
        expires_in: Validity of the link in seconds from now, at most one year.
        password: New password that guests must enter, also guests who know the old one. `null`: no password.
        download: Whether guests may download the files.
        comments: Whether guests may write comments, and read comments that are not internal.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/links/{_segment('link_id', link_id)}",
            keys={'title': title, 'expires_in': expires_in, 'password': password, 'download': download,
            'comments': comments}, headers=headers, with_headers=with_headers, required=('link',)
        )

    def delete_project_link(
        self, project_id: Id, link_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Revoke a guest link to a project.

        The link becomes invalid at once.

        project_id: Id of the project.
        link_id: Id of the link.
        """
        return self._call(
            'DELETE', f"/api/v2/projects/{_segment('project_id', project_id)}/links/{_segment('link_id', link_id)}",
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_members(
        self, project_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the members of a project.

        The answer has the role of each member.

        project_id: Id of the project.
        limit: Maximum number of elements. By default, the answer is the whole list.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/members",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('members',)
        )

    def add_member(
        self, project_id: Id, *, user_id: int, role: Literal['Admin', 'Member', 'Viewer'] = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Add a member to a project.

        The user must belong to the account.

        project_id: Id of the project.
        user_id: Id of a user whom you see (see `GET /users`).
        role: Role of the member: it limits what users with the access `projects` may do in the project and below it.
            `Member` by default.
        """
        return self._call(
            'POST', f"/api/v2/projects/{_segment('project_id', project_id)}/members",
            keys={'user_id': user_id, 'role': role}, headers=headers, with_headers=with_headers, required=('ok',)
        )

    def update_member(
        self, project_id: Id, *, user_id: int, role: Literal['Admin', 'Member', 'Viewer'],
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Set the role of a member.

        Roles limit only users with the access `projects`.

        project_id: Id of the project.
        user_id: Id of the member.
        role: Role of the member: it limits what users with the access `projects` may do in the project and below it.
        """
        return self._call(
            'PUT', f"/api/v2/projects/{_segment('project_id', project_id)}/members",
            keys={'user_id': user_id, 'role': role}, headers=headers, with_headers=with_headers, required=('ok',)
        )

    def remove_member(
        self, project_id: Id, *, user_id: int = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Remove a member from a project.

        The last member cannot be removed. If your client cannot send a body with DELETE, send `user_id` in the query.

        project_id: Id of the project.
        user_id: Id of the member, if the body does not have it.
        """
        return self._call(
            'DELETE', f"/api/v2/projects/{_segment('project_id', project_id)}/members", query={'user_id': user_id},
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_project_path(self, project_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read the path of a project.

        The path has all projects above the project, from the top, and ends with the project itself.

        project_id: Id of the project.
        """
        return self._call(
            'GET', f"/api/v2/projects/{_segment('project_id', project_id)}/path", headers=headers,
            with_headers=with_headers, required=('path',)
        )

    def find_items(
        self, *, q: str = _UNSET, type: Literal['asset', 'project'] | Sequence[Literal['asset', 'project']] = _UNSET,
        category: str | Sequence[str] = _UNSET, owner: str | Sequence[str] = _UNSET,
        status: str | Sequence[str] = _UNSET, media_type: str | Sequence[str] = _UNSET,
        tag: str | Sequence[str] = _UNSET, all_tags: str | Sequence[str] = _UNSET, project_id: str = _UNSET,
        within: str = _UNSET,
        media_status: Literal['none', 'pending', 'ingesting', 'ready', 'failed'] | Sequence[Literal['none', 'pending', 'ingesting', 'ready', 'failed']] = _UNSET,
        missing: str | Sequence[str] = _UNSET, external_id: str = _UNSET, checksum: str = _UNSET,
        deleted: bool | Literal['false', 'true', 'any'] = _UNSET, content_type: str | Sequence[str] = _UNSET,
        min_width: int = _UNSET, max_width: int = _UNSET, min_height: int = _UNSET, max_height: int = _UNSET,
        min_duration: float = _UNSET, max_duration: float = _UNSET, created_from: str = _UNSET,
        created_to: str = _UNSET, modified_from: str = _UNSET, modified_to: str = _UNSET, collection: int = _UNSET,
        approval: Literal['none', 'rejected', 'pending', 'approved'] | Sequence[Literal['none', 'rejected', 'pending', 'approved']] = _UNSET,
        approval_by: int = _UNSET, favorite: bool = _UNSET,
        sort: Literal['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title', 'relevance'] = _UNSET,
        facets: str | Sequence[str] = _UNSET, total: bool = _UNSET, include: Literal['media'] = _UNSET,
        limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False,
        **fields: Any
    ) -> Any:
        """Find assets and projects.

        Finds items by words, by their properties, and by the time of their changes. Unknown parameters are refused.
        To send several values, repeat a parameter: `tag=raw&tag=4k`. Searchable custom fields are parameters, too.
        `field.<id>` takes an exact value; if you send several values, one must match. `field.<id>.from` and
        `field.<id>.to` limit dates and datetimes.

        q: Search words. All of them must occur in the title, the description, the category, the tags, the external
            id, the original file name, a searchable custom field, or the embedded metadata of the file. `"two words"`
            is a phrase, `-word` excludes a word, and `inter*` is the beginning of a word.
        type: Type of the items. If you send several values, one must match.
        category: Category: exact match. If you send several values, one must match.
        owner: E-mail address of the owner: exact match. If you send several values, one must match.
        status: Status: exact match. If you send several values, one must match.
        media_type: Media type: exact match. Projects have `project`. If you send several values, one must match.
        tag: Tag: exact match. If you send several values, one must match.
        all_tags: Tag: exact match. If you send several values, all must match.
        project_id: Id of a project, to find items directly in it. `none` finds items that are in no project.
        within: Id of a project, to find items below it at any depth. The project itself is not found.
        media_status: Status of the newest file of an asset. Projects have none. If you send several values, one must
            match.
        missing: Empty property: `tags`, `category`, `description`, `external_id`, or `field.<id>` of a searchable
            field. If you send several values, all must match.
        external_id: External id: exact match.
        checksum: SHA-256 of a ready file, in lower-case hexadecimal.
        deleted: `true` searches the trash bin, `any` searches everywhere. `false` by default.
        content_type: Detected content type of the file. `image/*` finds all pictures. If you send several values, one
            must match.
        min_width: Minimum width of the file in pixels.
        max_width: Maximum width of the file in pixels.
        min_height: Minimum height of the file in pixels.
        max_height: Maximum height of the file in pixels.
        min_duration: Minimum duration of the file in seconds.
        max_duration: Maximum duration of the file in seconds.
        created_from: Creation at this time or later. ISO 8601; a date means its first moment in UTC.
        created_to: Creation before this time. ISO 8601; a date means its first moment in UTC.
        modified_from: Last change at this time or later. ISO 8601; a date means its first moment in UTC.
        modified_to: Last change before this time. ISO 8601; a date means its first moment in UTC.
        collection: Id of a collection, to find the assets in it.
        approval: Status of the approvals of an asset. Projects have none. If you send several values, one must match.
        approval_by: Id of a user, to find the assets that wait for the approval of this user.
        favorite: `true` finds only your favorites.
        sort: Order of the items. By default, the last changed items come first. `relevance` needs `q`. Items that are
            equal in this order are ordered by id.
        facets: Properties whose values are counted: `type`, `category`, `tag`, `owner`, `status`, `media_type`, and
            `field.<id>` of a dropdown or boolean field.
        total: `true` adds the number of items found to the answer. It counts up to 10,000 items.
        include: Additional content. `media` adds the files of each asset, with URLs: the oldest 1,000 of an asset.
        limit: Maximum number of items, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page. It is valid only for the same
            search.
        field.<id>: Searchable custom fields: `**{'field.3': 'Berlin'}`.
        """
        return self._call(
            'GET', '/api/v2/search', query={'q': q, 'type': type, 'category': category, 'owner': owner,
            'status': status, 'media_type': media_type, 'tag': tag, 'all_tags': all_tags, 'project_id': project_id,
            'within': within, 'media_status': media_status, 'missing': missing, 'external_id': external_id,
            'checksum': checksum, 'deleted': deleted, 'content_type': content_type, 'min_width': min_width,
            'max_width': max_width, 'min_height': min_height, 'max_height': max_height, 'min_duration': min_duration,
            'max_duration': max_duration, 'created_from': created_from, 'created_to': created_to,
            'modified_from': modified_from, 'modified_to': modified_to, 'collection': collection,
            'approval': approval, 'approval_by': approval_by, 'favorite': favorite, 'sort': sort, 'facets': facets,
            'total': total, 'include': include, 'limit': limit, 'cursor': cursor, **_known('find_items', fields)},
            headers=headers, with_headers=with_headers, required=('results',)
        )

    def find_items_by_body(
        self, *, q: str = _UNSET, type: Sequence[Literal['asset', 'project']] = _UNSET,
        category: Sequence[str] = _UNSET, owner: Sequence[str] = _UNSET, status: Sequence[str] = _UNSET,
        media_type: Sequence[str] = _UNSET, tag: Sequence[str] = _UNSET, all_tags: Sequence[str] = _UNSET,
        project_id: str = _UNSET, within: str = _UNSET,
        media_status: Sequence[Literal['none', 'pending', 'ingesting', 'ready', 'failed']] = _UNSET,
        missing: Sequence[str] = _UNSET, external_id: str = _UNSET, checksum: str = _UNSET,
        deleted: bool | Literal['any'] = _UNSET, content_type: Sequence[str] = _UNSET, min_width: int = _UNSET,
        max_width: int = _UNSET, min_height: int = _UNSET, max_height: int = _UNSET, min_duration: float = _UNSET,
        max_duration: float = _UNSET, created_from: str = _UNSET, created_to: str = _UNSET,
        modified_from: str = _UNSET, modified_to: str = _UNSET, collection: int = _UNSET,
        approval: Sequence[Literal['none', 'rejected', 'pending', 'approved']] = _UNSET, approval_by: int = _UNSET,
        favorite: bool = _UNSET,
        sort: Literal['-modified_date', 'modified_date', '-created_date', 'created_date', 'title', '-title', 'relevance'] = _UNSET,
        facets: Sequence[str] = _UNSET, total: bool = _UNSET, include: Literal['media'] = _UNSET, limit: int = _UNSET,
        cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False, **fields: Any
    ) -> Any:
        """Find assets and projects with a request body.

        Does the same as the GET, for searches that are too long for a URL. It changes nothing. Several values are
        sent as an array. Searchable custom fields are parameters, too. `field.<id>` takes an exact value; if you send
        several values, one must match. `field.<id>.from` and `field.<id>.to` limit dates and datetimes.

        q: Search words. All of them must occur in the title, the description, the category, the tags, the external
            id, the original file name, a searchable custom field, or the embedded metadata of the file. `"two words"`
            is a phrase, `-word` excludes a word, and `inter*` is the beginning of a word.
        type: Type of the items. If you send several values, one must match.
        category: Category: exact match. If you send several values, one must match.
        owner: E-mail address of the owner: exact match. If you send several values, one must match.
        status: Status: exact match. If you send several values, one must match.
        media_type: Media type: exact match. Projects have `project`. If you send several values, one must match.
        tag: Tag: exact match. If you send several values, one must match.
        all_tags: Tag: exact match. If you send several values, all must match.
        project_id: Id of a project, to find items directly in it. `none` finds items that are in no project.
        within: Id of a project, to find items below it at any depth. The project itself is not found.
        media_status: Status of the newest file of an asset. Projects have none. If you send several values, one must
            match.
        missing: Empty property: `tags`, `category`, `description`, `external_id`, or `field.<id>` of a searchable
            field. If you send several values, all must match.
        external_id: External id: exact match.
        checksum: SHA-256 of a ready file, in lower-case hexadecimal.
        deleted: `true` searches the trash bin, `any` searches everywhere. `false` by default.
        content_type: Detected content type of the file. `image/*` finds all pictures. If you send several values, one
            must match.
        min_width: Minimum width of the file in pixels.
        max_width: Maximum width of the file in pixels.
        min_height: Minimum height of the file in pixels.
        max_height: Maximum height of the file in pixels.
        min_duration: Minimum duration of the file in seconds.
        max_duration: Maximum duration of the file in seconds.
        created_from: Creation at this time or later. ISO 8601; a date means its first moment in UTC.
        created_to: Creation before this time. ISO 8601; a date means its first moment in UTC.
        modified_from: Last change at this time or later. ISO 8601; a date means its first moment in UTC.
        modified_to: Last change before this time. ISO 8601; a date means its first moment in UTC.
        collection: Id of a collection, to find the assets in it.
        approval: Status of the approvals of an asset. Projects have none. If you send several values, one must match.
        approval_by: Id of a user, to find the assets that wait for the approval of this user.
        favorite: `true` finds only your favorites.
        sort: Order of the items. By default, the last changed items come first. `relevance` needs `q`. Items that are
            equal in this order are ordered by id.
        facets: Properties whose values are counted: `type`, `category`, `tag`, `owner`, `status`, `media_type`, and
            `field.<id>` of a dropdown or boolean field.
        total: `true` adds the number of items found to the answer. It counts up to 10,000 items.
        include: Additional content. `media` adds the files of each asset, with URLs: the oldest 1,000 of an asset.
        limit: Maximum number of items, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page. It is valid only for the same
            search.
        field.<id>: Searchable custom fields: `**{'field.3': 'Berlin'}`.
        """
        return self._call(
            'POST', '/api/v2/search', keys={'q': q, 'type': type, 'category': category, 'owner': owner,
            'status': status, 'media_type': media_type, 'tag': tag, 'all_tags': all_tags, 'project_id': project_id,
            'within': within, 'media_status': media_status, 'missing': missing, 'external_id': external_id,
            'checksum': checksum, 'deleted': deleted, 'content_type': content_type, 'min_width': min_width,
            'max_width': max_width, 'min_height': min_height, 'max_height': max_height, 'min_duration': min_duration,
            'max_duration': max_duration, 'created_from': created_from, 'created_to': created_to,
            'modified_from': modified_from, 'modified_to': modified_to, 'collection': collection,
            'approval': approval, 'approval_by': approval_by, 'favorite': favorite, 'sort': sort, 'facets': facets,
            'total': total, 'include': include, 'limit': limit,
            'cursor': cursor, **_known('find_items_by_body', fields)}, headers=headers, with_headers=with_headers,
            required=('results',)
        )

    def create_session(
        self, *, email: str, password: str, keep: bool = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Sign in with e-mail address and password.

        The answer is the same 401 for an unknown e-mail address, a wrong password, a disabled user, and a user
        without a password. The header `X-Requested-With: cutroom` is required.

        email: E-mail address of the user.
        password: Password of the user.
        keep: Whether the session continues after the browser is closed. It then expires 30 days after its last use,
            and at most 90 days after it began. Otherwise it expires 12 hours after its last use.
        """
        return self._call(
            'POST', '/api/v2/session', keys={'email': email, 'password': password, 'keep': keep}, headers=headers,
            with_headers=with_headers, required=('user', 'expires_at')
        )

    def delete_session(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Sign out of this browser.

        Ends the session of the request.
        """
        return self._call('DELETE', '/api/v2/session', headers=headers, with_headers=with_headers, required=('ok',))

    def send_forgotten_password(
        self, *, email: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Request a link to set a new password.

        The answer is the same for every e-mail address. If a user has it, the service sends an e-mail with a link, at
        most three times in an hour. A mail server is required, and the header `X-Requested-With: cutroom`.

        email: E-mail address of the user.
        """
        return self._call(
            'POST', '/api/v2/session/forgotten', keys={'email': email}, headers=headers, with_headers=with_headers,
            required=('ok',)
        )

    def get_sign_in_methods(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read the ways to sign in.

        No key is required.
        """
        return self._call(
            'GET', '/api/v2/session/methods', headers=headers, with_headers=with_headers,
            required=('password', 'mail', 'oidc')
        )

    def send_to_provider(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Sign in with the provider: redirect to its page.

        This request is for browsers. No key is required. The provider must answer within ten minutes.
        """
        return self._call('GET', '/api/v2/session/oidc', headers=headers, with_headers=with_headers)

    def create_session_by_provider(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Sign in with the provider: return from its page.

        The provider redirects browsers to this path. The answer redirects to the console, with a session or with the
        reason why there is none.
        """
        return self._call('GET', '/api/v2/session/oidc/callback', headers=headers, with_headers=with_headers)

    def set_password_by_token(
        self, *, token: str, password: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Set a password with the token of a link, and sign in.

        The token works once. All other sessions of the user end. The header `X-Requested-With: cutroom` is required.

        token: Token of an invitation or of a password reset.
        password: New password.
        """
        return self._call(
            'POST', '/api/v2/session/password', keys={'token': token, 'password': password}, headers=headers,
            with_headers=with_headers, required=('user', 'expires_at')
        )

    def find_token_user(self, *, token: str, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Find the user of the token of a link.

        The page of a link shows the answer to the user before a password is set. The token stays valid. The header
        `X-Requested-With: cutroom` is required.

        token: Token of an invitation or of a password reset.
        """
        return self._call(
            'POST', '/api/v2/session/token', keys={'token': token}, headers=headers, with_headers=with_headers,
            required=('kind', 'email', 'name', 'account', 'invited_by')
        )

    def get_shared_link(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Open a link.

        Each request counts as a use of the link.
        """
        return self._call('GET', '/api/v2/shared', headers=headers, with_headers=with_headers, required=('link',))

    def send_shared_password(
        self, *, password: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Send the password of a link.

        The answer to a wrong password is 401. After 10 wrong passwords from one network address within 15 minutes, no
        more passwords are accepted.

        password: Password of the link.
        """
        return self._call(
            'POST', '/api/v2/shared/password', keys={'password': password}, headers=headers,
            with_headers=with_headers, required=('token', 'expires_at')
        )

    def list_shared_assets(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the assets that a link shows.

        Lists the shared asset, or all assets below the shared project, the last changed ones first, or the assets of
        the shared collection. Assets in the trash bin are left out.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/shared/assets', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('assets',)
        )

    def get_shared_asset(self, asset_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read an asset that a link shows.

        The answer includes the files of the asset.

        asset_id: Id of the asset.
        """
        return self._call(
            'GET', f"/api/v2/shared/assets/{_segment('asset_id', asset_id)}", headers=headers,
            with_headers=with_headers, required=('asset',)
        )

    def list_shared_comments(
        self, asset_id: Id, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """List the comments on an asset that a link shows.

        The list has no internal comments. An author without a name is shown by the part of the e-mail address before
        the @.

        asset_id: Id of the asset.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', f"/api/v2/shared/assets/{_segment('asset_id', asset_id)}/comments",
            query={'limit': limit, 'cursor': cursor}, headers=headers, with_headers=with_headers,
            required=('comments',)
        )

    def add_shared_comment(
        self, asset_id: Id, *, text: str, name: str, reply_to: int = _UNSET, time: float = _UNSET,
        duration: float = _UNSET, page: int = _UNSET, area: Mapping[str, Any] = _UNSET,
        drawing: Sequence[Mapping[str, Any]] | None = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Comment on an asset that a link shows.

        The comment gets the name that the guest sends. At most 60 comments in an hour are accepted from one network
        address.

        asset_id: Id of the asset.
        text: Text of the comment. It is plain text: markup has no meaning.
        name: Name of the guest.
        reply_to: Id of the comment to reply to, which must not be a reply itself. A reply to an internal comment is
            internal.
        time: Time in the film or recording, in seconds from the start.
        duration: Duration of the commented part, in seconds. Only with `time`.
        page: Page number in a document, counted from 1.
        area: Part of the picture, in fractions of its width and height.
        drawing: Shapes on the picture, with at most 5,000 points together; null for none.
        """
        return self._call(
            'POST', f"/api/v2/shared/assets/{_segment('asset_id', asset_id)}/comments", keys={'text': text,
            'name': name, 'reply_to': reply_to, 'time': time, 'duration': duration, 'page': page, 'area': area,
            'drawing': drawing}, headers=headers, with_headers=with_headers, required=('comment',)
        )

    def create_shared_download(
        self, *, asset_ids: Sequence[str] = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Download what a link shows as one ZIP.

        The answer has a URL that works without a token for one hour. The ZIP contains the ready files of the assets.

        asset_ids: Ids of assets that the link shows, at most 1,000. By default, all of its assets.
        """
        return self._call(
            'POST', '/api/v2/shared/downloads', keys={'asset_ids': asset_ids}, headers=headers,
            with_headers=with_headers, required=('download',)
        )

    def get_confirmation_email(
        self, *, token: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Find the user of a confirmation token.

        The answer is the same for unknown, used and expired tokens.

        token: Token of the link.
        """
        return self._call(
            'GET', '/api/v2/tokens/confirmation_token', query={'token': token}, headers=headers,
            with_headers=with_headers, required=('email',)
        )

    def get_reset_password_email(
        self, *, token: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Find the user of a reset-password token.

        The answer is the same for unknown, used and expired tokens.

        token: Token of the link.
        """
        return self._call(
            'GET', '/api/v2/tokens/reset_password_token', query={'token': token}, headers=headers,
            with_headers=with_headers, required=('email',)
        )

    def list_trash(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the trash bin.

        Lists the items that users moved to the trash bin, newest first. Items that were trashed with a project are
        only counted; a restore of the project brings them back. `GET /search` with `deleted=true` finds all items in
        the trash bin.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/trash', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('trash',)
        )

    def get_current_user(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read the user of this key or session.

        The answer has the user, and the rights of the key.
        """
        return self._call(
            'GET', '/api/v2/user', headers=headers, with_headers=with_headers, required=('user', 'api_key', 'session')
        )

    def update_current_user(self, *, name: str, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Update your user.

        Other users see your name, and guests see it with your comments.

        name: Name of the user, which others see. Empty for none.
        """
        return self._call(
            'PUT', '/api/v2/user', keys={'name': name}, headers=headers, with_headers=with_headers, required=('user',)
        )

    def list_api_keys(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List your own keys.

        The list does not have the keys themselves: they are shown only once.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/user/api_keys', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('api_keys',)
        )

    def create_api_key(
        self, *, name: str, scope: Literal['write', 'read'] = _UNSET, expires_in: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Create another key for yourself.

        The key can do all that you can do, or only read.

        name: Name of the key, to tell its purpose.
        scope: Scope of the key. `write`, the default, allows all that its user can do; `read` allows GET, HEAD and
            `POST /search`.
        expires_in: Validity of the key in seconds. By default, the key does not expire.
        """
        return self._call(
            'POST', '/api/v2/user/api_keys', keys={'name': name, 'scope': scope, 'expires_in': expires_in},
            headers=headers, with_headers=with_headers, required=('api_key',)
        )

    def delete_api_key(self, api_key_id: Id, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Delete one of your keys.

        You can also delete the key of this request. A deleted key stops working within five seconds. The last key of
        the last administrator cannot be deleted.

        api_key_id: Id of the key.
        """
        return self._call(
            'DELETE', f"/api/v2/user/api_keys/{_segment('api_key_id', api_key_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def get_notification_settings(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Read which e-mails you get.

        The setting is `each` unless you have changed it.
        """
        return self._call(
            'GET', '/api/v2/user/notifications', headers=headers, with_headers=with_headers, required=('mail',)
        )

    def set_notification_settings(
        self, *, mail: Literal['each', 'daily', 'none'], headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Set which e-mails you get.

        E-mails are sent if the service can send mail. Requests for approval have e-mails of their own, which are sent
        at once unless the setting is `none`.

        mail: E-mails about notifications that you have not read: `each` soon after the notification, `daily` at 07:00
            UTC, or `none`.
        """
        return self._call(
            'PUT', '/api/v2/user/notifications', keys={'mail': mail}, headers=headers, with_headers=with_headers,
            required=('mail',)
        )

    def set_password(
        self, *, password: str, current_password: str = _UNSET, headers: Headers | None = None,
        with_headers: bool = False
    ) -> Any:
        """Set your password.

        All your sessions end, except the session of the request. Links to set a password become invalid. Keys stay
        valid.

        password: New password.
        current_password: Present password. It is required if the user has one.
        """
        return self._call(
            'PUT', '/api/v2/user/password', keys={'password': password, 'current_password': current_password},
            headers=headers, with_headers=with_headers, required=('ok',)
        )

    def list_sessions(
        self, *, limit: int = _UNSET, cursor: str = _UNSET, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List your own sessions.

        A session is a sign-in to the console.

        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/user/sessions', query={'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('sessions',)
        )

    def delete_sessions(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Sign out everywhere.

        All your sessions end, also the session of the request. Keys stay valid.
        """
        return self._call(
            'DELETE', '/api/v2/user/sessions', headers=headers, with_headers=with_headers, required=('ok',)
        )

    def delete_user_session(
        self, session_id: Id, *, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """End one of your own sessions.

        You can also end the session of this request.

        session_id: Id of the session.
        """
        return self._call(
            'DELETE', f"/api/v2/user/sessions/{_segment('session_id', session_id)}", headers=headers,
            with_headers=with_headers, required=('ok',)
        )

    def list_users(
        self, *, asset_id: str = _UNSET, project_id: str = _UNSET, limit: int = _UNSET, cursor: str = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """List the users of the account.

        Lists the users whom you see, and whose ids you can send. With the access `projects`, you see the members of
        your projects, and yourself.

        asset_id: Id of an asset, to list only the users who see it.
        project_id: Id of a project, to list only the users who see it.
        limit: Maximum number of elements, 100 by default.
        cursor: Start of the page: the value in the `Link` header of the previous page.
        """
        return self._call(
            'GET', '/api/v2/users',
            query={'asset_id': asset_id, 'project_id': project_id, 'limit': limit, 'cursor': cursor}, headers=headers,
            with_headers=with_headers, required=('users',)
        )

    def download_many(
        self, download_id: Id, *, expires: int, user: int, signature: str, link: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False, into: Into | None = None
    ) -> Any:
        """Download a ZIP of files.

        The URL is signed: no key is required.

        download_id: Id of the download.
        expires: When the URL expires, in seconds since 1970.
        user: Id of the user for whom the URL was signed.
        signature: Signature of the rest of the URL.
        link: Id of the link that the guest uses.
        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        return self._call(
            'GET', f"/downloads/{_segment('download_id', download_id)}",
            query={'expires': expires, 'user': user, 'link': link, 'signature': signature}, headers=headers,
            with_headers=with_headers, types=('application/zip',), into=into
        )

    def get_download_headers(
        self, download_id: Id, *, expires: int, user: int, signature: str, link: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read the headers of the ZIP.

        The answer has the headers of the download, without its body. It does not count as a download.

        download_id: Id of the download.
        expires: When the URL expires, in seconds since 1970.
        user: Id of the user for whom the URL was signed.
        signature: Signature of the rest of the URL.
        link: Id of the link that the guest uses.
        """
        return self._call(
            'HEAD', f"/downloads/{_segment('download_id', download_id)}",
            query={'expires': expires, 'user': user, 'link': link, 'signature': signature}, headers=headers,
            with_headers=with_headers
        )

    def is_alive(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Check whether the process is alive.

        The check uses neither the database nor the disks.
        """
        return self._call('GET', '/healthz', headers=headers, with_headers=with_headers, required=('status',))

    def download_media(
        self, file_id: Id, *, expires: int, user: int, signature: str, link: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False, into: Into | None = None
    ) -> Any:
        """Download a file.

        Downloads the whole file, or a part of it with `Range`. The signed URL is in the list of files of the asset:
        no key is required.

        file_id: Id of the file.
        expires: When the URL expires, in seconds since 1970.
        user: Id of the user for whom the URL was signed.
        signature: Signature of the rest of the URL.
        link: Id of the link that the guest uses.
        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        return self._call(
            'GET', f"/media/{_segment('file_id', file_id)}",
            query={'expires': expires, 'user': user, 'link': link, 'signature': signature}, headers=headers,
            with_headers=with_headers, types=('*/*',), into=into
        )

    def get_media_headers(
        self, file_id: Id, *, expires: int, user: int, signature: str, link: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read the headers of a download.

        The answer has the headers of a download, without its body. It does not count as a download.

        file_id: Id of the file.
        expires: When the URL expires, in seconds since 1970.
        user: Id of the user for whom the URL was signed.
        signature: Signature of the rest of the URL.
        link: Id of the link that the guest uses.
        """
        return self._call(
            'HEAD', f"/media/{_segment('file_id', file_id)}",
            query={'expires': expires, 'user': user, 'link': link, 'signature': signature}, headers=headers,
            with_headers=with_headers
        )

    def get_media_view(
        self, file_id: Id, view: Id, *, expires: int, user: int, signature: str, link: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False, into: Into | None = None
    ) -> Any:
        """View a file, a preview or a proxy.

        Shows the file itself, a preview picture of it, or a proxy that plays in its place. The signed URL is in the
        list of files of the asset: no key is required. It does not count as a download, and has no entry in the
        history.

        file_id: Id of the file.
        view: Requested view. `view` is the file itself; `thumbnail`, `preview` and `filmstrip` are pictures of it;
            `mp4` and `audio` play in every browser; `waveform` is JSON.
        expires: When the URL expires, in seconds since 1970.
        user: Id of the user for whom the URL was signed.
        signature: Signature of the rest of the URL.
        link: Id of the link that the guest uses.
        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        return self._call(
            'GET', f"/media/{_segment('file_id', file_id)}/{_segment('view', view)}",
            query={'expires': expires, 'user': user, 'link': link, 'signature': signature}, headers=headers,
            with_headers=with_headers, types=('*/*',), into=into
        )

    def get_media_view_headers(
        self, file_id: Id, view: Id, *, expires: int, user: int, signature: str, link: int = _UNSET,
        headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Read the headers of a view.

        The answer has the headers of the view, without its body.

        file_id: Id of the file.
        view: Requested view. `view` is the file itself; `thumbnail`, `preview` and `filmstrip` are pictures of it;
            `mp4` and `audio` play in every browser; `waveform` is JSON.
        expires: When the URL expires, in seconds since 1970.
        user: Id of the user for whom the URL was signed.
        signature: Signature of the rest of the URL.
        link: Id of the link that the guest uses.
        """
        return self._call(
            'HEAD', f"/media/{_segment('file_id', file_id)}/{_segment('view', view)}",
            query={'expires': expires, 'user': user, 'link': link, 'signature': signature}, headers=headers,
            with_headers=with_headers
        )

    def is_ready(self, *, headers: Headers | None = None, with_headers: bool = False) -> Any:
        """Check whether the service is ready.

        The service is ready if the database answers, the disks have enough space, and nothing else prevents its work.
        """
        return self._call(
            'GET', '/readyz', headers=headers, with_headers=with_headers, required=('status', 'problems')
        )

    def send_file(
        self, upload_id: Id, *, body: Body, signature: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Send a file.

        Sends the whole file in one request. An incomplete request has no effect, and can be repeated.

        upload_id: Id of the upload.
        body: Bytes, text, a path (`os.PathLike`) or a binary file.
        signature: Signature of the URL.
        """
        return self._call(
            'PUT', f"/uploads/{_segment('upload_id', upload_id)}", query={'signature': signature},
            sent=_Sent(body, 'application/octet-stream'), headers=headers, with_headers=with_headers, required=('ok',)
        )

    def send_piece(
        self, upload_id: Id, *, body: Body, signature: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Send a piece of a file.

        Sends a piece by the protocol tus 1.0.0. The bytes of an incomplete piece are kept: `Upload-Offset` in the
        answer to HEAD is the number of bytes that have arrived.

        upload_id: Id of the upload.
        body: Bytes, text, a path (`os.PathLike`) or a binary file.
        signature: Signature of the URL.
        """
        return self._call(
            'PATCH', f"/uploads/{_segment('upload_id', upload_id)}", query={'signature': signature},
            sent=_Sent(body, 'application/offset+octet-stream'), headers=headers, with_headers=with_headers
        )

    def cancel_upload(
        self, upload_id: Id, *, signature: str, headers: Headers | None = None, with_headers: bool = False
    ) -> Any:
        """Cancel an upload.

        Removes all bytes that have arrived.

        upload_id: Id of the upload.
        signature: Signature of the URL.
        """
        return self._call(
            'DELETE', f"/uploads/{_segment('upload_id', upload_id)}", query={'signature': signature}, headers=headers,
            with_headers=with_headers
        )


class Client(_Operations):
    """A client of one service. Threads may share it.

    url: Where the service is, with the path of PUBLIC_URL if it has one.
    key: An API key.
    token: The token of a link, instead of a key.
    timeout: The number of seconds after which a silent connection counts as lost. A `wait` is added to it.
    """

    def __init__(
        self, url: str, key: str | None = None, *, token: str | None = None, timeout: float | None = 60
    ) -> None:
        if key is not None and token is not None:
            raise TypeError('either key or token, not both')
        self._transport = _Transport(url, timeout)
        self._who: Dict[str, str] = {}
        if key is not None:
            self._who['x-api-key'] = key.strip()
        if token is not None:
            self._who['authorization'] = f'Bearer {token.strip()}'

    def download(self, url: str, into: Into | None = None) -> Any:
        """Downloads from a URL that the service has given, without the key. Returns the bytes.

        into: A path or a binary file that takes the bytes. Then their number is returned.
        """
        response = self._transport.request('GET', _target_of(url), {}, may_repeat=True)
        return _take(response, into)

    def pages(self, method: Callable[..., Any], *args: Any, **arguments: Any) -> Iterator[Any]:
        """The answers of a list, one after the other: `client.pages(client.find_items, q='harbour')`.

        `limit` is 100, unless you pass another one.
        """
        if 'cursor' not in inspect.signature(method).parameters:
            raise TypeError(f'{getattr(method, "__name__", method)}() has no pages')
        if 'with_headers' in arguments:
            raise TypeError('pages() has no with_headers')
        arguments = {'limit': _PAGE, **arguments}
        inspect.signature(method).bind(*args, **arguments)

        def read() -> Iterator[Any]:
            while True:
                answer, headers = method(*args, **arguments, with_headers=True)
                yield answer
                cursor = _next_cursor(headers.get('link', ''))
                if cursor is None:
                    return
                arguments['cursor'] = cursor

        return read()

    def changes(
        self, since: str | None = 'now', on_next: Callable[[str], Any] | None = None, **query: Any
    ) -> Iterator[Any]:
        """Follows changes: the answers of `list_changes` that have some, one after the other, without an end.

        With `since='now'`, following begins when this is called. It goes on after a lost connection.

        since: The `next` of an earlier answer. None begins with the first change.
        on_next: Called with every `next`, after the changes before it were dealt with, also if there were none.
        query: `event`, `type`, `within`, `include` and `limit` of `list_changes`.
        """
        for name in ('wait', 'with_headers'):
            if name in query:
                raise TypeError(f"changes() got an unexpected keyword argument '{name}'")
        inspect.signature(self.list_changes).bind(**query)

        def ask(place: str | None, wait: int) -> Any:
            begin: Dict[str, Any] = {} if place is None else {'since': place}
            return _persist(
                lambda: self.list_changes(**query, **begin, wait=wait), (408, 429, 500, 502, 503, 504)
            )

        def follow(place: str | None) -> Iterator[Any]:
            while True:
                page = ask(place, _WAIT_S)
                if page['changes']:
                    yield page
                place = page['next']
                if on_next is not None:
                    on_next(page['next'])

        if since != 'now':
            return follow(since)
        begun = ask('now', 0)['next']
        if on_next is not None:
            on_next(begun)
        return follow(begun)

    def upload(
        self, asset_id: Id, file: Path | BinaryIO, filename: str | None = None,
        on_progress: Callable[[int, int], Any] | None = None
    ) -> Any:
        """Sends a file to an asset, and waits until it is ready. Returns it as `list_media` shows it.

        file: A path, or a binary file, which is sent from its beginning.
        filename: By default, the name of the file.
        on_progress: Called with the number of bytes that were sent, and the number of all.
        """
        source = _Source(file, filename, True)
        try:
            # With a key, so that a lost answer begins nothing twice.
            key = {'Idempotency-Key': str(uuid.uuid4())}
            upload = _persist(lambda: self.create_upload(
                asset_id, filename=str(source.filename), size=source.size, headers=key
            ), _Sending.statuses, _PATIENCE_S)['upload']
            _Sending(self._transport, upload['url'], source, on_progress, there=0).run()
            return self._ready(asset_id, upload['media_id'])
        finally:
            source.close()

    def send(
        self, upload: Mapping[str, Any], file: Path | BinaryIO, filename: str | None = None,
        on_progress: Callable[[int, int], Any] | None = None
    ) -> None:
        """Sends a file to the `upload` of an answer, as `upload` does. The upload has its name already."""
        source = _Source(file, filename, False)
        try:
            _Sending(self._transport, upload['url'], source, on_progress).run()
        finally:
            source.close()

    def _ready(self, asset_id: Id, media_id: str) -> Any:
        """Waits until a file can be used. Another file may have come meanwhile: then it is among the versions."""
        seen = None
        lists: Sequence[Callable[[], Any]] = (
            lambda: self.list_media(asset_id)['media'], lambda: self.list_versions(asset_id)['versions']
        )

        def find() -> Any:
            return next((entry for read in lists for entry in read() if entry['id'] == media_id), None)

        for looks in itertools.count():
            found = _persist(find, _Sending.statuses, _PATIENCE_S)
            if found is None and seen is not None:
                return seen
            if found is None and looks == _MOST_LOOKS:
                raise CutroomError('The file is not there any more: another one has replaced it', 0)
            seen = found
            if found is not None and found['status'] == 'failed':
                text = found.get('error')
                raise CutroomError(f'The file has failed: {text}', 0, text)
            if found is not None and found['status'] == 'ready':
                return found
            time.sleep(min(_LONGEST_LOOK_S, 0.1 * 1.5 ** min(looks, 20)))

    def _call(
        self, method: str, target: str, *, query: Mapping[str, Any] = {}, keys: Mapping[str, Any] | None = None,
        sent: _Sent | None = None, headers: Headers | None = None, with_headers: bool = False,
        required: Sequence[str] | None = None, types: Sequence[str] = (), into: Into | None = None
    ) -> Any:
        """Sends a request of an operation, and reads its answer.

        keys: The keys of a JSON body.
        required: The keys that its JSON always has. None if it does not answer with JSON.
        types: The other content types of its answers.
        """
        text = _query_of(query)
        told = None if keys is None else {name: value for name, value in keys.items() if value is not _UNSET}
        if told:
            sent = _Sent(json.dumps(told, default=_plain, allow_nan=False), _JSON)
        ours = self._who if target.startswith('/api/v2/') else {}
        given = {name.lower(): value for name, value in (headers or {}).items()}
        if sent is not None:
            sent.content_type = given.pop('content-type', sent.content_type)
        wait = query.get('wait', 0)
        response = self._transport.request(
            method, target + text, {**ours, **given}, sent=sent, wait=wait if isinstance(wait, (int, float)) else 0,
            may_repeat=method in ('GET', 'HEAD') or target == '/api/v2/search' or 'idempotency-key' in given
        )
        answer = _read(response, method, target, required, types, into)
        return (answer, _headers_of(response)) if with_headers else answer


def verify_webhook(
    secret: str | Sequence[str], headers: Any, body: bytes | str, tolerance: float = 300
) -> Dict[str, Any]:
    """Checks what a receiver of webhooks was sent, and returns the event. Raises CutroomError if it is not genuine.

    secret: The secret of the webhook, or several of them during a rotation.
    headers: The headers of the request, with names in any case.
    body: The raw body, not the parsed one.
    tolerance: The number of seconds that `webhook-timestamp` may be from now.
    """
    secrets = [secret] if isinstance(secret, (str, bytes)) else secret
    if not isinstance(secrets, (list, tuple)) or not secrets or not all(secrets):
        raise TypeError('secret is missing or empty')
    keys = [_secret_key(one) for one in secrets]
    if isinstance(body, str):
        body = body.encode()
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError('body must be the raw text or bytes, not a parsed body')
    raw = bytes(body)
    sent = {_text(name).lower(): _text(value) for name, value in _pairs(headers)}
    for name in ('webhook-id', 'webhook-timestamp', 'webhook-signature'):
        if not sent.get(name):
            raise _refused(f'{name} is missing')
    moment = sent['webhook-timestamp']
    if not re.fullmatch(r'[0-9]{1,12}', moment):
        raise _refused('webhook-timestamp is not a time')
    if abs(time.time() - int(moment)) > tolerance:
        raise _refused(f'webhook-timestamp is more than {tolerance} seconds from now')
    if not raw:
        raise _refused('The body is empty')
    message = f'{sent["webhook-id"]}.{moment}.'.encode('utf-8', 'replace') + raw
    expected = [base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()) for key in keys]
    given = [one[3:].encode('utf-8', 'replace') for one in sent['webhook-signature'].split(' ') if one.startswith('v1,')]
    if not any([hmac.compare_digest(one, other) for one in expected for other in given]):
        raise _refused('webhook-signature does not fit the body and the secret')
    try:
        event = json.loads(raw)
    except ValueError:
        raise _refused('The body is no JSON') from None
    if not isinstance(event, dict):
        raise _refused('The body is no event')
    return event


def _refused(text: str) -> CutroomError:
    return CutroomError(text, 0, text)


def _secret_key(secret: Any) -> bytes:
    """A secret that begins with `whsec_` is base64. Any other counts as it is."""
    if isinstance(secret, bytes):
        secret = secret.decode()
    if not isinstance(secret, str):
        raise TypeError('secret must be a text')
    if not secret.startswith('whsec_'):
        return secret.encode()
    text = secret[len('whsec_'):].rstrip('=')
    try:
        key = base64.b64decode(text + '=' * (-len(text) % 4), validate=True)
    except binascii.Error:
        raise TypeError('secret is no base64') from None
    if not key:
        raise TypeError('secret is missing or empty')
    return key


def _pairs(headers: Any) -> Iterable[Any]:
    pairs: Iterable[Any] = headers.items() if hasattr(headers, 'items') else headers
    return pairs


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)) and value:
        value = value[0]
    return value.decode('latin-1') if isinstance(value, bytes) else str(value)
