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
