// The parser would repair what these refuse: it strips control characters and outer spaces, and adds missing slashes.
const absoluteHttpUrl = /^https?:\/\/[^/\\?#]/i
// eslint-disable-next-line no-control-regex
const silentlyStripped = /[\u0000-\u001f\u007f]|^\s|\s$/

/**
 * Reads an absolute http or https URL with a host; anything else, a local path among it, is null.
 * Credentials and fragments are legal. Disguised addresses come out as what they reach:
 * `http://0x7f.1/` has the host name `127.0.0.1`.
 */
export function parseHttpUrl (text: string): URL | null {
  if (!absoluteHttpUrl.test(text) || silentlyStripped.test(text)) return null
  return parseOrNull(text)
}

/** Whether the URL carries a user name or a password. */
export function hasCredentials (url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

/**
 * The URL as a log may show it: without user name, password and fragment, and with every query value masked.
 * Secrets that are part of the path stay visible, for nothing tells them from other paths.
 */
export function redactUrl (url: string | URL): string {
  const parsed = typeof url === 'string' ? parseHttpUrl(url) : url
  if (parsed === null) return '(not a URL)'
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}${maskQuery(parsed.search)}`
}

function maskQuery (search: string): string {
  if (search === '') return ''
  return '?' + search.slice(1).split('&').map(maskParameter).join('&')
}

/** A parameter without a value may be a token itself, so its name goes too. */
function maskParameter (parameter: string): string {
  const end = parameter.indexOf('=')
  return end === -1 ? '***' : `${parameter.slice(0, end)}=***`
}

function parseOrNull (text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
