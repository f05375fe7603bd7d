import type { ResponseHeaders } from '../../outbound/index.js'

/**
 * A validator from Last-Modified is strong only where the file was older than this when it was sent: it counts in
 * seconds.
 */
const YOUNGEST_MS = 1000

const STRONG_ETAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,80}\/[\w!#$&^.+-]{1,80}$/

/** The first value of a header. */
function headerOf (headers: ResponseHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/**
 * What may be sent as If-Range (RFC 9110, 13.1.5), so that the rest of a file is never put behind the beginning of
 * another.
 */
export function validatorOf (headers: ResponseHeaders, now: number): string | null {
  const etag = headerOf(headers, 'etag')
  if (etag !== undefined) return STRONG_ETAG.test(etag) ? etag : null
  const lastModified = headerOf(headers, 'last-modified') ?? ''
  const modifiedAt = Date.parse(lastModified)
  const sentAt = Date.parse(headerOf(headers, 'date') ?? '') || now
  return sentAt - modifiedAt >= YOUNGEST_MS ? lastModified : null
}

/** Bytes of the body that follows, where the sender said so. */
export function lengthOf (headers: ResponseHeaders): number | null {
  const length = headerOf(headers, 'content-length')
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}

/** Which part of the whole a 206 holds; null where that cannot be told, or where it is several parts. */
export function rangeOf (headers: ResponseHeaders): { start: number, total: number | null } | null {
  const match = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/i.exec(headerOf(headers, 'content-range') ?? '')
  return match === null ? null : { start: Number(match[1]), total: match[2] === '*' ? null : Number(match[2]) }
}

/** The type of the file in lower case and without parameters; null where there is none, or none that can be one. */
export function sentContentType (headers: ResponseHeaders): string | null {
  const type = (headerOf(headers, 'content-type') ?? '').replace(/;.*$/s, '').trim().toLowerCase()
  return MEDIA_TYPE.test(type) ? type : null
}
