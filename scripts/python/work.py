class _Step:
    """A step that was claimed: a thread beats while its handler works."""

    def __init__(self, url: str, token: str, timeout: float | None) -> None:
        self._program = Client(url, token=token, timeout=timeout)
        self._beating = Client(url, token=token, timeout=min(timeout or _BEAT_S, _BEAT_S))
        # Set when the step is over, or let go: nothing more is sent.
        self._over = threading.Event()
        self._ended = threading.Event()
        self._heard = time.monotonic()

    def run(self, handler: Callable[[Dict[str, Any]], Any]) -> None:
        beats = threading.Thread(target=self._beat, daemon=True)
        beats.start()
        try:
            end = self._handle(handler)
        except Exception as error:
            end = _failed(_text_of(error))
        finally:
            self._ended.set()
            beats.join()
        if not self._over.is_set():
            self._finish(end)

    def _handle(self, handler: Callable[[Dict[str, Any]], Any]) -> Dict[str, Any]:
        """The report of the end."""
        handed = self._patiently(self._program.get_step)
        outcome = handler({
            'run': handed['run'], 'step': handed['step'], 'item': handed['item'], 'report': self._report,
            'over': self._over
        }) or {}
        end = {name: outcome[name] for name in ('result', 'operations') if outcome.get(name) is not None}
        # What cannot be sent fails here.
        return json.loads(json.dumps({'status': 'completed', **end}, default=_plain, allow_nan=False))

    def _finish(self, end: Dict[str, Any]) -> None:
        try:
            answer = self._send(end)
            if not answer['committed']:
                self._send(_failed(_refusal_in(answer['results'][-1]['body'])))
        except CutroomError as error:
            if self._over.is_set():
                return
            try:
                self._send(_failed(_text_of(error)))
            except (CutroomError, OSError, http.client.HTTPException):
                pass
        except (OSError, http.client.HTTPException):
            pass

    def _report(self, progress: float = _UNSET, message: str = _UNSET) -> None:
        """Says how far the step is, from 0 to 1, and writes a line into the log of the run."""
        # With a key, so that a lost answer writes no line twice.
        self._send({'progress': progress, 'message': message}, {'Idempotency-Key': str(uuid.uuid4())})

    def _send(self, sent: Dict[str, Any], headers: Headers | None = None) -> Any:
        begun = time.monotonic()
        answer = self._patiently(lambda: self._program.send_report(**sent, headers=headers))
        self._heard = begun
        return answer

    def _patiently(self, work: Callable[[], Any]) -> Any:
        """Raises if the step is over, or the service stays away: then the step is let go."""
        def once() -> Any:
            try:
                return work()
            except CutroomError as error:
                self._look_at(error)
                if not self._over.is_set():
                    raise
                # Its status may be one that passes, but nothing is sent again.
                return error

        try:
            answer = _persist(once, _Sending.statuses, _PATIENCE_S)
        except Exception as error:
            if _may_pass(error, _Sending.statuses):
                self._over.set()
            raise
        if isinstance(answer, CutroomError):
            raise answer
        return answer

    def _beat(self) -> None:
        failures = 0
        while not self._over.is_set():
            wait = self._heard + _BEAT_S - time.monotonic() if failures == 0 else min(_backoff(failures), _BEAT_S)
            if self._ended.wait(max(0.0, wait)):
                return
            begun = time.monotonic()
            if failures == 0 and begun < self._heard + _BEAT_S:
                continue
            try:
                self._beating.send_report()
                self._heard = begun
                failures = 0
            except Exception as error:
                self._look_at(error)
                failures += 1

    def _look_at(self, error: Exception) -> None:
        """The step has ended, or was handed out anew, or its run is gone."""
        if isinstance(error, CutroomError) and (
            error.status == 401 or error.status == 409 and (error.text or '').startswith('Step is over')
        ):
            self._over.set()


def _failed(text: str) -> Dict[str, Any]:
    if len(text) > _LONGEST_ERROR:
        # Why something was refused is often said at the end.
        text = text[:_LONGEST_ERROR // 2 - 1] + '…' + text[-_LONGEST_ERROR // 2:]
    return {'status': 'failed', **({'error': text} if text else {})}


def _text_of(error: Exception) -> str:
    return error.text or str(error) if isinstance(error, CutroomError) else str(error)


def _refusal_in(body: Mapping[str, Any]) -> str:
    """What an operation was answered: `error`, or the `errors` of an update."""
    return body.get('error') or ', '.join(f'{name}: {text}' for name, text in body.get('errors', {}).items())
