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
