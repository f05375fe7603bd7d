// The parser would repair what these refuse: it strips control characters and outer spaces, and adds missing slashes.
const absoluteHttpUrl = /^https?:\/\/[^/\\?#]/i
// eslint-disable-next-line no-control-regex
const silentlyStripped = /[\u0000-\u001f\u007f]|^\s|\s$/

/**
 * Parses an absolute http or https URL with a host; null for anything else. Credentials and fragments are allowed.
 * Disguised addresses are normalised: `http://0x7f.1/` has the host name `127.0.0.1`.
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
 * The URL for logs: without user name, password and fragment, with masked values of the query. A secret in the path
 * cannot be recognised, and stays.
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

/** A parameter without a value may be a token, so its name is masked. */
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
