class Client(_Operations):
    """A client of one service. Threads may share it.

    url: Where the service is, with the path of PUBLIC_URL if it has one.
    key: An API key.
    token: The token of a link, or of a step of a run, instead of a key.
    timeout: The number of seconds after which a silent connection counts as lost. A `wait` is added to it.
    """

    def __init__(
        self, url: str, key: str | None = None, *, token: str | None = None, timeout: float | None = 60
    ) -> None:
        if key is not None and token is not None:
            raise TypeError('either key or token, not both')
        self._transport = _Transport(url, timeout)
        self._url = url
        self._timeout = timeout
        self._who: Dict[str, str] = {}
        if key is not None:
            self._who['x-api-key'] = key.strip()
        if token is not None:
            self._who['authorization'] = f'Bearer {token.strip()}'
        for name, value in self._who.items():
            _require_header(name, value)

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
            return _persist(lambda: self.list_changes(**query, **begin, wait=wait), _PASSING)

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

    def work(
        self, queues: Sequence[str], handler: Callable[[Dict[str, Any]], Any], stop: threading.Event | None = None
    ) -> None:
        """Claims steps of actions from queues, one after the other, and has a handler do them.

        What the handler returns completes its step: None, or a dict with a `result` and `operations` on the item. What
        it raises fails the step. Meanwhile a thread beats. It goes on after lost connections. KeyboardInterrupt, and
        what else is no `Exception`, ends it at once: the step is handed out anew after its heartbeat.

        handler: Called with a dict: the `run`, the `step`, and the `item` as in an export, with URLs; `report`, a
            function of `progress` (0 to 1) and `message`, which raises CutroomError if the step is over; `over`, a
            `threading.Event` that is set when the step is over, or the service was away for five minutes.
        stop: Ends it when it is set: nothing more is claimed, and the step under way is brought to its end.
        """
        def claim() -> Any:
            if stop is None:
                return self.claim_step(queues=queues, wait=_WAIT_S)
            return {'claim': None} if stop.is_set() else self.claim_step(queues=queues, wait=_STOPPABLE_WAIT_S)

        while stop is None or not stop.is_set():
            claimed = _persist(claim, _PASSING)['claim']
            if claimed is not None:
                _Step(self._url, claimed['token'], self._timeout).run(handler)

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
        wait = {**(told or {}), **query}.get('wait', 0)
        response = self._transport.request(
            method, target + text, {**ours, **given}, sent=sent, wait=wait if isinstance(wait, (int, float)) else 0,
            may_repeat=method in ('GET', 'HEAD') or target == '/api/v2/search' or 'idempotency-key' in given
        )
        answer = _read(response, method, target, required, types, into)
        return (answer, _headers_of(response)) if with_headers else answer
