/** Replaces URLs that cannot be decoded; matches no route. */
const NOWHERE = '/api/v2/%25'

/** The path of a look-up by external id. A slash at the end may be the route's. */
const EXTERNAL_ID = /^(\/api\/v2\/external_ids\/)([^?#]+?)(?=\/?(?:[?#]|$))/

/** The URL as it is sent, without a host: proxies send it in an absolute-form target, and it could be anybody's. */
export function withoutHost (url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
}

/** The URL that is routed. An external id may have slashes, which some proxies decode: they are encoded again. */
export function routedUrl (url: string): string {
  if (!isDecodable(url)) return NOWHERE
  return url.replace(EXTERNAL_ID, (_url, path: string, id: string) => path + id.replaceAll('/', '%2F'))
}

/** Whether the path ends with a slash, which may be the last character of what it names. */
export function endsWithSlash (url: string): boolean {
  return /^[^?#]*\/(?:[?#]|$)/.test(url)
}

function isDecodable (url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url.replace(/[?#][^]*/, ''))
    return true
  } catch {
    return false
  }
}
