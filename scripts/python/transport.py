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
        lines = {**headers, **_body_headers(method, sent), 'connection': 'close'}
        for name, value in lines.items():
            _require_header(name, value)
        connection = self._kind(self._host, self._port, timeout=timeout)
        try:
            connection.putrequest(method, self.base + target)
            for name, value in lines.items():
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
            response = connection.getresponse()
            # The response keeps the socket until it is closed, even if the service does not say that it closes it.
            if connection.sock is not None:
                connection.sock.close()
            return response
        except BaseException:
            connection.close()
            raise


def _require_header(name: str, value: Any) -> None:
    """Python would print a value that it does not send, which may be a key."""
    if re.search(r'[^\t\x20-\x7e\x80-\xff]', str(value)):
        raise ValueError(f'{name} has a line break, or another character that no header has')


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
