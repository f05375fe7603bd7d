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
    with response:
        blocks = _received(response)
        if into is None:
            return b''.join(blocks)
        if not isinstance(into, (str, os.PathLike)):
            return _write(blocks, into)
        path = os.path.realpath(into)
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, 'wb') as device:
                return _write(blocks, device)
        return _write_whole(blocks, path)


def _write_whole(blocks: Iterable[bytes], path: str) -> int:
    """Nothing is left at a path if the answer breaks off."""
    unfinished = f'{path}.{uuid.uuid4().hex[:8]}.part'
    try:
        with open(unfinished, 'xb') as file:
            count = _write(blocks, file)
        os.replace(unfinished, path)
        return count
    except BaseException:
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
