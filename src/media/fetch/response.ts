import type { ResponseHeaders } from '../../outbound/index.js'

/** Last-Modified counts in seconds: it is a strong validator only if the file was older than this when it was sent. */
const YOUNGEST_MS = 1000

const STRONG_ETAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/

/** The first value of a header. */
function headerOf (headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** What may be sent as If-Range (RFC 9110, 13.1.5), so that parts of different files are never joined. */
export function validatorOf (headers: ResponseHeaders, now: number): string | null {
  const etag = headerOf(headers, 'etag')
  if (etag !== undefined) return STRONG_ETAG.test(etag) ? etag : null
  const lastModified = headerOf(headers, 'last-modified') ?? ''
  const modifiedAt = Date.parse(lastModified)
  const sentAt = Date.parse(headerOf(headers, 'date') ?? '') || now
  return sentAt - modifiedAt >= YOUNGEST_MS ? lastModified : null
}

/** The length of the body, if the sender has named it. */
export function lengthOf (headers: ResponseHeaders): number | null {
  const length = headerOf(headers, 'content-length')
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}

/** The range of a 206; null if it is unknown, or there are several. */
export function rangeOf (headers: ResponseHeaders): { start: number, total: number | null } | null {
  const match = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/i.exec(headerOf(headers, 'content-range') ?? '')
  return match === null ? null : { start: Number(match[1]), total: match[2] === '*' ? null : Number(match[2]) }
}

/** The type in lower case, without parameters; null if it is missing or malformed. */
export function sentContentType (headers: ResponseHeaders): string | null {
  const type = (headerOf(headers, 'content-type') ?? '').replace(/;[^]*/, '').trim().toLowerCase()
  return MEDIA_TYPE.test(type) ? type : null
}
