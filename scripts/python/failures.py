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
